"""The small pieces of Montana's picture: goods, workers, coins, and the shapes of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from railhead.games.svg import Drawing

PAPER: Final = "#f3ead2"
INK: Final = "#3b2a1a"
SEAT_COLOURS: Final = ("#1f5fa8", "#f5d547", "#63b25a", "#a3221a")
"""Blue, yellow, green, red: apart in lightness too, and every piece has its seat's number."""
ON_SEAT: Final = ("#ffffff", INK, INK, "#ffffff")
"""What is written on each of them."""

MATERIALS: Final = {
    "grain": "#f2cf4a",
    "pumpkin": "#ee8422",
    "copper": "#b5693a",
    "stone": "#6b6f76",
}
WORKER_COLOURS: Final = {
    "grain": "#efdcae",
    "pumpkin": "#ee8422",
    "copper": "#8a5230",
    "stone": "#2b2b2e",
    "any": "#ffffff",
}

HOUSE: Final = "M-13 13V-3L0 -15L13 -3V13ZM-4 13V4H4V13Z"
COW: Final = (
    "M-20 -12Q-17 -4 -9 -6L-6 -8H6L9 -6Q17 -4 20 -12Q22 0 10 1L8 12Q0 19 -8 12L-10 1Q-22 0 -20 -12Z"
)
CANTEEN: Final = "M-4 -16H4V-10Q15 -7 15 3Q15 16 0 16Q-15 16 -15 3Q-15 -7 -4 -10Z"
MOUNTAINS: Final = "M-26 14L-9 -15L0 -1L7 -11L25 14Z"


def good(
    out: Drawing, name: str, x: float, y: float, radius: float, number: str | None = None
) -> None:
    """One good: a square of its material with its initial, or a number; large ones are framed
    in yellow and have a capital."""
    material, _, size = name.partition("_")
    large = size == "large"
    side = radius * (2.3 if large else 1.75)
    out.rect(
        x - side / 2, y - side / 2, side, side, MATERIALS[material], rx=side / 5,
        stroke="#ffd400" if large else INK, stroke_width=3.2 if large else 1,
    )  # fmt: skip
    letter = number or (material[0].upper() if large else material[0])
    fill = "#ffffff" if material in ("copper", "stone") else INK
    out.text(x, y + 0.38 * radius, letter, radius * 1.15, anchor="middle", fill=fill, weight="bold")


def goods_row(out: Drawing, cost: Mapping[str, int], x: float, y: float, size: float) -> None:
    """The price of a field, around a point: in one row, or four in two rows."""
    names = [name for name, number in cost.items() for _ in range(number)]
    rows = [names] if len(names) < 4 else [names[: len(names) // 2], names[len(names) // 2 :]]
    pitch = 0.47 * size
    for index, row in enumerate(rows):
        down = y + (index - (len(rows) - 1) / 2) * pitch * 0.9
        for column, name in enumerate(row):
            good(out, name, x + (column - (len(row) - 1) / 2) * pitch, down, 0.22 * size)


def worker(out: Drawing, colour: str, x: float, y: float, radius: float) -> None:
    """One worker: a disc of its colour with its initial; a question mark for any colour."""
    out.circle(x, y, radius, WORKER_COLOURS[colour], stroke=INK, stroke_width=1.2)
    fill = "#ffffff" if colour in ("copper", "stone") else INK
    letter = "?" if colour == "any" else colour[0]
    out.text(x, y + 0.38 * radius, letter, radius * 1.15, anchor="middle", fill=fill, weight="bold")


def coin(out: Drawing, x: float, y: float, radius: float, number: str = "") -> None:
    """A coin, with a number on it."""
    out.circle(x, y, radius, "#d9dbe0", stroke="#7c7f86", stroke_width=1.5)
    out.circle(x, y, radius * 0.78, "none", stroke="#a3a6ad", stroke_width=1)
    out.text(x, y + 0.38 * radius, number, radius * 1.1, anchor="middle", weight="bold")
