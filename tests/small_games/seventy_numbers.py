"""Two seats name a number below 70 in turn, twice each; who names the larger ones wins."""

from __future__ import annotations

from typing import Final

from railhead.games.game import OVER, Actions
from railhead.games.packing import pack, parameter
from tests.small_games.small_game import SmallGame

NUMBERS: Final = 70
ROUNDS: Final = 2


class SeventyNumbers(SmallGame):
    """The cells are the numbers named, in their order, -1 for those to come."""

    opening = (-1,) * (2 * ROUNDS)

    def named(self) -> int:
        return len(self.cells) - list(self.cells).count(-1)

    def actor(self) -> int:
        return OVER if self.named() == len(self.cells) else self.named() % 2

    def collect(self, seat: int, out: Actions) -> None:
        for number in range(NUMBERS):
            if seat == self.actor():
                out.add(pack(0, number))

    def play(self, seat: int, action: int) -> None:
        self.cells[self.named()] = parameter(action, 0)

    def scores(self) -> list[int]:
        numbers = [max(0, int(number)) for number in self.cells]
        return [sum(numbers[0::2]), sum(numbers[1::2])]
