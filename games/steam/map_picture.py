"""The map of Steam in the picture, with its tracks, cities and goods, and the small pieces."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from railhead.games.layout import Block, Columns
from railhead.games.steam.actions import EDGES
from railhead.games.svg import INK, Drawing, width_of

HIGHEST: Final = 1000
LARGEST: Final = 48.0
GROUND: Final = {"plain": "#d9e3bf", "hill": "#cfae80", "city": "#c4beb2"}
COLOURS: Final = {
    "red": "#b5352a",
    "blue": "#2f74c9",
    "yellow": "#f0cf45",
    "purple": "#6a2f83",
    "gray": "#9b9b9b",
}
LETTERS: Final = {"red": "R", "blue": "B", "yellow": "Y", "purple": "P", "gray": "G"}
DARK: Final = ("red", "blue", "purple")
SEAT_COLOURS: Final = ("#f08a24", "#1f8f66", "#dfc795", "#ffffff", "#6b3318", "#242424")
ON_SEAT: Final = (INK, "#ffffff", INK, INK, "#ffffff", "#ffffff")
UNOWNED: Final = "#e884d8"


@dataclass(frozen=True)
class Sizes:
    """How large letters and goods are, and how far from the middle, in sizes of their hex."""

    tall: float = 1
    """How many times as high as a regular hex it is drawn."""
    hex_name: float = 0.21
    hex_name_down: float = 0.8
    city_name_down: float = 0.68
    name: float = 0.26
    name_up: float = 0.4
    rooms: tuple[float, float] = (1.28, 2.1)
    """How wide the name of a city and that of a town may be."""
    owner: float = 0.12
    owner_edge: float = 0
    north: float = 0.1
    """How far along a track from the north into a town its owner's number is: not on the name."""
    south: float = 0.25
    """The same of a track from the south to another side: not on the name of the hex."""
    city: float = 0.88
    mark: float = 0.28
    cubes: tuple[tuple[float, int], ...] = ((0.26, 3),)
    """The side of a good and how many are in a row; of one kind of goods, of two, and so on."""
    pitch: tuple[float, float] = (0.56, 1.385)
    """How far goods are apart: across, and down in sides of a good."""
    cube_left: float = 0.2
    cubes_up: float = 0.26


SMALL_HEXES: Final = Sizes(
    tall=1.3,
    hex_name=0.3,
    hex_name_down=1.08,
    city_name_down=0.94,
    name=0.5,
    name_up=0.64,
    rooms=(1.9, 1.95),
    owner=0.28,
    owner_edge=0.06,
    north=0.4,
    south=0.38,
    city=0.97,
    mark=0.32,
    cubes=((0.58, 1), (0.5, 1), (0.42, 2), (0.42, 2), (0.38, 2)),
    pitch=(0.76, 1.2),
    cube_left=0.36,
    cubes_up=0.5,
)
"""For hexes so small that what is as large as else could not be told apart."""


def disc(out: Drawing, x: float, y: float, radius: float, seat: int) -> None:
    """A marker of a seat, with the seat's number."""
    out.circle(x, y, radius, SEAT_COLOURS[seat], stroke=INK, stroke_width=1.2)
    out.text(
        x, y + 0.42 * radius, str(seat), 1.2 * radius, anchor="middle", fill=ON_SEAT[seat],
        weight="bold",
    )  # fmt: skip


def draw_cubes(
    out: Drawing, goods: Sequence[str], x: float, y: float, side: float, across: int
) -> None:
    """Goods in rows, each with its letter, in a white frame that no city is without."""
    frame = min(1.5, 0.12 * side)
    for index, colour in enumerate(goods):
        left, top = x + index % across * 1.15 * side, y + index // across * 1.15 * side
        out.rect(left - frame, top - frame, side + 2 * frame, side + 2 * frame, "#ffffff")
        out.rect(left, top, side, side, COLOURS[colour], stroke=INK, stroke_width=1)
        fill = "#ffffff" if colour in DARK else INK
        out.text(
            left + side / 2, top + 0.81 * side, LETTERS[colour], 0.86 * side, anchor="middle",
            fill=fill, weight="bold",
        )  # fmt: skip


def goods_text(goods: Mapping[str, int]) -> str:
    """Such as `2 red, 1 gray`."""
    return ", ".join(f"{number} {colour}" for colour, number in goods.items() if number) or "none"


def map_of(view: Mapping[str, Any], columns: Columns) -> Block:
    """The map, as large as the column allows: ground, then tracks, then stops, then words."""
    hexes = view["hexes"]
    xs = [1.5 * shown["q"] for shown in hexes]
    sizes = SMALL_HEXES if columns.narrow else Sizes()
    pitch = math.sqrt(3) * sizes.tall
    ys = [pitch * (shown["r"] + shown["q"] / 2) for shown in hexes]
    width, rows = columns.board, max(ys) - min(ys) + pitch
    size = min(width / (max(xs) - min(xs) + 2), HIGHEST / rows, LARGEST)
    dx = width / 2 - size * (max(xs) + min(xs)) / 2
    dy = -size * (min(ys) - pitch / 2)
    places = {
        shown["hex"]: (dx + size * x, dy + size * y)
        for shown, x, y in zip(hexes, xs, ys, strict=True)
    }
    return Block(width, size * rows, lambda out, _height: draw_map(out, view, places, size, sizes))


def draw_map(
    out: Drawing,
    view: Mapping[str, Any],
    places: Mapping[str, tuple[float, float]],
    size: float,
    sizes: Sizes,
) -> None:
    """The map with its hexes at their places."""
    hexes = view["hexes"]
    stops = {stop["hex"]: stop for stop in view["stops"]}
    for shown in hexes:
        with out.element(f"hex-{shown['hex']}", hex_text(shown, stops.get(shown["hex"]))):
            draw_ground(out, shown, *places[shown["hex"]], size, sizes.tall)
    for shown in hexes:
        draw_closed(out, shown, *places[shown["hex"]], size, sizes.tall)
        draw_tracks(out, shown, *places[shown["hex"]], size, sizes.tall)
    for shown in hexes:
        draw_owners(out, shown, *places[shown["hex"]], size, sizes)
    for stop in view["stops"]:
        draw_stop(out, stop, *places[stop["hex"]], size, sizes)
    for shown in hexes:
        draw_hex_name(out, shown, stops.get(shown["hex"]), *places[shown["hex"]], size, sizes)


def draw_hex_name(
    out: Drawing,
    shown: Mapping[str, Any],
    stop: Mapping[str, Any] | None,
    x: float,
    y: float,
    size: float,
    sizes: Sizes,
) -> None:
    """The name of a hex at its lower side, in a city on the city's colour."""
    name, letters = shown["hex"], sizes.hex_name * size
    if stop is None or stop["colour"] is None:
        ground = GROUND[shown["terrain"]]
        down = y + sizes.hex_name_down * size
        out.text(x, down, name, letters, anchor="middle", fill="#4a3d28", halo=ground)
    else:
        fill = "#ffffff" if stop["colour"] in DARK else INK
        down = y + sizes.city_name_down * size
        out.text(x, down, name, letters, anchor="middle", fill=fill)


def hex_text(shown: Mapping[str, Any], stop: Mapping[str, Any] | None) -> str:
    """A hex in words."""
    parts = [f"{shown['hex']}, {shown['terrain']}"]
    if stop is not None:
        parts.append(stop["title"])
    if shown["river"]:
        parts.append("river")
    for track in shown["tracks"]:
        owner = "no owner" if track["owner"] is None else f"seat {track['owner']}"
        parts.append(f"track {track['from']} to {track['to']} of {owner}")
    return ", ".join(parts)


def corner(x: float, y: float, size: float, tall: float, step: float) -> tuple[float, float]:
    """A corner of a hex; corner 0 is the upper left one, clockwise."""
    angle = math.pi / 3 * (step - 2)
    return x + size * math.cos(angle), y + tall * size * math.sin(angle)


def middle(x: float, y: float, size: float, tall: float, edge: int) -> tuple[float, float]:
    """The middle of a side; 0 is north, clockwise."""
    angle = math.pi / 3 * edge - math.pi / 2
    reach = size * math.sqrt(3) / 2
    return x + reach * math.cos(angle), y + tall * reach * math.sin(angle)


def draw_ground(
    out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float, tall: float
) -> None:
    """The ground of a hex and its river."""
    corners = [corner(x, y, size, tall, step) for step in range(6)]
    out.polygon(corners, GROUND[shown["terrain"]], stroke="#f5efdc", stroke_width=1.5)
    if shown["river"]:
        wave = "M-16 0C-10 -7 -4 7 2 0S12 -6 16 0"
        out.path(wave, x, y + 0.45 * size, size / 36, fill="none", stroke="#2f7fc0", stroke_width=4)
    if shown["terrain"] == "hill":
        peaks = "M-12 6L-5 -6L1 3L5 -3L12 6Z"
        out.path(peaks, x, y - 0.45 * size, size / 48, fill="#7d5c33")


def draw_closed(
    out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float, tall: float
) -> None:
    """The closed sides."""
    for name in shown["closed"]:
        step = EDGES.index(name)
        ends = corner(x, y, size, tall, step), corner(x, y, size, tall, step + 1)
        out.line(*ends, "#20160c", 3, pointer_events="none")


def draw_tracks(
    out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float, tall: float
) -> None:
    """The tracks of a hex, each in its owner's colour."""
    for track in shown["tracks"]:
        start, end = _ends(track, x, y, size, tall)
        ends = [(one[0] - x, one[1] - y) for one in (start, end)]
        bend = "M{:.1f} {:.1f}Q0 0 {:.1f} {:.1f}".format(*ends[0], *ends[1])
        owned = track["owner"] is not None
        colour = SEAT_COLOURS[track["owner"]] if owned else UNOWNED
        rest = {"fill": "none", "pointer_events": "none"}
        out.path(bend, x, y, 1, **rest, stroke=INK, stroke_width=0.26 * size)
        broken = {} if owned else {"stroke_dasharray": "5 3"}
        out.path(bend, x, y, 1, **rest, stroke=colour, stroke_width=0.18 * size, **broken)


def _ends(
    track: Mapping[str, Any], x: float, y: float, size: float, tall: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a track begins and ends."""
    town = track["to"] == "town"
    end = (x, y) if town else middle(x, y, size, tall, EDGES.index(track["to"]))
    return middle(x, y, size, tall, EDGES.index(track["from"])), end


def draw_owners(
    out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float, sizes: Sizes
) -> None:
    """The numbers of the owners of a hex's tracks, which tell like colours apart."""
    for track in shown["tracks"]:
        if track["owner"] is not None:
            start, end = _ends(track, x, y, size, sizes.tall)
            into_town = {"N": sizes.north, "S": 0.4}.get(track["from"], 0.3)
            onwards = sizes.south if track["from"] == "S" else 0.25
            along = into_town if track["to"] == "town" else onwards
            draw_owner(out, track["owner"], _on_bend(start, (x, y), end, along), size, sizes)


def draw_owner(
    out: Drawing, seat: int, place: tuple[float, float], size: float, sizes: Sizes
) -> None:
    """The number of a track's owner."""
    (x, y), radius, edge = place, sizes.owner * size, sizes.owner_edge * size
    rest = {"pointer_events": "none", "stroke": INK, "stroke_width": edge}
    out.circle(x, y, radius, SEAT_COLOURS[seat], **rest)
    out.text(
        x, y + 0.45 * radius, str(seat), 1.25 * radius, anchor="middle", fill=ON_SEAT[seat],
        weight="bold",
    )  # fmt: skip


def _on_bend(
    start: tuple[float, float], via: tuple[float, float], end: tuple[float, float], along: float
) -> tuple[float, float]:
    """A point of a bent track, `along` of the way."""
    a, b, c = (1 - along) ** 2, 2 * along * (1 - along), along**2
    return a * start[0] + b * via[0] + c * end[0], a * start[1] + b * via[1] + c * end[1]


def draw_stop(
    out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float, sizes: Sizes
) -> None:
    """A town, or a city with its goods and growth marker."""
    kind = "town" if stop["colour"] is None else f"{stop['colour']} city"
    words = f"{stop['title']}, {kind}, goods: {goods_text(stop['goods'])}"
    with out.element(f"stop-{stop['name']}", words):
        if stop["colour"] is None:
            out.circle(x, y, 0.24 * size, "#ffffff", stroke=INK, stroke_width=2)
        else:
            corners = [corner(x, y, sizes.city * size, sizes.tall, step) for step in range(6)]
            out.polygon(corners, COLOURS[stop["colour"]], stroke=INK, stroke_width=2)
            draw_city_marks(out, stop, x, y + (sizes.city_name_down - 0.13) * size, size, sizes)
        draw_name(out, stop, x, y, size, sizes)
    draw_goods(out, stop, x, y, size, sizes)


def draw_city_marks(
    out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float, sizes: Sizes
) -> None:
    """The letter of a city's colour, and its growth marker."""
    fill = "#ffffff" if stop["colour"] in DARK else INK
    letter, letters = LETTERS[stop["colour"]], sizes.mark * size
    left, down = x - 0.4 * size, y + 0.08 * size
    out.text(left, down, letter, letters, anchor="middle", weight="bold", fill=fill)
    if stop["growth_marker"]:
        right = x + 0.4 * size
        out.circle(right, y, 0.55 * letters, "#ffffff", stroke=INK, stroke_width=1)
        out.text(right, y + 0.36 * letters, "+", letters, anchor="middle", weight="bold")


def draw_name(
    out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float, sizes: Sizes
) -> None:
    """The name of a stop, as large as its hex allows."""
    text, letters = stop["title"], sizes.name * size
    room = sizes.rooms[0 if stop["colour"] else 1] * size
    letters *= min(1, room / width_of(text, letters, True))
    fill = "#ffffff" if stop["colour"] in DARK else INK
    halo = COLOURS.get(stop["colour"], "#ffffff")
    top = y - sizes.name_up * size
    out.text(x, top, text, letters, anchor="middle", weight="bold", fill=fill, halo=halo)


def draw_goods(
    out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float, sizes: Sizes
) -> None:
    """The goods of a stop: a cube of each colour, and how many there are of it."""
    goods = [(colour, number) for colour, number in stop["goods"].items() if number]
    fill = "#ffffff" if stop["colour"] in DARK else INK
    part, each = sizes.cubes[min(len(goods), len(sizes.cubes)) - 1]
    side, down = part * size, part * size * sizes.pitch[1]
    for index, (colour, number) in enumerate(goods):
        row = goods[index // each * each : index // each * each + each]
        across = (index % each - (len(row) - 1) / 2) * sizes.pitch[0] * size
        left = x + across - sizes.cube_left * size
        top = y - sizes.cubes_up * size + index // each * down
        words = f"{number} {colour} goods in {stop['title']}"
        with out.element(f"goods-{stop['name']}-{colour}", words):
            draw_cubes(out, [colour], left, top, side, 1)
            if number > 1:
                at = left + side + 0.12 * side
                out.text(at, top + 0.8 * side, str(number), 0.96 * side, fill=fill, weight="bold")
