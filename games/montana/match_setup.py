"""The set-up of a match: drawing it, and laying it out as the first position.

`docs/rules/montana.md` section 3.2. A set-up is plain JSON:
`{"seats": 2, "options": {…}, "tiles": [{"tile": "T07", "rotation": 0}, …],
"start_hex": "0,0", "start_seat": 0}`, the tiles in the order of the layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.data import Entry
from railhead.games.game import ACTOR, CHANCE, SEATS, Setup
from railhead.games.montana import state
from railhead.games.montana.components import FACE_OUTSIDE, FACE_START, FIRST_FACE, Components
from railhead.games.montana.geometry import (
    LAND,
    TILE_HEXES,
    Hex,
    are_connected,
    hex_name,
    tile_hexes,
)
from railhead.games.montana.rules.build import all_seats, widen_reach
from railhead.games.montana.state import Position
from railhead.games.random import Source, shuffled_copy

DRAWS: Final = 10_000
"""How often rotations are drawn before giving up on a set of tiles that never connects."""


def draw_setup(
    components: Components, seats: int, options: Mapping[str, Any], source: Source
) -> Setup:
    """A set-up for `seats` players; the first game's fixed one draws nothing.

    Raises `ValueError` when no rotation of the drawn tiles makes one connected map.
    """
    row = components.seats[seats - 2]
    if options["setup"] == "first_game":
        start = row.centres[row.first_tiles.index(row.first_start)]
        return build_setup(seats, options, row.first_tiles, [0] * row.tiles, start, 0)
    order = shuffled_copy(list(range(len(components.tiles))), source)[: row.tiles]
    names = [components.tile_names[tile] for tile in order]
    start = row.centres[int(source.below(row.tiles))]
    start_seat = int(source.below(seats))
    for _ in range(DRAWS):
        rotations = [int(source.below(6)) for _ in names]
        faces = lay_out_tiles(components, row.centres, names, rotations)
        if is_connected(components, faces):
            return build_setup(seats, options, names, rotations, start, start_seat)
    raise ValueError(f"no rotation of the tiles {', '.join(names)} makes a connected map")


def build_setup(
    seats: int,
    options: Mapping[str, Any],
    names: list[str],
    rotations: list[int],
    start: Hex,
    start_seat: int,
) -> Setup:
    """The set-up as plain JSON."""
    return {
        "seats": seats,
        "options": dict(options),
        "tiles": [
            {"tile": name, "rotation": rotation}
            for name, rotation in zip(names, rotations, strict=True)
        ],
        "start_hex": hex_name(start),
        "start_seat": start_seat,
    }


def lay_out_tiles(
    components: Components, centres: list[Hex], names: list[str], rotations: list[int]
) -> dict[Hex, int]:
    """The face on every hex of the map."""
    faces: dict[Hex, int] = {}
    for centre, name, rotation in zip(centres, names, rotations, strict=True):
        first = FIRST_FACE + TILE_HEXES * components.tile_names.index(name)
        for index, place in enumerate(tile_hexes(centre, rotation)):
            faces[place] = first + index
    return faces


def is_connected(components: Components, faces: Mapping[Hex, int]) -> bool:
    """Whether the fields, one of which the start tile covers, are one area."""
    return are_connected(
        {place for place, face in faces.items() if components.face_kind[face] == LAND}
    )


def checked_faces(components: Components, setup: Entry, seats: int) -> dict[Hex, int]:
    """The face on every hex of a set-up's map. Raises `DataError`."""
    row = components.seats[seats - 2]
    tiles = setup["tiles"].items(row.tiles)
    names = [components.tile_names[tile["tile"].index(components.tile_names)] for tile in tiles]
    if len(set(names)) < len(names):
        raise setup["tiles"].fail("lays a tile twice")
    rotations = [tile["rotation"].integer(0, 5) for tile in tiles]
    faces = lay_out_tiles(components, row.centres, names, rotations)
    if not is_connected(components, faces):
        raise setup["tiles"].fail("makes a map whose fields are not connected")
    return faces


def fill_map(position: Position, faces: Mapping[Hex, int], start: Entry) -> int:
    """Lay faces, start tile, cattle and canteens; the number of cattle on the map.

    Raises `DataError`.
    """
    cells, components = position.cells, position.components
    cells[state.START_HEX] = start.index(components.hex_names)
    cattle = 0
    for index, place in enumerate(components.hexes):
        at = int(state.hex_at(index))
        face = faces.get(place, FACE_OUTSIDE)
        cells[at + state.FACE] = face
        if index == cells[state.START_HEX]:
            if components.face_kind[face] != LAND or components.faces[face].token:
                raise start.fail(f"is {start.value}, not a field without cattle")
            cells[at + state.FACE] = FACE_START
        elif components.faces[face].token:
            cells[at + state.TOKEN] = 1
            cattle += int(components.face_kind[face] == LAND)
    return cattle


def fill_pieces(position: Position, cattle_on_map: int) -> None:
    """The supply, and each player's block."""
    cells, components = position.cells, position.components
    seats = int(cells[SEATS])
    row = components.seats[seats - 2]
    for kind, number in enumerate(row.supply):
        cells[state.SUPPLY + kind] = number
    for colour in range(4):
        cells[state.SUPPLY + state.WORKERS + colour] = components.workers_per_colour
    cells[state.SUPPLY + state.CATTLE] = (
        components.cattle - cattle_on_map - seats * int(components.start_cattle)
    )
    for turn in range(seats):
        own = int(state.block((cells[state.START_SEAT] + turn) % seats))
        for kind in range(4):
            cells[own + kind] = components.start_goods
        cells[own + state.CATTLE] = components.start_cattle
        cells[own + state.COINS] = components.start_coins[turn]
        cells[own + state.SETTLEMENTS] = row.settlements


def set_initial_state(position: Position, setup: Entry, options: Mapping[str, Any]) -> None:
    """Make the empty position the first of a set-up: the start player is about to spin.

    Raises `DataError`.
    """
    cells = position.cells
    seats = int(cells[SEATS])
    cells[state.START_SEAT] = setup["start_seat"].integer(0, seats - 1)
    cells[state.ACTIVE] = cells[state.START_SEAT]
    cells[ACTOR] = CHANCE
    cells[state.PHASE] = state.SETUP_SPIN
    cells[state.ROUND] = 1
    faces = checked_faces(position.components, setup, seats)
    fill_pieces(position, fill_map(position, faces, setup["start_hex"]))
    widen_reach(position, cells[state.START_HEX], all_seats(position))
