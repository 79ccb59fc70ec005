"""Points, ranking, and the count of all components.

`docs/rules/santa_fe.md` section 4.10.
"""

from __future__ import annotations

from typing import Final

from games.game import SEATS, ranked
from games.santa_fe.actions import RAILROAD_COUNT, RAILROADS
from games.santa_fe.components import HAND_SLOTS
from games.santa_fe.state import (
    DECK_SIZE,
    DISCARDED,
    DOUBLE_TURN,
    DOUBLES,
    ENGINEER,
    ENGINEERS,
    HAND,
    HELD_DOUBLES,
    IN_DECK,
    MONEY,
    PENDING,
    TABLEAU,
    Position,
    block,
    city_at,
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


def discards(state: Position, seat: int) -> int:
    """How many city cards a player has exchanged."""
    cards = range(int(state.components.cards))
    return sum(int(state.copies_of(seat, card, DISCARDED)) for card in cards)


def census(state: Position) -> dict[str, int]:
    """City cards, double-turn cards, engineers and track pieces, wherever they are.

    Branch cards leave the game, used or not, and are not counted.
    """
    cells = state.cells
    components = state.components
    seats = range(int(cells[SEATS]))
    counted = {
        f"copies of {components.card_codes[card]}": _copies(state, card)
        for card in range(int(components.cards))
    }
    in_deck = [int(cells[city_at(card) + IN_DECK]) for card in range(int(components.cards))]
    counted["city cards beyond the size of the deck"] = sum(in_deck) - int(cells[DECK_SIZE])
    counted["double-turn cards"] = int(cells[DOUBLES]) + sum(
        state.held(seat, HELD_DOUBLES) + state.held(seat, DOUBLE_TURN) for seat in seats
    )
    counted["engineers"] = int(cells[ENGINEERS]) + sum(
        int(state.held(seat, ENGINEER) > 0) for seat in seats
    )
    for railroad in range(RAILROAD_COUNT):
        pieces = int(state.unlaid(railroad)) + state.pieces_on_board(railroad)
        counted[f"pieces of {RAILROADS[railroad]}"] = pieces
    return counted


def _copies(state: Position, card: int) -> int:
    cells = state.cells
    seats = range(int(cells[SEATS]))
    places = [*range(PENDING, PENDING + HAND_SLOTS)]
    places += [int(block(seat)) + HAND + slot for seat in seats for slot in range(HAND_SLOTS)]
    return (
        int(cells[city_at(card) + IN_DECK])
        + sum(int(cells[place] == card + 1) for place in places)
        + sum(
            int(state.copies_of(seat, card, where))
            for seat in seats
            for where in (TABLEAU, DISCARDED)
        )
    )
