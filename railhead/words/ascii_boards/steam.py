"""Steam in the terminal: the map as a grid of hexes, links, goods, the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from railhead.words.ascii_boards import (
    SEAT_COLOURS,
    notices,
    roster,
    titled_rows,
    without_wrapping,
    words,
)

WIDTH = 4
"""From column to column; the hexes of a line are two columns apart."""
COLOURS = {
    "red": "red",
    "blue": "blue",
    "yellow": "yellow",
    "purple": "magenta",
    "gray": "bright_black",
}
LEGEND = (
    "A hex lies between those half a row up and down beside it. Capitals on colour are cities, "
    "small letters towns; ^ hill, ~ river, digits the owners of tracks, ? a track without owner"
)


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Group:
    """The whole table of a Steam view, `seats` as the API lists them."""
    turn = f"Turn {view['turn']} of {view['last_turn']}, {view['phase'].replace('_', ' ')}"
    if view["goods_round"]:
        turn += f", round {view['goods_round']} of goods"
    return Group(
        Text(turn, style="bold"),
        players(view, seats),
        tiles(view),
        board(view),
        Text(LEGEND, style="dim"),
        stops(view),
        supply(view),
        *notices(view),
    )


def board(view: Mapping[str, Any]) -> Text:
    """The map, a line for each half row, with the letters of the columns above."""
    names = {stop["hex"]: stop for stop in view["stops"]}
    rows: dict[int, dict[int, Mapping[str, Any]]] = {}
    for place in view["hexes"]:
        rows.setdefault(2 * place["r"] + place["q"], {})[place["q"]] = place
    last = max(place["q"] for place in view["hexes"])
    text = Text("   " + "".join(f"{chr(65 + q):<{WIDTH}}" for q in range(last + 1)) + "\n")
    for number, row in sorted(rows.items()):
        line = Text(f"{number:02} ")
        for q, place in sorted(row.items()):
            line.append(" " * (3 + WIDTH * q - line.cell_len))
            line.append_text(face(place, names))
        text.append_text(line).append("\n")
    text.rstrip()
    return without_wrapping(text)


def face(place: Mapping[str, Any], names: Mapping[str, Mapping[str, Any]]) -> Text:
    """What a hex shows: a city, a town, the owners of its tracks, or its ground."""
    stop = names.get(place["hex"])
    owners = "".join(
        "?" if track["owner"] is None else str(track["owner"]) for track in place["tracks"]
    )
    if stop is not None and stop["colour"] is not None:
        return Text(stop["title"][:4].upper(), style=f"bold white on {COLOURS[stop['colour']]}")
    if stop is not None:
        return Text(stop["title"][:3].lower() + owners[:2], style="bold")
    if owners:
        return Text(f"{place['tile']}:{owners}"[:5], style="reverse")
    return Text(("^" if place["terrain"] == "hill" else ".") + ("~" if place["river"] else ""))


def stops(view: Mapping[str, Any]) -> Table:
    """Cities and linked towns: goods, and the links that leave."""
    rows = Table.grid(padding=(0, 2))
    for stop in view["stops"]:
        leaving = [link for link in view["links"] if stop["name"] in (link["from"], link["to"])]
        if stop["colour"] is None and not leaving:
            continue
        title = stop["title"] + (" *" if stop["growth_marker"] else "")
        links = Text("  ").join(link_text(link, stop["name"]) for link in leaving)
        held = Text(goods(stop["goods"]) or "no goods")
        rows.add_row(
            Text(f"{title} {stop['hex']}", style=COLOURS.get(stop["colour"], "white")),
            held + Text("   ") + links if leaving else held,
        )
    return rows


def link_text(link: Mapping[str, Any], here: str) -> Text:
    """Where a link goes, in its owner's colour."""
    there = link["to"] if link["from"] == here else link["from"]
    shown = words(there) if there else f"{link['side']} …"
    owner = link["owner"]
    if owner is None:
        return Text(f"{shown} (-)")
    return Text(f"{shown} ({owner})", style=SEAT_COLOURS[owner])


def goods(counts: Mapping[str, int]) -> str:
    """Such as `2 red, 1 gray`."""
    return ", ".join(f"{number} {colour}" for colour, number in counts.items() if number)


def tiles(view: Mapping[str, Any]) -> Text:
    """The action tiles that nobody has, by their numbers."""
    free = [
        f"{tile['number']} {words(tile['tile'])}"
        for tile in view["action_tiles"]
        if tile["holder"] is None
    ]
    return Text("Free tiles: " + (", ".join(free) or "none"))


def supply(view: Mapping[str, Any]) -> Table:
    """The supply spaces with goods, and the New City tiles."""
    spaces = [
        f"{space['space']}: {goods(space['goods'])}"
        for space in view["supply"]
        if any(space["goods"].values())
    ]
    cities = Text(goods(view["new_cities"]))
    return titled_rows([("supply", Text("   ".join(spaces))), ("new cities", cities)])


def players(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """What the players have, a row each."""
    facts = [(player["seat"], holdings(view, player)) for player in view["players"]]
    return roster(facts, seats, [] if view["actor"] is None else [view["actor"]])


def holdings(view: Mapping[str, Any], player: Mapping[str, Any]) -> list[str]:
    """What one player has, and what it would be worth now."""
    seat = player["seat"]
    return [
        f"${player['cash']}",
        f"income {player['income']}",
        f"{player['points']} points",
        f"locomotive {player['locomotive']}",
        "bankrupt" if player["bankrupt"] else words(player["action_tile"] or ""),
        f"{view['score_sheet']['links'][seat]} for links",
        f"{view['scores'][seat]} if it ended now",
    ]
