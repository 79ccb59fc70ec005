"""A sure gain or a chance."""

from __future__ import annotations

from railhead.games.game import CHANCE, OVER, Actions
from railhead.games.packing import pack, parameter
from railhead.games.random import Random
from tests.small_games.small_game import SmallGame


class SpinningWheel(SmallGame):
    """Seat 0 takes `sure` points or spins a wheel that gives 8 in one case of four; par is 4.

    Cells: points, the sure points, and a phase: 0 to choose, 1 for the wheel, 2 at the end.
    """

    opening = (0, 3, 0)

    def actor(self) -> int:
        return (0, CHANCE, OVER)[self.cells[2]]

    def collect(self, seat: int, out: Actions) -> None:
        for what in (0, 1) if seat == self.actor() else ():
            out.add(pack(0, what))

    def play(self, seat: int, action: int) -> None:
        spins = parameter(action, 0) == 1
        self.cells[0] = 0 if spins else self.cells[1]
        self.cells[2] = 1 if spins else 2

    def sample_chance(self, random: Random) -> None:
        self.cells[0] = 8 if random.below(4) == 0 else 0
        self.cells[2] = 2

    def scores(self) -> list[int]:
        return [int(self.cells[0]), 4]
