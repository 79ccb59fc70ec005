"""The inputs of a network that are not 0, and what a game has to say to be valued by one."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from railhead.games.game import State
from railhead.games.vectors import vec

MOST_INPUTS: Final = 128
"""How many inputs, each counted as often as its value says, one block of them may have."""


@final
class Inputs:
    """A reusable list of inputs: the first `count` entries of `items`, some named several times."""

    __slots__ = ("count", "items")

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * MOST_INPUTS)
        self.count: i64 = 0

    def clear(self) -> None:
        """Empty the list, keeping its room."""
        self.count = 0

    def add(self, index: i64) -> None:
        """Count an input once more. Raises `IndexError` beyond `MOST_INPUTS` in all."""
        self.items[self.count] = index
        self.count += 1

    def choose(self, first: i64, number: i64, most: i64) -> None:
        """Of the inputs from `first` on, one for each number from 0 to `most`, set the one.

        Numbers below 0 count as 0, those above `most` as `most`.
        """
        if number < 0:
            number = 0
        elif number > most:
            number = most
        self.items[self.count] = first + number
        self.count += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """What a game tells a network of a position, all hidden parts dealt.

    `of_table` is the number of inputs for what all seats share, `of_seat` of those for each seat;
    every input is at least 0 and below it. A network sees a seat's own inputs, the mean of those
    of the others, and the table's, so that one set of weights serves any number of seats.
    """

    def __init__(self, of_table: i64, of_seat: i64) -> None:
        self.of_table: i64 = of_table
        self.of_seat: i64 = of_seat

    def see_table(self, position: State, out: Inputs) -> None:
        """Add what all seats share."""
        raise NotImplementedError

    def see_seat(self, position: State, seat: i64, out: Inputs) -> None:
        """Add what concerns one seat."""
        raise NotImplementedError

    def see_public(self, position: State, seat: i64, out: Inputs) -> None:
        """Add what others may know of one seat. Here: all of it, as nothing is hidden."""
        self.see_seat(position, seat, out)

    def certain(self, position: State, seat: i64) -> i64:
        """The points of a seat that are certain: a network is asked only for what comes on top.

        Asked after `see_table` of the same position. Here: none, a network foresees all of them.
        """
        return 0
