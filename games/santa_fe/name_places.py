"""Where the names of cities go on Santa Fe's map: beside their cities, on no link, as far as
there is such a place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from railhead.games.svg import width_of

MANY_LINKS: Final = 130
"""On a map with more of them names stay close to their cities: looking for room takes too long."""
BEYOND: Final = (6, 8.5, 11, 13.5, 16, 19, 22, 25, 28, 32, 36, 41, 46)
"""How far names may be from the discs of their cities."""
ENOUGH: Final = 80
"""What a place for a name costs at most that is on nothing else."""
CLEAN: Final = 8
"""After so many of them no further ones are looked for."""
STRAYING: Final = 1
CLEARLY: Final = 8
"""How much nearer a name has to be to its own city than to others, and what a unit less costs."""
DIRECTIONS: Final = 24
PASSES: Final = 3
BEST: Final = 60
"""So many places of each name are looked at."""
STEP: Final = 3
"""Each so-manyth name is once the first that chooses its place."""
MANY_CITIES: Final = 40
"""On a map with more of them names choose in one order alone: trying several takes too long."""
NEAR: Final = 170
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Sizes(NamedTuple):
    """How large the pieces of a map are drawn, in units."""

    city: float = 14
    """The radius of a city's disc."""
    value: float = 15
    """The letters on it."""
    name: float = 12
    bold: bool = True
    line: float = 14
    """The height of a line of a name."""
    pitch: float = 11
    """How far the lines of a link are apart."""
    piece: float = 7.5
    empty: float = 3.5
    square: float = 14
    ring: float = 5
    head: float = 8
    crossing: float = 12
    """What a unit of a link that a name lies on costs."""


NARROW_SIZES: Final = Sizes(
    city=10.5, value=12, name=11, bold=False, line=11.5, pitch=7.5, piece=5, empty=2.5, square=12.5,
    ring=4, head=5.5, crossing=0.6,
)  # fmt: skip


@lru_cache(maxsize=16)
def name_boxes(
    cities: tuple[tuple[str, str, float, float], ...],
    special: tuple[str, ...],
    links: tuple[tuple[str, str, int], ...],
    land: Box,
    sizes: Sizes,
) -> dict[str, Box]:
    """Where the names of cities (code, name, place) go: beside their disc, on no link, no disc, no
    special square and no other name, as far as there is such a place.
    """
    places = {code: (x, y) for code, _, x, y in cities}
    lines = [(places[a], places[b], _half(number, sizes)) for a, b, number in links]
    marked = [squares(places[code], special.count(code), sizes) for code in {*special}]
    choices: dict[str, list[tuple[Box, float]]] = {}
    for code, name, x, y in cities:
        near = (x - NEAR, y - NEAR, x + NEAR, y + NEAR)
        there = [line for line in lines if _length_inside(line[0], line[1], near)]
        discs = [one for one in places.values() if math.dist(one, (x, y)) < NEAR]
        marks = [one for one in marked if math.dist(one[:2], (x, y)) < NEAR]
        choices[code] = []
        for beyond in BEYOND if len(links) <= MANY_LINKS else BEYOND[:1]:
            for cost, box in _boxes_around((x, y), sizes.city + beyond, name, sizes):
                bad = _beyond(box, land) + _crowding(box, marks) + _strays(box, (x, y), discs)
                bad += _covers(box, there, discs, sizes)
                choices[code].append((box, cost + bad))
            if sum(cost < ENOUGH for _, cost in choices[code]) >= CLEAN:
                break
    best = {code: sorted(some, key=lambda one: one[1])[:BEST] for code, some in choices.items()}
    # Those that have the fewest good places choose first, or what turns out better than that.
    order = sorted(choices, key=lambda one: sum(cost < ENOUGH for _, cost in choices[one]))
    firsts = range(0, len(order) if len(order) <= MANY_CITIES else 1, STEP)
    orders = [order[at:] + order[:at] for at in firsts]
    return min((_choose(one, best) for one in orders), key=lambda found: found[0])[1]


def _choose(
    order: Sequence[str], choices: Mapping[str, Sequence[tuple[Box, float]]]
) -> tuple[float, dict[str, Box]]:
    """The places that names get which choose in this order, and what all of them cost."""
    chosen: dict[str, Box] = {}
    costs: dict[str, float] = {}
    for code in [*order] * PASSES:
        others = [box for other, box in chosen.items() if other != code]
        costs[code], chosen[code] = min(
            (cost + _crowding(box, others), box) for box, cost in choices[code]
        )
    return sum(costs.values()), chosen


def _half(lines: int, sizes: Sizes) -> float:
    """How far a link of so many lines is drawn on either side, with a little room for a name."""
    return 1.5 + sizes.piece / 2 + sizes.pitch / 2 * (lines - 1)


def squares(place: Point, number: int, sizes: Sizes) -> Box:
    """Where so many special squares of a city lie."""
    left, top = place[0] + sizes.city - 3, place[1] - sizes.city - 8
    return left, top, left + (sizes.square + 1) * number, top + sizes.square


def in_two(name: str) -> list[str]:
    """A name of several words as two lines."""
    first, _, last = name.rpartition(" ")
    return [first, last] if first else [last]


def _boxes_around(
    place: Point, distance: float, name: str, sizes: Sizes
) -> list[tuple[float, Box]]:
    """The boxes for a name at a distance around a disc, those below first, and what each costs."""
    found: list[tuple[float, Box]] = []
    x, y = place
    broken = max(width_of(part, sizes.name, sizes.bold) for part in in_two(name))
    lines = (
        (width_of(name, sizes.name, sizes.bold), sizes.line, 0),
        (broken, 2 * sizes.line, 4),
    )
    for turn in range(DIRECTIONS):
        angle = math.pi / 2 + (turn + 1) // 2 * (-1) ** turn * 2 * math.pi / DIRECTIONS
        dx, dy = math.cos(angle), math.sin(angle)
        for width, height, cost in lines:
            left = x + dx * distance + (dx - 1) * width / 2
            top = y + dy * distance + (dy - 1) * height / 2
            found.append((distance + cost, (left, top, left + width, top + height)))
    return found


def _covers(
    box: Box,
    lines: Sequence[tuple[Point, Point, float]],
    discs: Sequence[Point],
    sizes: Sizes,
) -> float:
    """How much of a name lies on links and discs."""
    left, top, right, bottom = box
    found = 0.0
    for start, end, half in lines:
        wide = (left - half, top - half, right + half, bottom + half)
        found += sizes.crossing * _length_inside(start, end, wide)
    return found + sum(20 * max(0.0, sizes.city + 5 - _gap(box, disc)) for disc in discs)


def _beyond(box: Box, land: Box) -> float:
    """How much of a name lies beyond the map."""
    over = max(land[0] + 4 - box[0], land[1] + 4 - box[1], box[2] - land[2] + 4, 0.0)
    return 1000 * (over + max(box[3] - land[3] + 4, 0.0))


def _strays(box: Box, home: Point, discs: Sequence[Point]) -> float:
    """What it costs that a name is nearer to another city than to its own."""
    nearest = min((_gap(box, disc) for disc in discs if disc != home), default=math.inf)
    return STRAYING * max(0.0, _gap(box, home) + CLEARLY - nearest)


def _gap(box: Box, point: Point) -> float:
    """How far a point is from a box."""
    across = max(box[0] - point[0], point[0] - box[2], 0.0)
    return math.hypot(across, max(box[1] - point[1], point[1] - box[3], 0.0))


def _crowding(box: Box, others: Sequence[Box]) -> float:
    """How much of a name lies on others."""
    found = 0.0
    for other in others:
        across = min(box[2], other[2]) - max(box[0], other[0]) + 4
        down = min(box[3], other[3]) - max(box[1], other[1]) + 2
        found += 300 + 20 * across if across > 0 and down > 0 else 0
    return found


def _length_inside(start: Point, end: Point, box: Box) -> float:
    """How much of a line lies in a box."""
    for axis in (0, 1):
        if max(start[axis], end[axis]) < box[axis] or min(start[axis], end[axis]) > box[axis + 2]:
            return 0.0
    low, high = 0.0, 1.0
    way = end[0] - start[0], end[1] - start[1]
    for axis in (0, 1):
        near, far = box[axis] - start[axis], box[axis + 2] - start[axis]
        if way[axis] == 0:
            if near > 0 or far < 0:
                return 0.0
            continue
        first, second = sorted((near / way[axis], far / way[axis]))
        low, high = max(low, first), min(high, second)
    return max(0.0, high - low) * math.hypot(*way)
