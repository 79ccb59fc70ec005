"""Ways to name inputs by numbers: as levels, and several times over as far as there is room."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.net.inputs import MOST_INPUTS, Inputs
from railhead.games.vectors import vec

MOST_REPEATED: Final = 96


@final
class Tally:
    """Names inputs to a list, those to be named several times last.

    So the list never overflows: where there is no room, the last ones are named less often.
    """

    def __init__(self) -> None:
        self.out: Inputs = Inputs()
        self.indexes: vec[i64] = vec[i64]([0] * MOST_REPEATED)
        self.times: vec[i64] = vec[i64]([0] * MOST_REPEATED)
        self.count: i64 = 0

    def start(self, out: Inputs) -> None:
        """Name inputs to this list from now on."""
        self.out = out
        self.count = 0

    def add(self, index: i64) -> None:
        """Name an input once."""
        self.out.add(index)

    def level(self, first: i64, number: i64, most: i64) -> None:
        """Of the inputs from `first` on, one for each number from 1 to `most`, name the one.

        None is named for 0 and below, which thus needs no input; numbers above count as `most`.
        """
        if number > 0:
            self.out.add(first + (number if number < most else most) - 1)

    def repeat(self, index: i64, times: i64, most: i64) -> None:
        """Name an input so many times, at most `most`."""
        if times <= 0:
            return
        self.indexes[self.count] = index
        self.times[self.count] = times if times < most else most
        self.count += 1

    def finish(self) -> None:
        """Name what is to be named several times, as far as there is room."""
        out = self.out
        indexes = self.indexes
        times = self.times
        place: i64 = 0
        while place < self.count:
            number: i64 = times[place]
            room: i64 = MOST_INPUTS - out.count
            if number > room:
                number = room
            while number > 0:
                out.add(indexes[place])
                number -= 1
            place += 1
        self.count = 0
