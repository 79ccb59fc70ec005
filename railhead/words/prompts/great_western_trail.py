"""Great Western Trail in few words: the trail as a map, a line for each place where ways part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import starmap
from typing import Any

from railhead.words.ascii_boards import great_western_trail as drawing
from railhead.words.ascii_boards import words
from railhead.words.prompts import lines_of, list_line

LEGEND = (
    "Trail to KC, Kansas City: a place, then its ways in order, / between, > leads to. = tile "
    "there, (whose), @ cattlemen, ^ forest, + action beside"
)
CARDS = "Objectives: tasks, points/penalty, action"


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """The whole table of a Great Western Trail view, `seats` as the API lists them."""
    return [
        *lines_of(drawing.players(view, seats)),
        *map_lines(view),
        CARDS,
        *lines_of(drawing.markets(view)),
        *(line.replace(" points", "p") for line in lines_of(drawing.railroad(view))),
    ]


def map_lines(view: Mapping[str, Any]) -> list[str]:
    """Where each fork leads, in the order of walking, then the places that no way leads to."""
    trail = view["trail"]
    by_name = {space["name"]: space for space in trail}
    led_to = Counter(name for space in trail for name in space["next"])
    order = [by_name[name] for name in TopologicalSorter(_behind(trail)).static_order()]
    lines = [LEGEND]
    for space in order:
        if space["next"] and not _on_a_way(space, led_to):
            ways = [way(by_name, led_to, first) for first in space["next"]]
            lines.append(f"{place(space)}: {' / '.join(starmap(way_text, ways))}")
    beside = [place(one) for one in trail if not one["next"] and not led_to[one["name"]]]
    return [*lines, list_line("beside the trail", beside, ", ")]


def _behind(trail: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {space["name"]: [] for space in trail}
    for space in trail:
        for name in space["next"]:
            found[name].append(space["name"])
    return found


def _on_a_way(space: Mapping[str, Any], led_to: Mapping[str, int]) -> bool:
    return led_to[space["name"]] == len(space["next"]) == 1


def way(
    by_name: Mapping[str, Mapping[str, Any]], led_to: Mapping[str, int], first: str
) -> tuple[list[Mapping[str, Any]], str]:
    """The spaces of a way, and the place where it ends: where ways meet or part, or at the end."""
    spaces = []
    while _on_a_way(by_name[first], led_to):
        spaces.append(by_name[first])
        [first] = by_name[first]["next"]
    return spaces, first


def way_text(spaces: Sequence[Mapping[str, Any]], end: str) -> str:
    """A way as `B1^, B2=3a (1), B3 > C`."""
    return f"{', '.join(map(place, spaces))} > {end}".lstrip()


def place(space: Mapping[str, Any]) -> str:
    """A space, and what is on it."""
    tile = f"={words(space['tile']).replace(' teepee', '')}" if space["tile"] else ""
    return "".join(
        [
            space["name"],
            "^" if space["forest"] else "",
            tile,
            "" if space["owner"] is None else f" ({space['owner']})",
            f" +{words(space['attached'])}" if space["attached"] else "",
            *(f" @{seat}" for seat in space["cattlemen"]),
        ]
    )
