"""The first order, the auctions of both games, and capital."""

import pytest

from games.steam.actions import TILES
from games.steam.rules import turns
from games.steam.state import BUYING, FREE_PASS, INCOME, POINTS
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


def order(state):
    return state.view(0)["order"]


@pytest.mark.rule("steam:S8")
@pytest.mark.rule("steam:X22")
def test_the_random_first_order():
    state = opened(4, tiles=[5, 3, 7, 1])
    assert order(state) == [3, 0, 1, 2]
    assert cash_of(state) == [1, 2, 3, 0]
    assert cash_of(opened(5)) == [0, 1, 2, 3, 4]


@pytest.mark.rule("steam:E2")
def test_the_first_place_for_seven():
    state = opened(5, first_order="auction", first_bidder=2)
    assert state.actor() == 2
    act(state, "bid:0", "pass", "bid:7", "pass", "pass", "pass")
    assert held(state, 4, "income", "cash") == (-2, 3)
    auction = state.view(0)["auction"]
    assert auction["taken"] == [{"place": 1, "seat": 4}]
    assert auction["high_bid"] is None
    assert state.actor() == 0, "left of the winner"
    asked = []
    while len(state.view(0)["auction"]["taken"]) == 1:
        asked.append(int(state.actor()))
        act(state, "pass")
    assert asked == [0, 1, 2], "four bidders, the last one left is not asked"


@pytest.mark.rule("steam:X9")
@pytest.mark.rule("steam:X22")
def test_a_first_auction_without_bids():
    state = opened(3, first_order="auction", first_bidder=1)
    act(state, "pass", "pass")
    assert state.view(0)["auction"]["taken"] == [{"place": 1, "seat": 0}]
    assert state.actor() == 1
    act(state, "pass")
    assert phase(state) == "action_tiles"
    assert order(state) == [0, 2, 1]
    assert cash_of(state) == [0, 0, 0]


@pytest.mark.rule("steam:X10")
def test_the_winner_is_out_and_the_next_bidder_sits_to_the_left():
    state = opened(4, first_order="auction", first_bidder=0)
    act(state, "bid:1", "pass", "pass", "pass")
    assert state.actor() == 1
    act(state, "bid:2", "bid:3", "pass", "pass")
    assert held(state, 2, "income", "cash") == (-1, 2)
    assert state.actor() == 3
    act(state, "pass")
    assert order(state) == [0, 2, 1, 3]
    assert cash_of(state) == [4, 0, 2, 0]


@pytest.mark.rule("steam:Q12")
def test_no_bid_beyond_the_means():
    state = opened(3, first_order="auction", first_bidder=0)
    assert offered(state)[-1] == "bid:50"
    assert "can pay $50" in refused(state, "bid:51")
    act(state, "bid:50")
    assert "above $50" in refused(state, "bid:50")
    assert offered(state) == ["pass"]


def standard(seats, *seat_order, free=None, cash=20):
    """The auction of a turn of the standard game."""
    state = opened(seats, variant="standard")
    ordered(state, seat_order or range(seats))
    turns.begin_phase(state, BUYING, 0)
    act(state, *["capital:0"] * seats)
    for seat in range(seats):
        have(state, seat, cash=cash)
    if free is not None:
        state.give(free, FREE_PASS, 1)
    return state


@pytest.mark.rule("steam:E21")
def test_the_example_of_the_standard_auction():
    state = standard(4, free=3)
    act(state, "bid:0", "bid:2", "pass")
    assert "for free" in state.label(3, state.parse("pass"))
    act(state, "pass", "bid:3", "pass")
    assert state.actor() == 3
    act(state, "pass")
    assert order(state) == [0, 3, 1, 2]
    assert cash_of(state) == [17, 19, 20, 20]


@pytest.mark.rule("steam:X11")
def test_who_pays_how_much():
    state = standard(3)
    act(state, "bid:5", "bid:7", "pass", "bid:9", "pass")
    assert order(state) == [0, 1, 2]
    assert cash_of(state) == [11, 13, 20]
    state = standard(5)
    act(state, "bid:1", "bid:3", "bid:5", "bid:7", "bid:9", "pass", "pass", "pass", "pass")
    assert order(state) == [4, 3, 2, 1, 0]
    assert cash_of(state) == [20, 18, 17, 13, 11]


@pytest.mark.rule("steam:S38")
def test_a_standard_auction_without_bids():
    state = standard(4, 2, 0, 3, 1)
    act(state, "pass", "pass", "pass")
    assert order(state) == [1, 3, 0, 2]
    assert cash_of(state) == [20] * 4


@pytest.mark.rule("steam:S37")
def test_no_bid_above_own_cash():
    state = standard(3, cash=4)
    assert offered(state)[-1] == "bid:4"
    assert "can pay $4" in refused(state, "bid:5")


@pytest.mark.rule("steam:Q8")
def test_the_second_chance_of_a_free_pass():
    state = standard(3, free=2)
    act(state, "bid:0", "bid:1", "pass", "pass")
    assert state.actor() == 2, "the high bidder is not asked against nobody"
    act(state, "bid:2")
    assert state.actor() == 1
    act(state, "pass")
    assert order(state) == [2, 1, 0]
    state = opened(3, variant="standard", second_chance=False)
    act(state, *["capital:1"] * 3)
    state.give(2, FREE_PASS, 1)
    act(state, "bid:0", "bid:1", "pass", "pass")
    assert phase(state) == "action_tiles"
    assert order(state) == [1, 2, 0]


@pytest.mark.rule("steam:Q9")
def test_the_free_pass_comes_with_the_tile_of_the_last_turn():
    for dealt in (False, True):
        state = opened(3, variant="standard", tiles=[2, 1, 3], dealt_free_pass=dealt)
        assert order(state) == [1, 0, 2]
        assert [player["free_pass"] for player in state.view(0)["players"]] == [False, dealt, False]
    act(state, "capital:2", "capital:2", "capital:2", "pass", "pass", "pass")
    act(state, *[f"select:{tile}" for tile in (TILES[0], TILES[1], TILES[2])])
    act(state, "done", "done", "done", *["pass"] * 6)
    holder = state.view(0)["order"][0]
    assert [seat for seat in range(3) if state.held(seat, FREE_PASS)] == [holder]


def free_passes(state):
    return [player["free_pass"] for player in state.view(0)["players"]]


@pytest.mark.rule("steam:Q9")
def test_a_free_pass_is_over_with_its_auction():
    state = standard(3, free=2)
    assert free_passes(state) == [False, False, True]
    act(state, "bid:0", "pass")
    assert free_passes(state) == [False, False, True]
    act(state, "bid:1", "pass")
    assert phase(state) == "action_tiles"
    assert free_passes(state) == [False, False, False]


@pytest.mark.rule("steam:Q9")
def test_who_is_bankrupt_has_no_free_pass():
    for broke in (False, True):
        state = opened(3, variant="standard")
        have(state, 0, income=-10 if broke else 0)
        have(state, 1, cash=20)
        have(state, 2, cash=20)
        moving(state, goods_round=2, s0="turn_order")
        act(state, "pass", "pass", "pass")
        assert state.view(0)["players"][0]["bankrupt"] == broke
        assert free_passes(state) == [not broke, False, False]
    have(state, 1, income=-10, cash=0)
    moving(state, 1, 2, goods_round=2, s2="turn_order")
    act(state, "pass", "pass")
    assert free_passes(state) == [False, False, True]
    act(state, "capital:0")
    assert phase(state) == "action_tiles"
    assert free_passes(state) == [False, False, False], "nobody to bid against"


@pytest.mark.rule("steam:X21")
def test_capital_in_any_number_of_steps():
    state = opened(3, variant="standard")
    assert phase(state) == "capital"
    have(state, 0, income=-9, points=5)
    assert offered(state) == ["capital:0", "capital:1", "capital:2", "capital:3"]
    assert "income -9 to -10 and 4 victory points" in state.label(0, state.parse("capital:3"))
    assert "3 steps" in refused(state, "capital:4")
    act(state, "capital:3")
    assert held(state, 0, "cash", "income", "points") == (15, -10, 1)
    assert state.actor() == 1
    act(state, "capital:2", "capital:0")
    assert cash_of(state) == [15, 10, 0]
    assert phase(state) == "auction"


@pytest.mark.rule("steam:X14")
def test_a_beginner_raises_money_at_need():
    state = opened(3, variant="standard", beginners="1")
    act(state, *["capital:0"] * 3)
    assert offered(state) == ["pass", "bid:0"]
    act(state, "pass")
    assert offered(state)[-1] == "bid:50"
    act(state, "bid:3", "pass")
    assert held(state, 1, "cash", "income") == (2, -1)
    hold(state)
    turns.begin_phase(state, 4, 0)
    assert state.actor() == 1
    assert offered(state, "build")
    act(state, "done")
    assert offered(state, "build") == []
    assert state.held(1, INCOME) == -1
    assert state.held(1, POINTS) == 0
