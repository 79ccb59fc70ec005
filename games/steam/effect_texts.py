"""What action tiles and tracks are for, in words."""

from __future__ import annotations

from typing import Final

ACTION_TILE_TEXTS: Final = {
    "turn_order": {
        "base": "Nothing but the lowest number",
        "standard": "One free pass in the next turn's auction",
    },
    "first_move": {"base": "Moves goods first in both rounds"},
    "engineer": {"base": "Lays one tile more in this turn"},
    "first_build": {"base": "Builds first"},
    "city_growth": {
        "base": "In the own building turn a set of goods of the supply comes to a city without a "
        "growth marker, which gets one"
    },
    "locomotive": {"base": "The locomotive goes up one level at once"},
    "urbanization": {
        "base": "In the own building turn a town becomes a New City, with a set of goods of the "
        "supply"
    },
}
"""By the names of `actions.TILES`, and by variant where the standard game has another effect."""

SHAPE_TEXTS: Final = {
    "21": "straight",
    "22": "gentle curve",
    "23": "sharp curve",
    "41": "two straights that cross",
    "42": "straight and gentle curve that cross",
    "43": "two gentle curves that cross",
    "44": "straight beside a sharp curve",
    "45": "two gentle curves side by side",
    "46": "gentle curve beside a sharp one",
    "47": "gentle curve beside a sharp one, mirrored",
    "T11": "town with one exit",
    "T21": "town on a straight",
    "T22": "town on a gentle curve",
    "T23": "town on a sharp curve",
    "T31": "town with three exits apart",
    "T32": "town on a straight with an exit to the left",
    "T33": "town on a straight with an exit to the right",
    "T34": "town with three exits side by side",
    "T41": "town with four exits, three of them side by side",
    "T42": "town on two straights that cross",
    "T43": "town with four exits side by side",
}
"""By the names of `actions.SHAPES`."""


def action_tile_text(tile: str, variant: str) -> str:
    """What an action tile does in a variant of the game."""
    texts = ACTION_TILE_TEXTS[tile]
    return texts.get(variant, texts["base"])
