"""The job market and the rows of workers.

`docs/rules/great_western_trail.md` sections 3 and 11.1.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.components import CATTLE
from games.great_western_trail.state import (
    ACTIVE,
    END_SEAT,
    JOBS,
    MARKET,
    MONEY,
    ROW_FILL,
    TOKEN_ROW,
    WORKERS,
    Position,
    block,
    count,
)

TYPES: Final = 3
ROWS: Final = 12
MOST_WORKERS: Final = 6
PLAIN_SLOTS: Final = 4
"""The slots of a row beyond these bring points."""
COWBOY: Final = 0
CRAFTSMAN: Final = 1
ENGINEER: Final = 2


def price(state: Position, row: i64, more: i64) -> i64:
    """What hiring from a row costs, `more` than printed."""
    cost: i64 = state.components.job_cost[row] + more
    return cost if cost > 0 else 0


def is_offered(state: Position, seat: i64, row: i64, worker: i64, more: i64) -> bool:
    """Whether a player can hire this type from this row, and no earlier row offers the same."""
    cells = state.cells
    own: i64 = block(seat)
    if cells[JOBS + TYPES * row + worker] == 0 or cells[own + WORKERS + worker] == MOST_WORKERS:
        return False
    if row >= cells[TOKEN_ROW] or price(state, row, more) > cells[own + MONEY]:
        return False
    cost = state.components.job_cost
    earlier: i64 = 0
    while earlier < row:
        if cost[earlier] == cost[row] and cells[JOBS + TYPES * earlier + worker] > 0:
            return False
        earlier += 1
    return True


def collect_hires(state: Position, seat: i64, more: i64, out: Actions) -> None:
    """Every worker that can be hired."""
    row: i64 = 0
    while row < state.cells[TOKEN_ROW]:
        worker: i64 = 0
        while worker < TYPES:
            if is_offered(state, seat, row, worker, more):
                out.add(actions.HIRE | (row << 8) | (worker << 18))
            worker += 1
        row += 1


def can_hire(state: Position, seat: i64, more: i64) -> bool:
    """Whether any worker can be hired."""
    row: i64 = 0
    while row < state.cells[TOKEN_ROW]:
        worker: i64 = 0
        while worker < TYPES:
            if is_offered(state, seat, row, worker, more):
                return True
            worker += 1
        row += 1
    return False


def hire(state: Position, row: i64, worker: i64) -> None:
    """The active player hires; the slot's immediate action is offered."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    more: i64 = pending.top_first(state)
    pending.pop(state)
    cells[own + MONEY] = cells[own + MONEY] - price(state, row, more)
    cells[JOBS + TYPES * row + worker] = cells[JOBS + TYPES * row + worker] - 1
    number: i64 = cells[own + WORKERS + worker] + 1
    cells[own + WORKERS + worker] = number
    effect: i64 = state.components.slot_effect[MOST_WORKERS * worker + number - 1]
    if effect >= 0:
        pending.push(state, pending.OFFER, effect + 1)


def place_worker(state: Position, worker: i64) -> None:
    """A worker comes to the job market; a full row moves the token on."""
    cells = state.cells
    row: i64 = cells[TOKEN_ROW]
    cells[JOBS + TYPES * row + worker] = cells[JOBS + TYPES * row + worker] + 1
    cells[ROW_FILL] = cells[ROW_FILL] + 1
    if cells[ROW_FILL] < cells[SEATS]:
        return
    cells[ROW_FILL] = 0
    cells[TOKEN_ROW] = row + 1
    if row + 1 == ROWS:
        cells[END_SEAT] = 1 + cells[ACTIVE]
    elif state.components.refill_after[row] == 1:
        missing: i64 = state.components.market_size[cells[SEATS] - 2] - count(cells, MARKET, CATTLE)
        if missing > 0:
            pending.push(state, pending.TURN_UP_CARDS, missing)
