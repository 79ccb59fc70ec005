"""What is still to come, fitted to how matches end: for knowledge that adds it up by weights.

Bots play matches by the weights so far. Where a turn begins, every seat's points and the numbers
that say what it has are taken down (`Knowledge.still_to_come`); the final score says what came of
it. The weights are those of a ridge regression around the ones before. Leads count more than
points, since a search sees little else of an evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from railhead.ai.knowledge import knowledge_for
from railhead.ai.training.agents import Agent
from railhead.ai.training.lessons import HELD_OUT, rounded
from railhead.ai.training.matches import play_out
from railhead.ai.training.trials import Tables
from railhead.games.game import CHANCE
from railhead.games.random import Random
from railhead.games.registry import rulesets

LEVEL: Final = "hard"
"""Who plays, with other simulations."""
LEADS: Final = 8.0
"""An error in how far a seat is ahead of the mean counts so much more than one in its points."""
STIFFNESS: Final = 3000.0
"""Each weight stays where it was as if so many positions said so."""
LEAST_SPREAD: Final = 0.15
"""A number that hardly differs from position to position is taken to differ by so much."""

Numbers = NDArray[np.float64]
Row = list[tuple[float, list[float]]]
"""What is taken down of a position: each seat's points, and its numbers."""


@dataclass(frozen=True)
class Watched:
    """How many `matches` are watched, and the `simulations` of a turn in them."""

    matches: int
    simulations: int


@dataclass(frozen=True)
class Part:
    """Matches from number `first` on; what was seen goes to `file`."""

    tables: Tables
    first: int
    count: int
    simulations: int
    file: Path


@dataclass(frozen=True)
class Seen:
    """Prospects and what came of them, a row for each seat of each position.

    `numbers` is (rows, weights), `gained` what the final score was above the points then. Rows of a
    position stand together and have the same number in `position`; `match` numbers the matches.
    """

    numbers: Numbers
    gained: Numbers
    position: NDArray[np.int64]
    match: NDArray[np.int64]

    def of(self, held_out: bool) -> Seen:
        """The rows of the matches that are held out, or of the others."""
        chosen = (self.match % HELD_OUT == 0) == held_out
        return Seen(*(column[chosen] for column in vars(self).values()))

    def write(self, file: Path) -> None:
        """Put it on file, all or nothing."""
        unfinished = file.with_suffix(".part")
        with unfinished.open("wb") as opened:
            np.savez(opened, **vars(self))
        unfinished.replace(file)


def read(files: Sequence[Path]) -> Seen:
    """What lies on these files."""
    found: list[dict[str, NDArray[Any]]] = []
    before = 0
    for file in files:
        with np.load(file) as told:
            part = dict(told)
        part["position"] = part["position"] + before
        before = int(part["position"][-1]) + 1
        found.append(part)
    return Seen(**{name: np.concatenate([part[name] for part in found]) for name in found[0]})


def watched(part: Part) -> Part:
    """Play the matches of a part and put on file what was seen."""
    numbers: list[list[float]] = []
    gained: list[float] = []
    position: list[int] = []
    match: list[int] = []
    for number in range(part.first, part.first + part.count):
        rows, scores = _watched_match(part, number)
        for row in rows:
            place = position[-1] + 1 if position else 0
            for (points, counted), score in zip(row, scores, strict=True):
                numbers.append(counted)
                gained.append(score - points)
                position.append(place)
                match.append(number)
    seen = Seen(np.array(numbers), np.array(gained), np.array(position), np.array(match))
    part.file.parent.mkdir(parents=True, exist_ok=True)
    seen.write(part.file)
    return part


def _watched_match(part: Part, number: int) -> tuple[list[Row], list[int]]:
    """The prospects at each turn of a match, and the final scores."""
    game = part.tables.game
    state = part.tables.opened(number)
    agent = Agent(LEVEL, LEVEL, simulations=part.simulations)
    players = [agent.player(game, seat + (number << 4), 1.0) for seat in range(state.seats())]
    knowledge = knowledge_for(game)
    rows: list[Row] = []
    last = CHANCE

    def look(seat: int, _: str) -> None:
        nonlocal last
        if seat not in (last, CHANCE):
            last = seat
            if row := knowledge.still_to_come(state):
                rows.append(row)

    play_out(state, players, Random(number, 6), rulesets()[game].ply_cap, [look])
    return rows, [int(score) for score in state.scores()]


def fitted(names: Sequence[str], weights: Mapping[str, float], seen: Seen) -> dict[str, float]:
    """`weights` with those called `names` fitted to what was seen of the matches not held out.

    As they are where no others were seen.
    """
    used = seen.of(held_out=False)
    if not len(used.gained):
        return dict(weights)
    before = np.array([weights[name] for name in names])
    missed = used.gained - used.numbers @ before
    spread = np.maximum(used.numbers.std(axis=0), LEAST_SPREAD)
    scaled = used.numbers / spread
    ahead, missed_ahead = _above_mean(scaled, used), _above_mean(missed, used)
    square = scaled.T @ scaled + LEADS * ahead.T @ ahead + STIFFNESS * np.eye(len(before))
    side = scaled.T @ missed + LEADS * ahead.T @ missed_ahead
    found = before + np.linalg.solve(square, side) / spread
    changed = zip(names, map(float, found), strict=True)
    return {**weights, **{name: rounded(weight) for name, weight in changed}}


def missed_leads(names: Sequence[str], weights: Mapping[str, float], seen: Seen) -> float:
    """By how many points these weights miss how far seats end ahead of the mean (of squares).

    Of the matches held out; 0 without any.
    """
    held = seen.of(held_out=True)
    if not len(held.gained):
        return 0.0
    missed = held.gained - held.numbers @ np.array([weights[name] for name in names])
    return float(np.sqrt(np.mean(_above_mean(missed, held) ** 2)))


def _above_mean(column: Numbers, seen: Seen) -> Numbers:
    """How far each row lies above the mean of its position's rows."""
    _, starts, counts = np.unique(seen.position, return_index=True, return_counts=True)
    sums = np.add.reduceat(column, starts, axis=0)
    means = sums / (counts if column.ndim == 1 else counts[:, np.newaxis])
    return column - np.repeat(means, counts, axis=0)
