"""Great Western Trail in the terminal: the trail, the markets, stations and cities, the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from railhead.words.ascii_boards import SEAT_COLOURS, notices, roster, titled_rows, words

LEGEND = (
    "trail: space tile (whose building) → next spaces; @ cattlemen, ^ forest, +action beside it"
)


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Group:
    """The whole table of a Great Western Trail view, `seats` as the API lists them."""
    return Group(
        players(view, seats),
        trail(view),
        Text(LEGEND, style="dim"),
        markets(view),
        railroad(view),
        *notices(view),
    )


def count_text(pieces: Mapping[str, int]) -> str:
    """How many there are of each: `2 jersey, guernsey`."""
    several = (f"{number} {words(name)}" for name, number in pieces.items() if number > 1)
    return ", ".join([*several, *(words(name) for name, n in pieces.items() if n == 1)])


def trail(view: Mapping[str, Any]) -> Table:
    """What lies on the spaces: buildings, hazards and teepees, and who stands there."""
    rows = []
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
        rows.append((title, text))
    return titled_rows(rows)


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
    jobs = []
    for number, row in enumerate(view["job_market"]):
        token = " ◆" if number == view["token_row"] else ""
        if row["workers"] or token:
            jobs.append(f"${row['cost']}{token} {count_text(row['workers'])}")
    columns = [" / ".join(words(tile or "-") for tile in column) for column in view["foresight"]]
    objectives = [
        f"{card['card']} {card['tasks']} {card['points']}/-{card['penalty']} "
        + words(card["effect"])
        for card in view["display"]
    ]
    return titled_rows(
        [
            ("job market", Text("   ".join(jobs))),
            ("foresight", Text("   ".join(columns))),
            ("cattle market", Text(count_text(view["cattle_market"]))),
            ("objectives", Text("   ".join(objectives))),
        ]
    )


def railroad(view: Mapping[str, Any]) -> Table:
    """Stations with their masters, and the cities with the discs on them."""
    stations, cities = Text(), Text()
    for station in view["stations"]:
        stations.append(f"{station['space']} ${station['cost']} {station['points']} points")
        if station["master"]:
            stations.append(f" [{words(station['master'])}]", style="bright_white")
        stations.append_text(disc_owners(station["seats"]))
        stations.append("   ")
    for city in view["cities"]:
        cities.append(f"{words(city['name'])} {city['value']}")
        cities.append_text(
            disc_owners(seat for seat, number in enumerate(city["discs"]) for _ in range(number))
        )
        cities.append("   ")
    return titled_rows([("stations", stations), ("cities", cities)])


def disc_owners(seats: Iterable[int]) -> Text:
    """Whose discs lie there, as `: 0 1 1`; nothing for none."""
    discs = Text(" ").join(Text(str(seat), style=SEAT_COLOURS[seat]) for seat in seats)
    return Text(": ") + discs if discs else discs


def players(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """What the players have, as far as the viewer knows it, a row each."""
    totals = [sum(points) for points in zip(*view["score_sheet"].values(), strict=True)]
    facts = [
        (player["seat"], [f"{totals[player['seat']]} points", *holdings(player), *cards(player)])
        for player in view["players"]
    ]
    return roster(facts, seats, [] if view["actor"] is None else [view["actor"]])


def holdings(player: Mapping[str, Any]) -> list[str]:
    """Money, places, workers and what has been gathered; what there is none of is left out."""
    certificates = f"{player['certificates']} of {player['certificate_limit']} certificates"
    if player["permanent_certificates"]:
        certificates += f", {player['permanent_certificates']} permanent"
    masters = ", ".join(words(master) for master in player["station_masters"])
    return [
        f"${player['money']}",
        f"at {player['cattleman'] or '-'}, engine at {player['engine']}",
        count_text(player["workers"]),
        certificates,
        f"{player['step_limit']} steps",
        f"{sum(player['discs'].values())} discs left",
        f"{player['hazards']} hazards" if player["hazards"] else "",
        count_text(player["teepees"]),
        f"masters: {masters}" if masters else "",
    ]


def cards(player: Mapping[str, Any]) -> list[str]:
    """The cards of a player as far as the viewer knows them."""
    hand = count_text(player["hand"])
    if sum(player["hand"].values()) < player["hand_size"]:
        hand = f"{player['hand_size']} cards" + (f", of them {hand}" if hand else "")
    deck = count_text(player["deck"]) if player["deck"] else f"{player['deck_size']} cards"
    discarded = count_text(player["discard_pile"])
    return [
        f"hand: {hand or 'empty'}",
        f"deck: {deck}",
        f"discarded: {discarded}" if discarded else "",
        f"objectives: {' '.join([player['start_objective'], *player['objectives']])}",
    ]
