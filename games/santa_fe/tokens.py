"""Small pieces in Santa Fe's picture: the colours of railroads and of cities' values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.colours import PIECE_INK, WHITE, Shade, ink_on
from railhead.games.svg import Drawing

COLOURS: Final = {
    "blue": "#2456b0",
    "white": "#ffffff",
    "green": "#5fb04f",
    "red": "#b02318",
    "yellow": "#f5d033",
}
OTHER_COLOUR: Final = "#8e44ad"
CHOSEN: Final = Shade("#fff3b8", "#5d5426")
"""A card that is chosen."""
DARK_VALUES: Final = ("#efe2bd", "#e6cf96", "#dcbb70", "#cfa24e", "#c68f3d", "#a5641f")
"""The discs of cities from value 2 to 7."""


def disc_of(value: int | None) -> str:
    """The colour of the disc of a city of so large a value."""
    return DARK_VALUES[value - 2] if value else WHITE


def colour_of(road: Mapping[str, Any]) -> str:
    """The colour of a railroad's pieces."""
    return COLOURS.get(road["colour"], OTHER_COLOUR)


def draw_badge(out: Drawing, road: Mapping[str, Any], left: float, top: float, side: float) -> None:
    """A square in the colour of a railroad, with the letter of it."""
    colour, letters = colour_of(road), max(11, 0.72 * side)
    out.rect(left, top, side, side, colour, rx=1.5, stroke=PIECE_INK, stroke_width=1)
    out.text(
        left + side / 2, top + side / 2 + 0.37 * letters, road["railroad"][0].upper(), letters,
        anchor="middle", fill=ink_on(colour), weight="bold",
    )  # fmt: skip
