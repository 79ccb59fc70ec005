"""What the search knows of Montana: how far a player is, and which moves are usually good."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from ai.knowledge.base import Knowledge
from ai.knowledge.montana.features import fewest_settlements, ready
from ai.knowledge.montana.moves import Moves
from ai.knowledge.montana.weights import MOST_PIECES, worth_of_pieces
from games.game import Actions, State
from games.montana import state
from games.montana.rules.shared import GOOD_COUNT, worker_count
from games.montana.state import Position
from games.vectors import vec


class MontanaKnowledge(Knowledge):
    """Settlements, and what the goods, workers and coins in hand will still turn into.

    `weights` as in `weights.json`: those of pieces are in settlements, those of moves are relative.
    Raises `KeyError` where one is missing.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(weights["spread"])
        self.worth: vec[float] = vec[float](worth_of_pieces(weights))
        self.cattle: float = weights["cattle"]
        self.canteen: float = weights["canteen"]
        self.ready: float = weights["ready"]
        self.late: float = weights["late"]
        self.moves: Moves = Moves(weights)

    def evaluate(self, position: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`: settlements placed, and those still to come from what is held.

        What is held counts the less, the fewer settlements the leader has left: there may be no
        time to use it.
        """
        assert isinstance(position, Position)
        cells = position.cells
        seats: i64 = position.seats()
        time = float(fewest_settlements(position)) / self.late
        if time > 1.0:
            time = 1.0
        for seat in range(seats):
            at: i64 = state.block(seat)
            held = time * self._held(cells, seat) + 0.02 * float(cells[at + state.CATTLE])
            held += self.ready * float(ready(position, seat))
            to_come = float(cells[at + state.SETTLEMENTS])
            out[seat] = held - to_come if held < to_come else 0.1 * (held - to_come)

    def _held(self, cells: vec[i64], seat: i64) -> float:
        """What a player's goods, workers, coins, cattle and canteens are worth, in settlements."""
        worth = self.worth
        at: i64 = state.block(seat)
        total = self.cattle * float(cells[at + state.CATTLE]) + self.canteen * float(
            cells[at + state.CANTEENS]
        )
        table: i64 = 0
        for kind in range(GOOD_COUNT):
            number: i64 = cells[at + kind]
            total += worth[table + (number if number < MOST_PIECES else MOST_PIECES)]
            table += MOST_PIECES + 1
        number = worker_count(cells, seat)
        total += worth[table + (number if number < MOST_PIECES else MOST_PIECES)]
        table += MOST_PIECES + 1
        number = cells[at + state.COINS]
        return total + worth[table + (number if number < MOST_PIECES else MOST_PIECES)]

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(position, Position)
        self.moves.weigh(position, seat, legal, out)
