"""The first order, the auctions of both games, and capital."""

from __future__ import annotations

import pytest

from railhead.games.steam import actions, state
from railhead.games.steam.match import Steam
from railhead.games.steam.rules import turns
from tests.games.positions import act, offered, phase, refused
from tests.games.steam.positions import (
    cash_of,
    have,
    held,
    hold,
    moving,
    opened,
    ordered,
)


def order(position: Steam) -> list[int]:
    shown: list[int] = position.view(0)["order"]
    return shown


@pytest.mark.rule("steam:S8")
@pytest.mark.rule("steam:X22")
def test_the_random_first_order() -> None:
    position = opened(4, tiles=[5, 3, 7, 1])
    assert order(position) == [3, 0, 1, 2]
    assert cash_of(position) == [1, 2, 3, 0]
    assert cash_of(opened(5)) == [0, 1, 2, 3, 4]


@pytest.mark.rule("steam:E2")
def test_the_first_place_for_seven() -> None:
    position = opened(5, first_order="auction", first_bidder=2)
    assert position.actor() == 2
    act(position, "bid:0", "pass", "bid:7", "pass", "pass", "pass")
    assert held(position, 4, "income", "cash") == (-2, 3)
    auction = position.view(0)["auction"]
    assert auction["taken"] == [{"place": 1, "seat": 4}]
    assert auction["high_bid"] is None
    assert position.actor() == 0, "left of the winner"
    asked = []
    while len(position.view(0)["auction"]["taken"]) == 1:
        asked.append(int(position.actor()))
        act(position, "pass")
    assert asked == [0, 1, 2], "four bidders, the last one left is not asked"


@pytest.mark.rule("steam:X9")
@pytest.mark.rule("steam:X22")
def test_a_first_auction_without_bids() -> None:
    position = opened(3, first_order="auction", first_bidder=1)
    act(position, "pass", "pass")
    assert position.view(0)["auction"]["taken"] == [{"place": 1, "seat": 0}]
    assert position.actor() == 1
    act(position, "pass")
    assert phase(position) == "action_tiles"
    assert order(position) == [0, 2, 1]
    assert cash_of(position) == [0, 0, 0]


@pytest.mark.rule("steam:X10")
def test_the_winner_is_out_and_the_next_bidder_sits_to_the_left() -> None:
    position = opened(4, first_order="auction", first_bidder=0)
    act(position, "bid:1", "pass", "pass", "pass")
    assert position.actor() == 1
    act(position, "bid:2", "bid:3", "pass", "pass")
    assert held(position, 2, "income", "cash") == (-1, 2)
    assert position.actor() == 3
    act(position, "pass")
    assert order(position) == [0, 2, 1, 3]
    assert cash_of(position) == [4, 0, 2, 0]


@pytest.mark.rule("steam:Q12")
def test_no_bid_beyond_the_means() -> None:
    position = opened(3, first_order="auction", first_bidder=0)
    assert offered(position)[-1] == "bid:50"
    assert "can pay $50" in refused(position, "bid:51")
    act(position, "bid:50")
    assert "above $50" in refused(position, "bid:50")
    assert offered(position) == ["pass"]


def standard(seats: int, *seat_order: int, free: int | None = None, cash: int = 20) -> Steam:
    """The auction of a turn of the standard game."""
    position = opened(seats, variant="standard")
    ordered(position, seat_order or range(seats))
    turns.begin_phase(position, state.BUYING, 0)
    act(position, *["capital:0"] * seats)
    for seat in range(seats):
        have(position, seat, cash=cash)
    if free is not None:
        position.give(free, state.FREE_PASS, 1)
    return position


@pytest.mark.rule("steam:E21")
def test_the_example_of_the_standard_auction() -> None:
    position = standard(4, free=3)
    act(position, "bid:0", "bid:2", "pass")
    assert "for free" in position.label(3, position.parse("pass"))
    act(position, "pass", "bid:3", "pass")
    assert position.actor() == 3
    act(position, "pass")
    assert order(position) == [0, 3, 1, 2]
    assert cash_of(position) == [17, 19, 20, 20]


@pytest.mark.rule("steam:X11")
def test_who_pays_how_much() -> None:
    position = standard(3)
    act(position, "bid:5", "bid:7", "pass", "bid:9", "pass")
    assert order(position) == [0, 1, 2]
    assert cash_of(position) == [11, 13, 20]
    position = standard(5)
    act(position, "bid:1", "bid:3", "bid:5", "bid:7", "bid:9", "pass", "pass", "pass", "pass")
    assert order(position) == [4, 3, 2, 1, 0]
    assert cash_of(position) == [20, 18, 17, 13, 11]


@pytest.mark.rule("steam:S38")
def test_a_standard_auction_without_bids() -> None:
    position = standard(4, 2, 0, 3, 1)
    act(position, "pass", "pass", "pass")
    assert order(position) == [1, 3, 0, 2]
    assert cash_of(position) == [20] * 4


@pytest.mark.rule("steam:S37")
def test_no_bid_above_own_cash() -> None:
    position = standard(3, cash=4)
    assert offered(position)[-1] == "bid:4"
    assert "can pay $4" in refused(position, "bid:5")


@pytest.mark.rule("steam:Q8")
def test_the_second_chance_of_a_free_pass() -> None:
    position = standard(3, free=2)
    act(position, "bid:0", "bid:1", "pass", "pass")
    assert position.actor() == 2, "the high bidder is not asked against nobody"
    act(position, "bid:2")
    assert position.actor() == 1
    act(position, "pass")
    assert order(position) == [2, 1, 0]
    position = opened(3, variant="standard", second_chance=False)
    act(position, *["capital:1"] * 3)
    position.give(2, state.FREE_PASS, 1)
    act(position, "bid:0", "bid:1", "pass", "pass")
    assert phase(position) == "action_tiles"
    assert order(position) == [1, 2, 0]


@pytest.mark.rule("steam:Q9")
def test_the_free_pass_comes_with_the_tile_of_the_last_turn() -> None:
    for dealt in (False, True):
        position = opened(3, variant="standard", tiles=[2, 1, 3], dealt_free_pass=dealt)
        assert order(position) == [1, 0, 2]
        assert [player["free_pass"] for player in position.view(0)["players"]] == [
            False,
            dealt,
            False,
        ]
    act(position, "capital:2", "capital:2", "capital:2", "pass", "pass", "pass")
    act(
        position,
        *[f"select:{tile}" for tile in (actions.TILES[0], actions.TILES[1], actions.TILES[2])],
    )
    act(position, "done", "done", "done", *["pass"] * 6)
    holder = position.view(0)["order"][0]
    assert [seat for seat in range(3) if position.amount(seat, state.FREE_PASS)] == [holder]


def free_passes(position: Steam) -> list[bool]:
    return [player["free_pass"] for player in position.view(0)["players"]]


@pytest.mark.rule("steam:Q9")
def test_a_free_pass_is_over_with_its_auction() -> None:
    position = standard(3, free=2)
    assert free_passes(position) == [False, False, True]
    act(position, "bid:0", "pass")
    assert free_passes(position) == [False, False, True]
    act(position, "bid:1", "pass")
    assert phase(position) == "action_tiles"
    assert free_passes(position) == [False, False, False]


@pytest.mark.rule("steam:Q9")
def test_who_is_bankrupt_has_no_free_pass() -> None:
    for broke in (False, True):
        position = opened(3, variant="standard")
        have(position, 0, income=-10 if broke else 0)
        have(position, 1, cash=20)
        have(position, 2, cash=20)
        moving(position, goods_round=2, s0="turn_order")
        act(position, "pass", "pass", "pass")
        assert position.view(0)["players"][0]["bankrupt"] == broke
        assert free_passes(position) == [not broke, False, False]
    have(position, 1, income=-10, cash=0)
    moving(position, 1, 2, goods_round=2, s2="turn_order")
    act(position, "pass", "pass")
    assert free_passes(position) == [False, False, True]
    act(position, "capital:0")
    assert phase(position) == "action_tiles"
    assert free_passes(position) == [False, False, False], "nobody to bid against"


@pytest.mark.rule("steam:X21")
def test_capital_in_any_number_of_steps() -> None:
    position = opened(3, variant="standard")
    assert phase(position) == "capital"
    have(position, 0, income=-9, points=5)
    assert offered(position) == ["capital:0", "capital:1", "capital:2", "capital:3"]
    assert position.label(0, position.parse("capital:3")) == (
        "Buy $15 of capital for 1 income (from -9 to -10) and 4 victory points"
    )
    assert "3 steps" in refused(position, "capital:4")
    act(position, "capital:3")
    assert held(position, 0, "cash", "income", "points") == (15, -10, 1)
    assert position.actor() == 1
    act(position, "capital:2", "capital:0")
    assert cash_of(position) == [15, 10, 0]
    assert phase(position) == "auction"


@pytest.mark.rule("steam:X14")
def test_a_beginner_raises_money_at_need() -> None:
    position = opened(3, variant="standard", beginners="1")
    act(position, *["capital:0"] * 3)
    assert offered(position) == ["pass", "bid:0"]
    act(position, "pass")
    assert offered(position)[-1] == "bid:50"
    act(position, "bid:3", "pass")
    assert held(position, 1, "cash", "income") == (2, -1)
    hold(position)
    turns.begin_phase(position, 4, 0)
    assert position.actor() == 1
    assert offered(position, "build")
    act(position, "done")
    assert offered(position, "build") == []
    assert position.amount(1, state.INCOME) == -1
    assert position.amount(1, state.POINTS) == 0
