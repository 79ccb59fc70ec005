"""The table of Steam as SVG, drawn from its view alone: map, tracks, goods, players, caption."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.steam.actions import EDGES
from games.svg import Drawing

WIDTH: Final = 1500
HEIGHT: Final = 1180
MAP: Final = (20, 60, 1050, 1000)
SIDE_X: Final = 1090
SIDE_WIDTH: Final = 390
PAPER: Final = "#efe6cf"
PANEL: Final = "#fbf5e3"
EDGE: Final = "#c9b48a"
INK: Final = "#3b2a1a"
GROUND: Final = {"plain": "#cfdcae", "hill": "#c7a97c", "city": "#b9b2a6"}
COLOURS: Final = {
    "red": "#c8402f",
    "blue": "#3f74b5",
    "yellow": "#e6c23a",
    "purple": "#8a559c",
    "gray": "#8d8d8d",
}
DARK: Final = ("red", "blue", "purple")
SEAT_COLOURS: Final = ("#e07b1f", "#2f8f4e", "#d8c49a", "#f4f1ea", "#7a4a2b", "#2b2b2b")
UNOWNED: Final = "#e93ea0"
LEGEND: Final = (
    "Tracks have their owner's colour, those without an owner are pink and broken. Squares are "
    "goods, a ring around a city a growth marker, thick black sides are closed."
)


def drawn(view: Mapping[str, Any]) -> str:
    """The table of `view` as an SVG document."""
    out = Drawing(WIDTH, HEIGHT, PAPER)
    out.text(24, 40, "Steam", 28, weight="bold")
    goods_round = f" · goods round {view['goods_round']}" if view["goods_round"] else ""
    subtitle = f"{view['variant']} game · turn {view['turn']} of {view['last_turn']}"
    phase = view["phase"].replace("_", " ")
    out.text(130, 40, f"{subtitle} · {phase}{goods_round} · {view['map']}", 16)
    draw_map(out, view)
    draw_players(out, view)
    draw_supply(out, view)
    out.caption([LEGEND, *view["notices"]], HEIGHT - 90)
    return out.document()


def draw_map(out: Drawing, view: Mapping[str, Any]) -> None:
    """The map, as large as its box allows: first the ground, then tracks, then stops."""
    left, top, width, height = MAP
    hexes = view["hexes"]
    xs = [1.5 * shown["q"] for shown in hexes]
    ys = [math.sqrt(3) * (shown["r"] + shown["q"] / 2) for shown in hexes]
    size = min(width / (max(xs) - min(xs) + 2), height / (max(ys) - min(ys) + 2), 48.0)
    dx = left + width / 2 - size * (max(xs) + min(xs)) / 2
    dy = top + height / 2 - size * (max(ys) + min(ys)) / 2
    places = {
        shown["hex"]: (dx + size * x, dy + size * y)
        for shown, x, y in zip(hexes, xs, ys, strict=True)
    }
    for shown in hexes:
        draw_ground(out, shown, *places[shown["hex"]], size)
    for shown in hexes:
        draw_closed(out, shown, *places[shown["hex"]], size)
        draw_tracks(out, shown, *places[shown["hex"]], size)
    for stop in view["stops"]:
        draw_stop(out, stop, *places[stop["hex"]], size)


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
    """The ground of a hex, its river and its name."""
    corners = [corner(x, y, size, step) for step in range(6)]
    out.polygon(corners, GROUND[shown["terrain"]], stroke="#f5efdc", stroke_width=1.5)
    if shown["river"]:
        wave = "M-16 0C-10 -7 -4 7 2 0S12 -6 16 0"
        out.path(wave, x, y + 0.45 * size, size / 36, fill="none", stroke="#4f8fc4", stroke_width=4)
    if shown["terrain"] == "hill":
        peaks = "M-12 6L-5 -6L1 3L5 -3L12 6Z"
        out.path(peaks, x, y - 0.45 * size, size / 48, fill="#8f7048")
    out.text(x, y + 0.8 * size, shown["hex"], 0.22 * size, anchor="middle", fill="#6d5c41")


def draw_closed(out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """The closed sides."""
    for name in shown["closed"]:
        step = EDGES.index(name)
        (x1, y1), (x2, y2) = corner(x, y, size, step), corner(x, y, size, step + 1)
        out.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke="#20160c", stroke_width=3)


def draw_tracks(out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """The tracks of a hex, each in its owner's colour."""
    for track in shown["tracks"]:
        start = middle(x, y, size, EDGES.index(track["from"]))
        town = track["to"] == "town"
        end = (x, y) if town else middle(x, y, size, EDGES.index(track["to"]))
        bend = f"M{start[0]:.1f} {start[1]:.1f}Q{x:.1f} {y:.1f} {end[0]:.1f} {end[1]:.1f}"
        owned = track["owner"] is not None
        colour = SEAT_COLOURS[track["owner"]] if owned else UNOWNED
        out.add("path", d=bend, fill="none", stroke=INK, stroke_width=0.24 * size)
        broken = {} if owned else {"stroke_dasharray": "5 3"}
        out.add("path", d=bend, fill="none", stroke=colour, stroke_width=0.15 * size, **broken)


def draw_stop(out: Drawing, stop: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """A town, or a city with its goods and growth marker."""
    if stop["colour"] is None:
        out.circle(x, y, 0.22 * size, "#ffffff", stroke=INK, stroke_width=2)
    else:
        corners = [corner(x, y, 0.88 * size, step) for step in range(6)]
        out.polygon(corners, COLOURS[stop["colour"]], stroke=INK, stroke_width=2)
        if stop["growth_marker"]:
            out.circle(x, y, 0.68 * size, "none", stroke="#ffffff", stroke_width=2.5)
    goods = [colour for colour, number in stop["goods"].items() for _ in range(number)]
    draw_cubes(out, goods, x - 0.48 * size, y - 0.2 * size, 0.22 * size)
    fill = "#ffffff" if stop["colour"] in DARK else INK
    top = y - 0.34 * size
    out.text(x, top, stop["title"], 0.26 * size, anchor="middle", weight="bold", fill=fill)


def draw_cubes(out: Drawing, goods: Sequence[str], x: float, y: float, side: float) -> None:
    """Goods in rows of four."""
    for index, colour in enumerate(goods):
        across, down = index % 4 * 1.1 * side, index // 4 * 1.1 * side
        out.rect(x + across, y + down, side, side, COLOURS[colour], stroke="#fff", stroke_width=1)


def draw_players(out: Drawing, view: Mapping[str, Any]) -> None:
    """Every player's numbers, and the action tile."""
    places = {seat: place for place, seat in enumerate(view["order"] or [], 1)}
    for index, player in enumerate(view["players"]):
        top = 60 + 112 * index
        seat = player["seat"]
        acts = seat == view["actor"]
        out.rect(
            SIDE_X, top, SIDE_WIDTH, 104, PANEL, rx=10, stroke=INK if acts else EDGE,
            stroke_width=4 if acts else 1.5,
        )  # fmt: skip
        out.rect(SIDE_X + 8, top + 8, 22, 88, SEAT_COLOURS[seat], rx=4, stroke=INK)
        place = f" · place {places[seat]}" if seat in places else ""
        state = " · bankrupt" if player["bankrupt"] else place
        out.text(SIDE_X + 42, top + 26, f"Seat {seat}{state}", 15, weight="bold")
        numbers = (
            f"${player['cash']} · income {player['income']} · {player['points']} points · "
            f"locomotive {player['locomotive']}"
        )
        out.text(SIDE_X + 42, top + 52, numbers, 14)
        tile = (player["action_tile"] or "no action tile").replace("_", " ")
        links = view["score_sheet"]["links"][seat]
        out.text(SIDE_X + 42, top + 76, f"{tile} · {links} links", 14)
        out.text(SIDE_X + 42, top + 96, f"{view['scores'][seat]} if it ended now", 12)


def draw_supply(out: Drawing, view: Mapping[str, Any]) -> None:
    """Supply spaces, New City tiles and growth markers."""
    top = 60 + 112 * len(view["players"]) + 6
    out.rect(SIDE_X, top, SIDE_WIDTH, 250, PANEL, rx=10, stroke=EDGE, stroke_width=1.5)
    out.text(SIDE_X + 12, top + 22, "Supply", 14, weight="bold")
    for index, space in enumerate(view["supply"]):
        x, y = SIDE_X + 20 + index % 4 * 92, top + 36 + index // 4 * 44
        out.text(x, y + 18, str(space["space"]), 12)
        goods = [colour for colour, number in space["goods"].items() for _ in range(number)]
        draw_cubes(out, goods, x + 18, y + 4, 15)
    out.text(SIDE_X + 12, top + 190, "New cities", 14, weight="bold")
    for index, (colour, number) in enumerate(view["new_cities"].items()):
        x = SIDE_X + 110 + 52 * index
        out.rect(x, top + 176, 18, 18, COLOURS[colour], stroke=INK)
        out.text(x + 24, top + 190, str(number), 14)
    out.text(SIDE_X + 12, top + 226, f"Growth markers left: {view['growth_markers']}", 14)
