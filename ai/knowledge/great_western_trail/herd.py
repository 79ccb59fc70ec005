"""What a player's cards in Great Western Trail are worth in Kansas City."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CARDS, CATTLE
from railhead.games.great_western_trail.rules import cards
from railhead.games.great_western_trail.rules.turns import hand_limit
from railhead.games.great_western_trail.state import Position
from railhead.games.vectors import vec

VALUES: Final = 10
"""Breeding values are below this."""


@final
class Herd:
    """Numbers of one player's cards.

    `value` is the breeding value of the hand, without the breeds in `without`; `idle` are its
    cattle cards that add nothing to it. `expected` is what a hand drawn at random from all own
    cards brings on average, `best` the most that one can bring. `owned` counts cattle by breeding
    value, `gone` the cards of the first deck that are no longer there, by the same.
    """

    def __init__(self) -> None:
        self.owned: vec[i64] = vec[i64]([0] * VALUES)
        self.gone: vec[i64] = vec[i64]([0] * VALUES)
        self.breeds: vec[i64] = vec[i64]([0] * VALUES)
        self.value: i64 = 0
        self.idle: i64 = 0
        self.hand: i64 = 0
        self.pile: i64 = 0
        self.all: i64 = 0
        self.best: i64 = 0
        self.expected: float = 0.0

    def look(self, position: Position, seat: i64, without: i64) -> None:
        """Take in the cards of a seat; `without` are breeds, a bit each."""
        cells = position.cells
        own: i64 = state.block(seat)
        self.hand = state.count(cells, own + state.HAND, CARDS)
        self.pile = state.count(cells, own + state.PILE, CARDS)
        self.all = self.hand + self.pile + state.count(cells, own + state.DISCARDS, CARDS)
        self._clear()
        room: i64 = hand_limit(position, seat)
        miss = 0.0
        if room < self.all:
            miss = 1.0 - float(room) / float(self.all)
        self._count(position, own, without, miss)
        breeds = self.breeds
        value: i64 = VALUES - 1
        while value > 0 and room > 0:
            number: i64 = breeds[value]
            if number > room:
                number = room
            self.best += number * value
            room -= number
            value -= 1

    def _clear(self) -> None:
        owned = self.owned
        gone = self.gone
        breeds = self.breeds
        value: i64 = 0
        while value < VALUES:
            owned[value] = 0
            gone[value] = 0
            breeds[value] = 0
            value += 1
        self.value = 0
        self.idle = 0
        self.best = 0
        self.expected = 0.0

    def _count(self, position: Position, own: i64, without: i64, miss: float) -> None:
        """Go through the kinds of cattle breed by breed; a card is not drawn by chance `miss`."""
        cells = position.cells
        components = position.components
        owned = self.owned
        gone = self.gone
        breeds = self.breeds
        card: i64 = 0
        while card < CATTLE:
            breed: i64 = components.breed[card]
            value: i64 = components.value[card]
            held: i64 = 0
            number: i64 = 0
            first: i64 = 0
            while card < CATTLE and components.breed[card] == breed:
                held += cells[own + state.HAND + card]
                number += cards.owned(cells, own, card)
                first += components.start_cards[card]
                card += 1
            owned[value] += number
            if number < first:
                gone[value] += first - number
            if held > 0:
                self.idle += held
                if (without >> breed) & 1 == 0:
                    self.value += value
                    self.idle -= 1
            if number > 0:
                breeds[value] += 1
                absent = 1.0
                while number > 0:
                    absent *= miss
                    number -= 1
                self.expected += (1.0 - absent) * float(value)
