"""Ratings by maximum likelihood, and their intervals."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Sequence
from itertools import pairwise

import pytest

from railhead.ai.training.ratings import ELO, RatingsUnavailable, Sample, ranked_agents, rate

TRUE = [0.0, 150.0, 200.0, 350.0]
PAIRS = [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2)]


def ranking(agents: Sequence[int], source: random.Random) -> list[int]:
    """The agents of a table's seats in an order drawn as the model says."""
    left = list(agents)
    order = []
    while left:
        first = source.choices(left, [math.exp(TRUE[agent] / ELO) for agent in left])[0]
        left.remove(first)
        order.append(first)
    return order


def samples_of(
    pair: tuple[int, int], seats: int, count: int, source: random.Random
) -> list[Sample]:
    return [
        [ranking([pair[0]] + [pair[1]] * (seats - 1), source) for _ in range(seats)]
        for _ in range(count)
    ]


@pytest.mark.full
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_are_found_again(seats: int) -> None:
    source = random.Random(seats)
    rated = rate(4, {pair: samples_of(pair, seats, 150, source) for pair in PAIRS}, 0, 50)
    assert [one.agent for one in rated] == [3, 2, 1, 0]
    for one in rated:
        assert one.rating.low <= TRUE[one.agent] <= one.rating.high
        assert one.rating.elo == pytest.approx(TRUE[one.agent], abs=60)
        assert one.rating.low <= one.rating.elo <= one.rating.high
    for upper, lower in pairwise(rated):
        assert upper.lead is not None
        assert upper.lead.low <= TRUE[upper.agent] - TRUE[lower.agent] <= upper.lead.high
        assert 10 < upper.lead.half < 60
    assert rated[-1].lead is None
    assert rated[-1].rating.elo == rated[-1].rating.half == 0


def log_likelihood(ratings: Sequence[float], rankings: Sequence[Sequence[int]]) -> float:
    found = 0.0
    for order in rankings:
        powers = [math.exp(ratings[agent] / ELO) for agent in order]
        found += sum(math.log(own / sum(powers[place:])) for place, own in enumerate(powers))
    return found


def test_nothing_is_likelier() -> None:
    """Tables of three at which one agent holds two seats."""
    source = random.Random(1)
    samples = {pair: samples_of(pair, 3, 30, source) for pair in PAIRS}
    rated = {one.agent: one.rating.elo for one in rate(4, samples, 0, replicates=2)}
    rankings = [order for own in samples.values() for sample in own for order in sample]
    rankings += [order for pair in PAIRS for order in (pair, pair[::-1])]
    best = log_likelihood([rated[agent] for agent in range(4)], rankings)
    for agent in range(1, 4):
        for step in (-3.0, 3.0):
            moved = [rated[other] + step * (other == agent) for other in range(4)]
            assert log_likelihood(moved, rankings) < best


def test_who_never_loses_is_far_above_and_nobody_knows_how_far() -> None:
    rated = rate(2, {(1, 0): [[[1, 0], [1, 0]]] * 50}, 0)
    lead = rated[0].lead
    assert lead is not None
    assert 700 < lead.elo < 1000
    assert lead.low > 500
    assert lead.half > 150


def test_tied_seats_are_half_before_half_behind() -> None:
    assert ranked_agents([[2], [0, 1]], [5, 6, 7]) == [[7, 5, 6], [7, 6, 5]]
    drawn = [ranked_agents([[0, 1]], [1, 0])] * 20
    rated = rate(2, {(1, 0): drawn}, 0)
    assert rated[0].rating.elo == pytest.approx(0, abs=1e-3)


def test_without_the_package_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(RatingsUnavailable, match="extra ladder is not installed"):
        rate(2, {(1, 0): [[[1, 0]]]}, 0)
