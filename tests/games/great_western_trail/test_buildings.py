"""Every neutral and private building; building, replacing and copying."""

import pytest

from games.game import IllegalAction
from games.great_western_trail.names import CATTLE, EFFECTS
from games.great_western_trail.state import KNOWN, SECRETS
from tests.games.great_western_trail.table import (
    HAND,
    act,
    bare,
    build,
    deck,
    discards,
    display,
    engine,
    hand,
    have,
    held,
    hold,
    jobs,
    lay,
    market,
    now,
    offered,
    owe,
    pending,
    pile,
    settle_chance,
    stand,
    values,
    visit,
    where,
)


def on(number, sides="a", space="B2", seats=2, **chosen):
    """Seat 0 has come to its own building."""
    state = bare(seats, building_sides=sides, **chosen)
    build(state, 0, **{space: number})
    return state


def uses(state):
    return values(state, "use")


# Neutral buildings.


def test_neutral_a_discards_a_guernsey_and_hires_twice():
    state = bare()
    jobs(state, 4, row1="cowboy", row2="engineer")
    have(state, 0, money=20)
    hold(state, 0, "guernsey")
    visit(state, "A")
    assert uses(state) == ["guernsey_2", "hire", "hire_dear"]
    act(state, "use:guernsey_2", "use:hire_dear", "hire:1:cowboy")
    assert held(state, 0, "money", "cowboy") == (14, 2)
    act(state, "use:hire", "hire:2:engineer")
    assert held(state, 0, "money", "engineer") == (8, 2)


def test_neutral_b_discards_a_dutch_belt_and_builds():
    state = bare()
    have(state, 0, money=4)
    hold(state, 0, "dutch_belt")
    visit(state, "B")
    assert uses(state) == ["dutch_belt_2", "build"]
    act(state, "use:build", "build:2a:C11", "use:dutch_belt_2")
    assert held(state, 0, "money") == 4
    assert state.view(0)["players"][0]["buildings"][1]["site"] == "C11"


def test_neutral_c_gives_a_certificate_or_an_objective_card_and_moves_the_engine():
    state = bare()
    have(state, 0, engineer=2)
    visit(state, "C")
    assert uses(state) == ["certificate", "objective", "engine_engineers"]
    act(state, "use:certificate")
    assert uses(state) == ["engine_engineers"]
    act(state, "use:engine_engineers", "engine:2")
    assert (held(state, 0, "certificate"), engine(state, 0)) == (1, "2")


def test_neutral_c_gives_the_top_of_the_deck_face_up():
    state = bare()
    discards(state, 0)
    visit(state, "C")
    act(state, "use:objective", "objective:deck")
    settle_chance(state)
    assert sum(pile(state, 0).values()) == 1
    assert sum(state.view(1)["players"][0]["discard_pile"].values()) == 1


def test_neutral_d_trades_or_pays_for_the_engine_and_has_an_auxiliary_action():
    state = bare()
    lay(state, T1="green_teepee")
    have(state, 0, money=2)
    visit(state, "D")
    assert uses(state) == ["trade", "pay_2_engine_2", "auxiliary"]
    act(state, "use:pay_2_engine_2", "engine:2", "use:auxiliary", "auxiliary:1:1")
    assert (held(state, 0, "money"), engine(state, 0)) == (1, "2")
    assert state.actor() != 0 or "use:trade" not in offered(state)


def test_neutral_d_trades():
    state = bare()
    lay(state, T1="green_teepee")
    visit(state, "D")
    assert uses(state) == ["trade", "auxiliary"]
    act(state, "use:trade", "trade:T1")
    assert held(state, 0, "money", "green") == (1, 1)


def test_neutral_e_discards_a_black_angus_and_opens_the_market():
    state = bare()
    market(state, "holstein")
    discards(state, 0)
    hold(state, 0, "black_angus")
    have(state, 0, money=4)
    visit(state, "E")
    assert uses(state) == ["black_angus_2"]
    act(state, "use:black_angus_2", "use:cattle_market", "buy:1:holstein:none")
    assert held(state, 0, "money") == 0
    assert pile(state, 0) == {"black_angus": 1, "holstein": 1}


def test_neutral_f_discards_a_pair_and_removes_a_hazard():
    state = bare()
    lay(state, RF1="rockfall_3_black")
    hold(state, 0, "jersey", "jersey", "guernsey")
    have(state, 0, money=3)
    visit(state, "F")
    assert offered(state, "pair") == ["pair:pair_4:jersey:jersey"]
    act(state, "pair:pair_4:jersey:jersey", "use:hazard_7", "hazard:RF1")
    assert held(state, 0, "money", "hazards", "hazard_points") == (0, 1, 3)


def test_a_pair_is_of_one_breed_whatever_its_points():
    state = bare()
    hold(state, 0, "west_highland_3", "west_highland_5", "texas_longhorn_5", "holstein")
    visit(state, "F")
    assert offered(state, "pair") == ["pair:pair_4:west_highland_3:west_highland_5"]


def test_neutral_g_moves_the_engine_and_has_an_auxiliary_action():
    state = bare()
    have(state, 0, auxiliary_1=0)
    visit(state, "G")
    assert uses(state) == ["engine_engineers", "auxiliary"]
    act(state, "use:auxiliary", "auxiliary:1:2", "use:engine_engineers", "engine:1")
    assert held(state, 0, "money") == 2


def test_either_all_local_actions_or_one_single_auxiliary_action():
    state = bare()
    have(state, 0, auxiliary_1=0)
    visit(state, "G")
    assert offered(state, "auxiliary") == ["auxiliary:1:1", "auxiliary:2:1"]
    act(state, "use:engine_engineers", "engine:1")
    assert not offered(state, "auxiliary")
    state = bare()
    visit(state, "G")
    act(state, "auxiliary:1:1")
    assert state.actor() != 0 or not uses(state)


# Private buildings, side a.


def test_1a_pays_for_buildings_beside_forests():
    state = on(1, space="B1")
    build(state, 0, A1=2, E1=3)
    visit(state, "B1")
    act(state, "use:money_2_forest")
    assert held(state, 0, "money") == 4
    state = on(1, space="B2")
    visit(state, "B2")
    assert not uses(state)


def test_2a_discards_a_guernsey_and_opens_the_market():
    state = on(2)
    hold(state, 0, "guernsey")
    market(state, "ayrshire")
    have(state, 0, money=2)
    visit(state, "B2")
    act(state, "use:guernsey_4", "use:cattle_market", "buy:1:ayrshire:none")
    assert held(state, 0, "money") == 0


def test_3a_discards_a_pair_and_moves_on():
    state = on(3)
    hold(state, 0, "jersey", "jersey")
    visit(state, "B2")
    act(state, "pair:pair_3:jersey:jersey", "use:move_1")
    assert values(state, "move") == ["C"]
    act(state, "move:C:0")
    assert held(state, 0, "money") == 3
    assert (where(state, 0), now(state)) == ("C", "local_actions")
    assert uses(state) == ["certificate", "objective", "engine_engineers"]


def test_4a_removes_a_hazard_for_5_and_moves_up_to_2():
    state = on(4)
    lay(state, FL1="flood_4_green")
    have(state, 0, money=5)
    visit(state, "B2")
    act(state, "use:hazard_5", "hazard:FL1", "use:move_2")
    assert held(state, 0, "money") == 0
    assert values(state, "move") == ["C", "E", "D"]


def test_5a_hires_for_1_less_and_moves_the_engine():
    state = on(5)
    jobs(state, 4, row1="engineer")
    have(state, 0, money=5)
    visit(state, "B2")
    act(state, "use:hire_cheap_1", "hire:1:engineer", "use:engine_engineers")
    assert held(state, 0, "money", "engineer") == (0, 2)
    assert values(state, "engine") == ["1", "2"]


def test_6a_discards_a_holstein_for_10():
    state = on(6)
    hold(state, 0, "holstein")
    visit(state, "B2")
    assert uses(state) == ["holstein_10", "auxiliary"]
    act(state, "use:holstein_10")
    assert held(state, 0, "money") == 10


def test_7a_pays_for_pairs_of_teepees_that_are_kept():
    state = on(7)
    have(state, 0, green=3, blue=1)
    visit(state, "B2")
    act(state, "use:teepee_pairs")
    assert held(state, 0, "money", "certificate", "green", "blue") == (2, 2, 3, 1)


def test_8a_trades_or_has_an_auxiliary_action_and_moves_the_engine():
    state = on(8)
    lay(state, T2="blue_teepee")
    visit(state, "B2")
    assert uses(state) == ["trade", "auxiliary", "engine_2"]
    act(state, "use:trade", "trade:T2")
    assert uses(state) == ["engine_2"]
    act(state, "use:engine_2", "engine:2")
    assert held(state, 0, "money", "blue") == (2, 1)


def test_9a_moves_the_engine_up_to_3():
    state = on(9)
    visit(state, "B2")
    assert uses(state) == ["engine_3"]
    act(state, "use:engine_3")
    assert values(state, "engine") == ["1", "2", "3"]
    act(state, "engine:3")
    assert uses(state) == ["special_delivery"]


def test_10a_takes_certificates_to_the_limit_and_moves_up_to_5():
    state = on(10)
    have(state, 0, certificate_4=0)
    visit(state, "B2")
    act(state, "use:certificate_limit", "use:move_5")
    assert held(state, 0, "certificate") == 4
    assert set(values(state, "move")) == {"C", "D", "E", "F", "G", "KC"}


# Private buildings, side b.


def test_1b_discards_an_objective_card_and_goes_back_for_3():
    state = on(1, "b")
    hold(state, 0, "D1", "jersey")
    have(state, 0, engine="2")
    visit(state, "B2")
    assert offered(state, "spend") == ["spend:objective_certificate_2:D1"]
    act(state, "spend:objective_certificate_2:D1", "use:back_1_money_3", "engine:1")
    assert held(state, 0, "certificate", "money") == (2, 3)
    assert pile(state, 0)["D1"] == 1


def test_1b_pays_for_the_station_it_goes_back_to():
    state = on(1, "b")
    have(state, 0, engine="5")
    visit(state, "B2")
    act(state, "use:back_1_money_3", "engine:4.5", "upgrade:4.5", "disc:auxiliary_3")
    assert held(state, 0, "money") == 1


def test_2b_discards_a_jersey_for_the_engine_and_a_dutch_belt_for_3():
    state = on(2, "b")
    hold(state, 0, "jersey", "dutch_belt")
    visit(state, "B2")
    act(state, "use:dutch_belt_3", "use:jersey_engine_1")
    assert offered(state) == ["engine:1", "skip"]
    act(state, "engine:1")
    assert (held(state, 0, "money"), engine(state, 0)) == (3, "1")


def test_3b_has_an_auxiliary_action_and_moves_on():
    state = on(3, "b")
    visit(state, "B2")
    assert uses(state) == ["auxiliary", "move_1"]
    act(state, "use:auxiliary", "auxiliary:1:1", "use:move_1", "move:C:0")
    assert (held(state, 0, "money"), where(state, 0)) == (1, "C")


def test_4b_draws_a_card_for_each_cowboy_and_moves_on():
    state = on(4, "b")
    have(state, 0, cowboy=3)
    hold(state, 0, "jersey")
    deck(state, 0, "guernsey", "guernsey", "guernsey", "guernsey")
    visit(state, "B2")
    act(state, "use:draw_cowboys")
    assert offered(state) == ["draw_cards:1", "draw_cards:2", "draw_cards:3"]
    act(state, "draw_cards:2", "draw:0:guernsey", "draw:0:guernsey")
    act(state, "discard:guernsey", "discard:jersey")
    assert hand(state, 0) == {"guernsey": 1}
    assert uses(state) == ["move_3"]


def test_5b_discards_a_black_angus_and_pays_for_engineers():
    state = on(5, "b")
    have(state, 0, engineer=4)
    hold(state, 0, "black_angus")
    visit(state, "B2")
    act(state, "use:money_engineers", "use:black_angus_certificate_2")
    assert held(state, 0, "money", "certificate") == (4, 2)


def test_6b_discards_a_cattle_card_for_3_and_an_objective_card_into_the_hand():
    state = on(6, "b")
    hold(state, 0, "ayrshire", "D1")
    display(state, "D2", "D3", "D4", "D5")
    visit(state, "B2")
    assert offered(state, "spend") == ["spend:cattle_money_3_objective:ayrshire"]
    act(state, "spend:cattle_money_3_objective:ayrshire")
    assert offered(state)[-2:] == ["objective:deck", "skip"]
    act(state, "objective:D3")
    assert (held(state, 0, "money"), hand(state, 0)) == (3, {"D1": 1, "D3": 1})
    assert pile(state, 0, KNOWN) == {"D3": 1}


def test_6b_takes_the_top_of_the_deck_unseen():
    state = on(6, "b")
    hold(state, 0, "ayrshire")
    visit(state, "B2")
    act(state, "spend:cattle_money_3_objective:ayrshire", "objective:deck")
    outcome = state.chance_outcomes()[0][0]
    assert state.observe(0, -1, outcome).startswith("take_objective:0:")
    assert state.observe(1, -1, outcome) == "take_objective:0:?"
    settle_chance(state)
    assert state.held(0, SECRETS) == 1
    assert sum(pile(state, 0, HAND).values()) == 1


def test_7b_moves_the_engine_for_buildings_beside_forests():
    state = on(7, "b", space="F2")
    build(state, 0, E2=1, B3=2)
    visit(state, "F2")
    act(state, "use:engine_forest")
    assert values(state, "engine") == ["1", "2"]


def test_8b_copies_a_neutral_neighbour():
    state = on(8, "b", space="B3")
    visit(state, "B3")
    assert offered(state, "copy") == ["copy:C"]
    act(state, "copy:C")
    assert uses(state) == ["certificate", "objective", "engine_engineers"]
    act(state, "use:certificate", "use:engine_engineers", "engine:1")
    assert held(state, 0, "certificate") == 1


def test_8b_copies_anothers_building_for_its_own_player():
    state = on(8, "b", space="B2")
    build(state, 1, B3=10)
    have(state, 1, engineer=5)
    visit(state, "B2")
    assert offered(state, "copy") == ["copy:B3"]
    act(state, "copy:B3", "use:money_4")
    assert held(state, 0, "money") == 4
    assert uses(state) == ["engine_4", "move_4"]


def test_8b_between_empty_spaces_copies_nothing():
    state = on(8, "b", space="B2")
    visit(state, "B2")
    assert not offered(state, "copy")


@pytest.mark.parametrize(("option", "usable"), [(False, False), (True, True)])
def test_8b_keeps_its_own_attached_action(option, usable):
    state = on(8, "b", space="FR1", copy_attached=option)
    build(state, 1, FR2=5)
    hold(state, 0, "jersey", "jersey")
    visit(state, "FR1")
    assert uses(state) == ["jersey_certificate_2"]
    act(state, "copy:FR2", "use:money_engineers", "use:jersey_certificate_2")
    assert ("use:jersey_certificate_2" in offered(state)) == usable


@pytest.mark.rule("great_western_trail:40")
def test_8b_copies_through_another_8b_but_not_in_a_circle():
    state = on(8, "b", space="B1")
    build(state, 1, B2=8, B3=5)
    visit(state, "B1")
    assert offered(state, "copy") == ["copy:B", "copy:B2"]
    act(state, "copy:B2")
    assert offered(state, "copy") == ["copy:B3"]
    act(state, "copy:B3", "use:money_engineers")
    assert not offered(state, "copy")
    state = on(8, "b", space="B1")
    build(state, 1, B2=8)
    visit(state, "B1")
    act(state, "copy:B2")
    assert not offered(state, "copy")


@pytest.mark.rule("great_western_trail:41")
def test_8b_may_copy_the_building_whose_move_led_to_it():
    state = on(10, "b", space="B2")
    build(state, 0, B3=8)
    visit(state, "B2")
    act(state, "use:move_4", "move:B3:0")
    assert offered(state, "copy") == ["copy:C", "copy:B2"]
    act(state, "copy:B2", "use:money_4")
    assert held(state, 0, "money") == 4


def test_9b_upgrades_a_station_behind_the_engine():
    state = on(9, "b")
    have(state, 0, engine="11", money=4, stations=["4.5"])
    visit(state, "B2")
    act(state, "use:upgrade_behind")
    assert offered(state) == ["upgrade:7.5", "upgrade:10.5"]
    act(state, "upgrade:10.5", "disc:auxiliary_3")
    assert held(state, 0, "money") == 0


def test_10b_pays_4_moves_the_engine_and_the_cattleman():
    state = on(10, "b", space="F1")
    visit(state, "F1")
    assert uses(state) == ["money_4", "engine_4", "move_4"]
    act(state, "use:engine_4", "engine:4", "use:money_4", "use:move_4", "move:KC:0")
    assert (held(state, 0, "money"), now(state)) == (4, "income")


# Building and replacing.


@pytest.mark.rule("great_western_trail:43")
def test_the_worked_example_of_replacing():
    state = bare()
    build(state, 0, B1=4)
    have(state, 0, craftsman=3, money=6)
    owe(state, pending.BUILD, 2)
    assert "build:8a:B1" in offered(state)
    assert "build:9a:B1" not in offered(state)
    act(state, "build:8a:B1")
    assert held(state, 0, "money") == 0
    assert state.view(0)["players"][0]["buildings"][3]["removed"]


def test_a_replacement_needs_more_craftsmen():
    state = bare()
    build(state, 0, B1=4)
    have(state, 0, craftsman=6, money=60)
    owe(state, pending.BUILD, 2)
    numbers = {move.split(":")[1] for move in offered(state) if move.endswith(":B1")}
    assert numbers == {"5a", "6a", "7a", "8a", "9a"}
    with pytest.raises(IllegalAction, match="cannot replace"):
        act(state, "build:1a:B1")


def test_a_building_needs_craftsmen_and_money():
    state = bare()
    have(state, 0, craftsman=3, money=5)
    owe(state, pending.BUILD, 2)
    assert set(values(state, "build")) == {"1a", "2a", "3a", "4a"}
    with pytest.raises(IllegalAction, match=r"needs 3 craftsmen and \$6, you have 3 and \$5"):
        act(state, "build:5a:B1")


def test_a_building_under_the_cattleman_is_not_used_now():
    """Building 5a hires a craftsman whose slot replaces 5a itself."""
    state = on(5)
    jobs(state, 4, row1="craftsman")
    have(state, 0, craftsman=3, money=10)
    visit(state, "B2")
    act(state, "use:hire_cheap_1", "hire:1:craftsman", "use:build_cheap", "build:8a:B2")
    assert held(state, 0, "money", "craftsman") == (3, 4)
    assert state.actor() != 0 or not uses(state)


def test_at_the_limit_of_certificates_a_card_can_still_be_discarded_for_them():
    state = on(5, "b")
    have(state, 0, money=0, certificate=3)
    hold(state, 0, "black_angus")
    visit(state, "B2")
    act(state, "use:black_angus_certificate_2")
    assert (held(state, 0, "certificate"), hand(state, 0)) == (3, {})
    state = bare()
    have(state, 0, certificate=3)
    visit(state, "C")
    assert "certificate" not in uses(state)


def test_moving_on_loses_the_actions_left_and_does_not_refill_the_hand():
    state = on(3)
    hold(state, 0, "jersey", "jersey")
    visit(state, "B2")
    act(state, "use:move_1", "move:C:0")
    assert not offered(state, "pair")
    assert hand(state, 0) == {"jersey": 2}


def test_moving_on_pays_tolls():
    state = on(3)
    build(state, 1, B3=4)
    have(state, 0, money=5)
    visit(state, "B2")
    act(state, "use:move_1", "move:B3:0")
    assert held(state, 0, "money") == 3


@pytest.mark.parametrize(
    ("space", "card", "gain"),
    [
        ("FR1", "jersey", (1, 2)),
        ("FR2", "jersey", (1, 2)),
        ("TR2", "jersey", (1, 2)),
        ("RR2", "jersey", (1, 2)),
        ("DR1", "ayrshire", (1, 0)),
        ("TR1", "guernsey", (1, 0)),
        ("RR1", "jersey", (1, 0)),
    ],
)
def test_attached_actions_are_for_the_owner(space, card, gain):
    state = on(1, space=space)
    hold(state, 0, card)
    visit(state, space)
    move = "use:jersey_certificate_2" if gain[1] else f"spend:cattle_certificate:{card}"
    act(state, move)
    assert held(state, 0, "certificate", "money") == gain
    state = on(1, space=space)
    hold(state, 1, card)
    stand(state, 1, "A")
    state.cells[2] = 1
    visit(state, space)
    assert set(values(state, "auxiliary")) == {"1", "2"}
    assert not offered(state, "use")
    assert not offered(state, "spend")


def test_by_an_option_phase_b_may_not_be_idle():
    for idle in (True, False):
        state = bare(idle_turns=idle)
        visit(state, "G")
        assert ("done" in offered(state)) == idle
        act(state, "auxiliary:1:1")
        assert held(state, 0, "money") == 1


def test_every_effect_of_the_vocabulary_is_printed_somewhere():
    from tests.games.great_western_trail.table import game

    tables = game().tables
    printed = {part - 1 for action in tables.face_actions for part in (action % 64, action // 64)}
    printed |= {int(effect) for effect in tables.slot_effect}
    printed |= {int(effect) for effect in tables.objective_effect}
    printed |= {int(effect) for effect in tables.trail.attached}
    printed |= {part - 1 for action in tables.master_effect for part in (action % 64, action // 64)}
    assert printed - {-1} == set(range(len(EFFECTS)))
    assert len(CATTLE) == 13
