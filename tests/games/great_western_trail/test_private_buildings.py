"""Every private building, both sides."""

import pytest

from games.great_western_trail.state import KNOWN, SECRETS
from tests.games.great_western_trail.positions import (
    HAND,
    build,
    deck,
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
    on,
    pile,
    uses,
    values,
    visit,
    where,
)
from tests.games.positions import act, offered, settle_chance

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
