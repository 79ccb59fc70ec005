"""Weights of moves by what wins: matches by priors alone, between weights a little to either side.

Evolution strategies (Salimans et al. 2017) with antithetic pairs. A match by priors takes a
hundredth of one that is searched, and tens of thousands of them say of dozens of weights at once
what one match says of none. Each weight is varied by a factor, so none changes its sign.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from railhead.ai.knowledge import moves_from, weights_of
from railhead.ai.search.choices import Choices
from railhead.ai.training.arena import begin_process
from railhead.ai.training.experience import POWERS, drawn_by_priors
from railhead.ai.training.lessons import rounded
from railhead.ai.training.matches import decisions, openings
from railhead.games.game import Actions, State
from railhead.games.random import Random
from railhead.games.registry import rulesets
from railhead.games.vectors import vec

SPREAD: Final = 0.15
"""Weights are varied by powers of e, normal ones with this deviation."""
STEP: Final = 0.06
"""A round changes weights by about this power of e each."""
FARTHEST: Final = 3
"""No weight goes farther in a round than so many steps."""
DRIFT: Final = 0.8
SMOOTHED: Final = 0.95
"""How much of the mean slope, and of its mean square, the rounds before are."""
CLEAR: Final = 3.0
"""A lead of more units than this says no more than one of so many."""
CHUNK: Final = 12
"""So many pairs are played by a process at a time."""

Slope = NDArray[np.float64]


@dataclass(frozen=True)
class Trials:
    """How long weights are tried: so many `rounds`, of so many `pairs` of policies each."""

    rounds: int
    pairs: int


@dataclass(frozen=True)
class Tables:
    """What is played: the game, its numbers of seats and options in turn.

    `unit` is a lead in points that matters.
    """

    game: str
    unit: float
    seats: Sequence[int]
    options: Sequence[Mapping[str, Any]]

    def at(self, number: int) -> tuple[int, Mapping[str, Any]]:
        """The number of seats and the options of a match: all of them, in turn."""
        seats = self.seats[number % len(self.seats)]
        return seats, self.options[number // len(self.seats) % len(self.options)]

    def opened(self, number: int) -> State:
        """A match to be begun; equal numbers are equal matches."""
        seats, options = self.at(number)
        return openings(self.game, seats, options)(number)


@dataclass
class Progress:
    """Where an evolution stands after so many `rounds`: what goes on file."""

    rounds: int
    weights: dict[str, float]
    slope: dict[str, float]
    square: float

    @classmethod
    def begun(cls, tables: Tables) -> Progress:
        """With the weights in use; those that priors depend on are varied."""
        weights = weights_of(tables.game)
        return cls(0, weights, dict.fromkeys(weighing(tables, weights), 0.0), 0.0)

    @classmethod
    def read(cls, file: Path) -> Progress:
        """What lies on a file."""
        return cls(**json.loads(file.read_text(encoding="utf-8")))

    def write(self, file: Path) -> None:
        """Put it on file, all or nothing."""
        unfinished = file.with_suffix(".part")
        unfinished.write_text(json.dumps(vars(self), indent=2) + "\n", encoding="utf-8")
        unfinished.replace(file)

    def varied(self, noise: Slope) -> dict[str, float]:
        """The weights with their powers of e, in the order of `slope`."""
        changed = zip(self.slope, noise, strict=True)
        return self.weights | {
            name: self.weights[name] * math.exp(power) for name, power in changed
        }

    def step(self, found: Slope) -> None:
        """Go a step up the slope that a round has found."""
        self.rounds += 1
        slope = DRIFT * np.array(list(self.slope.values())) + (1 - DRIFT) * found
        self.square = SMOOTHED * self.square + (1 - SMOOTHED) * float(np.mean(found**2))
        self.slope = dict(zip(self.slope, map(float, slope), strict=True))
        mean = slope / (1 - DRIFT**self.rounds)
        scale = math.sqrt(self.square / (1 - SMOOTHED**self.rounds)) or 1.0
        powers = np.clip(STEP * mean / scale, -FARTHEST * STEP, FARTHEST * STEP)
        changed = self.varied(powers)
        self.weights |= {name: rounded(changed[name]) for name in self.slope}


def evolve(tables: Tables, trials: Trials, file: Path, processes: int) -> Iterator[int]:
    """Carry out what is missing of the trials; `file` has where they stand.

    Yields how many rounds are done, those on file first. Equal trials give equal files, whatever
    the number of processes.
    """
    progress = Progress.read(file) if file.exists() else Progress.begun(tables)
    yield progress.rounds
    if progress.rounds >= trials.rounds:
        return
    with get_context("spawn").Pool(processes, begin_process) as pool:
        while progress.rounds < trials.rounds:
            first = progress.rounds * trials.pairs
            jobs = [
                (tables, progress, range(start, min(start + CHUNK, first + trials.pairs)))
                for start in range(first, first + trials.pairs, CHUNK)
            ]
            found = np.sum(pool.map(_slope, jobs, chunksize=1), axis=0)
            progress.step(found / trials.pairs)
            progress.write(file)
            yield progress.rounds


def _slope(job: tuple[Tables, Progress, Sequence[int]]) -> Slope:
    """The sum of what these pairs say of the slope: leads by what was varied."""
    tables, progress, pairs = job
    total = np.zeros(len(progress.slope))
    for pair in pairs:
        noise = np.random.default_rng(pair).normal(0.0, SPREAD, len(total))
        total += lead_of(tables, pair, progress.varied(noise), progress.varied(-noise)) * noise
    return total / SPREAD**2


def lead_of(
    tables: Tables, number: int, weights: Mapping[str, float], others: Mapping[str, float]
) -> float:
    """By how many units some weights of moves lead over others by priors alone, on average.

    They play twice from one opening with equal chance, in every other seat, and the second time in
    the rest. A match that does not end says nothing.
    """
    policies = [Choices(moves_from(tables.game, one)) for one in (weights, others)]
    power = POWERS[int(Random(number, 3).below(len(POWERS)))]
    total = 0.0
    for turned in (0, 1):
        state, random = tables.opened(number), Random(number, 4)
        try:
            for seat, _ in decisions(state, random, rulesets()[tables.game].ply_cap):
                policy = policies[(seat + turned) % 2]
                state.play(seat, drawn_by_priors(policy, state, seat, power, random))
        except (RuntimeError, OverflowError):
            continue
        scores = state.scores()
        own = [score for seat, score in enumerate(scores) if (seat + turned) % 2 == 0]
        rest = [score for seat, score in enumerate(scores) if (seat + turned) % 2 == 1]
        lead = (sum(own) / len(own) - sum(rest) / len(rest)) / tables.unit
        total += max(-CLEAR, min(CLEAR, lead))
    return total / 2


def weighing(tables: Tables, weights: Mapping[str, float]) -> list[str]:
    """The names of the weights that priors depend on, somewhere in a match at each table."""
    positions = [
        (state.clone(), seat)
        for number in range(len(tables.seats) * len(tables.options))
        for state, seat in _visited(tables, number, weights)
    ]
    usual = _priors(tables.game, weights, positions)

    def matters(name: str) -> bool:
        varied = {**weights, name: weights[name] * math.exp(SPREAD)}
        return _priors(tables.game, varied, positions) != usual

    return [name for name, weight in weights.items() if weight and matters(name)]


def _visited(
    tables: Tables, number: int, weights: Mapping[str, float]
) -> Iterator[tuple[State, int]]:
    """The positions of a match by priors with something to choose, with the seat that chooses."""
    state = tables.opened(number)
    policy = Choices(moves_from(tables.game, weights))
    random = Random(number, 5)
    for seat, _ in decisions(state, random, rulesets()[tables.game].ply_cap):
        action = drawn_by_priors(policy, state, seat, 1.0, random)
        if policy.actions.count > 1:
            yield state, seat
        state.play(seat, action)


def _priors(
    game: str, weights: Mapping[str, float], positions: Sequence[tuple[State, int]]
) -> list[list[float]]:
    """How likely each legal action of each position is, by these weights."""
    knowledge = moves_from(game, weights)
    found = []
    for state, seat in positions:
        legal = Actions()
        state.collect(seat, legal)
        out = vec[float]([0.0] * int(legal.count))
        knowledge.priors(state, seat, legal, out)
        found.append([out[index] for index in range(int(legal.count))])
    return found
