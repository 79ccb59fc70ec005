"""What was counted, as a value with the interval it is in with 95 % confidence."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

Z: Final = 1.96
"""The quantile of the normal distribution for 95 %."""


@dataclass(frozen=True)
class Estimate:
    """A value, and the bounds that it lies between with 95 % confidence."""

    low: float
    value: float
    high: float


def share(won: float, played: int) -> Estimate:
    """The share that `won` of `played` matches are, with Wilson's interval; 0 to 1.

    A match that several won counts in parts. `played` is at least 1.
    """
    value = won / played
    spread = Z * Z / played
    middle = (value + spread / 2) / (1 + spread)
    reach = Z * math.sqrt(value * (1 - value) / played + spread / (4 * played)) / (1 + spread)
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Estimate(min(low, value), value, max(high, value))


def mean(total: float, squares: float, count: int) -> Estimate:
    """The mean of `count` numbers, at least 2, with this sum and this sum of squares.

    The bounds are those of a normal distribution, too narrow where there are but a few numbers.
    """
    value = total / count
    variance = max(0.0, squares - count * value * value) / (count - 1)
    reach = Z * math.sqrt(variance / count)
    return Estimate(value - reach, value, value + reach)
