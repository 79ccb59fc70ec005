"""What games of a few lines, made to be searched, have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mypy_extensions import i64

from games.data import Entry
from games.game import Ruleset, State
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


def ruleset_of(kind: type[TinyState]) -> Ruleset:
    """The ruleset whose positions are of this kind."""
    what = ActionType(0, "do", "Do {what}", (Integer("what", 0, 99),))

    def lay_out(position: TinyState, setup: Entry, options: Mapping[str, Any]) -> None:
        for index, number in enumerate(kind.opening):
            position.cells[index] = number

    return Ruleset(
        id=kind.__name__.lower(),
        name=kind.__name__,
        version=1,
        folder=Path(),
        min_seats=2,
        max_seats=2,
        options=(),
        vocabulary=Vocabulary([what]),
        components=lambda files: None,
        names=lambda components: {},
        cell_count=lambda components, seats: len(kind.opening),
        position=kind,
        draw=lambda components, seats, options, source: {"seats": seats, "options": {}},
        lay_out=lay_out,
        view=lambda position, viewer: {"cells": position.seen_by(viewer)},
        picture=lambda view: "",
        hides=kind.hides,
        ply_cap=50,
    )


def start(kind: type[TinyState]) -> Any:
    """The opening of a game."""
    return ruleset_of(kind).bind({}, {}).start({"seats": 2, "options": {}})
