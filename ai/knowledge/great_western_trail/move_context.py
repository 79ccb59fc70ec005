"""What all moves of a decision of Great Western Trail share, found once for their keys."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.deliveries import discs_of, gain_at
from railhead.ai.knowledge.great_western_trail.measures import hand_value, way_done
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.rules import discs, tasks
from railhead.games.great_western_trail.state import Position
from railhead.games.vectors import vec

STAGES: Final = 7
"""Two rows of the job market each, the end last."""
PURSES: Final = 6
"""Money is told apart by so many ranges."""
TENTHS: Final = 10
MOST_CHOICES: Final = 6


@final
class MoveContext:
    """The acting seat's means and how far the match has come; `begin` comes first.

    `own` is where its block of cells begins, `purse` the range of its money, `place` in which tenth
    of the way to Kansas City it is, `taken` the cities with a disc of its, a bit each, `value` what
    its hand and certificates would deliver now. `choices` is how many actions are legal.
    `first_choice` is the first key for `choice_features`.
    """

    def __init__(self) -> None:
        self.progress: vec[float] = vec[float]([])
        self.first_choice: i64 = 0
        self.stage: i64 = 0
        self.own: i64 = 0
        self.money: i64 = 0
        self.purse: i64 = 0
        self.place: i64 = 0
        self.choices: i64 = 0
        self.taken: i64 = 0
        self.value: i64 = 0
        self.items: i64 = -1
        """What the seat has of each task, or -1 where that is still to be found."""

    def begin(self, position: Position, seat: i64, choices: i64) -> None:
        """Find what all actions of a decision share."""
        cells = position.cells
        if len(self.progress) == 0:
            self.progress = way_done(position)
        self.own = state.block(seat)
        self.choices = choices if choices < MOST_CHOICES else MOST_CHOICES
        self.stage = (cells[state.TOKEN_ROW] - 1) // 2
        if cells[state.END_SEAT] > 0:
            self.stage = STAGES - 1
        self.money = cells[self.own + state.MONEY]
        self.purse = purse_of(self.money)
        self.place = self.tenths(cells[self.own + state.PLACE])
        self.taken = discs_of(position, self.own)
        self.value = hand_value(position, self.own) + discs.all_certificates(position, seat)
        self.items = -1

    def tenths(self, space: i64) -> i64:
        """How much of the way to Kansas City lies behind a space."""
        return i64(9.0 * self.progress[space]) if space >= 0 else 0

    def open_tasks(self, position: Position, seat: i64, card: i64) -> i64:
        """How many tasks of a further objective card are still to be done."""
        if self.items < 0:
            self.items, _, _ = tasks.in_turn(position, seat)
        return tasks.missing(position, self.items, card)

    def best_city(self, position: Position, value: i64) -> i64:
        """The city where a delivery of this value brings most points."""
        best = float(position.components.city_points[discs.KANSAS_CITY])
        chosen: i64 = discs.KANSAS_CITY
        for city in range(1, discs.CITY_COUNT):
            fresh: bool = (self.taken >> city) & 1 == 0 or city == discs.SAN_FRANCISCO
            if fresh and position.components.city_value[city] <= value:
                gain = gain_at(position, self.taken, city)
                if gain > best:
                    best = gain
                    chosen = city
        return chosen


def purse_of(money: i64) -> i64:
    """The range that an amount of money is in."""
    if money < 2:
        return 0
    if money < 5:
        return 1
    if money < 8:
        return 2
    if money < 12:
        return 3
    return 4 if money < 18 else 5
