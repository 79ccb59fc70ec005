"""The cities and towns on Steam's map, and where their names have room."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from railhead.games.colours import EDGE, INK, PIECE_INK, WHITE, Shade, ink_on
from railhead.games.steam.tokens import COLOURS, LETTERS, draw_cube, goods_text
from railhead.games.svg import Drawing, width_of

NAME_HEIGHT: Final = 14
PLATE: Final = Shade("#fffdf5", "#1f1c17")
"""What names of cities stand on, and the edge around those of towns."""
SHIFTS: Final = (0, -4, 4, -8, 8, -16, 16, -24, 24, -32, 32)
"""How far a name may move aside, and up or down half as far, in units."""
PASSES: Final = 2
"""How often every name may give way to others."""
NEAR: Final = 130
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Frame(NamedTuple):
    """How hexes are drawn: half the width, how many times as high as regular, with small pieces."""

    size: float
    tall: float
    narrow: bool

    @property
    def half(self) -> float:
        """Half the height of a hex."""
        return self.tall * self.size * math.sqrt(3) / 2

    @property
    def name_size(self) -> float:
        """How large names of stops are."""
        return 11 if self.narrow else 12

    def corner(self, place: Point, step: float, part: float = 1) -> Point:
        """A corner of a hex; corner 0 is the upper left one, clockwise."""
        angle = math.pi / 3 * (step - 2)
        reach = part * self.size
        return (
            place[0] + reach * math.cos(angle),
            place[1] + self.tall * reach * math.sin(angle),
        )

    def middle(self, place: Point, edge: int) -> Point:
        """The middle of a side; 0 is north, clockwise."""
        angle = math.pi / 3 * edge - math.pi / 2
        reach = self.size * math.sqrt(3) / 2
        return place[0] + reach * math.cos(angle), place[1] + self.tall * reach * math.sin(angle)


class Label(NamedTuple):
    """A stop whose name wants a place."""

    title: str
    place: Point
    city: bool
    crowded: bool
    """Whether its goods take more room than those of most."""


def label_of(stop: Mapping[str, Any], place: Point, frame: Frame) -> Label:
    """What decides where the name of a stop goes."""
    kinds = sum(1 for number in stop["goods"].values() if number)
    crowded = kinds > (4 if frame.narrow else 3)
    return Label(stop["title"], place, stop["colour"] is not None, crowded)


@lru_cache(maxsize=32)
def name_boxes(
    labels: tuple[Label, ...], hex_names: tuple[Box, ...], frame: Frame, land: Point
) -> tuple[Box, ...]:
    """Where the names of stops go: on no other name, no city's goods and inside the map, which is
    `land` wide and high, as far as there is such a place; those of cities first.
    """
    fixed = [*hex_names, *(_inside_of(label, frame) for label in labels if not label.city)]
    fixed += [_goods_of(label, frame) for label in labels if label.city]
    chosen: dict[Label, Box] = {}
    order = sorted(labels, key=lambda one: (not one.city, -len(one.title)))
    for label in order * PASSES:
        own = _goods_of(label, frame) if label.city else _inside_of(label, frame)
        near = [
            box
            for box in [*fixed, *(box for one, box in chosen.items() if one != label)]
            if abs(box[0] - label.place[0]) < NEAR and abs(box[1] - label.place[1]) < NEAR
        ]
        # Of a city the own goods count too, but for what they overlap its plate by at home.
        others = [box for box in near if box != own] if label.city else near
        chosen[label] = _cheapest(_candidates(label, frame, land), others)
    return tuple(chosen[label] for label in labels)


def _cheapest(candidates: Sequence[tuple[float, Box]], others: Sequence[Box]) -> Box:
    """The place that costs least, with what it lies on."""
    least, best = math.inf, candidates[0][1]
    for cost, box in sorted(candidates):
        if cost >= least:
            break
        whole = cost + _overlap(box, others)
        if whole < least:
            least, best = whole, box
    return best


def _candidates(label: Label, frame: Frame, land: Point) -> list[tuple[float, Box]]:
    """Places for a name, and how far from home each is."""
    wide = width_of(label.title, frame.name_size, label.city and not frame.narrow)
    wide += 5 if label.city else 0
    x, y = label.place
    homes = [y - 18, y + 18]
    if label.city and frame.narrow:
        homes = [y - frame.half + 9, y + frame.half + 8]
    elif label.city:
        homes = [y + (7 if label.crowded else 1)]
    found = []
    for index, home in enumerate(homes):
        for down in SHIFTS if frame.narrow or not label.city else SHIFTS[:1]:
            for aside in SHIFTS:
                left = min(max(2, x + aside - wide / 2), land[0] - wide - 2)
                top = home + down / 2 - NAME_HEIGHT / 2
                if top + NAME_HEIGHT > land[1]:
                    continue
                cost = abs(left + wide / 2 - x) / 2 + abs(down) + 12 * index
                found.append((cost, (left, top, left + wide, top + NAME_HEIGHT)))
    return found


def _inside_of(label: Label, frame: Frame) -> Box:
    """The circle of a town."""
    (x, y), radius = label.place, town_radius(frame)
    return x - radius, y - radius, x + radius, y + radius


def _goods_of(label: Label, frame: Frame) -> Box:
    """Where the goods of a city lie."""
    (x, y), half = label.place, frame.half
    if frame.narrow:
        wide = 36 if label.crowded else 25
        return x - wide, y - 10, x + wide, y + half
    aside = 0.7 * frame.size
    return x - aside, y - half, x + aside, y - 0.2 * half


def _overlap(box: Box, others: Sequence[Box]) -> float:
    """How much of a name lies on others."""
    found = 0.0
    for other in others:
        across = min(box[2], other[2]) - max(box[0], other[0])
        down = min(box[3], other[3]) - max(box[1], other[1])
        if across > 1 and down > 1:
            found += 60 + across * down
    return found


def town_radius(frame: Frame) -> float:
    """How large the circle of a town is."""
    return max(6.0, 0.2 * frame.size)


def draw_stop(out: Drawing, stop: Mapping[str, Any], place: Point, frame: Frame, name: Box) -> None:
    """A town, or a city with its goods and growth marker; its name in the box `name`."""
    kind = "town" if stop["colour"] is None else f"{stop['colour']} city"
    words = f"{stop['title']}, {kind}, goods: {goods_text(stop['goods'])}"
    with out.element(f"stop-{stop['name']}", words):
        if stop["colour"] is None:
            out.circle(*place, town_radius(frame), WHITE, stroke=PIECE_INK, stroke_width=2.5)
        else:
            corners = [frame.corner(place, step, 0.95) for step in range(6)]
            out.polygon(corners, COLOURS[stop["colour"]], stroke=PIECE_INK, stroke_width=2)
        with out.above():
            draw_name(out, stop, frame, name)
        if stop["colour"] is not None:
            draw_city_marks(out, stop, place, frame)
    draw_goods(out, stop, place, frame)


def draw_name(out: Drawing, stop: Mapping[str, Any], frame: Frame, name: Box) -> None:
    """The name of a stop: that of a city on a plate."""
    middle, base = (name[0] + name[2]) / 2, name[3] - 3
    if stop["colour"] is None:
        out.text(middle, base, stop["title"], frame.name_size, anchor="middle", halo=PLATE)
        return
    out.rect(
        name[0], name[1], name[2] - name[0], NAME_HEIGHT, PLATE, rx=3, stroke=EDGE,
        stroke_width=0.8,
    )  # fmt: skip
    out.text(
        middle, base, stop["title"], frame.name_size, anchor="middle", fill=INK,
        weight="normal" if frame.narrow else "bold",
    )  # fmt: skip


def draw_city_marks(out: Drawing, stop: Mapping[str, Any], place: Point, frame: Frame) -> None:
    """The name of a city's hex and the letter of its colour, and its growth marker."""
    x, y = place
    fill, letter = ink_on(COLOURS[stop["colour"]]), LETTERS[stop["colour"]]
    if frame.narrow:
        out.text(x, y - 2, letter, 11, anchor="middle", weight="bold", fill=fill)
    else:
        base = y + 0.86 * frame.half
        out.text(x - 21, base, letter, 13, weight="bold", fill=fill)
        out.text(x + 6, base, stop["hex"], 11, anchor="middle", fill=fill)
    if stop["growth_marker"]:
        at, radius = frame.corner(place, 1, 0.95), 5 if frame.narrow else 7
        out.circle(*at, radius, WHITE, stroke=PIECE_INK, stroke_width=1.5)
        arm = 0.6 * radius
        out.line((at[0] - arm, at[1]), (at[0] + arm, at[1]), PIECE_INK, 2)
        out.line((at[0], at[1] - arm), (at[0], at[1] + arm), PIECE_INK, 2)


ROWS: Final = {False: ((), (1,), (2,), (3,), (2, 2), (3, 2)),
               True: ((), (1,), (1, 1), (2, 1), (2, 2), (3, 2))}  # fmt: skip
"""How many kinds of goods of a city are in each row, by their number, wide and narrow."""


def draw_goods(out: Drawing, stop: Mapping[str, Any], place: Point, frame: Frame) -> None:
    """The goods of a stop: a cube of each colour, and how many there are of it."""
    goods = [(colour, number) for colour, number in stop["goods"].items() if number]
    fill = ink_on(COLOURS.get(stop["colour"], WHITE))
    halo = COLOURS.get(stop["colour"], WHITE)
    rows = ROWS[frame.narrow][len(goods)]
    side = 13.0 if frame.narrow or len(rows) > 1 else 15.0
    first = place[1] - 0.58 * frame.half
    if frame.narrow:
        first = place[1] + 8
    elif len(rows) > 1:
        first = place[1] - 0.74 * frame.half
    at = 0
    for row, count in enumerate(rows):
        shown = goods[at : at + count]
        at += count
        counted = 11.5 if frame.narrow else 13.5
        widths = [side + (counted if number > 1 else 3) for _, number in shown]
        left = place[0] - (sum(widths) - 3) / 2
        for (colour, number), wide in zip(shown, widths, strict=True):
            top = first + row * (side + 2) - side / 2
            words = f"{number} {colour} goods in {stop['title']}"
            with out.element(f"goods-{stop['name']}-{colour}", words):
                draw_cube(out, colour, left, top, side)
                if number > 1:
                    base = top + side / 2 + 4.5
                    out.text(
                        left + side + 2, base, str(number), 11, fill=fill, weight="bold", halo=halo
                    )
            left += wide
