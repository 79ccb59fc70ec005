"""Colours that tell pieces apart do so for people with the common kinds of colour blindness.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the full lack of one kind of
cone, on linear RGB; distances are Euclidean in CIELAB (D65).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import pytest

from railhead.games.colours import MARK, SEAT_COLOURS, TRACK_COLOURS
from railhead.games.great_western_trail import tokens as great_western_trail
from railhead.games.santa_fe import tokens as santa_fe
from railhead.games.steam import map_picture as steam_map
from railhead.games.steam import tokens as steam

Vector = tuple[float, float, float]

SEEN_AS: Mapping[str, Sequence[Vector]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
APART = 20.0
"""At least this far in CIELAB; 2.3 is a difference that can just be seen side by side."""

PALETTES: Mapping[str, Sequence[str]] = {
    "seats": SEAT_COLOURS,
    "hazards of Great Western Trail": list(great_western_trail.HAZARD_COLOURS.values()),
    "railroads of Santa Fe": list(santa_fe.COLOURS.values()),
    "seats of Steam, and of nobody": [*TRACK_COLOURS, steam_map.UNOWNED],
    "seats of Steam and the mark": [*TRACK_COLOURS, MARK],
    "goods of Steam": list(steam.COLOURS.values()),
    "seats and the mark": [*SEAT_COLOURS, MARK],
}


def product(matrix: Sequence[Vector], vector: Vector) -> Vector:
    """The matrix times the vector."""
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def linear(colour: str) -> Vector:
    """A colour as `#rrggbb` in linear RGB."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels
    )
    return red, green, blue


def lab(rgb: Vector) -> Vector:
    """Linear RGB, cut to what a screen has, in CIELAB."""
    shown = (min(1.0, max(0.0, rgb[0])), min(1.0, max(0.0, rgb[1])), min(1.0, max(0.0, rgb[2])))
    x, y, z = (
        one ** (1 / 3) if one > 216 / 24389 else (24389 / 27 * one + 16) / 116
        for one in (a / b for a, b in zip(product(TO_XYZ, shown), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_the_distances_are_those_that_are_known() -> None:
    assert math.dist(lab(linear("#ffffff")), lab(linear("#000000"))) == pytest.approx(100, abs=0.1)
    assert lab(linear("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.1)
    seen = [lab(product(SEEN_AS["deuteranopia"], linear(one))) for one in ("#c0392b", "#4a9447")]
    assert math.dist(*seen) < APART, "red and green as anybody might choose them are not apart"


@pytest.mark.parametrize("kind", SEEN_AS)
@pytest.mark.parametrize("palette", PALETTES)
def test_colours_are_apart(palette: str, kind: str) -> None:
    for one, other in itertools.combinations(PALETTES[palette], 2):
        seen = [lab(product(SEEN_AS[kind], linear(colour))) for colour in (one, other)]
        distance = math.dist(*seen)
        assert distance >= APART, f"{one} and {other} are only {distance:.0f} apart"


def test_what_letters_tell_apart_has_letters_of_its_own() -> None:
    assert len(set(steam.LETTERS.values())) == len(steam.COLOURS)
