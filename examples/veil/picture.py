"""The table of Veil as SVG, made of a view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.svg import EDGE, Drawing, caption_height, seat_name, width_of

WIDTH: Final = 760
ROW_HEIGHT: Final = 84
CARD_HEIGHT: Final = 34


def drawn(view: Mapping[str, Any], names: Sequence[str] = (), marked: Collection[str] = ()) -> str:
    """The row and the discards, then a row of cards for each seat."""
    height = ROW_HEIGHT * (len(view["seats"]) + 2) + 24
    out = Drawing(WIDTH, height + caption_height(view["notices"], WIDTH), "#f3ead7", "Veil")
    draw_cards(out, f"Row · {view['deck']} in the deck", view["row"], 12)
    draw_cards(out, "Discards", view["discards"], 12 + ROW_HEIGHT)
    for number, seat in enumerate(view["seats"]):
        acts = " · to act" if number in view["to_act"] else ""
        points = f" · {seat['points']} points, pile of {seat['pile_size']}"
        title = f"{seat_name(number, names)}{points}{acts}"
        unseen = ["?"] * (seat["hand_size"] - len(seat["hand"]))
        cards = [*seat["hand"], *unseen, *seat["table"], *seat["pile"]]
        where = f"of seat {number}"
        draw_cards(out, title, cards, 12 + ROW_HEIGHT * (number + 2), where, seat)
    out.caption(view["notices"], height)
    return out.document(marked)


def draw_cards(
    out: Drawing,
    title: str,
    cards: Sequence[str],
    top: float,
    where: str = "open to all",
    seat: Mapping[str, Any] | None = None,
) -> None:
    """A titled row of cards; those of a seat that lie before it stand apart, with their place."""
    out.text(24, top + 20, title, 15, weight="bold", room=WIDTH - 48)
    x = 24.0
    for card in cards:
        place = _place(card, seat)
        width = max(34.0, width_of(card, 14) + 20, width_of(place, 10) + 8)
        if card == "?":
            draw_card(out, card, place, x, top + 30, width)
        else:
            with out.element(f"card-{card}", f"{card}, {place or where}"):
                draw_card(out, card, place, x, top + 30, width)
        x += width + 8


def _place(card: str, seat: Mapping[str, Any] | None) -> str:
    """Where a card of a seat lies, but for those that are only in hand."""
    if seat is None or card == "?":
        return ""
    if card == seat["selected"]:
        return "selected"
    return "played" if card in seat["table"] else "pile" if card in seat["pile"] else ""


def draw_card(out: Drawing, card: str, place: str, x: float, y: float, width: float) -> None:
    """One card."""
    out.rect(x, y, width, CARD_HEIGHT, "#ffffff", rx=5, stroke=EDGE)
    out.text(x + width / 2, y + 22, card, 14, anchor="middle")
    if place:
        out.text(x + width / 2, y + CARD_HEIGHT + 12, place, 10, anchor="middle")
