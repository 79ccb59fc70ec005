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

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from mypy_extensions import i64

from games import data
from games.game import SEATS, Game, Ruleset, Setup, State
from games.options import ChoiceOption, FileOption, SwitchOption
from games.random import Source, shuffled
from games.vectors import vec
from games.vocabulary import Vocabulary
from tests.veil import rules
from tests.veil.actions import VOCABULARY
from tests.veil.rules import Veil

PHASES = ("draw", "select", "reveal", "take", "give", "show", "uncover", "over")


class VeilGame(Game):
    """Veil with one deck: `names` and `points` of the cards, ascending, and `show_from`."""

    kind: type[Veil] = Veil

    def __init__(
        self, ruleset: Ruleset, content: Mapping[str, Any], data_hash: str, vocabulary: Vocabulary
    ) -> None:
        super().__init__(ruleset, content, data_hash, vocabulary)
        cards = content["deck"]["cards"]
        self.names: list[str] = [card["name"] for card in cards]
        self.points: list[int] = [card["points"] for card in cards]
        self.show_from: int = self.names.index(content["deck"]["show_from"])

    def draw_setup(self, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
        row = shuffled(list(range(len(self.names))), source)[:seats]
        return {
            "seats": seats,
            "options": dict(options),
            "row": [self.names[card] for card in sorted(row)],
        }

    def start(self, setup: Setup) -> State:
        seats, options, row = setup["seats"], setup["options"], setup["row"]
        if len(set(row)) != seats or not set(row) <= set(self.names):
            raise ValueError(f"the row needs {seats} different cards of the deck, not {row}")
        cells = [0] * self.cell_count(seats)
        cells[SEATS] = seats
        cells[rules.LOW_WINS] = int(options["best"] == "low")
        cells[rules.GIVING] = int(options["giving"])
        state = self.kind(self, vec[i64](cells))
        for name in row:
            state.move(self.names.index(name), rules.ROW, rules.EVERYBODY)
        return state

    def position(self, cells: vec[i64]) -> State:
        return self.kind(self, cells)

    def cell_count(self, seats: int) -> int:
        return rules.PLACES + 2 * len(self.names)

    def view(self, state: State, viewer: int) -> dict[str, Any]:
        assert isinstance(state, Veil)
        return {
            "phase": PHASES[state.cells[rules.PHASE]],
            "to_act": state.to_act(),
            "deck": len(state.at(rules.DECK)),
            "row": self._named(state.at(rules.ROW)),
            "discards": self._named(state.at(rules.OUT)),
            "seats": [self._seat(state, viewer, seat) for seat in range(state.seats())],
        }

    def _seat(self, state: Veil, viewer: int, seat: int) -> dict[str, Any]:
        chosen = state.at(rules.CHOSEN + seat)
        hand = sorted(state.at(rules.HAND + seat) + chosen)
        pile = state.at(rules.PILE + seat)
        bit = rules.bit_of(viewer)
        return {
            "hand_size": len(hand),
            "hand": self._named([card for card in hand if state.seen(card) & bit]),
            "has_selected": bool(chosen),
            "selected": self._named(chosen)[0] if chosen and viewer == seat else None,
            "table": self._named(state.at(rules.TABLE + seat)),
            "pile_size": len(pile),
            "pile": self._named([card for card in pile if state.seen(card) & bit]),
            "points": int(state.cells[rules.POINTS + seat]),
        }

    def _named(self, cards: list[int]) -> list[str]:
        return [self.names[card] for card in cards]


class VeilRuleset(Ruleset):
    """Veil as published, which it never was."""

    def bind(self, content: Mapping[str, Any], sources: Mapping[str, str]) -> Game:
        deck = data.Entry(content["deck"], sources["deck"])
        deck.only("source", "show_from", "cards")
        cards = deck["cards"].items()
        if not 12 <= len(cards) <= 60:
            raise deck["cards"].fail(f"has {len(cards)} cards, not 12 to 60")
        names: list[str] = []
        for card in cards:
            card.only("name", "points")
            if card["name"].text() in names:
                raise card["name"].fail("is the name of another card too")
            names.append(card["name"].text())
            card["points"].integer(0, 9)
        deck["show_from"].index(names)
        vocabulary = self.vocabulary.bound({"cards": names})
        return VeilGame(self, content, data.digest(content), vocabulary)

    def picture(self, view: Mapping[str, Any]) -> str:
        lines = [f"Row: {', '.join(view['row'])}"]
        lines += [f"Seat {n}: {', '.join(seat['hand'])}" for n, seat in enumerate(view["seats"])]
        texts = "".join(
            f'<text x="10" y="{30 * (n + 1)}">{escape(line)}</text>' for n, line in enumerate(lines)
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">'
            f"{texts}<title>{escape(self.notices[0])}</title></svg>"
        )


RULESET = VeilRuleset(
    id="veil",
    name="Veil",
    version=1,
    folder=Path(__file__).parent,
    min_seats=2,
    max_seats=4,
    options=(
        FileOption("deck", "plain", "The cards."),
        ChoiceOption("best", ("high", "low"), "high", "Which end of the ranking wins a round."),
        SwitchOption("giving", True, "Whether cards may be given away."),
    ),
    vocabulary=VOCABULARY,
    hides=True,
    ply_cap=150,
    notices=("Veil exists only for tests.",),
)
