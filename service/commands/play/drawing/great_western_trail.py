"""Great Western Trail in the terminal: the trail, the markets, stations and cities, the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from service.commands.play.drawing import SEAT_COLOURS, seat_name

LEGEND = (
    "trail: space tile (whose building) → next spaces; @ cattlemen, ^ forest, +action beside it"
)


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> RenderableType:
    """The whole table of a Great Western Trail view, `seats` as the API lists them."""
    return Group(
        trail(view),
        Text(LEGEND, style="dim"),
        markets(view),
        railroad(view),
        players(view, seats),
        cards(view, seats),
        *(Text(notice, style="yellow") for notice in view["notices"]),
    )


def words(name: str) -> str:
    """A name of the vocabulary as one reads it."""
    return name.replace("_", " ")


def counted(pieces: Mapping[str, int]) -> str:
    """How many there are of each: `2 jersey, guernsey`."""
    several = (f"{number} {words(name)}" for name, number in pieces.items() if number > 1)
    return ", ".join([*several, *(words(name) for name, n in pieces.items() if n == 1)])


def trail(view: Mapping[str, Any]) -> Table:
    """What lies on the spaces: buildings, hazards and teepees, and who stands there."""
    grid = Table.grid(padding=(0, 2))
    for title, kinds in (
        ("buildings", ("start", "neutral", "private", "kansas_city")),
        ("hazards", ("hazard",)),
        ("teepees", ("teepee",)),
    ):
        text = Text()
        for space in view["trail"]:
            if space["kind"] in kinds:
                text.append_text(place(space))
                text.append("   ")
        grid.add_row(f"[bold]{title}[/bold]", text)
    return grid


def place(space: Mapping[str, Any]) -> Text:
    """One space of the trail."""
    owner = space["owner"]
    style = "" if owner is None else SEAT_COLOURS[owner]
    text = Text(space["name"] + ("^" if space["forest"] else ""), style="bold")
    if space["tile"]:
        text.append(f" {words(space['tile'])}", style=style or "bright_white")
    if owner is not None:
        text.append(f" ({owner})", style=style)
    if space["attached"]:
        text.append(f" +{words(space['attached'])}", style="dim")
    for seat in space["cattlemen"]:
        text.append(f" @{seat}", style=SEAT_COLOURS[seat])
    text.append(f" → {' '.join(space['next'])}" if space["next"] else "", style="dim")
    return text


def markets(view: Mapping[str, Any]) -> Table:
    """The job market, the foresight spaces, the cattle market and the objective cards."""
    rows = []
    for number, row in enumerate(view["job_market"]):
        token = " ◆" if number == view["token_row"] else ""
        if row["workers"] or token:
            rows.append(f"${row['cost']}{token} {counted(row['workers'])}")
    grid = Table.grid(padding=(0, 2))
    grid.add_row("[bold]job market[/bold]", Text("   ".join(rows)))
    columns = [" / ".join(words(tile or "-") for tile in column) for column in view["foresight"]]
    grid.add_row("[bold]foresight[/bold]", Text("   ".join(columns)))
    grid.add_row("[bold]cattle market[/bold]", Text(counted(view["cattle_market"])))
    objectives = (
        f"{card['card']} {card['tasks']} {card['points']}/-{card['penalty']} "
        + words(card["effect"])
        for card in view["display"]
    )
    grid.add_row("[bold]objectives[/bold]", Text("   ".join(objectives)))
    return grid


def railroad(view: Mapping[str, Any]) -> Table:
    """Stations with their masters, and the cities with the discs on them."""
    stations, cities = Text(), Text()
    for station in view["stations"]:
        stations.append(f"{station['space']} ${station['cost']} {station['points']} points")
        if station["master"]:
            stations.append(f" [{words(station['master'])}]", style="bright_white")
        for seat in station["seats"]:
            stations.append(f" {seat}", style=SEAT_COLOURS[seat])
        stations.append("   ")
    for city in view["cities"]:
        cities.append(f"{words(city['name'])} {city['value']}")
        for seat, discs in enumerate(city["discs"]):
            cities.append(f" {seat}" * discs, style=SEAT_COLOURS[seat])
        cities.append("   ")
    grid = Table.grid(padding=(0, 2))
    grid.add_row("[bold]stations[/bold]", stations)
    grid.add_row("[bold]cities[/bold]", cities)
    return grid


def players(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """The players' boards, a row each."""
    totals = [sum(points) for points in zip(*view["score_sheet"].values(), strict=True)]
    headings = ("points", "money", "at", "engine", "workers", "certificates", "steps", "discs left")
    shown = Table("", *headings)
    for player in view["players"]:
        seat = player["seat"]
        certificates = f"{player['certificates']} of {player['certificate_limit']}"
        if player["permanent_certificates"]:
            certificates += f", {player['permanent_certificates']} permanent"
        shown.add_row(
            f"[{SEAT_COLOURS[seat]}]{seat} {escape(seat_name(seats[seat]))}[/]",
            str(totals[seat]),
            f"${player['money']}",
            player["cattleman"] or "-",
            player["engine"],
            counted(player["workers"]),
            certificates,
            str(player["step_limit"]),
            str(sum(player["discs"].values())),
            style="bold" if seat == view["actor"] else "",
        )
    return shown


def cards(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """The players' cards as far as the viewer knows them, and what they have gathered."""
    shown = Table(
        "", "hand", "deck", "discard pile", "objectives", "hazards and teepees", "masters"
    )
    for player in view["players"]:
        seat = player["seat"]
        hand = counted(player["hand"])
        if sum(player["hand"].values()) < player["hand_size"]:
            hand = f"{player['hand_size']} cards" + (f", of them {hand}" if hand else "")
        gathered = counted(player["teepees"])
        if player["hazards"]:
            gathered = ", ".join(filter(None, [f"{player['hazards']} hazards", gathered]))
        shown.add_row(
            f"[{SEAT_COLOURS[seat]}]{seat} {escape(seat_name(seats[seat]))}[/]",
            hand,
            counted(player["deck"]) if player["deck"] else f"{player['deck_size']} cards",
            counted(player["discard_pile"]),
            " ".join([player["start_objective"], *player["objectives"]]),
            gathered,
            ", ".join(words(master) for master in player["station_masters"]),
        )
    return shown
