"""A small network over real numbers: what each seat of a position has, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.net.network import OUTPUTS
from railhead.games.vectors import vec

SEATS: Final = 6
"""The most that any game has."""


@final
class Dense:
    """Values every seat by its own numbers and the mean of those of the others.

    `own` and `others` have for each number a row of weights: the hidden units first, clipped to 0
    and 1, then `OUTPUTS` units that go to the outputs as they are. `second` has for each hidden
    unit its weights to the outputs. `bias` has a number for each unit of the first layer. Standings
    are in points, `unit` to an output of 1, and what is certain of them comes on top. `firmness` is
    what of a standing, in such units, goes to the log odds of first place as well.

    Raises `ValueError` where the parts do not fit together.
    """

    def __init__(
        self,
        own: Sequence[float],
        others: Sequence[float],
        bias: Sequence[float],
        second: Sequence[float],
        firmness: float,
        unit: float,
    ) -> None:
        width = len(bias)
        if len(own) % width or len(own) != len(others):
            raise ValueError("each number needs as many weights as there are units, twice")
        if len(second) != OUTPUTS * (width - OUTPUTS):
            raise ValueError("the second layer does not fit the first")
        self.numbers: i64 = len(own) // width
        self.units: i64 = width
        self.firmness: float = firmness
        self.unit: float = unit
        rows: list[float] = []
        for at in range(0, len(own), width):
            # Side by side, so that one pass over a row fills both sums.
            rows += [*own[at : at + width], *others[at : at + width]]
        self.rows: vec[float] = vec[float](rows)
        self.bias: vec[float] = vec[float](list(bias))
        self.second: vec[float] = vec[float](list(second))
        self.sums: vec[float] = vec[float]([0.0] * (2 * SEATS * width))
        self.of_others: vec[float] = vec[float]([0.0] * width)

    def see(self, seat: i64, numbers: vec[float]) -> None:
        """Take in the numbers of a seat; what is 0 costs nothing."""
        width: i64 = 2 * self.units
        sums, rows = self.sums, self.rows
        first: i64 = seat * width
        at: i64 = first
        while at < first + width:
            sums[at] = 0.0
            at += 1
        number: i64 = 0
        row: i64 = 0
        while number < self.numbers:
            here = numbers[number]
            if here != 0.0:
                at = 0
                while at < width:
                    sums[first + at] += here * rows[row + at]
                    at += 1
            row += width
            number += 1

    def value(self, seats: i64, out: vec[float]) -> None:
        """Add to the standings in `out`, of the seats seen last; write each one's log odds behind.

        What stands there are the points that are certain.
        """
        units: i64 = self.units
        sums, of_others = self.sums, self.of_others
        unit: i64 = 0
        while unit < units:
            total = 0.0
            at: i64 = units + unit
            while at < 2 * seats * units:
                total += sums[at]
                at += 2 * units
            of_others[unit] = total
            unit += 1
        seat: i64 = 0
        while seat < seats:
            self._value_seat(seat, seats, out)
            seat += 1

    def _value_seat(self, seat: i64, seats: i64, out: vec[float]) -> None:
        bias, second = self.bias, self.second
        sums, of_others = self.sums, self.of_others
        units: i64 = self.units
        hidden: i64 = units - OUTPUTS
        part = 1.0 / float(seats - 1)
        at: i64 = 2 * seat * units
        standing = 0.0
        odds = 0.0
        unit: i64 = 0
        while unit < units:
            x = bias[unit] + sums[at] + part * (of_others[unit] - sums[units + at])
            if unit == hidden:
                standing += x
            elif unit > hidden:
                odds += x
            elif x > 0.0:
                if x > 1.0:
                    x = 1.0
                standing += x * second[OUTPUTS * unit]
                odds += x * second[OUTPUTS * unit + 1]
            at += 1
            unit += 1
        out[seat] += standing * self.unit
        out[seats + seat] = odds + self.firmness * out[seat] / self.unit
