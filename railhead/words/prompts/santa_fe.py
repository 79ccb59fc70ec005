"""Santa Fe in few words: the table as the terminal has it, and the map as a list of its links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railhead.words.ascii_boards import santa_fe as drawing
from railhead.words.prompts import lines_of

LEGEND = (
    "Links, each once: from a city to others with spaces to lay, = two lines, ^ mountain, ~ river, "
    "then the railroads that have a line"
)


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """The whole table of a Santa Fe view, `seats` as the API lists them."""
    return lines_of(drawing.table(view, seats))


def map_lines(view: Mapping[str, Any]) -> list[str]:
    """All links of the map by the first of their cities, with the railroads on them."""
    links: dict[str, list[str]] = {}
    for link in view["map"]["links"]:
        owners = [line["railroad"] for line in link["lines"] if line["railroad"] is not None]
        way = drawing.way(link, link["b"])
        links.setdefault(link["a"], []).append(" ".join([way, *owners]))
    return [LEGEND, *(f"{city}: {', '.join(ways)}" for city, ways in links.items())]
