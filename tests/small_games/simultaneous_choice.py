"""Both seats choose at the same time, in secret."""

from __future__ import annotations

from railhead.games.game import CHANCE, OVER, Actions
from railhead.games.packing import HIDDEN, pack, parameter
from railhead.games.random import Random
from tests.small_games.small_game import SmallGame


class SimultaneousChoice(SmallGame):
    """Both choose 0 to 2 in secret at the same time; the higher wins, and so does 1 over all.

    Cells: each seat's choice or -1, and whether the two are revealed.
    """

    opening = (-1, -1, 0)
    hides = True

    def to_act(self) -> list[int]:
        return [seat for seat in (0, 1) if self.cells[seat] < 0]

    def actor(self) -> int:
        return self.to_act()[0] if self.to_act() else OVER if self.cells[2] else CHANCE

    def collect(self, seat: int, out: Actions) -> None:
        for number in range(3 if self.cells[seat] < 0 else 0):
            out.add(pack(0, number))

    def play(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            self.cells[2] = 1
        else:
            self.cells[seat] = parameter(action, 0)

    def sample_chance(self, random: Random) -> None:
        self.cells[2] = 1

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Both choices, turned up at once."""
        return [(int(pack(0, 10 * self.cells[0] + self.cells[1])), 1)]

    def redact(self, viewer: int, seat: int, action: int) -> int:
        return action if viewer == seat else pack(0, HIDDEN)

    def determinize(self, seat: int, random: Random) -> None:
        for other in (0, 1):
            if other != seat and self.cells[other] >= 0 and not self.cells[2]:
                self.cells[other] = random.below(3)

    def scores(self) -> list[int]:
        return [{0: 0, 1: 2, 2: 1}[int(number)] for number in self.cells[:2]]

    def seen_by(self, viewer: int) -> list[int]:
        return [
            number if seat in (viewer, 2) or self.cells[2] else min(int(number), 0)
            for seat, number in enumerate(self.cells)
        ]
