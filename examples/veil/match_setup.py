"""The set-up of a match: drawing it, and laying it out as the first position.

A set-up is plain JSON: `{"seats": 2, "options": {…}, "row": ["goat", "owl"]}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from examples.veil import state
from examples.veil.components import Components
from examples.veil.rules import rounds
from examples.veil.state import Position
from railhead.games.data import Entry
from railhead.games.game import Setup
from railhead.games.random import Source, shuffled_copy


def draw_setup(
    components: Components, seats: int, options: Mapping[str, Any], source: Source
) -> Setup:
    """A set-up for `seats` players: as many cards in the row. Hands are dealt by chance later."""
    row = shuffled_copy(list(range(int(components.cards))), source)[:seats]
    return {
        "seats": seats,
        "options": dict(options),
        "row": [components.card_names[card] for card in sorted(row)],
    }


def set_initial_state(position: Position, setup: Entry, options: Mapping[str, Any]) -> None:
    """Make the empty position the first of a set-up: seat 0 is about to draw.

    Every card is in the deck of an empty position, seen by nobody. Raises `DataError`.
    """
    names = position.components.card_names
    for card in setup["row"].indexes(names, int(position.seats()), apart=True):
        position.move(card, state.ROW, state.EVERYBODY)
    rounds.begin(position)
