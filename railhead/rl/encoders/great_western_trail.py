"""What a seat of Great Western Trail may know of cards, and the decisions that are still owed."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from railhead.games.game import State
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CARDS, OBJECTIVES
from railhead.games.great_western_trail.pending import FRAME
from railhead.games.great_western_trail.rules.secrets import public_pool
from railhead.games.great_western_trail.state import Position
from railhead.games.vectors import vec
from railhead.rl.encoder import Encoder

FRAMES_TOLD: Final = 12
"""How many of the decisions still owed are told, from the next one on."""
OF_FRAMES: Final = FRAME * FRAMES_TOLD
SIZES: Final = 3
"""Of a seat: cards in hand, cards in the own deck, cards that all others may only guess."""
OF_CARDS: Final = 2 * CARDS + SIZES


class GreatWesternTrailEncoder(Encoder):
    """Hand and deck of the viewer; of others what all know of both."""

    def write_shared(self, position: State, viewer: i64, out: vec[i16], at: i64) -> None:
        """What is owed, the next first, and the size of the objective deck."""
        cells = position.cells
        deck: i64 = state.count(cells, state.OBJECTIVE_DECK, OBJECTIVES)
        out[at] = i16(deck)
        at += 1
        depth: i64 = cells[state.DEPTH] - 1
        for _ in range(FRAMES_TOLD):
            for part in range(FRAME):
                value: i64 = 0
                if depth >= 0:
                    value = cells[state.STACK + FRAME * depth + part]
                out[at] = i16(value)
                at += 1
            depth -= 1

    def write_seat(self, position: State, viewer: i64, seat: i64, out: vec[i16], at: i64) -> None:
        """The cards of a seat as far as the viewer knows them."""
        assert isinstance(position, Position)
        cells = position.cells
        own: i64 = state.block(seat)
        hand: i64 = own + state.HAND
        pile: i64 = own + state.PILE
        out[at] = i16(state.count(cells, hand, CARDS))
        out[at + 1] = i16(state.count(cells, pile, CARDS))
        out[at + 2] = i16(cells[own + state.SECRETS])
        at += SIZES
        if seat == viewer:
            for card in range(CARDS):
                out[at + card] = i16(cells[hand + card])
                out[at + CARDS + card] = i16(cells[pile + card])
            return
        pool = public_pool(position, seat)
        known: i64 = own + state.KNOWN
        for card in range(CARDS):
            out[at + card] = i16(cells[known + card])
            out[at + CARDS + card] = i16(pool[card])
