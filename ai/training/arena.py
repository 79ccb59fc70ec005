"""Levels against each other: matches in processes of their own, results in a file, statistics.

Every pairing plays the same set-ups, each once with every choice of seats for the first level, so
that the draw of the table favours nobody. Levels think by their number of simulations, not by the
clock: a busy machine takes longer and finds the same.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import signal
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations, pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import yaml

from ai.knowledge import weights_file
from ai.search.levels import MEASURED, Player, level_named
from ai.training.matches import play_out
from games.data import read
from games.options import complete
from games.random import Random
from games.registry import Catalogue, rulesets

Z95 = 1.959964
"""The 97.5 % quantile of the normal distribution: two-sided intervals of 95 %."""


@dataclass(frozen=True)
class Match:
    """One match to be played: `first` holds seat `number % seats` and so many more, evenly apart.

    `strong` is how many seats `first` holds; `second` holds all others.
    """

    game: str
    first: str
    second: str
    number: int
    seats: int = 2
    budget: float = 1.0
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    strong: int = 1

    def seats_of_first(self) -> list[int]:
        """The seats that `first` holds."""
        apart = [self.seats * number // self.strong for number in range(self.strong)]
        return sorted((self.number + seat) % self.seats for seat in apart)

    def key(self) -> str:
        """What must be equal for a result on file to be this match's: settings and weights too."""
        levels = [asdict(level_named(name)) for name in (self.first, self.second)]
        for level in levels:
            del level["description"]
        file = weights_file(self.game)
        weights = file.read_text(encoding="utf-8") if file.exists() else ""
        digest = hashlib.blake2b(weights.encode(), digest_size=8).hexdigest()
        return json.dumps([asdict(self), levels, digest], sort_keys=True)


@dataclass(frozen=True)
class Result:
    """How a match ended: the share of first place that `first` had, 0 to 1, and what it took.

    `points` is the mean of the final scores in the seats of `first` and `sheet` that of each
    category of their score sheets; `turn_seconds` is each level's median time per turn, `seconds`
    the whole match's wall-clock.
    """

    key: str
    first: str
    second: str
    won: float
    points: float
    sheet: Mapping[str, float]
    scores: Sequence[int]
    decisions: int
    seconds: float
    turn_seconds: Mapping[str, float]


@dataclass(frozen=True)
class Standing:
    """One pairing so far: the share of matches that `first` won, with its 95 % interval.

    `points` is the mean final score of a seat of `first`, `sheet` the mean of each category.
    """

    first: str
    second: str
    matches: int
    share: float
    low: float
    high: float
    points: float
    sheet: Mapping[str, float]


def wilson(won: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson 1927); 0 to 1 without matches."""
    if matches == 0:
        return 0.0, 1.0
    share, z2 = won / matches, Z95 * Z95
    middle = (share + z2 / (2 * matches)) / (1 + z2 / matches)
    spread = math.sqrt(share * (1 - share) / matches + z2 / (4 * matches * matches))
    half = Z95 * spread / (1 + z2 / matches)
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def seed_of(match: Match, seat: int) -> int:
    """A seed for the player of one seat, different for every seat of every match."""
    return (match.seed << 40) + (match.number << 8) + seat


def play(match: Match) -> Result:
    """Play one match, start to end, in this process."""
    ruleset = rulesets()[match.game]
    options = complete(ruleset.options, match.options)
    game = Catalogue().game(ruleset, options)
    pair = match.number // match.seats
    strong = match.seats_of_first()
    setup = game.draw_setup(match.seats, options, Random(match.seed, 2 * pair))
    state = game.start(setup)
    names = [match.first if seat in strong else match.second for seat in range(match.seats)]
    players = [
        Player(match.game, name, seed=seed_of(match, seat), scale=match.budget, counted=True)
        for seat, name in enumerate(names)
    ]
    decisions, turns = play_out(state, players, Random(match.seed, 2 * pair + 1), ruleset.ply_cap)
    first = state.ranking()[0]
    scores = state.scores()
    return Result(
        key=match.key(),
        first=match.first,
        second=match.second,
        won=sum(seat in strong for seat in first) / len(first),
        points=statistics.mean(scores[seat] for seat in strong),
        sheet={
            name: statistics.mean(column[seat] for seat in strong)
            for name, column in state.score_sheet().items()
        },
        scores=scores,
        decisions=decisions,
        seconds=sum(map(sum, turns)),
        turn_seconds={
            name: statistics.median(turns[seat]) for seat, name in enumerate(names) if turns[seat]
        },
    )


class Arena:
    """A set of pairings of `levels` in one game, each of `matches` matches.

    With `results`, a file of one JSON object a line, matches already on file are not played again,
    and every match is on file as soon as it ends.
    """

    def __init__(
        self,
        game: str,
        pairings: Sequence[tuple[str, str]],
        matches: int,
        *,
        seats: int = 2,
        budget: float = 1.0,
        seed: int = 1,
        options: Mapping[str, Any] | None = None,
        strong: int = 1,
        results: Path | None = None,
    ) -> None:
        self.game = game
        self.pairings = list(pairings)
        self.file = results
        self.plan = [
            Match(game, first, second, number, seats, budget, seed, options or {}, strong)
            for number in range(matches)
            for first, second in self.pairings
        ]
        self.keys = [match.key() for match in self.plan]
        on_file = self._on_file()
        self.results = {key: on_file[key] for key in self.keys if key in on_file}

    def _on_file(self) -> dict[str, Result]:
        if self.file is None or not self.file.exists():
            return {}
        found: dict[str, Result] = {}
        for line in self.file.read_text(encoding="utf-8").splitlines():
            try:
                result = Result(**json.loads(line))
            except (ValueError, TypeError):
                continue  # cut off when an earlier run was killed, or of an earlier form
            found[result.key] = result
        return found

    def to_play(self) -> list[Match]:
        """The matches without a result."""
        return [
            match
            for match, key in zip(self.plan, self.keys, strict=True)
            if key not in self.results
        ]

    def run(self, processes: int | None = None) -> Iterator[Result]:
        """Play what is missing, in `processes` processes (all cores); each result as it ends."""
        waiting = self.to_play()
        count = min(processes or os.cpu_count() or 1, len(waiting))
        if count == 0:
            return
        with get_context("spawn").Pool(count, ignore_interrupts) as pool:
            for result in pool.imap_unordered(play, waiting):
                self.results[result.key] = result
                self._append(result)
                yield result

    def _append(self, result: Result) -> None:
        if self.file is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("ab+") as lines:
            if lines.tell():
                lines.seek(-1, os.SEEK_END)
                if lines.read(1) != b"\n":
                    lines.write(b"\n")  # an earlier run was killed in the middle of a line
            lines.write(json.dumps(asdict(result)).encode() + b"\n")

    def standings(self) -> list[Standing]:
        """Every pairing's share of wins so far."""
        rows = []
        for first, second in self.pairings:
            of_pair = (r for r in self.results.values() if (r.first, r.second) == (first, second))
            results = list(of_pair)
            played, won = len(results), sum(result.won for result in results)
            points = statistics.mean([result.points for result in results] or [0.0])
            sheet = {
                name: statistics.mean(result.sheet[name] for result in results)
                for name in (results[0].sheet if results else ())
            }
            share = won / played if played else 0.0
            rows.append(Standing(first, second, played, share, *wilson(won, played), points, sheet))
        return rows

    def seconds_per_turn(self) -> dict[str, float]:
        """Each level's usual time per turn: the median over matches of their medians."""
        times: dict[str, list[float]] = {}
        for result in self.results.values():
            for level, seconds in result.turn_seconds.items():
                times.setdefault(level, []).append(seconds)
        return {level: statistics.median(seconds) for level, seconds in times.items()}

    def record(self, file: Path = MEASURED) -> None:
        """Write what was measured to the levels' data file, beside other games' figures."""
        content = read(file)
        levels = content["games"].setdefault(self.game, {})
        budget, seats = self.plan[0].budget, self.plan[0].seats
        for level, seconds in self.seconds_per_turn().items():
            entry = levels.setdefault(level, {"beats": {}})
            limit = level_named(level).budget
            most = limit.seconds if limit is not None and limit.seconds is not None else math.inf
            entry["seconds_per_turn"] = round(min(seconds / budget, most), 3)
        for row in self.standings():
            levels[row.first]["beats"][row.second] = {
                "share": round(row.share, 3),
                "low": round(row.low, 3),
                "high": round(row.high, 3),
                "matches": row.matches,
                "budget": budget,
                "seats": seats,
            }
        file.write_text(yaml.safe_dump(content, sort_keys=True), encoding="utf-8")


def round_robin(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Every pairing of `levels`, given weakest first; the stronger one is the first of a pair."""
    return [(stronger, weaker) for weaker, stronger in combinations(levels, 2)]


def neighbours(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Each level against the one before it, given weakest first."""
    return [(stronger, weaker) for weaker, stronger in pairwise(levels)]


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent, which ends the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
