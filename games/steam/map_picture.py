"""The map of Steam in the picture: its ground, and the tracks in their owners' colours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import MUTED, PIECE_INK, TRACK_COLOURS, Shade
from railhead.games.layout import Block, Columns, shrink
from railhead.games.steam.actions import EDGES
from railhead.games.steam.stop_picture import (
    Box,
    Frame,
    Point,
    draw_stop,
    label_of,
    name_boxes,
)
from railhead.games.steam.tokens import disc
from railhead.games.svg import Drawing, seat_number, width_of

WIDTH: Final = 984
HEIGHT: Final = 704
"""What a map takes in the wide layout, if its hexes do not get too small."""
LEAST_HEX: Final = 40.0
LARGEST_HEX: Final = 52.0
FLATTEST: Final = 0.76
"""Flat hexes have room for names, and more of their rows for a screen."""
NARROW_TALL: Final = 2.4
NARROW_HEX: Final = 14.5
"""So many times as high as a regular hex, a hex so narrow has room for what lies there."""
NAME_SIZE: Final = 11
GROUND: Final = {
    "plain": Shade("#dfe8c6", "#3a4430"),
    "hill": Shade("#dcc199", "#5e4a2e"),
    "city": Shade("#c4beb2", "#47433c"),
}
PEAKS: Final = Shade("#94703f", "#a58457")
WATER: Final = Shade("#3a8bcb", "#5aa7e0")
BETWEEN: Final = Shade("#f8f4e6", "#1d1a14")
"""The lines between hexes."""
CLOSED: Final = Shade("#20160c", "#f2e9d6")
"""Sides over which no track goes."""
UNOWNED: Final = "#a9b7c9"
OWNER_PLACES: Final = (0.5, 0.36, 0.64, 0.24)
"""Where on a track its owner's number may be."""


def extent(hexes: Sequence[Mapping[str, Any]]) -> float:
    """How wide the map is in the wide layout."""
    across, down = _spans(hexes)
    size = min(WIDTH / across, HEIGHT / (down * FLATTEST), LARGEST_HEX)
    return across * max(size, LEAST_HEX)


def _spans(hexes: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """How many sizes of a regular hex the map is wide and high."""
    xs = [1.5 * shown["q"] for shown in hexes]
    ys = [shown["r"] + shown["q"] / 2 for shown in hexes]
    return max(xs) - min(xs) + 2, math.sqrt(3) * (max(ys) - min(ys) + 1)


def map_of(view: Mapping[str, Any], columns: Columns) -> Block:
    """The map, as large as the column allows: ground, then tracks, then stops, then words."""
    hexes = view["hexes"]
    across, down = _spans(hexes)
    size = columns.board / across
    if columns.narrow:
        size = max(size, NARROW_HEX)
        frame = Frame(size, NARROW_TALL, narrow=True)
    else:
        tall = min(1.0, max(FLATTEST, HEIGHT / (down * size)))
        frame = Frame(size, tall, narrow=False)
    left = min(shown["q"] for shown in hexes)
    top = min(shown["r"] + shown["q"] / 2 for shown in hexes)
    places = {
        shown["hex"]: (
            size * (1 + 1.5 * (shown["q"] - left)),
            frame.half * (1 + 2 * (shown["r"] + shown["q"] / 2 - top)),
        )
        for shown in hexes
    }
    width, height = size * across, size * frame.tall * down
    land = width, height
    drawn = Block(width, height, lambda out, _height: draw_map(out, view, places, frame, land))
    return shrink(drawn, columns.board)


def draw_map(
    out: Drawing,
    view: Mapping[str, Any],
    places: Mapping[str, Point],
    frame: Frame,
    land: Point,
) -> None:
    """The map with its hexes at their places."""
    hexes = view["hexes"]
    stops = {stop["hex"]: stop for stop in view["stops"]}
    for shown in hexes:
        with out.element(f"hex-{shown['hex']}", hex_text(shown, stops.get(shown["hex"]))):
            draw_ground(out, shown, places[shown["hex"]], frame)
    for shown in hexes:
        draw_closed(out, shown, places[shown["hex"]], frame)
        draw_tracks(out, shown, places[shown["hex"]], frame)
    named = [
        shown["hex"]
        for shown in hexes
        if shown["hex"] not in stops or not (frame.narrow or stops[shown["hex"]]["colour"])
    ]
    boxes = tuple(_name_box(name, places[name], frame) for name in named)
    labels = tuple(label_of(stop, places[stop["hex"]], frame) for stop in view["stops"])
    stop_boxes = name_boxes(labels, boxes, frame, land)
    draw_owners(out, view, places, frame, [*boxes, *stop_boxes])
    grounds = {shown["hex"]: GROUND[shown["terrain"]] for shown in hexes}
    with out.above():
        for name, box in zip(named, boxes, strict=True):
            middle = (box[0] + box[2]) / 2
            out.text(middle, box[3] - 2, name, NAME_SIZE, anchor="middle", fill=MUTED,
                     halo=grounds[name])  # fmt: skip
    for stop, box in zip(view["stops"], stop_boxes, strict=True):
        draw_stop(out, stop, places[stop["hex"]], frame, box)


def _name_box(name: str, place: Point, frame: Frame) -> Box:
    """Where the name of a hex is: at its lower side."""
    half, bottom = width_of(name, NAME_SIZE) / 2, place[1] + 0.9 * frame.half
    return place[0] - half, bottom - 10, place[0] + half, bottom + 1


def hex_text(shown: Mapping[str, Any], stop: Mapping[str, Any] | None) -> str:
    """A hex in words."""
    parts = [f"{shown['hex']}, {shown['terrain']}"]
    if stop is not None:
        parts.append(stop["title"])
    if shown["river"]:
        parts.append("river")
    for track in shown["tracks"]:
        owner = "no owner" if track["owner"] is None else f"seat {seat_number(track['owner'])}"
        parts.append(f"track {track['from']} to {track['to']} of {owner}")
    return ", ".join(parts)


def draw_ground(out: Drawing, shown: Mapping[str, Any], place: Point, frame: Frame) -> None:
    """The ground of a hex and its river."""
    corners = [frame.corner(place, step) for step in range(6)]
    out.polygon(corners, GROUND[shown["terrain"]], stroke=BETWEEN, stroke_width=1.5)
    scale = frame.size / 44
    if shown["river"]:
        wave = "M-20 0C-14 -8 -8 8 -2 0S10 -8 14 0S20 4 22 2"
        out.path(wave, place[0], place[1] + 0.24 * frame.half, scale, fill="none",
                 stroke=WATER, stroke_width=4 if frame.narrow else 3)  # fmt: skip
    if shown["terrain"] == "hill":
        peaks = "M-17 8L-8 -8L-2 2L5 -8L17 8Z"
        out.path(peaks, place[0], place[1] - 0.5 * frame.half, scale, fill=PEAKS)


def draw_closed(out: Drawing, shown: Mapping[str, Any], place: Point, frame: Frame) -> None:
    """The closed sides."""
    for name in shown["closed"]:
        step = EDGES.index(name)
        ends = frame.corner(place, step), frame.corner(place, step + 1)
        out.line(*ends, CLOSED, 2 if frame.narrow else 3, pointer_events="none")


def draw_tracks(out: Drawing, shown: Mapping[str, Any], place: Point, frame: Frame) -> None:
    """The tracks of a hex, each in its owner's colour."""
    x, y = place
    for track in shown["tracks"]:
        start, end = _ends(track, place, frame)
        ends = [(one[0] - x, one[1] - y) for one in (start, end)]
        bend = "M{:.1f} {:.1f}Q0 0 {:.1f} {:.1f}".format(*ends[0], *ends[1])
        owned = track["owner"] is not None
        colour = TRACK_COLOURS[track["owner"]] if owned else UNOWNED
        rest = {"fill": "none", "pointer_events": "none"}
        wide = 6.5 if frame.narrow else 11
        out.path(bend, x, y, 1, **rest, stroke=PIECE_INK, stroke_width=wide)
        broken = {} if owned else {"stroke_dasharray": "5 3"}
        out.path(bend, x, y, 1, **rest, stroke=colour, stroke_width=0.7 * wide, **broken)


def _ends(track: Mapping[str, Any], place: Point, frame: Frame) -> tuple[Point, Point]:
    """Where a track begins and ends."""
    town = track["to"] == "town"
    end = place if town else frame.middle(place, EDGES.index(track["to"]))
    return frame.middle(place, EDGES.index(track["from"])), end


def draw_owners(
    out: Drawing,
    view: Mapping[str, Any],
    places: Mapping[str, Point],
    frame: Frame,
    taken: Sequence[Box],
) -> None:
    """The number of its owner on each link, which tells like colours apart, where it has room."""
    hexes = {shown["hex"]: shown for shown in view["hexes"]}
    radius, there = 6.5 if frame.narrow else 8.5, list(taken)
    for link in view["links"]:
        if link["owner"] is None:
            continue
        for x, y in _owner_places(link, hexes, places, frame):
            box = x - radius, y - radius, x + radius, y + radius
            if not any(_touch(box, other) for other in there):
                disc(out, x, y, radius, link["owner"])
                there.append(box)
                break


def _owner_places(
    link: Mapping[str, Any],
    hexes: Mapping[str, Mapping[str, Any]],
    places: Mapping[str, Point],
    frame: Frame,
) -> Iterator[Point]:
    """Points on a link, the middle ones first."""
    count = len(link["hexes"])
    for index in sorted(range(count), key=lambda one: abs(2 * one + 1 - count)):
        place = places[link["hexes"][index]]
        for track in hexes[link["hexes"][index]]["tracks"]:
            if track["owner"] == link["owner"]:
                start, end = _ends(track, place, frame)
                yield from (_on_bend(start, place, end, along) for along in OWNER_PLACES)


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _on_bend(start: Point, via: Point, end: Point, along: float) -> Point:
    """A point of a bent track, `along` of the way."""
    a, b, c = (1 - along) ** 2, 2 * along * (1 - along), along**2
    return a * start[0] + b * via[0] + c * end[0], a * start[1] + b * via[1] + c * end[1]
