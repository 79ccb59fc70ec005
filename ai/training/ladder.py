"""The ladder of a game: fixed agents rated against each other, until neighbours are told apart."""

from __future__ import annotations

import datetime
import statistics
from collections.abc import Generator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import yaml

from railhead.ai.search.levels import LEVELS
from railhead.ai.strength import LADDERS, ladders
from railhead.ai.strength.signature import plays_by, signature_of
from railhead.ai.training.agents import agent_of
from railhead.ai.training.arena import Match, Result, Results, means_of, medians
from railhead.ai.training.ratings import Rated, Sample, estimator, ranked_agents, rate
from railhead.ai.training.records import commit_here
from railhead.ai.training.samples import interval

Pair = tuple[int, int]
"""The numbers of two agents, the one that comes later in the list first."""


class Ladder:
    """Agents of one game at tables of `seats`: one of a pairing in one seat, the other in the rest.

    `agents` are names, roughly weakest first; `anchor` is the one whose rating is 0. Neighbours by
    the ratings so far play until the interval of the lead of each over the next is at most `within`
    Elo to either side, or they have played `most` samples. With `results`, a file, what is on it is
    not played again.
    """

    def __init__(
        self,
        game: str,
        agents: Sequence[str],
        anchor: str,
        *,
        seats: int = 2,
        within: float = 40.0,
        most: int = 200,
        least: int = 8,
        budget: float = 1.0,
        seed: int = 1,
        results: Path | None = None,
    ) -> None:
        self.game = game
        self.agents = list(agents)
        self.anchor = self.agents.index(anchor)
        self.seats = seats
        self.within = within
        self.most = most
        self.least = min(least, most)
        self.budget = budget
        self.seed = seed
        self.store = Results(results)
        self.samples: dict[Pair, list[list[Result]]] = {}
        """The samples of each pairing that has any, without a gap from the first shuffle on."""
        self._rated: list[Rated] | None = None
        self._gather()

    def matches(self, pair: Pair, samples: int) -> list[Match]:
        """The matches of the first so many samples of a pairing."""
        first, second = (self.agents[number] for number in pair)
        return [
            Match(self.game, first, second, number, self.seats, self.budget, self.seed)
            for number in range(samples * self.seats)
        ]

    def run(self, processes: int | None = None) -> Generator[tuple[int, int]]:
        """Play rounds until nothing is wanted; after each match the round's matches, and its total.

        Raises `RatingsUnavailable`, `UnknownAgent` and `ReleaseFailed`.
        """
        estimator()  # rather now than after hours
        while samples_wanted := self.samples_wanted():
            plan = [
                match
                for pair, count in samples_wanted.items()
                for match in self.matches(pair, count)
            ]
            missing = [match for match in plan if match.key() not in self.store.by_key]
            for number, _ in enumerate(self.store.play(missing, processes), start=1):
                yield number, len(missing)
            self._gather()

    def samples_wanted(self) -> dict[Pair, int]:
        """How many samples each pairing should have that has too few; empty at the end."""
        ratings = self.ratings() if self.samples else []
        order = [one.agent for one in reversed(ratings)] or list(range(len(self.agents)))
        samples_wanted = {}
        for place, agent in enumerate(order):
            for other in order[place + 1 : place + 3]:
                pair = max(agent, other), min(agent, other)
                if self._count(pair) < self.least:
                    samples_wanted[pair] = self.least
        if samples_wanted:
            return samples_wanted
        for upper, lower in pairwise(ratings):
            pair = max(upper.agent, lower.agent), min(upper.agent, lower.agent)
            count = self._count(pair)
            assert upper.lead is not None
            if upper.lead.half > self.within and count < self.most:
                samples_wanted[pair] = min(self.most, count + max(self.least, count // 2))
        return samples_wanted

    def ratings(self) -> list[Rated]:
        """The ratings so far, best first. Raises `RatingsUnavailable`."""
        if self._rated is None:
            self._rated = rate(len(self.agents), self._rankings(), self.anchor)
        return self._rated

    def _count(self, pair: Pair) -> int:
        return len(self.samples.get(pair, ()))

    def _gather(self) -> None:
        """Find the samples that are whole, always in the same order: ratings draw from them."""
        self._rated = None
        self.samples.clear()
        for upper, lower in combinations(reversed(range(len(self.agents))), 2):
            pair = upper, lower
            results = []
            for match in self.matches(pair, self.most):
                result = self.store.by_key.get(match.key())
                if result is None:
                    break
                results.append(result)
            whole = range(0, len(results) - self.seats + 1, self.seats)
            samples = [results[start : start + self.seats] for start in whole]
            if samples:
                self.samples[pair] = samples

    def _rankings(self) -> dict[Pair, list[Sample]]:
        return {
            pair: [
                [ranking for result in sample for ranking in self._ranking_of(pair, result)]
                for sample in samples
            ]
            for pair, samples in self.samples.items()
        }

    def _ranking_of(self, pair: Pair, result: Result) -> Sample:
        seat_of_first = result.number % self.seats
        agents = [pair[0] if seat == seat_of_first else pair[1] for seat in range(self.seats)]
        return ranked_agents(result.ranking, agents)

    def summary(self) -> dict[str, Any]:
        """What is published; see `ai.strength`."""
        results = [result for own in self.samples.values() for sample in own for result in sample]
        seconds = medians([result.turn_seconds for result in results])
        simulations = medians([result.turn_simulations for result in results])
        most = {name: n for result in results for name, n in result.most_simulations.items()}
        return {
            "game": self.game,
            "seats": self.seats,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "commit": commit_here(),
            "budget": self.budget,
            "signature": signature_of(self.game),
            "anchor": self.agents[self.anchor],
            "agents": [
                {
                    **_figures(one),
                    "agent": (name := self.agents[one.agent]),
                    "description": agent_of(name).description,
                    "plays_by": plays_by(name, self.game, self.seats) if name in LEVELS else None,
                    "points": self._points(name, results),
                    "matches": sum(name in (result.first, result.second) for result in results),
                    "most_simulations": most.get(name),
                    "simulations_per_turn": round(simulations.get(name, 0)),
                    "seconds_per_turn": round(seconds.get(name, 0.0), 3),
                }
                for one in self.ratings()
            ],
            "pairings": [self._pairing(pair) for pair in sorted(self.samples)],
        }

    def _points(self, name: str, results: Sequence[Result]) -> float:
        """The mean of the final scores of an agent, in all its seats."""
        scores = [
            score
            for result in results
            for seat, score in enumerate(result.scores)
            if name == (result.first if seat == result.number % self.seats else result.second)
        ]
        return round(statistics.mean(scores), 1)

    def _pairing(self, pair: Pair) -> dict[str, Any]:
        means = means_of(self.samples[pair])
        low, high = interval(means)
        return {
            "first": self.agents[pair[0]],
            "second": self.agents[pair[1]],
            "matches": len(means) * self.seats,
            "share": round(statistics.mean(means), 3),
            "low": round(low, 3),
            "high": round(high, 3),
        }

    def publish(self, folder: Path = LADDERS) -> Path:
        """Write the summary to where it is published from."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.game}-{self.seats}.yaml"
        file.write_text(yaml.safe_dump(self.summary(), sort_keys=False), encoding="utf-8")
        ladders.cache_clear()
        return file


def _figures(one: Rated) -> dict[str, Any]:
    lead = one.lead
    return {
        "rating": round(one.rating.elo),
        "low": round(one.rating.low),
        "high": round(one.rating.high),
        "lead": None
        if lead is None
        else {"elo": round(lead.elo), "low": round(lead.low), "high": round(lead.high)},
    }
