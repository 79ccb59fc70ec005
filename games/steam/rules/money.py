"""Paying, raising money at need, and buying capital: `docs/rules/steam.md` sections 6.2 and 10."""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.steam import state
from railhead.games.steam.state import Position


def raises_at_need(position: Position, seat: i64) -> bool:
    """Whether a player raises money whenever a payment needs it: all do in the base game."""
    cells = position.cells
    return cells[state.STANDARD] == 0 or cells[state.block(seat) + state.BEGINNER] == 1


def steps_left(position: Position, seat: i64) -> i64:
    """How many more steps of raising money a player has, on the income track and in points."""
    cells = position.cells
    own: i64 = state.block(seat)
    components = position.components
    down: i64 = cells[own + state.INCOME] - components.lowest_income
    return down + cells[own + state.POINTS] // components.points_per_step


def max_funds(position: Position, seat: i64) -> i64:
    """What cash and all steps of raising money amount to, for who raises at need."""
    raised: i64 = position.components.raised_per_step * steps_left(position, seat)
    return position.cells[state.block(seat) + state.CASH] + raised


def means(position: Position, seat: i64) -> i64:
    """The most that a player can pay now."""
    if not raises_at_need(position, seat):
        return position.cells[state.block(seat) + state.CASH]
    return max_funds(position, seat)


def raise_step(position: Position, seat: i64) -> None:
    """One step of raising money: from income, at its lower end from victory points."""
    cells = position.cells
    own: i64 = state.block(seat)
    components = position.components
    cells[own + state.CASH] += components.raised_per_step
    if cells[own + state.INCOME] > components.lowest_income:
        cells[own + state.INCOME] -= 1
    else:
        cells[own + state.POINTS] -= components.points_per_step


def pay(position: Position, seat: i64, amount: i64) -> None:
    """Pay what a player can pay: own cash first, then as few steps as possible."""
    cells = position.cells
    own: i64 = state.block(seat)
    cells[own + state.CASH] -= amount
    while cells[own + state.CASH] < 0:
        raise_step(position, seat)
