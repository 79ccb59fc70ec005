"""The end of a turn, the next one, the last round; ranking and score sheet.

`docs/rules/montana.md` sections 3.3 and 3.6.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import OVER, SEATS
from games.montana.rules.build import in_reach
from games.montana.rules.work import clear_full
from games.montana.state import (
    ACTIVE,
    CANTEENS,
    FIELDS,
    LAST_ROUND,
    MAIN,
    MATCH_OVER,
    ROUND,
    ROUND_LIMIT,
    SETTLEMENTS,
    START_SEAT,
    USE_CANTEEN,
    USED_CANTEENS,
    Position,
    block,
)


def begin_turn(state: Position, seat: i64) -> None:
    """A turn of `seat`."""
    cells = state.cells
    cells[ACTIVE] = seat
    cells[FIELDS] = 0
    state.enter(MAIN, seat)


def nobody_can_build(state: Position) -> bool:
    """Whether no player with settlements left will ever have a field in reach again."""
    cells = state.cells
    seat: i64 = 0
    while seat < cells[SEATS]:
        if cells[block(seat) + SETTLEMENTS] > 0 and in_reach(state, seat, False):
            return False
        seat += 1
    return True


def end_turn(state: Position) -> None:
    """Clear what is full, see whether this round is the last, then offer a canteen."""
    cells = state.cells
    active: i64 = cells[ACTIVE]
    clear_full(state)
    if cells[block(active) + SETTLEMENTS] == 0 or (cells[FIELDS] > 0 and nobody_can_build(state)):
        cells[LAST_ROUND] = 1
    state.enter(USE_CANTEEN, active)


def use_canteen(state: Position) -> None:
    """One canteen leaves the game for another turn of the same player."""
    cells = state.cells
    active: i64 = cells[ACTIVE]
    cells[block(active) + CANTEENS] = cells[block(active) + CANTEENS] - 1
    cells[USED_CANTEENS] = cells[USED_CANTEENS] + 1
    begin_turn(state, active)


def next_turn(state: Position) -> None:
    """The next player clockwise; after the last round's last turn the match is over."""
    cells = state.cells
    seat: i64 = cells[ACTIVE] + 1
    if seat == cells[SEATS]:
        seat = 0
    if seat == cells[START_SEAT]:
        if cells[LAST_ROUND] == 1 or cells[ROUND] >= cells[ROUND_LIMIT]:
            state.enter(MATCH_OVER, OVER)
            return
        cells[ROUND] = cells[ROUND] + 1
    begin_turn(state, seat)
