"""Points, ranking, and the count of all components.

`docs/rules/santa_fe.md` section 4.10.
"""

from __future__ import annotations

from typing import Final

from games.game import SEATS, ranked
from games.santa_fe.state import (
    MONEY,
    TABLEAU,
    Position,
)

TIE_BREAK_VALUE: Final = 7
"""Ties go to whoever has played more city cards of this value."""


def card_points(state: Position, seat: int) -> int:
    """What the city cards that a player has played are worth now."""
    components = state.components
    return sum(
        int(state.copies_of(seat, card, TABLEAU) * components.value[card] * state.connections(card))
        for card in range(int(components.cards))
    )


def best_cards(state: Position, seat: int) -> int:
    """How many city cards of the value that breaks ties a player has played."""
    components = state.components
    return sum(
        int(state.copies_of(seat, card, TABLEAU))
        for card in range(int(components.cards))
        if components.value[card] == TIE_BREAK_VALUE
    )


def score_sheet(state: Position) -> dict[str, list[int]]:
    """Money, city cards, and the tie-break, by seat."""
    seats = range(int(state.cells[SEATS]))
    return {
        "money": [state.held(seat, MONEY) for seat in seats],
        "city_cards": [card_points(state, seat) for seat in seats],
        "cards_of_value_7": [best_cards(state, seat) for seat in seats],
    }


def scores(state: Position) -> list[int]:
    """Money and city cards, by seat."""
    seats = range(int(state.cells[SEATS]))
    return [state.held(seat, MONEY) + card_points(state, seat) for seat in seats]


def ranking(state: Position) -> list[list[int]]:
    """The seats from first to last, those that the tie-break does not part together."""
    keys = [(points, best_cards(state, seat)) for seat, points in enumerate(scores(state))]
    return ranked(keys)
