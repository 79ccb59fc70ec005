"""The set-up of a match: drawing it, and laying it out as the first position.

`docs/rules/santa_fe.md` section 4.3. A set-up is plain JSON:
`{"seats": 2, "options": {…}, "first_player": 0}`. Cards are dealt by chance afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.game import SEATS, Setup
from railhead.games.random import Source
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import Components
from railhead.games.santa_fe.rules.rounds import begin_match
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec


def draw_setup(
    components: Components, seats: int, options: Mapping[str, Any], source: Source
) -> Setup:
    """A set-up for `seats` players."""
    first = int(source.below(seats)) if options["first_player"] == "random" else 0
    return {"seats": seats, "options": dict(options), "first_player": first}


def set_initial_state(position: Position, setup: Entry, options: Mapping[str, Any]) -> None:
    """Make the empty position the first of a set-up, before the deal. Raises `DataError`."""
    cells, components = position.cells, position.components
    seats = int(cells[SEATS])
    cells[state.FIRST] = setup["first_player"].integer(0, seats - 1)
    cells[state.ROUND] = 1
    fill_supplies(cells, components)
    cells[state.DOUBLES] = components.doubles[seats - 2] - seats
    for seat in range(seats):
        cells[state.block(seat) + state.HELD_DOUBLES] = 1
        cells[state.block(seat) + state.MONEY] = components.start_money[cells[state.ADVANCED]]
    begin_match(position)


def fill_supplies(cells: vec[i64], components: Components) -> None:
    """The deck, the open supplies, and the railroads at their starts."""
    for card in range(int(components.cards)):
        cells[state.city_at(card) + state.IN_DECK] = components.copies[card]
    cells[state.DECK_SIZE] = components.deck_size
    cells[state.ENGINEERS] = components.engineers if cells[state.ADVANCED] else 0
    for railroad in range(actions.RAILROAD_COUNT):
        start = components.start[railroad]
        cells[state.SUPPLY + railroad] = components.supply[railroad]
        cells[state.BRANCHES + railroad] = components.branches
        cells[state.CONNECTED + railroad] = components.bit[start]
        cells[state.HEADS + actions.ROUTES * railroad] = 1 + start
