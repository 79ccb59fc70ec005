"""Tiny games of secrets and chance."""

from __future__ import annotations

from games.game import CHANCE, OVER, Actions
from games.packing import HIDDEN, packed, parameter
from games.random import Random
from tests.ai.tiny import TinyState


class Duel(TinyState):
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
            out.add(packed(0, number))

    def play(self, seat: int, action: int) -> None:
        self.cells[seat] = parameter(action, 0)

    def sample_chance(self, random: Random) -> None:
        self.cells[2] = 1

    def observed(self, viewer: int, seat: int, action: int) -> int:
        return action if viewer == seat else packed(0, HIDDEN)

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


class Guess(TinyState):
    """Seat 0 guesses whether a hidden card is low (0) or high (1); of every four, three are high.

    Cells: the card, and the guess or -1.
    """

    opening = (0, -1)
    hides = True

    def actor(self) -> int:
        return OVER if self.cells[1] >= 0 else 0

    def collect(self, seat: int, out: Actions) -> None:
        for guess in (0, 1) if seat == self.actor() else ():
            out.add(packed(0, guess))

    def play(self, seat: int, action: int) -> None:
        self.cells[1] = parameter(action, 0)

    def determinize(self, seat: int, random: Random) -> None:
        self.cells[0] = int(random.below(4) > 0)

    def scores(self) -> list[int]:
        right = int(self.cells[0] == self.cells[1])
        return [right, 1 - right]

    def seen_by(self, viewer: int) -> list[int]:
        return [int(self.cells[1])]


class Wheel(TinyState):
    """Seat 0 takes `sure` points or spins a wheel that gives 8 in one case of four; par is 4.

    Cells: points, the sure points, and a phase: 0 to choose, 1 for the wheel, 2 at the end.
    """

    opening = (0, 3, 0)

    def actor(self) -> int:
        return (0, CHANCE, OVER)[self.cells[2]]

    def collect(self, seat: int, out: Actions) -> None:
        for what in (0, 1) if seat == self.actor() else ():
            out.add(packed(0, what))

    def play(self, seat: int, action: int) -> None:
        spins = parameter(action, 0) == 1
        self.cells[0] = 0 if spins else self.cells[1]
        self.cells[2] = 1 if spins else 2

    def sample_chance(self, random: Random) -> None:
        self.cells[0] = 8 if random.below(4) == 0 else 0
        self.cells[2] = 2

    def scores(self) -> list[int]:
        return [int(self.cells[0]), 4]


class Walk(TinyState):
    """Each turn is three steps of one seat, 0 to 2 points each; the second can only be 1.

    Cells: steps taken, then each seat's points. Four turns.
    """

    opening = (0, 0, 0)

    def actor(self) -> int:
        return OVER if self.cells[0] == 12 else int(self.cells[0]) // 3 % 2

    def collect(self, seat: int, out: Actions) -> None:
        if seat == self.actor():
            for points in (1,) if self.cells[0] % 3 == 1 else (0, 1, 2):
                out.add(packed(0, points))

    def play(self, seat: int, action: int) -> None:
        self.cells[0] += 1
        self.cells[1 + seat] += parameter(action, 0)

    def scores(self) -> list[int]:
        return [int(points) for points in self.cells[1:]]
