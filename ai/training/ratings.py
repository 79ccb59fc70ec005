"""Ratings of agents by maximum likelihood, from the full rankings of their matches.

The model is Plackett's and Luce's: first place goes to each seat in proportion to the strength of
its agent, second place among the others alike, and so on. For two seats that is Elo's and Bradley's
and Terry's. Ratings are 400 times the decimal logarithm of the strength, 0 for the anchor: of two
agents 400 apart the better one is ten times as likely to come before the other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from railhead.extras import extra

REPLICATES = 200
"""How often the samples are drawn anew for the intervals."""
ELO = 400 / math.log(10)

Sample = Sequence[Sequence[int]]
"""The rankings of a sample's matches, each of the numbers of the agents in the seats."""


class RatingsUnavailable(RuntimeError):
    """What estimates ratings is not installed; the message says how it is."""


@dataclass(frozen=True)
class RatingEstimate:
    """A figure in Elo, with its 95 % interval."""

    elo: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Rated:
    """An agent's number, its rating, and its lead over the next lower one (None for the last)."""

    agent: int
    rating: RatingEstimate
    lead: RatingEstimate | None


def ranked_agents(ranking: Sequence[Sequence[int]], agents: Sequence[int]) -> Sample:
    """The ranking of a match, of seats with the tied ones together, as two rankings of agents.

    `agents` are those of the seats. Tied seats stand in one order in one and in the other in the
    other, so that every pair of them is half before, half behind each other.
    """
    orders = (list(ranking), [list(reversed(tied)) for tied in ranking])
    return [[agents[seat] for tied in order for seat in tied] for order in orders]


def rate(
    count: int,
    samples: Mapping[tuple[int, int], Sequence[Sample]],
    anchor: int,
    replicates: int = REPLICATES,
) -> list[Rated]:
    """The ratings of agents 0 to `count` - 1 from the samples of each pairing, best first.

    To each pairing one sample is added in which both win once: otherwise an agent that never loses
    would be rated infinitely above the next. Intervals are the middle 95 % of ratings from as many
    samples drawn with replacement, that one among them: where nearly all of the difference rests
    on it, the interval is wide. Raises `RatingsUnavailable`.
    """
    played = {
        pair: [*own, [[pair[0], pair[1]], [pair[1], pair[0]]]]
        for pair, own in samples.items()
        if own
    }
    found = _fit(count, list(played.values()))
    source = random.Random(1)
    drawn = [
        _fit(count, [source.choices(own, k=len(own)) for own in played.values()], found)
        for _ in range(replicates)
    ]
    order = sorted(range(count), key=lambda agent: -found[agent])
    rated = []
    for place, agent in enumerate(order):
        below = order[place + 1] if place + 1 < count else None
        lead = None if below is None else _difference(found, drawn, agent, below)
        rated.append(Rated(agent, _difference(found, drawn, agent, anchor), lead))
    return rated


def _difference(
    found: Sequence[float], drawn: Sequence[Sequence[float]], one: int, other: int
) -> RatingEstimate:
    spread = sorted(ratings[one] - ratings[other] for ratings in drawn)
    edge = int(0.025 * len(spread))
    return RatingEstimate(found[one] - found[other], spread[edge], spread[-1 - edge])


def _fit(
    count: int, pairings: Sequence[Sequence[Sample]], near: Sequence[float] | None = None
) -> list[float]:
    """The likeliest ratings, looked for from those `near` on."""
    rankings = [tuple(ranking) for own in pairings for sample in own for ranking in sample]
    # Next to nothing at each rate of the chain keeps it whole where the samples drawn do not.
    begun = None if near is None else [rating / ELO for rating in near]
    strengths = estimator()(
        count, rankings, alpha=1e-4, initial_params=begun, max_iter=1000, tol=1e-6
    )
    return [ELO * float(strength) for strength in strengths]


def estimator() -> Callable[..., Iterable[float]]:
    """What finds the likeliest strengths. Raises `RatingsUnavailable` where it is not installed."""
    try:
        with extra("ladder"):
            from choix import ilsr_rankings
    except ImportError as error:
        raise RatingsUnavailable(str(error)) from error
    estimate: Callable[..., Iterable[float]] = ilsr_rankings
    return estimate
