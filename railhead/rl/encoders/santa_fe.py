"""What a seat of Santa Fe may know of cards and money."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from railhead.games.game import SEATS, State
from railhead.games.santa_fe import state
from railhead.games.santa_fe.components import HAND_SLOTS
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec
from railhead.rl.encoder import Encoder

UNTOLD: Final = -1
"""What a viewer is told of money that is not shown, and of a card that it may not see."""
SIZES: Final = 5
"""Of a seat: money, city cards in hand, whether it has selected a card, which, cards exchanged."""


class SantaFeEncoder(Encoder):
    """Hand, selection and exchanged cards of the viewer; of others how many, and what is shown."""

    def write_shared(self, position: State, viewer: i64, out: vec[i16], at: i64) -> None:
        """The cards laid aside in the running exchange, and those that lie where none can see."""
        assert isinstance(position, Position)
        cells = position.cells
        cards: i64 = position.components.cards
        shown: bool = cells[state.OPEN_EXCHANGE] == 1 or cells[state.TURN] == viewer
        out[at] = 0
        for card in range(2 * cards):
            out[at + 1 + card] = 0
        self._write_unseen(position, viewer, out, at + 1 + cards)
        if cells[state.PHASE] != state.EXCHANGE:
            return
        for slot in range(HAND_SLOTS):
            laid: i64 = cells[state.PENDING + slot]
            if laid > 0:
                out[at] += i16(1)
                if shown:
                    out[at + laid] += i16(1)
                else:
                    out[at + cards + laid] += i16(1)

    def _write_unseen(self, position: Position, viewer: i64, out: vec[i16], at: i64) -> None:
        """Count the cards of the deck, of other hands, and others' exchanged ones if covered."""
        cells = position.cells
        covered: bool = cells[state.OPEN_EXCHANGE] == 0
        for card in range(position.components.cards):
            number: i64 = cells[state.city_at(card) + state.IN_DECK]
            if covered:
                for seat in range(cells[SEATS]):
                    if seat != viewer:
                        number += position.copies_of(seat, card, state.DISCARDED)
            out[at + card] = i16(number)
        for seat in range(cells[SEATS]):
            if seat != viewer:
                hand: i64 = state.block(seat) + state.HAND
                for slot in range(HAND_SLOTS):
                    held: i64 = cells[hand + slot]
                    if held > 0:
                        out[at + held - 1] += i16(1)

    def write_seat(self, position: State, viewer: i64, seat: i64, out: vec[i16], at: i64) -> None:
        """A seat's money and cards as far as the viewer knows them."""
        assert isinstance(position, Position)
        cells = position.cells
        own: i64 = state.block(seat)
        cards: i64 = position.components.cards
        mine: bool = seat == viewer
        shown: bool = mine or cells[state.OPEN_EXCHANGE] == 1
        ended: bool = cells[state.PHASE] == state.MATCH_OVER
        money: i64 = UNTOLD
        if mine or cells[state.OPEN_MONEY] == 1 or ended:
            money = cells[own + state.MONEY]
        chosen: i64 = cells[own + state.CHOSEN]
        out[at] = i16(money)
        out[at + 1] = i16(position.city_cards(seat))
        out[at + 2] = i16(1 if chosen > 0 else 0)
        out[at + 3] = i16(chosen if mine else UNTOLD)
        exchanged: i64 = 0
        at += SIZES
        for card in range(cards):
            out[at + card] = 0
            out[at + cards + card] = i16(position.copies_of(seat, card, state.TABLEAU))
            copies: i64 = position.copies_of(seat, card, state.DISCARDED)
            exchanged += copies
            out[at + 2 * cards + card] = i16(copies if shown else UNTOLD)
        out[at - 1] = i16(exchanged)
        for slot in range(HAND_SLOTS):
            held: i64 = cells[own + state.HAND + slot]
            if mine and held > 0:
                out[at + held - 1] += i16(1)
