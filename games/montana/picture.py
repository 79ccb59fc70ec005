"""The table of Montana as SVG, drawn from its view alone: map, worker board, players, caption."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.montana.tokens import (
    CANTEEN,
    COW,
    HOUSE,
    INK,
    MOUNTAINS,
    ON_SEAT,
    PAPER,
    SEAT_COLOURS,
    coin,
    good,
    goods_row,
    worker,
)
from games.svg import EDGE, PANEL, Drawing, caption_height, seat_name, width_of

WIDTH: Final = 1500
MAP: Final = (20, 60, 830, 730)
BOARD_X: Final = 870
PLAYERS_Y: Final = 815
PLAYER_HEIGHT: Final = 215
PLACES: Final = 8
FELT: Final = "#eadfbf"
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
    "yellow frame is a large one. In each hex its name in axial coordinates; two small houses say "
    "that two settlements are built there. Numbers on pieces are seats."
)


def drawn(view: Mapping[str, Any], names: Sequence[str] = (), marked: Collection[str] = ()) -> str:
    """The table of `view` as an SVG document."""
    sentences = [LEGEND, f"Components: {view['components']}.", *view["notices"]]
    bottom = PLAYERS_Y + PLAYER_HEIGHT + 24
    out = Drawing(WIDTH, bottom + caption_height(sentences, WIDTH), PAPER, "Montana")
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
    draw_players(out, view, names)
    out.caption(sentences, bottom)
    return out.document(marked)


def draw_map(out: Drawing, hexes: Sequence[Mapping[str, Any]]) -> None:
    """The map, as large as its box allows."""
    left, top, width, height = MAP
    xs = [math.sqrt(3) * (shown["q"] + shown["r"] / 2) for shown in hexes]
    ys = [1.5 * shown["r"] for shown in hexes]
    size = min(width / (max(xs) - min(xs) + math.sqrt(3)), height / (max(ys) - min(ys) + 2), 52.0)
    dx = left + width / 2 - size * (max(xs) + min(xs)) / 2
    dy = top + height / 2 - size * (max(ys) + min(ys)) / 2
    for shown, x, y in zip(hexes, xs, ys, strict=True):
        with out.element(f"hex-{shown['hex']}", hex_text(shown)):
            draw_hex(out, shown, dx + size * x, dy + size * y, size)


def hex_text(shown: Mapping[str, Any]) -> str:
    """A hex in words."""
    cost = [f"{number} {name.replace('_', ' ')}" for name, number in shown["cost"].items()]
    parts = [f"{shown['hex']}, {shown['kind']}"]
    if shown["owner"] is not None:
        parts.append(f"{shown['built']} settlements of seat {shown['owner']}")
    elif cost:
        parts.append("costs " + " and ".join(cost))
    parts += [name for name in ("cattle", "canteen") if shown[name]]
    return ", ".join(parts)


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
            top = y - 0.05 * size
            house = {"fill": colour, "stroke": INK, "stroke_width": 1.4}
            out.path(HOUSE, x + across, top, size / 42, **house)
            number = str(shown["owner"])
            fill = ON_SEAT[shown["owner"]]
            out.text(x + across, top, number, 0.26 * size, anchor="middle", fill=fill)
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
    x, y, radius = BOARD_X + 115, 155, 98
    count = len(wheel["spaces"])
    with out.element("wheel", f"The wheel, its arrow on space {wheel['arrow']}"):
        out.panel(BOARD_X, 20, 230, 250, "Wheel")
        for index, pair in enumerate(wheel["spaces"]):
            words = f"Space {index} of the wheel: {' and '.join(pair)}"
            with out.element(f"wheel-{index}", words):
                draw_wheel_space(out, pair, (x, y), radius, (index, count), wheel["arrow"])
        angle = 2 * math.pi * wheel["arrow"] / count
        tip = (x + 58 * math.sin(angle), y - 58 * math.cos(angle))
        base = [
            (x + 9 * math.cos(angle), y + 9 * math.sin(angle)),
            (x - 9 * math.cos(angle), y - 9 * math.sin(angle)),
        ]
        out.polygon([tip, *base], "#a8321f")
        out.circle(x, y, 10, "#a8321f")


def draw_wheel_space(
    out: Drawing,
    pair: Sequence[str],
    centre: tuple[float, float],
    radius: float,
    place: tuple[int, int],
    arrow: int,
) -> None:
    """One space of the wheel; `place` is its number and how many there are."""
    (x, y), (index, count) = centre, place
    angles = [2 * math.pi * (index + side) / count for side in (-0.5, 0.5)]
    edge = [(x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles]
    fill = "#f6d98a" if index == arrow else "#efe4c4"
    out.polygon([(x, y), *edge], fill, stroke=EDGE, stroke_width=1.5)
    for colour, turn in zip(pair, (-0.17, 0.17), strict=True):
        angle = 2 * math.pi * index / count + turn
        worker(out, colour, x + 74 * math.sin(angle), y - 74 * math.cos(angle), 11)


def draw_city(out: Drawing, city: Mapping[str, Any]) -> None:
    """The rows of the city with their prices and rewards, and the contractors."""
    x, y = BOARD_X + 245, 20
    prices = city["column_prices"]
    pitch = min(34, 170 / len(prices))
    height = 162 / len(city["rows"])
    standing = {(one["row"], one["column"]): one["seat"] for one in city["contractors"]}
    with out.element("city", "The city"):
        out.panel(x, y, 365, 250, "City")
    for column, price in enumerate(prices):
        good(out, "pumpkin", x + 30 + pitch * column, y + 42, 13, str(price))
    for row in city["rows"]:
        top = y + 60 + height * (row["row"] - 1)
        for column, price in enumerate(prices, 1):
            left = x + 14 + pitch * (column - 1)
            words = f"City, row {row['row']}, column {column}: {price} pumpkins"
            with out.element(f"city-{row['row']}-{column}", words):
                out.rect(left, top, pitch - 5, height - 5, FELT, rx=4, stroke=EDGE)
        draw_reward(out, row, x + 20 + pitch * len(prices), top + height / 2 - 2)
        for column in range(1, len(prices) + 1):
            if (row["row"], column) in standing:
                across = x + 30 + pitch * (column - 1) - 1.5
                draw_contractor(out, standing[row["row"], column], across, top + height / 2 - 5)
    out.text(x + 14, y + 240, "Hardware store", 11)
    waiting = [one for one in city["contractors"] if one["row"] is None]
    for slot, one in enumerate(waiting):
        left = x + 128 + 58 * slot
        draw_contractor(out, one["seat"], left, y + 234, 0.8)
        if one["passed"]:
            out.text(left + 10, y + 240, "passed", 10)


def draw_contractor(out: Drawing, seat: int, x: float, y: float, scale: float = 1) -> None:
    """A contractor of a seat, with the seat's number."""
    with out.element(f"contractor-{seat}", f"Contractor of seat {seat}"):
        shape = "M-9 12L-5 -2A7 7 0 1 1 5 -2L9 12Z"
        out.path(shape, x, y, scale, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1.2)
        out.text(
            x, y + 7 * scale, str(seat), 10 * scale, anchor="middle", fill=ON_SEAT[seat],
            weight="bold",
        )  # fmt: skip


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
    out.panel(BOARD_X, 282, 610, 78, "Bank")
    pitch = 540 / len(bank)
    for index, space in enumerate(bank):
        x, y = BOARD_X + 70 + pitch * index, 326
        words = f"Bank, space {space['space']}: {space['coins']} coins for {space['needs']} workers"
        with out.element(f"bank-{space['space']}", words):
            out.rect(x - 18, y - 19, 30 * space["needs"] + 42, 38, "none", rx=19, stroke=EDGE)
            for slot in range(space["needs"]):
                place = x + 30 * slot
                out.circle(place, y, 12.5, FELT, stroke=EDGE, stroke_width=1.5)
                if space["workers"]:
                    worker(out, space["workers"][slot], place, y, 11)
            coin(out, x + 30 * space["needs"] + 4, y, 14, str(space["coins"]))


def draw_areas(out: Drawing, areas: Sequence[Mapping[str, Any]]) -> None:
    """The four production areas, each large space with its small one."""
    for number, area in enumerate(areas):
        top = 372 + 84 * number
        out.panel(BOARD_X, top, 610, 76, AREA_NAMES[area["area"]])
        out.text(BOARD_X + 12, top + 58, "1", 13, weight="bold")
        worker(out, area["worker"], BOARD_X + 34, top + 53, 10)
        out.text(BOARD_X + 52, top + 58, "or 2", 13, weight="bold")
        for index, space in enumerate(area["spaces"]):
            words = f"{AREA_NAMES[area['area']]}, space {space['space']}"
            with out.element(f"work-{area['area']}-{space['space']}", words):
                draw_space(out, area["good"], space, BOARD_X + 112 + 165 * index, top + 8)


def draw_space(out: Drawing, name: str, space: Mapping[str, Any], x: float, y: float) -> None:
    """A large space: its cost, what it gives, who works there; beside it the small one."""
    out.rect(x, y, 98, 60, FELT, rx=6, stroke=EDGE)
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
    out.panel(BOARD_X, 710, 610, 88, "Supply")
    for index, (name, number) in enumerate(supply["goods"].items()):
        x = BOARD_X + 100 + 82 * index
        with out.element(f"supply-{name}", f"{number} {name.replace('_', ' ')} in the supply"):
            out.rect(x - 15, 719, 68, 32, FELT, rx=5)
            good(out, name, x, 735, 11)
            out.text(x + 20, 740, str(number), 14)
    for index, (colour, number) in enumerate(supply["workers"].items()):
        x = BOARD_X + 100 + 82 * index
        with out.element(f"supply-{colour}_worker", f"{number} {colour} workers in the supply"):
            out.rect(x - 15, 758, 68, 32, FELT, rx=5)
            worker(out, colour, x, 774, 11)
            out.text(x + 20, 779, str(number), 14)
    x = BOARD_X + 100 + 82 * 4
    out.path(COW, x, 774, 0.65, fill="#7a4a2b", stroke=INK, stroke_width=1)
    out.text(x + 20, 779, str(supply["cattle"]), 14)
    with out.element("supply-coins", "Coins"):
        coin(out, x + 82, 774, 13)


def draw_players(out: Drawing, view: Mapping[str, Any], names: Sequence[str]) -> None:
    """Every player's board, side by side."""
    players = view["players"]
    width = (WIDTH - 40 - 12 * (len(players) - 1)) / len(players)
    for index, player in enumerate(players):
        x = 20 + index * (width + 12)
        seat = player["seat"]
        active = seat == view["active"] and view["phase"] != "over"
        acts = ["to act"] if seat == view["actor"] else []
        out.rect(
            x, PLAYERS_Y, width, PLAYER_HEIGHT, PANEL, rx=10, stroke=SEAT_COLOURS[seat],
            stroke_width=6 if active else 2,
        )  # fmt: skip
        out.rect(x, PLAYERS_Y, width, 32, SEAT_COLOURS[seat], rx=8)
        marks = " · ".join(["starts"] * (seat == view["start_seat"]) + acts)
        room = width - 28 - width_of(marks, 14)
        fill = ON_SEAT[seat]
        title = seat_name(seat, names)
        out.text(x + 12, PLAYERS_Y + 22, title, 14, fill=fill, weight="bold", room=room)
        out.text(x + width - 12, PLAYERS_Y + 22, marks, 14, fill=fill, anchor="end")
        draw_player(out, player, x, PLAYERS_Y + 32)


def draw_player(out: Drawing, player: Mapping[str, Any], x: float, y: float) -> None:
    """What lies on one player's board."""
    seat = player["seat"]
    out.path(
        HOUSE, x + 26, y + 28, 0.8, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1.4
    )  # fmt: skip
    built = f"{player['settlements_built']} built"
    out.text(x + 48, y + 34, built, 15, weight="bold")
    left = f"{player['settlements_left']} left"
    out.text(x + 60 + width_of(built, 15, True), y + 34, left, 15)
    coin(out, x + 26, y + 66, 13)
    out.text(x + 48, y + 71, str(player["coins"]), 15)
    with out.element(f"cattle-{seat}", f"{player['cattle']} cattle of seat {seat}"):
        out.rect(x + 78, y + 48, 72, 36, FELT, rx=5)
        out.path(COW, x + 100, y + 66, 0.7, fill="#7a4a2b", stroke=INK, stroke_width=1)
        out.text(x + 122, y + 71, str(player["cattle"]), 15)
    with out.element(f"canteens-{seat}", f"{player['canteens']} canteens of seat {seat}"):
        out.rect(x + 156, y + 48, 72, 36, FELT, rx=5)
        out.path(CANTEEN, x + 178, y + 66, 0.7, fill="#a8683a", stroke=INK, stroke_width=1.2)
        out.text(x + 200, y + 71, str(player["canteens"]), 15)
    for index, (name, number) in enumerate(player["goods"].items()):
        at = x + 26 + 56 * index
        good(out, name, at, y + 108, 11)
        out.text(at + 17, y + 113, str(number), 15)
    draw_workers(out, player, x + 26, y + 154)


def draw_workers(out: Drawing, player: Mapping[str, Any], x: float, y: float) -> None:
    """The workers of a player, those of one colour together, and the places that are free."""
    seat, slot = player["seat"], 0
    for colour, number in player["workers"].items():
        with out.element(f"worker-{seat}-{colour}", f"{number} {colour} workers of seat {seat}"):
            if number:
                out.rect(x + 33 * slot - 15, y - 15, 33 * number - 3, 30, FELT, rx=15, stroke=EDGE)
            for _ in range(number):
                worker(out, colour, x + 33 * slot, y, 11)
                slot += 1
    for free in range(slot, PLACES):
        out.circle(x + 33 * free, y, 12.5, FELT, stroke=EDGE, stroke_width=1.5)
