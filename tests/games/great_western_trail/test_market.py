"""The cattle market."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import IllegalAction
from railhead.games.great_western_trail.match import GreatWesternTrail
from tests.games.great_western_trail.positions import (
    bare,
    build,
    discards,
    have,
    held,
    hold,
    market,
    move_on,
    now,
    pile,
    visit,
)
from tests.games.positions import act, offered


def buyer(
    cowboys: int, money: int, *cards: str, deck: tuple[str, ...] = (), **chosen: Any
) -> GreatWesternTrail:
    state = bare(**chosen)
    discards(state, 0)
    market(state, *cards, deck=deck)
    have(state, 0, cowboy=cowboys, money=money)
    visit(state, "E")
    act(state, "use:cattle_market")
    return state


@pytest.mark.parametrize(
    ("cowboys", "price", "move"),
    [
        (1, 6, "buy:1:holstein:none"),
        (2, 3, "buy:2:brown_swiss:none"),
        (3, 5, "buy:3:holstein:ayrshire"),
        (1, 12, "buy:4:west_highland_4:none"),
        (3, 6, "buy:5:west_highland_4:none"),
        (5, 8, "buy:6:west_highland_3:west_highland_4"),
        (2, 12, "buy:7:texas_longhorn_7:none"),
        (4, 6, "buy:8:texas_longhorn_7:none"),
    ],
)
def test_every_offer(cowboys: int, price: int, move: str) -> None:
    cards = ("holstein", "brown_swiss", "ayrshire", "west_highland_3", "west_highland_4")
    state = buyer(cowboys, price, *cards, "texas_longhorn_7")
    act(state, move)
    assert held(state, 0, "money") == 0
    bought = {card for card in move.split(":")[2:] if card != "none"}
    assert set(pile(state, 0)) == bought
    if cowboys > 1:
        state = buyer(cowboys - 1, price, *cards, "texas_longhorn_7", deck=("holstein",))
        with pytest.raises(IllegalAction, match=r"free cowboys|now is the time for turn_up"):
            act(state, move)


@pytest.mark.rule("great_western_trail:47")
def test_two_purchases_instead_of_the_cheaper_one() -> None:
    state = buyer(6, 12, "west_highland_3", "west_highland_5")
    assert "buy:6:west_highland_3:west_highland_5" in offered(state)
    act(state, "buy:5:west_highland_3:none", "buy:5:west_highland_5:none")
    assert held(state, 0, "money") == 0
    assert now(state) != "cattle_market"


def test_two_cards_of_different_breeds_or_one_alone() -> None:
    state = buyer(3, 5, "holstein", "holstein", "ayrshire")
    assert [move for move in offered(state) if move.startswith("buy:3")] == [
        "buy:3:holstein:none",
        "buy:3:holstein:holstein",
        "buy:3:holstein:ayrshire",
        "buy:3:ayrshire:none",
    ]


def test_each_cowboy_is_used_once_in_an_action() -> None:
    state = buyer(2, 30, "holstein", "holstein", "holstein")
    act(state, "buy:1:holstein:none", "buy:1:holstein:none")
    assert now(state) != "cattle_market"
    assert held(state, 0, "money") == 18


def test_a_cowboy_turns_up_two_cards_before_buying() -> None:
    state = buyer(3, 3, deck=("holstein", "ayrshire"))
    assert offered(state) == ["turn_up"]
    act(state, "turn_up", "turn_up_cattle:ayrshire", "turn_up_cattle:holstein")
    act(state, "buy:2:ayrshire:none")
    assert pile(state, 0) == {"ayrshire": 1}


def test_the_market_may_grow_beyond_its_size() -> None:
    state = buyer(1, 0, *["holstein"] * 7, deck=("ayrshire", "ayrshire"))
    act(state, "turn_up", "turn_up_cattle:ayrshire", "turn_up_cattle:ayrshire")
    assert sum(state.view(0)["cattle_market"].values()) == 9


@pytest.mark.parametrize("allowed", [True, False])
def test_the_last_card_of_the_deck(allowed: bool) -> None:
    state = buyer(2, 3, "holstein", deck=("ayrshire",), turn_up_last_card=allowed)
    assert ("turn_up" in offered(state)) == allowed
    if allowed:
        act(state, "turn_up", "turn_up_cattle:ayrshire")
        assert "turn_up" not in offered(state)


def test_leaving_is_possible_once_something_was_done() -> None:
    state = buyer(3, 10, "holstein", "holstein", "holstein")
    assert "stop" not in offered(state)
    act(state, "buy:1:holstein:none")
    assert "stop" in offered(state)
    act(state, "stop")
    assert now(state) != "cattle_market"


@pytest.mark.parametrize("option", ["each_action", "each_turn"])
def test_cowboys_for_a_second_market_action_of_the_turn(option: str) -> None:
    """A move by a building leads from one market to another."""
    state = bare(cowboys=option)
    market(state, "holstein", "holstein")
    build(state, 0, E1=2)
    hold(state, 0, "D1")
    have(state, 0, money=12)
    visit(state, "E")
    act(state, "use:cattle_market", "buy:1:holstein:none")
    move_on(state, "E1")
    assert ("use:cattle_market" in offered(state)) == (option == "each_action")
