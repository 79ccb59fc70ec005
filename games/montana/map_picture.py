"""The map of Montana in the picture: fields, prices, settlements."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from railhead.games.layout import Block, Columns
from railhead.games.montana.tokens import (
    CANTEEN,
    COW,
    HOUSE,
    INK,
    MOUNTAINS,
    ON_SEAT,
    PAPER,
    SEAT_COLOURS,
    goods_row,
)
from railhead.games.svg import EDGE, Drawing

HEIGHT: Final = 730
LARGEST: Final = 52.0
FACES: Final = {"land": "#e3d3a0", "lake": "#8fc1dd", "mountain": "#b3aca2", "start": "#f4e7c3"}
DOUBLE_FIELD: Final = "#d3bb74"


@dataclass(frozen=True)
class Sizes:
    """How large what lies on a hex is drawn, against the size of the hex."""

    tall: float = 1
    """How many times as high as a regular hex it is."""
    name: float = 0.2
    house: float = 1
    goods: tuple[float, ...] = (1, 1, 1, 1)
    """By how many of them a field costs, from one to four."""


SMALL_HEXES: Final = Sizes(tall=1.25, name=0.27, house=1.3, goods=(1.35, 1.35, 1.05, 1.25))
"""For hexes so small that what is as large as else could not be told apart."""


def map_of(hexes: Sequence[Mapping[str, Any]], columns: Columns) -> Block:
    """The map, as large as the column allows; in a wide picture in the middle of its box."""
    xs = [math.sqrt(3) * (shown["q"] + shown["r"] / 2) for shown in hexes]
    sizes = SMALL_HEXES if columns.narrow else Sizes()
    ys = [1.5 * sizes.tall * shown["r"] for shown in hexes]
    width, rows = columns.board, max(ys) - min(ys) + 2 * sizes.tall
    size = min(width / (max(xs) - min(xs) + math.sqrt(3)), HEIGHT / rows, LARGEST)
    height = size * rows if columns.narrow else HEIGHT
    dx = width / 2 - size * (max(xs) + min(xs)) / 2
    dy = height / 2 - size * (max(ys) + min(ys)) / 2

    def draw(out: Drawing, _height: float) -> None:
        for shown, x, y in zip(hexes, xs, ys, strict=True):
            with out.element(f"hex-{shown['hex']}", hex_text(shown)):
                draw_hex(out, shown, dx + size * x, dy + size * y, size, sizes)

    return Block(width, height, draw)


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
    down = y + 0.74 * sizes.tall * size
    out.text(x, down, shown["hex"], sizes.name * size, anchor="middle", fill="#6d5c41")
    if shown["kind"] == "mountain":
        out.path(MOUNTAINS, x, y, size / 40, fill="#7d756b", stroke="#5d564e", stroke_width=1)
    elif shown["kind"] == "start":
        out.text(x, y + 0.1 * size, "START", 0.3 * size, anchor="middle", weight="bold")
    elif shown["canteen"]:
        out.path(
            CANTEEN, x, y - 0.06 * size, size / 42, fill="#a8683a", stroke=INK, stroke_width=1.2
        )
    elif shown["kind"] == "land":
        draw_field(out, shown, x, y, size, sizes)


def draw_field(
    out: Drawing, shown: Mapping[str, Any], x: float, y: float, size: float, sizes: Sizes
) -> None:
    """A field: settlements if anybody owns it, else its price, its houses and its cattle."""
    if shown["owner"] is not None:
        count = shown["built"]
        for index in range(count):
            across = (index - (count - 1) / 2) * 0.38 * sizes.house * size
            colour = SEAT_COLOURS[shown["owner"]]
            top = y - 0.05 * size
            house = {"fill": colour, "stroke": INK, "stroke_width": 1.4}
            out.path(HOUSE, x + across, top, sizes.house * size / 42, **house)
            number = str(shown["owner"])
            fill = ON_SEAT[shown["owner"]]
            letters = 0.26 * sizes.house * size
            out.text(x + across, top, number, letters, anchor="middle", fill=fill)
        return
    two = shown["settlements"] == 2
    goods = sum(shown["cost"].values())
    crowded, large = goods > 3, sizes.goods[max(1, min(goods, 4)) - 1]
    lower = 0.12 if two or shown["cattle"] else 0
    goods_row(out, shown["cost"], x, y + (0.06 if crowded else lower) * size, large * size)
    above = y - 0.5 * sizes.tall * size
    if two:
        for side in (-0.2, 0.2):
            out.path(
                HOUSE, x + side * size, above, size / 82, fill=PAPER, stroke=INK,
                stroke_width=2,
            )  # fmt: skip
    if shown["cattle"]:
        out.path(
            COW,
            x,
            y - 0.45 * sizes.tall * size,
            size / 68,
            fill="#7a4a2b",
            stroke=INK,
            stroke_width=1,
        )
