"""Great Western Trail in few words: the trail as ways, with the next space said where ways part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from railhead.words.ascii_boards import great_western_trail as drawing
from railhead.words.prompts import lines_of

LEGEND = (
    "Ways of the trail: spaces with their tile (whose building), ^ forest, +action beside it, "
    "@ cattlemen; > leads to. TM and T spaces have teepees by colour"
)


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """The whole table of a Great Western Trail view, `seats` as the API lists them."""
    return [
        *lines_of(drawing.players(view, seats)),
        LEGEND,
        "; ".join(way(spaces) for spaces in ways(view["trail"])),
        *lines_of(drawing.markets(view)),
        *(line.replace(" points", "p") for line in lines_of(drawing.railroad(view))),
    ]


def ways(trail: Sequence[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """The spaces in the order in which they are walked, cut where ways part or meet."""
    by_name = {space["name"]: space for space in trail}
    behind: dict[str, list[str]] = {name: [] for name in by_name}
    for space in trail:
        for name in space["next"]:
            behind[name].append(space["name"])
    for space in trail:
        [first] = [space["name"]]
        before = behind[first]
        if len(before) == 1 and len(by_name[before[0]]["next"]) == 1:
            continue
        walked = [space]
        while len(walked[-1]["next"]) == 1 and len(behind[walked[-1]["next"][0]]) == 1:
            walked.append(by_name[walked[-1]["next"][0]])
        yield walked


def way(spaces: Sequence[Mapping[str, Any]]) -> str:
    """Spaces that follow each other, and where they lead to."""
    names = ", ".join(
        drawing.place({**space, "next": []}).plain.replace(" teepee", "") for space in spaces
    )
    return " > ".join([names, *([" ".join(spaces[-1]["next"])] if spaces[-1]["next"] else [])])
