"""Positions of Veil: row and hands are named, the rest is played."""

from __future__ import annotations

from typing import Any

from examples.veil import RULESET
from examples.veil.match import Veil
from railhead.games.game import State
from tests.games.positions import Positions, act

MADE = Positions(RULESET, Veil)


def laid_out(seats: int, row: str, **chosen: Any) -> Veil:
    """The first position with these cards in the row."""
    options = MADE.options(**chosen)
    setup = {"seats": seats, "options": options, "row": row.split()}
    return MADE.started(setup, MADE.game(**chosen))


def dealt(*hands: str, row: str, **chosen: Any) -> Veil:
    """Everybody has drawn the cards named, and is about to select."""
    state = laid_out(len(hands), row, **chosen)
    for seat, hand in enumerate(hands):
        act(state, *(f"draw:{seat}:{card}" for card in hand.split()))
    return state


def select(state: Veil, cards: str) -> None:
    """Everybody selects the card named, and all are revealed."""
    act(state, *(f"select:{card}" for card in cards.split()))
    act(state, *(f"reveal:{seat}:{card}" for seat, card in enumerate(cards.split())))


def player(state: State, seat: int, viewer: int | None = None) -> dict[str, Any]:
    """What the view shows of a seat, to itself where no viewer is named."""
    shown: dict[str, Any] = state.view(seat if viewer is None else viewer)["seats"][seat]
    return shown
