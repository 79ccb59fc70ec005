"""What the search knows of Santa Fe: what cards will be worth, and where track helps whom.

A city card is worth its value for each railroad that is connected in the end. So both parts rest on
how likely railroads are to get there.
"""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from ai.knowledge.base import Knowledge
from ai.knowledge.santa_fe.features import Prospects
from ai.knowledge.santa_fe.moves import Moves
from games.game import Actions, State
from games.santa_fe import state
from games.santa_fe.components import HAND_SLOTS
from games.santa_fe.state import Position
from games.vectors import vec


class SantaFeKnowledge(Knowledge):
    """Money, cards played and held at what they will be worth, and what is still to be drawn.

    `weights` as in `weights.json`: `hand` to `own_piece` are in points or factors of points, those
    of moves are relative. Raises `KeyError` where one is missing.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(weights["spread"])
        self.hand: float = weights["hand"]
        self.unseen: float = weights["unseen"]
        self.pace: float = weights["pace"]
        self.double: float = weights["double"]
        self.branch: float = weights["branch"]
        self.engineer: float = weights["engineer"]
        self.own_piece: float = weights["own_piece"]
        self.prospects: Prospects = Prospects(weights["decay"], weights["reach"])
        self.moves: Moves = Moves(weights, self.prospects)

    def evaluate(self, position: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`: the points that each seat may expect."""
        assert isinstance(position, Position)
        self.prospects.learn(position.components)
        self.prospects.expect(position)
        cells = position.cells
        seats: i64 = position.seats()
        rounds = float(position.unbought()) / (self.pace * float(seats))
        for seat in range(seats):
            at: i64 = state.block(seat)
            out[seat] = float(cells[at + state.MONEY]) + self.held(position, seat, rounds)
            out[seat] += self.own_piece * float(position.bought(seat))
            if cells[at + state.ENGINEER]:
                out[seat] += self.engineer * (rounds if rounds < 1.0 else 1.0)
        self.add_tableaus(position, out)

    def add_tableaus(self, position: Position, out: vec[float]) -> None:
        """Add what the cards already played may be worth."""
        cells = position.cells
        components = position.components
        expected = self.prospects.expected
        seats: i64 = position.seats()
        for card in range(components.cards):
            played: i64 = cells[state.city_at(card) + state.TABLEAU]
            if played:
                worth = float(components.value[card]) * expected[card]
                for seat in range(seats):
                    out[seat] += worth * float(state.copies_in(played, seat))

    def held(self, position: Position, seat: i64, rounds: float) -> float:
        """What the hand will bring: the best cards, one a round, and cards yet to be drawn."""
        cells = position.cells
        components = position.components
        expected = self.prospects.expected
        at: i64 = state.block(seat)
        total = 0.0
        count = 0.0
        slot: i64 = at + state.HAND
        end: i64 = slot + HAND_SLOTS
        while slot < end and cells[slot]:
            card: i64 = cells[slot] - 1
            total += float(components.value[card]) * expected[card]
            count += 1.0
            slot += 1
        if count > rounds:
            total *= rounds / count
        else:
            total += self.unseen * (rounds - count)
        extra = self.double * float(cells[at + state.HELD_DOUBLES])
        if cells[at + state.HELD_BRANCH] or cells[at + state.PLAYED_BRANCH]:
            extra += self.branch
        return self.hand * total + extra * (rounds if rounds < 1.0 else 1.0)

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(position, Position)
        self.moves.weigh(position, seat, legal, out)
