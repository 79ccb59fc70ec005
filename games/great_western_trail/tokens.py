"""The small pieces of the picture: cattlemen, engines, discs, and the tiles of Kansas City."""

from __future__ import annotations

from typing import Any, Final

from railhead.games.colours import PIECE_INK, SEAT_COLOURS, WHITE, Colour, Shade, ink_on
from railhead.games.great_western_trail.icons import TEEPEE, hand, worker
from railhead.games.svg import Drawing, seat_number

BOARD: Final = Shade("#e9dab2", "#463d2a")
"""What cities and stations are printed on."""
BLACK_FRAME: Final = Shade("#2a1d12", "#000000")
"""Around places that take any disc."""
HAZARD_COLOURS: Final = {"flood": "#5b9bd0", "drought": "#e0b341", "rockfall": "#a9a6a0"}
TEEPEE_COLOURS: Final = {"green": "#a7d59a", "blue": "#3d6fb0"}
HAZARD_SIGNS: Final = {
    "flood": (
        "M-8 -4Q-6 -7 -4 -4T0 -4T4 -4T8 -4M-8 0Q-6 -3 -4 0T0 0T4 0T8 0M-8 4Q-6 1 -4 4T0 4T4 4T8 4"
    ),
    "drought": "M0 8V-8M0 3H-5V-3M0 0H5V-6",
    "rockfall": "M-8 6L-5 -1L0 1L2 6ZM1 6L4 -3L8 -1V6ZM-4 -3L-1 -8L4 -6L2 -3Z",
}
"""Waves, a cactus and rocks, drawn as lines."""


def piece(out: Drawing, shape: str, x: float, y: float, scale: float, seat: int) -> None:
    """A cattleman or an engine of a seat, with the seat's number."""
    colour = SEAT_COLOURS[seat]
    out.path(shape, x, y, scale, fill=colour, stroke=PIECE_INK, stroke_width=1.4)
    size = 10 * scale
    out.text(
        x, y + 0.35 * size, seat_number(seat), size, anchor="middle", fill=ink_on(colour),
        weight="bold",
    )  # fmt: skip


def disc(out: Drawing, x: float, y: float, radius: float, seat: int) -> None:
    """A disc of a seat, with the seat's number."""
    out.circle(x, y, radius, SEAT_COLOURS[seat], stroke=PIECE_INK, stroke_width=1)
    out.text(
        x, y + 4, seat_number(seat), 11, anchor="middle", fill=ink_on(SEAT_COLOURS[seat]),
        weight="bold",
    )  # fmt: skip


def hazard_sign(
    out: Drawing, kind: str, x: float, y: float, size: float, stroke: Colour = PIECE_INK
) -> None:
    """What a hazard is, in lines."""
    out.path(
        HAZARD_SIGNS[kind], x, y, size / 16, fill="none", stroke=stroke, stroke_width=1.7,
        stroke_linejoin="round",
    )  # fmt: skip


def draw_hazard(out: Drawing, name: str, x: float, y: float, across: float, down: float) -> None:
    """A hazard: what it is, its points and the hand; as far from its middle as these say."""
    kind, points, colour = name.split("_")
    out.rect(
        x - across, y - down, 2 * across, 2 * down, HAZARD_COLOURS[kind], rx=5, stroke=PIECE_INK,
        stroke_width=1.5,
    )  # fmt: skip
    hazard_sign(out, kind, x - (9 if across > 15 else 0), y - down / 2, 15 if across > 15 else 13)
    if across > 15:
        hand(out, colour, x + 10, y - 9, 17)
        out.text(x, y + down - 5, f"{points}p", 13, anchor="middle", weight="bold", fill=PIECE_INK)
        return
    hand(out, colour, x + 5, y + down / 2 - 0.5, 10)
    out.text(x - 5, y + down - 4, points, 11, anchor="middle", weight="bold", fill=PIECE_INK)


def draw_teepee(
    out: Drawing, name: str, x: float, y: float, scale: float, amount: str = ""
) -> None:
    """A teepee, its letter if there is room, and what taking it brings; blue ones are striped."""
    kind = name.partition("_")[0]
    fill = TEEPEE_COLOURS[kind]
    out.path(TEEPEE, x, y, scale, fill=fill, stroke=PIECE_INK, stroke_width=1.2)
    if kind == "blue":
        out.path("M-2.6 -8H2.6M-4.2 -4.6H4.2", x, y, scale, fill="none", stroke=WHITE,
                 stroke_width=1.1)  # fmt: skip
    style: dict[str, Any] = {"anchor": "middle", "fill": ink_on(fill), "weight": "bold"}
    if amount:
        out.text(x, y + 9.5 * scale, amount, 11, **style)
        if scale > 1.5:
            out.text(x, y + 2.2 * scale, kind[0].upper(), 11, **style)
    else:
        out.text(x, y + 9 * scale, kind[0].upper(), 11, **style)


def tile(out: Drawing, name: str, x: float, y: float, size: float) -> None:
    """A hazard, a teepee or a worker, in a square of this half."""
    if name.partition("_")[0] in HAZARD_COLOURS:
        draw_hazard(out, name, x, y, size, size)
    elif name.endswith("teepee"):
        draw_teepee(out, name, x, y + 1, size / 13.5)
    else:
        worker(out, name, x, y, size * 0.85)


def tile_text(name: str) -> str:
    """A tile in words, such as `flood of 3 points with a black hand`."""
    parts = name.split("_")
    if parts[0] in HAZARD_COLOURS:
        return f"{parts[0]} of {parts[1]} points with a {parts[2]} hand"
    return " ".join(parts)
