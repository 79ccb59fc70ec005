"""One hidden layer over sparse inputs, in integers until the sums are complete.

The first layer's weights are small integers, three to a word, so that adding an input's row to the
sums of all units takes a third of the additions and gives the same bits compiled and interpreted.
Inputs that are 0 cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.net.inputs import MOST_INPUTS, Features, Inputs
from railhead.games.game import State
from railhead.games.vectors import vec

LANES: Final = 3
LANE_BITS: Final = 20
LANE_MASK: Final = (1 << LANE_BITS) - 1
LARGEST: Final = 4095
"""The largest weight of the first layer, either way."""
BIAS: Final = LARGEST + 1
"""Added to every weight in a lane, so that no lane ever borrows from the next."""
OUTPUTS: Final = 2
"""For each seat: its standing, and the logarithm of its odds of first place up to a constant."""

# As many inputs as there may be, each with its largest weight, overflow no lane.
assert MOST_INPUTS * (BIAS + LARGEST) <= LANE_MASK


@final
class Rows:
    """The weights of one block of inputs to all units, three to a word.

    `weights` are integers from -`LARGEST` to `LARGEST`, row by row, a row for each input; `scales`
    says for each unit what 1 is.
    """

    def __init__(self, weights: Sequence[int], scales: Sequence[float]) -> None:
        units = len(scales)
        self.units: i64 = units
        self.words_a_row: i64 = (units + LANES - 1) // LANES
        self.scales: vec[float] = vec[float](list(scales))
        words: list[int] = []
        for start in range(0, len(weights), units):
            row = [BIAS + weight for weight in weights[start : start + units]]
            row += [0] * (-units % LANES)
            for at in range(0, len(row), LANES):
                lanes = row[at : at + LANES]
                words.append(sum(lane << (LANE_BITS * i) for i, lane in enumerate(lanes)))
        self.words: vec[i64] = vec[i64]([i64(word) for word in words])
        self.sums: vec[i64] = vec[i64]([0] * int(self.words_a_row))

    def add_up(self, inputs: Inputs, out: vec[float], first: i64) -> None:
        """Write the sum over the inputs for each unit to `out` from `first` on."""
        words = self.words
        sums = self.sums
        width: i64 = self.words_a_row
        place: i64 = 0
        while place < width:
            sums[place] = 0
            place += 1
        items = inputs.items
        index: i64 = 0
        count: i64 = inputs.count
        while index < count:
            at: i64 = items[index] * width
            place = 0
            while place < width:
                sums[place] += words[at]
                place += 1
                at += 1
            index += 1
        self._unpack(count * BIAS, out, first)

    def _unpack(self, bias: i64, out: vec[float], first: i64) -> None:
        scales = self.scales
        sums = self.sums
        units: i64 = self.units
        unit: i64 = 0
        word: i64 = 0
        place: i64 = 0
        while unit < units:
            if unit % LANES == 0:
                word = sums[place]
                place += 1
            # Each input has added the bias once, in each lane.
            out[first + unit] = float((word & LANE_MASK) - bias) * scales[unit]
            word >>= LANE_BITS
            unit += 1


@final
class Network:
    """Values every seat of a position by its own inputs, those of the others, and the table's.

    `own`, `others` and `table` have the hidden units first, clipped to 0 and 1, then `OUTPUTS`
    units that go to the outputs as they are. `second` has for each output its weights from the
    hidden units. `bias` has a number for each unit of the first layer. What is certain of a seat's
    points, `unit` to a standing of 1, is added to its standing. `firmness` has one unit: what of a
    standing goes to the log odds as well, more of it the nearer the end is.
    """

    def __init__(
        self,
        features: Features,
        own: Rows,
        others: Rows,
        table: Rows,
        firmness: Rows,
        bias: Sequence[float],
        second: Sequence[float],
        unit: float,
        seats: int,
    ) -> None:
        self.features: Features = features
        self.own: Rows = own
        self.others: Rows = others
        self.table: Rows = table
        self.firmness: Rows = firmness
        self.firm: vec[float] = vec[float]([0.0])
        self.point: float = 1.0 / unit
        self.units: i64 = own.units
        self.bias: vec[float] = vec[float](list(bias))
        self.second: vec[float] = vec[float](list(second))
        self.inputs: Inputs = Inputs()
        size = len(bias)
        self.of_own: vec[float] = vec[float]([0.0] * (size * seats))
        self.of_other: vec[float] = vec[float]([0.0] * (size * seats))
        self.of_others: vec[float] = vec[float]([0.0] * size)
        self.shared: vec[float] = vec[float]([0.0] * size)

    def value(self, position: State, out: vec[float]) -> None:
        """Write each seat's standing to the first entries of `out`, then each seat's log odds."""
        seats: i64 = position.seats()
        self._add_up(position, seats)
        seat: i64 = 0
        while seat < seats:
            self._value_seat(seat, seats, out)
            out[seat] += float(self.features.certain(position, seat)) * self.point
            out[seats + seat] += self.firm[0] * out[seat]
            seat += 1

    def _add_up(self, position: State, seats: i64) -> None:
        """Fill the sums of the first layer by block."""
        inputs = self.inputs
        features = self.features
        units: i64 = self.units
        inputs.clear()
        features.see_table(position, inputs)
        self.firmness.add_up(inputs, self.firm, 0)
        shared = self.shared
        self.table.add_up(inputs, shared, 0)
        of_others = self.of_others
        bias = self.bias
        unit: i64 = 0
        while unit < units:
            shared[unit] += bias[unit]
            of_others[unit] = 0.0
            unit += 1
        of_other = self.of_other
        at: i64 = 0
        seat: i64 = 0
        while seat < seats:
            inputs.clear()
            features.see_seat(position, seat, inputs)
            self.own.add_up(inputs, self.of_own, at)
            self.others.add_up(inputs, of_other, at)
            unit = 0
            while unit < units:
                of_others[unit] += of_other[at]
                at += 1
                unit += 1
            seat += 1

    def _value_seat(self, seat: i64, seats: i64, out: vec[float]) -> None:
        own = self.of_own
        other = self.of_other
        others = self.of_others
        shared = self.shared
        second = self.second
        units: i64 = self.units
        hidden: i64 = units - OUTPUTS
        part = 1.0 / float(seats - 1)
        at: i64 = seat * units
        standing = 0.0
        odds = 0.0
        unit: i64 = 0
        while unit < units:
            x = shared[unit] + own[at] + part * (others[unit] - other[at])
            if unit == hidden:
                standing += x
            elif unit > hidden:
                odds += x
            elif x > 0.0:
                if x > 1.0:
                    x = 1.0
                standing += x * second[unit]
                odds += x * second[hidden + unit]
            at += 1
            unit += 1
        out[seat] = standing
        out[seats + seat] = odds
