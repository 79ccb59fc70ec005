"""A policy that learns Montana on one core: it imitates, then improves by MaskablePPO.

    pip install railhead[rl] sb3-contrib
    python -m examples.learning.maskable_ppo --folder learned

Its opponents are greedy: they take what the bots' own policy finds likeliest. First the network
learns what such a player would choose, at positions that its own choices lead to (DAgger, Ross et
al. 2011, arXiv 1011.0686), and how matches end from there. Then it learns by winning (proximal
policy optimisation with masks, Huang and Ontanon 2020, arXiv 2006.14171).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from examples.learning.hexes import MontanaInputs
from examples.learning.network import UNITS, TableAndHexes
from examples.learning.returns import returns_of
from railhead.ai.training.samples import wilson
from railhead.rl.gym import SeatEnv
from railhead.rl.vector import VectorEnv

GAME = "montana"
MATCHES = 256
STEPS = 64
BATCH = 2048
ROUNDS = 8
"""Of imitation: each as many choices as 4 updates, gone through `PASSES` times."""
PASSES = 2
IMITATION_RATE = 1e-3
"""Of the first round; it falls evenly to none after the last."""
LEARNING_RATE = 3e-4
"""Of the first update; it falls evenly to none after the last."""
CHOICES = 5_000_000
FIRST_BUILD = "build:1,-4"
"""The first of the actions that build on a hex, which stand in the order of the hexes."""
LARGE_LEAD = 6
"""Points ahead that count as much as winning does."""
CURVE = "curve.csv"
POLICY = "policy.zip"
SEEN = "observations.npy"
UPDATES_NOTED = 10
"""So many updates lie between two measurements."""
MEASURED = 400
"""Matches by which the policy is measured on its way."""


class OneSeat(VecEnv):  # type: ignore[misc]  # it has no types
    """A vector of matches as Stable Baselines3 steps it: one seat of each, the others greedy."""

    def __init__(self, env: VectorEnv, inputs: MontanaInputs) -> None:
        self.env = env
        self.inputs = inputs
        box = spaces.Box(-np.inf, np.inf, (inputs.size,), np.float32)
        super().__init__(env.count, box, spaces.Discrete(env.table.actions.size))

    def reset(self) -> Any:
        """The matches go on where they are: each begins anew by itself."""
        return self.inputs(self.env.observations)

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Note the choices."""
        self.choices = actions

    def step_wait(self) -> Any:
        """Choose them."""
        rewards = step_by_lead(self.env, self.choices)
        told = self.inputs(self.env.observations)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(self.env.ended):
            infos[row]["terminal_observation"] = told[row]
        return told, rewards, self.env.ended.copy(), infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        """The masks, the one thing that MaskablePPO asks for."""
        assert method_name == "action_masks"
        return list(self.env.masks.copy())

    def has_attr(self, attr_name: str) -> bool:
        """Whether there is such a method."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Nothing is rendered."""
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """There is nothing to set."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No match is wrapped in anything."""
        return [False] * self.num_envs

    def close(self) -> None:
        """End the processes that step, if there are any."""
        self.env.close()


def step(env: VectorEnv, choices: NDArray[np.int64]) -> NDArray[np.float32]:
    """Choose, and what each match that ended by that was worth to the seat that chose."""
    seats = env.seats.copy()
    env.step(choices)
    worth: NDArray[np.float32] = env.rewards[np.arange(env.count), seats].astype(np.float32)
    return worth


def step_by_lead(env: VectorEnv, choices: NDArray[np.int64]) -> NDArray[np.float32]:
    """The same for learning: half of it is the lead in points, as a near defeat teaches more."""
    rows, seats = np.arange(env.count), env.seats.copy()
    place = step(env, choices)
    others = (env.scores.sum(axis=1) - env.scores[rows, seats]) / (env.table.seats - 1)
    lead = np.clip((env.scores[rows, seats] - others) / LARGE_LEAD, -1, 1)
    worth: NDArray[np.float32] = (0.5 * place + 0.5 * lead).astype(np.float32)
    return worth


def choose(model: Any, inputs: MontanaInputs, env: VectorEnv, best: bool) -> NDArray[np.int64]:
    """What the policy chooses: the likeliest, or drawn by its odds."""
    told = inputs(env.observations)
    choices: NDArray[np.int64]
    choices, _ = model.predict(told, action_masks=env.masks.copy(), deterministic=best)
    return choices


def choose_inputs(seed: int, folder: Path | None) -> MontanaInputs:
    """The inputs, by what some greedy matches show; those in `folder` count, where there are any.

    Greedy players change with the bots, and a policy needs the inputs that it has learned by.
    """
    env = VectorEnv(GAME, MATCHES, opponents="greedy", seed=seed)
    if folder is not None and (folder / SEEN).exists():
        return MontanaInputs(env.table.layout, np.load(folder / SEEN))
    seen = []
    for number in range(120):
        env.step(env.greedy() if number % 4 else env.sample())
        seen.append(env.observations[::4].copy())
    observations = np.concatenate(seen)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / SEEN, observations)
    return MontanaInputs(env.table.layout, observations)


@dataclass
class Lessons:
    """Positions, what a greedy player would choose there, and how matches went on."""

    told: NDArray[np.int16]
    masks: NDArray[np.bool_]
    wanted: NDArray[np.int64]
    worth: NDArray[np.float32]
    known: NDArray[np.bool_]


def collect(model: Any, inputs: MontanaInputs, env: VectorEnv, own: bool) -> Lessons:
    """What there is to learn in as many choices as 4 updates take.

    With `own` the policy itself chooses where matches go.
    """
    told, masks, wanted = list[Any](), list[Any](), list[Any]()
    rewards, ended = list[Any](), list[Any]()
    for _ in range(4 * STEPS):
        told.append(env.observations.copy())
        masks.append(env.masks.copy())
        wanted.append(env.greedy().copy())
        choices = choose(model, inputs, env, best=False) if own else wanted[-1]
        rewards.append(step_by_lead(env, choices))
        ended.append(env.ended.copy())
    worth, known = returns_of(rewards, ended)
    return Lessons(
        np.concatenate(told),
        np.concatenate(masks),
        np.concatenate(wanted),
        worth.ravel(),
        known.ravel(),
    )


def imitate(model: Any, inputs: MontanaInputs, met: Lessons, descent: Any, seed: int) -> float:
    """Learn what a greedy player would choose; the last pass's mean of -log of its odds."""
    random = np.random.default_rng(seed)
    loss = 0.0
    for _ in range(PASSES):
        loss = 0.0
        order = np.array_split(random.permutation(len(met.told)), len(met.told) // BATCH * 2)
        for rows in order:
            values, logs, _ = model.policy.evaluate_actions(
                torch.as_tensor(inputs(met.told[rows])),
                torch.as_tensor(met.wanted[rows]),
                action_masks=torch.as_tensor(met.masks[rows]),
            )
            errors = values.flatten() - torch.as_tensor(met.worth[rows])
            squares = (torch.as_tensor(met.known[rows]) * errors) ** 2
            descent.zero_grad()
            (0.5 * squares.mean() - logs.mean()).backward()
            torch.nn.utils.clip_grad_norm_(model.policy.parameters(), 0.5)
            descent.step()
            loss -= float(logs.detach().mean()) / len(order)
    return loss


def measure(model: Any, inputs: MontanaInputs, opponents: str, matches: int, seed: int) -> float:
    """The share of new matches that the policy wins; ties count half."""
    env = VectorEnv(GAME, min(matches, MATCHES), opponents=opponents, seed=seed)
    worth: list[float] = []
    while len(worth) < matches:
        rewards = step(env, choose(model, inputs, env, best=True))
        worth += rewards[env.ended].tolist()
    return float(np.mean(np.array(worth) + 1) / 2)


def measure_by_level(model: Any, inputs: MontanaInputs, level: str, matches: int) -> float:
    """The same against bots of a level, which think as long as in the service."""
    env = SeatEnv(GAME, opponents=level)
    worth = []
    for number in range(matches):
        told, info = env.reset(seed=number)
        ended = False
        while not ended:
            choice, _ = model.predict(
                inputs(told[None]), action_masks=info["action_mask"][None], deterministic=True
            )
            told, reward, ended, _, info = env.step(int(choice[0]))
        worth.append(reward)
    return float(np.mean(np.array(worth) + 1) / 2)


class Curve(BaseCallback):  # type: ignore[misc]  # it has no types
    """Tells how learning goes; with a folder it keeps the curve and the latest policy there."""

    def __init__(self, inputs: MontanaInputs, folder: Path | None) -> None:
        super().__init__()
        self.inputs = inputs
        self.folder = folder
        self.lines = ["minutes,choices,won_of_greedy"]
        self.updates = 0

    def note(self, model: Any, choices: int) -> None:
        """Measure, and add a line to the curve."""
        won = measure(model, self.inputs, "greedy", MEASURED, seed=50)
        minutes = time.process_time() / 60
        self.lines.append(f"{minutes:.2f},{choices},{won:.3f}")
        print(f"{minutes:5.1f} minutes, {choices:,} choices: {won:.1%} won of greedy", flush=True)
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / CURVE).write_text("\n".join(self.lines) + "\n", encoding="utf-8")
            model.save(self.folder / POLICY)

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.updates += 1
        if self.updates % UPDATES_NOTED == 0:
            self.note(self.model, self.num_timesteps)


def begin(inputs: MontanaInputs, env: VectorEnv, seed: int) -> Any:
    """A policy that knows nothing."""
    model = MaskablePPO(
        "MlpPolicy",
        OneSeat(env, inputs),
        learning_rate=lambda left: LEARNING_RATE * left,
        n_steps=STEPS,
        batch_size=BATCH,
        n_epochs=3,
        gamma=0.9995,
        gae_lambda=0.95,
        ent_coef=0.003,
        seed=seed,
        device="cpu",
        policy_kwargs={
            "features_extractor_class": TableAndHexes,
            "features_extractor_kwargs": {"hexes": inputs.hexes, "hex_width": inputs.width},
            "net_arch": {"pi": [], "vf": [64]},
        },
    )
    first = env.table.actions.encode(env.table.game.vocabulary.parse(FIRST_BUILD))[0]
    with torch.no_grad():  # what a hex is worth counts for building there
        to_build = model.policy.action_net.weight[first : first + inputs.hexes, UNITS:]
        to_build.copy_(torch.eye(inputs.hexes))
    return model


def learn(choices: int, seed: int, folder: Path | None) -> tuple[Any, MontanaInputs]:
    """A policy that has learned: by imitation, then by so many choices of its own."""
    torch.set_num_threads(1)
    if folder is not None:
        (folder / SEEN).unlink(missing_ok=True)
    inputs = choose_inputs(seed, folder)
    env = VectorEnv(GAME, MATCHES, opponents="greedy", seed=seed + 1)
    model = begin(inputs, env, seed)
    told = Curve(inputs, folder)
    descent = torch.optim.Adam(model.policy.parameters())
    for number in range(ROUNDS):
        descent.param_groups[0]["lr"] = IMITATION_RATE * (1 - number / ROUNDS)
        met = collect(model, inputs, env, number > 0)
        loss = imitate(model, inputs, met, descent, seed + number)
        print(f"imitation {number + 1}: {loss:.3f}", flush=True)
    told.note(model, 0)
    model.learn(choices, callback=told)
    told.note(model, choices)
    return model, inputs


def main(written: Iterable[str] | None = None) -> None:
    """Learn, and measure what came of it."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--choices", type=int, default=CHOICES, help="of MaskablePPO")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--folder", type=Path, help="where to keep curve and policy")
    arguments.add_argument(
        "--measure", action="store_true", help="do not learn, but measure the policy kept there"
    )
    arguments.add_argument("--matches", type=int, default=1000, help="to measure by in the end")
    arguments.add_argument("--level", default="easy", help="of the bots to measure by too")
    arguments.add_argument("--level-matches", type=int, default=100)
    chosen = arguments.parse_args(None if written is None else list(written))
    if chosen.measure:
        inputs = choose_inputs(chosen.seed, chosen.folder)
        model = MaskablePPO.load(chosen.folder / POLICY, device="cpu")
    else:
        model, inputs = learn(chosen.choices, chosen.seed, chosen.folder)
    for opponents in ("random", "greedy"):
        won = measure(model, inputs, opponents, chosen.matches, seed=1000)
        tell(won, chosen.matches, opponents)
    won = measure_by_level(model, inputs, chosen.level, chosen.level_matches)
    tell(won, chosen.level_matches, chosen.level)


def tell(won: float, matches: int, opponents: str) -> None:
    """Print a share of matches won, with its 95 % interval."""
    low, high = wilson(won * matches, matches)
    told = f"{won:.1%} ({low:.1%} to {high:.1%}) won of {matches} matches against {opponents}"
    print(told, flush=True)


if __name__ == "__main__":
    main()
