"""The map of Santa Fe in the picture: links, track, routes, cities and their names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from railhead.games.layout import Block, Columns, shrink
from railhead.games.svg import EDGE, INK, Drawing, width_of

NARROW_SCALE: Final = 0.68
NARROW_SHAPE: Final = 1.8
"""How many times as high as wide a narrow map is drawn: links have more room then."""
NARROW_EDGE: Final = 20
"""Room for the rings around the outermost cities."""
LAND: Final = "#efe5c6"
PLAIN: Final = "#b9a36d"
MOUNTAIN: Final = "#7a4f2a"
RIVER: Final = "#2b83bd"
COLOURS: Final = {
    "blue": "#2456b0",
    "white": "#ffffff",
    "green": "#5fb04f",
    "red": "#b02318",
    "yellow": "#f5d033",
}
OTHER_COLOUR: Final = "#8e44ad"
DARK: Final = ("blue", "red")
CITY: Final = 13
LINE_PITCH: Final = 10
DARK_VALUES: Final = ("#efe2bd", "#e6cf96", "#dcbb70", "#cfa24e", "#bd8433", "#a5641f")
"""The discs of cities from value 2 to 7."""

NAME_SIZE: Final = 12
CODE_SIZE: Final = 10
NAME_HEIGHT: Final = 25
LINE_HEIGHT: Final = 14
BARE_LINE: Final = 11.5
"""A line of a name without its code."""
MANY_LINKS: Final = 130
"""On a map with more of them names stay close to their cities: looking for room takes too long."""
DISTANCES: Final = tuple(CITY + beyond for beyond in (8, 14, 20, 28, 36, 46))
ENOUGH: Final = 80
"""What a place for a name costs at most that is on nothing else."""
CLEAN: Final = 8
"""After so many of them no further ones are looked for."""
MUTED: Final = "#5c4c33"
DIRECTIONS: Final = 24
PASSES: Final = 3
NEAR: Final = 170
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def colour_of(road: Mapping[str, Any]) -> str:
    """The colour of a railroad's pieces."""
    return COLOURS.get(road["colour"], OTHER_COLOUR)


def map_of(view: Mapping[str, Any], columns: Columns) -> Block:
    """The map in its own size, or drawn smaller and stretched where the picture is narrow."""
    width, height = view["map"]["width"], view["map"]["height"]
    if columns.narrow:
        width = columns.board / NARROW_SCALE
        height = NARROW_SHAPE * width
    codes = not columns.narrow
    drawn = Block(width, height, lambda out, _height: draw_map(out, view, width, height, codes))
    return shrink(drawn, columns.board)


def draw_map(
    out: Drawing, view: Mapping[str, Any], width: float, height: float, codes: bool
) -> None:
    """The whole map, names last, with the codes of cities where there is room for them."""
    shown = view["map"]
    out.rect(0, 0, width, height, LAND, rx=12, stroke=EDGE)
    edge = 0 if codes else NARROW_EDGE
    across, down = (width - 2 * edge) / shown["width"], height / shown["height"]
    places = {
        city["city"]: (edge + across * city["x"], down * city["y"]) for city in shown["cities"]
    }
    colours = {road["railroad"]: colour_of(road) for road in view["railroads"]}
    for link in shown["links"]:
        draw_link(out, link, places, colours)
    for city in shown["cities"]:
        draw_city(out, city, places[city["city"]])
    draw_heads(out, view, places)
    for city in shown["cities"]:
        special = [road for road in view["railroads"] if city["city"] in road["special"]]
        draw_special(out, places[city["city"]], special)
    boxes = name_boxes(
        tuple((city["city"], city["name"], *places[city["city"]]) for city in shown["cities"]),
        tuple(city for road in view["railroads"] for city in road["special"]),
        tuple((link["a"], link["b"], len(link["lines"])) for link in shown["links"]),
        (0, 0, width, height),
        codes,
    )
    for city in shown["cities"]:
        draw_name(out, city, boxes[city["city"]], codes)


def in_two(name: str) -> list[str]:
    """A name of several words as two lines."""
    first, _, last = name.rpartition(" ")
    return [first, last] if first else [last]


def draw_name(out: Drawing, city: Mapping[str, Any], box: Box, codes: bool) -> None:
    """The name of a city, in one line or two; with its code, if codes are shown."""
    left, top, right, bottom = box
    name, code = city["name"], city["city"]
    if not codes:
        one_line = bottom - top < 1.5 * BARE_LINE
        middle = (left + right) / 2
        for row, part in enumerate([name] if one_line else in_two(name)):
            y = top + 9.5 + BARE_LINE * row
            out.text(middle, y, part, NAME_SIZE, anchor="middle", weight="bold", halo=LAND)
        return
    out.text(left, top + 11, name, NAME_SIZE, weight="bold", halo=LAND)
    if bottom - top < (NAME_HEIGHT + LINE_HEIGHT) / 2:
        out.text(right, top + 11, code, CODE_SIZE, anchor="end", fill=MUTED, halo=LAND)
    else:
        middle = left + width_of(name, NAME_SIZE, True) / 2
        out.text(middle, top + 22, code, CODE_SIZE, anchor="middle", fill=MUTED, halo=LAND)


def _way(a: Point, b: Point) -> tuple[float, float, float]:
    """The direction from a to b, and how far it is."""
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length, length


def draw_link(
    out: Drawing, link: Mapping[str, Any], places: Mapping[str, Point], colours: Mapping[str, str]
) -> None:
    """The lines of a link side by side, each a row of spaces."""
    (ax, ay), (bx, by) = places[link["a"]], places[link["b"]]
    dx, dy, length = _way((ax, ay), (bx, by))
    count = len(link["lines"])
    step = (length - 2 * CITY) / link["spaces"]
    for number, line in enumerate(link["lines"]):
        aside = (number - (count - 1) / 2) * LINE_PITCH
        x, y = ax + dx * CITY - dy * aside, ay + dy * CITY + dx * aside
        for space in range(link["spaces"]):
            low, high = step * space + 2, step * (space + 1) - 2
            ends = (x + dx * low, y + dy * low), (x + dx * high, y + dy * high)
            draw_space(out, *ends, piece_owner(link, line, space), link["mountain"], colours)
    for space, wet in enumerate(link["river"]):
        if wet:
            along = CITY + step * (space + 0.5)
            x, y, half = ax + dx * along, ay + dy * along, 4 + 5 * count
            out.line((x - dy * half, y + dx * half), (x + dy * half, y - dx * half), RIVER, 3)


def piece_owner(link: Mapping[str, Any], line: Mapping[str, Any], space: int) -> str | None:
    """The railroad whose piece lies on a space, counted from city `a`."""
    from_b = line["from"] == link["b"]
    position = link["spaces"] - 1 - space if from_b else space
    second = line.get("from_other_end", 0)
    empty = line["pieces"] - second <= position < link["spaces"] - second
    railroad: str | None = None if empty else line["railroad"]
    return railroad


def draw_space(
    out: Drawing,
    low: Point,
    high: Point,
    railroad: str | None,
    mountain: bool,
    colours: Mapping[str, str],
) -> None:
    """One space of a line: empty, or with a piece."""
    if railroad is None:
        out.line(low, high, MOUNTAIN if mountain else PLAIN, 3.5)
    else:
        out.line(low, high, INK, 9)
        out.line(low, high, colours[railroad], 6.5)


def draw_heads(out: Drawing, view: Mapping[str, Any], places: Mapping[str, Point]) -> None:
    """Where every route has got to: a ring around its city, or a disc behind its last piece.

    Of several at one city the outer rings are the further ones.
    """
    standing: dict[str, int] = {}
    for road in view["railroads"]:
        colour = colour_of(road)
        for route in road["routes"]:
            words = f"{road['name']}, route {route['route']}, at {route['at']}"
            towards = route["towards"]
            if towards is not None:
                words += f" on the way to {towards}"
            with out.element(f"route-{road['railroad']}-{route['route']}", words):
                if towards is None:
                    ring = standing[route["at"]] = standing.get(route["at"], 0) + 1
                    x, y = places[route["at"]]
                    radius = CITY + 5 * ring
                    out.circle(x, y, radius, "none", stroke=INK, stroke_width=5.5)
                    out.circle(x, y, radius, "none", stroke=colour, stroke_width=3.5)
                else:
                    x, y = _end_of_track(view["map"]["links"], road, route, places)
                    out.circle(x, y, 7, colour, stroke=INK, stroke_width=2)


def _end_of_track(
    links: Sequence[Mapping[str, Any]],
    road: Mapping[str, Any],
    route: Mapping[str, Any],
    places: Mapping[str, Point],
) -> Point:
    """The end of the pieces that a route has on the link that it is on."""
    at, towards = route["at"], route["towards"]
    x, y = places[at]
    dx, dy, length = _way((x, y), places[towards])
    for link in links:
        if {link["a"], link["b"]} != {at, towards}:
            continue
        step = (length - 2 * CITY) / link["spaces"]
        for number, line in enumerate(link["lines"]):
            second = line.get("from_other_end", 0)
            if line["railroad"] == road["railroad"] and line["from"] is not None:
                laid = line["pieces"] - second if line["from"] == at else second
                aside = (number - (len(link["lines"]) - 1) / 2) * LINE_PITCH
                aside = aside if link["a"] == at else -aside
                along = CITY + step * laid
                return x + dx * along - dy * aside, y + dy * along + dx * aside
    return x, y


def draw_city(out: Drawing, city: Mapping[str, Any], place: Point) -> None:
    """A city with its value."""
    x, y = place
    value = city["value"]
    kind = f"value {value}" if value else "start city"
    roads = ", ".join(city["railroads"]) or "no railroad"
    with out.element(f"city-{city['city']}", f"{city['name']} ({city['city']}), {kind}, {roads}"):
        out.circle(x, y, CITY, DARK_VALUES[value - 2] if value else "#ffffff", stroke=INK,
                   stroke_width=1.5)  # fmt: skip
        out.text(x, y + 5, str(value) if value else "S", 14, anchor="middle", weight="bold")


def draw_special(out: Drawing, place: Point, special: Sequence[Mapping[str, Any]]) -> None:
    """The squares of the railroads that earn a special bonus in a city."""
    x, y, _, _ = _squares(place, len(special))
    for index, road in enumerate(special):
        left, top = x + 13 * index, y
        out.rect(left, top, 12, 12, colour_of(road), stroke=INK, stroke_width=1)
        fill = "#ffffff" if road["colour"] in DARK else INK
        letter = road["railroad"][0]
        out.text(left + 6, top + 9.5, letter, 11, anchor="middle", fill=fill)


@lru_cache(maxsize=16)
def name_boxes(
    cities: tuple[tuple[str, str, float, float], ...],
    special: tuple[str, ...],
    links: tuple[tuple[str, str, int], ...],
    land: Box,
    codes: bool = True,
) -> dict[str, Box]:
    """Where the names of cities (code, name, place) go, with or without their codes: beside their
    disc, on no link, no disc, no special square and no other name, as far as there is such a place.
    """
    places = {code: (x, y) for code, _, x, y in cities}
    lines = [(places[a], places[b], 2 + LINE_PITCH / 2 * lines) for a, b, lines in links]
    squares = [_squares(places[code], special.count(code)) for code in {*special}]
    choices: dict[str, list[tuple[Box, float]]] = {}
    for code, name, x, y in cities:
        near = (x - NEAR, y - NEAR, x + NEAR, y + NEAR)
        there = [line for line in lines if _length_inside(line[0], line[1], near)]
        discs = [one for one in places.values() if math.dist(one, (x, y)) < NEAR]
        marks = [one for one in squares if math.dist(one[:2], (x, y)) < NEAR]
        choices[code] = []
        for distance in DISTANCES if len(links) <= MANY_LINKS else DISTANCES[:1]:
            for cost, box in _boxes_around(x, y, distance, name, code if codes else ""):
                bad = _badness(box, there, discs, land) + _crowding(box, marks)
                choices[code].append((box, cost + bad))
            if sum(cost < ENOUGH for _, cost in choices[code]) >= CLEAN:
                break
    chosen: dict[str, Box] = {}
    for code in [*choices] * PASSES:
        others = [box for other, box in chosen.items() if other != code]
        chosen[code] = min(choices[code], key=lambda one: one[1] + _crowding(one[0], others))[0]
    return chosen


def _squares(place: Point, number: int) -> Box:
    """Where so many special squares of a city lie."""
    left, top = place[0] + CITY - 3, place[1] - CITY - 8
    return left, top, left + 13 * number, top + 12


def _boxes_around(
    x: float, y: float, distance: float, name: str, code: str
) -> list[tuple[float, Box]]:
    """The boxes for a name at a distance around a disc, those below first, and what each costs."""
    found: list[tuple[float, Box]] = []
    wide = width_of(name, NAME_SIZE, True)
    lines: tuple[tuple[float, float, float], ...]
    if code:
        lines = (wide, NAME_HEIGHT, 0), (wide + 5 + width_of(code, CODE_SIZE), LINE_HEIGHT, 12)
    else:
        broken = max(width_of(part, NAME_SIZE, True) for part in in_two(name))
        lines = (wide, BARE_LINE, 0), (broken, 2 * BARE_LINE, 4)
    for turn in range(DIRECTIONS):
        angle = math.pi / 2 + (turn + 1) // 2 * (-1) ** turn * 2 * math.pi / DIRECTIONS
        dx, dy = math.cos(angle), math.sin(angle)
        for width, height, cost in lines:
            left = x + dx * distance + (dx - 1) * width / 2
            top = y + dy * distance + (dy - 1) * height / 2
            found.append((distance + cost, (left, top, left + width, top + height)))
    return found


def _badness(
    box: Box, lines: Sequence[tuple[Point, Point, float]], discs: Sequence[Point], land: Box
) -> float:
    """How much of a name lies on links and discs, or beyond the map."""
    left, top, right, bottom = box
    found = 0.0
    for start, end, half in lines:
        wide = (left - half, top - half, right + half, bottom + half)
        found += 5 * _length_inside(start, end, wide)
    for x, y in discs:
        away = max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0)
        found += 20 * max(0.0, CITY + 5 - math.hypot(*away))
    beyond = max(land[0] + 4 - left, land[1] + 4 - top, right - land[2] + 4, 0.0)
    return found + 1000 * (beyond + max(bottom - land[3] + 4, 0.0))


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
