"""The end of a turn, the next one, the last round; ranking and score sheet.

`docs/rules/montana.md` sections 3.3 and 3.6.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import OVER, SEATS
from railhead.games.montana import state
from railhead.games.montana.rules.build import in_reach
from railhead.games.montana.rules.work import clear_full
from railhead.games.montana.state import Position

STANDSTILL: Final = 60
"""A match without a round limit ends after so many rounds in which nobody built."""

MOST_WITHIN_ROUND: Final[i64] = 65536
"""More than the product of seats and canteens."""


def begin_turn(position: Position, seat: i64) -> None:
    """A turn of `seat`."""
    cells = position.cells
    cells[state.ACTIVE] = seat
    cells[state.FIELDS] = 0
    position.enter(state.MAIN, seat)


def number(position: Position) -> i64:
    """What tells turns apart: the round, 0 for the set-up; the canteens used; whose turn it is.

    The bids and rewards of others are part of the turn in which the city was chosen.
    """
    cells = position.cells
    passed: i64 = cells[state.USED_CANTEENS] * state.BLOCKS + cells[state.ACTIVE]
    if cells[state.PHASE] <= state.SETUP_JOKER:
        return passed
    return cells[state.ROUND] * MOST_WITHIN_ROUND + passed


def nobody_can_build(position: Position) -> bool:
    """Whether no player with settlements left will ever have a field in reach again."""
    cells = position.cells
    for seat in range(cells[SEATS]):
        if cells[state.block(seat) + state.SETTLEMENTS] > 0 and in_reach(position, seat, False):
            return False
    return True


def end_turn(position: Position) -> None:
    """Clear what is full, see whether this round is the last, then offer a canteen."""
    cells = position.cells
    active: i64 = cells[state.ACTIVE]
    clear_full(position)
    if cells[state.block(active) + state.SETTLEMENTS] == 0 or (
        cells[state.FIELDS] > 0 and nobody_can_build(position)
    ):
        cells[state.LAST_ROUND] = 1
    position.enter(state.USE_CANTEEN, active)


def use_canteen(position: Position) -> None:
    """One canteen leaves the game for another turn of the same player."""
    cells = position.cells
    active: i64 = cells[state.ACTIVE]
    cells[state.block(active) + state.CANTEENS] -= 1
    cells[state.USED_CANTEENS] += 1
    begin_turn(position, active)


def is_last_round(position: Position) -> bool:
    """Whether the match ends with the running round: all built, the limit, or a standstill."""
    cells = position.cells
    limit: i64 = cells[state.ROUND_LIMIT]
    if limit == 0:
        limit = cells[state.LAST_BUILT] + STANDSTILL
    return cells[state.LAST_ROUND] == 1 or cells[state.ROUND] >= limit


def next_turn(position: Position) -> None:
    """The next player clockwise; after the last round's last turn the match is over."""
    cells = position.cells
    seat: i64 = cells[state.ACTIVE] + 1
    if seat == cells[SEATS]:
        seat = 0
    if seat == cells[state.START_SEAT]:
        if is_last_round(position):
            position.enter(state.MATCH_OVER, OVER)
            return
        cells[state.ROUND] += 1
    begin_turn(position, seat)
