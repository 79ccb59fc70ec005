"""The map of Montana in the picture: fields, prices, settlements, and what the signs mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from railhead.games.colours import EDGE, INK, PIECE_EDGE, SEAT_COLOURS, WHITE, Shade
from railhead.games.layout import Block, Columns, measure
from railhead.games.montana.tokens import (
    HOUSE,
    LETTERS,
    MOUNTAINS,
    canteen,
    cow,
    good,
    goods_row,
    house,
)
from railhead.games.svg import Drawing, seat_number, width_of

HEIGHT: Final = 660
WIDTH: Final = 830
"""The most that a map takes in the wide layout."""
LARGEST: Final = 52.0
ROOM_FOR_A_NAME: Final = 37
"""The size of hexes that have room for their name below what lies there."""
FACES: Final = {
    "land": Shade("#e3d3a0", "#4d4428"),
    "lake": Shade("#8fc1dd", "#1f4a63"),
    "mountain": Shade("#b3aca2", "#4a4641"),
    "start": Shade("#f4e7c3", "#5c5030"),
}
PEAKS: Final = Shade("#7d756b", "#8d857a")
DOUBLE_FIELD: Final = Shade("#d3bb74", "#6a5620")
DOUBLE_TEXT: Final = "two settlements are built there"


@dataclass(frozen=True)
class Sizes:
    """How large what lies on a hex is drawn, against the size of the hex."""

    tall: float = 1
    """How many times as high as a regular hex it is."""
    house: float = 1
    goods: tuple[float, ...] = (1, 1, 1, 1)
    """By how many of them a field costs, from one to four."""


SMALL_HEXES: Final = Sizes(tall=1.3, house=1.3, goods=(1.35, 1.35, 1.05, 1.25))
"""For hexes so small that what is as large as else could not be told apart."""


def extent(hexes: Sequence[Mapping[str, Any]]) -> float:
    """How wide the map is in the wide layout."""
    across = [shown["q"] + shown["r"] / 2 for shown in hexes]
    rows = [shown["r"] for shown in hexes]
    wide: float = math.sqrt(3) * (max(across) - min(across) + 1)
    high: float = 1.5 * (max(rows) - min(rows)) + 2
    return wide * min(WIDTH / wide, HEIGHT / high, LARGEST)


def map_of(hexes: Sequence[Mapping[str, Any]], columns: Columns) -> Block:
    """The map, as large as the column allows."""
    xs = [math.sqrt(3) * (shown["q"] + shown["r"] / 2) for shown in hexes]
    sizes = SMALL_HEXES if columns.narrow else Sizes()
    ys = [1.5 * sizes.tall * shown["r"] for shown in hexes]
    width, rows = columns.board, max(ys) - min(ys) + 2 * sizes.tall
    size = min(width / (max(xs) - min(xs) + math.sqrt(3)), LARGEST)
    size = size if columns.narrow else min(size, HEIGHT / rows)
    dx = width / 2 - size * (max(xs) + min(xs)) / 2
    dy = size * (sizes.tall - min(ys))

    def draw(out: Drawing, _height: float) -> None:
        for shown, x, y in zip(hexes, xs, ys, strict=True):
            with out.element(f"hex-{shown['hex']}", hex_text(shown)):
                draw_hex(out, shown, dx + size * x, dy + size * y, size, sizes)

    return Block(width, size * rows, draw)


def key_of(width: float) -> Block:
    """What the signs on the map mean, in as many columns as there is room for."""
    columns = max(1, int(width // 165))
    pitch = width / columns

    def draw(out: Drawing, _height: float) -> float:
        signs = (
            (_two_houses, DOUBLE_TEXT),
            (lambda out, x, y: cow(out, x, y, 0.6), "cattle to be had"),
            (lambda out, x, y: canteen(out, x, y, 0.55), "a canteen to be had"),
            (lambda out, x, y: good(out, "stone_large", x, y, 8), "framed: a large good"),
        )
        lines = 0
        for index, (sign, text) in enumerate(signs):
            x, y = pitch * (index % columns), 16 + 34 * (index // columns)
            sign(out, x + 18, y)
            lower = 4 if width_of(text, LETTERS) < pitch - 44 else -3
            out.lines(x + 40, y + lower, text, LETTERS, pitch - 44)
            lines = 34 * (index // columns + 1)
        return lines

    return measure(width, draw)


def _two_houses(out: Drawing, x: float, y: float) -> None:
    for side in (-8, 8):
        empty_house(out, x + side, y + 1, 0.5)


def empty_house(out: Drawing, x: float, y: float, scale: float) -> None:
    """A settlement of nobody, for the number that may be built."""
    out.path(HOUSE, x, y, scale, fill=WHITE, stroke=PIECE_EDGE, stroke_width=2)


def hex_text(shown: Mapping[str, Any]) -> str:
    """A hex in words."""
    cost = [f"{number} {name.replace('_', ' ')}" for name, number in shown["cost"].items()]
    parts = [f"{shown['hex']}, {shown['kind']}"]
    if shown["owner"] is not None:
        parts.append(f"{shown['built']} settlements of seat {seat_number(shown['owner'])}")
    elif cost:
        parts.append("costs " + " and ".join(cost))
        if shown["settlements"] == 2:
            parts.append(DOUBLE_TEXT)
    parts += [name for name in ("cattle", "canteen") if shown[name]]
    return ", ".join(parts)


def draw_hex(
    out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float, sizes: Sizes
) -> None:
    """One hex with what is printed on it and what lies there."""
    corners = [
        (
            x + 0.97 * size * math.sin(math.pi * step / 3),
            y - 0.97 * sizes.tall * size * math.cos(math.pi * step / 3),
        )
        for step in range(6)
    ]
    fill = DOUBLE_FIELD if shown["settlements"] == 2 else FACES[shown["kind"]]
    owner = shown["owner"]
    edge = EDGE if owner is None else SEAT_COLOURS[owner]
    out.polygon(corners, fill, stroke=edge, stroke_width=1.5 if owner is None else 5)
    if size > ROOM_FOR_A_NAME:
        down = y + 0.78 * sizes.tall * size
        out.text(x, down, shown["hex"], LETTERS, anchor="middle")
    if shown["kind"] == "mountain":
        out.path(MOUNTAINS, x, y, size / 40, fill=PEAKS)
    elif shown["kind"] == "start":
        draw_start(out, x, y, size)
    elif shown["canteen"]:
        canteen(out, x, y - 0.06 * size, size / 42)
    elif shown["kind"] == "land":
        draw_field(out, shown, x, y, size, sizes)


def draw_start(out: Drawing, x: float, y: float, size: float) -> None:
    """What marks the start: the word, or a flag where it has no room."""
    letters = max(LETTERS, 0.3 * size)
    if width_of("START", letters, True) < 1.6 * size:
        out.text(x, y + 0.1 * size, "START", letters, anchor="middle", weight="bold")
    else:
        out.path("M-7 12V-12L9 -6L-4 0V12Z", x, y, size / 26, fill=INK)


def draw_field(
    out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float, sizes: Sizes
) -> None:
    """A field: settlements if anybody owns it, else its price, its houses and its cattle."""
    if shown["owner"] is not None:
        count = shown["built"]
        for index in range(count):
            across = (index - (count - 1) / 2) * 0.5 * sizes.house * size
            house(out, shown["owner"], x + across, y - 0.05 * size, sizes.house * size / 42)
        return
    two = shown["settlements"] == 2
    goods = sum(shown["cost"].values())
    crowded, large = goods > 3, sizes.goods[max(1, min(goods, 4)) - 1]
    lower = 0.12 if two or shown["cattle"] else 0
    goods_row(out, shown["cost"], x, y + (0.06 if crowded else lower) * size, large * size)
    if two:
        for side in (-0.2, 0.2):
            empty_house(out, x + side * size, y - 0.6 * sizes.tall * size, size / 92)
    if shown["cattle"]:
        cow(out, x, y - 0.47 * sizes.tall * size, size / 62)
