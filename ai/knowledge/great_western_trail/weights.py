"""The numbers that Great Western Trail's evaluation and priors rest on beside `weights.json`.

All are about in victory points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from railhead.games.great_western_trail.rules.workers import MOST_WORKERS

CERTAIN: Final = 0.5
"""What a point adds to the log odds of first place where nothing more is to come."""
FIRST_PLACE: Final = 0.2
"""How far on the way to Kansas City a player begins."""
SEEN_ON_THE_WAY: Final = 4.0
"""About how many cards of the hand are exchanged on the way to Kansas City."""
WORKERS_A_DELIVERY: Final = 1.75
"""About how many workers a visit to Kansas City brings to the job market."""
UNFULFILLED: Final = 0.7
"""The part of its penalty that a card not yet fulfilled is expected to cost."""
DOUBT: Final = 1.5
"""How far the value of a delivery may lie from what is expected."""
MISSED: Final = 2.0
"""The points lost where a delivery does not reach the city it was meant for."""
NEVER: Final = -1000.0
"""Less than any city is worth."""
ARROW_CARD: Final = 0.4
"""The points that an objective card at an arrow is worth."""
READY_MONEY: Final = 14
"""About the most that a turn has use for."""
RICH: Final = 12
"""Beyond so many dollars in hand, one more matters less and less."""


def worker_values(weights: Mapping[str, float]) -> list[float]:
    """For each type, what 0 to 6 workers are worth; the printed one counts nothing."""
    worth: list[float] = []
    for worker in ("cowboy", "craftsman", "engineer"):
        worth += [0.0, 0.0]
        for number in range(MOST_WORKERS - 1):
            worth.append(worth[-1] + weights[f"hire_{worker}"] * weights["worker_decay"] ** number)
    return worth
