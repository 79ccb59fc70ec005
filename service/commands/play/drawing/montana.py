"""Montana in the terminal: the map as hexes in a slant, the worker board, the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from service.commands.play.drawing import SEAT_COLOURS, seat_name

GOODS = {
    "grain": "g",
    "pumpkin": "p",
    "copper_small": "c",
    "stone_small": "s",
    "copper_large": "C",
    "stone_large": "S",
}
WIDTH = 8
LEGEND = (
    "g grain, p pumpkin, c/C small/large copper, s/S small/large stone, x2 double, * cattle, "
    "~ lake (u canteen), ^ mountain"
)


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> RenderableType:
    """The whole table of a Montana view, `seats` as the API lists them."""
    turn = f"Round {view['round']}" + (", the last one" if view["last_round"] else "")
    return Group(
        Text(turn, style="bold"),
        board(view["map"]),
        Text(LEGEND, style="dim"),
        worker_board(view),
        players(view, seats),
        *(Text(notice, style="yellow") for notice in view["notices"]),
    )


def board(shown: Mapping[str, Any]) -> Text:
    """The map: each hex as its price or owner, with its name below."""
    hexes = {(place["q"], place["r"]): place for place in shown["hexes"]}
    slants = [2 * q + r for q, r in hexes]
    text = Text()
    for r in range(min(r for _, r in hexes), max(r for _, r in hexes) + 1):
        faces, names = Text(), Text()
        for q in sorted(q for q, row in hexes if row == r):
            column = (2 * q + r - min(slants)) * WIDTH // 2
            place = hexes[q, r]
            for line, content in ((faces, face(place, shown)), (names, name(place))):
                line.append(" " * (column - line.cell_len))
                line.append_text(content)
        text.append_text(faces).append("\n").append_text(names).append("\n")
    return text


def face(place: Mapping[str, Any], shown: Mapping[str, Any]) -> Text:
    """What a hex shows: start, owner and settlements, price, lake or mountain."""
    if place["hex"] == shown["start_hex"]:
        return Text("[start]", style="bold reverse")
    if place["owner"] is not None:
        style = f"bold reverse {SEAT_COLOURS[place['owner']]}"
        return Text(f" {place['owner']}:{'#' * place['built']} ", style=style)
    if place["kind"] == "lake":
        return Text("~~u~~" if place["canteen"] else "~~~~~", style="blue")
    if place["kind"] == "mountain":
        return Text("^^^^^", style="bright_black")
    cost = "".join(GOODS[good] * number for good, number in place["cost"].items())
    double = f"x{place['settlements']}" if place["settlements"] > 1 else ""
    return Text(f"{cost}{double}{'*' if place['cattle'] else ''}")


def name(place: Mapping[str, Any]) -> Text:
    """The name of a hex that may be built on, as actions use it."""
    free = place["kind"] == "land" and place["owner"] is None
    return Text(place["hex"] if free else "", style="dim")


def worker_board(view: Mapping[str, Any]) -> Table:
    """Bank, areas, city and wheel, a row each."""
    grid = Table.grid(padding=(0, 2))
    bank = [
        f"{space['needs']} workers → {space['coins']} coins" + taken(space)
        for space in view["bank"]
    ]
    grid.add_row("[bold]bank[/bold]", *bank)
    for area in view["areas"]:
        spaces = [
            f"{space['cost']} coins → {space['goods']}{taken(space)}"
            + (f" (+{space['small_space']['goods']}{taken(space['small_space'])})")
            for space in area["spaces"]
        ]
        grid.add_row(f"[bold]{area['area'].replace('_', ' ')}[/bold] ({area['worker']})", *spaces)
    city = view["city"]
    standing = {
        (at["row"], at["column"]): at["seat"] for at in city["contractors"] if at["row"] is not None
    }
    for row in city["rows"]:
        columns = " ".join(
            f"[reverse]{standing[row['row'], column]}[/reverse]"
            if (row["row"], column) in standing
            else str(price)
            for column, price in enumerate(city["column_prices"], 1)
        )
        grid.add_row(f"[bold]city row {row['row']}[/bold]", columns, reward(row))
    wheel = [
        f"[reverse]{'+'.join(pair)}[/reverse]" if at == view["wheel"]["arrow"] else "+".join(pair)
        for at, pair in enumerate(view["wheel"]["spaces"])
    ]
    grid.add_row("[bold]wheel[/bold]", "  ".join(wheel[:4]), "  ".join(wheel[4:]))
    return grid


def taken(space: Mapping[str, Any]) -> str:
    """The workers on a space, if any."""
    return f" [reverse]{'+'.join(space['workers'])}[/reverse]" if space["workers"] else ""


def reward(row: Mapping[str, Any]) -> str:
    """What a row of the city gives, in words."""
    parts = []
    if row["cattle"]:
        parts.append(f"{row['cattle']} cattle")
    if row["coins"]:
        parts.append(f"{row['coins']} coins")
    if row["goods"]:
        names = ", ".join(good.replace("_", " ") for good in row["goods_from"])
        parts.append(f"{row['goods']} goods of {names}")
    if row["upgrades"]:
        parts.append(f"up to {row['upgrades']} upgrades")
    return " and ".join(parts)


def players(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """The players' boards, a row each."""
    columns = ["", "coins", *GOODS, "workers", "cattle", "canteens", "settlements"]
    grid = Table(*(column.replace("_", " ") for column in columns))
    for player in view["players"]:
        seat = player["seat"]
        workers = [f"{number} {colour}" for colour, number in player["workers"].items() if number]
        built, left = player["settlements_built"], player["settlements_left"]
        grid.add_row(
            f"[{SEAT_COLOURS[seat]}]{seat} {escape(seat_name(seats[seat]))}[/]",
            str(player["coins"]),
            *(str(player["goods"][good]) for good in GOODS),
            ", ".join(workers),
            str(player["cattle"]),
            str(player["canteens"]),
            f"{built} built, {left} left",
            style="bold" if seat == view["active"] else "",
        )
    return grid
