"""Masked steps of environments: many matches in one call, and as others step theirs.

Every step is a choice among those that a mask allows, made at random by the quickest means that the
environment offers. All are measured in turn, several times over, one process at a time, by the
processor's time: other work on the machine disturbs that least. Only what several processes do
together is measured by the clock, and needs a machine that does nothing else.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

import psutil

from bench.figure import Figure
from railhead.games.registry import shipped_rulesets
from railhead.rl import zoo
from railhead.rl.observation_specs import OBSERVATION_SPECS
from railhead.rl.rows import Rows
from railhead.rl.vector import VectorEnv

MATCHES = 1024
SECONDS = 1.5
ROUNDS = 3
BUDGET = 150_000
GREEDY_BUDGET = 50_000
BUDGETED = ("montana", "great_western_trail")
GREEDY_BUDGETED = ("montana",)
CORES_BUDGET = 1.8
"""For two cores."""
PEER = Path(__file__).parent.parent / ".venv" / "catanatron"
PEER_PACKAGE = "catanatron-gym==4.0.0"
"""Needs a Gymnasium before 1.0, and so an environment of its own."""
PEER_STEPS = f"""
import random, time, warnings
warnings.simplefilter("ignore")
import gymnasium
env = gymnasium.make("catanatron_gym:catanatron-v1").unwrapped
env.reset(seed=1)
steps, begun = 0, time.process_time()
while time.process_time() - begun < {SECONDS}:
    for _ in range(100):
        _, _, terminated, truncated, _ = env.step(random.choice(env.get_valid_actions()))
        steps += 1
        if terminated or truncated:
            env.reset()
print(steps / (time.process_time() - begun))
"""


PUFFER_STEPS = f"""
import json, sys, time
sys.path += json.loads(sys.argv[1])
import numpy as np
import pufferlib.emulation, pufferlib.vector
from railhead.rl.gym import SeatEnv
def begin(buf=None, seed=0, **_):
    made = lambda: SeatEnv("montana")
    return pufferlib.emulation.GymnasiumPufferEnv(env_creator=made, buf=buf, seed=seed)
env = pufferlib.vector.make(begin, num_envs=16, backend=pufferlib.vector.Serial)
env.reset(seed=1)
random = np.random.default_rng(1)
def choose(one):
    offered = np.flatnonzero(one.env.action_masks())
    return random.choice(offered) if len(offered) else 0  # where it begins anew
steps, begun = 0, time.process_time()
while time.process_time() - begun < {SECONDS}:
    env.step(np.array([choose(one) for one in env.envs]))
    steps += 16
print(steps / (time.process_time() - begun))
"""


def steps_of(env: VectorEnv, clock: Callable[[], float]) -> float:
    """Steps a second of many matches by a clock."""
    for _ in range(10):
        env.step(env.sample())
    steps, start = 0, clock()
    while clock() - start < SECONDS:
        env.step(env.sample())
        steps += env.count
    return steps / (clock() - start)


def many_at_once(game: str, opponents: str = "none") -> float:
    """Steps a second of `VectorEnv` in one process."""
    return steps_of(VectorEnv(game, MATCHES, opponents=opponents), time.process_time)


def on_all_cores(game: str, opponents: str) -> float:
    """How many times the steps of one process a process for each core does, by the clock.

    The best of some rounds: other work on the machine takes cores away, and gives none.
    """
    rates: dict[int | None, float] = {1: 0.0, None: 0.0}
    for _ in range(2 * ROUNDS):
        for processes, best in rates.items():
            env = VectorEnv(game, 2 * MATCHES, opponents=opponents, processes=processes)
            rates[processes] = max(best, steps_of(env, time.perf_counter))
            env.close()
    return rates[None] / rates[1]


def of_two_by_processor(game: str, opponents: str) -> float:
    """How many times the steps of one process two would do on two cores of their own.

    By the processor's time: what one takes for a step, beside what the slower of two takes with the
    caller, who waits for both. The median of some rounds.
    """
    return median(
        cost_of_a_step(game, opponents, 1) / cost_of_a_step(game, opponents, 2)
        for _ in range(ROUNDS)
    )


def cost_of_a_step(game: str, opponents: str, processes: int) -> float:
    """Seconds of the processor for a step, of the caller and of the slowest other process."""
    env = VectorEnv(game, 2 * MATCHES, opponents=opponents, processes=processes)
    others = (
        [] if isinstance(env.rows, Rows) else [psutil.Process(p.pid) for p in env.rows.processes]
    )

    def processor_times() -> list[float]:
        times = [one.cpu_times() for one in others]
        return [time.process_time(), *(one.user + one.system for one in times)]

    for _ in range(10):
        env.step(env.sample())
    steps, before = 0, processor_times()
    while sum(processor_times()) - sum(before) < SECONDS * processes:
        env.step(env.sample())
        steps += env.count
    own, *theirs = (after - start for start, after in zip(before, processor_times(), strict=True))
    env.close()
    return (own + max(theirs, default=0.0)) / steps


def agent_by_agent(game: str) -> float:
    """Steps a second of the same game by PettingZoo's interface."""
    env = zoo.env(game)
    env.reset(seed=1)
    steps, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        told, _, ended, _, _ = env.last()
        if ended or told is None:
            env.reset()
            continue
        space = env.action_space(env.agent_selection)
        env.step(int(space.sample(told["action_mask"])))
        steps += 1
    return steps / (time.process_time() - start)


def peer() -> str:
    """The Python that has catanatron's environment: `CATANATRON_PYTHON`, or one made here."""
    python = os.environ.get("CATANATRON_PYTHON")
    if python:
        return python
    python = str(PEER / "bin" / "python")
    if not PEER.exists():
        subprocess.run([sys.executable, "-m", "venv", PEER], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PEER_PACKAGE], check=True)
    return python


def catanatron(python: str) -> float:
    """Steps a second of catanatron's environment of one seat, the other playing at random."""
    ran = subprocess.run(
        [python, "-c", PEER_STEPS], capture_output=True, text=True, check=True, cwd=PEER.root
    )
    return float(ran.stdout)


def pufferlib() -> float | None:
    """Steps a second of one seat of Montana as PufferLib wraps it, the other playing at random.

    None unless `PUFFERLIB_PYTHON` names a Python that has it: its own releases fetch more than a
    package registry has when they are installed, and `pufferlib-core` brings gigabytes.
    """
    python = os.environ.get("PUFFERLIB_PYTHON")
    if python is None:
        return None
    command = [python, "-c", PUFFER_STEPS, json.dumps([str(PEER.parents[1]), *sys.path])]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(ran.stdout.splitlines()[-1])


def middle(measure: Callable[[], float | None]) -> float:
    """The median of some rounds; 0 for what cannot be measured."""
    return median(measure() or 0.0 for _ in range(ROUNDS))


def figures() -> list[Figure]:
    """Steps a second of every game, and how many times as many that is."""
    python = peer()
    others = middle(lambda: catanatron(python))
    beside = "the other seat's random moves not counted, its observation of 614 numbers"
    results = [Figure("catanatron-gym: masked steps", round(others), "steps/s", None, beside)]
    wrapper_rate = middle(pufferlib)
    if wrapper_rate:
        beside = "Montana, one seat, the other playing at random"
        results.append(Figure("PufferLib's wrapping", round(wrapper_rate), "steps/s", None, beside))
    for game in OBSERVATION_SPECS:
        results += of_game(game, others, wrapper_rate if game == "montana" else 0.0)
    for game in BUDGETED:
        for opponents in ("none", "greedy"):
            results += [of_cores(game, opponents), of_two(game, opponents)]
    return results


def of_game(game: str, catan: float, wrapper_rate: float) -> Iterable[Figure]:
    """What is measured of a game, beside the steps of other environments where there are any."""
    ours: list[float] = []
    aec: list[float] = []
    greedy: list[float] = []
    for _ in range(ROUNDS):
        ours.append(many_at_once(game))
        aec.append(agent_by_agent(game))
        greedy.append(many_at_once(game, "greedy"))
    rate, single = median(ours), median(aec)
    seats = shipped_rulesets()[game].min_seats
    budget = f">= {BUDGET}" if game in BUDGETED else None
    beside = f"{seats} seats, one core, observations and masks included"
    yield Figure(
        f"{game}: masked steps, {MATCHES} matches at once", round(rate), "steps/s", budget, beside
    )
    budget = f">= {GREEDY_BUDGET}" if game in GREEDY_BUDGETED else None
    beside = "one core; the opponents' moves not counted"
    yield Figure(
        f"{game}: the same against greedy opponents",
        round(median(greedy)),
        "steps/s",
        budget,
        beside,
    )
    beside = f"{single:,.0f} steps/s of PettingZoo's AEC of the same game"
    yield Figure(f"{game}: times PettingZoo's AEC", round(rate / single, 1), "x", None, beside)
    if wrapper_rate:
        yield Figure(f"{game}: times PufferLib's wrapping", round(rate / wrapper_rate, 1), "x")
    yield Figure(f"{game}: times catanatron's Gymnasium environment", round(rate / catan, 1), "x")


def of_cores(game: str, opponents: str) -> Figure:
    """What as many processes as cores do, beside one."""
    cores = os.cpu_count() or 1
    name = f"{game}: times one process's steps, opponents {opponents}"
    budget = f">= {CORES_BUDGET}" if cores == 2 else None
    beside = f"a process for each of {cores} cores, {2 * MATCHES} matches"
    return Figure(name, round(on_all_cores(game, opponents), 2), "x", budget, beside)


def of_two(game: str, opponents: str) -> Figure:
    """What two processes do beside one, by the processor's time: other work disturbs that least."""
    name = f"{game}: times one process's steps by processor time, opponents {opponents}"
    times = round(of_two_by_processor(game, opponents), 2)
    return Figure(name, times, "x", f">= {CORES_BUDGET}", f"two processes, {2 * MATCHES} matches")
