"""What lies before the players of Santa Fe, in the picture: money, cards and marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from railhead.games.colours import CARD, EDGE, FELT, INK, MUTED, PANEL, PIECE_INK, ink_on
from railhead.games.layout import Block, Region, measure, seat_region
from railhead.games.santa_fe.tokens import CHOSEN, disc_of
from railhead.games.santa_fe.wording import round_marks
from railhead.games.svg import (
    Drawing,
    fit_text,
    seat_name,
    seat_number,
    width_of,
    wrap_text,
)

CARD_WIDTH: Final = 98
"""What a card has at least."""
CARD_HEIGHT: Final = 34
NAME_SIZE: Final = 11


class Shown(NamedTuple):
    """A card of a row: its code, what it is called, and what it counts at the end."""

    code: str
    name: str
    value: int | None
    chosen: bool = False


def players(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Region]:
    """What lies before each player."""

    def panel(player: Mapping[str, Any]) -> Block:
        def draw(out: Drawing, height: float) -> float:
            draw_head(out, view, names, player, width, height)
            return draw_player(out, view, player, width)

        return measure(width, draw)

    return [seat_region(one["seat"], names, [panel(one)]) for one in view["players"]]


def draw_head(
    out: Drawing,
    view: Mapping[str, Any],
    names: Sequence[str],
    player: Mapping[str, Any],
    width: float,
    height: float,
) -> None:
    """The panel of a player with its number, name and turn."""
    acts = player["seat"] in view["to_act"]
    out.rect(
        0, 0, width, height, PANEL, rx=10, stroke=INK if acts else EDGE,
        stroke_width=4 if acts else 1.5,
    )  # fmt: skip
    out.rect(2, 2, width - 4, 30, FELT, rx=8)
    first = ["first"] * (player["seat"] == view["first_player"])
    marks = " · ".join([*first, *["to act"] * acts])
    room = width - 58 - width_of(marks, 13, True)
    number = seat_number(player["seat"])
    out.circle(20, 17, 11, INK)
    out.text(20, 22, number, 14, anchor="middle", fill=PANEL, weight="bold")
    out.text(40, 23, seat_name(player["seat"], names), 16, weight="bold", room=room)
    out.text(width - 12, 22, marks, 13, anchor="end", weight="bold")


def draw_player(
    out: Drawing, view: Mapping[str, Any], player: Mapping[str, Any], width: float
) -> float:
    """Money large, then marks and cards of a player; where they end."""
    room = width - 24
    draw_numbers(out, player, width)
    y = 98.0
    roads = {road["railroad"]: road["name"] for road in view["railroads"]}
    said = ", ".join(_marks(player, roads))
    if said:
        y = out.lines(12, y + 4, said[0].upper() + said[1:], 12.5, room) + 2
    seat = player["seat"]
    if player["hand"] is not None:
        shown = [_card_of(view, card, card == player["selected"]) for card in player["hand"]]
        y = draw_cards(out, f"hand-{seat}", "Hand", shown, y, room)
    played = [_card_of(view, card, False) for card in player["tableau"]]
    return draw_cards(out, f"played-{seat}", "Played", played, y, room)


def draw_numbers(out: Drawing, player: Mapping[str, Any], width: float) -> None:
    """Money, what the played cards count, and how many cards are in hand."""
    money = "?" if player["money"] is None else f"${player['money']}"
    cells = (
        ("Money", money, 26),
        ("Played", f"${player['tableau_points']}", 20),
        ("City cards", str(player["city_cards"]), 20),
        ("Doubles", str(player["double_turn_cards"]), 20),
    )
    pitch = (width - 20) / len(cells)
    for index, (label, value, size) in enumerate(cells):
        left = 12 + pitch * index
        out.rect(left, 37, pitch - 4, 46, CARD if not index else FELT, rx=5)
        middle = left + pitch / 2 - 2
        out.text(middle, 50, label, 11, anchor="middle", fill=MUTED, room=pitch - 4)
        out.text(middle, 76, value, size, anchor="middle", weight="bold")


def _card_of(view: Mapping[str, Any], card: str, chosen: bool) -> Shown:
    """A card by its code; of a double-turn card there is no city."""
    cities = {city["city"]: city for city in view["map"]["cities"]}
    if card not in cities:
        return Shown(card, "double turn", None, chosen)
    return Shown(card, cities[card]["name"], cities[card]["value"], chosen)


def draw_cards(
    out: Drawing, kind: str, title: str, cards: Iterable[Shown], y: float, room: float
) -> float:
    """Cards beside and below each other, equal ones as one with their number; where they end."""
    numbers: dict[Shown, int] = {}
    for one in cards:
        numbers[one] = numbers.get(one, 0) + 1
    out.text(12, y + 3, f"{title}{'' if numbers else ': nothing'}", 12.5, weight="bold")
    y += 10
    each = max(1, int((room + 6) // (CARD_WIDTH + 6)))
    width = (room + 6) / each - 6
    for index, (card, number) in enumerate(numbers.items()):
        left, top = 12 + (width + 6) * (index % each), y + (CARD_HEIGHT + 6) * (index // each)
        words = f"{card.name} {card.value}" if card.value is not None else card.name
        words += " ✓" if card.chosen else ""
        words = words if number == 1 else f"{number} × {words}"
        with out.element(f"{kind}-{card.code}", f"{words}, {title.lower()}"):
            draw_card(out, card, number, left, top, width)
    return y + (CARD_HEIGHT + 6) * -(-len(numbers) // each) + (14 if numbers else 6)


def draw_card(
    out: Drawing, card: Shown, number: int, left: float, top: float, width: float
) -> None:
    """A card with its value and name; the chosen one has a thick edge and a tick."""
    out.rect(
        left, top, width, CARD_HEIGHT, CHOSEN if card.chosen else CARD, rx=5,
        stroke=INK if card.chosen else EDGE, stroke_width=3 if card.chosen else 1,
    )  # fmt: skip
    middle = top + CARD_HEIGHT / 2
    value = "2×" if card.value is None else str(card.value)
    disc = disc_of(card.value)
    out.circle(left + 16, middle, 12, disc, stroke=PIECE_INK, stroke_width=1.2)
    size = 11 if card.value is None else 15
    out.text(left + 16, middle + 0.36 * size, value, size, anchor="middle", weight="bold",
             fill=ink_on(disc))  # fmt: skip
    suffix = f" ×{number}" * (number > 1) + " ✓" * card.chosen
    room = width - 36
    lines = [
        fit_text(line, NAME_SIZE, room) for line in wrap_text(card.name + suffix, NAME_SIZE, room)
    ]
    base = middle + 4 - 6.5 * (len(lines) - 1)
    for row, line in enumerate(lines):
        out.text(left + 32, base + 13 * row, line, NAME_SIZE)


def _marks(player: Mapping[str, Any], roads: Mapping[str, str]) -> list[str]:
    """What else is to be said of a player."""
    marks = round_marks(player, roads)
    pieces = [f"{number} {roads[name]}" for name, number in player["track_pieces"].items()]
    if pieces:
        marks.append("bought pieces: " + ", ".join(pieces))
    return marks
