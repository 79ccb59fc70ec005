"""Every neutral building."""

from __future__ import annotations

from tests.games.great_western_trail.positions import (
    bare,
    discards,
    engine,
    have,
    held,
    hold,
    jobs,
    lay,
    market,
    pile,
    uses,
    visit,
)
from tests.games.positions import act, offered, settle_chance


def test_neutral_a_discards_a_guernsey_and_hires_twice() -> None:
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


def test_neutral_b_discards_a_dutch_belt_and_builds() -> None:
    state = bare()
    have(state, 0, money=4)
    hold(state, 0, "dutch_belt")
    visit(state, "B")
    assert uses(state) == ["dutch_belt_2", "build"]
    act(state, "use:build", "build:2a:C11", "use:dutch_belt_2")
    assert held(state, 0, "money") == 4
    assert state.view(0)["players"][0]["buildings"][1]["site"] == "C11"


def test_neutral_c_gives_a_certificate_or_an_objective_card_and_moves_the_engine() -> None:
    state = bare()
    have(state, 0, engineer=2)
    visit(state, "C")
    assert uses(state) == ["certificate", "objective", "engine_engineers"]
    act(state, "use:certificate")
    assert uses(state) == ["engine_engineers"]
    act(state, "use:engine_engineers", "engine:2")
    assert (held(state, 0, "certificate"), engine(state, 0)) == (1, "2")


def test_neutral_c_gives_the_top_of_the_deck_face_up() -> None:
    state = bare()
    discards(state, 0)
    visit(state, "C")
    act(state, "use:objective", "objective:deck")
    settle_chance(state)
    assert sum(pile(state, 0).values()) == 1
    assert sum(state.view(1)["players"][0]["discard_pile"].values()) == 1


def test_neutral_d_trades_or_pays_for_the_engine_and_has_an_auxiliary_action() -> None:
    state = bare()
    lay(state, T1="green_teepee")
    have(state, 0, money=2)
    visit(state, "D")
    assert uses(state) == ["trade", "pay_2_engine_2", "auxiliary"]
    act(state, "use:pay_2_engine_2", "engine:2", "use:auxiliary", "auxiliary:1:1")
    assert (held(state, 0, "money"), engine(state, 0)) == (1, "2")
    assert state.actor() != 0 or "use:trade" not in offered(state)


def test_neutral_d_trades() -> None:
    state = bare()
    lay(state, T1="green_teepee")
    visit(state, "D")
    assert uses(state) == ["trade", "auxiliary"]
    act(state, "use:trade", "trade:T1")
    assert held(state, 0, "money", "green") == (1, 1)


def test_neutral_e_discards_a_black_angus_and_opens_the_market() -> None:
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


def test_neutral_f_discards_a_pair_and_removes_a_hazard() -> None:
    state = bare()
    lay(state, RF1="rockfall_3_black")
    hold(state, 0, "jersey", "jersey", "guernsey")
    have(state, 0, money=3)
    visit(state, "F")
    assert offered(state, "pair") == ["pair:pair_4:jersey:jersey"]
    act(state, "pair:pair_4:jersey:jersey", "use:hazard_7", "hazard:RF1")
    assert held(state, 0, "money", "hazards", "hazard_points") == (0, 1, 3)


def test_a_pair_is_of_one_breed_whatever_its_points() -> None:
    state = bare()
    hold(state, 0, "west_highland_3", "west_highland_5", "texas_longhorn_5", "holstein")
    visit(state, "F")
    assert offered(state, "pair") == ["pair:pair_4:west_highland_3:west_highland_5"]


def test_neutral_g_moves_the_engine_and_has_an_auxiliary_action() -> None:
    state = bare()
    have(state, 0, auxiliary_1=0)
    visit(state, "G")
    assert uses(state) == ["engine_engineers", "auxiliary"]
    act(state, "use:auxiliary", "auxiliary:1:2", "use:engine_engineers", "engine:1")
    assert held(state, 0, "money") == 2


def test_either_all_local_actions_or_one_single_auxiliary_action() -> None:
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
