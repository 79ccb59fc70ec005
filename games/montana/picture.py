"""The table of Montana as SVG, drawn from its view alone: map, worker board, players, caption."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, FELT, MUTED, PAPER, Shade
from railhead.games.layout import WIDE, Block, Columns, Region, Table
from railhead.games.montana.map_picture import extent, key_of, map_of
from railhead.games.montana.player_picture import players
from railhead.games.montana.tokens import LETTERS, coin, contractor, cow, good, worker
from railhead.games.montana.wording import PHASE_TEXTS
from railhead.games.montana.work_picture import work
from railhead.games.svg import Drawing, seat_name, seat_number, width_of

SIDE: Final = 610
NARROW: Final = 340
"""So narrow that on a screen of 360 pixels nothing is drawn smaller."""
WHEEL: Final = Shade("#efe4c4", "#3a3327")
POINTED_AT: Final = Shade("#f6d98a", "#7a5f1e")
ARROW: Final = "#a8321f"
GOOD_NAMES: Final = {
    "copper_small": "small copper",
    "stone_small": "small stone",
    "copper_large": "large copper",
    "stone_large": "large stone",
}

LEGEND: Final = (
    "In each hex its name in axial coordinates, as far as there is room. Numbers on pieces are "
    "those of their players."
)


def table_of(view: Mapping[str, Any], names: Sequence[str] = (), layout: str = WIDE) -> Table:
    """The table of `view` as parts that can be drawn."""
    hexes = view["map"]["hexes"]
    columns = Columns(max(extent(hexes), SIDE), SIDE, narrow_width=NARROW).of(layout)
    return Table(
        title="Montana",
        said=said_of(view, names),
        paper=PAPER,
        columns=columns,
        board=Region("board", "Map", [map_of(hexes, columns), key_of(columns.board)]),
        side=panels(view, columns),
        row=players(view, names, columns.each(len(view["players"]))),
        sentences=[LEGEND, f"Components: {view['components']}.", *view["notices"]],
    )


def said_of(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """The round, and who has to decide what."""
    limit = f" of at most {view['round_limit']}" if view["round_limit"] else ""
    last = " · last round" if view["last_round"] else ""
    who = "" if view["actor"] is None else f"{seat_name(view['actor'], names)}: "
    return f"round {view['round']}{limit}{last} · {who}{PHASE_TEXTS[view['phase']]}"


def panels(view: Mapping[str, Any], columns: Columns) -> list[Region]:
    """The wheel, the city, the worker board and what is left."""
    width, supply = columns.side, view["supply"]
    wide = min(370, width)
    wheel = Block(230, 250, lambda out, _height: draw_wheel(out, view["wheel"]))
    city = Block(wide, 250, lambda out, _height: draw_city(out, view["city"], wide))
    across = 2 if columns.narrow else 3
    height = 36 + 26 * -(-12 // across)
    left = Block(width, height, lambda out, _height: draw_supply(out, supply, width, across))
    return [
        Region("wheel", "Wheel", [wheel]),
        Region("city", "City", [city]),
        work(view, columns),
        Region("supply", "Supply", [left]),
    ]


def draw_wheel(out: Drawing, wheel: Mapping[str, Any]) -> None:
    """The wheel and its arrow."""
    x, y, radius = 115, 137, 98
    count = len(wheel["spaces"])
    pointed_at = " and ".join(wheel["spaces"][wheel["arrow"]])
    with out.element("wheel", f"The wheel, its arrow on {pointed_at}"):
        out.panel(0, 0, 230, 250, "Wheel")
        out.text(66, 21, "workers to hire", LETTERS, fill=MUTED)
        for index, pair in enumerate(wheel["spaces"]):
            words = f"Space {index} of the wheel: {' and '.join(pair)}"
            with out.element(f"wheel-{index}", words):
                draw_wheel_space(out, pair, (x, y), radius, (index, count), wheel["arrow"])
        angle = 2 * math.pi * wheel["arrow"] / count
        tip = (x + 56 * math.sin(angle), y - 56 * math.cos(angle))
        base = [
            (x + 9 * math.cos(angle), y + 9 * math.sin(angle)),
            (x - 9 * math.cos(angle), y - 9 * math.sin(angle)),
        ]
        out.polygon([tip, *base], ARROW)
        out.circle(x, y, 10, ARROW)


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
    fill = POINTED_AT if index == arrow else WHEEL
    out.polygon([(x, y), *edge], fill, stroke=EDGE, stroke_width=1.5)
    for colour, turn in zip(pair, (-0.18, 0.18), strict=True):
        angle = 2 * math.pi * index / count + turn
        worker(out, colour, x + 72 * math.sin(angle), y - 72 * math.cos(angle), 12)


def draw_city(out: Drawing, city: Mapping[str, Any], width: float) -> None:
    """The rows of the city with their prices and rewards, and the contractors."""
    prices = city["column_prices"]
    pitch = min(34, (width - 195) / len(prices))
    height = 160 / len(city["rows"])
    with out.element("city", "The city"):
        out.panel(0, 0, width, 250, "City")
    out.text(54, 21, "bids in pumpkins", LETTERS, fill=MUTED)
    out.text(24 + pitch * len(prices), 47, "rewards", LETTERS, fill=MUTED)
    for column, price in enumerate(prices):
        good(out, "pumpkin", 11 + pitch * (column + 0.5), 43, 12, str(price))
    for row in city["rows"]:
        top = 60 + height * (row["row"] - 1)
        for column, price in enumerate(prices, 1):
            words = f"City, row {row['row']}, column {column}: {price} pumpkins"
            with out.element(f"city-{row['row']}-{column}", words):
                left = 14 + pitch * (column - 1)
                out.rect(left, top, pitch - 5, height - 5, FELT, rx=4, stroke=EDGE)
        draw_reward(out, row, 18 + pitch * len(prices), top + height / 2 - 2)
    for one in city["contractors"]:
        if one["row"] is not None:
            x = 11.5 + pitch * (one["column"] - 0.5)
            place_contractor(out, one["seat"], x, 57 + height * (one["row"] - 0.5))
    draw_hardware_store(out, city, width)


def draw_hardware_store(out: Drawing, city: Mapping[str, Any], width: float) -> None:
    """The contractors that bid for nothing."""
    out.text(14, 241, "Hardware store", LETTERS, fill=MUTED)
    waiting = [one for one in city["contractors"] if one["row"] is None]
    for slot, one in enumerate(waiting):
        left = 122 + (width - 110) / 4 * slot
        place_contractor(out, one["seat"], left, 233)
        if one["passed"]:
            out.text(left + 12, 241, "passed", LETTERS, room=(width - 110) / 4 - 22)


def place_contractor(out: Drawing, seat: int, x: float, y: float) -> None:
    """The contractor of a seat, at a place."""
    with out.element(f"contractor-{seat}", f"Contractor of seat {seat_number(seat)}"):
        contractor(out, seat, x, y)


def draw_reward(out: Drawing, row: Mapping[str, Any], x: float, y: float) -> None:
    """What a row of the city gives."""
    at = x + 6
    if row["cattle"]:
        out.text(at, y + 5, f"{row['cattle']}", 13, weight="bold")
        cow(out, at + 24, y, 0.6)
        at += 42
    if row["coins"]:
        coin(out, at + 10, y, 11, str(row["coins"]))
        at += 28
    if row["goods"]:
        out.text(at, y + 5, f"{row['goods']} of", 13, weight="bold")
        for index, name in enumerate(row["goods_from"]):
            good(out, name, at + 48 + 23 * index, y, 10)
    if row["upgrades"]:
        out.text(at, y + 5, f"{row['upgrades']} ×", 13, weight="bold")
        good(out, "copper_small", at + 36, y, 7)
        good(out, "stone_small", at + 51, y, 7)
        out.text(at + 60, y + 5, "→", 13)
        good(out, "copper_large", at + 84, y, 7)
        good(out, "stone_large", at + 103, y, 7)


def draw_supply(out: Drawing, supply: Mapping[str, Any], width: float, across: int) -> None:
    """What is left in the supply, each with its name: what goods and workers look like."""
    out.panel(0, 0, width, 36 + 26 * -(-12 // across), "Supply")
    pitch = (width - 16) / across
    kinds = [*supply["goods"], *(f"{colour}_worker" for colour in supply["workers"])]
    numbers = [*supply["goods"].values(), *supply["workers"].values()]
    for index, (name, number) in enumerate(zip(kinds, numbers, strict=True)):
        x, y = 8 + pitch * (index % across), 32 + 26 * (index // across)
        words = GOOD_NAMES.get(name, name.replace("_", " "))
        with out.element(f"supply-{name}", f"{number} {words} in the supply"):
            out.rect(x, y, pitch - 4, 23, FELT, rx=5)
            if name.endswith("_worker"):
                worker(out, name.removesuffix("_worker"), x + 15, y + 11.5, 10)
            else:
                good(out, name, x + 15, y + 11.5, 9)
            draw_number(out, words, str(number), x + 32, y + 16, pitch - 42)
    x, y = 8 + pitch * (10 % across), 32 + 26 * (10 // across)
    cow(out, x + 15, y + 11.5, 0.5)
    draw_number(out, "cattle", str(supply["cattle"]), x + 32, y + 16, pitch - 42)
    x, y = 8 + pitch * (11 % across), 32 + 26 * (11 // across)
    with out.element("supply-coins", "Coins"):
        out.rect(x, y, pitch - 4, 23, FELT, rx=5)
        coin(out, x + 15, y + 11.5, 9)
        out.text(x + 32, y + 16, "coins", LETTERS)


def draw_number(out: Drawing, words: str, number: str, x: float, y: float, room: float) -> None:
    """What something is called, and how many there are at the right end."""
    out.text(x, y, words, LETTERS, room=room - width_of(number, 14, True) - 4)
    out.text(x + room, y, number, 14, anchor="end", weight="bold")
