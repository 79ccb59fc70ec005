"""Adding up what several searches of one decision have counted, and choosing by the sum.

Trees of one position that grew from different seeds are samples of the same. Nothing but the
numbers at their roots passes between them, so that they may run anywhere.

The sum of visits would choose badly: small trees all visit by the same priors, and four of them do
so as one. What several trees know better is the values. So the choice is the one that a single tree
with all their simulations would come to visit most, given these values: visits by PUCT tend to the
policy that has the best value less its distance from the priors, weighed the less the more there
are (Grill et al., "Monte-Carlo tree search as regularized policy optimization", 2020).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, TypeAlias

Statistics: TypeAlias = list[tuple[int, int, list[float], float]]
"""Of each action at a root: action, visits, sum of values by seat, weight of its prior."""

LEAST_SHARE: Final = 0.25
"""Actions with less than this share of the visits of the most visited one are not chosen: a few
good values are luck."""
HALVINGS: Final = 50


def merge(several: Iterable[Statistics]) -> Statistics:
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


def best_move(counted: Statistics, seat: int, c_puct: float) -> int:
    """The action that a tree with these statistics would come to visit most.

    `c_puct` is the weight of the prior term in PUCT. Raises `ValueError` where no action has
    been visited.
    """
    most = max((visits for _, visits, _, _ in counted), default=0)
    if most == 0:
        raise ValueError("nothing has been visited")
    total = sum(weight for _, _, _, weight in counted) or 1.0
    visited = sum(visits for _, visits, _, _ in counted)
    factor = c_puct * math.sqrt(visited) / (visited + len(counted)) / total
    known = [
        # Above 0, so that the level below is above every value.
        (action, sums[seat] / visits, max(factor * weight, 1e-12))
        for action, visits, sums, weight in counted
        if visits >= LEAST_SHARE * most
    ]
    level = _level(known)
    return max(known, key=lambda one: one[2] / (level - one[1]))[0]


def _level(known: list[tuple[int, float, float]]) -> float:
    """What is above all values by so much that the shares, term / (level - value), sum up to 1."""
    low = max(value + term for _, value, term in known)
    high = max(value for _, value, _ in known) + sum(term for _, _, term in known)
    # Bisection, as the sum falls where the level rises, down to what a float can tell apart.
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum(term / (middle - value) for _, value, term in known) > 1:
            low = middle
        else:
            high = middle
    return high
