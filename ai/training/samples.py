"""Samples: a shuffle played with every rotation of the seats, and what follows from many.

Matches of one shuffle are alike: a good hand is good for whoever holds it. So they are no
independent trials; their mean is one, and every interval and test rests on such means.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

Z95 = 1.959964
"""The 97.5 % quantile of the normal distribution: two-sided intervals of 95 %."""


def par(seats: int, strong: int = 1) -> float:
    """The share of first places of an agent that holds `strong` seats among equals."""
    return strong / seats


def wilson(won: float, trials: float) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson 1927); 0 to 1 without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = won / trials, Z95 * Z95
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    spread = math.sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    half = Z95 * spread / (1 + z2 / trials)
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def interval(samples: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of samples, each from 0 to 1; 0 to 1 without samples.

    Wilson's, for as many trials of all or nothing as would scatter like these samples. One more
    sample that scatters as widely as can be is taken for granted: a dozen samples that are all the
    same do not show that the next one will be.
    """
    if not samples:
        return 0.0, 1.0
    count = len(samples)
    mean = sum(samples) / count
    scatter = sum((sample - mean) ** 2 for sample in samples) + 0.25
    trials = count * (count * mean * (1 - mean) + 0.25) / scatter
    return wilson(mean * trials, trials)


def mean_interval(samples: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of the mean of samples of any range, by Student's t.

    None for fewer than two, and for samples that are all the same: they do not show how far the
    next one may lie. For shares, which are from 0 to 1, take `interval`.
    """
    if len(set(samples)) < 2:
        return None
    mean = statistics.fmean(samples)
    half = student_t95(len(samples) - 1) * statistics.stdev(samples) / math.sqrt(len(samples))
    return mean - half, mean + half


def student_t95(freedom: int) -> float:
    """The 97.5 % quantile of Student's t with so many degrees of freedom, within 1 %.

    The expansion of Cornish and Fisher around the normal quantile (Abramowitz and Stegun, 26.7.5);
    for 1 and 2, where it is too low, there are closed forms.
    """
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
