"""Points that a player of Great Western Trail has already, and objective cards on the way there."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import cards, scoring, tasks
from railhead.games.great_western_trail.state import Position
from railhead.games.vectors import vec

LACKING: Final = 4
"""Cards are told apart by the tasks they still lack: none, one, two, more."""


def board_points(position: Position, seat: i64) -> i64:
    """The points of all categories but money and objective cards with their station master."""
    total: i64 = position.cells[state.block(seat) + state.HAZARD_POINTS]
    total += scoring.building_points(position, seat) + scoring.city_points(position, seat)
    total += scoring.station_points(position, seat) + scoring.cattle_points(position, seat)
    total += scoring.other_masters(position, seat) + scoring.worker_points(position, seat)
    return total + scoring.right_step_points(position, seat) + scoring.token_points(position, seat)


@final
class Aims:
    """The objective cards of a seat, each in turn with the items that those before it have left.

    `points` are what they bring and cost now, the station master that counts them included, and
    `penalty` the part that played cards still cost. `played` and `spare` count the cards played and
    those only owned by what they lack, `start` is what the start card lacks, `hand` how many lie in
    the hand.
    """

    def __init__(self) -> None:
        self.played: vec[i64] = vec[i64]([0] * LACKING)
        self.spare: vec[i64] = vec[i64]([0] * LACKING)
        self.points: i64 = 0
        self.penalty: i64 = 0
        self.start: i64 = 0
        self.hand: i64 = 0

    def look(self, position: Position, seat: i64) -> None:
        """Take in the cards of a seat."""
        cells = position.cells
        components = position.components
        own: i64 = state.block(seat)
        played = self.played
        spare = self.spare
        for lacking in range(LACKING):
            played[lacking] = 0
            spare[lacking] = 0
        left, points, penalty = tasks.in_turn(position, seat)
        items: i64 = tasks.items(position, seat)
        self.hand = 0
        self.start = 0
        counted: i64 = 0
        card: i64 = cells[own + state.START_OBJECTIVE] - 1
        if card >= 0:
            counted += 1
            self.start = tasks.missing(position, items, OBJECTIVES + card)
        card = 0
        while card < OBJECTIVES:
            number: i64 = cells[own + state.PLAYED + card]
            if number > 0:
                counted += number
                played[lack(position, items, card)] += number
            number = cards.owned(cells, own, CATTLE + card)
            if number > 0:
                self.hand += cells[own + state.HAND + CATTLE + card]
                wanted: i64 = components.objective_tasks[card]
                while number > 0:
                    if tasks.covers(left, wanted):
                        left -= wanted
                        points += components.objective_points[card]
                        spare[0] += 1
                        counted += 1
                    else:
                        spare[lack(position, left, card)] += 1
                    number -= 1
            card += 1
        self.penalty = penalty
        self.points = points - penalty
        if (cells[own + state.MASTERS_OWNED] >> scoring.MASTER_OBJECTIVES) & 1 == 1:
            sets: i64 = counted // components.master_per[scoring.MASTER_OBJECTIVES]
            self.points += sets * components.master_points[scoring.MASTER_OBJECTIVES]


def lack(position: Position, items: i64, card: i64) -> i64:
    """How many tasks a card lacks, up to `LACKING` - 1."""
    missing: i64 = tasks.missing(position, items, card)
    return missing if missing < LACKING else i64(LACKING - 1)
