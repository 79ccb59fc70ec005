"""Intervals of shares of first places, from samples."""

from __future__ import annotations

import random

import pytest

from railhead.ai.training.samples import interval, mean_interval, par, student_t95, wilson


@pytest.mark.parametrize(
    ("won", "trials", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (130, 200, 0.5816, 0.7127),
    ],
)
def test_intervals_of_independent_trials(won: int, trials: int, low: float, high: float) -> None:
    assert wilson(won, trials) == pytest.approx((low, high), abs=1e-4)


def test_samples_of_all_or_nothing_are_trials() -> None:
    samples = [1.0] * 65 + [0.0] * 35
    assert interval(samples) == pytest.approx(wilson(65, 100))
    assert interval([1.0] * 10) == pytest.approx(wilson(10, 10))
    assert interval([]) == (0.0, 1.0)


def test_samples_that_scatter_less_say_more() -> None:
    wide = interval([1.0, 0.0] * 50)
    even = interval([0.75, 0.25] * 50)
    assert even[0] - wide[0] > 0.03
    assert wide[1] - even[1] > 0.03
    low, high = interval([0.5] * 20)
    assert 0.35 < low < 0.5 < high < 0.65


def test_matches_of_one_shuffle_are_not_counted_twice() -> None:
    """Both matches of a shuffle are won by whoever has the better agent's luck: 40, not 80."""
    samples = [1.0] * 25 + [0.0] * 15
    assert interval(samples) == pytest.approx(wilson(25, 40))
    assert interval(samples)[0] < wilson(50, 80)[0]


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
def test_intervals_have_the_truth_within(chance: float) -> None:
    """Two matches a sample, alike more often than not."""
    source = random.Random(3)
    held = 0
    for _ in range(1000):
        samples = []
        for _ in range(40):
            first = source.random() < chance
            second = first if source.random() < 0.4 else source.random() < chance
            samples.append((first + second) / 2)
        low, high = interval(samples)
        held += low <= chance <= high
    assert 0.93 <= held / 1000 <= 0.99


def test_par() -> None:
    assert par(2) == 0.5
    assert par(5, 2) == 0.4


def test_intervals_of_means_are_those_of_student() -> None:
    assert mean_interval([]) is None
    assert mean_interval([3.0]) is None
    assert mean_interval([3.0, 3.0, 3.0]) is None
    samples = [4.0, 6.0, 7.0, 9.0, 14.0]  # mean 8, standard deviation sqrt(14.5)
    found = mean_interval(samples)
    assert found is not None
    half = 2.7764 * (14.5 / 5) ** 0.5
    assert found == pytest.approx((8 - half, 8 + half), abs=0.02)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (30, 2.0423), (200, 1.9719)],
)
def test_quantiles_of_student_are_within_1_percent(freedom: int, quantile: float) -> None:
    assert student_t95(freedom) == pytest.approx(quantile, rel=0.01)


def test_one_interval_in_twenty_misses_the_mean() -> None:
    source = random.Random(5)
    missed = 0
    for _ in range(2000):
        found = mean_interval([source.gauss(0, 1) for _ in range(6)])
        assert found is not None
        missed += not found[0] <= 0 <= found[1]
    assert 70 <= missed <= 130
