"""The table of Veil as SVG, made of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.svg import Drawing


def drawn(view: Mapping[str, Any]) -> str:
    """The row, then a line for each seat."""
    lines = [f"Row: {', '.join(view['row'])}"]
    lines += [_line(number, seat) for number, seat in enumerate(view["seats"])]
    drawing = Drawing(640, 30 * len(lines) + 60, "#f3ead7")
    for index, line in enumerate(lines):
        drawing.text(24, 30 * (index + 1), line, 15)
    drawing.caption(view["notices"], 30 * len(lines) + 36, 90)
    return drawing.document()


def _line(number: int, seat: Mapping[str, Any]) -> str:
    unseen = seat["hand_size"] - len(seat["hand"])
    hand = [*seat["hand"], *(["?"] * unseen)]
    table = f", played {seat['table'][0]}" if seat["table"] else ""
    return f"Seat {number}: {' '.join(hand)}{table}; pile of {seat['pile_size']}"
