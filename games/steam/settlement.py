"""Income and expenses in words: what follows from the last action of a turn, for the log."""

from __future__ import annotations

from railhead.games.steam import state
from railhead.games.steam.rules import income
from railhead.games.steam.rules.turns import GOODS_ROUNDS
from railhead.games.steam.state import Position


def settlement_text(position: Position, seat: int, action: int) -> str:
    """What income and expenses bring everybody once `seat` has done this; empty where none are due.

    Such as `; income and expenses: seat 0 receives $4; seat 1 pays $2, giving up 1 step of income`.
    """
    cells = position.cells
    is_last = cells[state.QUEUE_AT] + 1 >= cells[state.PLAYERS_LEFT]
    if cells[state.GOODS_ROUND] < GOODS_ROUNDS or not is_last:
        return ""
    before = position.clone()
    assert isinstance(before, Position)
    before.cells[state.GOODS_ROUND] = GOODS_ROUNDS - 1  # so that a turn that ends goes on instead
    before.play(seat, action)
    if before.cells[state.GOODS_ROUND] < GOODS_ROUNDS:
        return ""
    after = before.clone()
    assert isinstance(after, Position)
    income.settle(after)
    order = [int(before.cells[state.ORDER + place]) for place in range(cells[state.PLAYERS_LEFT])]
    told = [text for player in order if (text := _player_text(before, after, player))]
    return f"; income and expenses: {'; '.join(told)}" if told else ""


def _player_text(before: Position, after: Position, seat: int) -> str:
    """What becomes of one player; empty where nothing does."""
    if after.amount(seat, state.BANKRUPT):
        return f"seat {seat} is bankrupt"
    net = before.amount(seat, state.INCOME)
    if before.cells[state.STANDARD]:
        net -= before.amount(seat, state.LOCOMOTIVE)
    if net == 0:
        return ""
    if net > 0:
        return f"seat {seat} receives ${net}"
    lost = [
        f"{number} {name if number == 1 else plural}"
        for cell, name, plural in (
            (state.POINTS, "victory point", "victory points"),
            (state.INCOME, "step of income", "steps of income"),
        )
        if (number := before.amount(seat, cell) - after.amount(seat, cell))
    ]
    given = f", giving up {' and '.join(lost)}" if lost else ""
    return f"seat {seat} pays ${-net}{given}"
