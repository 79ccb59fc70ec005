"""Points, ranking, and the count of all components.

`docs/rules/santa_fe.md` section 4.10.
"""

from __future__ import annotations

from typing import Final

from railhead.games.game import SEATS
from railhead.games.ranking import rank_seats
from railhead.games.santa_fe import state
from railhead.games.santa_fe.state import Position

TIE_BREAK_VALUE: Final = 7
"""Ties go to whoever has played more city cards of this value."""


def card_points(position: Position, seat: int) -> int:
    """What the city cards that a player has played are worth now."""
    components = position.components
    return sum(
        int(
            position.copies_of(seat, card, state.TABLEAU)
            * components.value[card]
            * position.connections(card)
        )
        for card in range(int(components.cards))
    )


def best_cards(position: Position, seat: int) -> int:
    """How many city cards of the value that breaks ties a player has played."""
    components = position.components
    return sum(
        int(position.copies_of(seat, card, state.TABLEAU))
        for card in range(int(components.cards))
        if components.value[card] == TIE_BREAK_VALUE
    )


def score_sheet(position: Position) -> dict[str, list[int]]:
    """Money, city cards, and the tie-break, by seat."""
    seats = range(int(position.cells[SEATS]))
    return {
        "money": [position.amount(seat, state.MONEY) for seat in seats],
        "city_cards": [card_points(position, seat) for seat in seats],
        "cards_of_value_7": [best_cards(position, seat) for seat in seats],
    }


def scores(position: Position) -> list[int]:
    """Money and city cards, by seat."""
    seats = range(int(position.cells[SEATS]))
    return [position.amount(seat, state.MONEY) + card_points(position, seat) for seat in seats]


def ranking(position: Position) -> list[list[int]]:
    """The seats from first to last, those that the tie-break does not part together."""
    keys = [(points, best_cards(position, seat)) for seat, points in enumerate(scores(position))]
    return rank_seats(keys)
