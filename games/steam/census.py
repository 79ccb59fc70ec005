"""Every component, wherever it lies: what no action may change."""

from __future__ import annotations

from games.steam.actions import COLOURS, SHAPES, SPACES
from games.steam.state import (
    BAG,
    COLOUR,
    COLOUR_COUNT,
    CUBES,
    MARKED,
    MARKERS,
    NEW_CITIES,
    SPACES_AT,
    USED,
    Position,
    stop_cell,
)


def census(position: Position) -> dict[str, int]:
    """The pieces of each kind, wherever they lie."""
    cells = position.cells
    stops = range(int(position.land.stop_count))
    counted: dict[str, int] = {}
    for colour, name in enumerate(COLOURS):
        supply = sum(
            int(cells[SPACES_AT + COLOUR_COUNT * space + colour]) for space in range(SPACES)
        )
        cities = sum(int(cells[stop_cell(stop) + CUBES + colour]) for stop in stops)
        counted[f"{name} goods"] = int(cells[BAG + colour]) + supply + cities
        new = sum(
            cells[stop_cell(stop) + COLOUR] == colour + 1
            for stop in stops
            if stop >= position.land.city_count
        )
        counted[f"{name} new cities"] = int(cells[NEW_CITIES + colour]) + new
    printed = range(int(position.land.city_count))
    grown = sum(int(cells[stop_cell(stop) + MARKED]) for stop in printed)
    counted["growth markers"] = int(cells[MARKERS]) + grown
    shape_of = position.components.tiles.shape_of
    laid = [int(shape_of[cells[position.tile_at + h]]) for h in range(int(position.land.hex_count))]
    for shape, name in enumerate(SHAPES):
        counted[f"tiles {name} off the record"] = laid.count(shape) - int(cells[USED + shape])
    return counted
