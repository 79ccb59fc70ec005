"""Stepping and observing for long take no more memory than doing so briefly."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable

import pytest

from railhead.rl.environment import Table
from railhead.rl.turns import Turns
from railhead.rl.vector import VectorEnv

MATCHES = 512
STEPS = 6000
ALLOWED = 6 << 20
"""Less than vectors of that many choices, or observations, would take."""
UNIT = 1 if sys.platform == "darwin" else 1024


def grown(often: Callable[[int], None]) -> int:
    """By how many bytes the most memory ever used grows while something is done `STEPS` times."""
    often(200)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    often(STEPS)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * UNIT


@pytest.mark.full
def test_a_vector_of_matches_can_be_stepped_for_ever() -> None:
    env = VectorEnv("montana", MATCHES)

    def step(times: int) -> None:
        for _ in range(times):
            env.step(env.sample())

    assert grown(step) < ALLOWED


def test_a_match_can_be_observed_for_ever() -> None:
    match = Turns(Table("steam"), seed=1)

    def observe(times: int) -> None:
        for _ in range(times):
            match.observation(0)

    assert grown(observe) < ALLOWED
