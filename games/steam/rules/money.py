"""Paying, raising money at need, and buying capital: `docs/rules/steam.md` sections 6.2 and 10."""

from __future__ import annotations

from mypy_extensions import i64

from games.steam.state import (
    BEGINNER,
    CASH,
    INCOME,
    POINTS,
    STANDARD,
    Position,
    block,
)


def raises_at_need(state: Position, seat: i64) -> bool:
    """Whether a player raises money whenever a payment needs it: all do in the base game."""
    cells = state.cells
    return cells[STANDARD] == 0 or cells[block(seat) + BEGINNER] == 1


def steps_left(state: Position, seat: i64) -> i64:
    """How many more steps of raising money a player has, on the income track and in points."""
    cells = state.cells
    own: i64 = block(seat)
    components = state.components
    down: i64 = cells[own + INCOME] - components.lowest_income
    return down + cells[own + POINTS] // components.points_per_step


def raised_by_all(state: Position, seat: i64) -> i64:
    """What cash and all steps of raising money amount to, for who raises at need."""
    raised: i64 = state.components.raised_per_step * steps_left(state, seat)
    return state.cells[block(seat) + CASH] + raised


def means(state: Position, seat: i64) -> i64:
    """The most that a player can pay now."""
    if not raises_at_need(state, seat):
        return state.cells[block(seat) + CASH]
    return raised_by_all(state, seat)


def raise_step(state: Position, seat: i64) -> None:
    """One step of raising money: from income, at its lower end from victory points."""
    cells = state.cells
    own: i64 = block(seat)
    components = state.components
    cells[own + CASH] += components.raised_per_step
    if cells[own + INCOME] > components.lowest_income:
        cells[own + INCOME] -= 1
    else:
        cells[own + POINTS] -= components.points_per_step


def pay(state: Position, seat: i64, amount: i64) -> None:
    """Pay what a player can pay: own cash first, then as few steps as possible."""
    cells = state.cells
    own: i64 = block(seat)
    cells[own + CASH] -= amount
    while cells[own + CASH] < 0:
        raise_step(state, seat)
