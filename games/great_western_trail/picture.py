"""The table as SVG, made of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.great_western_trail.effect_texts import task_text
from games.great_western_trail.names import SPACES
from games.great_western_trail.player_picture import PLAYER_HEIGHT, draw_players
from games.great_western_trail.tokens import (
    EDGE,
    ENGINE,
    HAT,
    INK,
    PANEL,
    PAPER,
    SEAT_COLOURS,
    disc,
    piece,
    tile,
    worker,
)
from games.svg import Drawing

WIDTH: Final = 1540
MAP: Final = (20.0, 262.0, 1050.0, 700.0)
SIDE_X: Final = 1086
PLAYERS_Y: Final = 976
CAPTION: Final = 60
SPACE_FILL: Final = {
    "start": "#d9c9a0",
    "neutral": "#e6b56a",
    "private": "#ffffff",
    "hazard": "#dcd6c8",
    "teepee": "#dde8cf",
    "kansas_city": "#c98b6b",
}


def drawn(view: Mapping[str, Any]) -> str:
    """The table of `view` as an SVG document, with the notices in its caption."""
    out = Drawing(WIDTH, PLAYERS_Y + PLAYER_HEIGHT + CAPTION, PAPER)
    draw_cities(out, view["cities"])
    draw_track(out, view["stations"], view["players"])
    draw_trail(out, view["trail"])
    draw_jobs(out, view)
    draw_foresight(out, view["foresight"])
    draw_cards(out, view)
    draw_players(out, view, WIDTH, PLAYERS_Y)
    out.caption(view["notices"], PLAYERS_Y + PLAYER_HEIGHT + 24)
    return out.document()


def panel(out: Drawing, x: float, y: float, w: float, h: float, title: str) -> None:
    """A titled box."""
    out.rect(x, y, w, h, PANEL, rx=10, stroke=EDGE, stroke_width=1.5)
    out.text(x + 12, y + 20, title, 14, weight="bold")


def draw_cities(out: Drawing, cities: Sequence[Mapping[str, Any]]) -> None:
    """The cities with their values, arrows and discs."""
    panel(out, 20, 16, 1500, 116, "Cities")
    for index, city in enumerate(cities):
        x = 34 + 148 * index
        frame = INK if city["black"] else "#ffffff"
        out.rect(x, 44, 112, 78, "#e3d3ab", rx=6, stroke=frame, stroke_width=4)
        name = city["name"].replace("_", " ").title()
        out.text(x + 56, 62, name, 12, anchor="middle", weight="bold")
        each = f" · {city['points_each']:+d}" if city["points_each"] else ""
        out.text(x + 56, 79, f"{city['value']}{each}", 13, anchor="middle")
        placed = [seat for seat, number in enumerate(city["discs"]) for _ in range(number)]
        for slot, seat in enumerate(placed[:16]):
            disc(out, x + 13 + 12.3 * (slot % 8), 95 + 14 * (slot // 8), 6, seat)
        arrow = f"{city['arrow_points']:+d}" if city["arrow_points"] else ""
        if city["arrow_objective"]:
            arrow += " card"
        out.text(x + 130, 84, arrow.strip(), 10, anchor="middle", fill="#3f7f3a", weight="bold")


def draw_track(
    out: Drawing, stations: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, Any]]
) -> None:
    """The railroad track, its stations below it, and the engines."""
    panel(out, 20, 140, 1500, 114, "Railroad")
    there = {station["space"]: station for station in stations}
    for name in SPACES:
        x = 40 + 37.4 * float(name)
        siding = "." in name
        y = 206 if siding else 178
        out.rect(x - 13, y - 12, 26, 24, "#e3d3ab", rx=4, stroke=EDGE)
        out.text(x, y + 4, name, 9, anchor="middle", fill="#6d5c41")
        if name in there:
            draw_station(out, there[name], x, 206)
        standing = [player["seat"] for player in players if player["engine"] == name]
        for slot, seat in enumerate(standing):
            piece(out, ENGINE, x, y - 5 * slot, 0.85, seat)


def draw_station(out: Drawing, station: Mapping[str, Any], x: float, y: float) -> None:
    """What a station costs and scores, its discs, and its master tile or worker."""
    frame = INK if station["black"] else "#ffffff"
    out.rect(x - 22, y + 14, 44, 15, "#e3d3ab", rx=3, stroke=frame, stroke_width=2)
    text = f"${station['cost']} {station['points']}p"
    out.text(x, y + 25, text, 9, anchor="middle", weight="bold")
    for slot, seat in enumerate(station["seats"]):
        disc(out, x - 16 + 11 * slot, y + 37, 5, seat)
    if station["master"]:
        out.text(x + 24, y + 25, station["master"], 9)
    if station["worker"]:
        worker(out, station["worker"], x + 32, y + 22, 7)


def point(space: Mapping[str, Any]) -> tuple[float, float]:
    """Where a space lies in the picture."""
    left, top, width, height = MAP
    x, y = space["at"]
    return left + width * x / 100, top + height * y / 100


def draw_trail(out: Drawing, trail: Sequence[Mapping[str, Any]]) -> None:
    """The ways between the spaces, then the spaces with their tiles and cattlemen."""
    left, top, width, height = MAP
    out.rect(left, top, width, height, "#e9dcb6", rx=10, stroke=EDGE, stroke_width=1.5)
    where = {space["name"]: point(space) for space in trail}
    for space in trail:
        for following in space["next"]:
            (x, y), (to_x, to_y) = where[space["name"]], where[following]
            out.add("line", x1=x, y1=y, x2=to_x, y2=to_y, stroke="#b08c57", stroke_width=5)
    for space in trail:
        draw_space(out, space)


def draw_space(out: Drawing, space: Mapping[str, Any]) -> None:
    """One space of the trail."""
    x, y = point(space)
    fill = SPACE_FILL[space["kind"]]
    owner = space["owner"]
    edge = "#3f7f3a" if space["forest"] else EDGE
    if owner is not None:
        fill = SEAT_COLOURS[owner]
    out.rect(x - 17, y - 17, 34, 34, fill, rx=6, stroke=edge, stroke_width=3)
    if space["kind"] in ("hazard", "teepee") and space["tile"]:
        tile(out, space["tile"], x, y, 13)
    elif space["tile"]:
        out.text(x, y + 6, space["tile"], 17, anchor="middle", weight="bold")
    out.text(x, y + 29, space["name"], 10, anchor="middle", fill="#6d5c41")
    if space["attached"]:
        out.text(x, y - 21, "+", 15, anchor="middle", weight="bold")
    for slot, seat in enumerate(space["cattlemen"]):
        piece(out, HAT, x - 12 + 10 * slot, y - 14, 0.85, seat)


def draw_jobs(out: Drawing, view: Mapping[str, Any]) -> None:
    """The job market with its token."""
    panel(out, SIDE_X, 262, 200, 356, "Job market")
    for index, row in enumerate(view["job_market"]):
        y = 300 + 26 * index
        out.text(SIDE_X + 14, y + 5, f"${row['cost']}", 12, weight="bold")
        workers = [name for name, number in row["workers"].items() for _ in range(number)]
        for slot, name in enumerate(workers):
            worker(out, name, SIDE_X + 58 + 25 * slot, y, 10)
        if view["token_row"] == index + 1:
            out.circle(SIDE_X + 176, y, 11, "#ffffff", stroke="#a8321f", stroke_width=3)
            out.text(SIDE_X + 176, y + 4, "2", 12, anchor="middle", weight="bold")


def draw_foresight(out: Drawing, foresight: Sequence[Sequence[str | None]]) -> None:
    """The foresight spaces of Kansas City."""
    panel(out, SIDE_X + 212, 262, 222, 120, "Foresight")
    for index, column in enumerate(foresight):
        x = SIDE_X + 250 + 72 * index
        out.text(x, 300, str(index + 1), 12, anchor="middle", weight="bold")
        for place, name in enumerate(column):
            if name:
                tile(out, name, x, 322 + 34 * place, 13)


def draw_cards(out: Drawing, view: Mapping[str, Any]) -> None:
    """The cattle market and the display of objective cards, in words."""
    panel(out, SIDE_X + 212, 394, 222, 224, "Cattle market")
    for index, (name, number) in enumerate(view["cattle_market"].items()):
        text = f"{number} × {name.replace('_', ' ')}"
        out.text(SIDE_X + 226, 438 + 19 * index, text, 13)
    panel(out, SIDE_X, 630, 434, 332, "Objective cards")
    left = f"{view['objective_deck']} in the deck"
    for index, text in enumerate([*(card_text(card) for card in view["display"]), left]):
        out.text(SIDE_X + 14, 676 + 26 * index, text, 13)


def card_text(card: Mapping[str, Any]) -> str:
    """An objective card of the display."""
    tasks = task_text(card["tasks"])
    return f"{card['card']}: {tasks} — {card['points']} or -{card['penalty']} points"
