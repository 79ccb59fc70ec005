"""Santa Fe in the terminal: the cities, the railroads with their routes, the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from railhead.words.ascii_boards import notices, number_of, roster, titled_rows

STYLES = {
    "blue": "bright_blue",
    "white": "bright_white",
    "green": "bright_green",
    "red": "bright_red",
    "yellow": "bright_yellow",
}
LEGEND = "links: spaces to lay, ~ river, ^ mountain, = two lines; cities: value and railroads there"


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Group:
    """The whole table of a Santa Fe view, `seats` as the API lists them."""
    phase = view["phase"].replace("_", " ")
    open_cards = number_of(view["deck"], "city card")
    open_cards += f", {number_of(view['double_turn_cards'], 'double-turn card')}"
    if view["engineers"]:
        open_cards += f", {number_of(view['engineers'], 'engineer')}"
    return Group(
        Text(f"Round {view['round']}, {phase}. To draw: {open_cards}", style="bold"),
        players(view, seats),
        railroads(view),
        cities(view),
        Text(LEGEND, style="dim"),
        *notices(view),
    )


def styles_of(view: Mapping[str, Any]) -> dict[str, str]:
    """The style of each railroad."""
    return {road["railroad"]: STYLES.get(road["colour"], "magenta") for road in view["railroads"]}


def cities(view: Mapping[str, Any]) -> Table:
    """All cities from the most valuable down: code, name, and which railroads are there."""
    styles = styles_of(view)
    rows = []
    for value in sorted({city["value"] for city in view["map"]["cities"]}, reverse=True):
        text = Text()
        for city in view["map"]["cities"]:
            if city["value"] == value:
                text.append(f"{city['city']} {city['name']}", style="bold")
                for railroad in city["railroads"]:
                    text.append(f" {railroad}", style=styles[railroad])
                text.append("   ")
        rows.append((str(value or "start"), text))
    return titled_rows(rows)


def railroads(view: Mapping[str, Any]) -> Table:
    """Each railroad: what is left of it, and where its routes stand and may go."""
    styles = styles_of(view)
    shown = Table.grid(padding=(0, 2))
    for road in view["railroads"]:
        left = f"{road['supply']} pieces, {road['branch_cards']} branch cards"
        facts = Text(f"{left}; special cities {' '.join(road['special'])}")
        for route in road["routes"]:
            facts.append(f"\n{route['route']}: {whereabouts(view, road, route)}")
        name = f"{road['name']} ({road['railroad']})"
        shown.add_row(Text(name, style=styles[road["railroad"]]), facts)
    return shown


def whereabouts(view: Mapping[str, Any], road: Mapping[str, Any], route: Mapping[str, Any]) -> str:
    """Where a route is on its way to, or what lines it may begin."""
    name = road["railroad"]
    links = [link for link in view["map"]["links"] if route["at"] in (link["a"], link["b"])]
    if route["towards"] is not None:
        [link] = [link for link in links if route["towards"] in (link["a"], link["b"])]
        [laid] = [line["pieces"] for line in link["lines"] if line["railroad"] == name]
        return f"{route['at']} to {route['towards']}, {laid} of {link['spaces']}"
    free = [link for link in links if may_begin(link, name)]
    ways = [way(link, link["b"] if link["a"] == route["at"] else link["a"]) for link in free]
    return f"{route['at']} → " + (", ".join(ways) or "dead end")


def may_begin(link: Mapping[str, Any], railroad: str) -> bool:
    """Whether a railroad may begin a line of a link."""
    owners = [line["railroad"] for line in link["lines"]]
    return None in owners and railroad not in owners


def way(link: Mapping[str, Any], goal: str) -> str:
    """A link by the city it goes to, its spaces and its terrain."""
    marks = ("=" if len(link["lines"]) == 2 else "") + ("^" if link["mountain"] else "")
    return f"{goal} {link['spaces']}{marks}{'~' if any(link['river']) else ''}"


def players(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """What the players have and have done in this round, a row each."""
    facts = [(player["seat"], holdings(view, player)) for player in view["players"]]
    return roster(facts, seats, view["to_act"])


def holdings(view: Mapping[str, Any], player: Mapping[str, Any]) -> list[str]:
    """What one player has; what there is none of is left out."""
    pieces = [f"{number} {name}" for name, number in player["track_pieces"].items()]
    worth = player["tableau_points"]
    return [
        "$?" if player["money"] is None else f"${player['money']}",
        hand(player),
        ", ".join(this_round(player)),
        f"played {' '.join(player['tableau'])}, worth {worth}" if player["tableau"] else "",
        f"bought {', '.join(pieces)}" if pieces else "",
        "first player" if player["seat"] == view["first_player"] else "",
    ]


def hand(player: Mapping[str, Any]) -> str:
    """The cards of a hand, or how many there are of each kind."""
    cards = (
        " ".join(player["hand"])
        if player["hand"] is not None
        else f"{player['city_cards']} city, {player['double_turn_cards']} double"
    )
    branch = f" branch {player['branch_card']}" if player["branch_card"] else ""
    engineer = " engineer" if player["engineer"] else ""
    return cards + branch + engineer


def this_round(player: Mapping[str, Any]) -> list[str]:
    """What a player has done in this round."""
    found = []
    if player["selected"]:
        found.append(f"selected {player['selected']}")
    elif player["has_selected"]:
        found.append("selected")
    if player["double_turn"]:
        found.append("double turn")
    if player["branch_card_played"]:
        found.append(f"branch {player['branch_card_played']}")
    if player["passed"]:
        found.append("passed")
    return found
