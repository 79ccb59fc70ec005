"""The colours of pictures: light and dark, those of seats, and what can be read on which."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

LIGHT: Final = "light"
DARK: Final = "dark"
THEMES: Final = (LIGHT, DARK)


class Shade(NamedTuple):
    """A colour that is another in a dark picture."""

    light: str
    dark: str


Colour = str | Shade
"""As `#rrggbb`."""

PAPER: Final = Shade("#f3ead2", "#191713")
"""What everything lies on."""
PANEL: Final = Shade("#fbf5e3", "#26221b")
FELT: Final = Shade("#eadfbf", "#3a3327")
"""What lies on a panel and can be chosen."""
CARD: Final = Shade("#ffffff", "#4a4233")
LAND: Final = Shade("#e9dcb6", "#2f2a1e")
EDGE: Final = Shade("#8a7657", "#8f7f60")
INK: Final = Shade("#3b2a1a", "#f2e9d6")
"""Letters on all of these."""
MUTED: Final = Shade("#5c4c33", "#cdbf9f")
PIECE_INK: Final = "#3b2a1a"
"""Outlines of pieces, and letters on bright ones: these look the same in the dark."""
PIECE_EDGE: Final = Shade("#3b2a1a", "#d9cdb2")
"""Outlines of pieces that lie on dark ground too."""
WHITE: Final = "#ffffff"

SEAT_COLOURS: Final = ("#1f5fa8", "#f5d547", "#63b25a", "#a3221a", "#ffffff", "#242424")
"""Blue, yellow, green, red, white, black: apart in lightness too."""
TRACK_COLOURS: Final = ("#f08a24", "#1c845e", "#dfc795", "#ffffff", "#6b3318", "#242424")
"""Those of seats where red, blue and yellow are goods."""

MARK: Final = "#00e5ff"
"""The colour that marks the last move, on a dark edge; no seat and no good has it."""
MARK_EDGE: Final = "#00242b"


def luminance(colour: str) -> float:
    """The relative luminance of a colour by WCAG 2, from 0 to 1."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2, from 1 to 21."""
    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


@lru_cache(256)
def ink_on(piece: str) -> str:
    """What can be read best on a piece of this colour, which is the same in the dark."""
    return max(PIECE_INK, WHITE, key=lambda ink: contrast(ink, piece))
