"""Paying, raising money, income and expenses, bankruptcy."""

import pytest

from games.game import OVER
from games.steam.rules import income
from games.steam.rules.money import means, pay
from games.steam.state import BANKRUPT, PLAYERS_LEFT
from tests.games.positions import act, offered, phase, refused
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    building,
    have,
    held,
    links,
    may_build,
    moving,
    opened,
    owner_of,
    put,
    track,
)


def paid(amount, **numbers):
    """What is left after paying, or None where the means do not suffice."""
    state = opened()
    have(state, 0, **numbers)
    if means(state, 0) < amount:
        return None
    pay(state, 0, amount)
    return held(state, 0, "cash", "income", "points")


@pytest.mark.rule("steam:E1")
def test_eight_dollars_out_of_nothing():
    assert paid(8, cash=0, income=0) == (2, -2, 0)


@pytest.mark.rule("steam:S1")
def test_the_end_of_the_income_track():
    assert paid(6, cash=0, income=-9, points=0) is None
    assert paid(6, cash=0, income=-9, points=2) == (4, -10, 0)
    assert paid(6, cash=0, income=-9, points=1) is None
    assert paid(5, cash=0, income=-9, points=1) == (0, -10, 1)


@pytest.mark.rule("steam:S4")
def test_not_more_than_needed():
    assert paid(4, cash=3) == (4, -1, 0)
    assert paid(3, cash=3) == (0, 0, 0)


@pytest.mark.rule("steam:E3")
@pytest.mark.rule("steam:X7")
def test_the_locomotive_tile():
    state = opened()
    have(state, 0, locomotive=4)
    assert "for $9" in state.label(0, state.parse("select:locomotive"))
    act(state, "select:locomotive")
    assert held(state, 0, "locomotive", "cash", "income") == (5, 1, -2)
    have(state, 1, locomotive=6)
    assert "seat 0 has Locomotive" in refused(state, "select:locomotive")
    state = opened()
    have(state, 0, locomotive=6)
    assert "highest level" in refused(state, "select:locomotive")
    have(state, 0, locomotive=1, income=-10, cash=5)
    assert "costs $6" in refused(state, "select:locomotive")
    assert "select:city_growth" in offered(state)
    assert "select:urbanization" not in offered(state)
    assert "decline:urbanization" in offered(state)


def settled(variant="base", before=(), **numbers):
    """Cash, income, points and whether bankrupt after the income phase."""
    state = opened(variant=variant, **dict(before))
    have(state, 0, **numbers)
    income.settle(state)
    return (*held(state, 0, "cash", "income", "points"), state.held(0, BANKRUPT))


@pytest.mark.rule("steam:E18")
def test_income_and_expenses_of_the_base_game():
    assert settled(income=2, cash=1) == (3, 2, 0, 0)
    assert settled(income=-1, cash=0) == (4, -2, 0, 0)


@pytest.mark.rule("steam:S2")
def test_the_last_means_of_the_base_game():
    assert settled(income=-10, cash=0, points=4) == (0, -10, 0, 0)
    assert settled(income=-10, cash=0, points=3)[3] == 1
    assert settled(income=-10, cash=5, points=2) == (0, -10, 0, 0)


@pytest.mark.rule("steam:E22")
def test_income_and_locomotive_of_the_standard_game():
    assert settled("standard", locomotive=3, income=2, cash=5) == (4, 2, 0, 0)
    assert settled("standard", locomotive=2, income=-3, cash=7) == (2, -3, 0, 0)
    assert settled("standard", locomotive=2, income=6, cash=0) == (4, 6, 0, 0)


@pytest.mark.rule("steam:S5")
def test_victory_points_for_what_is_owed():
    assert settled("standard", locomotive=4, income=1, cash=1, points=5) == (0, 1, 4, 0)
    assert settled("standard", locomotive=4, income=1, cash=0, points=5) == (1, 1, 3, 0)
    assert settled("standard", locomotive=4, income=1, cash=0, points=1) == (1, 0, 0, 0)


@pytest.mark.rule("steam:S7")
def test_still_owing_at_the_end_of_the_track():
    assert settled("standard", locomotive=1, income=-9, cash=7)[3] == 1
    assert settled("standard", locomotive=1, income=-9, cash=8) == (0, -10, 0, 0)


@pytest.mark.rule("steam:Q10")
def test_netting_or_paying_first():
    assert settled("standard", locomotive=3, income=2, cash=0, points=4) == (1, 2, 3, 0)
    first = {"net_income": False}
    assert settled("standard", first, locomotive=3, income=2, cash=0, points=4) == (3, 2, 2, 0)


@pytest.mark.rule("steam:X14")
def test_a_beginner_pays_expenses_by_raising_money():
    given = {"beginners": "0"}
    assert settled("standard", given, locomotive=3, income=0, cash=0, points=4) == (2, -1, 4, 0)
    assert settled("standard", given, locomotive=6, income=-10, cash=0, points=4)[3] == 1


@pytest.mark.rule("steam:X14")
def test_a_beginner_loses_what_others_lose_after_raising_money():
    for given in ({}, {"beginners": "0"}):
        left = settled("standard", given, locomotive=1, income=-10, cash=9, points=1)
        assert left == (0, -10, 0, 0)
    given = {"beginners": "0"}
    assert settled("standard", given, locomotive=1, income=-9, cash=3, points=1) == (0, -10, 0, 0)
    assert settled("standard", given, locomotive=6, income=-10, cash=4, points=5) == (0, -10, 0, 0)
    assert settled("standard", given, locomotive=1, income=-10, cash=8, points=1)[3] == 1


@pytest.mark.rule("steam:S37")
def test_the_standard_game_raises_no_money_in_between():
    state = building(opened(variant="standard"))
    have(state, 0, cash=0)
    assert offered(state, "build") == []
    assert held(state, 0, "income") == 0


def bankrupt(**chosen):
    """Black, with a complete and an incomplete link, goes bankrupt at the end of the turn."""
    state = opened(**chosen)
    track(state, BLACK, I12="N-S", I14="N+S", I16="N-S", J11="NW-SE")
    have(state, BLACK, income=-10)
    moving(state, goods_round=2)
    act(state, "pass", "pass", "pass")
    return state


@pytest.mark.rule("steam:X12")
def test_bankruptcy():
    state = bankrupt()
    assert state.view(0)["players"][0]["bankrupt"]
    assert int(state.cells[PLAYERS_LEFT]) == 2
    assert BLACK not in state.view(0)["order"]
    assert links(state) == [("Albany", "Poughkeepsie"), ("New_York", "Poughkeepsie")]
    assert owner_of(state, "I12", "N") is None
    building(state, 1, 2)
    assert may_build(state, "K12", "NW-S"), "the incomplete link starts at a city"
    track(state, GREEN, H17="SE-NW", G16="SE-NW", F15="SE+S")
    put(state, "Albany", "blue")
    moving(state, 1, 2)
    assert offered(state, "deliver") == [], "no link of Green's on the way"


@pytest.mark.rule("steam:X12")
def test_links_of_a_bankrupt_give_nobody_points():
    state = bankrupt()
    track(state, GREEN, H17="SE-NW", G16="SE-NW", F15="SE+S", F17="N-S", F19="N-S")
    put(state, "Albany", "red")
    have(state, GREEN, locomotive=4)
    moving(state, 1, 2)
    act(state, "deliver:Albany:red:Philadelphia:0,2", "take:points")
    assert [held(state, seat, "points") for seat in range(3)] == [0, 2, 0]


@pytest.mark.rule("steam:Q11")
def test_one_player_left():
    for ends in (False, True):
        state = opened(end_with_one=ends)
        have(state, 0, income=-10)
        have(state, 1, income=-10)
        moving(state, goods_round=2)
        act(state, "pass", "pass", "pass")
        assert state.ranking() == [[2], [0, 1]]
        assert (state.actor() == OVER) == ends
        if not ends:
            assert phase(state) == "action_tiles"
            act(state, "select:engineer", "done", "pass", "pass")
            assert state.view(0)["turn"] == 3


@pytest.mark.rule("steam:Q11")
def test_the_last_player_of_the_standard_game_has_nobody_to_bid_against():
    state = opened(variant="standard")
    have(state, 0, income=-10)
    have(state, 1, income=-10)
    have(state, 2, cash=10)
    moving(state, goods_round=2)
    act(state, "pass", "pass", "pass")
    act(state, "capital:1")
    assert phase(state) == "action_tiles"


def test_everybody_bankrupt_ends_the_match():
    state = opened()
    for seat in range(3):
        have(state, seat, income=-10)
        state.give(seat, 0, 0)
    moving(state, goods_round=2)
    act(state, "pass", "pass", "pass")
    assert state.actor() == OVER
    assert state.ranking() == [[0, 1, 2]]
