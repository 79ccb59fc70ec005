"""The cities, the railroad and the trail in the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.great_western_trail.effect_texts import ATTACHED_TEXTS, EFFECT_TEXTS
from railhead.games.great_western_trail.names import SPACES
from railhead.games.great_western_trail.tokens import (
    EDGE,
    ENGINE,
    HAT,
    ON_SEAT,
    SEAT_COLOURS,
    disc,
    piece,
    tile,
    tile_text,
    worker,
)
from railhead.games.layout import Block, Columns, shrink
from railhead.games.svg import INK, Drawing, width_of

TRAIL: Final = (1050.0, 720.0)
NARROW_TRAIL: Final = (760.0, 1100.0)
ROW: Final = 134
"""The height of a row of the railroad with its stations."""
SPACE_FILL: Final = {
    "start": "#d9c9a0",
    "neutral": "#e6b56a",
    "private": "#ffffff",
    "hazard": "#dcd6c8",
    "teepee": "#e6ecd9",
    "kansas_city": "#d6a287",
}
LAND: Final = "#e9dcb6"
FOREST: Final = "#3f7f3a"
MUTED: Final = "#5c4c33"


def cities_of(cities: Sequence[Mapping[str, Any]], width: float) -> Block:
    """The cities with their values, arrows and discs, in rows."""
    each = int((width - 14) // 143)
    pitch = (width - 2) / each
    height = 28 + 98 * -(-len(cities) // each)

    def draw(out: Drawing, _height: float) -> None:
        out.panel(0, 0, width, height, "Cities")
        for index, city in enumerate(cities):
            draw_city(out, city, 7 + pitch * (index % each), 28 + 98 * (index // each))

    return Block(width, height, draw)


def draw_city(out: Drawing, city: Mapping[str, Any], x: float, y: float) -> None:
    """A city, and what passing the arrow behind it brings."""
    name = city["name"].replace("_", " ").title()
    each = f", each disc {city['points_each']:+d}" if city["points_each"] else ""
    with out.element(f"city-{city['name']}", f"{name}, value {city['value']}{each} points"):
        frame = INK if city["black"] else "#ffffff"
        out.rect(x, y, 114, 90, "#e3d3ab", rx=6, stroke=frame, stroke_width=4)
        out.text(x + 57, y + 18, name, 11, anchor="middle", room=110)
        value = f"value {city['value']}"
        if city["points_each"]:
            value += f" · {city['points_each']:+d} each"
        out.text(x + 57, y + 35, value, 11, anchor="middle", room=108)
        placed = [(seat, number) for seat, number in enumerate(city["discs"]) if number]
        for slot, (seat, number) in enumerate(placed):
            disc(out, x + 16 + 27 * slot, y + 54, 10, seat)
            out.text(x + 16 + 27 * slot, y + 78, f"×{number}", 10, anchor="middle")
    arrow = [f"{city['arrow_points']:+d} ▸"] if city["arrow_points"] else []
    if city["arrow_objective"]:
        arrow.append("card")
    for row, text in enumerate(arrow):
        down = y + 40 + 14 * row
        out.text(x + 130, down, text, 10, anchor="middle", fill=FOREST, weight="bold")


def track_of(
    stations: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, Any]], columns: Columns
) -> Block:
    """The railroad track, its stations below it, and the engines; in rows of equal length."""
    width, spaces = columns.whole, int(float(SPACES[-1])) + 1
    each = 10 if columns.narrow else spaces
    pitch, engine = (width - 42) / (each - 0.5), 0.95 if columns.narrow else 0.72
    there = {station["space"]: station for station in stations}

    def draw(out: Drawing, height: float) -> None:
        out.panel(0, 0, width, height)
        out.text(12, height - 14, "Railroad", 14, weight="bold")
        for name in SPACES:
            place = float(name)
            x, top = 20 + pitch * (place % each), ROW * (place // each)
            standing = [player["seat"] for player in players if player["engine"] == name]
            draw_track_space(out, name, standing, x, top, engine)
            if name in there:
                draw_station(out, there[name], x, top + 82, width)

    return Block(width, ROW * -(-spaces // each) + 4, draw)


def draw_track_space(
    out: Drawing, name: str, standing: Sequence[int], x: float, top: float, engine: float
) -> None:
    """A space of the railroad or a siding, with the engines of the seats that stand there."""
    y = top + (64 if "." in name else 36)
    kind = "Siding" if "." in name else "Space"
    with out.element(f"track-{name}", f"{kind} {name} of the railroad"):
        out.rect(x - 14, y - 12, 28, 24, "#e3d3ab", rx=4, stroke=EDGE)
        if not standing:
            out.text(x, y + 4, name, 10, anchor="middle", fill=MUTED)
    for slot, seat in enumerate(standing):
        across = 0 if len(standing) == 1 else 10.4 * engine * (-1) ** (slot + 1)
        up = 19 * engine * (slot // 2)
        piece(out, ENGINE, x + across, y + 2 - up, engine, seat)


def draw_station(
    out: Drawing, station: Mapping[str, Any], x: float, y: float, width: float
) -> None:
    """What a station costs and scores, its discs, and its master tile or worker."""
    words = f"Station {station['space']}: ${station['cost']}, {station['points']} points"
    left = min(x - 26, width - 58)
    with out.element(f"station-{station['space']}", words):
        frame = INK if station["black"] else "#ffffff"
        out.rect(left, y, 54, 17, "#e3d3ab", rx=3, stroke=frame, stroke_width=2)
        text = f"${station['cost']} {station['points']}p"
        out.text(left + 27, y + 12, text, 10, anchor="middle", weight="bold")
    for slot, seat in enumerate(station["seats"]):
        place = f"disc-{seat}-station_{station['space']}"
        with out.element(place, f"Disc of seat {seat} on station {station['space']}"):
            disc(out, left + 7 + 13.5 * slot, y + 26, 6, seat)
    if station["master"]:
        out.text(left + 27, y + 48, station["master"], 10, anchor="middle", fill=MUTED)
    if station["worker"]:
        worker(out, station["worker"], left + 64, y + 9, 8)


def trail_of(trail: Sequence[Mapping[str, Any]], columns: Columns) -> Block:
    """The trail in its own size, or higher than wide and drawn smaller in a narrow picture."""
    width, height = NARROW_TRAIL if columns.narrow else TRAIL
    where = {
        space["name"]: (width * space["at"][0] / 100, height * (space["at"][1] - 14) / 84)
        for space in trail
    }
    size = (width, height)
    drawn = Block(*size, lambda out, _height: draw_trail(out, trail, where, size, columns.narrow))
    return shrink(drawn, columns.board)


def draw_trail(
    out: Drawing,
    trail: Sequence[Mapping[str, Any]],
    where: Mapping[str, tuple[float, float]],
    size: tuple[float, float],
    narrow: bool,
) -> None:
    """The ways between the spaces, then the spaces with their tiles and cattlemen."""
    out.rect(0, 0, *size, LAND, rx=10, stroke=EDGE, stroke_width=1.5)
    for space in trail:
        for following in space["next"]:
            out.line(where[space["name"]], where[following], "#c4a878", 5)
    for space in trail:
        with out.element(f"space-{space['name']}", space_text(space)):
            draw_space(out, space, *where[space["name"]])
    for space in trail:
        draw_name(out, space, where, size[0], narrow)
    hat = 1.5 if narrow else 1.05
    for space in trail:
        x, y = where[space["name"]]
        left = min(x - 14, size[0] - 21 * hat * len(space["cattlemen"]))
        for slot, seat in enumerate(space["cattlemen"]):
            piece(out, HAT, left + 21 * hat * slot, y - 22, hat, seat)


def space_text(space: Mapping[str, Any]) -> str:
    """A space in words."""
    parts = [f"{space['name']}, {space['kind'].replace('_', ' ')}"]
    if space["tile"]:
        building = space["kind"] in ("neutral", "private")
        parts.append(f"building {space['tile']}" if building else tile_text(space["tile"]))
    if space["owner"] is not None:
        parts.append(f"of seat {space['owner']}")
    if space["forest"]:
        parts.append("beside a forest")
    if space["attached"]:
        parts.append(EFFECT_TEXTS[space["attached"]])
    return ", ".join(parts)


def draw_space(out: Drawing, space: Mapping[str, Any], x: float, y: float) -> None:
    """One space of the trail."""
    owner = space["owner"]
    fill = SPACE_FILL[space["kind"]] if owner is None else SEAT_COLOURS[owner]
    edge = FOREST if space["forest"] else EDGE
    out.rect(x - 19, y - 19, 38, 38, fill, rx=6, stroke=edge, stroke_width=3)
    if space["kind"] in ("hazard", "teepee") and space["tile"]:
        tile(out, space["tile"], x, y, 15)
    elif space["tile"]:
        ink = INK if owner is None else ON_SEAT[owner]
        out.text(x, y + 5, space["tile"], 15, anchor="middle", weight="bold", fill=ink)


def draw_name(
    out: Drawing,
    space: Mapping[str, Any],
    where: Mapping[str, tuple[float, float]],
    width: float,
    narrow: bool,
) -> None:
    """The name of a space below it, or beside it where another space is in the way.

    What is attached to it is said below, or in a narrow picture elsewhere: there it has a star.
    """
    name, letters = space["name"], 14 if narrow else 10
    if narrow and space["attached"]:
        name += "*"
    x, y = where[space["name"]]
    near = 19 + width_of(name, letters) / 2 if narrow else 40
    reach = 40 + letters if narrow else 66
    crowded = any(abs(x - a) < near and 0 < b - y < reach for a, b in where.values())
    if crowded:
        outward = -1 if x < width / 2 else 1
        anchor = "end" if outward < 0 else "start"
        out.text(x + 24 * outward, y + 4, name, letters, anchor=anchor, fill=MUTED, halo=LAND)
        return
    out.text(x, y + 21 + letters, name, letters, anchor="middle", fill=MUTED, halo=LAND)
    if space["attached"] and not narrow:
        words = ATTACHED_TEXTS[space["attached"]]
        out.text(x, y + 43, words, 9, anchor="middle", fill=MUTED, halo=LAND)
