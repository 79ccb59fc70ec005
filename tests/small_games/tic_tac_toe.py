"""Tic-tac-toe as a registered game: nine squares of -1 or a seat; seat 0 begins."""

from __future__ import annotations

from typing import Final

from railhead.games.game import OVER, Actions
from railhead.games.packing import pack, parameter
from tests.small_games.small_game import SmallGame, ruleset_of

LINES: Final = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


class TicTacToe(SmallGame):
    opening = (-1,) * 9

    def winner(self) -> int:
        cells = list(self.cells)
        for a, b, c in LINES:
            if cells[a] == cells[b] == cells[c] >= 0:
                return cells[a]
        return -1

    def actor(self) -> int:
        played = 9 - list(self.cells).count(-1)
        return OVER if played == 9 or self.winner() >= 0 else played % 2

    def collect(self, seat: int, out: Actions) -> None:
        for square in range(9):
            if seat == self.actor() and self.cells[square] < 0:
                out.add(pack(0, square))

    def play(self, seat: int, action: int) -> None:
        self.cells[parameter(action, 0)] = seat

    def scores(self) -> list[int]:
        return [int(self.winner() == 0), int(self.winner() == 1)]


RULESET: Final = ruleset_of(TicTacToe)


def board(squares: str) -> TicTacToe:
    """A position written as nine of `x` (seat 0), `o` (seat 1) and `.`."""
    return TicTacToe(RULESET.bind({}, {}), TicTacToe.cells_for(".xo".index(c) - 1 for c in squares))
