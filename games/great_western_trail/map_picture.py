"""The cities, the railroad and the trail in the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.great_western_trail.effect_texts import ATTACHED_TEXTS, EFFECT_TEXTS
from games.great_western_trail.names import SPACES
from games.great_western_trail.tokens import (
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
from games.svg import INK, Drawing

MAP: Final = (20.0, 296.0, 1050.0, 720.0)
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


def draw_cities(out: Drawing, cities: Sequence[Mapping[str, Any]]) -> None:
    """The cities with their values, arrows and discs."""
    out.panel(20, 16, 1500, 126, "Cities")
    for index, city in enumerate(cities):
        x = 34 + 149 * index
        name = city["name"].replace("_", " ").title()
        each = f", each disc {city['points_each']:+d}" if city["points_each"] else ""
        with out.element(f"city-{city['name']}", f"{name}, value {city['value']}{each} points"):
            frame = INK if city["black"] else "#ffffff"
            out.rect(x, 44, 114, 90, "#e3d3ab", rx=6, stroke=frame, stroke_width=4)
            out.text(x + 57, 62, name, 11, anchor="middle", room=110)
            value = f"value {city['value']}"
            if city["points_each"]:
                value += f" · {city['points_each']:+d} each"
            out.text(x + 57, 79, value, 11, anchor="middle", room=108)
            placed = [(seat, number) for seat, number in enumerate(city["discs"]) if number]
            for slot, (seat, number) in enumerate(placed):
                disc(out, x + 16 + 27 * slot, 98, 10, seat)
                out.text(x + 16 + 27 * slot, 122, f"×{number}", 10, anchor="middle")
        arrow = [f"{city['arrow_points']:+d} ▸"] if city["arrow_points"] else []
        if city["arrow_objective"]:
            arrow.append("card")
        for row, text in enumerate(arrow):
            out.text(x + 132, 84 + 14 * row, text, 10, anchor="middle", fill=FOREST, weight="bold")


def draw_track(
    out: Drawing, stations: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, Any]]
) -> None:
    """The railroad track, its stations below it, and the engines."""
    out.panel(20, 150, 1500, 138)
    out.text(32, 274, "Railroad", 14, weight="bold")
    there = {station["space"]: station for station in stations}
    for name in SPACES:
        x = 40 + 37.4 * float(name)
        y = 214 if "." in name else 186
        kind = "Siding" if "." in name else "Space"
        with out.element(f"track-{name}", f"{kind} {name} of the railroad"):
            out.rect(x - 14, y - 12, 28, 24, "#e3d3ab", rx=4, stroke=EDGE)
            standing = [player["seat"] for player in players if player["engine"] == name]
            if not standing:
                out.text(x, y + 4, name, 9, anchor="middle", fill=MUTED)
        for slot, seat in enumerate(standing):
            across = 0 if len(standing) == 1 else 7.5 * (-1) ** (slot + 1)
            piece(out, ENGINE, x + across, y + 2 - 14 * (slot // 2), 0.72, seat)
        if name in there:
            draw_station(out, there[name], x, 232)


def draw_station(out: Drawing, station: Mapping[str, Any], x: float, y: float) -> None:
    """What a station costs and scores, its discs, and its master tile or worker."""
    words = f"Station {station['space']}: ${station['cost']}, {station['points']} points"
    left = min(x - 26, 1518 - 56)
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


def point(space: Mapping[str, Any]) -> tuple[float, float]:
    """Where a space lies in the picture."""
    left, top, width, height = MAP
    x, y = space["at"]
    return left + width * x / 100, top + height * (y - 14) / 84


def draw_trail(out: Drawing, trail: Sequence[Mapping[str, Any]]) -> None:
    """The ways between the spaces, then the spaces with their tiles and cattlemen."""
    left, top, width, height = MAP
    out.rect(left, top, width, height, LAND, rx=10, stroke=EDGE, stroke_width=1.5)
    where = {space["name"]: point(space) for space in trail}
    for space in trail:
        for following in space["next"]:
            out.line(where[space["name"]], where[following], "#c4a878", 5)
    for space in trail:
        with out.element(f"space-{space['name']}", space_text(space)):
            draw_space(out, space)
    for space in trail:
        draw_name(out, space, where)
    for space in trail:
        x, y = point(space)
        for slot, seat in enumerate(space["cattlemen"]):
            piece(out, HAT, x - 14 + 22 * slot, y - 22, 1.05, seat)


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


def draw_space(out: Drawing, space: Mapping[str, Any]) -> None:
    """One space of the trail."""
    x, y = point(space)
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
    out: Drawing, space: Mapping[str, Any], where: Mapping[str, tuple[float, float]]
) -> None:
    """The name of a space below it, or beside it where another space is in the way."""
    x, y = where[space["name"]]
    crowded = any(abs(x - a) < 40 and 0 < b - y < 66 for a, b in where.values())
    if crowded:
        outward = -1 if x < MAP[0] + MAP[2] / 2 else 1
        anchor = "end" if outward < 0 else "start"
        out.text(x + 24 * outward, y + 4, space["name"], 10, anchor=anchor, fill=MUTED, halo=LAND)
        return
    out.text(x, y + 31, space["name"], 10, anchor="middle", fill=MUTED, halo=LAND)
    if space["attached"]:
        words = ATTACHED_TEXTS[space["attached"]]
        out.text(x, y + 43, words, 9, anchor="middle", fill=MUTED, halo=LAND)
