"""The table of Santa Fe as SVG, drawn from its view alone: map with track, players, caption."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from railhead.games.layout import WIDE, Block, Columns, Table, measure
from railhead.games.santa_fe.map_picture import colour_of, map_of
from railhead.games.svg import EDGE, INK, PANEL, Drawing, seat_name, width_of

PAPER: Final = "#f3ead2"
FELT: Final = "#efe6cc"
SIDE_WIDTH: Final = 330
MUTED: Final = "#5c4c33"

LEGEND: Final = (
    "Cities show their value, start cities an S{codes}; squares beside them are railroads, by "
    "their first letter, that earn a special bonus there. Brown lines are mountain lines, blue "
    "strokes rivers. Filled spaces are track in the colour of its railroad; rings around cities, "
    "and discs on lines, are the ends of routes."
)
CODES: Final = ", and the code that moves name them by"


def render_svg(
    view: Mapping[str, Any],
    names: Sequence[str] = (),
    marked: Collection[str] = (),
    layout: str = WIDE,
) -> str:
    """The table of `view` as an SVG document."""
    columns = Columns(view["map"]["width"], SIDE_WIDTH).of(layout)
    table = Table(
        title="Santa Fe",
        said=f"round {view['round']} · {view['phase'].replace('_', ' ')}",
        paper=PAPER,
        columns=columns,
        board=map_of(view, columns),
        side=supplies(view, columns),
        row=players(view, names, columns.each(len(view["players"]))),
        sentences=[LEGEND.format(codes="" if columns.narrow else CODES), *view["notices"]],
    )
    return table.document(marked)


def supplies(view: Mapping[str, Any], columns: Columns) -> list[Block]:
    """The railroads' pieces and branch cards, the deck, the open supplies."""
    width = columns.side
    cities = {city["city"]: city["name"] for city in view["map"]["cities"]}
    shown = cities if columns.narrow else {code: code for code in cities}

    def panel(road: Mapping[str, Any]) -> Block:
        return measure(width, lambda out, height: draw_railroad(out, road, shown, width, height))

    stock = Block(width, 112, lambda out, _height: draw_stock(out, view, width))
    return [*(panel(road) for road in view["railroads"]), stock]


def draw_stock(out: Drawing, view: Mapping[str, Any], width: float) -> None:
    """What is left of cards and engineers."""
    out.panel(0, 0, width, 112)
    stock = {
        "city": f"{view['deck']} city cards in the deck",
        "double": f"{view['double_turn_cards']} double-turn cards",
        "engineer": f"{view['engineers']} engineers",
    }
    for row, (name, text) in enumerate(stock.items()):
        with out.element(f"stock-{name}", text):
            out.rect(10, 10 + 32 * row, width - 20, 28, FELT, rx=5)
            out.text(20, 29 + 32 * row, text, 14)


def draw_railroad(
    out: Drawing, road: Mapping[str, Any], cities: Mapping[str, str], width: float, height: float
) -> float:
    """A railroad with its pieces, branch cards and routes at the `cities`, by code."""
    name, room = road["railroad"], width - 56
    words = f"{road['name']}: {road['supply']} pieces, {len(road['routes'])} routes"
    with out.element(f"railroad-{name}", words):
        out.rect(0, 0, width, height, PANEL, rx=8, stroke=EDGE)
        out.rect(12, 14, 22, height - 28, colour_of(road), rx=3, stroke=INK, stroke_width=1)
        out.text(46, 24, f"{road['name']} ({name})", 15, weight="bold", room=room)
        out.text(46, 47, f"{road['supply']} pieces", 13)
        ends = ", ".join(_end(route, cities) for route in road["routes"]) or "no route"
        bottom = out.lines(46, 72, f"at {ends}", 12, room)
    cards = f"{road['branch_cards']} branch cards"
    with out.element(f"stock-{name}", f"{cards} of {road['name']}"):
        out.rect(140, 31, 134, 23, FELT, rx=5)
        out.text(148, 47, cards, 13)
    return bottom - 4


def _end(route: Mapping[str, Any], cities: Mapping[str, str]) -> str:
    at, towards = route["at"], route["towards"]
    return cities[at] if towards is None else f"{cities[at]}–{cities[towards]}"


def players(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Block]:
    """What lies before each player."""

    def panel(player: Mapping[str, Any]) -> Block:
        def draw(out: Drawing, height: float) -> float:
            draw_head(out, view, names, player, width, height)
            return draw_player(out, view, player, width) + 4

        return measure(width, draw)

    return [panel(player) for player in view["players"]]


def draw_head(
    out: Drawing,
    view: Mapping[str, Any],
    names: Sequence[str],
    player: Mapping[str, Any],
    width: float,
    height: float,
) -> None:
    """The panel of a player with its name."""
    acts = player["seat"] in view["to_act"]
    out.rect(
        0, 0, width, height, PANEL, rx=10, stroke=INK if acts else EDGE,
        stroke_width=4 if acts else 1.5,
    )  # fmt: skip
    train = " · first" if player["seat"] == view["first_player"] else ""
    title = f"{seat_name(player['seat'], names)}{train}{' · to act' if acts else ''}"
    out.text(12, 22, title, 14, weight="bold", room=width - 24)


def draw_player(
    out: Drawing, view: Mapping[str, Any], player: Mapping[str, Any], width: float
) -> float:
    """Money, cards and marks of a player, below the head; where they end."""
    x, y, room = 12, 42.0, width - 24
    cities = {city["city"]: city["name"] for city in view["map"]["cities"]}
    values = {city["city"]: city["value"] for city in view["map"]["cities"]}
    seat = player["seat"]
    for said in _player_lines(player):
        y = out.lines(x, y, said, 12, room)

    def words(card: str) -> str:
        return f"{cities[card]} {values[card]}" if card in cities else "double turn"

    if player["hand"] is not None:
        selected = player["selected"]
        shown = [
            (card, words(card) + (" ✓" if card == selected else "")) for card in player["hand"]
        ]
        y = draw_cards(out, f"hand-{seat}", "Hand", shown, x, y, room)
    played = [(card, words(card)) for card in player["tableau"]]
    return draw_cards(out, f"played-{seat}", "Played", played, x, y, room)


def draw_cards(
    out: Drawing,
    kind: str,
    title: str,
    cards: Iterable[tuple[str, str]],
    x: float,
    y: float,
    room: float,
) -> float:
    """A row of cards, equal ones as one with their number; the baseline below them."""
    numbers: dict[tuple[str, str], int] = {}
    for one in cards:
        numbers[one] = numbers.get(one, 0) + 1
    out.text(x, y + 2, f"{title}: {'' if numbers else 'nothing'}", 12, weight="bold")
    left = x + width_of(f"{title}: ", 12, True) + 4
    for (card, words), number in numbers.items():
        text = words if number == 1 else f"{number} × {words}"
        width = width_of(text, 11) + 10
        if left + width > x + room:
            left, y = x, y + 24
        with out.element(f"{kind}-{card}", f"{text}, {title.lower()}"):
            out.rect(left, y - 12, width, 20, "#ffffff", rx=4, stroke=EDGE)
            out.text(left + 5, y + 2, text, 11)
        left += width + 4
    return y + 26


def _player_lines(player: Mapping[str, Any]) -> list[str]:
    """What is said of a player in words."""
    money = "?" if player["money"] is None else player["money"]
    lines = [f"${money} · played cards worth {player['tableau_points']}"]
    if player["hand"] is None:
        doubles = player["double_turn_cards"]
        lines.append(f"hand: {player['city_cards']} city, {doubles} double-turn cards")
    marks = [
        f"branch card of {player['branch_card']} in hand" if player["branch_card"] else "",
        "double turn" if player["double_turn"] else "",
        f"branch card of {player['branch_card_played']}" if player["branch_card_played"] else "",
        "engineer" if player["engineer"] else "",
        "passed" if player["passed"] else "",
        "has selected" if player["has_selected"] else "",
        f"laid aside {player['laid_aside']}" if player["laid_aside"] else "",
        f"exchanged {player['exchanged']}" if player["exchanged"] else "",
    ]
    pieces = [f"{number} {name}" for name, number in player["track_pieces"].items()]
    if pieces:
        marks.append("bought pieces: " + ", ".join(pieces))
    said = ", ".join(mark for mark in marks if mark)
    return [*lines, said] if said else lines
