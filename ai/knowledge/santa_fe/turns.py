"""How many pieces players of Santa Fe may still lay in a round, and in which order they act."""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.santa_fe import state
from railhead.games.santa_fe.state import Position


def seats_after(position: Position, seat: i64, cell: i64) -> i64:
    """How many seats to the left of the one in a cell, `FIRST` or `TURN`, a seat sits."""
    away: i64 = seat - position.cells[cell]
    return away + position.seats() if away < 0 else away


def has_had_turn(position: Position, seat: i64) -> bool:
    """Whether the turn has passed beyond a seat in this phase."""
    order = seats_after(position, seat, state.FIRST)
    return order < seats_after(position, position.cells[state.TURN], state.FIRST)


def is_doubled(position: Position, seat: i64) -> bool:
    """Whether a seat has a double turn, or has selected the card for one."""
    cells = position.cells
    at: i64 = state.block(seat)
    return cells[at + state.DOUBLE_TURN] > 0 or cells[at + state.CHOSEN] > position.components.cards


def lays_to_come(position: Position, seat: i64) -> i64:
    """How many pieces a seat may still lay in this round."""
    cells = position.cells
    phase: i64 = cells[state.PHASE]
    each: i64 = 2 if is_doubled(position, seat) else 1
    if phase <= state.REVEALING:
        return 2 * each
    if phase > state.EXCHANGE_DEAL:
        return 0
    lays: i64 = each if phase == state.LAY_ONE else 0
    early = phase > state.LAY_TWO and cells[state.EARLY_EXCHANGE] > 0
    if early or not has_had_turn(position, seat):
        lays += each
        if seat == cells[state.TURN]:
            lays -= cells[state.LAID]
    return lays
