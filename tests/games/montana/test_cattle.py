"""Cattle trades, at any moment of the own turn and at no other."""

from __future__ import annotations

import pytest

from railhead.games.game import IllegalAction
from railhead.games.montana import actions, state
from tests.games.montana.positions import (
    bare,
    have,
    held,
    stock,
    supply,
)
from tests.games.positions import act, offered, phase, refused

QUARRY = actions.COLOURS.index("stone")
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
    position = bare()
    have(position, 0, cattle=3)
    assert offered(position, "trade") == TRADES
    act(position, "trade:coins")
    assert held(position, 0, "coins", "cattle") == (3, 2)
    act(position, "trade:stone_worker", "trade:grain_worker")
    assert held(position, 0, "stone_worker", "grain_worker", "cattle") == (1, 1, 0)
    assert offered(position, "trade") == []
    assert phase(position) == "main_action"


@pytest.mark.rule("montana:41")
def test_a_ninth_worker_displaces_one() -> None:
    position = bare()
    have(position, 0, cattle=1, grain_worker=8)
    act(position, "trade:stone_worker")
    assert offered(position) == ["discard:grain", "discard:stone"]
    act(position, "discard:grain")
    assert held(position, 0, *WORKERS) == (7, 0, 0, 1)
    assert phase(position) == "main_action"


@pytest.mark.parametrize("good", ["grain", "pumpkin", "copper_small", "stone_small"])
def test_a_small_good_of_choice(good: str) -> None:
    position = bare()
    have(position, 0, cattle=1)
    act(position, f"trade:{good}")
    assert held(position, 0, good, "cattle") == (1, 0)


def test_a_good_by_the_shortage_rule() -> None:
    position = bare()
    have(position, 0, cattle=1)
    have(position, 1, grain=2)
    supply(position, grain=0)
    act(position, "trade:grain")
    assert (held(position, 0, "grain"), held(position, 1, "grain")) == (1, 1)


@pytest.mark.rule("montana:42")
def test_no_trade_in_anothers_turn() -> None:
    position = bare()
    have(position, 0, pumpkin=3)
    have(position, 1, pumpkin=3, cattle=2)
    act(position, "city", "bid:1:1")
    assert position.actor() == 1
    assert offered(position, "trade") == []
    with pytest.raises(IllegalAction, match="own turn only"):
        position.apply(1, position.parse("trade:coins"))
    act(position, "bid:2:1")
    assert position.actor() == 1
    assert phase(position) == "city_reward"
    assert offered(position, "trade") == []


@pytest.mark.rule("montana:45")
def test_a_trade_for_a_good_while_workers_are_returned() -> None:
    position = bare()
    have(position, 0, cattle=2, grain_worker=8)
    act(position, "hire", "spin:5")
    assert offered(position) == ["discard:grain", "discard:pumpkin", *TRADES]
    act(position, "discard:grain", "trade:grain")
    assert held(position, 0, "grain", "cattle") == (1, 1)
    assert phase(position) == "return_workers"
    act(position, "discard:grain")
    assert offered(position) == ["advance:0", "advance:1", *TRADES]


@pytest.mark.rule("montana:45")
def test_a_trade_for_a_worker_while_workers_are_returned() -> None:
    position = bare()
    have(position, 0, cattle=1, grain_worker=7, stone_worker=1, grain=1)
    act(position, "hire", "spin:5", "discard:pumpkin")
    assert offered(position, "discard") == ["discard:pumpkin", "discard:stone"]
    act(position, "trade:copper_worker")
    assert offered(position) == ["discard:grain", "discard:pumpkin", "discard:copper"]
    act(position, "discard:grain", "discard:copper")
    assert held(position, 0, *WORKERS) == (6, 1, 0, 1)
    assert phase(position) == "advance"


def test_while_workers_are_returned_a_trade_needs_cattle() -> None:
    position = bare()
    have(position, 0, grain_worker=8)
    act(position, "hire", "spin:5")
    assert "there is no cattle to trade" in refused(position, "trade:coins")
    assert "return one first" in refused(position, "hire")


@pytest.mark.rule("montana:46")
def test_trades_at_the_canteens_question() -> None:
    position = bare()
    have(position, 0, cattle=3, canteens=1, grain_worker=8)
    act(position, "bank:1:grain", "trade:grain_worker", "done")
    assert phase(position) == "canteen"
    assert offered(position) == ["canteen:no", "canteen:yes", *TRADES]
    act(position, "trade:coins", "trade:stone_worker", "discard:grain")
    assert held(position, 0, *WORKERS, "coins", "cattle") == (7, 0, 0, 1, 8, 0)
    assert offered(position) == ["canteen:no", "canteen:yes"]
    act(position, "canteen:yes")
    assert position.actor() == 0
    assert phase(position) == "main_action"


@pytest.mark.rule("montana:46")
def test_workers_sent_back_can_be_bought_at_the_canteens_question() -> None:
    position = bare()
    have(position, 0, cattle=1, canteens=1, stone_worker=2, coins=1)
    for space in (1, 2):
        position.cells[state.LARGE_AT + 3 * QUARRY + space] = actions.SETS.index((QUARRY,))
    supply(position, stone_worker=0)
    act(position, "work:quarry:1:stone", "helpers:stone")
    assert "trade:stone_worker" not in offered(position), "all of them are at work"
    act(position, "done")
    assert stock(position, "stone_worker") == 4
    act(position, "trade:stone_worker")
    assert held(position, 0, "stone_worker") == 1
    assert phase(position) == "canteen"


def test_a_trade_for_grain_between_spin_and_steps() -> None:
    position = bare()
    have(position, 0, cattle=1)
    act(position, "hire", "spin:3")
    assert offered(position, "advance") == ["advance:0"]
    act(position, "trade:grain", "advance:1")
    assert held(position, 0, "copper_worker", "grain") == (2, 0)


def test_a_trade_for_a_worker_on_the_small_space() -> None:
    position = bare()
    have(position, 0, cattle=1, copper_worker=1, coins=1)
    act(position, "work:mine:1:copper", "trade:copper_worker", "helpers:copper")
    assert held(position, 0, "copper_small") == 2


def test_trades_before_each_own_bid() -> None:
    position = bare()
    have(position, 0, cattle=1, pumpkin=1)
    have(position, 1, pumpkin=5)
    act(position, "city", "bid:1:1", "bid:1:2")
    assert position.actor() == 0
    act(position, "trade:pumpkin")
    assert "bid:1:2" not in offered(position)
    assert "bid:2:2" in offered(position)


@pytest.mark.rule("montana:47")
@pytest.mark.parametrize(("green", "left", "coins"), [(3, 2, 0), (4, 0, 2)])
def test_a_pumpkin_that_was_bid_is_returned_in_a_shortage(
    green: int, left: int, coins: int
) -> None:
    position = bare()
    have(position, 0, cattle=1, pumpkin=2)
    have(position, 1, pumpkin=green)
    act(position, "city", "bid:4:1", "bid:4:2")
    supply(position, pumpkin=0)
    act(position, "trade:pumpkin")
    assert held(position, 0, "pumpkin", "cattle") == (3, 0)
    assert held(position, 1, "pumpkin") == green - 1
    assert stock(position, "pumpkin") == 1
    act(position, "bid:3:1")
    assert held(position, 0, "pumpkin") == 1
    assert held(position, 1, "pumpkin", "coins") == (left, coins)
    assert position.actor() == 1
    assert phase(position) == "main_action"
    assert position.view(0)["city"]["contractors"][1]["row"] is None
    assert position.view(0)["city"]["auction"] is False


@pytest.mark.rule("montana:47")
def test_a_winner_who_cannot_pay_does_not_hold_up_the_next() -> None:
    position = bare(3)
    have(position, 0, cattle=1, pumpkin=2)
    have(position, 1, pumpkin=2)
    have(position, 2, pumpkin=4)
    act(position, "city", "bid:1:1", "bid:4:1", "bid:1:2")
    supply(position, pumpkin=0)
    act(position, "trade:pumpkin", "pass")
    assert position.actor() == 1, "nothing is left to decide about any reward"
    assert [held(position, seat, "pumpkin", "cattle", "coins") for seat in range(3)] == [
        (3, 0, 0),
        (1, 0, 0),
        (0, 1, 0),
    ]


@pytest.mark.rule("montana:48")
def test_after_the_last_payment_any_pumpkin() -> None:
    position = bare()
    have(position, 0, cattle=1, pumpkin=2, stone_small=1)
    have(position, 1, pumpkin=5)
    act(position, "city", "bid:4:1", "pass")
    supply(position, pumpkin=0)
    assert phase(position) == "city_reward"
    assert "trade:pumpkin" in offered(position)


@pytest.mark.rule("montana:48")
def test_a_pumpkin_by_shortage_before_the_others_have_paid() -> None:
    position = bare()
    have(position, 0, cattle=1, pumpkin=2, stone_small=1)
    have(position, 1, pumpkin=5)
    act(position, "city", "bid:4:1", "bid:1:4")
    supply(position, pumpkin=0)
    assert phase(position) == "city_reward"
    act(position, "trade:pumpkin", "upgrade:0:1")
    assert held(position, 0, "pumpkin", "stone_large") == (1, 1)
    assert held(position, 1, "pumpkin", "cattle") == (4, 0)
    assert position.actor() == 1


@pytest.mark.rule("montana:47")
def test_the_switch_against_trades_in_an_auction() -> None:
    position = bare(auction_trades=False)
    have(position, 0, cattle=1, pumpkin=2, stone_small=1)
    have(position, 1, pumpkin=5)
    act(position, "city")
    assert offered(position, "trade") == TRADES
    act(position, "bid:4:1", "bid:4:2")
    assert offered(position, "trade") == []
    act(position, "bid:3:1", "upgrade:0:1")
    assert phase(position) == "end_trade"
    assert offered(position, "trade") == TRADES


def test_the_last_chance_to_trade_comes_before_the_clearing() -> None:
    position = bare()
    have(position, 0, cattle=1, stone_worker=1)
    act(position, "bank:1:stone")
    assert phase(position) == "end_trade"
    assert offered(position) == ["done", *TRADES]
    act(position, "trade:coins")
    assert position.actor() == 1


def test_any_number_of_trades_the_same_or_not() -> None:
    position = bare()
    have(position, 0, cattle=4)
    act(position, "trade:coins", "trade:coins", "trade:grain", "trade:coins")
    assert held(position, 0, "coins", "grain", "cattle") == (9, 1, 0)
