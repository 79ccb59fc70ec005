"""The small pieces of Montana's picture: goods, workers, coins, and the shapes of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from railhead.games.colours import PIECE_EDGE, PIECE_INK, SEAT_COLOURS, WHITE, ink_on
from railhead.games.svg import Drawing, seat_number

LETTERS: Final = 12.2
"""The size of the smallest: 11 pixels where map, wheel and city share a window of 1,440 pixels."""
MATERIALS: Final = {
    "grain": "#f2cf4a",
    "pumpkin": "#ee8422",
    "copper": "#a55a2c",
    "stone": "#6b6f76",
}
WORKER_COLOURS: Final = {
    "grain": "#efdcae",
    "pumpkin": "#ee8422",
    "copper": "#8a5230",
    "stone": "#2b2b2e",
    "any": WHITE,
}
SIGNS: Final = {
    "grain": "M-1 11V2C-6 2 -8 -2 -7 -6C-4 -5 -1 -3 0 0C1 -3 4 -5 7 -6C8 -2 6 2 1 2V11ZM0 -3"
    "C-3 -5 -3 -8 0 -11C3 -8 3 -5 0 -3Z",
    "pumpkin": "M0 -5C-3 -8 -11 -6 -11 1C-11 8 -5 10 0 8C5 10 11 8 11 1C11 -6 3 -8 0 -5ZM-2 -6"
    "L-1 -11H3L2 -6Z",
    "copper": "M-5 -1L-3 -7H3L5 -1ZM-11 8L-8 1H-3L-0.5 8ZM0.5 8L3 1H8L11 8Z",
    "stone": "M-10 6L-8 -3L-1 -9L7 -6L10 3L6 9H-6Z",
}
"""What each material is told by: an ear, a pumpkin, a stack of bars, a rock."""

HOUSE: Final = "M-13 13V-3L0 -15L13 -3V13ZM-4 13V4H4V13Z"
FULL_HOUSE: Final = "M-13 13V-3L0 -15L13 -3V13Z"
"""One with a number in place of its door."""
COW: Final = (
    "M-20 -12Q-17 -4 -9 -6L-6 -8H6L9 -6Q17 -4 20 -12Q22 0 10 1L8 12Q0 19 -8 12L-10 1Q-22 0 -20 -12Z"
)
CANTEEN: Final = "M-4 -16H4V-10Q15 -7 15 3Q15 16 0 16Q-15 16 -15 3Q-15 -7 -4 -10Z"
MOUNTAINS: Final = "M-26 14L-9 -15L0 -1L7 -11L25 14Z"
CATTLE: Final = "#8a5a36"
LEATHER: Final = "#a8683a"
LARGE: Final = "#ffd400"
"""The frame of large goods."""


def good(
    out: Drawing, name: str, x: float, y: float, radius: float, number: str | None = None
) -> None:
    """One good: a square of its material with its sign, or with a number; a large one is larger,
    in a yellow frame."""
    material, _, size = name.partition("_")
    large = size == "large"
    colour, side = MATERIALS[material], radius * (2.3 if large else 1.85)
    out.rect(
        x - side / 2, y - side / 2, side, side, colour, rx=side / 5,
        stroke=LARGE if large else PIECE_EDGE, stroke_width=0.26 * radius if large else 1,
    )  # fmt: skip
    if number is None:
        out.path(SIGNS[material], x, y, side / 30, fill=ink_on(colour))
    else:
        letters = max(LETTERS, radius * 1.15)
        base = y + 0.36 * letters
        fill = ink_on(colour)
        out.text(x, base, number, letters, anchor="middle", fill=fill, weight="bold")


def goods_row(out: Drawing, cost: Mapping[str, int], x: float, y: float, size: float) -> None:
    """The price of a field, around a point: in one row, or four in two rows."""
    names = [name for name, number in cost.items() for _ in range(number)]
    rows = [names] if len(names) < 4 else [names[: len(names) // 2], names[len(names) // 2 :]]
    pitch = 0.5 * size
    for index, row in enumerate(rows):
        down = y + (index - (len(rows) - 1) / 2) * pitch * 0.95
        for column, name in enumerate(row):
            good(out, name, x + (column - (len(row) - 1) / 2) * pitch, down, 0.24 * size)


def worker(out: Drawing, colour: str, x: float, y: float, radius: float) -> None:
    """One worker: a disc of its colour with its sign; a question mark for any colour."""
    fill = WORKER_COLOURS[colour]
    out.circle(x, y, radius, fill, stroke=PIECE_EDGE, stroke_width=1.2)
    if colour == "any":
        letters = max(11, 1.3 * radius)
        base = y + 0.36 * letters
        out.text(x, base, "?", letters, anchor="middle", fill=PIECE_INK, weight="bold")
    else:
        out.path(SIGNS[colour], x, y, radius / 17, fill=ink_on(fill))


def house(out: Drawing, seat: int, x: float, y: float, scale: float) -> None:
    """A settlement of a seat, with the seat's number."""
    colour, letters = SEAT_COLOURS[seat], max(LETTERS, 15 * scale)
    out.path(FULL_HOUSE, x, y, scale, fill=colour, stroke=PIECE_EDGE, stroke_width=1.4)
    base = y + 2 * scale + 0.36 * letters
    number, fill = seat_number(seat), ink_on(colour)
    out.text(x, base, number, letters, anchor="middle", fill=fill, weight="bold")


def contractor(out: Drawing, seat: int, x: float, y: float) -> None:
    """A contractor of a seat, with the seat's number."""
    colour = SEAT_COLOURS[seat]
    shape = "M-10 13L-5 -3A7 7 0 1 1 5 -3L10 13Z"
    out.path(shape, x, y, 1, fill=colour, stroke=PIECE_EDGE, stroke_width=1.2)
    number, fill = seat_number(seat), ink_on(colour)
    out.text(x, y + 10, number, LETTERS, anchor="middle", fill=fill, weight="bold")


def cow(out: Drawing, x: float, y: float, scale: float) -> None:
    """Cattle."""
    out.path(COW, x, y, scale, fill=CATTLE, stroke=PIECE_EDGE, stroke_width=1)


def canteen(out: Drawing, x: float, y: float, scale: float) -> None:
    """A canteen."""
    out.path(CANTEEN, x, y, scale, fill=LEATHER, stroke=PIECE_EDGE, stroke_width=1.2)


def coin(out: Drawing, x: float, y: float, radius: float, number: str = "") -> None:
    """A coin, with a number on it."""
    out.circle(x, y, radius, "#d9dbe0", stroke="#7c7f86", stroke_width=1.5)
    out.circle(x, y, radius * 0.82, "none", stroke="#a3a6ad", stroke_width=1)
    letters = max(LETTERS, radius * 1.1)
    base = y + 0.36 * letters
    out.text(x, base, number, letters, anchor="middle", weight="bold", fill=PIECE_INK)
