"""The example learns: after thousands of matches it beats who plays at random."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from examples.learner import Experience, Learner, Network, measured

UPDATES = 16
"""About a dozen seconds of an idle core."""


@pytest.mark.full
def test_a_policy_that_learned_beats_random_play() -> None:
    learner = Learner("montana", seed=1)
    before, _ = measured(learner, 150)
    for _ in range(UPDATES):
        learner.learn(learner.play())
    after, wins = measured(learner, 150)
    assert abs(before) < 0.3, "it began no better than its opponents"
    assert after > 0.35
    assert wins > 0.6


def test_gradients_are_those_of_finite_differences() -> None:
    random = np.random.default_rng(2)
    network = Network(7, 5, random)
    for weights in network.weights.values():
        weights += random.standard_normal(weights.shape).astype(np.float32) * 0.3
    inputs = random.standard_normal((4, 7)).astype(np.float32)
    masks = random.random((4, 5)) < 0.7
    masks[:, 0] = True

    def forward() -> float:
        _, odds, values = network.forward(inputs, masks)
        return float((np.log(odds[:, 0])).sum() + (values**2).sum())

    hidden, odds, values = network.forward(inputs, masks)
    by_logit = -odds
    by_logit[:, 0] += 1
    gradients = network.gradients(inputs, hidden, by_logit, 2 * values)
    for name, weights in network.weights.items():
        for at in [tuple(int(random.integers(size)) for size in weights.shape) for _ in range(4)]:
            kept = weights[at].copy()
            weights[at] = kept + 1e-2
            above = forward()
            weights[at] = kept - 1e-2
            below = forward()
            weights[at] = kept
            assert abs(gradients[name][at] - (above - below) / 2e-2) < 2e-2, name


def test_what_is_expected_counts_up_to_the_end_of_a_match_only() -> None:
    ended = np.array([[False], [True], [False]])
    met = Experience(
        observations=np.zeros((3, 1, 1), np.int16),
        masks=np.ones((3, 1, 1), np.bool_),
        choices=np.zeros((3, 1), np.int64),
        odds=np.ones((3, 1), np.float32),
        values=np.array([[0.5], [0.25], [0.0]], np.float32),
        rewards=np.array([[0.0], [1.0], [0.0]], np.float32),
        ended=ended,
        after=np.array([7.0], np.float32),
    )
    found = met.advantages()[:, 0]
    assert found[1] == 0.75, "nothing of the next match"
    assert found[2] > 6
    assert 0.4 < found[0] < 0.5


@pytest.mark.full
def test_the_program_tells_how_it_goes() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "examples.learner", "santa_fe", "--updates", "5", "--matches", "10"],
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    *progress, end = ran.stdout.splitlines()
    assert progress[-1].startswith("update 5: mean place ")
    assert end.startswith("against random play: mean place ")
