"""Every component, wherever it lies: what no action may change."""

from __future__ import annotations

from examples.veil import state
from examples.veil.state import Position


def census(position: Position) -> dict[str, int]:
    """The cards at the places that a match of so many seats has."""
    places = [state.DECK, state.ROW, state.OUT]
    for first in (state.HAND, state.CHOSEN, state.TABLE, state.PILE):
        places += [first + seat for seat in range(int(position.seats()))]
    return {"cards": sum(int(position.count(place)) for place in places)}
