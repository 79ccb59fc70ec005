"""Paying, raising money, income and expenses, bankruptcy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from railhead.games.game import OVER
from railhead.games.steam import state
from railhead.games.steam.match import Steam
from railhead.games.steam.rules import income
from railhead.games.steam.rules.money import means, pay
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


def paid(amount: int, **numbers: int) -> tuple[int, ...] | None:
    """What is left after paying, or None where the means do not suffice."""
    position = opened()
    have(position, 0, **numbers)
    if means(position, 0) < amount:
        return None
    pay(position, 0, amount)
    return held(position, 0, "cash", "income", "points")


@pytest.mark.rule("steam:E1")
def test_eight_dollars_out_of_nothing() -> None:
    assert paid(8, cash=0, income=0) == (2, -2, 0)


@pytest.mark.rule("steam:S1")
def test_the_end_of_the_income_track() -> None:
    assert paid(6, cash=0, income=-9, points=0) is None
    assert paid(6, cash=0, income=-9, points=2) == (4, -10, 0)
    assert paid(6, cash=0, income=-9, points=1) is None
    assert paid(5, cash=0, income=-9, points=1) == (0, -10, 1)


@pytest.mark.rule("steam:S4")
def test_not_more_than_needed() -> None:
    assert paid(4, cash=3) == (4, -1, 0)
    assert paid(3, cash=3) == (0, 0, 0)


@pytest.mark.rule("steam:E3")
@pytest.mark.rule("steam:X7")
def test_the_locomotive_tile() -> None:
    position = opened()
    have(position, 0, locomotive=4)
    assert "for $9" in position.label(0, position.parse("select:locomotive"))
    act(position, "select:locomotive")
    assert held(position, 0, "locomotive", "cash", "income") == (5, 1, -2)
    have(position, 1, locomotive=6)
    assert "seat 0 has Locomotive" in refused(position, "select:locomotive")
    position = opened()
    have(position, 0, locomotive=6)
    assert "highest level" in refused(position, "select:locomotive")
    have(position, 0, locomotive=1, income=-10, cash=5)
    assert "costs $6" in refused(position, "select:locomotive")
    assert "select:city_growth" in offered(position)
    assert "select:urbanization" not in offered(position)
    assert "decline:urbanization" in offered(position)


def settled(
    variant: str = "base", before: Mapping[str, Any] | None = None, **numbers: int
) -> tuple[int, ...]:
    """Cash, income, points and whether bankrupt after the income phase."""
    position = opened(variant=variant, **(before or {}))
    have(position, 0, **numbers)
    income.settle(position)
    return (*held(position, 0, "cash", "income", "points"), position.amount(0, state.BANKRUPT))


@pytest.mark.rule("steam:E18")
def test_income_and_expenses_of_the_base_game() -> None:
    assert settled(income=2, cash=1) == (3, 2, 0, 0)
    assert settled(income=-1, cash=0) == (4, -2, 0, 0)


@pytest.mark.rule("steam:S2")
def test_the_last_means_of_the_base_game() -> None:
    assert settled(income=-10, cash=0, points=4) == (0, -10, 0, 0)
    assert settled(income=-10, cash=0, points=3)[3] == 1
    assert settled(income=-10, cash=5, points=2) == (0, -10, 0, 0)


@pytest.mark.rule("steam:E22")
def test_income_and_locomotive_of_the_standard_game() -> None:
    assert settled("standard", locomotive=3, income=2, cash=5) == (4, 2, 0, 0)
    assert settled("standard", locomotive=2, income=-3, cash=7) == (2, -3, 0, 0)
    assert settled("standard", locomotive=2, income=6, cash=0) == (4, 6, 0, 0)


@pytest.mark.rule("steam:S5")
def test_victory_points_for_what_is_owed() -> None:
    assert settled("standard", locomotive=4, income=1, cash=1, points=5) == (0, 1, 4, 0)
    assert settled("standard", locomotive=4, income=1, cash=0, points=5) == (1, 1, 3, 0)
    assert settled("standard", locomotive=4, income=1, cash=0, points=1) == (1, 0, 0, 0)


@pytest.mark.rule("steam:S7")
def test_still_owing_at_the_end_of_the_track() -> None:
    assert settled("standard", locomotive=1, income=-9, cash=7)[3] == 1
    assert settled("standard", locomotive=1, income=-9, cash=8) == (0, -10, 0, 0)


@pytest.mark.rule("steam:Q10")
def test_netting_or_paying_first() -> None:
    assert settled("standard", locomotive=3, income=2, cash=0, points=4) == (1, 2, 3, 0)
    first = {"net_income": False}
    assert settled("standard", first, locomotive=3, income=2, cash=0, points=4) == (3, 2, 2, 0)


@pytest.mark.rule("steam:X14")
def test_a_beginner_pays_expenses_by_raising_money() -> None:
    given = {"beginners": "0"}
    assert settled("standard", given, locomotive=3, income=0, cash=0, points=4) == (2, -1, 4, 0)
    assert settled("standard", given, locomotive=6, income=-10, cash=0, points=4)[3] == 1


@pytest.mark.rule("steam:X14")
def test_a_beginner_loses_what_others_lose_after_raising_money() -> None:
    for given in ({}, {"beginners": "0"}):
        left = settled("standard", given, locomotive=1, income=-10, cash=9, points=1)
        assert left == (0, -10, 0, 0)
    given = {"beginners": "0"}
    assert settled("standard", given, locomotive=1, income=-9, cash=3, points=1) == (0, -10, 0, 0)
    assert settled("standard", given, locomotive=6, income=-10, cash=4, points=5) == (0, -10, 0, 0)
    assert settled("standard", given, locomotive=1, income=-10, cash=8, points=1)[3] == 1


@pytest.mark.rule("steam:S37")
def test_the_standard_game_raises_no_money_in_between() -> None:
    position = building(opened(variant="standard"))
    have(position, 0, cash=0)
    assert offered(position, "build") == []
    assert held(position, 0, "income") == 0


def bankrupt(**chosen: Any) -> Steam:
    """Black, with a complete and an incomplete link, goes bankrupt at the end of the turn."""
    position = opened(**chosen)
    track(position, BLACK, I12="N-S", I14="N+S", I16="N-S", J11="NW-SE")
    have(position, BLACK, income=-10)
    moving(position, goods_round=2)
    act(position, "pass", "pass", "pass")
    return position


@pytest.mark.rule("steam:X12")
def test_bankruptcy() -> None:
    position = bankrupt()
    assert position.view(0)["players"][0]["bankrupt"]
    assert int(position.cells[state.PLAYERS_LEFT]) == 2
    assert BLACK not in position.view(0)["order"]
    assert links(position) == [("Albany", "Poughkeepsie"), ("New_York", "Poughkeepsie")]
    assert owner_of(position, "I12", "N") is None
    building(position, 1, 2)
    assert may_build(position, "K12", "NW-S"), "the incomplete link starts at a city"
    track(position, GREEN, H17="SE-NW", G16="SE-NW", F15="SE+S")
    put(position, "Albany", "blue")
    moving(position, 1, 2)
    assert offered(position, "deliver") == [], "no link of Green's on the way"


@pytest.mark.rule("steam:X12")
def test_links_of_a_bankrupt_give_nobody_points() -> None:
    position = bankrupt()
    track(position, GREEN, H17="SE-NW", G16="SE-NW", F15="SE+S", F17="N-S", F19="N-S")
    put(position, "Albany", "red")
    have(position, GREEN, locomotive=4)
    moving(position, 1, 2)
    act(position, "deliver:Albany:red:Philadelphia:0,2", "take:points")
    assert [held(position, seat, "points") for seat in range(3)] == [0, 2, 0]


@pytest.mark.rule("steam:Q11")
def test_one_player_left() -> None:
    for ends in (False, True):
        position = opened(end_with_one=ends)
        have(position, 0, income=-10)
        have(position, 1, income=-10)
        moving(position, goods_round=2)
        act(position, "pass", "pass", "pass")
        assert position.ranking() == [[2], [0, 1]]
        assert (position.actor() == OVER) == ends
        if not ends:
            assert phase(position) == "action_tiles"
            act(position, "select:engineer", "done", "pass", "pass")
            assert position.view(0)["turn"] == 3


@pytest.mark.rule("steam:Q11")
def test_the_last_player_of_the_standard_game_has_nobody_to_bid_against() -> None:
    position = opened(variant="standard")
    have(position, 0, income=-10)
    have(position, 1, income=-10)
    have(position, 2, cash=10)
    moving(position, goods_round=2)
    act(position, "pass", "pass", "pass")
    act(position, "capital:1")
    assert phase(position) == "action_tiles"


def test_everybody_bankrupt_ends_the_match() -> None:
    position = opened()
    for seat in range(3):
        have(position, seat, income=-10)
        position.give(seat, 0, 0)
    moving(position, goods_round=2)
    act(position, "pass", "pass", "pass")
    assert position.actor() == OVER
    assert position.ranking() == [[0, 1, 2]]
