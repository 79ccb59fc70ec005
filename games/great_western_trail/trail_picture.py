"""The trail in the picture: the road with its forks, and what stands and lies along it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, Final, NamedTuple

from railhead.games.colours import (
    EDGE,
    INK,
    LAND,
    MUTED,
    PIECE_INK,
    WHITE,
    Shade,
)
from railhead.games.data import GAMES_FOLDER, read
from railhead.games.great_western_trail.buildings_picture import (
    BROAD,
    SLIM,
    Form,
    draw_house,
    draw_plot,
    height_of,
    house_of,
    plot_of,
)
from railhead.games.great_western_trail.effect_texts import EFFECT_TEXTS
from railhead.games.great_western_trail.icons import COW, HAT, LOCOMOTIVE, TEEPEE, TREE
from railhead.games.great_western_trail.names import HAZARD_TYPES
from railhead.games.great_western_trail.tokens import (
    draw_hazard,
    draw_teepee,
    hazard_sign,
    piece,
    tile_text,
)
from railhead.games.layout import Block
from railhead.games.svg import Drawing, seat_number

Spot = tuple[float, float]
Space = Mapping[str, Any]

DRAWN: Final[Mapping[Spot, Spot]] = {
    (one["at"][0], one["at"][1]): (one["drawn"][0], one["drawn"][1])
    for one in read(GAMES_FOLDER / "great_western_trail" / "drawn_places.yaml")["spaces"]
}
"""Where a space is drawn, by where it lies on the printed board; other boards are not here."""

WAY: Final = Shade("#cfa873", "#75603a")
WAY_EDGE: Final = Shade("#a07c4b", "#40331d")
ARROW: Final = Shade("#7d5a2e", "#d9bd8a")
GRASS: Final = Shade("#387233", "#4f8a49")
BANDS: Final = {
    "flood": Shade("#b5d3e6", "#25404f"),
    "drought": Shade("#ecc989", "#56431c"),
    "rockfall": Shade("#cfcac0", "#46443f"),
}
"""The ground of hazards."""
BARE: Final = Shade("#f3ead2", "#3a3427")
SIGN: Final = Shade("#7d4f28", "#9c6a3c")


class Ground(NamedTuple):
    """A board to draw the trail on, and where its spaces lie."""

    width: float
    height: float
    margins: tuple[float, float, float, float]
    """Left, top, right and bottom."""
    form: Form

    def places(self, trail: Sequence[Space]) -> dict[str, Spot]:
        """Where the spaces lie, so that they fill the board, by name."""
        spots = [(space["at"][0], space["at"][1]) for space in trail]
        if all(spot in DRAWN for spot in spots):
            spots = [DRAWN[spot] for spot in spots]
        across, down = ([spot[axis] for spot in spots] for axis in (0, 1))
        left, top, right, bottom = self.margins
        wide = (self.width - left - right) / max(1, max(across) - min(across))
        high = (self.height - top - bottom) / max(1, max(down) - min(down))
        return {
            space["name"]: (left + wide * (x - min(across)), top + high * (y - min(down)))
            for space, (x, y) in zip(trail, spots, strict=True)
        }


WIDE_GROUND: Final = Ground(1000, 674, (66, 58, 42, 48), BROAD)
NARROW_GROUND: Final = Ground(347, 600, (29, 38, 27, 34), SLIM)


def trail_of(trail: Sequence[Space], ground: Ground) -> Block:
    """The trail as a part of the picture."""
    return Block(ground.width, ground.height, lambda out, _height: draw_trail(out, trail, ground))


def draw_trail(out: Drawing, trail: Sequence[Space], ground: Ground) -> None:
    """The land and the road, then the spaces with what is on them, then the cattlemen."""
    where = ground.places(trail)
    out.rect(0, 0, ground.width, ground.height, LAND, rx=10, stroke=EDGE, stroke_width=1.5)
    draw_bands(out, trail, where, ground)
    draw_road(out, trail, where, ground.form.words)
    for space in trail:
        if space["forest"]:
            draw_forest(out, space, *where[space["name"]], ground.form)
    for space in trail:
        with out.element(f"space-{space['name']}", space_text(space)):
            draw_space(out, space, *where[space["name"]], trail, ground.form)
    for space in trail:
        draw_cattlemen(out, space, where[space["name"]], ground)


def draw_bands(
    out: Drawing, trail: Sequence[Space], where: Mapping[str, Spot], ground: Ground
) -> None:
    """The river, the desert and the rocks below the hazard spaces."""
    hazards = [space["name"] for space in trail if space["kind"] == "hazard"]
    each = len(hazards) // len(HAZARD_TYPES)
    for index, kind in enumerate(HAZARD_TYPES):
        spots = [where[name] for name in hazards[each * index : each * (index + 1)]]
        shape = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in spots)
        out.path(
            shape, 0, 0, 1, fill="none", stroke=BANDS[kind],
            stroke_width=76 if ground.form.words else 44, stroke_linejoin="round",
            stroke_linecap="round",
        )  # fmt: skip


def draw_road(out: Drawing, trail: Sequence[Space], where: Mapping[str, Spot], broad: bool) -> None:
    """The road from space to space, with arrows the way that cattle go."""
    bends = _bends(trail, where)
    ways = [
        _way(where[space["name"]], where[following], bends[space["name"]], bends[following])
        for space in trail
        for following in space["next"]
    ]
    whole = "".join(shape for shape, _ in ways)
    for width, colour in ((20, WAY_EDGE), (16, WAY)) if broad else ((11, WAY_EDGE), (8, WAY)):
        out.path(
            whole, 0, 0, 1, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round"
        )
    arrows = "".join(arrow for _, arrow in ways)
    out.path(
        arrows, 0, 0, 1, fill="none", stroke=ARROW, stroke_width=3 if broad else 1.8,
        stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def _bends(trail: Sequence[Space], where: Mapping[str, Spot]) -> dict[str, Spot]:
    """The direction of the road at each space, of length 1: between where it comes and goes."""
    sums = dict.fromkeys(where, (0.0, 0.0))
    for space in trail:
        for following in space["next"]:
            (ax, ay), (bx, by) = where[space["name"]], where[following]
            far = hypot(bx - ax, by - ay) or 1
            for name in (space["name"], following):
                x, y = sums[name]
                sums[name] = x + (bx - ax) / far, y + (by - ay) / far
    return {name: (x / (hypot(x, y) or 1), y / (hypot(x, y) or 1)) for name, (x, y) in sums.items()}


def _way(start: Spot, end: Spot, leaving: Spot, arriving: Spot) -> tuple[str, str]:
    """A curve between two spaces, and the arrow on its middle, as paths."""
    (ax, ay), (bx, by) = start, end
    pull = hypot(bx - ax, by - ay) / 3
    cx, cy = ax + pull * leaving[0], ay + pull * leaving[1]
    dx, dy = bx - pull * arriving[0], by - pull * arriving[1]
    shape = f"M{ax:.0f} {ay:.0f}C{cx:.0f} {cy:.0f} {dx:.0f} {dy:.0f} {bx:.0f} {by:.0f}"
    mx, my = (ax + 3 * cx + 3 * dx + bx) / 8, (ay + 3 * cy + 3 * dy + by) / 8
    ux, uy = bx + dx - cx - ax, by + dy - cy - ay
    far = hypot(ux, uy) or 1
    ux, uy = 4.5 * ux / far, 4.5 * uy / far
    arrow = (
        f"M{mx - ux - uy:.1f} {my - uy + ux:.1f}L{mx + ux / 2:.1f} {my + uy / 2:.1f}"
        f"L{mx - ux + uy:.1f} {my - uy - ux:.1f}"
    )
    return shape, arrow


def _half(space: Space, form: Form) -> Spot:
    """How far what is on a space reaches from its middle."""
    if space["kind"] in ("hazard", "teepee"):
        return 20, 20
    if space["kind"] in ("start", "kansas_city"):
        width, height = sign_of(space["kind"], form)
        return width / 2, height / 2
    if space["tile"]:
        return form.width / 2, height_of(house_of(space), form) / 2
    plot, height = plot_of(space, form)
    return plot.width / 2, height / 2


def draw_forest(out: Drawing, space: Space, x: float, y: float, form: Form) -> None:
    """Trees behind a space."""
    across, up = _half(space, form)
    size = 1.7 if form.words else 0.9
    for step, high in ((-1.0, 4.0), (-0.62, 9.0), (0.62, 9.0), (1.0, 4.0)):
        left = x + step * (across - 4)
        out.path(TREE, left, y - up - high * size / 2, size, fill=GRASS, stroke=PIECE_INK,
                 stroke_width=0.6)  # fmt: skip


def draw_space(
    out: Drawing, space: Space, x: float, y: float, trail: Sequence[Space], form: Form
) -> None:
    """One space of the trail with what is on it."""
    match space["kind"]:
        case "hazard":
            _draw_hazard(out, space, x, y, trail, form.words)
        case "teepee":
            _draw_teepee(out, space, x, y, form.words)
        case "start" | "kansas_city":
            draw_sign(out, space["kind"], x, y, form)
        case _:
            if space["tile"]:
                draw_house(out, house_of(space), x, y, form)
            else:
                draw_plot(out, space, x, y, form)


def _draw_hazard(
    out: Drawing, space: Space, x: float, y: float, trail: Sequence[Space], broad: bool
) -> None:
    """A hazard tile, or the place for one of the type of its stretch."""
    size = (21.0, 21.0) if broad else (11.0, 17.0)
    if space["tile"]:
        draw_hazard(out, space["tile"], x, y, *size)
        return
    hazards = [one["name"] for one in trail if one["kind"] == "hazard"]
    kind = HAZARD_TYPES[hazards.index(space["name"]) * len(HAZARD_TYPES) // len(hazards)]
    across = 15 if broad else 9
    out.rect(x - across, y - across, 2 * across, 2 * across, BARE, rx=5, stroke=EDGE,
             stroke_dasharray="3 3")  # fmt: skip
    hazard_sign(out, kind, x, y, 16 if broad else 11, MUTED)


def _draw_teepee(out: Drawing, space: Space, x: float, y: float, broad: bool) -> None:
    """A teepee, or the place for one, with what taking it brings."""
    gain = space["gain"]
    sign = "−" if gain < 0 else ""
    amount = f"{sign}${abs(gain)}" if broad else f"{sign}{abs(gain)}"
    scale = 1.75 if broad else 1.05
    if space["tile"]:
        draw_teepee(out, space["tile"], x, y, scale, amount)
        return
    out.path(TEEPEE, x, y, scale, fill=BARE, stroke=EDGE, stroke_dasharray="3 2")
    out.text(x, y + 8.5 * scale, amount, 11, anchor="middle", fill=MUTED)


def sign_of(kind: str, form: Form) -> Spot:
    """How broad and how high the sign of the trail's start or end is."""
    if kind == "start":
        return (70, 28) if form.words else (46, 20)
    return (104, 96) if form.words else (54, 44)


def draw_sign(out: Drawing, kind: str, x: float, y: float, form: Form) -> None:
    """Where the trail begins, and Kansas City, where it ends."""
    lines = ["START"] if kind == "start" else ["KANSAS", "CITY"]
    width, height = sign_of(kind, form)
    left, top = x - width / 2, y - height / 2
    out.rect(left, top, width, height, SIGN, rx=6, stroke=INK, stroke_width=2)
    size = 14 if form.words else 11
    for index, line in enumerate(lines):
        out.text(x, top + size + 5 + 16 * index, line, size, anchor="middle", fill=WHITE,
                 weight="bold")  # fmt: skip
    if kind != "start" and form.words:
        out.path(COW, x - width / 4, top + height - 0.19 * width, width / 42, fill="#e9c79a")
        out.path(LOCOMOTIVE, x + width / 4, top + height - 0.19 * width, width / 42, fill="#e9c79a")


def draw_cattlemen(out: Drawing, space: Space, spot: Spot, ground: Ground) -> None:
    """The hats of the cattlemen on a space, over its top."""
    seats, (x, y), form = space["cattlemen"], spot, ground.form
    if not seats:
        return
    across, up = _half(space, form)
    scale = 1.35 if form.words else 1.1
    step = 30.0 if form.words else 15
    first = max(x - across + 6, 18 * scale)
    first = min(first, ground.width - 18 * scale - step * (len(seats) - 1))
    for slot, seat in enumerate(seats):
        piece(out, HAT, first + step * slot, max(y - up - 6, 14 * scale), scale, seat)


def space_text(space: Space) -> str:
    """A space in words."""
    parts = [f"{space['name']}, {space['kind'].replace('_', ' ')}"]
    if space["tile"]:
        building = space["kind"] in ("neutral", "private")
        parts.append(f"building {space['tile']}" if building else tile_text(space["tile"]))
    if space["owner"] is not None:
        parts.append(f"of seat {seat_number(space['owner'])}")
    if space["forest"]:
        parts.append("beside a forest")
    if space["attached"]:
        parts.append(EFFECT_TEXTS[space["attached"]])
    return ", ".join(parts)
