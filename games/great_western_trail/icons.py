"""The signs of the picture: what actions are about, drawn as small shapes beside their words."""

from __future__ import annotations

from typing import Final

from railhead.games.colours import PIECE_INK, WHITE, Colour, Shade, ink_on
from railhead.games.svg import Drawing

BREED_COLOURS: Final = {
    "jersey": "#a3a5a8",
    "guernsey": "#f7f3e6",
    "black_angus": "#33312f",
    "dutch_belt": "#2e7539",
    "holstein": "#f0c93c",
    "brown_swiss": "#b23a2c",
    "ayrshire": "#2f6fb5",
    "west_highland": "#8a5a33",
    "texas_longhorn": "#7d4f97",
}
"""As the cards of each breed are printed."""
WORKER_COLOURS: Final = {"cowboy": "#8a4f24", "craftsman": "#5d6168", "engineer": "#2f6384"}
GOLD: Final = "#f0c04a"
LINE: Final = Shade("#3b2a1a", "#f2e9d6")

COW: Final = "M-8 -6Q-9 -2 -5 -1L-3 5Q0 8 3 5L5 -1Q9 -2 8 -6Q7 -3 3 -4H-3Q-7 -3 -8 -6Z"
PERSON: Final = "M-6 8Q-6 0 -2 -1A4 4 0 1 1 2 -1Q6 0 6 8Z"
HAT: Final = "M-13 6Q0 12 13 6L8 3Q7 -11 0 -9Q-7 -11 -8 3Z"
HAMMER: Final = "M-7 -7H5L7 -4V-2H2V8H-2V-2H-7Z"
WRENCH: Final = "M-2 8V-1Q-6 -3 -5 -8L-2 -5H2L5 -8Q6 -3 2 -1V8Z"
TEEPEE: Final = "M-12 12L0 -14L12 12Z"
ENGINE: Final = "M-12 8V-6H-2V-11H5V-6H12V8Z"
LOCOMOTIVE: Final = (
    "M-8 -7H-2V-2H2V-7H5V-2H7L8 4H7A2.2 2.2 0 1 1 2.6 4H1A2.2 2.2 0 1 1 -3.4 4H-4"
    "A2.2 2.2 0 1 1 -8 4Z"
)
HAND: Final = (
    "M-4 7.5V2L-7 -1.5L-5.5 -3L-3.2 -1V-6H-1.4V-1.5H-0.8V-7.5H1V-1.5H1.6V-6.5H3.4V-1H4"
    "V-4.5H5.6V3L4 7.5Z"
)
TREE: Final = "M0 -9L5 -2H3L7 5H1.2V8H-1.2V5H-7L-3 -2H-5Z"
STAR: Final = "M0 -8L2.3 -2.7L8 -2.2L3.7 1.6L5 7.2L0 4.2L-5 7.2L-3.7 1.6L-8 -2.2L-2.3 -2.7Z"
HOUSE: Final = "M-8 0L0 -7L8 0H5.5V7H-5.5V0Z"
STATION: Final = "M0 -8L7 -1H3V8H-3V-1H-7Z"

SHAPES: Final[dict[str, tuple[tuple[str, Colour], ...]]] = {
    "coin": (("M-7 0A7 7 0 1 1 7 0A7 7 0 1 1 -7 0Z", GOLD),),
    "hire": ((PERSON, Shade("#6d4a2c", "#d6a878")),),
    "build": ((HOUSE, Shade("#a5482c", "#e08a5e")),),
    "certificate": (
        ("M-8 -6H8V5H-8Z", "#f3e3a8"),
        ("M-5 -3H5M-5 0H1", "none"),
        ("M1 4A3.2 3.2 0 1 1 7.4 4A3.2 3.2 0 1 1 1 4Z", "#a3221a"),
    ),
    "objective": (("M-6 -8H6V8H-6Z", "#f7f3e6"), ("M0 -5L4 0L0 5L-4 0Z", "#a3221a")),
    "engine": ((LOCOMOTIVE, Shade("#33415c", "#a9c0e6")),),
    "trade": (("M-8 7L0 -8L8 7Z", "#d8b27a"), ("M-2.5 7L0 0L2.5 7Z", "#5c3d1e")),
    "auxiliary": (
        ("M-8 -2A5 5 0 1 1 2 -2A5 5 0 1 1 -8 -2Z", "#f7f3e6"),
        ("M-2 3A5 5 0 1 1 8 3A5 5 0 1 1 -2 3Z", "#c9b78c"),
    ),
    "cattle": ((COW, Shade("#8a5a33", "#d6a878")),),
    "hazard": (("M0 -8L8.5 7H-8.5Z", "#e0a030"), ("M0 -3V2M0 3.6V5", "none")),
    "draw": (("M-7 -5H1V7H-7Z", "#d6c9a4"), ("M-1 -7H7V5H-1Z", "#f7f3e6")),
    "move": (("M-4 -8H1V1L7 4V7H-4Z", Shade("#7a4a24", "#d6a878")),),
    "delivery": (
        ("M-8 -5H8V2H-8Z", "#b98a50"),
        ("M-6.5 4.5A2.3 2.3 0 1 1 -1.9 4.5A2.3 2.3 0 1 1 -6.5 4.5Z", "#3b2a1a"),
        ("M1.9 4.5A2.3 2.3 0 1 1 6.5 4.5A2.3 2.3 0 1 1 1.9 4.5Z", "#3b2a1a"),
    ),
    "copy": (("M-7 -7H3V3H-7Z", "#d6c9a4"), ("M-3 -3H7V7H-3Z", "#f7f3e6")),
    "station": ((STATION, Shade("#2f7a4a", "#8fd0a4")),),
    "tree": ((TREE, Shade("#387233", "#7fc277")),),
}
"""Layers around an origin, within 9 units of it, the first the lowest."""


def icon(out: Drawing, name: str, x: float, y: float, size: float = 14) -> None:
    """A sign of this height around a point; `card:jersey` is a card of the breed."""
    kind, _, breed = name.partition(":")
    scale = size / 16
    if breed:
        card(out, BREED_COLOURS.get(breed, "#d6c9a4"), x, y, scale)
        return
    for shape, fill in SHAPES[kind]:
        out.path(shape, x, y, scale, fill=fill, stroke=PIECE_INK, stroke_width=1)


def card(out: Drawing, colour: str, x: float, y: float, scale: float) -> None:
    """A cattle card, with the head of its cow."""
    out.path("M-6 -8H6V8H-6Z", x, y, scale, fill=colour, stroke=PIECE_INK, stroke_width=1)
    out.path(COW, x, y, 0.6 * scale, fill=ink_on(colour))


def hand(out: Drawing, colour: str, x: float, y: float, size: float) -> None:
    """The hand that takes a toll: green, or black with a white edge."""
    fill = {"green": "#38a02f", "black": "#1d1d20"}[colour]
    out.path(HAND, x, y, size / 16, fill=fill, stroke=WHITE, stroke_width=1.4)


def worker(out: Drawing, name: str, x: float, y: float, radius: float) -> None:
    """A worker: a hat, a hammer or a wrench on its colour."""
    out.circle(x, y, radius, WORKER_COLOURS[name], stroke=PIECE_INK, stroke_width=1)
    shape, scale = {"cowboy": (HAT, 0.5), "craftsman": (HAMMER, 0.72), "engineer": (WRENCH, 0.75)}[
        name
    ]
    out.path(shape, x, y, scale * radius / 9, fill=WHITE)


def coin(out: Drawing, amount: str, x: float, y: float) -> None:
    """Dollars on a coin, as wide as they need."""
    width = 12 + 7 * len(amount)
    out.rect(x - width / 2, y - 9, width, 18, GOLD, rx=9, stroke=PIECE_INK)
    out.text(x, y + 4, amount, 11.5, anchor="middle", weight="bold", fill=PIECE_INK)
