"""Every component, wherever it lies: what no action may change."""

from __future__ import annotations

from games.game import SEATS
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
    PENDING,
    TABLEAU,
    Position,
    block,
    city_at,
)


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
