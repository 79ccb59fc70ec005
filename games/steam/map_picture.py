"""The map of Steam in the picture, with its tracks, cities and goods, and the small pieces."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.steam.actions import EDGES
from games.svg import INK, Drawing, width_of

MAP: Final = (20, 150, 1050, 1000)
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
BESIDE_NAMES: Final = {"N": 0.1, "S": 0.4}
"""How far along the track into a town its owner's number is: not on the names of town and hex."""
UNOWNED: Final = "#e884d8"


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
    for index, colour in enumerate(goods):
        left, top = x + index % across * 1.15 * side, y + index // across * 1.15 * side
        out.rect(left - 1.5, top - 1.5, side + 3, side + 3, "#ffffff")
        out.rect(left, top, side, side, COLOURS[colour], stroke=INK, stroke_width=1)
        fill = "#ffffff" if colour in DARK else INK
        out.text(
            left + side / 2, top + 0.76 * side, LETTERS[colour], 0.74 * side, anchor="middle",
            fill=fill, weight="bold",
        )  # fmt: skip


def goods_text(goods: Mapping[str, int]) -> str:
    """Such as `2 red, 1 gray`."""
    return ", ".join(f"{number} {colour}" for colour, number in goods.items() if number) or "none"


def draw_map(out: Drawing, view: Mapping[str, Any]) -> float:
    """The map, as large as its box allows: first the ground, then tracks, then stops; its end."""
    left, top, width, height = MAP
    hexes = view["hexes"]
    xs = [1.5 * shown["q"] for shown in hexes]
    ys = [math.sqrt(3) * (shown["r"] + shown["q"] / 2) for shown in hexes]
    size = min(width / (max(xs) - min(xs) + 2), height / (max(ys) - min(ys) + 2), 48.0)
    dx = left + width / 2 - size * (max(xs) + min(xs)) / 2
    dy = top - size * (min(ys) - math.sqrt(3) / 2)
    places = {
        shown["hex"]: (dx + size * x, dy + size * y)
        for shown, x, y in zip(hexes, xs, ys, strict=True)
    }
    stops = {stop["hex"]: stop for stop in view["stops"]}
    for shown in hexes:
        with out.element(f"hex-{shown['hex']}", hex_text(shown, stops.get(shown["hex"]))):
            draw_ground(out, shown, *places[shown["hex"]], size)
    for shown in hexes:
        draw_closed(out, shown, *places[shown["hex"]], size)
        draw_tracks(out, shown, *places[shown["hex"]], size)
    for stop in view["stops"]:
        draw_stop(out, stop, *places[stop["hex"]], size)
    for shown in hexes:
        draw_hex_name(out, shown, stops.get(shown["hex"]), *places[shown["hex"]], size)
    bottom: float = dy + size * (max(ys) + math.sqrt(3) / 2)
    return bottom


def draw_hex_name(
    out: Drawing,
    shown: Mapping[str, Any],
    stop: Mapping[str, Any] | None,
    x: float,
    y: float,
    size: float,
) -> None:
    """The name of a hex at its lower side, in a city on the city's colour."""
    if stop is None or stop["colour"] is None:
        ground = GROUND[shown["terrain"]]
        out.text(
            x, y + 0.8 * size, shown["hex"], 0.21 * size, anchor="middle", fill="#4a3d28",
            halo=ground,
        )  # fmt: skip
    else:
        fill = "#ffffff" if stop["colour"] in DARK else INK
        out.text(x, y + 0.68 * size, shown["hex"], 0.21 * size, anchor="middle", fill=fill)


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


def corner(x: float, y: float, size: float, step: float) -> tuple[float, float]:
    """A corner of a hex; corner 0 is the upper left one, clockwise."""
    angle = math.pi / 3 * (step - 2)
    return x + size * math.cos(angle), y + size * math.sin(angle)


def middle(x: float, y: float, size: float, edge: int) -> tuple[float, float]:
    """The middle of a side; 0 is north, clockwise."""
    angle = math.pi / 3 * edge - math.pi / 2
    reach = size * math.sqrt(3) / 2
    return x + reach * math.cos(angle), y + reach * math.sin(angle)


def draw_ground(out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """The ground of a hex and its river."""
    corners = [corner(x, y, size, step) for step in range(6)]
    out.polygon(corners, GROUND[shown["terrain"]], stroke="#f5efdc", stroke_width=1.5)
    if shown["river"]:
        wave = "M-16 0C-10 -7 -4 7 2 0S12 -6 16 0"
        out.path(wave, x, y + 0.45 * size, size / 36, fill="none", stroke="#2f7fc0", stroke_width=4)
    if shown["terrain"] == "hill":
        peaks = "M-12 6L-5 -6L1 3L5 -3L12 6Z"
        out.path(peaks, x, y - 0.45 * size, size / 48, fill="#7d5c33")


def draw_closed(out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """The closed sides."""
    for name in shown["closed"]:
        step = EDGES.index(name)
        ends = corner(x, y, size, step), corner(x, y, size, step + 1)
        out.line(*ends, "#20160c", 3, pointer_events="none")


def draw_tracks(out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """The tracks of a hex, each in its owner's colour."""
    for track in shown["tracks"]:
        start = middle(x, y, size, EDGES.index(track["from"]))
        town = track["to"] == "town"
        end = (x, y) if town else middle(x, y, size, EDGES.index(track["to"]))
        bend = f"M{start[0]:.1f} {start[1]:.1f}Q{x:.1f} {y:.1f} {end[0]:.1f} {end[1]:.1f}"
        owned = track["owner"] is not None
        colour = SEAT_COLOURS[track["owner"]] if owned else UNOWNED
        rest = {"d": bend, "fill": "none", "pointer_events": "none"}
        out.add("path", **rest, stroke=INK, stroke_width=0.26 * size)
        broken = {} if owned else {"stroke_dasharray": "5 3"}
        out.add("path", **rest, stroke=colour, stroke_width=0.18 * size, **broken)
        if owned:
            along = BESIDE_NAMES.get(track["from"], 0.3) if town else 0.25
            draw_owner(out, track["owner"], _on_bend(start, (x, y), end, along), 0.12 * size)


def _on_bend(
    start: tuple[float, float], via: tuple[float, float], end: tuple[float, float], along: float
) -> tuple[float, float]:
    """A point of a bent track, `along` of the way."""
    a, b, c = (1 - along) ** 2, 2 * along * (1 - along), along**2
    return a * start[0] + b * via[0] + c * end[0], a * start[1] + b * via[1] + c * end[1]


def draw_owner(out: Drawing, seat: int, place: tuple[float, float], radius: float) -> None:
    """The number of a track's owner, which tells tracks apart whose colours look alike."""
    out.circle(*place, radius, SEAT_COLOURS[seat], pointer_events="none")
    x, y = place
    out.text(
        x, y + 0.45 * radius, str(seat), 1.25 * radius, anchor="middle", fill=ON_SEAT[seat],
        weight="bold",
    )  # fmt: skip


def draw_stop(out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """A town, or a city with its goods and growth marker."""
    kind = "town" if stop["colour"] is None else f"{stop['colour']} city"
    words = f"{stop['title']}, {kind}, goods: {goods_text(stop['goods'])}"
    with out.element(f"stop-{stop['name']}", words):
        if stop["colour"] is None:
            out.circle(x, y, 0.24 * size, "#ffffff", stroke=INK, stroke_width=2)
        else:
            corners = [corner(x, y, 0.88 * size, step) for step in range(6)]
            out.polygon(corners, COLOURS[stop["colour"]], stroke=INK, stroke_width=2)
            draw_city_marks(out, stop, x, y + 0.55 * size, size)
        draw_name(out, stop, x, y, size)
    draw_goods(out, stop, x, y, size)


def draw_city_marks(out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """The letter of a city's colour, and its growth marker."""
    fill = "#ffffff" if stop["colour"] in DARK else INK
    letter = LETTERS[stop["colour"]]
    out.text(
        x - 0.4 * size, y + 0.08 * size, letter, 0.28 * size, anchor="middle", weight="bold",
        fill=fill,
    )  # fmt: skip
    if stop["growth_marker"]:
        out.circle(x + 0.4 * size, y, 0.15 * size, "#ffffff", stroke=INK, stroke_width=1)
        out.text(x + 0.4 * size, y + 0.1 * size, "+", 0.28 * size, anchor="middle", weight="bold")


def draw_name(out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """The name of a stop, as large as its hex allows."""
    text = stop["title"]
    room = (1.28 if stop["colour"] else 2.1) * size
    letters = min(0.26 * size, 0.26 * size * room / width_of(text, 0.26 * size, True))
    fill = "#ffffff" if stop["colour"] in DARK else INK
    halo = COLOURS.get(stop["colour"], "#ffffff")
    top = y - 0.4 * size
    out.text(x, top, text, letters, anchor="middle", weight="bold", fill=fill, halo=halo)


def draw_goods(out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """The goods of a stop: a cube of each colour, and how many there are of it."""
    goods = [(colour, number) for colour, number in stop["goods"].items() if number]
    side, fill = 0.26 * size, "#ffffff" if stop["colour"] in DARK else INK
    for index, (colour, number) in enumerate(goods):
        row = goods[index // 3 * 3 : index // 3 * 3 + 3]
        across = (index % 3 - (len(row) - 1) / 2) * 0.56 * size
        left, top = x + across - 0.2 * size, y - 0.26 * size + index // 3 * 0.36 * size
        words = f"{number} {colour} goods in {stop['title']}"
        with out.element(f"goods-{stop['name']}-{colour}", words):
            draw_cubes(out, [colour], left, top, side, 1)
            if number > 1:
                at = left + side + 3
                out.text(at, top + 0.8 * side, str(number), 0.25 * size, fill=fill, weight="bold")
