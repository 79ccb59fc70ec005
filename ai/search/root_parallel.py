"""Several trees for each decision of a seat, in one process: what several workers find together.

Workers search at the same time, in the time of one. Here the trees grow one after another, each by
as many simulations as the first, so that it can be measured on any machine what they are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from railhead.ai.search.levels import ChosenMove, Player
from railhead.ai.search.root_statistics import Statistics
from railhead.ai.search.search import Search
from railhead.games.game import State


class RootParallelPlayer:
    """Plays one seat by several players: the first decides, with what all of them have counted.

    They want different seeds. Only the budget of the first counts.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self.first, *self.others = players

    def choose(
        self, state: State, seat: int, keep_going: Callable[[], bool] | None = None
    ) -> ChosenMove:
        """The move of `seat`, as `Player.choose` has it; simulations and seconds are those of the
        first tree, except that the seconds include those of the others."""
        trees: list[tuple[Player, Search]] = []

        def run_helpers(simulations: int) -> Iterator[Statistics]:
            for other in self.others:
                search = other.search_at(state, seat)
                trees.append((other, search))
                search.run(simulations)
                yield search.statistics()

        choice = self.first.choose(state, seat, keep_going, run_helpers)
        for other, search in trees:
            other.follow(search, state, seat, choice.action)
        return choice
