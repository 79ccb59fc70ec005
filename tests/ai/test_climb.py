"""Tuning by play without a search: the policy's weights, and what prospects are worth."""

from __future__ import annotations

import random

import pytest

from ai.knowledge import weights_of
from ai.training.climb import climb, mean_points, moved
from ai.training.fit import fitted, least_squares

GAME = "great_western_trail"


def test_weights_move_by_steps() -> None:
    found = moved({"factor": 2.0, "shift": -1.0, "rest": 3.0}, {"factor": 2.0, "shift": 2.0})
    assert found == {"factor": pytest.approx(5.4366), "shift": 1.0, "rest": 3.0}


def test_the_policy_alone_plays_sensibly() -> None:
    assert mean_points(GAME, weights_of(GAME), range(10)) > 35


def test_a_climb_changes_the_weights_named() -> None:
    before = weights_of(GAME)
    after = climb(GAME, ["far", "city"], matches=1, rounds=1, seed=1)
    changed = {name for name in before if after[name] != before[name]}
    assert changed == {"far", "city"}


def test_least_squares_find_the_weights_of_a_sum() -> None:
    draw = random.Random(1)
    rows = [[draw.random() for _ in range(3)] for _ in range(50)]
    wanted = [2.0 * one - other + 0.5 * third for one, other, third in rows]
    assert least_squares(rows, wanted, 0.0) == pytest.approx([2.0, -1.0, 0.5], abs=1e-6)


def test_a_fit_changes_the_weights_of_prospects_alone() -> None:
    before = weights_of(GAME)
    after = fitted(GAME, matches=2, ridge=0.05)
    assert after.keys() == before.keys()
    assert all(after[name] == before[name] for name in before if not name.startswith("future_"))
    assert after["future_left"] != before["future_left"]
