"""The example learns: after thousands of matches it beats who plays at random."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from examples.learner import Experience, Learner, Network, measure
from examples.learning.hexes import KINDS, OWNERS, MontanaInputs
from examples.learning.inputs import FURTHEST, Inputs
from examples.learning.returns import returns_of
from railhead.rl.features import CATEGORY, SEAT
from railhead.rl.vector import VectorEnv
from tests.rl.tables import GAMES

UPDATES = 16
"""About a dozen seconds of an idle core."""


@pytest.mark.full
def test_a_policy_that_learned_beats_random_play() -> None:
    learner = Learner("montana", seed=1)
    before, _ = measure(learner, 150)
    for _ in range(UPDATES):
        learner.learn(learner.play())
    after, wins = measure(learner, 150)
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


def observe(
    env: VectorEnv, steps: int, choose: Callable[[], NDArray[np.int64]]
) -> NDArray[np.int16]:
    """The observations of so many steps, a row for each match and step."""
    seen = []
    for _ in range(steps):
        env.step(choose())
        seen.append(env.observations.copy())
    return np.concatenate(seen)


@pytest.mark.parametrize("game", GAMES)
def test_inputs_tell_things_apart_and_amounts_on_one_scale(game: str) -> None:
    env = VectorEnv(game, 16, seed=3)
    observations = observe(env, 60, env.sample)
    inputs = Inputs(env.table.layout, observations)
    made = inputs(observations)
    assert made.shape == (len(observations), inputs.size)
    assert np.abs(made).max() <= FURTHEST
    assert (made[:, : inputs.of_things].sum(axis=1) == len(inputs.apart)).all()
    assert set(np.unique(made[:, : inputs.of_things])) == {0, 1}
    assert np.abs(made[:, inputs.of_things :].mean(axis=0)).max() < 0.5
    kinds = {
        cell: one.feature.kind
        for one in env.table.layout.places
        for cell in range(one.start, one.end)
    }
    assert {kinds[int(cell)] for cell in inputs.apart} <= {CATEGORY, SEAT}


def test_observations_that_differ_in_what_varied_have_other_inputs() -> None:
    env = VectorEnv("montana", 16, seed=3)
    observations = np.unique(observe(env, 60, env.sample), axis=0)
    made = Inputs(env.table.layout, observations)(observations)
    assert len(np.unique(made, axis=0)) > 0.9 * len(observations)


def test_all_hexes_have_the_same_inputs_in_the_order_of_the_actions_that_build() -> None:
    env = VectorEnv("montana", 16, seed=3)
    observations = observe(env, 120, env.greedy)
    inputs = MontanaInputs(env.table.layout, observations)
    made = inputs(observations)
    assert made.shape == (len(observations), inputs.size)
    of_hexes = made[:, inputs.table.size :].reshape(len(observations), inputs.hexes, inputs.width)
    assert (of_hexes[:, :, :KINDS].sum(axis=2) == 1).all()
    assert (of_hexes[:, :, KINDS : KINDS + OWNERS].sum(axis=2) == 1).all()
    actions, parse = env.table.actions, env.table.game.vocabulary.parse
    first = actions.encode(parse("build:1,-4"))[0]
    told = env.table.layout.read(observations[-1])
    for number, (name, owner) in enumerate(told["owner"].items()):
        assert actions.name(first + number) == f"build:{name}"
        hexagon = of_hexes[-1, number]
        assert hexagon[KINDS : KINDS + OWNERS].argmax() == owner
        assert hexagon[:KINDS].argmax() == told["hex"][f"{name}.kind"]
        assert hexagon[KINDS + OWNERS] == told["hex"][f"{name}.grain"]
        assert hexagon[-2:].tolist() == [
            told["reach"][f"{name}.own"],
            told["reach"][f"{name}.next_1"],
        ]


def test_returns_are_what_the_next_end_was_worth() -> None:
    rewards = [
        np.array([0.0, 0.5], np.float32),
        np.array([1.0, 0.0], np.float32),
        np.zeros(2, np.float32),
    ]
    ended = [np.array([False, True]), np.array([True, False]), np.array([False, False])]
    worth, known = returns_of(rewards, ended)
    assert worth.tolist() == [[1, 0.5], [1, 0], [0, 0]]
    assert known.tolist() == [[True, True], [True, False], [False, False]]
