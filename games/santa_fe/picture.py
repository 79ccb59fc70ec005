"""The table of Santa Fe as SVG, drawn from its view alone: map with track, players, caption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, FELT, MUTED, PANEL, PAPER, PIECE_INK
from railhead.games.layout import WIDE, Block, Columns, Region, Table, measure
from railhead.games.santa_fe.map_picture import extent, map_of
from railhead.games.santa_fe.player_picture import players
from railhead.games.santa_fe.tokens import colour_of, draw_badge
from railhead.games.svg import Drawing, seat_name, width_of

SIDE: Final = 330
NARROW: Final = 340
"""So narrow that on a screen of 360 pixels nothing is drawn smaller."""

LEGEND: Final = (
    "Cities show their value, start cities an S; squares beside them are railroads, by the first "
    "letter of their code, that earn a special bonus there. Brown lines are mountain lines, blue "
    "strokes rivers. Filled spaces are track in the colour of its railroad; rings around cities, "
    "and discs on lines, are the ends of routes."
)


def table_of(view: Mapping[str, Any], names: Sequence[str] = (), layout: str = WIDE) -> Table:
    """The table of `view` as parts that can be drawn."""
    columns = Columns(extent(view)[0], SIDE, narrow_width=NARROW).of(layout)
    return Table(
        title="Santa Fe",
        said=said_of(view, names),
        paper=PAPER,
        columns=columns,
        board=Region("board", "Map", [map_of(view, columns)]),
        side=supplies(view, columns),
        row=players(view, names, columns.each(len(view["players"]))),
        sentences=[LEGEND, *view["notices"]],
    )


def said_of(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """The round, and who has to do what."""
    acting = view["to_act"]
    who = f"{seat_name(acting[0], names)}: " if len(acting) == 1 else ""
    who = f"{len(acting)} players: " if len(acting) > 1 else who
    return f"round {view['round']} · {who}{view['phase'].replace('_', ' ')}"


def supplies(view: Mapping[str, Any], columns: Columns) -> list[Region]:
    """The railroads' pieces and branch cards, the deck, the open supplies."""
    width = columns.side
    cities = {city["city"]: city["name"] for city in view["map"]["cities"]}

    def panel(road: Mapping[str, Any]) -> Block:
        return measure(width, lambda out, height: draw_railroad(out, road, cities, width, height))

    stock = Block(width, 112, lambda out, _height: draw_stock(out, view, width))
    return [
        Region("railroads", "Railroads", [panel(road) for road in view["railroads"]]),
        Region("stock", "Cards and engineers", [stock]),
    ]


def draw_stock(out: Drawing, view: Mapping[str, Any], width: float) -> None:
    """What is left of cards and engineers."""
    out.panel(0, 0, width, 112)
    stock = {
        "city": (view["deck"], "city cards in the deck"),
        "double": (view["double_turn_cards"], "double-turn cards"),
        "engineer": (view["engineers"], "engineers"),
    }
    for row, (name, (number, text)) in enumerate(stock.items()):
        with out.element(f"stock-{name}", f"{number} {text}"):
            out.rect(10, 10 + 32 * row, width - 20, 28, FELT, rx=5)
            out.text(44, 30 + 32 * row, str(number), 17, anchor="end", weight="bold")
            out.text(54, 29 + 32 * row, text, 14)


def draw_railroad(
    out: Drawing, road: Mapping[str, Any], cities: Mapping[str, str], width: float, height: float
) -> float:
    """A railroad with its pieces, branch cards, routes and bonuses at the `cities`, by code."""
    name, room = road["railroad"], width - 60
    words = f"{road['name']}: {road['supply']} pieces, {len(road['routes'])} routes"
    with out.element(f"railroad-{name}", words):
        out.rect(0, 0, width, height, PANEL, rx=8, stroke=EDGE)
        colour = colour_of(road)
        out.rect(10, 10, 26, height - 20, colour, rx=4, stroke=PIECE_INK, stroke_width=1)
        draw_badge(out, road, 12, 12, 22)
        left = width_of(str(road["supply"]), 20, True)
        out.text(46, 25, f"{road['name']} ({name})", 16, weight="bold", room=room)
        out.text(46, 50, str(road["supply"]), 20, weight="bold")
        out.text(51 + left, 49, "pieces left", 13)
    cards = f"{road['branch_cards']} branch cards"
    with out.element(f"stock-{name}", f"{cards} of {road['name']}"):
        out.rect(width - 142, 33, 132, 24, FELT, rx=5)
        out.text(width - 76, 50, cards, 13, anchor="middle")
    ends = ", ".join(_end(route, cities) for route in road["routes"]) or "no route"
    bottom = out.lines(46, 75, f"Now at {ends}", 13, room)
    special = [cities[code] for code in road["special"] if code in cities]
    if special:
        bottom = out.lines(46, bottom, f"Bonus in {', '.join(special)}", 12, room, fill=MUTED)
    return bottom - 6


def _end(route: Mapping[str, Any], cities: Mapping[str, str]) -> str:
    at, towards = route["at"], route["towards"]
    return cities[at] if towards is None else f"{cities[at]}–{cities[towards]}"
