"""Every private building, both sides."""

from __future__ import annotations

import pytest

from railhead.games.great_western_trail import state
from tests.games.great_western_trail.positions import (
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


def test_1a_pays_for_buildings_beside_forests() -> None:
    position = on(1, space="B1")
    build(position, 0, A1=2, E1=3)
    visit(position, "B1")
    act(position, "use:money_2_forest")
    assert held(position, 0, "money") == 4
    position = on(1, space="B2")
    visit(position, "B2")
    assert not uses(position)


def test_2a_discards_a_guernsey_and_opens_the_market() -> None:
    position = on(2)
    hold(position, 0, "guernsey")
    market(position, "ayrshire")
    have(position, 0, money=2)
    visit(position, "B2")
    act(position, "use:guernsey_4", "use:cattle_market", "buy:1:ayrshire:none")
    assert held(position, 0, "money") == 0


def test_3a_discards_a_pair_and_moves_on() -> None:
    position = on(3)
    hold(position, 0, "jersey", "jersey")
    visit(position, "B2")
    act(position, "pair:pair_3:jersey:jersey", "use:move_1")
    assert values(position, "move") == ["C"]
    act(position, "move:C:0")
    assert held(position, 0, "money") == 3
    assert (where(position, 0), now(position)) == ("C", "local_actions")
    assert uses(position) == ["certificate", "objective", "engine_engineers"]


def test_4a_removes_a_hazard_for_5_and_moves_up_to_2() -> None:
    position = on(4)
    lay(position, FL1="flood_4_green")
    have(position, 0, money=5)
    visit(position, "B2")
    act(position, "use:hazard_5", "hazard:FL1", "use:move_2")
    assert held(position, 0, "money") == 0
    assert values(position, "move") == ["C", "E", "D"]


def test_5a_hires_for_1_less_and_moves_the_engine() -> None:
    position = on(5)
    jobs(position, 4, row1="engineer")
    have(position, 0, money=5)
    visit(position, "B2")
    act(position, "use:hire_cheap_1", "hire:1:engineer", "use:engine_engineers")
    assert held(position, 0, "money", "engineer") == (0, 2)
    assert values(position, "engine") == ["1", "2"]


def test_6a_discards_a_holstein_for_10() -> None:
    position = on(6)
    hold(position, 0, "holstein")
    visit(position, "B2")
    assert uses(position) == ["holstein_10", "auxiliary"]
    act(position, "use:holstein_10")
    assert held(position, 0, "money") == 10


def test_7a_pays_for_pairs_of_teepees_that_are_kept() -> None:
    position = on(7)
    have(position, 0, green=3, blue=1)
    visit(position, "B2")
    act(position, "use:teepee_pairs")
    assert held(position, 0, "money", "certificate", "green", "blue") == (2, 2, 3, 1)


def test_8a_trades_or_has_an_auxiliary_action_and_moves_the_engine() -> None:
    position = on(8)
    lay(position, T2="blue_teepee")
    visit(position, "B2")
    assert uses(position) == ["trade", "auxiliary", "engine_2"]
    act(position, "use:trade", "trade:T2")
    assert uses(position) == ["engine_2"]
    act(position, "use:engine_2", "engine:2")
    assert held(position, 0, "money", "blue") == (2, 1)


def test_9a_moves_the_engine_up_to_3() -> None:
    position = on(9)
    visit(position, "B2")
    assert uses(position) == ["engine_3"]
    act(position, "use:engine_3")
    assert values(position, "engine") == ["1", "2", "3"]
    act(position, "engine:3")
    assert uses(position) == ["special_delivery"]


def test_10a_takes_certificates_to_the_limit_and_moves_up_to_5() -> None:
    position = on(10)
    have(position, 0, certificate_4=0)
    visit(position, "B2")
    act(position, "use:certificate_limit", "use:move_5")
    assert held(position, 0, "certificate") == 4
    assert set(values(position, "move")) == {"C", "D", "E", "F", "G", "KC"}


# Private buildings, side b.


def test_1b_discards_an_objective_card_and_goes_back_for_3() -> None:
    position = on(1, "b")
    hold(position, 0, "D1", "jersey")
    have(position, 0, engine="2")
    visit(position, "B2")
    assert offered(position, "spend") == ["spend:objective_certificate_2:D1"]
    act(position, "spend:objective_certificate_2:D1", "use:back_1_money_3", "engine:1")
    assert held(position, 0, "certificate", "money") == (2, 3)
    assert pile(position, 0)["D1"] == 1


def test_1b_pays_for_the_station_it_goes_back_to() -> None:
    position = on(1, "b")
    have(position, 0, engine="5")
    visit(position, "B2")
    act(position, "use:back_1_money_3", "engine:4.5", "upgrade:4.5", "disc:auxiliary_3")
    assert held(position, 0, "money") == 1


def test_2b_discards_a_jersey_for_the_engine_and_a_dutch_belt_for_3() -> None:
    position = on(2, "b")
    hold(position, 0, "jersey", "dutch_belt")
    visit(position, "B2")
    act(position, "use:dutch_belt_3", "use:jersey_engine_1")
    assert offered(position) == ["engine:1", "skip"]
    act(position, "engine:1")
    assert (held(position, 0, "money"), engine(position, 0)) == (3, "1")


def test_3b_has_an_auxiliary_action_and_moves_on() -> None:
    position = on(3, "b")
    visit(position, "B2")
    assert uses(position) == ["auxiliary", "move_1"]
    act(position, "use:auxiliary", "auxiliary:1:1", "use:move_1", "move:C:0")
    assert (held(position, 0, "money"), where(position, 0)) == (1, "C")


def test_4b_draws_a_card_for_each_cowboy_and_moves_on() -> None:
    position = on(4, "b")
    have(position, 0, cowboy=3)
    hold(position, 0, "jersey")
    deck(position, 0, "guernsey", "guernsey", "guernsey", "guernsey")
    visit(position, "B2")
    act(position, "use:draw_cowboys")
    assert offered(position) == ["draw_cards:1", "draw_cards:2", "draw_cards:3"]
    act(position, "draw_cards:2", "draw:0:guernsey", "draw:0:guernsey")
    act(position, "discard:guernsey", "discard:jersey")
    assert hand(position, 0) == {"guernsey": 1}
    assert uses(position) == ["move_3"]


def test_5b_discards_a_black_angus_and_pays_for_engineers() -> None:
    position = on(5, "b")
    have(position, 0, engineer=4)
    hold(position, 0, "black_angus")
    visit(position, "B2")
    act(position, "use:money_engineers", "use:black_angus_certificate_2")
    assert held(position, 0, "money", "certificate") == (4, 2)


def test_6b_discards_a_cattle_card_for_3_and_an_objective_card_into_the_hand() -> None:
    position = on(6, "b")
    hold(position, 0, "ayrshire", "D1")
    display(position, "D2", "D3", "D4", "D5")
    visit(position, "B2")
    assert offered(position, "spend") == ["spend:cattle_money_3_objective:ayrshire"]
    act(position, "spend:cattle_money_3_objective:ayrshire")
    assert offered(position)[-2:] == ["objective:deck", "skip"]
    act(position, "objective:D3")
    assert (held(position, 0, "money"), hand(position, 0)) == (3, {"D1": 1, "D3": 1})
    assert pile(position, 0, state.KNOWN) == {"D3": 1}


def test_6b_takes_the_top_of_the_deck_unseen() -> None:
    position = on(6, "b")
    hold(position, 0, "ayrshire")
    visit(position, "B2")
    act(position, "spend:cattle_money_3_objective:ayrshire", "objective:deck")
    outcome = position.chance_outcomes()[0][0]
    assert position.observe(0, -1, outcome).startswith("take_objective:0:")
    assert position.observe(1, -1, outcome) == "take_objective:0:?"
    settle_chance(position)
    assert position.amount(0, state.SECRETS) == 1
    assert sum(pile(position, 0, state.HAND).values()) == 1


def test_7b_moves_the_engine_for_buildings_beside_forests() -> None:
    position = on(7, "b", space="F2")
    build(position, 0, E2=1, B3=2)
    visit(position, "F2")
    act(position, "use:engine_forest")
    assert values(position, "engine") == ["1", "2"]


def test_8b_copies_a_neutral_neighbour() -> None:
    position = on(8, "b", space="B3")
    visit(position, "B3")
    assert offered(position, "copy") == ["copy:C"]
    act(position, "copy:C")
    assert uses(position) == ["certificate", "objective", "engine_engineers"]
    act(position, "use:certificate", "use:engine_engineers", "engine:1")
    assert held(position, 0, "certificate") == 1


def test_8b_copies_anothers_building_for_its_own_player() -> None:
    position = on(8, "b", space="B2")
    build(position, 1, B3=10)
    have(position, 1, engineer=5)
    visit(position, "B2")
    assert offered(position, "copy") == ["copy:B3"]
    act(position, "copy:B3", "use:money_4")
    assert held(position, 0, "money") == 4
    assert uses(position) == ["engine_4", "move_4"]


def test_8b_between_empty_spaces_copies_nothing() -> None:
    position = on(8, "b", space="B2")
    visit(position, "B2")
    assert not offered(position, "copy")


@pytest.mark.parametrize(("option", "usable"), [(False, False), (True, True)])
def test_8b_keeps_its_own_attached_action(option: bool, usable: bool) -> None:
    position = on(8, "b", space="FR1", copy_attached=option)
    build(position, 1, FR2=5)
    hold(position, 0, "jersey", "jersey")
    visit(position, "FR1")
    assert uses(position) == ["jersey_certificate_2"]
    act(position, "copy:FR2", "use:money_engineers", "use:jersey_certificate_2")
    assert ("use:jersey_certificate_2" in offered(position)) == usable


@pytest.mark.rule("great_western_trail:40")
def test_8b_copies_through_another_8b_but_not_in_a_circle() -> None:
    position = on(8, "b", space="B1")
    build(position, 1, B2=8, B3=5)
    visit(position, "B1")
    assert offered(position, "copy") == ["copy:B", "copy:B2"]
    act(position, "copy:B2")
    assert offered(position, "copy") == ["copy:B3"]
    act(position, "copy:B3", "use:money_engineers")
    assert not offered(position, "copy")
    position = on(8, "b", space="B1")
    build(position, 1, B2=8)
    visit(position, "B1")
    act(position, "copy:B2")
    assert not offered(position, "copy")


@pytest.mark.rule("great_western_trail:41")
def test_8b_may_copy_the_building_whose_move_led_to_it() -> None:
    position = on(10, "b", space="B2")
    build(position, 0, B3=8)
    visit(position, "B2")
    act(position, "use:move_4", "move:B3:0")
    assert offered(position, "copy") == ["copy:C", "copy:B2"]
    act(position, "copy:B2", "use:money_4")
    assert held(position, 0, "money") == 4


def test_9b_upgrades_a_station_behind_the_engine() -> None:
    position = on(9, "b")
    have(position, 0, engine="11", money=4, stations=["4.5"])
    visit(position, "B2")
    act(position, "use:upgrade_behind")
    assert offered(position) == ["upgrade:7.5", "upgrade:10.5"]
    act(position, "upgrade:10.5", "disc:auxiliary_3")
    assert held(position, 0, "money") == 0


def test_10b_pays_4_moves_the_engine_and_the_cattleman() -> None:
    position = on(10, "b", space="F1")
    visit(position, "F1")
    assert uses(position) == ["money_4", "engine_4", "move_4"]
    act(position, "use:engine_4", "engine:4", "use:money_4", "use:move_4", "move:KC:0")
    assert (held(position, 0, "money"), now(position)) == (4, "income")
