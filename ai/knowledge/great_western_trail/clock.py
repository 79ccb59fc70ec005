"""How much of a match of Great Western Trail is left: workers, deliveries, turns."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.way import Way
from railhead.games.game import SEATS
from railhead.games.great_western_trail import pending, state
from railhead.games.great_western_trail.components import Components
from railhead.games.great_western_trail.rules.kansas_city import WORKER_TILES
from railhead.games.great_western_trail.rules.workers import ROWS
from railhead.games.great_western_trail.state import Position

# Whether a seat has a turn left.
OPEN: Final = 0  # the end has not been triggered
NONE: Final = 1
NOW: Final = 2
LATER: Final = 3
CHANCES: Final = 4


def workers_to_come(position: Position) -> i64:
    """How many workers must still come to the job market to end the match."""
    cells = position.cells
    return (ROWS - cells[state.TOKEN_ROW]) * cells[SEATS] - cells[state.ROW_FILL]


def is_turn_over(position: Position) -> bool:
    """Whether the turn of the active seat is over, its hand perhaps not drawn yet."""
    bottom: i64 = position.cells[state.STACK]
    return bottom == pending.NEXT_TURN or bottom == pending.FINISH


def turns_before(position: Position, seat: i64) -> i64:
    """How many turns are to come or in progress before that of a seat, which may be its own."""
    seats: i64 = position.cells[SEATS]
    after: i64 = seat - position.cells[state.ACTIVE]
    if after < 0:
        after += seats
    if after == 0 and is_turn_over(position):
        return seats
    return after


def last_turn(position: Position, seat: i64) -> i64:
    """Whether a seat has a turn left: one of `OPEN`, `NONE`, `NOW` and `LATER`."""
    cells = position.cells
    if cells[state.END_SEAT] == 0:
        return OPEN
    seats: i64 = cells[SEATS]
    after: i64 = (seat - cells[state.ACTIVE] + seats) % seats
    if after == 0:
        return NONE if is_turn_over(position) else NOW
    end: i64 = (cells[state.END_SEAT] - 1 - cells[state.ACTIVE] + seats) % seats
    return LATER if end == 0 or after < end else NONE


@final
class Clock:
    """Counts deliveries to come by the workers that a visit to Kansas City brings on average."""

    def __init__(self) -> None:
        self.components: Components | None = None
        self.workers: float = 1.0

    def learn(self, components: Components) -> None:
        """Take in the stacks of tiles, unless they are known already.

        Every visit takes a tile of each stack.
        """
        if self.components is components:
            return
        self.components = components
        self.workers = 0.0
        for stack in components.stacks[:3]:
            self.workers += sum(stack[1 : int(WORKER_TILES) + 1]) / sum(stack)

    def laps(self, position: Position, seat: i64, way: Way) -> float:
        """About how many more deliveries a seat makes before the end is triggered."""
        cells = position.cells
        seats: i64 = cells[SEATS]
        mean = 0.0
        done = 0.0
        other: i64 = 0
        while other < seats:
            place: i64 = cells[state.block(other) + state.PLACE]
            behind = way.done[place] if place >= 0 else 0.0
            mean += behind
            if other == seat:
                done = behind
            other += 1
        mean /= float(seats)
        laps = float(workers_to_come(position)) / (self.workers * float(seats)) + done - mean
        return laps if laps > 0.0 else 0.0
