"""What the small games have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.game import Ruleset, State
from railhead.games.layout import WIDE, Block, Columns, Region, Table
from railhead.games.reference import Reference
from railhead.games.vectors import vec
from railhead.games.vocabulary import ActionType, Integer, Vocabulary


class SmallGame(State):
    """A position of two seats; `opening` are the cells at the start."""

    opening: ClassVar[Sequence[int]]
    hides: ClassVar[bool] = False

    @staticmethod
    def cells_for(numbers: Iterable[int]) -> vec[i64]:
        return vec[i64](list(numbers))

    def clone(self) -> SmallGame:
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


def empty_table(view: Mapping[str, Any], names: Sequence[str] = (), layout: str = WIDE) -> Table:
    """A table without anything on it."""
    columns = Columns(100, 0).of(layout)
    board = Region("board", "Board", [Block(columns.board, 0, lambda out, height: None)])
    return Table(title="A game", paper="#ffffff", columns=columns, board=board, sentences=())


def ruleset_of(kind: type[SmallGame]) -> Ruleset:
    """The ruleset whose positions are of this kind."""
    words = re.findall("[A-Z][a-z]*", kind.__name__)
    what = ActionType(0, "do", "Do {what}", (Integer("what", 0, 99),))

    def set_initial_state(position: SmallGame, setup: Entry, options: Mapping[str, Any]) -> None:
        for index, number in enumerate(kind.opening):
            position.cells[index] = number

    return Ruleset(
        id="_".join(words).lower(),
        name=" ".join(words),
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
        draw_setup=lambda components, seats, options, source: {"seats": seats, "options": {}},
        set_initial_state=set_initial_state,
        scores=kind.scores,
        ranking=kind.ranking,
        score_sheet=kind.score_sheet,
        census=lambda position: {},
        label_params=lambda position, seat, action: {},
        refusal=lambda position, seat, action: f"{action} is not among the legal actions",
        view=lambda position, viewer: {"cells": position.seen_by(viewer)},
        table=empty_table,
        reference=lambda components, options: Reference({}),
        hides=kind.hides,
        ply_cap=50,
    )


def start(kind: type[SmallGame]) -> Any:
    """The opening of a game."""
    return ruleset_of(kind).bind({}, {}).start({"seats": 2, "options": {}})
