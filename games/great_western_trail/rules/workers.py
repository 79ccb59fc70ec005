"""The job market and the rows of workers.

`docs/rules/great_western_trail.md` sections 3 and 11.1.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CATTLE
from railhead.games.great_western_trail.state import Position

TYPES: Final[i64] = 3
ROWS: Final = 12
MOST_WORKERS: Final = 6
PLAIN_SLOTS: Final = 4
"""The slots of a row beyond these bring points."""
COWBOY: Final = 0
CRAFTSMAN: Final = 1
ENGINEER: Final = 2


def price(position: Position, row: i64, more: i64) -> i64:
    """What hiring from a row costs, `more` than printed."""
    cost: i64 = position.components.job_cost[row] + more
    return cost if cost > 0 else 0


def is_offered(position: Position, seat: i64, row: i64, worker: i64, more: i64) -> bool:
    """Whether a player can hire this type from this row, and no earlier row offers the same."""
    cells = position.cells
    own: i64 = state.block(seat)
    if (
        cells[state.JOBS + TYPES * row + worker] == 0
        or cells[own + state.WORKERS + worker] == MOST_WORKERS
    ):
        return False
    if row >= cells[state.TOKEN_ROW] or price(position, row, more) > cells[own + state.MONEY]:
        return False
    cost = position.components.job_cost
    for earlier in range(row):
        if cost[earlier] == cost[row] and cells[state.JOBS + TYPES * earlier + worker] > 0:
            return False
    return True


def collect_hires(position: Position, seat: i64, more: i64, out: Actions) -> None:
    """Every worker that can be hired."""
    row: i64 = 0
    while row < position.cells[state.TOKEN_ROW]:
        for worker in range(TYPES):
            if is_offered(position, seat, row, worker, more):
                out.add(actions.HIRE, row, worker)
        row += 1


def can_hire(position: Position, seat: i64, more: i64) -> bool:
    """Whether any worker can be hired."""
    row: i64 = 0
    while row < position.cells[state.TOKEN_ROW]:
        for worker in range(TYPES):
            if is_offered(position, seat, row, worker, more):
                return True
        row += 1
    return False


def hire(position: Position, row: i64, worker: i64) -> None:
    """The active player hires; the slot's immediate action is offered."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    more: i64 = pending.top_first(position)
    pending.pop(position)
    cells[own + state.MONEY] -= price(position, row, more)
    cells[state.JOBS + TYPES * row + worker] -= 1
    number: i64 = cells[own + state.WORKERS + worker] + 1
    cells[own + state.WORKERS + worker] = number
    effect: i64 = position.components.slot_effect[MOST_WORKERS * worker + number - 1]
    if effect >= 0:
        pending.push(position, pending.OFFER, effect + 1)


def place_worker(position: Position, worker: i64) -> None:
    """A worker comes to the job market; a full row moves the token on."""
    cells = position.cells
    row: i64 = cells[state.TOKEN_ROW]
    cells[state.JOBS + TYPES * row + worker] += 1
    cells[state.ROW_FILL] += 1
    if cells[state.ROW_FILL] < cells[SEATS]:
        return
    cells[state.ROW_FILL] = 0
    cells[state.TOKEN_ROW] = row + 1
    if row + 1 == ROWS:
        cells[state.END_SEAT] = 1 + cells[state.ACTIVE]
    elif position.components.refill_after[row] == 1:
        missing: i64 = position.components.market_size[cells[SEATS] - 2] - state.count(
            cells, state.MARKET, CATTLE
        )
        if missing > 0:
            pending.push(position, pending.TURN_UP_CARDS, missing)
