"""What games of a few lines, made to be searched, have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mypy_extensions import i64

from games.game import Game, Ruleset, Setup, State
from games.random import Random
from games.vectors import vec
from games.vocabulary import ActionType, Integer, Vocabulary


class TinyState(State):
    """A position of two seats; `opening` are the cells at the start."""

    opening: ClassVar[Sequence[int]]
    hides: ClassVar[bool] = False

    @staticmethod
    def cells_for(numbers: Iterable[int]) -> vec[i64]:
        return vec[i64](list(numbers))

    def clone(self) -> TinyState:
        return type(self)(self.game, self.cells[:])

    def seats(self) -> int:
        return 2

    def ranking(self) -> list[list[int]]:
        first, second = self.scores()
        return [[0, 1]] if first == second else [[0], [1]] if first > second else [[1], [0]]

    def score_sheet(self) -> dict[str, list[int]]:
        return {"points": self.scores()}

    def seen_by(self, viewer: int) -> list[int]:
        return list(self.cells)


class TinyGame(Game):
    def draw_setup(self, seats: int, options: Mapping[str, Any], source: Random) -> Setup:
        return {"seats": seats, "options": {}}

    def start(self, setup: Setup) -> State:
        kind = self.ruleset.state
        return kind(self, kind.cells_for(kind.opening))

    def view(self, state: State, viewer: int) -> dict[str, Any]:
        return {"cells": state.seen_by(viewer)}


class TinyRuleset(Ruleset):
    def __init__(self, state: type[TinyState]) -> None:
        what = ActionType(0, "do", "Do {what}", (Integer("what", 0, 99),))
        super().__init__(
            id=state.__name__.lower(),
            name=state.__name__,
            version=1,
            folder=Path(),
            min_seats=2,
            max_seats=2,
            options=(),
            vocabulary=Vocabulary([what]),
            hides=state.hides,
            ply_cap=50,
        )
        self.state = state

    def bind(self, data: Mapping[str, Any], sources: Mapping[str, str]) -> TinyGame:
        return TinyGame(self, data, "", self.vocabulary)

    def tiny_game(self) -> TinyGame:
        return self.bind({}, {})


def start(state: type[TinyState]) -> Any:
    """The opening of a game."""
    return TinyRuleset(state).tiny_game().start({})
