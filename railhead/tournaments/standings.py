"""How players stand after the matches so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from railhead.tournaments.pairings import Round
from railhead.tournaments.ratings import Rating, rate
from railhead.tournaments.results import BYE, Result

By = Literal["points", "wins", "rating"]
ORDERS: Final[tuple[By, ...]] = ("points", "wins", "rating")


@dataclass(frozen=True)
class Standing:
    """A player's row: `points` with byes, `score` the mean final score (None without matches)."""

    player: str
    points: float
    wins: float
    matches: int
    byes: int
    forfeits: int
    score: float | None
    rating: Rating

    def worth(self, by: By) -> tuple[float, float]:
        """What it is ordered by: this, then the rating."""
        first = self.rating.mean if by == "rating" else getattr(self, by)
        return float(first), self.rating.mean


def points(
    players: Sequence[str], results: Sequence[Result], rounds: Sequence[Round], seats: int
) -> dict[str, float]:
    """The points of each player; a bye counts as a table that was even."""
    found = dict.fromkeys(players, 0.0)
    for result in results:
        for name, won in zip(result.pairing.players, result.points(), strict=True):
            found[name] += won
    for played in rounds:
        for name in played.byes:
            found[name] += BYE * seats
    return found


def standings(
    players: Sequence[str],
    results: Sequence[Result],
    rounds: Sequence[Round],
    seats: int,
    by: By = "points",
) -> list[Standing]:
    """The players, the first one first. Raises `RatingsUnavailable`."""
    ratings, all_points = rate(players, results), points(players, results, rounds, seats)
    rows = []
    for name in players:
        held = [
            (result, seat)
            for result in results
            for seat, held_by in enumerate(result.pairing.players)
            if held_by == name
        ]
        scores = [result.scores[seat] for result, seat in held]
        row = Standing(
            player=name,
            points=all_points[name],
            wins=sum(result.wins()[seat] for result, seat in held),
            matches=len(held),
            byes=sum(name in played.byes for played in rounds),
            forfeits=sum(seat in result.forfeits for result, seat in held),
            score=sum(scores) / len(scores) if scores else None,
            rating=ratings[name],
        )
        rows.append(row)
    return sorted(rows, key=lambda row: row.worth(by), reverse=True)
