"""All is open: who takes what of a row of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from railhead.games.game import OVER, Actions
from railhead.games.packing import pack, parameter
from railhead.games.ranking import rank_seats
from tests.small_games.small_game import SmallGame


class RowOfPoints(SmallGame):
    """In turn each seat takes the first (0) or the last (1) number of a row, as its points.

    Cells: each seat's points, where the row begins, where it ends, and the row.
    """

    opening: ClassVar[Sequence[int]] = (0, 0, 4, 12, 3, 9, 4, 1, 7, 2, 8, 5)

    def seats(self) -> int:
        return 2

    def taken(self) -> int:
        begin, end = self.seats(), self.seats() + 1
        return len(self.cells) - end - 1 - int(self.cells[end] - self.cells[begin])

    def actor(self) -> int:
        begin, end = self.cells[self.seats()], self.cells[self.seats() + 1]
        return OVER if begin == end else self.taken() % self.seats()

    def collect(self, seat: int, out: Actions) -> None:
        if seat != self.actor():
            return
        out.add(pack(0, 0))
        if self.cells[self.seats() + 1] - self.cells[self.seats()] > 1:
            out.add(pack(0, 1))

    def play(self, seat: int, action: int) -> None:
        begin, end = self.seats(), self.seats() + 1
        last = parameter(action, 0) == 1
        self.cells[seat] += self.cells[self.cells[end] - 1 if last else self.cells[begin]]
        self.cells[end if last else begin] += -1 if last else 1

    def scores(self) -> list[int]:
        return [int(points) for points in self.cells[: self.seats()]]

    def ranking(self) -> list[list[int]]:
        return rank_seats([(points,) for points in self.scores()])


class RowForThree(RowOfPoints):
    """The same for three seats; numbers that are equal leave seats indifferent."""

    opening = (0, 0, 0, 5, 13, 3, 1, 4, 1, 2, 3, 2, 2)

    def seats(self) -> int:
        return 3
