"""The small pieces of the picture: colours of seats, tiles, workers, discs and cattlemen."""

from __future__ import annotations

from typing import Final

from railhead.games.svg import INK, Drawing

PAPER: Final = "#efe3c6"
EDGE: Final = "#8a7657"
FELT: Final = "#eadfbf"
SEAT_COLOURS: Final = ("#1f5fa8", "#f5d547", "#63b25a", "#a3221a")
"""Blue, yellow, green, red: apart in lightness too, and every piece has its seat's number."""
ON_SEAT: Final = ("#ffffff", INK, INK, "#ffffff")
"""What is written on each of them."""
WORKER_COLOURS: Final = {"cowboy": "#8a4f24", "craftsman": "#5d6168", "engineer": "#2f6384"}
HAZARD_COLOURS: Final = {"flood": "#5b9bd0", "drought": "#e0b341", "rockfall": "#a9a6a0"}
TEEPEE_COLOURS: Final = {"green": "#a7d59a", "blue": "#3d6fb0"}
HAND_COLOURS: Final = {"green": "#3f8f3a", "black": "#2b2b2e"}

TEEPEE: Final = "M-12 12L0 -14L12 12Z"
HAT: Final = "M-13 6Q0 12 13 6L8 3Q7 -11 0 -9Q-7 -11 -8 3Z"
ENGINE: Final = "M-12 8V-6H-2V-11H5V-6H12V8Z"


def piece(out: Drawing, shape: str, x: float, y: float, scale: float, seat: int) -> None:
    """A cattleman or an engine of a seat, with the seat's number."""
    out.path(shape, x, y, scale, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1.4)
    size = 10 * scale
    out.text(x, y + 0.35 * size, str(seat), size, anchor="middle", fill=ON_SEAT[seat])


def disc(out: Drawing, x: float, y: float, radius: float, seat: int) -> None:
    """A disc of a seat, with the seat's number."""
    out.circle(x, y, radius, SEAT_COLOURS[seat], stroke=INK, stroke_width=1)
    out.text(
        x, y + radius * 0.45, str(seat), radius * 1.25, anchor="middle", fill=ON_SEAT[seat],
        weight="bold",
    )  # fmt: skip


def worker(out: Drawing, name: str, x: float, y: float, radius: float) -> None:
    """A worker tile: its colour with its first two letters, so that none looks like another."""
    out.circle(x, y, radius, WORKER_COLOURS[name], stroke=INK, stroke_width=1)
    out.text(x, y + radius * 0.36, name[:2], radius, anchor="middle", fill="#ffffff", weight="bold")


def tile(out: Drawing, name: str, x: float, y: float, size: float) -> None:
    """A hazard with its points and its hand, a teepee with its letter, or a worker."""
    parts = name.split("_")
    if parts[0] in HAZARD_COLOURS:
        out.rect(
            x - size, y - size, 2 * size, 2 * size, HAZARD_COLOURS[parts[0]], rx=4, stroke=INK
        )  # fmt: skip
        out.text(x - size * 0.3, y + size * 0.75, parts[1], size * 1.2, anchor="middle")
        out.rect(
            x + size * 0.1, y - size * 0.9, size * 0.8, size * 0.8, HAND_COLOURS[parts[2]], rx=2,
            stroke="#ffffff", stroke_width=1,
        )  # fmt: skip
        letter = parts[2][0].upper()
        out.text(
            x + size * 0.5, y - size * 0.23, letter, size * 0.75, anchor="middle", fill="#ffffff"
        )
    elif parts[-1] == "teepee":
        dark = parts[0] == "blue"
        out.path(TEEPEE, x, y, size / 11, fill=TEEPEE_COLOURS[parts[0]], stroke=INK, stroke_width=1)
        letter, fill = parts[0][0].upper(), "#ffffff" if dark else INK
        out.text(x, y + size * 0.8, letter, size * 0.85, anchor="middle", fill=fill)
    else:
        worker(out, name, x, y, size)


def tile_text(name: str) -> str:
    """A tile in words, such as `flood of 3 points with a black hand`."""
    parts = name.split("_")
    if parts[0] in HAZARD_COLOURS:
        return f"{parts[0]} of {parts[1]} points with a {parts[2]} hand"
    return " ".join(parts)
