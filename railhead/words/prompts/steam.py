"""Steam in few words: cities, towns and links by name, instead of a drawing of the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railhead.words.ascii_boards import steam as drawing
from railhead.words.ascii_boards import words
from railhead.words.prompts import lines_of, list_line

LEGEND = (
    "Hexes are a column's letter and a row's number; neighbours are 2 rows away in the column, or "
    "1 row in the next columns. * has been grown"
)
COSTS = "New track: $1 an exit, +$1 in a town or on a river, +$2 on a hill, ~ with river"
SOUTHERN = {"SE": (1, 1), "S": (0, 2), "SW": (-1, 1)}
"""Columns and rows from a hex to its neighbour at a side; a neighbour's other side is the same."""


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """The whole table of a Steam view, `seats` as the API lists them."""
    goods_round = f", round {view['goods_round']} of goods" if view["goods_round"] else ""
    return [
        f"Turn {view['turn']} of {view['last_turn']}, {words(view['phase'])}{goods_round}",
        *lines_of(drawing.players(view, seats), drawing.tiles(view)),
        LEGEND,
        *stops(view),
        *links(view),
        *lines_of(drawing.supply(view)),
        # At the end, where the longest tables are cut.
        COSTS,
        *ground(view["hexes"]),
    ]


def ground(hexes: Sequence[Mapping[str, Any]]) -> list[str]:
    """The hexes without track by what makes them dear, a column's letter once; then closed sides.

    A side at the edge of the map is closed without being named.
    """
    found: dict[str, dict[str, list[str]]] = {"hills": {}, "rivers": {}}
    for place in hexes:
        hill = place["terrain"] == "hill"
        if place["tile"] is None and (hill or place["river"]):
            row = place["hex"][1:] + ("~" if hill and place["river"] else "")
            found["hills" if hill else "rivers"].setdefault(place["hex"][0], []).append(row)
    return [
        *(
            list_line(kind, (" ".join([letter, *rows]) for letter, rows in columns.items()), ", ")
            for kind, columns in found.items()
        ),
        list_line("closed sides", closed_sides(hexes), ", "),
    ]


def closed_sides(hexes: Sequence[Mapping[str, Any]]) -> list[str]:
    """The sides between two hexes of the map that no track crosses, such as `D05 SE`, each once."""
    at = {(place["q"], 2 * place["r"] + place["q"]): place for place in hexes}
    return [
        f"{place['hex']} {side}"
        for (column, row), place in at.items()
        for side, (over, down) in SOUTHERN.items()
        if side in place["closed"] and (column + over, row + down) in at
    ]


def stops(view: Mapping[str, Any]) -> list[str]:
    """Cities by colour with their goods, then towns."""
    cities: dict[str, list[str]] = {}
    towns = []
    for stop in view["stops"]:
        grown = "*" if stop["growth_marker"] else ""
        named = f"{stop['title']}{grown} {stop['hex']}"
        goods = drawing.goods(stop["goods"])
        if stop["colour"] is None:
            towns.append(" ".join([named, goods]).strip())
        else:
            cities.setdefault(stop["colour"], []).append(f"{named} {goods or '-'}")
    coloured = [list_line(f"{colour} cities", names) for colour, names in sorted(cities.items())]
    return [*coloured, list_line("towns", towns, ", ")]


def links(view: Mapping[str, Any]) -> list[str]:
    """The finished links by owner with their lengths, then those that lead nowhere yet."""
    homes = {stop["name"]: stop["hex"] for stop in view["stops"]}
    done: dict[str, list[str]] = {}
    begun: dict[str, dict[str, list[str]]] = {}
    for link in view["links"]:
        owner = "nobody" if link["owner"] is None else f"seat {link['owner']}"
        if link["to"] is None:
            hexes = [place for place in link["hexes"] if place != homes[link["from"]]]
            sides = begun.setdefault(owner, {}).setdefault(link["from"], [])
            sides.append(" ".join([link["side"], *hexes]))
        else:
            ends = f"{words(link['from'])} to {words(link['to'])}"
            done.setdefault(owner, []).append(f"{ends} {len(link['hexes'])}")
    finished = [
        list_line(f"links of {owner}, with hexes", ends, ", ")
        for owner, ends in sorted(done.items())
    ]
    unfinished = [
        list_line(
            f"unfinished of {owner}, by side",
            (f"{words(stop)} {', '.join(sides)}" for stop, sides in stops.items()),
        )
        for owner, stops in sorted(begun.items())
    ]
    return [*finished, *unfinished]
