"""The table of Montana as SVG, drawn from its view alone: map, worker board, players, caption."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.montana.tokens import (
    CANTEEN,
    COW,
    HOUSE,
    INK,
    MOUNTAINS,
    PAPER,
    SEAT_COLOURS,
    coin,
    good,
    goods_row,
    worker,
)
from games.svg import Drawing

WIDTH: Final = 1500
HEIGHT: Final = 1120
MAP: Final = (20, 60, 830, 730)
BOARD_X: Final = 870
PLAYERS_Y: Final = 815
PLAYER_HEIGHT: Final = 215
PANEL: Final = "#fbf5e3"
EDGE: Final = "#c9b48a"
FACES: Final = {"land": "#e3d3a0", "lake": "#8fc1dd", "mountain": "#b3aca2", "start": "#f4e7c3"}
DOUBLE_FIELD: Final = "#d3bb74"
AREA_NAMES: Final = {
    "grain_field": "Grain field",
    "farm": "Farm",
    "mine": "Mine",
    "quarry": "Quarry",
}

LEGEND: Final = (
    "Squares are goods, discs workers: g grain, p pumpkin, c copper, s stone; a capital in a "
    "yellow frame is a large one. In each hex its name in axial coordinates."
)


def drawn(view: Mapping[str, Any]) -> str:
    """The table of `view` as an SVG document."""
    out = Drawing(WIDTH, HEIGHT, PAPER)
    last = " · last round" if view["last_round"] else ""
    out.text(24, 40, "Montana", 28, weight="bold")
    limit = f" of at most {view['round_limit']}" if view["round_limit"] else ""
    out.text(190, 40, f"round {view['round']}{limit}{last}", 16)
    draw_map(out, view["map"]["hexes"])
    draw_wheel(out, view["wheel"])
    draw_city(out, view["city"])
    draw_bank(out, view["bank"])
    draw_areas(out, view["areas"])
    draw_supply(out, view["supply"])
    draw_players(out, view)
    sentences = [LEGEND, f"Components: {view['components']}.", *view["notices"]]
    out.caption(sentences, PLAYERS_Y + PLAYER_HEIGHT + 22)
    return out.document()


def panel(out: Drawing, x: float, y: float, w: float, h: float, title: str) -> None:
    """A titled box."""
    out.rect(x, y, w, h, PANEL, rx=10, stroke=EDGE, stroke_width=1.5)
    out.text(x + 12, y + 21, title, 14, weight="bold")


def draw_map(out: Drawing, hexes: Sequence[Mapping[str, Any]]) -> None:
    """The map, as large as its box allows."""
    left, top, width, height = MAP
    xs = [math.sqrt(3) * (shown["q"] + shown["r"] / 2) for shown in hexes]
    ys = [1.5 * shown["r"] for shown in hexes]
    size = min(width / (max(xs) - min(xs) + math.sqrt(3)), height / (max(ys) - min(ys) + 2), 52.0)
    dx = left + width / 2 - size * (max(xs) + min(xs)) / 2
    dy = top + height / 2 - size * (max(ys) + min(ys)) / 2
    for shown, x, y in zip(hexes, xs, ys, strict=True):
        draw_hex(out, shown, dx + size * x, dy + size * y, size)


def draw_hex(out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """One hex with what is printed on it and what lies there."""
    corners = [
        (
            x + 0.97 * size * math.sin(math.pi * step / 3),
            y - 0.97 * size * math.cos(math.pi * step / 3),
        )
        for step in range(6)
    ]
    fill = DOUBLE_FIELD if shown["settlements"] == 2 else FACES[shown["kind"]]
    owner = shown["owner"]
    edge = EDGE if owner is None else SEAT_COLOURS[owner]
    out.polygon(corners, fill, stroke=edge, stroke_width=1.5 if owner is None else 5)
    out.text(x, y + 0.74 * size, shown["hex"], 0.2 * size, anchor="middle", fill="#6d5c41")
    if shown["kind"] == "mountain":
        out.path(MOUNTAINS, x, y, size / 40, fill="#7d756b", stroke="#5d564e", stroke_width=1)
    elif shown["kind"] == "start":
        out.text(x, y + 0.1 * size, "START", 0.3 * size, anchor="middle", weight="bold")
    elif shown["canteen"]:
        out.path(
            CANTEEN, x, y - 0.06 * size, size / 42, fill="#a8683a", stroke=INK, stroke_width=1.2
        )
    elif shown["kind"] == "land":
        draw_field(out, shown, x, y, size)


def draw_field(out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float) -> None:
    """A field: settlements if anybody owns it, else its price, its houses and its cattle."""
    if shown["owner"] is not None:
        count = shown["built"]
        for index in range(count):
            across = (index - (count - 1) / 2) * 0.38 * size
            colour = SEAT_COLOURS[shown["owner"]]
            out.path(
                HOUSE,
                x + across,
                y - 0.05 * size,
                size / 42,
                fill=colour,
                stroke=INK,
                stroke_width=1.4,
            )
        return
    two = shown["settlements"] == 2
    crowded = sum(shown["cost"].values()) > 3
    lower = 0.12 if two or shown["cattle"] else 0
    goods_row(out, shown["cost"], x, y + (0.06 if crowded else lower) * size, size)
    if two:
        for side in (-0.2, 0.2):
            out.path(
                HOUSE, x + side * size, y - 0.5 * size, size / 82, fill=PAPER, stroke=INK,
                stroke_width=2,
            )  # fmt: skip
    if shown["cattle"]:
        out.path(COW, x, y - 0.45 * size, size / 68, fill="#7a4a2b", stroke=INK, stroke_width=1)


def draw_wheel(out: Drawing, wheel: Mapping[str, Any]) -> None:
    """The wheel and its arrow."""
    panel(out, BOARD_X, 20, 230, 250, "Wheel")
    x, y, radius = BOARD_X + 115, 155, 98
    count = len(wheel["spaces"])
    for index, pair in enumerate(wheel["spaces"]):
        angles = [2 * math.pi * (index + side) / count for side in (-0.5, 0.5)]
        edge = [(x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles]
        chosen = index == wheel["arrow"]
        fill = "#f6d98a" if chosen else "#efe4c4"
        out.polygon([(x, y), *edge], fill, stroke=EDGE, stroke_width=1.5)
        middle = 2 * math.pi * index / count
        for colour, turn in zip(pair, (-0.17, 0.17), strict=True):
            angle = middle + turn
            worker(out, colour, x + 74 * math.sin(angle), y - 74 * math.cos(angle), 11)
    angle = 2 * math.pi * wheel["arrow"] / count
    tip = (x + 58 * math.sin(angle), y - 58 * math.cos(angle))
    base = [
        (x + 9 * math.cos(angle), y + 9 * math.sin(angle)),
        (x - 9 * math.cos(angle), y - 9 * math.sin(angle)),
    ]
    out.polygon([tip, *base], "#a8321f")
    out.circle(x, y, 10, "#a8321f")


def draw_city(out: Drawing, city: Mapping[str, Any]) -> None:
    """The rows of the city with their prices and rewards, and the contractors."""
    x, y = BOARD_X + 245, 20
    panel(out, x, y, 365, 250, "City")
    prices = city["column_prices"]
    pitch = min(34, 170 / len(prices))
    height = 168 / len(city["rows"])
    for column, price in enumerate(prices):
        good(out, "pumpkin", x + 30 + pitch * column, y + 42, 13, str(price))
    for row in city["rows"]:
        top = y + 62 + height * (row["row"] - 1)
        for column in range(len(prices)):
            left = x + 14 + pitch * column
            out.rect(left, top, pitch - 5, height - 6, "#eadfbf", rx=4, stroke=EDGE)
        draw_reward(out, row, x + 20 + pitch * len(prices), top + height / 2)
        for contractor in city["contractors"]:
            if contractor["row"] == row["row"]:
                across = x + 30 + pitch * (contractor["column"] - 1)
                pawn(out, across, top + height / 2 - 3, contractor["seat"])
    out.text(x + 14, y + 243, "Hardware store", 11)
    for contractor in city["contractors"]:
        if contractor["row"] is None:
            left = x + 130 + 60 * contractor["seat"]
            pawn(out, left, y + 238, contractor["seat"], 0.7)
            if contractor["passed"]:
                out.text(left + 10, y + 243, "passed", 10)


def pawn(out: Drawing, x: float, y: float, seat: int, scale: float = 1) -> None:
    """A contractor."""
    shape = "M-9 12L-4 -3A6 6 0 1 1 4 -3L9 12Z"
    out.path(shape, x, y, scale, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1.2)


def draw_reward(out: Drawing, row: Mapping[str, Any], x: float, y: float) -> None:
    """What a row of the city gives."""
    at = x + 8
    if row["cattle"]:
        out.text(at, y + 5, f"{row['cattle']}", 13, weight="bold")
        out.path(COW, at + 22, y, 0.6, fill="#7a4a2b", stroke=INK, stroke_width=1)
        at += 42
    if row["coins"]:
        coin(out, at + 10, y, 10, str(row["coins"]))
        at += 28
    if row["goods"]:
        out.text(at, y + 5, f"{row['goods']} of", 13, weight="bold")
        for index, name in enumerate(row["goods_from"]):
            good(out, name, at + 48 + 22 * index, y, 9)
    if row["upgrades"]:
        out.text(at, y + 5, f"{row['upgrades']} ×", 13, weight="bold")
        good(out, "copper_small", at + 38, y, 7)
        good(out, "stone_small", at + 53, y, 7)
        out.text(at + 61, y + 5, "→", 13)
        good(out, "copper_large", at + 86, y, 7)
        good(out, "stone_large", at + 107, y, 7)


def draw_bank(out: Drawing, bank: Sequence[Mapping[str, Any]]) -> None:
    """The bank."""
    panel(out, BOARD_X, 282, 610, 78, "Bank")
    pitch = 540 / len(bank)
    for index, space in enumerate(bank):
        x, y = BOARD_X + 70 + pitch * index, 326
        for slot in range(space["needs"]):
            place = x + 30 * slot
            out.circle(place, y, 12.5, "#eadfbf", stroke=EDGE, stroke_width=1.5)
            if space["workers"]:
                worker(out, space["workers"][slot], place, y, 11)
        coin(out, x + 30 * space["needs"] + 4, y, 14, str(space["coins"]))


def draw_areas(out: Drawing, areas: Sequence[Mapping[str, Any]]) -> None:
    """The four production areas, each large space with its small one."""
    for number, area in enumerate(areas):
        top = 372 + 84 * number
        panel(out, BOARD_X, top, 610, 76, AREA_NAMES[area["area"]])
        out.text(BOARD_X + 12, top + 58, "1", 13, weight="bold")
        worker(out, area["worker"], BOARD_X + 34, top + 53, 10)
        out.text(BOARD_X + 52, top + 58, "or 2", 13, weight="bold")
        for index, space in enumerate(area["spaces"]):
            draw_space(out, area["good"], space, BOARD_X + 112 + 165 * index, top + 8)


def draw_space(out: Drawing, name: str, space: Mapping[str, Any], x: float, y: float) -> None:
    """A large space: its cost, what it gives, who works there; beside it the small one."""
    out.rect(x, y, 98, 60, "#eadfbf", rx=6, stroke=EDGE)
    coin(out, x + 16, y + 16, 11, str(space["cost"]))
    out.text(x + 36, y + 21, "→", 14)
    out.text(x + 56, y + 21, str(space["goods"]), 14, weight="bold")
    good(out, name, x + 80, y + 16, 10)
    for slot, colour in enumerate(space["workers"]):
        worker(out, colour, x + 34 + 30 * slot, y + 44, 11)
    small = space["small_space"]
    out.rect(x + 101, y + 8, 54, 52, "#f1e8cf", rx=6, stroke=EDGE)
    out.text(x + 108, y + 28, f"+{small['goods']}", 12, weight="bold")
    good(out, name, x + 141, y + 23, 8)
    for slot, colour in enumerate(small["workers"]):
        worker(out, colour, x + 116 + 24 * slot, y + 48, 9)


def draw_supply(out: Drawing, supply: Mapping[str, Any]) -> None:
    """What is left in the supply."""
    panel(out, BOARD_X, 710, 610, 88, "Supply")
    for index, (name, number) in enumerate(supply["goods"].items()):
        x = BOARD_X + 100 + 82 * index
        good(out, name, x, 735, 11)
        out.text(x + 20, 740, str(number), 14)
    for index, (colour, number) in enumerate(supply["workers"].items()):
        x = BOARD_X + 100 + 82 * index
        worker(out, colour, x, 774, 11)
        out.text(x + 20, 779, str(number), 14)
    x = BOARD_X + 100 + 82 * 4
    out.path(COW, x, 774, 0.65, fill="#7a4a2b", stroke=INK, stroke_width=1)
    out.text(x + 20, 779, str(supply["cattle"]), 14)


def draw_players(out: Drawing, view: Mapping[str, Any]) -> None:
    """Every player's board, side by side."""
    players = view["players"]
    width = (WIDTH - 40 - 12 * (len(players) - 1)) / len(players)
    for index, player in enumerate(players):
        x = 20 + index * (width + 12)
        seat = player["seat"]
        active = seat == view["active"] and view["phase"] != "over"
        acts = " · to act" if seat == view["actor"] else ""
        out.rect(
            x, PLAYERS_Y, width, PLAYER_HEIGHT, PANEL, rx=10, stroke=SEAT_COLOURS[seat],
            stroke_width=5 if active else 2,
        )  # fmt: skip
        out.rect(x, PLAYERS_Y, width, 32, SEAT_COLOURS[seat], rx=8)
        marks = " · start player" if seat == view["start_seat"] else ""
        dark = seat == 1
        out.text(
            x + 12, PLAYERS_Y + 22, f"Seat {seat}{marks}{acts}", 15,
            fill=INK if dark else "#ffffff", weight="bold",
        )  # fmt: skip
        draw_player(out, player, x, PLAYERS_Y + 32)


def draw_player(out: Drawing, player: Mapping[str, Any], x: float, y: float) -> None:
    """What lies on one player's board."""
    colour = SEAT_COLOURS[player["seat"]]
    out.path(HOUSE, x + 26, y + 28, 0.8, fill=colour, stroke=INK, stroke_width=1.4)
    out.text(x + 48, y + 34, f"{player['settlements_built']} built", 15, weight="bold")
    out.text(x + 120, y + 34, f"{player['settlements_left']} left", 15)
    coin(out, x + 26, y + 66, 13)
    out.text(x + 48, y + 71, str(player["coins"]), 15)
    out.path(COW, x + 102, y + 66, 0.7, fill="#7a4a2b", stroke=INK, stroke_width=1)
    out.text(x + 124, y + 71, str(player["cattle"]), 15)
    out.path(CANTEEN, x + 178, y + 66, 0.7, fill="#a8683a", stroke=INK, stroke_width=1.2)
    out.text(x + 200, y + 71, str(player["canteens"]), 15)
    for index, (name, number) in enumerate(player["goods"].items()):
        at = x + 26 + 54 * index
        good(out, name, at, y + 108, 11)
        out.text(at + 17, y + 113, str(number), 15)
    held = [colour for colour, number in player["workers"].items() for _ in range(number)]
    for slot in range(max(8, len(held))):
        place = x + 26 + 33 * slot
        out.circle(place, y + 154, 12.5, "#eadfbf", stroke=EDGE, stroke_width=1.5)
        if slot < len(held):
            worker(out, held[slot], place, y + 154, 11)
