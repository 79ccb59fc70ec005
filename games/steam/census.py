"""Every component, wherever it lies: what no action may change."""

from __future__ import annotations

from railhead.games.steam import actions, state
from railhead.games.steam.state import Position


def census(position: Position) -> dict[str, int]:
    """The pieces of each kind, wherever they lie."""
    cells = position.cells
    stops = range(int(position.land.stop_count))
    counted: dict[str, int] = {}
    for colour, name in enumerate(actions.COLOURS):
        supply = sum(
            int(cells[state.SPACES_AT + state.COLOUR_COUNT * space + colour])
            for space in range(actions.SPACES)
        )
        cities = sum(int(cells[state.stop_cell(stop) + state.CUBES + colour]) for stop in stops)
        counted[f"{name} goods"] = int(cells[state.BAG + colour]) + supply + cities
        new = sum(
            cells[state.stop_cell(stop) + state.COLOUR] == colour + 1
            for stop in stops
            if stop >= position.land.city_count
        )
        counted[f"{name} new cities"] = int(cells[state.NEW_CITIES + colour]) + new
    printed = range(int(position.land.city_count))
    grown = sum(int(cells[state.stop_cell(stop) + state.MARKED]) for stop in printed)
    counted["growth markers"] = int(cells[state.MARKERS]) + grown
    shape_of = position.components.tiles.shape_of
    laid = [int(shape_of[cells[position.tile_at + h]]) for h in range(int(position.land.hex_count))]
    for shape, name in enumerate(actions.SHAPES):
        counted[f"tiles {name} off the record"] = laid.count(shape) - int(cells[state.USED + shape])
    return counted
