"""The table of Veil as SVG, made of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import CARD, EDGE, PAPER
from railhead.games.layout import WIDE, Block, Columns, Region, Table, measure, seat_region
from railhead.games.svg import Drawing, seat_name, seat_number, width_of

COLUMNS: Final = Columns(720, 0)
CARD_HEIGHT: Final = 34
ROW_HEIGHT: Final = 54


def table_of(view: Mapping[str, Any], names: Sequence[str] = (), layout: str = WIDE) -> Table:
    """The row and the discards, then a row of cards for each seat."""
    columns = COLUMNS.of(layout)
    width = columns.board
    seats = []
    for number, seat in enumerate(view["seats"]):
        acts = " · to act" if number in view["to_act"] else ""
        points = f" · {seat['points']} points, pile of {seat['pile_size']}"
        title = f"{seat_name(number, names)}{points}{acts}"
        unseen = ["?"] * (seat["hand_size"] - len(seat["hand"]))
        cards = [*seat["hand"], *unseen, *seat["table"], *seat["pile"]]
        block = cards_of(title, cards, width, f"of seat {seat_number(number)}", seat)
        seats.append(seat_region(number, names, [block]))
    row = cards_of(f"Row · {view['deck']} in the deck", view["row"], width)
    discards = cards_of("Discards", view["discards"], width)
    return Table(
        title="Veil",
        paper=PAPER,
        columns=columns,
        board=Region("board", "Row", [row]),
        below=[Region("discards", "Discards", [discards]), *seats],
        sentences=view["notices"],
    )


def cards_of(
    title: str,
    cards: Sequence[str],
    room: float,
    where: str = "open to all",
    seat: Mapping[str, Any] | None = None,
) -> Block:
    """Titled rows of cards; those of a seat that lie before it stand apart, with their place."""

    def draw(out: Drawing, _height: float) -> float:
        out.text(4, 20, title, 15, weight="bold", room=room - 8)
        x, y = 4.0, 30.0
        for card in cards:
            place = _place(card, seat)
            width = max(34.0, width_of(card, 14) + 20, width_of(place, 11) + 8)
            if x + width > room:
                x, y = 4.0, y + ROW_HEIGHT
            if card == "?":
                draw_card(out, card, place, x, y, width)
            else:
                with out.element(f"card-{card}", f"{card}, {place or where}"):
                    draw_card(out, card, place, x, y, width)
            x += width + 8
        return y + ROW_HEIGHT - 10

    return measure(room, draw)


def _place(card: str, seat: Mapping[str, Any] | None) -> str:
    """Where a card of a seat lies, but for those that are only in hand."""
    if seat is None or card == "?":
        return ""
    if card == seat["selected"]:
        return "selected"
    return "played" if card in seat["table"] else "pile" if card in seat["pile"] else ""


def draw_card(out: Drawing, card: str, place: str, x: float, y: float, width: float) -> None:
    """One card."""
    out.rect(x, y, width, CARD_HEIGHT, CARD, rx=5, stroke=EDGE)
    out.text(x + width / 2, y + 22, card, 14, anchor="middle")
    if place:
        out.text(x + width / 2, y + CARD_HEIGHT + 12, place, 11, anchor="middle")
