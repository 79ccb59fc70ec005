"""Cattle trades, at any moment of the own turn and at no other."""

from __future__ import annotations

import pytest

from games.game import IllegalAction
from tests.games.montana.positions import (
    bare,
    have,
    held,
    supply,
)
from tests.games.positions import act, offered, phase

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


def test_no_trade_while_workers_must_be_returned() -> None:
    state = bare()
    have(state, 0, cattle=1, grain_worker=8)
    act(state, "hire", "spin:5")
    assert offered(state, "trade") == []
    act(state, "discard:grain", "discard:grain")
    assert offered(state, "trade") == TRADES


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


def test_in_an_auction_no_pumpkin_that_the_supply_has_not() -> None:
    state = bare()
    have(state, 0, cattle=2, pumpkin=2)
    have(state, 1, pumpkin=5)
    act(state, "city")
    supply(state, pumpkin=0)
    assert "trade:pumpkin" in offered(state), "before the first bid"
    act(state, "bid:1:1", "bid:1:2")
    assert "trade:pumpkin" not in offered(state)
    assert "trade:grain" in offered(state)
    with pytest.raises(IllegalAction, match="bids must stay payable"):
        state.apply(0, state.parse("trade:pumpkin"))


def test_after_the_last_payment_any_pumpkin() -> None:
    state = bare()
    have(state, 0, cattle=1, pumpkin=2, stone_small=1)
    have(state, 1, pumpkin=5)
    act(state, "city", "bid:4:1", "pass")
    supply(state, pumpkin=0)
    assert phase(state) == "city_reward"
    assert "trade:pumpkin" in offered(state)


def test_before_the_others_have_paid_no_pumpkin_by_shortage() -> None:
    state = bare()
    have(state, 0, cattle=1, pumpkin=2, stone_small=1)
    have(state, 1, pumpkin=5)
    act(state, "city", "bid:4:1", "bid:1:4")
    supply(state, pumpkin=0)
    assert phase(state) == "city_reward"
    assert "trade:pumpkin" not in offered(state)
    assert "trade:coins" in offered(state)


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
