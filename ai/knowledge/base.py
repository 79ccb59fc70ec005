"""What the search may ask of a game's knowledge, and the answers for games without their own."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from games.game import Actions, State
from games.vectors import vec

SPREAD: Final = 0.25
LONGEST: Final = 1000


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """An evaluation and move priors. This one knows no game: it counts points, all moves alike.

    `spread` is the lead, in the unit of `evaluate`, that wins about three matches in four
    (1 / (1 + 1/e)). `plies` is the longest playout that is worth its time: levels play no longer
    ones.
    """

    def __init__(self, spread: float = SPREAD, plies: int = LONGEST) -> None:
        self.spread: float = spread
        self.plies: i64 = plies

    def evaluate(self, state: State, out: vec[float]) -> None:
        """Write each seat's expected final standing to the first entries of `out`.

        Any unit, higher is better; only differences between seats count. Here: the points now, as
        a share of the largest.
        """
        scores = state.scores()
        largest = 1
        for score in scores:
            largest = max(largest, abs(score))
        for seat in range(len(scores)):
            out[seat] = scores[seat] / largest

    def likely(self, state: State, seat: i64, actions: Actions) -> None:
        """Add to `actions` what a playout chooses among: at least one legal action of `seat`.

        Here: all of them. A game with hundreds may leave out those that are hardly ever good.
        """
        state.collect(seat, actions)

    def priors(self, state: State, seat: i64, actions: Actions, out: vec[float]) -> None:
        """Write a positive weight for each of `actions`, all legal for `seat`, to `out`.

        Only their ratios count. `out` has room for all of them.
        """
        index: i64 = 0
        while index < actions.count:
            out[index] = 1.0
            index += 1
