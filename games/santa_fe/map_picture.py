"""The map of Santa Fe in the picture: links, track, routes, cities and their names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, LAND, PIECE_INK, Shade, ink_on
from railhead.games.layout import Block, Columns
from railhead.games.santa_fe.name_places import (
    NARROW_SIZES,
    Box,
    Point,
    Sizes,
    in_two,
    name_boxes,
    squares,
)
from railhead.games.santa_fe.tokens import colour_of, disc_of, draw_badge
from railhead.games.svg import Drawing

WIDTH: Final = 984
HEIGHT: Final = 704
"""What a map takes in the wide layout, if its cities do not get too close."""
LEAST_SCALE: Final = 0.7
NARROW_SHAPE: Final = 2.3
"""How many times as high as wide a narrow map is drawn: links have more room then."""
MARGIN: Final = 20
"""Room for the rings around the outermost cities, and for names."""
PLAIN: Final = Shade("#b9a36d", "#8a7a50")
MOUNTAIN: Final = Shade("#7a4f2a", "#c98a4f")
RIVER: Final = "#2b83bd"


def extent(view: Mapping[str, Any]) -> tuple[float, float]:
    """How wide and high the map is in the wide layout."""
    width, height = view["map"]["width"], view["map"]["height"]
    scale = max(LEAST_SCALE, min(WIDTH / width, HEIGHT / height))
    return scale * width, scale * height


def map_of(view: Mapping[str, Any], columns: Columns) -> Block:
    """The map, or a stretched one where the picture is narrow."""
    width, height = extent(view)
    if columns.narrow:
        width, height = columns.board, NARROW_SHAPE * columns.board
    sizes = NARROW_SIZES if columns.narrow else Sizes()
    return Block(width, height, lambda out, _height: draw_map(out, view, (width, height), sizes))


def draw_map(out: Drawing, view: Mapping[str, Any], land: Point, sizes: Sizes) -> None:
    """The whole map, names last."""
    shown, (width, height) = view["map"], land
    out.rect(0, 0, width, height, LAND, rx=12, stroke=EDGE)
    places = places_of(shown, land)
    colours = {road["railroad"]: colour_of(road) for road in view["railroads"]}
    for link in shown["links"]:
        draw_link(out, link, places, colours, sizes)
    for city in shown["cities"]:
        draw_city(out, city, places[city["city"]], sizes)
    draw_heads(out, view, places, sizes)
    for city in shown["cities"]:
        special = [road for road in view["railroads"] if city["city"] in road["special"]]
        draw_special(out, places[city["city"]], special, sizes)
    boxes = name_boxes(
        tuple((city["city"], city["name"], *places[city["city"]]) for city in shown["cities"]),
        tuple(city for road in view["railroads"] for city in road["special"]),
        tuple((link["a"], link["b"], len(link["lines"])) for link in shown["links"]),
        (0, 0, width, height),
        sizes,
    )
    for city in shown["cities"]:
        draw_name(out, city["name"], boxes[city["city"]], sizes)


def places_of(shown: Mapping[str, Any], land: Point) -> dict[str, Point]:
    """Where the cities of a map are, by their codes, on a picture so wide and high."""
    across, down = (land[0] - 2 * MARGIN) / shown["width"], land[1] / shown["height"]
    return {
        city["city"]: (MARGIN + across * city["x"], down * city["y"]) for city in shown["cities"]
    }


def draw_name(out: Drawing, name: str, box: Box, sizes: Sizes) -> None:
    """The name of a city, in one line or two."""
    left, top, right, bottom = box
    one_line = bottom - top < 1.5 * sizes.line
    weight = "bold" if sizes.bold else "normal"
    for row, part in enumerate([name] if one_line else in_two(name)):
        base = top + 0.8 * sizes.line + sizes.line * row
        out.text(
            (left + right) / 2, base, part, sizes.name, anchor="middle", weight=weight, halo=LAND
        )


def _way(a: Point, b: Point) -> tuple[float, float, float]:
    """The direction from a to b, and how far it is."""
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length, length


def draw_link(
    out: Drawing,
    link: Mapping[str, Any],
    places: Mapping[str, Point],
    colours: Mapping[str, str],
    sizes: Sizes,
) -> None:
    """The lines of a link side by side, each a row of spaces."""
    (ax, ay), (bx, by) = places[link["a"]], places[link["b"]]
    dx, dy, length = _way((ax, ay), (bx, by))
    count = len(link["lines"])
    step = (length - 2 * sizes.city) / link["spaces"]
    for number, line in enumerate(link["lines"]):
        aside = (number - (count - 1) / 2) * sizes.pitch
        x, y = ax + dx * sizes.city - dy * aside, ay + dy * sizes.city + dx * aside
        for space in range(link["spaces"]):
            low, high = step * space + 2, step * (space + 1) - 2
            ends = (x + dx * low, y + dy * low), (x + dx * high, y + dy * high)
            draw_space(out, *ends, piece_owner(link, line, space), link["mountain"], colours, sizes)
    for space, wet in enumerate(link["river"]):
        if wet:
            along = sizes.city + step * (space + 0.5)
            x, y, half = ax + dx * along, ay + dy * along, 4 + 5 * count
            out.line(
                (x - dy * half, y + dx * half),
                (x + dy * half, y - dx * half),
                RIVER,
                2 if sizes is NARROW_SIZES else 3,
            )


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
    sizes: Sizes,
) -> None:
    """One space of a line: empty, or with a piece."""
    if railroad is None:
        out.line(low, high, MOUNTAIN if mountain else PLAIN, sizes.empty)
    else:
        out.line(low, high, PIECE_INK, sizes.piece + 2.5)
        out.line(low, high, colours[railroad], sizes.piece)


def draw_heads(
    out: Drawing, view: Mapping[str, Any], places: Mapping[str, Point], sizes: Sizes
) -> None:
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
                    radius = sizes.city + sizes.ring * ring
                    out.circle(
                        x, y, radius, "none", stroke=PIECE_INK, stroke_width=sizes.ring + 0.5
                    )
                    out.circle(x, y, radius, "none", stroke=colour, stroke_width=sizes.ring - 1.5)
                else:
                    x, y = _end_of_track(view["map"]["links"], road, route, places, sizes)
                    out.circle(x, y, sizes.head, colour, stroke=PIECE_INK, stroke_width=2)


def _end_of_track(
    links: Sequence[Mapping[str, Any]],
    road: Mapping[str, Any],
    route: Mapping[str, Any],
    places: Mapping[str, Point],
    sizes: Sizes,
) -> Point:
    """The end of the pieces that a route has on the link that it is on."""
    at, towards = route["at"], route["towards"]
    x, y = places[at]
    dx, dy, length = _way((x, y), places[towards])
    for link in links:
        if {link["a"], link["b"]} != {at, towards}:
            continue
        step = (length - 2 * sizes.city) / link["spaces"]
        for number, line in enumerate(link["lines"]):
            second = line.get("from_other_end", 0)
            if line["railroad"] == road["railroad"] and line["from"] is not None:
                laid = line["pieces"] - second if line["from"] == at else second
                aside = (number - (len(link["lines"]) - 1) / 2) * sizes.pitch
                aside = aside if link["a"] == at else -aside
                along = sizes.city + step * laid
                return x + dx * along - dy * aside, y + dy * along + dx * aside
    return x, y


def draw_city(out: Drawing, city: Mapping[str, Any], place: Point, sizes: Sizes) -> None:
    """A city with its value."""
    x, y = place
    value = city["value"]
    kind = f"value {value}" if value else "start city"
    roads = ", ".join(city["railroads"]) or "no railroad"
    with out.element(f"city-{city['city']}", f"{city['name']} ({city['city']}), {kind}, {roads}"):
        disc = disc_of(value)
        out.circle(x, y, sizes.city, disc, stroke=PIECE_INK, stroke_width=1.5)
        letters = str(value) if value else "S"
        out.text(
            x,
            y + 0.36 * sizes.value,
            letters,
            sizes.value,
            anchor="middle",
            weight="bold",
            fill=ink_on(disc),
        )


def draw_special(
    out: Drawing, place: Point, special: Sequence[Mapping[str, Any]], sizes: Sizes
) -> None:
    """The squares of the railroads that earn a special bonus in a city."""
    left, top, _, _ = squares(place, len(special), sizes)
    for index, road in enumerate(special):
        draw_badge(out, road, left + (sizes.square + 1) * index, top, sizes.square)
