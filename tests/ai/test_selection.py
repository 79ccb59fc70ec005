"""How widely a node is searched, by how far values there are apart."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.search_weights import SearchWeights
from railhead.ai.search.search import Search
from railhead.ai.search.selection import Selection
from railhead.ai.search.tree import Tree
from railhead.games.game import State
from railhead.games.random import Random
from railhead.games.vectors import vec
from tests.small_games.seventy_numbers import NUMBERS, SeventyNumbers
from tests.small_games.small_game import start


class Decided(Knowledge):
    """Numbers matter, but next to what the match is thought to be decided by hardly at all."""

    def __init__(self, apart: float, value_variance_scale: float) -> None:
        super().__init__(
            spread=1.0,
            search=SearchWeights(
                first_play_urgency=0.01, value_variance_scale=value_variance_scale
            ),
        )
        self.apart = apart

    def evaluate(self, position: State, out: vec[float]) -> None:
        for seat, score in enumerate(position.scores()):
            out[seat] = self.apart * score / NUMBERS


def looked_at(apart: float, value_variance_scale: float) -> float:
    """The share of visits that the largest four numbers of seventy get."""
    search = Search(start(SeventyNumbers), 0, Decided(apart, value_variance_scale), 1, plies=0)
    search.run(4000)
    counted = search.statistics()
    return sum(entry[1] for entry in counted[-4:]) / 4000


def test_what_differs_little_is_told_apart_all_the_same() -> None:
    alike = looked_at(0.02, 0.0)
    assert alike < 0.15, "four of seventy moves, as if any would do"
    assert looked_at(0.02, 0.045) > 2 * alike


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_more_seats_may_mean_more_exploration(seats: int) -> None:
    weights = SearchWeights(c_puct=0.4, c_puct_per_seat=0.2)
    selection = Selection(Knowledge(search=weights), Tree(seats, 0), Random(1))
    assert selection.c_puct == pytest.approx(0.4 + 0.2 * (seats - 2))


def test_without_a_usual_spread_exploration_is_the_same_everywhere() -> None:
    search = Search(start(SeventyNumbers), 0, Decided(0.02, 0.0), 1, plies=0)
    search.run(500)
    assert search.prior_weight() == search.knowledge.search.c_puct


def test_exploration_goes_with_the_spread_of_values() -> None:
    weights = []
    for apart in (0.02, 0.2, 2.0):
        search = Search(start(SeventyNumbers), 0, Decided(apart, 0.045), 1, plies=0)
        search.run(500)
        before = search.statistics()
        weights.append(search.prior_weight())
        assert search.statistics() == before, "asking changes nothing"
    assert weights[0] < 0.3
    assert weights[0] < weights[1] < weights[2]


def test_the_spread_is_what_the_values_have() -> None:
    search = Search(start(SeventyNumbers), 0, Decided(1.0, 0.045), 1, plies=0)
    seen: list[float] = []
    before = {entry[0]: entry[2][0] for entry in search.statistics()}
    for _ in range(300):
        search.run(1)
        after = {entry[0]: entry[2][0] for entry in search.statistics()}
        changes = [after[key] - before.get(key, 0.0) for key in after]
        seen += [change for change in changes if change != 0.0]
        before = after
    assert len(seen) == 300
    mean = sum(seen) / len(seen)
    squares = sum((value - mean) ** 2 for value in seen)
    spread = ((squares + 4 * 0.045**2) / (len(seen) + 4)) ** 0.5
    assert search.prior_weight() == pytest.approx(spread / 0.045, rel=1e-6)
