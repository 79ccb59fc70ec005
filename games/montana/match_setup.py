"""The set-up of a match: drawing it, and laying it out as the first position.

`docs/rules/montana.md` section 3.2. A set-up is plain JSON:
`{"seats": 2, "options": {…}, "tiles": [{"tile": "T07", "rotation": 0}, …],
"start_hex": "0,0", "start_seat": 0}`, the tiles in the order of the layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from games.game import ACTOR, CHANCE, SEATS, Setup
from games.montana.components import FACE_OUTSIDE, FACE_START, FIRST_FACE, Tables
from games.montana.geometry import LAND, TILE_HEXES, Hex, connected, hex_name, tile_hexes
from games.montana.rules.build import all_seats, widen_reach
from games.montana.state import (
    ACTIVE,
    AUCTION_TRADES,
    CATTLE,
    COINS,
    FACE,
    MORE_FIELDS,
    ONE_LINE,
    OWN_ONLY,
    PHASE,
    ROUND,
    ROUND_LIMIT,
    SETTLEMENTS,
    SETUP_SPIN,
    START_HEX,
    START_SEAT,
    SUPPLY,
    TOKEN,
    WORKERS,
    Position,
    block,
    cell_count,
    hex_at,
)
from games.options import complete
from games.random import Source, shuffled
from games.vectors import vec

DRAWS: Final = 10_000
"""How often rotations are drawn before giving up on a set of tiles that never connects."""


def draw(tables: Tables, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
    """A set-up for `seats` players; the first game's fixed one draws nothing.

    Raises `ValueError` when no rotation of the drawn tiles makes one connected map.
    """
    row = tables.seats[seats - 2]
    if options["setup"] == "first_game":
        start = row.centres[row.first_tiles.index(row.first_start)]
        return made_setup(seats, options, row.first_tiles, [0] * row.tiles, start, 0)
    order = shuffled(list(range(len(tables.tiles))), source)[: row.tiles]
    names = [tables.tile_names[tile] for tile in order]
    start = row.centres[int(source.below(row.tiles))]
    start_seat = int(source.below(seats))
    for _ in range(DRAWS):
        rotations = [int(source.below(6)) for _ in names]
        faces = lay_out(tables, row.centres, names, rotations)
        if is_connected(tables, faces):
            return made_setup(seats, options, names, rotations, start, start_seat)
    raise ValueError(f"no rotation of the tiles {', '.join(names)} makes a connected map")


def made_setup(
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


def lay_out(
    tables: Tables, centres: list[Hex], names: list[str], rotations: list[int]
) -> dict[Hex, int]:
    """The face on every hex of the map."""
    faces: dict[Hex, int] = {}
    for centre, name, rotation in zip(centres, names, rotations, strict=True):
        first = FIRST_FACE + TILE_HEXES * tables.tile_names.index(name)
        for index, place in enumerate(tile_hexes(centre, rotation)):
            faces[place] = first + index
    return faces


def is_connected(tables: Tables, faces: Mapping[Hex, int]) -> bool:
    """Whether the fields, one of which the start tile covers, are one area."""
    return connected({place for place, face in faces.items() if tables.face_kind[face] == LAND})


def _whole(setup: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = setup.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{key} must be a whole number from {low} to {high}, not {value!r}")
    return value


def checked_faces(tables: Tables, setup: Mapping[str, Any], seats: int) -> dict[Hex, int]:
    """The face on every hex of a set-up's map. Raises `ValueError`."""
    row = tables.seats[seats - 2]
    tiles = setup.get("tiles")
    if not isinstance(tiles, list) or len(tiles) != row.tiles:
        raise ValueError(f"tiles must be {row.tiles} tiles for {seats} players")
    names: list[str] = [str(tile["tile"]) for tile in tiles]
    for name in names:
        if name not in tables.tile_names or names.count(name) > 1:
            raise ValueError(f"tile {name!r} is unknown or laid twice")
    rotations = [_whole(tile, "rotation", 0, 5) for tile in tiles]
    faces = lay_out(tables, row.centres, names, rotations)
    if not is_connected(tables, faces):
        raise ValueError("the fields of the map are not connected")
    return faces


def fill_header(cells: vec[i64], setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Seats, options and the start player; the start player is about to spin."""
    seats = _whole(setup, "seats", 2, 4)
    start_seat = _whole(setup, "start_seat", 0, seats - 1)
    cells[SEATS] = seats
    cells[START_SEAT] = start_seat
    cells[ACTIVE] = start_seat
    cells[ACTOR] = CHANCE
    cells[PHASE] = SETUP_SPIN
    cells[ROUND] = 1
    cells[OWN_ONLY] = int(options["own_only"])
    cells[MORE_FIELDS] = int(options["build_coins"] == "more_fields")
    cells[AUCTION_TRADES] = int(options["auction_trades"])
    cells[ROUND_LIMIT] = options["round_limit"]
    cells[ONE_LINE] = int(options["line_bonus"] == "once")


def fill_map(cells: vec[i64], tables: Tables, faces: Mapping[Hex, int], start: str) -> int:
    """Lay faces, start tile, cattle and canteens; the number of cattle on the map."""
    cattle = 0
    for index, place in enumerate(tables.hexes):
        at = int(hex_at(index))
        face = faces.get(place, FACE_OUTSIDE)
        cells[at + FACE] = face
        if tables.hex_names[index] == start:
            if tables.face_kind[face] != LAND or tables.faces[face].token:
                raise ValueError(f"start_hex {start} is not a field without cattle")
            cells[START_HEX] = index
            cells[at + FACE] = FACE_START
        elif tables.faces[face].token:
            cells[at + TOKEN] = 1
            cattle += int(tables.face_kind[face] == LAND)
    if cells[hex_at(cells[START_HEX]) + FACE] != FACE_START:
        raise ValueError(f"start_hex {start!r} is not on the map")
    return cattle


def fill_pieces(cells: vec[i64], tables: Tables, cattle_on_map: int) -> None:
    """The supply, and each player's block."""
    seats = int(cells[SEATS])
    row = tables.seats[seats - 2]
    for kind, number in enumerate(row.supply):
        cells[SUPPLY + kind] = number
    for colour in range(4):
        cells[SUPPLY + WORKERS + colour] = tables.workers_per_colour
    cells[SUPPLY + CATTLE] = tables.cattle - cattle_on_map - seats * int(tables.start_cattle)
    for turn in range(seats):
        own = int(block((cells[START_SEAT] + turn) % seats))
        for kind in range(4):
            cells[own + kind] = tables.start_goods
        cells[own + CATTLE] = tables.start_cattle
        cells[own + COINS] = tables.start_coins[turn]
        cells[own + SETTLEMENTS] = row.settlements


def opening(tables: Tables, setup: Mapping[str, Any], options: Any) -> vec[i64]:
    """The cells of the first position, before the set-up spins. Raises `ValueError`.

    `options` are the ruleset's, of which the set-up may leave out any.
    """
    given = complete(options, setup.get("options", {}))
    cells = vec[i64]([i64(0)] * cell_count(tables))
    fill_header(cells, setup, given)
    faces = checked_faces(tables, setup, int(cells[SEATS]))
    fill_pieces(cells, tables, fill_map(cells, tables, faces, str(setup.get("start_hex"))))
    return cells


def open_reach(state: Position) -> None:
    """The fields around the start tile are in everybody's reach."""
    widen_reach(state, state.cells[START_HEX], all_seats(state))
