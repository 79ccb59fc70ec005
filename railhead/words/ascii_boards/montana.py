"""Montana in the terminal: the map as hexes in a slant, the worker board, the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from railhead.words.ascii_boards import (
    SEAT_COLOURS,
    notices,
    number_of,
    roster,
    titled_rows,
    without_wrapping,
    words,
)

GOODS = {
    "grain": "g",
    "pumpkin": "p",
    "copper_small": "c",
    "stone_small": "s",
    "copper_large": "C",
    "stone_large": "S",
}
WIDTH = 7
LEGEND = (
    "g grain, p pumpkin, c/C small/large copper, s/S small/large stone, x2 double, * cattle, "
    "~ lake (u canteen), ^ mountain"
)


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Group:
    """The whole table of a Montana view, `seats` as the API lists them."""
    turn = f"Round {view['round']}" + (", the last one" if view["last_round"] else "")
    return Group(
        Text(turn, style="bold"),
        players(view, seats),
        board(view["map"]),
        Text(LEGEND, style="dim"),
        worker_board(view),
        *notices(view),
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
    text.rstrip()
    return without_wrapping(text)


def face(place: Mapping[str, Any], shown: Mapping[str, Any]) -> Text:
    """What a hex shows: start, owner and settlements, price, lake or mountain."""
    if place["hex"] == shown["start_hex"]:
        return Text("START", style="bold reverse")
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
    bank = Text("   ").join(
        Text(f"{number_of(space['needs'], 'worker')} → {number_of(space['coins'], 'coin')}")
        + workers_text(space)
        for space in view["bank"]
    )
    rows = [("bank", bank)]
    for area in view["areas"]:
        spaces = Text("   ").join(work_space(space) for space in area["spaces"])
        rows.append((f"{words(area['area'])} ({area['worker']})", spaces))
    city = view["city"]
    standing = {
        (at["row"], at["column"]): at["seat"] for at in city["contractors"] if at["row"] is not None
    }
    for row in city["rows"]:
        line = Text()
        for column, price in enumerate(city["column_prices"], 1):
            seat = standing.get((row["row"], column))
            line.append(str(price) if seat is None else f"[{seat}]", style=seat_style(seat))
            line.append(" ")
        rows.append((f"city row {row['row']}", line.append(f"  {reward(row)}")))
    wheel = Text("  ").join(
        Text("> " + "+".join(pair), style="bold reverse")
        if at == view["wheel"]["arrow"]
        else Text("+".join(pair))
        for at, pair in enumerate(view["wheel"]["spaces"])
    )
    return titled_rows([*rows, ("wheel", wheel)])


def seat_style(seat: int | None) -> str:
    """How a piece of a seat stands out; plain where there is none."""
    return "" if seat is None else f"reverse {SEAT_COLOURS[seat]}"


def work_space(space: Mapping[str, Any]) -> Text:
    """What a space of an area costs and gives, and its small space."""
    text = Text(f"{number_of(space['cost'], 'coin')} → {space['goods']}") + workers_text(space)
    text.append(f" (+{space['small_space']['goods']}")
    return text.append_text(workers_text(space["small_space"])).append(")")


def workers_text(space: Mapping[str, Any]) -> Text:
    """The workers on a space, if any."""
    return Text(f" [{'+'.join(space['workers'])}]" if space["workers"] else "", style="reverse")


def reward(row: Mapping[str, Any]) -> str:
    """What a row of the city gives, in words."""
    parts = []
    if row["cattle"]:
        parts.append(f"{row['cattle']} cattle")
    if row["coins"]:
        parts.append(number_of(row["coins"], "coin"))
    if row["goods"]:
        names = ", ".join(good.replace("_", " ") for good in row["goods_from"])
        parts.append(f"{number_of(row['goods'], 'good')} of {names}")
    if row["upgrades"]:
        parts.append(f"up to {number_of(row['upgrades'], 'upgrade')}")
    return " and ".join(parts)


def players(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """What the players have, a row each."""
    facts = [(player["seat"], holdings(player)) for player in view["players"]]
    return roster(facts, seats, [view["active"]])


def holdings(player: Mapping[str, Any]) -> list[str]:
    """What one player has; what there is none of is left out."""
    goods = [f"{number} {words(good)}" for good, number in player["goods"].items() if number]
    workers = [f"{number} {colour}" for colour, number in player["workers"].items() if number]
    return [
        number_of(player["coins"], "coin"),
        ", ".join(goods),
        "workers: " + ", ".join(workers) if workers else "no workers",
        f"{player['cattle']} cattle" if player["cattle"] else "",
        number_of(player["canteens"], "canteen") if player["canteens"] else "",
        f"settlements: {player['settlements_built']} built, {player['settlements_left']} left",
    ]
