"""Steam in the terminal: the map as a grid of hexes, links, goods, the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from service.commands.play.drawing import SEAT_COLOURS, seat_name

WIDTH = 6
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


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> RenderableType:
    """The whole table of a Steam view, `seats` as the API lists them."""
    turn = f"Turn {view['turn']} of {view['last_turn']}, {view['phase'].replace('_', ' ')}"
    if view["goods_round"]:
        turn += f", round {view['goods_round']} of goods"
    return Group(
        Text(turn, style="bold"),
        board(view),
        Text(LEGEND, style="dim"),
        stops(view),
        players(view, seats),
        Text(supply(view)),
        *(Text(notice, style="yellow") for notice in view["notices"]),
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
        for q in range(last + 1):
            content = face(row[q], names) if q in row else Text("")
            line.append_text(content)
            line.append(" " * (WIDTH - content.cell_len))
        text.append_text(line).append("\n")
    return text


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
        return Text(f"{place['tile']}:{owners}"[: WIDTH - 1], style="reverse")
    return Text(("^" if place["terrain"] == "hill" else ".") + ("~" if place["river"] else ""))


def stops(view: Mapping[str, Any]) -> Table:
    """Cities and linked towns: goods, and the links that leave."""
    grid = Table("stop", "hex", "goods", "links")
    for stop in view["stops"]:
        leaving = [link for link in view["links"] if stop["name"] in (link["from"], link["to"])]
        if stop["colour"] is None and not leaving:
            continue
        colour = COLOURS.get(stop["colour"], "white")
        title = escape(stop["title"]) + (" *" if stop["growth_marker"] else "")
        grid.add_row(
            f"[{colour}]{title}[/]",
            stop["hex"],
            goods(stop["goods"]),
            "  ".join(link_text(link, stop["name"]) for link in leaving),
        )
    return grid


def link_text(link: Mapping[str, Any], here: str) -> str:
    """Where a link goes, in its owner's colour."""
    there = link["to"] if link["from"] == here else link["from"]
    shown = escape(there or f"{link['side']} …")
    owner = link["owner"]
    return f"{shown} (-)" if owner is None else f"[{SEAT_COLOURS[owner]}]{shown} ({owner})[/]"


def goods(counts: Mapping[str, int]) -> str:
    """Such as `2 red, 1 gray`."""
    return ", ".join(f"{number} {colour}" for colour, number in counts.items() if number)


def supply(view: Mapping[str, Any]) -> str:
    """The supply spaces with goods, and the New City tiles."""
    spaces = [
        f"{space['space']}: {goods(space['goods'])}"
        for space in view["supply"]
        if any(space["goods"].values())
    ]
    return f"Supply  {'   '.join(spaces)}\nNew cities  {goods(view['new_cities'])}"


def players(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """The players, a row each."""
    columns = ["", "cash", "income", "points", "locomotive", "tile", "links", "if it ended now"]
    shown = Table(*columns)
    for player in view["players"]:
        seat = player["seat"]
        tile = (player["action_tile"] or "").replace("_", " ")
        shown.add_row(
            f"[{SEAT_COLOURS[seat]}]{seat} {escape(seat_name(seats[seat]))}[/]",
            f"${player['cash']}",
            str(player["income"]),
            str(player["points"]),
            str(player["locomotive"]),
            "bankrupt" if player["bankrupt"] else tile,
            str(view["score_sheet"]["links"][seat]),
            str(view["scores"][seat]),
            style="bold" if seat == view["actor"] else "",
        )
    return shown
