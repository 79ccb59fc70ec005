"""A seat takes several decisions in one turn."""

from __future__ import annotations

from railhead.games.game import OVER, Actions
from railhead.games.packing import pack, parameter
from tests.small_games.small_game import SmallGame


class ThreeSteps(SmallGame):
    """Each turn is three steps of one seat, 0 to 2 points each; the second can only be 1.

    Cells: steps taken, then each seat's points. Four turns.
    """

    opening = (0, 0, 0)

    def actor(self) -> int:
        return OVER if self.cells[0] == 12 else int(self.cells[0]) // 3 % 2

    def collect(self, seat: int, out: Actions) -> None:
        if seat == self.actor():
            for points in (1,) if self.cells[0] % 3 == 1 else (0, 1, 2):
                out.add(pack(0, points))

    def play(self, seat: int, action: int) -> None:
        self.cells[0] += 1
        self.cells[1 + seat] += parameter(action, 0)

    def scores(self) -> list[int]:
        return [int(points) for points in self.cells[1:]]
