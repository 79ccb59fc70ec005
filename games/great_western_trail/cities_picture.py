"""The cities in the picture: what a delivery to each takes, costs and brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import INK, MUTED, PIECE_INK, SEAT_COLOURS, WHITE, Shade, ink_on
from railhead.games.great_western_trail.icons import coin, icon
from railhead.games.great_western_trail.tokens import BLACK_FRAME, BOARD, disc
from railhead.games.layout import Block
from railhead.games.svg import Drawing

BONUS: Final = Shade("#2f6b2a", "#8fd086")
MALUS: Final = Shade("#9c2a1f", "#f0a296")
EXPLAINED: Final = "The value that it takes, discs, and in colours what transport costs each seat."
CITY: Final = 124
"""The height of a city."""


def cities_of(cities: Sequence[Mapping[str, Any]], width: float) -> Block:
    """The cities in the order of their values, in rows."""
    each = int(width // 99)
    pitch = (width - 10) / each
    rows = -(-len(cities) // each)

    def draw(out: Drawing, height: float) -> None:
        out.panel(0, 0, width, height, "Cities")
        free = len(cities) % each
        if free:
            out.lines(14 + pitch * free, 60 + (CITY + 6) * (rows - 1), EXPLAINED, 11,
                      pitch * (each - free) - 16, fill=MUTED)  # fmt: skip
        else:
            out.text(80, 21, EXPLAINED, 11, fill=MUTED, room=width - 90)
        for index, city in enumerate(cities):
            draw_city(
                out, city, 6 + pitch * (index % each), 32 + (CITY + 6) * (index // each), pitch - 22
            )

    return Block(width, 34 + (CITY + 6) * rows, draw)


def draw_city(out: Drawing, city: Mapping[str, Any], x: float, y: float, width: float) -> None:
    """A city, and what passing the arrow behind it brings."""
    name = city["name"].replace("_", " ").title()
    each = f", each disc {city['points_each']:+d}" if city["points_each"] else ""
    middle = x + width / 2
    with out.element(f"city-{city['name']}", f"{name}, value {city['value']}{each} points"):
        frame = BLACK_FRAME if city["black"] else WHITE
        out.rect(x, y, width, CITY, BOARD, rx=6, stroke=frame, stroke_width=4)
        for index, word in enumerate(name.split(" ", 1)):
            out.text(middle, y + 17 + 13 * index, word, 11, anchor="middle", room=width - 4)
        out.text(x + 18, y + 53, str(city["value"]), 19, anchor="middle", weight="bold")
        if city["money"]:
            coin(out, f"+${city['money']}", x + width - 21, y + 46)
        if city["points_each"]:
            _points(out, city["points_each"], middle + 18, y + 66, "p")
        placed = [(seat, number) for seat, number in enumerate(city["discs"]) if number]
        for slot, (seat, number) in enumerate(placed):
            left = x + 11 + 18.5 * slot
            disc(out, left, y + 76, 8.5, seat)
            if number > 1:
                out.text(left, y + 97, f"×{number}", 11, anchor="middle")
        draw_costs(out, city["transport"], x + 3, y + CITY - 20, (width - 6) / 4)
    draw_arrow(out, city, x + width + 11, y + 40)


def _points(out: Drawing, number: int, x: float, y: float, unit: str = "") -> None:
    colour = BONUS if number > 0 else MALUS
    text = f"{number:+d}{unit}".replace("-", "−")
    out.text(x, y, text, 11, anchor="middle", fill=colour, weight="bold")


def draw_costs(out: Drawing, costs: Sequence[int], x: float, y: float, pitch: float) -> None:
    """What the transport to a city costs each seat, on the seats' colours."""
    for seat, cost in enumerate(costs):
        left, colour = x + pitch * seat, SEAT_COLOURS[seat]
        out.rect(left, y, pitch - 2, 16, colour, rx=3, stroke=PIECE_INK)
        out.text(left + pitch / 2 - 1, y + 12, str(cost), 11, anchor="middle", fill=ink_on(colour))


def draw_arrow(out: Drawing, city: Mapping[str, Any], x: float, y: float) -> None:
    """What discs on a city and on the next bring together."""
    if not city["arrow_points"] and not city["arrow_objective"]:
        return
    out.path("M-7 -5H0V-9L8 0L0 9V5H-7Z", x, y, 1, fill=BONUS, stroke=INK, stroke_width=0.6)
    if city["arrow_points"]:
        _points(out, city["arrow_points"], x, y - 14)
    if city["arrow_objective"]:
        icon(out, "objective", x, y + 22, 16)
