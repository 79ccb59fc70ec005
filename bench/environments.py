"""Masked steps of environments: many matches in one call, PettingZoo's way, and catanatron's.

Every step is a choice among those that a mask allows, made at random by the quickest means that the
environment offers. All are measured in turn, several times over, one process at a time, by the
processor's time: other work on the machine disturbs that least.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from bench.figure import Figure
from railhead.games.registry import shipped_rulesets
from railhead.rl import zoo
from railhead.rl.observation_specs import OBSERVATION_SPECS
from railhead.rl.vector import VectorEnv

MATCHES = 1024
SECONDS = 1.5
ROUNDS = 3
BUDGET = 150_000
BUDGETED = ("montana", "great_western_trail")
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


def many_at_once(game: str) -> float:
    """Steps a second of `VectorEnv`, all seats being the caller's."""
    env = VectorEnv(game, MATCHES)
    for _ in range(20):
        env.step(env.sample())
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        env.step(env.sample())
        steps += MATCHES
    return steps / (time.process_time() - begun)


def agent_by_agent(game: str) -> float:
    """Steps a second of the same game by PettingZoo's interface."""
    env = zoo.env(game)
    env.reset(seed=1)
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        told, _, ended, _, _ = env.last()
        if ended or told is None:
            env.reset()
            continue
        space = env.action_space(env.agent_selection)
        env.step(int(space.sample(told["action_mask"])))
        steps += 1
    return steps / (time.process_time() - begun)


def peer() -> str:
    """The Python that has catanatron's environment: `CATANATRON_PYTHON`, or one made here."""
    given = os.environ.get("CATANATRON_PYTHON")
    if given:
        return given
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


def figures() -> list[Figure]:
    """Steps a second of every game, and how many times as many that is."""
    python = peer()
    ours: dict[str, list[float]] = {game: [] for game in OBSERVATION_SPECS}
    theirs: dict[str, list[float]] = {game: [] for game in OBSERVATION_SPECS}
    others: list[float] = []
    for _ in range(ROUNDS):
        for game in OBSERVATION_SPECS:
            ours[game].append(many_at_once(game))
            theirs[game].append(agent_by_agent(game))
        others.append(catanatron(python))
    beside = "the other seat's random moves not counted, its observation of 614 numbers"
    found = [Figure("catanatron-gym: masked steps", round(median(others)), "steps/s", None, beside)]
    for game in OBSERVATION_SPECS:
        rate, single = median(ours[game]), median(theirs[game])
        seats = shipped_rulesets()[game].min_seats
        name = f"{game}: masked steps, {MATCHES} matches at once"
        budget = f">= {BUDGET}" if game in BUDGETED else None
        said = f"{seats} seats, one core, observations and masks included"
        found.append(Figure(name, round(rate), "steps/s", budget, said))
        by_agent = f"{single:,.0f} steps/s of PettingZoo's AEC of the same game"
        found.append(
            Figure(f"{game}: times PettingZoo's AEC", round(rate / single, 1), "x", None, by_agent)
        )
        name = f"{game}: times catanatron's Gymnasium environment"
        found.append(Figure(name, round(rate / median(others), 1), "x"))
    return found
