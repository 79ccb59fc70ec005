"""Every component, wherever it lies: what no action may change."""

from __future__ import annotations

from railhead.games.game import SEATS
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS
from railhead.games.santa_fe.state import Position


def census(position: Position) -> dict[str, int]:
    """City cards, double-turn cards, engineers and track pieces, wherever they are.

    Branch cards leave the game, used or not, and are not counted.
    """
    cells = position.cells
    components = position.components
    seats = range(int(cells[SEATS]))
    copies = _copies(position)
    counted = {
        f"copies of {components.card_codes[card]}": copies[card]
        for card in range(int(components.cards))
    }
    in_deck = [
        int(cells[state.city_at(card) + state.IN_DECK]) for card in range(int(components.cards))
    ]
    counted["city cards beyond the size of the deck"] = sum(in_deck) - int(cells[state.DECK_SIZE])
    counted["double-turn cards"] = int(cells[state.DOUBLES]) + sum(
        position.amount(seat, state.HELD_DOUBLES) + position.amount(seat, state.DOUBLE_TURN)
        for seat in seats
    )
    counted["engineers"] = int(cells[state.ENGINEERS]) + sum(
        int(position.amount(seat, state.ENGINEER) > 0) for seat in seats
    )
    for railroad in range(actions.RAILROAD_COUNT):
        pieces = int(position.unlaid_pieces(railroad)) + position.pieces_on_board(railroad)
        counted[f"pieces of {actions.RAILROADS[railroad]}"] = pieces
    return counted


def _copies(position: Position) -> list[int]:
    """How many copies of each city card there are."""
    cells = position.cells
    seats = [int(state.block(seat)) for seat in range(int(cells[SEATS]))]
    hands = [int(state.PENDING), *(at + state.HAND for at in seats)]
    copies = [
        int(cells[state.city_at(card) + state.IN_DECK])
        + sum(
            int(position.copies_of(seat, card, where))
            for seat in range(len(seats))
            for where in (state.TABLEAU, state.DISCARDED)
        )
        for card in range(int(position.components.cards))
    ]
    for hand in hands:
        for place in range(hand, hand + HAND_SLOTS):
            held = int(cells[place])
            if held > 0:
                copies[held - 1] += 1
    return copies
