"""Income, expenses and bankruptcy: `docs/rules/steam.md` sections 9 and 10."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.steam import state
from railhead.games.steam.rules.money import means, pay, raise_step, raises_at_need, steps_left
from railhead.games.steam.rules.track import release
from railhead.games.steam.state import Position

OWED_PER_LOSS: Final = 2
"""The dollars owed that one victory point, or one step of income, makes good."""


def settle(position: Position) -> None:
    """Every player's income and expenses, in turn order."""
    cells = position.cells
    index: i64 = 0
    while index < cells[state.PLAYERS_LEFT]:
        seat: i64 = cells[state.ORDER + index]
        solvent = (
            settle_standard(position, seat)
            if cells[state.STANDARD] == 1
            else settle_base(position, seat)
        )
        if solvent:
            index += 1
        else:
            go_bankrupt(position, seat)


def settle_base(position: Position, seat: i64) -> bool:
    """Receive income, or pay what it was when the phase began; whether that was possible."""
    own: i64 = state.block(seat)
    due: i64 = position.cells[own + state.INCOME]
    if due >= 0:
        position.cells[own + state.CASH] += due
        return True
    if means(position, seat) < -due:
        return False
    pay(position, seat, -due)
    return True


def settle_standard(position: Position, seat: i64) -> bool:
    """Income or expenses, and a dollar for each level of the locomotive.

    A beginner raises money first, as far as that goes, and then loses what everybody loses.
    """
    cells = position.cells
    own: i64 = state.block(seat)
    received: i64 = cells[own + state.INCOME]
    owed: i64 = cells[own + state.LOCOMOTIVE]
    if received < 0 or cells[state.NET_INCOME] == 1:
        owed -= received
        received = 0
    if owed <= 0:
        cells[own + state.CASH] -= owed
        return True
    while (
        raises_at_need(position, seat)
        and cells[own + state.CASH] < owed
        and steps_left(position, seat) > 0
    ):
        raise_step(position, seat)
    solvent = lose(position, seat, owed)
    cells[own + state.CASH] += received
    return solvent


def lose(position: Position, seat: i64, owed: i64) -> bool:
    """Pay all cash, then victory points, then income for the rest; whether that sufficed."""
    cells = position.cells
    own: i64 = state.block(seat)
    cells[own + state.CASH] -= owed
    while cells[own + state.CASH] < 0 and cells[own + state.POINTS] > 0:
        cells[own + state.POINTS] -= 1
        cells[own + state.CASH] += OWED_PER_LOSS
    while (
        cells[own + state.CASH] < 0
        and cells[own + state.INCOME] > position.components.lowest_income
    ):
        cells[own + state.INCOME] -= 1
        cells[own + state.CASH] += OWED_PER_LOSS
    return cells[own + state.CASH] >= 0


def max_loss(position: Position, seat: i64) -> i64:
    """The most that a player can lose in the standard game: cash, then points, then income."""
    cells = position.cells
    own: i64 = state.block(seat)
    steps: i64 = (
        cells[own + state.POINTS] + cells[own + state.INCOME] - position.components.lowest_income
    )
    return cells[own + state.CASH] + OWED_PER_LOSS * steps


def go_bankrupt(position: Position, seat: i64) -> None:
    """All of a player's tokens leave the board, and the player the match."""
    cells = position.cells
    own: i64 = state.block(seat)
    cells[own + state.BANKRUPT] = 1
    cells[own + state.CASH] = 0
    cells[own + state.POINTS] = 0
    cells[own + state.INCOME] = position.components.lowest_income
    cells[own + state.DUE] = 0
    release(position, seat)
    index: i64 = 0
    while cells[state.ORDER + index] != seat:
        index += 1
    cells[state.PLAYERS_LEFT] -= 1
    while index < cells[state.PLAYERS_LEFT]:
        cells[state.ORDER + index] = cells[state.ORDER + index + 1]
        index += 1
    cells[state.ORDER + index] = -1
