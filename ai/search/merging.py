"""Adding up what several searches of one decision have counted.

Trees of one position that grew from different seeds are samples of the same: their visits and sums
of values, added up by action, choose better than those of one tree do. Nothing but these numbers
passes between the searches, so that they may run anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Statistics: TypeAlias = list[tuple[int, int, list[float], float]]
"""Of each action at a root: action, visits, sum of values by seat, weight of its prior."""


def merged(several: Iterable[Statistics]) -> Statistics:
    """The statistics of several searches of one position as those of one: sums for each action.

    Actions come in the order in which they are first seen, with the weight of the prior that they
    have there. What is given is not changed.
    """
    found: dict[int, tuple[int, int, list[float], float]] = {}
    for statistics in several:
        for action, visits, sums, weight in statistics:
            known = found.get(action)
            if known is None:
                found[action] = action, visits, list(sums), weight
            else:
                both = [one + other for one, other in zip(known[2], sums, strict=True)]
                found[action] = action, known[1] + visits, both, known[3]
    return list(found.values())
