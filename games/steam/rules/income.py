"""Income, expenses and bankruptcy: `docs/rules/steam.md` sections 9 and 10."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.steam.rules.money import means, pay, raise_step, raises_at_need, steps_left
from games.steam.rules.track import release
from games.steam.state import (
    BANKRUPT,
    CASH,
    DUE,
    INCOME,
    LOCOMOTIVE,
    NET_INCOME,
    ORDER,
    PLAYERS_LEFT,
    POINTS,
    STANDARD,
    Position,
    block,
)

OWED_PER_LOSS: Final = 2
"""The dollars owed that one victory point, or one step of income, makes good."""


def settle(state: Position) -> None:
    """Every player's income and expenses, in turn order."""
    cells = state.cells
    index: i64 = 0
    while index < cells[PLAYERS_LEFT]:
        seat: i64 = cells[ORDER + index]
        solvent = settle_standard(state, seat) if cells[STANDARD] == 1 else settle_base(state, seat)
        if solvent:
            index += 1
        else:
            go_bankrupt(state, seat)


def settle_base(state: Position, seat: i64) -> bool:
    """Receive income, or pay what it was when the phase began; whether that was possible."""
    own: i64 = block(seat)
    due: i64 = state.cells[own + INCOME]
    if due >= 0:
        state.cells[own + CASH] += due
        return True
    if means(state, seat) < -due:
        return False
    pay(state, seat, -due)
    return True


def settle_standard(state: Position, seat: i64) -> bool:
    """Income or expenses, and a dollar for each level of the locomotive.

    A beginner raises money first, as far as that goes, and then loses what everybody loses.
    """
    cells = state.cells
    own: i64 = block(seat)
    received: i64 = cells[own + INCOME]
    owed: i64 = cells[own + LOCOMOTIVE]
    if received < 0 or cells[NET_INCOME] == 1:
        owed -= received
        received = 0
    if owed <= 0:
        cells[own + CASH] -= owed
        return True
    while raises_at_need(state, seat) and cells[own + CASH] < owed and steps_left(state, seat) > 0:
        raise_step(state, seat)
    solvent = lose(state, seat, owed)
    cells[own + CASH] += received
    return solvent


def lose(state: Position, seat: i64, owed: i64) -> bool:
    """Pay all cash, then victory points, then income for the rest; whether that sufficed."""
    cells = state.cells
    own: i64 = block(seat)
    cells[own + CASH] -= owed
    while cells[own + CASH] < 0 and cells[own + POINTS] > 0:
        cells[own + POINTS] -= 1
        cells[own + CASH] += OWED_PER_LOSS
    while cells[own + CASH] < 0 and cells[own + INCOME] > state.components.lowest_income:
        cells[own + INCOME] -= 1
        cells[own + CASH] += OWED_PER_LOSS
    return cells[own + CASH] >= 0


def made_good(state: Position, seat: i64) -> i64:
    """The most that a player can lose in the standard game: cash, then points, then income."""
    cells = state.cells
    own: i64 = block(seat)
    steps: i64 = cells[own + POINTS] + cells[own + INCOME] - state.components.lowest_income
    return cells[own + CASH] + OWED_PER_LOSS * steps


def go_bankrupt(state: Position, seat: i64) -> None:
    """All of a player's tokens leave the board, and the player the match."""
    cells = state.cells
    own: i64 = block(seat)
    cells[own + BANKRUPT] = 1
    cells[own + CASH] = 0
    cells[own + POINTS] = 0
    cells[own + INCOME] = state.components.lowest_income
    cells[own + DUE] = 0
    release(state, seat)
    index: i64 = 0
    while cells[ORDER + index] != seat:
        index += 1
    cells[PLAYERS_LEFT] -= 1
    while index < cells[PLAYERS_LEFT]:
        cells[ORDER + index] = cells[ORDER + index + 1]
        index += 1
    cells[ORDER + index] = -1
