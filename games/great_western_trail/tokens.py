"""The small pieces of the picture: colours of seats, tiles, workers, discs and cattlemen."""

from __future__ import annotations

from typing import Final

from games.svg import Drawing

PAPER: Final = "#efe3c6"
PANEL: Final = "#f8f0dc"
EDGE: Final = "#8a7657"
INK: Final = "#3b2a1a"
SEAT_COLOURS: Final = ("#2f6db3", "#e8b92b", "#4a9447", "#c0392b")
"""Blue, yellow, green, red."""
WORKER_COLOURS: Final = {"cowboy": "#a8683a", "craftsman": "#6b6f76", "engineer": "#3f6f8f"}
HAZARD_COLOURS: Final = {"flood": "#5b9bd0", "drought": "#e0b341", "rockfall": "#8d8a85"}
TEEPEE_COLOURS: Final = {"green": "#5a9a4f", "blue": "#3d6fb0"}
HAND_COLOURS: Final = {"green": "#3f8f3a", "black": "#2b2b2e"}

TEEPEE: Final = "M-12 12L0 -14L12 12Z"
HAT: Final = "M-13 6Q0 12 13 6L7 3Q6 -9 0 -7Q-6 -9 -7 3Z"
ENGINE: Final = "M-12 7V-3H-2V-9H3V-3H12V7Z"


def piece(out: Drawing, shape: str, x: float, y: float, scale: float, seat: int) -> None:
    """A cattleman or an engine of a seat."""
    out.path(shape, x, y, scale, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1.4)


def disc(out: Drawing, x: float, y: float, radius: float, seat: int) -> None:
    """A disc of a seat."""
    out.circle(x, y, radius, SEAT_COLOURS[seat], stroke=INK, stroke_width=1)


def worker(out: Drawing, name: str, x: float, y: float, radius: float) -> None:
    """A worker tile: its colour with its first two letters, so that none looks like another."""
    out.circle(x, y, radius, WORKER_COLOURS[name], stroke=INK, stroke_width=1)
    out.text(x, y + radius * 0.36, name[:2], radius, anchor="middle", fill="#ffffff", weight="bold")


def tile(out: Drawing, name: str, x: float, y: float, size: float) -> None:
    """A hazard with its points and its hand, a teepee, or a worker."""
    parts = name.split("_")
    if parts[0] in HAZARD_COLOURS:
        out.rect(
            x - size, y - size, 2 * size, 2 * size, HAZARD_COLOURS[parts[0]], rx=4, stroke=INK
        )  # fmt: skip
        out.text(x, y + size * 0.35, parts[1], size * 1.1, anchor="middle", weight="bold")
        out.circle(x + size * 0.75, y - size * 0.75, size * 0.35, HAND_COLOURS[parts[2]])
    elif parts[-1] == "teepee":
        out.path(TEEPEE, x, y, size / 11, fill=TEEPEE_COLOURS[parts[0]], stroke=INK, stroke_width=1)
    else:
        worker(out, name, x, y, size)
