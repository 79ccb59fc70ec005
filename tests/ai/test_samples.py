"""Intervals of shares of first places, from samples."""

from __future__ import annotations

import random

import pytest

from railhead.ai.training.samples import interval, par, wilson


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
