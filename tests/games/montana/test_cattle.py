"""Cattle trades, at any moment of the own turn and at no other."""

from __future__ import annotations

import pytest

from games.game import IllegalAction
from games.montana.actions import COLOURS, SETS
from games.montana.state import LARGE_AT
from tests.games.montana.positions import (
    bare,
    have,
    held,
    stock,
    supply,
)
from tests.games.positions import act, offered, phase, refused

QUARRY = COLOURS.index("stone")
WORKERS = ("grain_worker", "pumpkin_worker", "copper_worker", "stone_worker")
TRADES = [
    "trade:grain",
    "trade:pumpkin",
    "trade:copper_small",
    "trade:stone_small",
    "trade:coins",
    *(f"trade:{worker}" for worker in WORKERS),
]


@pytest.mark.rule("montana:41")
def test_one_cattle_for_three_coins_two_for_two_workers() -> None:
    state = bare()
    have(state, 0, cattle=3)
    assert offered(state, "trade") == TRADES
    act(state, "trade:coins")
    assert held(state, 0, "coins", "cattle") == (3, 2)
    act(state, "trade:stone_worker", "trade:grain_worker")
    assert held(state, 0, "stone_worker", "grain_worker", "cattle") == (1, 1, 0)
    assert offered(state, "trade") == []
    assert phase(state) == "main_action"


@pytest.mark.rule("montana:41")
def test_a_ninth_worker_displaces_one() -> None:
    state = bare()
    have(state, 0, cattle=1, grain_worker=8)
    act(state, "trade:stone_worker")
    assert offered(state) == ["discard:grain", "discard:stone"]
    act(state, "discard:grain")
    assert held(state, 0, *WORKERS) == (7, 0, 0, 1)
    assert phase(state) == "main_action"


@pytest.mark.parametrize("good", ["grain", "pumpkin", "copper_small", "stone_small"])
def test_a_small_good_of_choice(good: str) -> None:
    state = bare()
    have(state, 0, cattle=1)
    act(state, f"trade:{good}")
    assert held(state, 0, good, "cattle") == (1, 0)


def test_a_good_by_the_shortage_rule() -> None:
    state = bare()
    have(state, 0, cattle=1)
    have(state, 1, grain=2)
    supply(state, grain=0)
    act(state, "trade:grain")
    assert (held(state, 0, "grain"), held(state, 1, "grain")) == (1, 1)


@pytest.mark.rule("montana:42")
def test_no_trade_in_anothers_turn() -> None:
    state = bare()
    have(state, 0, pumpkin=3)
    have(state, 1, pumpkin=3, cattle=2)
    act(state, "city", "bid:1:1")
    assert state.actor() == 1
    assert offered(state, "trade") == []
    with pytest.raises(IllegalAction, match="own turn only"):
        state.apply(1, state.parse("trade:coins"))
    act(state, "bid:2:1")
    assert state.actor() == 1
    assert phase(state) == "city_reward"
    assert offered(state, "trade") == []


@pytest.mark.rule("montana:45")
def test_a_trade_for_a_good_while_workers_are_returned() -> None:
    state = bare()
    have(state, 0, cattle=2, grain_worker=8)
    act(state, "hire", "spin:5")
    assert offered(state) == ["discard:grain", "discard:pumpkin", *TRADES]
    act(state, "discard:grain", "trade:grain")
    assert held(state, 0, "grain", "cattle") == (1, 1)
    assert phase(state) == "return_workers"
    act(state, "discard:grain")
    assert offered(state) == ["advance:0", "advance:1", *TRADES]


@pytest.mark.rule("montana:45")
def test_a_trade_for_a_worker_while_workers_are_returned() -> None:
    state = bare()
    have(state, 0, cattle=1, grain_worker=7, stone_worker=1, grain=1)
    act(state, "hire", "spin:5", "discard:pumpkin")
    assert offered(state, "discard") == ["discard:pumpkin", "discard:stone"]
    act(state, "trade:copper_worker")
    assert offered(state) == ["discard:grain", "discard:pumpkin", "discard:copper"]
    act(state, "discard:grain", "discard:copper")
    assert held(state, 0, *WORKERS) == (6, 1, 0, 1)
    assert phase(state) == "advance"


def test_while_workers_are_returned_a_trade_needs_cattle() -> None:
    state = bare()
    have(state, 0, grain_worker=8)
    act(state, "hire", "spin:5")
    assert "there is no cattle to trade" in refused(state, "trade:coins")
    assert "return one first" in refused(state, "hire")


@pytest.mark.rule("montana:46")
def test_trades_at_the_canteens_question() -> None:
    state = bare()
    have(state, 0, cattle=3, canteens=1, grain_worker=8)
    act(state, "bank:1:grain", "trade:grain_worker", "done")
    assert phase(state) == "canteen"
    assert offered(state) == ["canteen:no", "canteen:yes", *TRADES]
    act(state, "trade:coins", "trade:stone_worker", "discard:grain")
    assert held(state, 0, *WORKERS, "coins", "cattle") == (7, 0, 0, 1, 8, 0)
    assert offered(state) == ["canteen:no", "canteen:yes"]
    act(state, "canteen:yes")
    assert state.actor() == 0
    assert phase(state) == "main_action"


@pytest.mark.rule("montana:46")
def test_workers_sent_back_can_be_bought_at_the_canteens_question() -> None:
    state = bare()
    have(state, 0, cattle=1, canteens=1, stone_worker=2, coins=1)
    for space in (1, 2):
        state.cells[LARGE_AT + 3 * QUARRY + space] = SETS.index((QUARRY,))
    supply(state, stone_worker=0)
    act(state, "work:quarry:1:stone", "helpers:stone")
    assert "trade:stone_worker" not in offered(state), "all of them are at work"
    act(state, "done")
    assert stock(state, "stone_worker") == 4
    act(state, "trade:stone_worker")
    assert held(state, 0, "stone_worker") == 1
    assert phase(state) == "canteen"


def test_a_trade_for_grain_between_spin_and_steps() -> None:
    state = bare()
    have(state, 0, cattle=1)
    act(state, "hire", "spin:3")
    assert offered(state, "advance") == ["advance:0"]
    act(state, "trade:grain", "advance:1")
    assert held(state, 0, "copper_worker", "grain") == (2, 0)


def test_a_trade_for_a_worker_on_the_small_space() -> None:
    state = bare()
    have(state, 0, cattle=1, copper_worker=1, coins=1)
    act(state, "work:mine:1:copper", "trade:copper_worker", "helpers:copper")
    assert held(state, 0, "copper_small") == 2


def test_trades_before_each_own_bid() -> None:
    state = bare()
    have(state, 0, cattle=1, pumpkin=1)
    have(state, 1, pumpkin=5)
    act(state, "city", "bid:1:1", "bid:1:2")
    assert state.actor() == 0
    act(state, "trade:pumpkin")
    assert "bid:1:2" not in offered(state)
    assert "bid:2:2" in offered(state)


@pytest.mark.rule("montana:47")
@pytest.mark.parametrize(("green", "left", "coins"), [(3, 2, 0), (4, 0, 2)])
def test_a_pumpkin_that_was_bid_is_returned_in_a_shortage(
    green: int, left: int, coins: int
) -> None:
    state = bare()
    have(state, 0, cattle=1, pumpkin=2)
    have(state, 1, pumpkin=green)
    act(state, "city", "bid:4:1", "bid:4:2")
    supply(state, pumpkin=0)
    act(state, "trade:pumpkin")
    assert held(state, 0, "pumpkin", "cattle") == (3, 0)
    assert held(state, 1, "pumpkin") == green - 1
    assert stock(state, "pumpkin") == 1
    act(state, "bid:3:1")
    assert held(state, 0, "pumpkin") == 1
    assert held(state, 1, "pumpkin", "coins") == (left, coins)
    assert state.actor() == 1
    assert phase(state) == "main_action"
    assert state.view(0)["city"]["contractors"][1]["row"] is None
    assert state.view(0)["city"]["auction"] is False


@pytest.mark.rule("montana:47")
def test_a_winner_who_cannot_pay_does_not_hold_up_the_next() -> None:
    state = bare(3)
    have(state, 0, cattle=1, pumpkin=2)
    have(state, 1, pumpkin=2)
    have(state, 2, pumpkin=4)
    act(state, "city", "bid:1:1", "bid:4:1", "bid:1:2")
    supply(state, pumpkin=0)
    act(state, "trade:pumpkin", "pass")
    assert state.actor() == 1, "nothing is left to decide about any reward"
    assert [held(state, seat, "pumpkin", "cattle", "coins") for seat in range(3)] == [
        (3, 0, 0),
        (1, 0, 0),
        (0, 1, 0),
    ]


@pytest.mark.rule("montana:48")
def test_after_the_last_payment_any_pumpkin() -> None:
    state = bare()
    have(state, 0, cattle=1, pumpkin=2, stone_small=1)
    have(state, 1, pumpkin=5)
    act(state, "city", "bid:4:1", "pass")
    supply(state, pumpkin=0)
    assert phase(state) == "city_reward"
    assert "trade:pumpkin" in offered(state)


@pytest.mark.rule("montana:48")
def test_a_pumpkin_by_shortage_before_the_others_have_paid() -> None:
    state = bare()
    have(state, 0, cattle=1, pumpkin=2, stone_small=1)
    have(state, 1, pumpkin=5)
    act(state, "city", "bid:4:1", "bid:1:4")
    supply(state, pumpkin=0)
    assert phase(state) == "city_reward"
    act(state, "trade:pumpkin", "upgrade:0:1")
    assert held(state, 0, "pumpkin", "stone_large") == (1, 1)
    assert held(state, 1, "pumpkin", "cattle") == (4, 0)
    assert state.actor() == 1


@pytest.mark.rule("montana:47")
def test_the_switch_against_trades_in_an_auction() -> None:
    state = bare(auction_trades=False)
    have(state, 0, cattle=1, pumpkin=2, stone_small=1)
    have(state, 1, pumpkin=5)
    act(state, "city")
    assert offered(state, "trade") == TRADES
    act(state, "bid:4:1", "bid:4:2")
    assert offered(state, "trade") == []
    act(state, "bid:3:1", "upgrade:0:1")
    assert phase(state) == "end_trade"
    assert offered(state, "trade") == TRADES


def test_the_last_chance_to_trade_comes_before_the_clearing() -> None:
    state = bare()
    have(state, 0, cattle=1, stone_worker=1)
    act(state, "bank:1:stone")
    assert phase(state) == "end_trade"
    assert offered(state) == ["done", *TRADES]
    act(state, "trade:coins")
    assert state.actor() == 1


def test_any_number_of_trades_the_same_or_not() -> None:
    state = bare()
    have(state, 0, cattle=4)
    act(state, "trade:coins", "trade:coins", "trade:grain", "trade:coins")
    assert held(state, 0, "coins", "grain", "cattle") == (9, 1, 0)
