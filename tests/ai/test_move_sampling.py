"""Moves drawn by visits, for levels that do not always play their best."""

from __future__ import annotations

from collections import Counter

import pytest

from railhead.ai.search.move_sampling import BEST, MoveSampling
from railhead.ai.search.root_statistics import Statistics
from railhead.games.random import Random

COUNTED: Statistics = [
    (11, 60, [30.0], 0.5),
    (12, 30, [10.0], 0.3),
    (13, 6, [1.0], 0.1),
    (14, 0, [0.0], 0.1),
]
"""Actions 11 to 14, visited so often."""
DRAWS = 4000


def shares_of(sampling: MoveSampling) -> dict[int, float]:
    random = Random(7)
    drawn = Counter(sampling.draw(COUNTED, random)[0] for _ in range(DRAWS))
    return {action: count / DRAWS for action, count in drawn.items()}


@pytest.mark.parametrize(
    ("sampling", "wanted"),
    [
        (MoveSampling(1), {11: 0.625, 12: 0.3125, 13: 0.0625}),
        (MoveSampling(1, temperature=2), {11: 0.494, 12: 0.349, 13: 0.156}),
        (MoveSampling(1, temperature=0.5), {11: 0.794, 12: 0.198, 13: 0.008}),
        (MoveSampling(1, min_visits=0.2), {11: 2 / 3, 12: 1 / 3}),
        (MoveSampling(1, temperature=1000, min_visits=0.2), {11: 0.5, 12: 0.5}),
        (MoveSampling(1, min_visits=1), {11: 1.0}),
    ],
)
def test_moves_are_drawn_by_visits_and_temperature(
    sampling: MoveSampling, wanted: dict[int, float]
) -> None:
    found = shares_of(sampling)
    assert found.keys() == wanted.keys()
    for action, share in wanted.items():
        assert found[action] == pytest.approx(share, abs=0.03)


def test_a_share_of_decisions_is_drawn() -> None:
    random = Random(3)
    for share in (0.0, 0.3, 1.0):
        drawn = sum(MoveSampling(share).samples(random) for _ in range(DRAWS))
        assert drawn / DRAWS == pytest.approx(share, abs=0.03)
    assert not BEST.samples(random)


def test_a_low_temperature_draws_the_most_visited() -> None:
    many: Statistics = [(1, 10**6, [1.0], 0.5), (2, 10**6 - 9, [1.0], 0.5)]
    coldest = MoveSampling(1, temperature=1e-6)
    assert {coldest.draw(many, Random(seed))[0] for seed in range(20)} == {1}


@pytest.mark.parametrize(
    "members", [{"share": 1.1}, {"share": -0.1}, {"temperature": 0.0}, {"min_visits": 1.5}]
)
def test_what_is_out_of_range_is_refused(members: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="out of range"):
        MoveSampling(**members)
