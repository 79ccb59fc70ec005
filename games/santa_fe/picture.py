"""The table of Santa Fe as SVG, drawn from its view alone: map with track, players, caption."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.svg import Drawing, wrapped

PAPER: Final = "#f3ead2"
INK: Final = "#3b2a1a"
PANEL: Final = "#fbf5e3"
EDGE: Final = "#c9b48a"
LAND: Final = "#e9dcb4"
PLAIN: Final = "#b9a36d"
MOUNTAIN: Final = "#7a4f2a"
RIVER: Final = "#3f8fc4"
COLOURS: Final = {
    "blue": "#2f5fb3",
    "white": "#ffffff",
    "green": "#3b8a43",
    "red": "#c0392b",
    "yellow": "#f0c419",
}
OTHER_COLOUR: Final = "#8e44ad"
MARGIN: Final = 20
TOP: Final = 60
SIDE_WIDTH: Final = 330
PLAYER_HEIGHT: Final = 190
CAPTION_HEIGHT: Final = 80
CITY: Final = 13
DARK_VALUES: Final = ("#efe2bd", "#e6cf96", "#dcbb70", "#cfa24e", "#bd8433", "#a5641f")
"""The discs of cities from value 2 to 7."""

LEGEND: Final = (
    "Cities show their value, start cities an S, and the code that moves name them by; squares "
    "beside them are railroads that earn a special bonus there. Brown lines are mountain lines, "
    "blue strokes rivers. Filled spaces are track in the colour of its railroad, rings the ends of "
    "routes."
)


def drawn(view: Mapping[str, Any]) -> str:
    """The table of `view` as an SVG document."""
    shown = view["map"]
    height = TOP + shown["height"] + PLAYER_HEIGHT + CAPTION_HEIGHT + 2 * MARGIN
    out = Drawing(shown["width"] + SIDE_WIDTH + 3 * MARGIN, height, PAPER)
    out.text(24, 40, "Santa Fe", 28, weight="bold")
    phase = view["phase"].replace("_", " ")
    out.text(175, 40, f"round {view['round']} · {phase}", 16)
    out.rect(MARGIN, TOP, shown["width"], shown["height"], LAND, rx=12, stroke=EDGE)
    places = {city["city"]: (MARGIN + city["x"], TOP + city["y"]) for city in shown["cities"]}
    colours = {road["railroad"]: _colour(road) for road in view["railroads"]}
    for link in shown["links"]:
        draw_link(out, link, places, colours)
    draw_heads(out, view, places)
    for city in shown["cities"]:
        special = [road for road in view["railroads"] if city["city"] in road["special"]]
        draw_city(out, city, places[city["city"]], [_colour(road) for road in special])
    draw_supplies(out, view, 2 * MARGIN + shown["width"], TOP)
    draw_players(out, view, TOP + shown["height"] + MARGIN)
    out.caption([LEGEND, *view["notices"]], height - CAPTION_HEIGHT, 200)
    return out.document()


def _colour(road: Mapping[str, Any]) -> str:
    return COLOURS.get(road["colour"], OTHER_COLOUR)


def draw_link(
    out: Drawing,
    link: Mapping[str, Any],
    places: Mapping[str, tuple[float, float]],
    colours: Mapping[str, str],
) -> None:
    """The lines of a link side by side, each a row of spaces."""
    (ax, ay), (bx, by) = places[link["a"]], places[link["b"]]
    length = math.hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / length, (by - ay) / length
    count = len(link["lines"])
    for number, line in enumerate(link["lines"]):
        aside = (number - (count - 1) / 2) * 9
        start = (ax + dx * CITY - dy * aside, ay + dy * CITY + dx * aside)
        step = (length - 2 * CITY) / link["spaces"]
        for space in range(link["spaces"]):
            low = (start[0] + dx * (step * space + 2), start[1] + dy * (step * space + 2))
            high = (
                start[0] + dx * (step * (space + 1) - 2),
                start[1] + dy * (step * (space + 1) - 2),
            )
            draw_space(out, low, high, _filled_by(link, line, space), link["mountain"], colours)
    for space, wet in enumerate(link["river"]):
        if wet:
            along = CITY + (length - 2 * CITY) * (space + 0.5) / link["spaces"]
            x, y, half = ax + dx * along, ay + dy * along, 4 + 5 * count
            _stroke(out, (x - dy * half, y + dx * half), (x + dy * half, y - dx * half), RIVER, 2.5)


def _filled_by(link: Mapping[str, Any], line: Mapping[str, Any], space: int) -> str | None:
    """The railroad whose piece lies on a space, counted from city `a`."""
    from_b = line["from"] == link["b"]
    position = link["spaces"] - 1 - space if from_b else space
    second = line.get("from_other_end", 0)
    empty = line["pieces"] - second <= position < link["spaces"] - second
    railroad: str | None = None if empty else line["railroad"]
    return railroad


def draw_space(
    out: Drawing,
    low: tuple[float, float],
    high: tuple[float, float],
    railroad: str | None,
    mountain: bool,
    colours: Mapping[str, str],
) -> None:
    """One space of a line: empty, or with a piece."""
    if railroad is None:
        _stroke(out, low, high, MOUNTAIN if mountain else PLAIN, 3.5)
    else:
        _stroke(out, low, high, INK, 9)
        _stroke(out, low, high, colours[railroad], 6.5)


def _stroke(
    out: Drawing, low: tuple[float, float], high: tuple[float, float], colour: str, width: float
) -> None:
    out.add("line", x1=low[0], y1=low[1], x2=high[0], y2=high[1], stroke=colour, stroke_width=width)


def draw_heads(
    out: Drawing, view: Mapping[str, Any], places: Mapping[str, tuple[float, float]]
) -> None:
    """A ring for every route that stands at a city, the outer ones for further routes."""
    standing: dict[str, int] = {}
    for road in view["railroads"]:
        for route in road["routes"]:
            if route["towards"] is None:
                ring = standing[route["at"]] = standing.get(route["at"], 0) + 1
                x, y = places[route["at"]]
                out.circle(x, y, CITY + 4 * ring, "none", stroke=_colour(road), stroke_width=3.5)


def draw_city(
    out: Drawing, city: Mapping[str, Any], place: tuple[float, float], special: Sequence[str]
) -> None:
    """A city with its value, its name and its special squares."""
    x, y = place
    value = city["value"]
    fill = DARK_VALUES[value - 2] if value else "#ffffff"
    out.circle(x, y, CITY, fill, stroke=INK, stroke_width=1.5)
    out.text(x, y + 5, str(value) if value else "S", 14, anchor="middle", weight="bold")
    for index, colour in enumerate(special):
        out.rect(x + CITY + 12 * index, y - CITY - 8, 10, 10, colour, stroke=INK, stroke_width=1)
    out.text(x, y + CITY + 13, city["name"], 12, anchor="middle", weight="bold")
    out.text(x, y + CITY + 24, city["city"], 10, anchor="middle")


def draw_supplies(out: Drawing, view: Mapping[str, Any], x: float, y: float) -> None:
    """The railroads' pieces and branch cards, the deck, the open supplies."""
    for index, road in enumerate(view["railroads"]):
        top = y + 92 * index
        out.rect(x, top, SIDE_WIDTH, 84, PANEL, rx=8, stroke=EDGE)
        out.rect(x + 12, top + 14, 22, 56, _colour(road), rx=3, stroke=INK, stroke_width=1)
        out.text(x + 46, top + 28, road["name"], 16, weight="bold")
        out.text(
            x + 46, top + 50, f"{road['supply']} pieces, {road['branch_cards']} branch cards", 13
        )
        routes = len(road["routes"])
        out.text(x + 46, top + 70, f"{routes} route" + ("" if routes == 1 else "s"), 13)
    top = y + 92 * len(view["railroads"])
    out.rect(x, top, SIDE_WIDTH, 96, PANEL, rx=8, stroke=EDGE)
    lines = [
        f"{view['deck']} city cards in the deck",
        f"{view['double_turn_cards']} double-turn cards",
        f"{view['engineers']} engineers",
    ]
    for index, line in enumerate(lines):
        out.text(x + 16, top + 28 + 24 * index, line, 14)


def draw_players(out: Drawing, view: Mapping[str, Any], y: float) -> None:
    """What lies before each player."""
    count = len(view["players"])
    width = (out.width - 2 * MARGIN - 12 * (count - 1)) / count
    names = {city["city"]: city["name"] for city in view["map"]["cities"]}
    for index, player in enumerate(view["players"]):
        x = MARGIN + (width + 12) * index
        acts = player["seat"] in view["to_act"]
        out.rect(
            x, y, width, PLAYER_HEIGHT, PANEL, rx=10, stroke=INK if acts else EDGE,
            stroke_width=4 if acts else 1.5,
        )  # fmt: skip
        train = " · first player" if player["seat"] == view["first_player"] else ""
        out.text(x + 12, y + 22, f"Seat {player['seat']}{train}", 15, weight="bold")
        for row, line in enumerate(_player_lines(player, names, int(width / 7.5))[:9]):
            out.text(x + 12, y + 42 + 17 * row, line, 12)


def _player_lines(player: Mapping[str, Any], names: Mapping[str, str], width: int) -> list[str]:
    money = "?" if player["money"] is None else player["money"]
    lines = [
        f"${money} · cards worth {player['tableau_points']}",
        *wrapped(_hand(player, names), width),
    ]
    marks = [
        "double turn" if player["double_turn"] else "",
        f"branch card of {player['branch_card_played']}" if player["branch_card_played"] else "",
        "engineer" if player["engineer"] else "",
        "passed" if player["passed"] else "",
        "has selected" if player["has_selected"] else "",
    ]
    lines.append(", ".join(mark for mark in marks if mark))
    pieces = [f"{number} {name}" for name, number in player["track_pieces"].items()]
    if pieces:
        lines.append("bought pieces: " + ", ".join(pieces))
    played = ", ".join(names.get(card, card) for card in player["tableau"])
    lines += wrapped(f"played: {played or 'nothing'}", width)
    return [line for line in lines if line]


def _hand(player: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if player["hand"] is not None:
        cards = ", ".join(names.get(card, card) for card in player["hand"])
        text = f"hand: {cards or 'nothing'}"
    else:
        text = f"hand: {player['city_cards']} city, {player['double_turn_cards']} double-turn cards"
    return text + (f", branch card of {player['branch_card']}" if player["branch_card"] else "")
