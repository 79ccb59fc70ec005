"""A policy that learns a game by playing it: proximal policy optimisation in NumPy alone.

    python -m examples.learner montana --updates 60

The learner has one seat of each match, opponents that play at random have the others. One hidden
layer gives a preference for every action number and the expected reward; numbers that a mask
forbids get none. After every `STEPS` choices in each match the policy is moved towards those that
went better than expected (Schulman et al. 2017, arXiv 1707.06347), by Adam (Kingma and Ba 2015).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.rl.vector import VectorEnv

Array = NDArray[np.float32]

MATCHES = 256
STEPS = 48
HIDDEN = 64
EPOCHS = 3
BATCHES = 4
RATE = 1e-3
CLIP = 0.2
DISCOUNT = 0.997
SMOOTHING = 0.95
ENTROPY = 0.01
VALUE = 0.5
FORBIDDEN = np.float32(-1e9)
FURTHEST = 5.0
"""How many deviations an input may be from its mean."""


class Network:
    """Observations in, preferences and expected rewards out, with the gradients of both."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        def draw(rows: int, columns: int, scale: float) -> Array:
            weights = random.standard_normal((rows, columns)) * scale / np.sqrt(rows)
            layer: Array = weights.astype(np.float32)
            return layer

        self.mean = np.zeros(inputs, np.float32)
        self.scale = np.ones(inputs, np.float32)
        self.weights = {
            "hidden": draw(inputs, HIDDEN, 1.0),
            "hidden_bias": np.zeros(HIDDEN, np.float32),
            "policy": draw(HIDDEN, actions, 0.01),
            "policy_bias": np.zeros(actions, np.float32),
            "value": draw(HIDDEN, 1, 0.1),
            "value_bias": np.zeros(1, np.float32),
        }
        self.first = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self.second = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self.updates = 0

    def fit_inputs(self, observations: NDArray[np.int16]) -> None:
        """Bring inputs to a mean of 0 and a deviation of 1 by some observations."""
        seen = observations.astype(np.float32)
        self.mean = seen.mean(axis=0)
        self.scale = 1 / (seen.std(axis=0) + 0.5)

    def inputs(self, observations: NDArray[np.int16]) -> Array:
        """Observations as the network takes them."""
        scaled = (observations.astype(np.float32) - self.mean) * self.scale
        inputs: Array = np.clip(scaled, -FURTHEST, FURTHEST)
        return inputs

    def forward(self, inputs: Array, masks: NDArray[np.bool_]) -> tuple[Array, Array, Array]:
        """The hidden layer, the probability of each action, and the expected reward."""
        weights = self.weights
        hidden = np.tanh(inputs @ weights["hidden"] + weights["hidden_bias"])
        logits = hidden @ weights["policy"] + weights["policy_bias"]
        logits = np.where(masks, logits, FORBIDDEN)
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        values = (hidden @ weights["value"])[:, 0] + weights["value_bias"][0]
        return hidden, odds / odds.sum(axis=1, keepdims=True), values

    def gradients(
        self, inputs: Array, hidden: Array, by_logit: Array, by_value: Array
    ) -> dict[str, Array]:
        """The gradients of the weights, from those by preferences and by expected rewards."""
        weights = self.weights
        by_hidden = by_logit @ weights["policy"].T + by_value[:, None] * weights["value"].T
        by_hidden *= 1 - hidden**2
        return {
            "hidden": inputs.T @ by_hidden,
            "hidden_bias": by_hidden.sum(axis=0),
            "policy": hidden.T @ by_logit,
            "policy_bias": by_logit.sum(axis=0),
            "value": hidden.T @ by_value[:, None],
            "value_bias": by_value.sum(keepdims=True),
        }

    def descend(self, gradients: dict[str, Array]) -> None:
        """A step of Adam against gradients."""
        self.updates += 1
        correction = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for name, gradient in gradients.items():
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient**2 - self.second[name])
            step = RATE * correction * self.first[name] / (np.sqrt(self.second[name]) + 1e-8)
            self.weights[name] -= step.astype(np.float32)


@dataclass
class Experience:
    """What `STEPS` choices in each match were made from, and what came of them."""

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    choices: NDArray[np.int64]
    odds: Array
    values: Array
    rewards: Array
    ended: NDArray[np.bool_]
    _: KW_ONLY
    after: Array
    """What was expected in the end."""

    def advantages(self) -> Array:
        """How much better each choice was than expected (Schulman et al. 2016, GAE)."""
        found = np.zeros_like(self.values)
        later, ahead = np.zeros_like(self.after), self.after
        for step in reversed(range(len(self.values))):
            goes_on = DISCOUNT * ~self.ended[step]
            surprise = self.rewards[step] + goes_on * ahead - self.values[step]
            later = surprise + goes_on * SMOOTHING * later
            found[step], ahead = later, self.values[step]
        return found


class Learner:
    """Plays one seat of many matches and learns from all of them."""

    def __init__(self, game: str, seed: int = 0, matches: int = MATCHES) -> None:
        self.random = np.random.default_rng(seed)
        self.env = VectorEnv(game, matches, opponents="random", seed=seed)
        sizes = self.env.table.layout.size, self.env.table.actions.size
        self.network = Network(*sizes, self.random)
        self.network.fit_inputs(self._seen_at_random())

    def _seen_at_random(self) -> NDArray[np.int16]:
        seen = []
        for _ in range(2 * STEPS):
            self.env.step(self.env.sample())
            seen.append(self.env.observations[::8].copy())
        return np.concatenate(seen)

    def choose(self) -> tuple[NDArray[np.int64], Array, Array]:
        """A choice in each match, its probability, and the reward that is expected."""
        _, odds, values = self.network.forward(
            self.network.inputs(self.env.observations), self.env.masks
        )
        draw = self.random.random((self.env.count, 1), np.float32) * 0.999999
        choices = (odds.cumsum(axis=1) > draw * odds.sum(axis=1, keepdims=True)).argmax(axis=1)
        return choices, odds[np.arange(self.env.count), choices], values

    def play(self) -> Experience:
        """`STEPS` choices in each match."""
        env, steps = self.env, list[tuple[NDArray[Any], ...]]()
        for _ in range(STEPS):
            choices, odds, values = self.choose()
            seats, rows = env.seats.copy(), np.arange(env.count)
            before = env.observations.copy(), env.masks.copy(), choices, odds, values
            env.step(choices)
            rewards = env.rewards[rows, seats].astype(np.float32)
            steps.append((*before, rewards, env.ended.copy()))
        columns = [np.stack(column) for column in zip(*steps, strict=True)]
        return Experience(*columns, after=self.choose()[2])

    def learn(self, met: Experience) -> None:
        """Move the policy towards what went better than expected."""
        advantages = met.advantages().ravel()
        returns = advantages + met.values.ravel()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        observations = met.observations.reshape(len(returns), -1)
        masks = met.masks.reshape(len(returns), -1)
        choices, odds = met.choices.ravel(), met.odds.ravel()
        for _ in range(EPOCHS):
            order = self.random.permutation(len(returns))
            for rows in np.array_split(order, BATCHES):
                self._improve(
                    self.network.inputs(observations[rows]),
                    masks[rows],
                    (choices[rows], odds[rows], advantages[rows], returns[rows]),
                )

    def _improve(
        self,
        inputs: Array,
        masks: NDArray[np.bool_],
        met: tuple[NDArray[np.int64], Array, Array, Array],
    ) -> None:
        """One step of descent on a batch: clipped policy, squared error, entropy."""
        choices, before, advantages, returns = met
        hidden, odds, values = self.network.forward(inputs, masks)
        rows, count = np.arange(len(choices)), np.float32(len(choices))
        ratio = odds[rows, choices] / before
        within = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        weight = np.where(within, ratio * advantages, 0) / count
        by_logit = odds * weight[:, None]
        by_logit[rows, choices] -= weight
        logs = np.log(np.maximum(odds, 1e-12))
        mean = (odds * logs).sum(axis=1, keepdims=True)
        by_logit += ENTROPY * odds * (logs - mean) / count
        by_value = 2 * VALUE * (values - returns) / count
        both = by_logit.astype(np.float32), by_value.astype(np.float32)
        self.network.descend(self.network.gradients(inputs, hidden, *both))


def measure(learner: Learner, matches: int) -> tuple[float, float]:
    """How the policy does in new matches: its mean place from -1 to 1, and its share of wins.

    A win is a first place that is not shared.
    """
    env = learner.env
    env.reset(env.seed + 1)
    worth: list[float] = []
    while len(worth) < matches:
        seats = env.seats.copy()
        env.step(learner.choose()[0])
        worth += [float(env.rewards[row, seats[row]]) for row in np.flatnonzero(env.ended)]
    return sum(worth) / len(worth), sum(one == 1 for one in worth) / len(worth)


def main() -> None:
    """Learn, telling how it goes, and measure."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("game", nargs="?", default="montana")
    arguments.add_argument("--updates", type=int, default=60)
    arguments.add_argument("--matches", type=int, default=1000, help="how many to measure by")
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    learner = Learner(options.game, options.seed)
    begun = time.perf_counter()
    for update in range(1, options.updates + 1):
        met = learner.play()
        learner.learn(met)
        if update % 5 == 0:
            worth = met.rewards[met.ended]
            seconds = time.perf_counter() - begun
            progress = f"mean place {worth.mean():+.2f} over {len(worth)} matches"
            print(f"update {update}: {progress}, {seconds:.0f} s")
    place, wins = measure(learner, options.matches)
    print(f"against random play: mean place {place:+.2f}, {wins:.0%} won")


if __name__ == "__main__":
    main()
