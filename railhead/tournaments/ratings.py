"""Ratings for any number of seats: the likeliest given all results, whatever their order.

The model is openskill's `PlackettLuce` with its usual prior, 25 with a deviation of 25/3. What that
package does is online: a rating moves after each match, and so depends on the order of matches,
which a tournament does not have. Here all matches are rated with the same ratings, by deviations so
small that each update is the gradient and the curvature of its likelihood; the ratings move by
their sum, and that is done again until they stay. So openskill says what a match shows, and all
matches count alike.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from railhead.extras import extra
from railhead.tournaments.results import Result

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

PASSES: Final = 2_000
STAYS: Final = 1e-4
"""A rating that moves less than that in a pass stays."""
DAMPING: Final = 0.5
"""By how much of a step of Newton's for one player alone each rating moves: all move at once."""
SMALL: Final = 0.05
Z95: Final = 1.959964

Ranking = tuple[tuple[str, ...], ...]
"""The players of a match from first to last, tied ones together."""


class RatingsUnavailable(RuntimeError):
    """What rates is not installed; the message says how it is."""


@dataclass(frozen=True)
class Rating:
    """A rating with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass
class _Shown:
    """What matches show of a player: slope and curvature of the likelihood of its rating."""

    slope: float = 0.0
    curvature: float = 0.0

    def add(self, other: _Shown, times: int = 1) -> None:
        self.slope += times * other.slope
        self.curvature += times * other.curvature


def available() -> None:
    """Raises `RatingsUnavailable` where what rates is not installed."""
    _model()


def rate(players: Sequence[str], results: Sequence[Result]) -> dict[str, Rating]:
    """The ratings of the players from all results.

    Matches of one table have one shuffle and are one sample: intervals are as wide as the tables
    scatter, and never narrower than for as many matches of no common shuffle. Raises
    `RatingsUnavailable`.
    """
    model = _model()
    tables: dict[tuple[int, int], Counter[Ranking]] = {}
    for result in results:
        at = (result.pairing.round, result.pairing.table)
        tables.setdefault(at, Counter())[_ranking(result)] += 1
    all_of_them: Counter[Ranking] = sum(tables.values(), Counter())
    prior = 1 / model.sigma**2
    means = dict.fromkeys(players, model.mu)
    for _ in range(PASSES):
        shown = _evidence(model, means, all_of_them)
        moved = {
            name: DAMPING * (shown[name].slope - prior * (mean - model.mu))
            / (prior + shown[name].curvature)
            for name, mean in means.items()
        }  # fmt: skip
        # The likeliest ratings have the mean of the prior, as slopes of a match add up to nothing.
        shift = math.fsum(moved.values()) / max(1, len(moved))
        means = {name: mean + moved[name] - shift for name, mean in means.items()}
        if all(abs(step - shift) < STAYS for step in moved.values()):
            break
    return _intervals(model, means, tables)


def _intervals(
    model: PlackettLuce,
    means: Mapping[str, float],
    tables: Mapping[tuple[int, int], Counter[Ranking]],
) -> dict[str, Rating]:
    precision = dict.fromkeys(means, 1 / model.sigma**2)
    scatter = dict.fromkeys(means, 0.0)
    for table in tables.values():
        for name, shown in _evidence(model, means, table).items():
            precision[name] += shown.curvature
            scatter[name] += shown.slope**2
    found = {}
    for name, mean in means.items():
        variance = max(1 / precision[name], scatter[name] / precision[name] ** 2)
        half = Z95 * math.sqrt(variance)
        found[name] = Rating(mean, mean - half, mean + half)
    return found


def _evidence(
    model: PlackettLuce, means: Mapping[str, float], rankings: Counter[Ranking]
) -> dict[str, _Shown]:
    """What matches with these rankings show of all players whose ratings are `means`."""
    found = {name: _Shown() for name in means}
    for ranking, times in sorted(rankings.items()):
        names = [name for tied in ranking for name in tied]
        ranks = [float(place) for place, tied in enumerate(ranking) for _ in tied]
        teams = [[model.rating(mu=means[name], sigma=SMALL)] for name in names]
        for name, (after,) in zip(names, model.rate(teams, ranks=ranks), strict=True):
            slope = (after.mu - means[name]) / SMALL**2
            curvature = (1 - (after.sigma / SMALL) ** 2) / SMALL**2
            found[name].add(_Shown(slope, curvature), times)
    return found


def _ranking(result: Result) -> Ranking:
    players = result.pairing.players
    return tuple(tuple(sorted(players[seat] for seat in tied)) for tied in result.ranking)


def _whole(*_: Any) -> float:
    """The part of the curvature that counts."""
    return 1.0


def _model() -> PlackettLuce:
    try:
        with extra("tournaments"):
            from openskill.models import PlackettLuce
    except ImportError as error:
        raise RatingsUnavailable(str(error)) from error
    return PlackettLuce(tau=0.0, gamma=_whole)
