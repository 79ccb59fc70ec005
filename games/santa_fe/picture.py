"""The table of Santa Fe as SVG, drawn from its view alone: map with track, players, caption."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from games.santa_fe.map_picture import MARGIN, TOP, colour_of, draw_map
from games.svg import EDGE, INK, PANEL, Drawing, caption_height, seat_name, width_of

PAPER: Final = "#f3ead2"
FELT: Final = "#efe6cc"
SIDE_WIDTH: Final = 330
GAP: Final = 12
MUTED: Final = "#5c4c33"

LEGEND: Final = (
    "Cities show their value, start cities an S, and the code that moves name them by; squares "
    "beside them are railroads, by their first letter, that earn a special bonus there. Brown "
    "lines are mountain lines, blue strokes rivers. Filled spaces are track in the colour of its "
    "railroad; rings around cities, and discs on lines, are the ends of routes."
)


def drawn(view: Mapping[str, Any], names: Sequence[str] = (), marked: Collection[str] = ()) -> str:
    """The table of `view` as an SVG document."""
    shown = view["map"]
    sentences = [LEGEND, *view["notices"]]
    width = shown["width"] + SIDE_WIDTH + 3 * MARGIN
    top = TOP + shown["height"] + MARGIN
    scratch = Drawing(width, 0, PAPER, "")
    boards = max(draw_player(scratch, view, one, 0, 0, width) for one in view["players"]) + 4
    height = top + boards + 28 + caption_height(sentences, width)
    out = Drawing(width, height, PAPER, "Santa Fe")
    out.text(24, 40, "Santa Fe", 28, weight="bold")
    phase = view["phase"].replace("_", " ")
    out.text(175, 40, f"round {view['round']} · {phase}", 16)
    draw_map(out, view)
    draw_supplies(out, view, 2 * MARGIN + shown["width"], TOP)
    draw_players(out, view, names, top, boards)
    out.caption(sentences, top + boards + 24)
    return out.document(marked)


def draw_supplies(out: Drawing, view: Mapping[str, Any], x: float, y: float) -> None:
    """The railroads' pieces and branch cards, the deck, the open supplies."""
    for index, road in enumerate(view["railroads"]):
        draw_railroad(out, road, x, y + 92 * index)
    top = y + 92 * len(view["railroads"])
    out.panel(x, top, SIDE_WIDTH, 112)
    stock = {
        "city": f"{view['deck']} city cards in the deck",
        "double": f"{view['double_turn_cards']} double-turn cards",
        "engineer": f"{view['engineers']} engineers",
    }
    for row, (name, text) in enumerate(stock.items()):
        with out.element(f"stock-{name}", text):
            out.rect(x + 10, top + 10 + 32 * row, SIDE_WIDTH - 20, 28, FELT, rx=5)
            out.text(x + 20, top + 29 + 32 * row, text, 14)


def draw_railroad(out: Drawing, road: Mapping[str, Any], x: float, top: float) -> None:
    """A railroad with its pieces, branch cards and routes."""
    name = road["railroad"]
    words = f"{road['name']}: {road['supply']} pieces, {len(road['routes'])} routes"
    with out.element(f"railroad-{name}", words):
        out.rect(x, top, SIDE_WIDTH, 84, PANEL, rx=8, stroke=EDGE)
        out.rect(x + 12, top + 14, 22, 56, colour_of(road), rx=3, stroke=INK, stroke_width=1)
        title = f"{road['name']} ({name})"
        out.text(x + 46, top + 24, title, 15, weight="bold", room=SIDE_WIDTH - 56)
        ends = ", ".join(_end(route) for route in road["routes"]) or "no route"
        out.text(x + 46, top + 72, f"at {ends}", 12, room=SIDE_WIDTH - 56)
        out.text(x + 46, top + 47, f"{road['supply']} pieces", 13)
    cards = f"{road['branch_cards']} branch cards"
    with out.element(f"stock-{name}", f"{cards} of {road['name']}"):
        out.rect(x + 140, top + 31, 134, 23, FELT, rx=5)
        out.text(x + 148, top + 47, cards, 13)


def _end(route: Mapping[str, Any]) -> str:
    return route["at"] if route["towards"] is None else f"{route['at']}–{route['towards']}"


def draw_players(
    out: Drawing, view: Mapping[str, Any], names: Sequence[str], y: float, height: float
) -> None:
    """What lies before each player."""
    width = _each(view, out.width)
    for index, player in enumerate(view["players"]):
        x = MARGIN + (width + GAP) * index
        acts = player["seat"] in view["to_act"]
        out.rect(
            x, y, width, height, PANEL, rx=10, stroke=INK if acts else EDGE,
            stroke_width=4 if acts else 1.5,
        )  # fmt: skip
        train = " · first" if player["seat"] == view["first_player"] else ""
        title = f"{seat_name(player['seat'], names)}{train}{' · to act' if acts else ''}"
        out.text(x + 12, y + 22, title, 14, weight="bold", room=width - 24)
        draw_player(out, view, player, x, y, out.width)


def _each(view: Mapping[str, Any], width: float) -> float:
    count = len(view["players"])
    return (width - 2 * MARGIN - GAP * (count - 1)) / count


def draw_player(
    out: Drawing,
    view: Mapping[str, Any],
    player: Mapping[str, Any],
    left: float,
    top: float,
    picture: float,
) -> float:
    """Money, cards and marks of a player, below the head; where they end."""
    room, x = _each(view, picture) - 24, left + 12
    cities = {city["city"]: city["name"] for city in view["map"]["cities"]}
    values = {city["city"]: city["value"] for city in view["map"]["cities"]}
    seat = player["seat"]
    y = top + 42
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
