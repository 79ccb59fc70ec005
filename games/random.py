"""One small integer generator, the same sequence compiled and interpreted.

For search, playouts and tests. The service never draws a match's chance from it unless the match
was created with a seed.
"""

from __future__ import annotations

from typing import Final, Protocol, final

from mypy_extensions import i64

MASK32: Final = 0xFFFFFFFF


class Source(Protocol):
    """Anything that draws uniformly: what `draw_setup` shuffles with."""

    def below(self, bound: i64) -> i64:
        """A uniform integer in `range(bound)`; `bound` is at least 1."""


@final
class Random:
    """The sfc32 generator (Chris Doty-Humphrey, PractRand), four words of 32 bits.

    `seed` and `stream` are any non-negative integers; equal pairs give equal sequences. All
    arithmetic stays below 2**62, so that native and interpreted integers agree.
    """

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.a: i64 = i64(seed & MASK32)
        self.b: i64 = i64((seed >> 32) & MASK32)
        self.c: i64 = i64(((seed >> 64) ^ stream) & MASK32)
        self.counter: i64 = i64(((stream >> 32) & MASK32) | 1)
        # The first draws would show the seed (the very first is a sum of its halves): these mix it.
        for _ in range(15):
            self.next32()

    def next32(self) -> i64:
        """The next 32 random bits, as an integer in `range(2**32)`."""
        drawn: i64 = (self.a + self.b + self.counter) & MASK32
        c: i64 = self.c
        self.counter = (self.counter + 1) & MASK32
        self.a = self.b ^ (self.b >> 9)
        self.b = (c + (c << 3)) & MASK32
        self.c = (((c << 21) & MASK32 | (c >> 11)) + drawn) & MASK32
        return drawn

    def below(self, bound: i64) -> i64:
        """A uniform integer in `range(bound)`; up to 2**20 the relative bias is below 2**-12."""
        # By multiplying and shifting (Lemire): no division, and no draw that has to be made again.
        return (self.next32() * bound) >> 32


def shuffled_copy(items: list[int], source: Source) -> list[int]:
    """A uniformly shuffled copy of `items` (Fisher and Yates)."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = int(source.below(last + 1))
        result[last], result[other] = result[other], result[last]
    return result
