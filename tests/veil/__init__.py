"""Veil: a small card game that has what the shipped games have not all got.

A service test or the conformance suite hosts it through `RAILHEAD_EXTRA_GAMES=tests.veil`.

The cards are ranked; each has a number of points. As many cards as there are seats lie face up in
the row. Each round every seat draws up to two cards, then all **select** one in secret, at the same
time. When all have, the cards are revealed. The best card (the highest, or with `best: low` the
lowest) goes to its seat's pile, and that seat takes one card of the row into its hand. It may then
**give** one of its closed cards, face down, to the next seat's pile, for two points. The seat whose
card came last may **show** a closed card from `show_from` of the data file upward, for one point.
The match ends with the last card of the row, or when somebody has no card to select; cards given
face down are uncovered, and the points in the piles count. Ties go to the highest card in the pile.

| what | who knows it | how it is kept |
| --- | --- | --- |
| row, table, discards, piles, points, sizes of hands and deck | all | `seen` is everybody |
| a card drawn | its drawer | `seen` is that seat |
| a selected card until it is revealed, even one known to be in hand | its seat | `CHOSEN` |
| a card given face down | giver and receiver, who remember it | `seen` is these two |
| a card taken or shown, and in a hand since | all, who remember it | `seen` is everybody |
| whether a seat that passed could have shown a card | that seat | `pass` is secret |
| the order of the deck | nobody: a card is decided when it is drawn | no order is kept |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from games.data import Entry
from games.game import Ruleset, Setup
from games.options import ChoiceOption, FileOption, SwitchOption
from games.random import Source, shuffled
from tests.veil import rules
from tests.veil.actions import VOCABULARY
from tests.veil.rules import Veil

PHASES = ("draw", "select", "reveal", "take", "give", "show", "uncover", "over")


class Deck:
    """`names` and `points` of the cards, ascending, and `show_from`."""

    def __init__(self, files: Mapping[str, Entry]) -> None:
        deck = files["deck"]
        deck.only("source", "show_from", "cards")
        cards = deck["cards"].items()
        if not 12 <= len(cards) <= 60:
            raise deck["cards"].fail(f"has {len(cards)} cards, not 12 to 60")
        self.names: list[str] = []
        self.points: list[int] = []
        for card in cards:
            card.only("name", "points")
            if card["name"].text() in self.names:
                raise card["name"].fail("is the name of another card too")
            self.names.append(card["name"].text())
            self.points.append(card["points"].integer(0, 9))
        self.show_from = deck["show_from"].index(self.names)


def cell_count(deck: Deck, seats: int) -> int:
    return rules.PLACES + 2 * len(deck.names)


def draw(deck: Deck, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
    row = shuffled(list(range(len(deck.names))), source)[:seats]
    return {
        "seats": seats,
        "options": dict(options),
        "row": [deck.names[card] for card in sorted(row)],
    }


def lay_out(position: Veil, setup: Entry, options: Mapping[str, Any]) -> None:
    for card in setup["row"].indexes(position.deck.names, position.seats(), apart=True):
        position.move(card, rules.ROW, rules.EVERYBODY)


def view_of(position: Veil, viewer: int) -> dict[str, Any]:
    names = position.deck.names
    return {
        "phase": PHASES[position.cells[rules.PHASE]],
        "to_act": position.to_act(),
        "deck": len(position.at(rules.DECK)),
        "row": _named(names, position.at(rules.ROW)),
        "discards": _named(names, position.at(rules.OUT)),
        "seats": [seat_view(position, viewer, seat) for seat in range(position.seats())],
    }


def seat_view(position: Veil, viewer: int, seat: int) -> dict[str, Any]:
    names = position.deck.names
    chosen = position.at(rules.CHOSEN + seat)
    hand = sorted(position.at(rules.HAND + seat) + chosen)
    pile = position.at(rules.PILE + seat)
    bit = rules.bit_of(viewer)
    return {
        "hand_size": len(hand),
        "hand": _named(names, [card for card in hand if position.seen(card) & bit]),
        "has_selected": bool(chosen),
        "selected": _named(names, chosen)[0] if chosen and viewer == seat else None,
        "table": _named(names, position.at(rules.TABLE + seat)),
        "pile_size": len(pile),
        "pile": _named(names, [card for card in pile if position.seen(card) & bit]),
        "points": int(position.cells[rules.POINTS + seat]),
    }


def _named(names: Sequence[str], cards: list[int]) -> list[str]:
    return [names[card] for card in cards]


def drawn(view: Mapping[str, Any]) -> str:
    lines = [f"Row: {', '.join(view['row'])}"]
    lines += [f"Seat {n}: {', '.join(seat['hand'])}" for n, seat in enumerate(view["seats"])]
    texts = "".join(
        f'<text x="10" y="{30 * (n + 1)}">{escape(line)}</text>' for n, line in enumerate(lines)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">'
        f"{texts}<title>{escape(NOTICE)}</title></svg>"
    )


NOTICE = "Veil exists only for tests."

RULESET = Ruleset(
    id="veil",
    name="Veil",
    version=1,
    folder=Path(__file__).parent,
    min_seats=2,
    max_seats=4,
    options=(
        FileOption("deck", "plain", "The cards."),
        ChoiceOption(
            "best",
            ("high", "low"),
            "high",
            "Which end of the ranking wins a round.",
            cell=rules.LOW_WINS,
        ),
        SwitchOption("giving", True, "Whether cards may be given away.", cell=rules.GIVING),
    ),
    vocabulary=VOCABULARY,
    components=Deck,
    names=lambda deck: {"cards": deck.names},
    cell_count=cell_count,
    position=Veil,
    draw=draw,
    lay_out=lay_out,
    view=view_of,
    picture=drawn,
    hides=True,
    ply_cap=150,
    notices=(NOTICE,),
)
