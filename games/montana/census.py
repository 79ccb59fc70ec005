"""Every component, wherever it lies: what no action may change."""

from __future__ import annotations

from railhead.games.game import SEATS
from railhead.games.montana import actions, state
from railhead.games.montana.geometry import LAKE, LAND
from railhead.games.montana.state import Position


def census(position: Position) -> dict[str, int]:
    """The pieces of each kind, wherever they lie: goods in play, workers, cattle, canteens,
    and each player's settlements."""
    cells = position.cells
    seats = range(int(cells[SEATS]))
    kinds = [*actions.GOODS, *(f"{colour}_worker" for colour in actions.COLOURS), "cattle"]
    counted = {
        name: int(cells[state.SUPPLY + kind]) + sum(position.amount(seat, kind) for seat in seats)
        for kind, name in enumerate(kinds)
    }
    for index, colour in enumerate(actions.COLOURS):
        counted[f"{colour}_worker"] += position.at_work(index)
    counted["cattle"] += _tokens(position, LAND)
    held = sum(position.amount(seat, state.CANTEENS) for seat in seats)
    counted["canteens"] = _tokens(position, LAKE) + held + int(cells[state.USED_CANTEENS])
    for seat in seats:
        counted[f"settlements of seat {seat}"] = position.amount(seat, state.SETTLEMENTS) + sum(
            int(cells[state.hex_at(place) + state.BUILT])
            for place in range(int(position.components.hex_count))
            if cells[state.hex_at(place) + state.OWNER] == seat + 1
        )
    return counted


def _tokens(position: Position, kind: int) -> int:
    cells = position.cells
    kinds = position.components.face_kind
    return sum(
        int(cells[state.hex_at(place) + state.TOKEN])
        for place in range(int(position.components.hex_count))
        if kinds[cells[state.hex_at(place) + state.FACE]] == kind
    )
