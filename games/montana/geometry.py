"""Hexes and landscape tiles: axial coordinates, tiles of seven, the lattice they lie on.

Axial (q, r) with pointy tops, r growing downwards; directions 0 to 5 go clockwise from east.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.montana import actions

Hex = tuple[int, int]

DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
DIRECTION_COUNT: Final[i64] = 6
AXES: Final[i64] = 3
TILE_HEXES: Final = 7

OUTSIDE: Final = 0
START: Final = 1
LAND: Final = 2
LAKE: Final = 3
MOUNTAIN: Final = 4
KINDS: Final = ("outside", "start", "land", "lake", "mountain")

_BARE: Final = {
    "lake": (LAKE, False),
    "lake_with_canteen": (LAKE, True),
    "mountain": (MOUNTAIN, False),
}


class Face:
    """What is printed on one hex: its kind, its price by good, settlements, and a token or not."""

    def __init__(self, kind: int, cost: list[int], settlements: int, token: bool) -> None:
        self.kind = kind
        self.cost = cost
        self.settlements = settlements
        self.token = token
        """A cattle on a field, a canteen on a lake."""


class Tile:
    """One landscape tile: `faces` are its centre and then its ring by direction."""

    def __init__(self, name: str, faces: list[Face]) -> None:
        self.name = name
        self.faces = faces


def neighbours(place: Hex) -> list[Hex]:
    """The six hexes around one, by direction."""
    return [(place[0] + dq, place[1] + dr) for dq, dr in DIRECTIONS]


def tile_hexes(centre: Hex, rotation: int) -> list[Hex]:
    """Where the faces of a tile lie: its centre, then ring[i] in direction i + rotation."""
    around = neighbours(centre)
    return [centre, *(around[(index + rotation) % 6] for index in range(6))]


def hex_name(place: Hex) -> str:
    """The name of a hex as written in notation, such as `1,-1`."""
    return f"{place[0]},{place[1]}"


def are_connected(places: set[Hex]) -> bool:
    """Whether the hexes are one area."""
    if not places:
        return False
    # As plain numbers, row after row with a gap between them: every match that begins asks twice,
    # and to hash pairs takes five times as long.
    rs = [r for _, r in places]
    first = min(rs)
    width = max(rs) - first + 2
    left = {q * width + r - first for q, r in places}
    steps = [dq * width + dr for dq, dr in DIRECTIONS]
    frontier = [left.pop()]
    while frontier:
        place = frontier.pop()
        for step in steps:
            near = place + step
            if near in left:
                left.remove(near)
                frontier.append(near)
    return not left


def enclosed_places(places: set[Hex]) -> set[Hex]:
    """The hexes next to an area that cannot be reached from outside it: its holes."""
    qs = [q for q, _ in places]
    rs = [r for _, r in places]
    around = {
        (q, r)
        for q in range(min(qs) - 1, max(qs) + 2)
        for r in range(min(rs) - 1, max(rs) + 2)
        if (q, r) not in places
    }
    reached = {(min(qs) - 1, min(rs) - 1)}
    frontier = list(reached)
    while frontier:
        for near in neighbours(frontier.pop()):
            if near in around and near not in reached:
                reached.add(near)
                frontier.append(near)
    return around - reached


def read_face(entry: Entry) -> Face:
    """One hex of a tile."""
    if isinstance(entry.value, str):
        kind, token = _BARE[list(_BARE)[entry.index(list(_BARE))]]
        return Face(kind, [0] * len(actions.GOODS), 0, token)
    cost = [0] * len(actions.GOODS)
    for good, number in entry["land"].mapping().items():
        cost[actions.GOODS.index(good)] = number.number()
    if not 1 <= sum(cost) <= 6:
        entry["land"].refuse(f"costs {sum(cost)} goods, not 1 to 6")
    settlements = entry.get("settlements")
    cattle = entry.get("cattle")
    return Face(
        LAND,
        cost,
        1 if settlements is None else settlements.number(),
        False if cattle is None else cattle.flag(),
    )


def read_tile(entry: Entry) -> Tile:
    """One landscape tile; it is noted where cattle stand in its centre or its land is in pieces."""
    name = entry["id"].text()
    faces = [read_face(entry["centre"]), *(read_face(face) for face in entry["ring"].items())]
    if faces[0].token:
        entry["centre"].refuse("is not land without cattle, where the start tile could lie")
    land = {
        place for place, face in zip(tile_hexes((0, 0), 0), faces, strict=True) if face.kind == LAND
    }
    if not are_connected(land):
        entry.refuse("has land in separate pieces")
    return Tile(name, faces)


def read_tiles(entry: Entry, canteens: int) -> list[Tile]:
    """The landscape tiles; it is noted where they have not `canteens` canteens in all."""
    tiles: list[Tile] = []
    for item in entry.items():
        tile = read_tile(item)
        if tile.name in [other.name for other in tiles]:
            item["id"].refuse(f"is {tile.name!r}, the name of another tile")
        tiles.append(tile)
    lakes = sum(face.kind == LAKE and face.token for tile in tiles for face in tile.faces)
    if lakes != canteens:
        entry.refuse(f"has {lakes} lakes with a canteen, not {canteens}")
    return tiles


def _pair(entry: Entry) -> Hex:
    first, second = entry.items()
    return first.number(), second.number()


def read_lattice(entry: Entry) -> tuple[Hex, Hex]:
    """The two steps from tile to tile, on which tiles cover the plane. Raises `DataError`."""
    a, b = _pair(entry["a"]), _pair(entry["b"])
    around = [
        (i * a[0] + j * b[0], i * a[1] + j * b[1])
        for i in range(-3, 4)
        for j in range(-3, 4)
        if (i, j) != (0, 0)
    ]
    own = set(tile_hexes((0, 0), 0))
    overlap = any(own & set(tile_hexes(centre, 0)) for centre in around)
    if abs(a[0] * b[1] - a[1] * b[0]) != TILE_HEXES or overlap:
        raise entry.fail("does not cover the plane with tiles of seven hexes")
    return a, b


def read_layout(entry: Entry, lattice: tuple[Hex, Hex]) -> list[Hex]:
    """The centres of the tiles of a map; it is noted where it has pieces or holes."""
    a, b = lattice
    centres: list[Hex] = []
    for item in entry.items():
        i, j = _pair(item)
        centre = (i * a[0] + j * b[0], i * a[1] + j * b[1])
        centres.append(centre)
    places = {place for centre in centres for place in tile_hexes(centre, 0)}
    if not are_connected(places):
        entry.refuse("has tiles that touch no other")
    if enclosed_places(places):
        entry.refuse("has a hole")
    return centres
