"""The table of Montana as SVG, drawn from its view alone: map, worker board, players, caption."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from railhead.games.layout import WIDE, Block, Columns, Table
from railhead.games.montana.map_picture import map_of
from railhead.games.montana.tokens import (
    CANTEEN,
    COW,
    HOUSE,
    INK,
    ON_SEAT,
    PAPER,
    SEAT_COLOURS,
    coin,
    good,
    worker,
)
from railhead.games.svg import EDGE, PANEL, Drawing, seat_name, width_of

COLUMNS: Final = Columns(830, 610)
PLAYER_HEIGHT: Final = 215
PLACES: Final = 8
SPACES_WIDTH: Final = 485
"""The three spaces of a production area beside each other."""
FELT: Final = "#eadfbf"
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


def render_svg(
    view: Mapping[str, Any],
    names: Sequence[str] = (),
    marked: Collection[str] = (),
    layout: str = WIDE,
) -> str:
    """The table of `view` as an SVG document."""
    columns = COLUMNS.of(layout)
    last = " · last round" if view["last_round"] else ""
    limit = f" of at most {view['round_limit']}" if view["round_limit"] else ""
    table = Table(
        title="Montana",
        said=f"round {view['round']}{limit}{last}",
        paper=PAPER,
        columns=columns,
        board=map_of(view["map"]["hexes"], columns),
        side=panels(view, columns),
        row=players(view, names, columns.each(len(view["players"]))),
        sentences=[LEGEND, f"Components: {view['components']}.", *view["notices"]],
    )
    return table.document(marked)


def panels(view: Mapping[str, Any], columns: Columns) -> list[Block]:
    """The wheel, the city, the worker board and what is left."""
    width, low, supply = columns.side, columns.narrow, view["supply"]

    def work(area: Mapping[str, Any]) -> Block:
        height = 96 if low else 76
        return Block(width, height, lambda out, _height: draw_area(out, area, width, low))

    stock = 108 if low else 88
    return [
        Block(230, 250, lambda out, _height: draw_wheel(out, view["wheel"])),
        Block(365, 250, lambda out, _height: draw_city(out, view["city"])),
        Block(width, 78, lambda out, _height: draw_bank(out, view["bank"], width)),
        *(work(area) for area in view["areas"]),
        Block(width, stock, lambda out, height: draw_supply(out, supply, width, height)),
    ]


def draw_wheel(out: Drawing, wheel: Mapping[str, Any]) -> None:
    """The wheel and its arrow."""
    x, y, radius = 115, 135, 98
    count = len(wheel["spaces"])
    with out.element("wheel", f"The wheel, its arrow on space {wheel['arrow']}"):
        out.panel(0, 0, 230, 250, "Wheel")
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
    x, y = 0, 0
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


def draw_bank(out: Drawing, bank: Sequence[Mapping[str, Any]], width: float) -> None:
    """The bank."""
    out.panel(0, 0, width, 78, "Bank")
    pitch = (width - 70) / len(bank)
    for index, space in enumerate(bank):
        x, y = 70 + pitch * index, 44
        words = f"Bank, space {space['space']}: {space['coins']} coins for {space['needs']} workers"
        with out.element(f"bank-{space['space']}", words):
            out.rect(x - 18, y - 19, 30 * space["needs"] + 42, 38, "none", rx=19, stroke=EDGE)
            for slot in range(space["needs"]):
                place = x + 30 * slot
                out.circle(place, y, 12.5, FELT, stroke=EDGE, stroke_width=1.5)
                if space["workers"]:
                    worker(out, space["workers"][slot], place, y, 11)
            coin(out, x + 30 * space["needs"] + 4, y, 14, str(space["coins"]))


def draw_area(out: Drawing, area: Mapping[str, Any], width: float, low: bool) -> None:
    """A production area, each large space with its small one, beside its name or below it."""
    name = AREA_NAMES[area["area"]]
    out.panel(0, 0, width, 96 if low else 76, name)
    x, y = (width - 100, 21) if low else (12, 58)
    out.text(x, y, "1", 13, weight="bold")
    worker(out, area["worker"], x + 22, y - 5, 10)
    out.text(x + 40, y, "or 2", 13, weight="bold")
    left, top, scale = (12, 34, (width - 24) / SPACES_WIDTH) if low else (112, 8, 1)
    for index, space in enumerate(area["spaces"]):
        words = f"{name}, space {space['space']}"
        with (
            out.transform(left, top, scale),
            out.element(f"work-{area['area']}-{space['space']}", words),
        ):
            draw_space(out, area["good"], space, 165 * index, 0)


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


def draw_supply(out: Drawing, supply: Mapping[str, Any], width: float, height: float) -> None:
    """What is left in the supply."""
    out.panel(0, 0, width, height, "Supply")
    kinds = len(supply["goods"])
    first = 100 if width > 100 + 82 * kinds else 26
    pitch = min(82, (width - first + 12) / kinds)
    upper, lower = height - 63, height - 24
    for index, (name, number) in enumerate(supply["goods"].items()):
        x = first + pitch * index
        with out.element(f"supply-{name}", f"{number} {name.replace('_', ' ')} in the supply"):
            out.rect(x - 15, upper - 16, 68, 32, FELT, rx=5)
            good(out, name, x, upper, 11)
            out.text(x + 20, upper + 5, str(number), 14)
    for index, (colour, number) in enumerate(supply["workers"].items()):
        x = first + pitch * index
        with out.element(f"supply-{colour}_worker", f"{number} {colour} workers in the supply"):
            out.rect(x - 15, lower - 16, 68, 32, FELT, rx=5)
            worker(out, colour, x, lower, 11)
            out.text(x + 20, lower + 5, str(number), 14)
    x = first + pitch * len(supply["workers"])
    out.path(COW, x, lower, 0.65, fill="#7a4a2b", stroke=INK, stroke_width=1)
    out.text(x + 20, lower + 5, str(supply["cattle"]), 14)
    with out.element("supply-coins", "Coins"):
        coin(out, x + pitch, lower, 13)


def players(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Block]:
    """Every player's board."""

    def board(player: Mapping[str, Any]) -> Block:
        def draw(out: Drawing, _height: float) -> None:
            draw_head(out, view, names, player, width)
            draw_player(out, player, 0, 32)

        return Block(width, PLAYER_HEIGHT, draw)

    return [board(player) for player in view["players"]]


def draw_head(
    out: Drawing,
    view: Mapping[str, Any],
    names: Sequence[str],
    player: Mapping[str, Any],
    width: float,
) -> None:
    """A player's name and what it is to do, on its colour."""
    seat = player["seat"]
    active = seat == view["active"] and view["phase"] != "over"
    acts = ["to act"] if seat == view["actor"] else []
    out.rect(
        0, 0, width, PLAYER_HEIGHT, PANEL, rx=10, stroke=SEAT_COLOURS[seat],
        stroke_width=6 if active else 2,
    )  # fmt: skip
    out.rect(0, 0, width, 32, SEAT_COLOURS[seat], rx=8)
    marks = " · ".join(["starts"] * (seat == view["start_seat"]) + acts)
    room = width - 28 - width_of(marks, 14)
    fill = ON_SEAT[seat]
    title = seat_name(seat, names)
    out.text(12, 22, title, 14, fill=fill, weight="bold", room=room)
    out.text(width - 12, 22, marks, 14, fill=fill, anchor="end")


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
