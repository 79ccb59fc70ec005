"""Weights by what wins: matches in which many weights are changed at once, each a good deal.

A change of one weight is worth a point or two where matches scatter by twenty, so one after another
they would take thousands of matches each. Here every seat's weights are changed anew in every
match, each by chance, and a ridge regression of the leads says of all changes at once what they are
worth: a screening design (Satterthwaite, "Random balance experimentation", 1959). Changes are
large, as weights that matches have been tuned by before are the best near where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from railhead.ai.knowledge import Knowledge, knowledge_from
from railhead.ai.search.levels import Player
from railhead.ai.training import chunks
from railhead.ai.training.agents import Agent
from railhead.ai.training.matches import openings, play_out
from railhead.ai.training.policy_targets import round_digits
from railhead.games.game import State
from railhead.games.random import Random
from railhead.games.registry import rulesets

FACTOR: Final = 1.8
"""A weight is made larger or smaller by this factor, and keeps its sign."""
SHARE: Final = 0.12
"""The share of its weights that a seat plays with made larger, and of those made smaller."""
PRIOR_SCALE: Final = 0.25
"""Changes are worth about so many units, before anything is known of them."""
LEAD_CLIP: Final = 5.0
"""A lead of more units than this says no more than one of so many."""
FULL_STEP_DEVIATIONS: Final = 2.0
"""A change is made in full that is worth so many of its deviations, and else in part."""
CHUNK: Final = 20
"""So many matches go into a file."""
LEVEL: Final = "hard"
"""Who plays, with other simulations."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class EvolutionConfig:
    """How long weights are tried: so many `rounds` of so many `matches`, and the `simulations` of a
    turn in them.

    Those called `fixed` stay as they are, others become `at_most` so much.
    """

    rounds: int
    matches: int
    simulations: int
    fixed: Sequence[str] = ()
    at_most: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class MatchPool:
    """What is played: the game, its numbers of seats and options in turn.

    `unit` is a lead in points that matters. Positions are valued by the network on a
    file; without one, as the game's bots do.
    """

    game: str
    unit: float
    seats: Sequence[int]
    options: Sequence[Mapping[str, Any]]
    network: Path | None = None

    def at(self, number: int) -> tuple[int, Mapping[str, Any]]:
        """The number of seats and the options of a match: all of them, in turn."""
        seats = self.seats[number % len(self.seats)]
        return seats, self.options[number // len(self.seats) % len(self.options)]

    def opening(self, number: int) -> State:
        """A match to be begun; equal numbers are equal matches."""
        seats, options = self.at(number)
        return openings(self.game, seats, options)(number)

    def knowledge(self, weights: Mapping[str, float]) -> Knowledge:
        """What is played by, with these weights."""
        files = [] if self.network is None else [self.network]
        return knowledge_from(self.game, *files, weights=weights)


@dataclass(frozen=True)
class Perturbations:
    """What may be changed of `weights`: by name a weight made larger, and made smaller."""

    weights: Mapping[str, float]
    larger: Mapping[str, float]
    smaller: Mapping[str, float]

    def sample(self, random: np.random.Generator) -> list[int]:
        """For each 1 where it is to be made larger, -1 smaller, 0 neither."""
        found = random.choice([0, 1, -1], len(self.larger), p=[1 - 2 * SHARE, SHARE, SHARE])
        return [int(one) for one in found]

    def perturb(self, parts: Sequence[float]) -> dict[str, float]:
        """The weights with each changed in part, from -1, as small as may be, to 1."""
        found = dict(self.weights)
        for name, part in zip(self.larger, parts, strict=True):
            changed = self.larger[name] if part > 0 else self.smaller[name]
            found[name] += abs(part) * (changed - found[name])
        return found


@dataclass(frozen=True)
class EvolutionChunk:
    """Matches from number `first` on; how they ended goes to `file`."""

    pool: MatchPool
    simulations: int
    perturbations: Perturbations
    first: int
    count: int
    file: Path


def run_rounds(
    pool: MatchPool,
    evolution_config: EvolutionConfig,
    weights: Mapping[str, float],
    folder: Path,
    processes: int,
) -> Iterator[tuple[int, Mapping[str, float]]]:
    """Carry out what is missing of the rounds that begin with `weights`; files lie in `folder`.

    Yields how many matches are done, and the weights by then. Equal configurations give equal
    weights, whatever the number of processes.
    """
    for number in range(evolution_config.rounds):
        perturbations = perturbations_of(evolution_config, weights)
        begun = number * evolution_config.matches
        parts = [
            EvolutionChunk(
                pool, evolution_config.simulations, perturbations, begun + first,
                min(CHUNK, evolution_config.matches - first), folder / f"{begun + first:06}.json",
            )
            for first in range(0, evolution_config.matches, CHUNK)
        ]  # fmt: skip
        done = begun
        for part in chunks.run(evaluate, parts, processes):
            done += part.count
            yield done, weights
        leads = [lead for part in parts for lead in orjson.loads(part.file.read_bytes())]
        weights = update(
            perturbations, range(begun, begun + evolution_config.matches), leads, pool.unit
        )
        yield done, weights


def perturbations_of(
    evolution_config: EvolutionConfig, weights: Mapping[str, float]
) -> Perturbations:
    """How weights are changed: by `FACTOR`, but for those that are fixed, or 0."""
    larger, smaller = {}, {}
    for name, weight in weights.items():
        if name in evolution_config.fixed or not weight:
            continue
        ends = weight * FACTOR, weight / FACTOR
        most = evolution_config.at_most.get(name, max(ends))
        larger[name], smaller[name] = (min(most, end) for end in ends)
    return Perturbations(dict(weights), larger, smaller)


def evaluate(part: EvolutionChunk) -> EvolutionChunk:
    """Play the matches of a part and put on file how far the first side led, in points."""
    leads = [_lead(part, number) for number in range(part.first, part.first + part.count)]
    part.file.parent.mkdir(parents=True, exist_ok=True)
    chunks.replace(part.file, orjson.dumps(leads))
    return part


def _lead(part: EvolutionChunk, number: int) -> float | None:
    """The lead of every other seat over the rest, each side by weights changed its own way.

    None where the match came to no end or its weights were too much to compute with.
    """
    pool = part.pool
    level = Agent(LEVEL, LEVEL, simulations=part.simulations).level
    sides = [
        pool.knowledge(part.perturbations.perturb(one))
        for one in _sample_sides(part.perturbations, number)
    ]
    state = pool.opening(number)
    # The sides change places from match to match: no seat is one side's.
    side_of = [(seat + number) % 2 for seat in range(int(state.seats()))]
    players = [
        Player(pool.game, level, seat + (number << 4), knowledge=sides[side], deterministic=True)
        for seat, side in enumerate(side_of)
    ]
    try:
        play_out(state, players, Random(number, 4), rulesets()[pool.game].ply_cap)
    except (RuntimeError, OverflowError):
        return None
    points: list[list[int]] = [[], []]
    for side, score in zip(side_of, state.scores(), strict=True):
        points[side].append(int(score))
    return float(np.mean(points[0]) - np.mean(points[1]))


def _sample_sides(perturbations: Perturbations, number: int) -> list[list[int]]:
    """What is changed for either side of a match."""
    random = np.random.default_rng(number)
    return [perturbations.sample(random) for _ in (0, 1)]


def update(
    perturbations: Perturbations, numbers: Sequence[int], leads: Sequence[float | None], unit: float
) -> dict[str, float]:
    """The weights with those changes made that win, as far as these matches tell.

    `leads` are those of the matches of these numbers, in points, None where there is none.
    """
    samples = [
        (number, lead) for number, lead in zip(numbers, leads, strict=True) if lead is not None
    ]
    if not samples:
        return dict(perturbations.weights)
    rows = np.array([_row(perturbations, number) for number, _ in samples])
    found = np.clip(np.array([lead for _, lead in samples]) / unit, -LEAD_CLIP, LEAD_CLIP)
    scatter = max(float(found.std()), 1e-9)
    # Bayesian linear regression: before any match each change is likely to be worth little.
    inverse = np.linalg.inv(rows.T @ rows + (scatter / PRIOR_SCALE) ** 2 * np.eye(rows.shape[1]))
    worth = inverse @ rows.T @ found
    sure = worth / (FULL_STEP_DEVIATIONS * scatter * np.sqrt(np.diag(inverse)))
    larger, smaller = np.split(np.clip(sure, 0.0, 1.0), 2)
    better = np.where(larger >= smaller, larger, -smaller)
    return {
        name: round_digits(weight)
        for name, weight in perturbations.perturb([float(one) for one in better]).items()
    }


def _row(perturbations: Perturbations, number: int) -> Numbers:
    """What one side of a match has larger that the other has not, and then what smaller."""
    one, other = (np.array(sample) for sample in _sample_sides(perturbations, number))
    return np.concatenate([(one > 0) * 1.0 - (other > 0), (one < 0) * 1.0 - (other < 0)])
