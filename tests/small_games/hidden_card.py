"""A card that nobody sees until the end."""

from __future__ import annotations

from railhead.games.game import OVER, Actions
from railhead.games.packing import pack, parameter
from railhead.games.random import Random
from tests.small_games.small_game import SmallGame


class HiddenCard(SmallGame):
    """Seat 0 guesses whether a hidden card is low (0) or high (1); of every four, three are high.

    Cells: the card, and the guess or -1.
    """

    opening = (0, -1)
    hides = True

    def actor(self) -> int:
        return OVER if self.cells[1] >= 0 else 0

    def collect(self, seat: int, out: Actions) -> None:
        for guess in (0, 1) if seat == self.actor() else ():
            out.add(pack(0, guess))

    def play(self, seat: int, action: int) -> None:
        self.cells[1] = parameter(action, 0)

    def determinize(self, seat: int, random: Random) -> None:
        self.cells[0] = int(random.below(4) > 0)

    def scores(self) -> list[int]:
        right = int(self.cells[0] == self.cells[1])
        return [right, 1 - right]

    def seen_by(self, viewer: int) -> list[int]:
        return [int(self.cells[1])]
