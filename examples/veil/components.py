"""The cards and numbers of Veil, read from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from examples.veil.data_schema import DECK
from railhead.games.data import Entry
from railhead.games.data_schema import check
from railhead.games.vectors import vec, vector


@final
class Components:
    """Every number of the game that is data. Raises `DataError` where a file is wrong.

    Cards are numbers from 0, from the lowest to the highest.
    """

    def __init__(self, files: Mapping[str, Entry]) -> None:
        pieces, deck = files["pieces"], files["deck"]
        pieces.only("hand", "gift", "showing")
        self.hand_size: i64 = pieces["hand"].check_sourced("cards")["cards"].integer(1, 2)
        self.gift_points: i64 = pieces["gift"].check_sourced("points")["points"].integer(1, 9)
        self.show_points: i64 = pieces["showing"].check_sourced("points")["points"].integer(1, 9)
        check(deck, DECK)
        self.card_names: list[str] = []
        self.card_points: vec[i64] = self._read_cards(deck["cards"])
        self.cards: i64 = len(self.card_names)
        self.show_from: i64 = deck["show_from"].index(self.card_names)
        deck.settle()

    def _read_cards(self, entry: Entry) -> vec[i64]:
        cards = entry.items()
        for card in cards:
            name = card["name"].text()
            if name in self.card_names:
                card["name"].refuse("is the name of another card too")
            self.card_names.append(name)
        return vector([card["points"].number() for card in cards])
