"""Small pieces in Steam's picture: the markers of seats, and goods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from railhead.games.colours import PIECE_INK, TRACK_COLOURS, WHITE, ink_on
from railhead.games.svg import Drawing, seat_number

COLOURS: Final = {
    "red": "#b8372b",
    "blue": "#2f74c9",
    "yellow": "#f2cd3c",
    "purple": "#6a2f83",
    "gray": "#a6a6a6",
}
LETTERS: Final = {"red": "R", "blue": "B", "yellow": "Y", "purple": "P", "gray": "G"}
LEAST: Final = 11
"""The size of the smallest letters."""
CUBE_STEP: Final = 1.18
"""How far goods in a row are apart, in sides of a good."""


def disc(out: Drawing, x: float, y: float, radius: float, seat: int) -> None:
    """A marker of a seat, with the seat's number."""
    letters = max(LEAST, 1.2 * radius)
    out.circle(x, y, radius, TRACK_COLOURS[seat], stroke=PIECE_INK, stroke_width=1.2)
    out.text(
        x, y + 0.36 * letters, seat_number(seat), letters, anchor="middle",
        fill=ink_on(TRACK_COLOURS[seat]), weight="bold",
    )  # fmt: skip


def draw_cube(out: Drawing, colour: str, x: float, y: float, side: float) -> None:
    """A good with its letter, from its upper left corner, in a white frame on any ground."""
    letters = max(LEAST, 0.8 * side)
    out.rect(x - 1.5, y - 1.5, side + 3, side + 3, WHITE, rx=2)
    out.rect(x, y, side, side, COLOURS[colour], rx=1.5, stroke=PIECE_INK, stroke_width=1)
    out.text(
        x + side / 2, y + side / 2 + 0.36 * letters, LETTERS[colour], letters, anchor="middle",
        fill=ink_on(COLOURS[colour]), weight="bold",
    )  # fmt: skip


def draw_cubes(out: Drawing, goods: Sequence[str], x: float, y: float, side: float) -> None:
    """Goods in a row."""
    for index, colour in enumerate(goods):
        draw_cube(out, colour, x + index * CUBE_STEP * side, y, side)


def goods_text(goods: Mapping[str, int]) -> str:
    """Such as `2 red, 1 gray`."""
    return ", ".join(f"{number} {colour}" for colour, number in goods.items() if number) or "none"
