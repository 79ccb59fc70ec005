"""Which matches are played: every game against every level, from each seat in turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Planned:
    """A match to be played: `seat` is the model's, `seed` that of its chance."""

    game: str
    level: str
    seats: int
    seat: int
    seed: int


def plan(seats: Mapping[str, int], levels: Iterable[str], matches: int, seed: int) -> list[Planned]:
    """`matches` of each game with so many `seats` against each level.

    The model sits at each seat of a set-up before the next one is dealt: seeds count up from
    `seed`, so all levels, and all models, are dealt the same.
    """
    return [
        Planned(game, level, count, number % count, seed + number // count)
        for game, count in seats.items()
        for level in levels
        for number in range(matches)
    ]
