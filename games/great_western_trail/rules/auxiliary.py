"""The auxiliary actions of the player board.

`docs/rules/great_western_trail.md` section 12.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.rules import cards, engine
from games.great_western_trail.state import ACTIVE, DISCS, MONEY, Position, block

KINDS: Final = 5
MONEY_ACTION: Final = 0
DRAW_ACTION: Final = 1
CERTIFICATE_ACTION: Final = 2
ENGINE_ACTION: Final = 3
REMOVE_ACTION: Final = 4
SPACES: Final = 2
"""Disc spaces of each auxiliary action; those of the first two have one space free from the
start."""


def times_open(state: Position, seat: i64, kind: i64) -> i64:
    """How often a player may do an auxiliary action at once: 0, 1 or 2."""
    return SPACES - state.cells[block(seat) + DISCS + kind]


def is_usable(state: Position, seat: i64, kind: i64, times: i64) -> bool:
    """Whether a player can do it so often now."""
    if times > times_open(state, seat, kind):
        return False
    money: i64 = state.cells[block(seat) + MONEY]
    if kind == DRAW_ACTION:
        return cards.drawable(state, seat) >= times
    if kind == CERTIFICATE_ACTION:
        return money >= times and engine.can_go_back(state, seat, times)
    if kind == ENGINE_ACTION:
        return money >= times
    if kind == REMOVE_ACTION:
        return engine.can_go_back(state, seat, times)
    return True


def collect(state: Position, seat: i64, most: i64, out: Actions) -> None:
    """Every auxiliary action that can be done, single and, if `most` is 2, double."""
    kind: i64 = 0
    while kind < KINDS:
        times: i64 = 1
        while times <= most:
            if is_usable(state, seat, kind, times):
                out.add(actions.AUXILIARY | (kind << 8) | ((times - 1) << 18))
            times += 1
        kind += 1


def perform(state: Position, kind: i64, times: i64) -> None:
    """The active player does an auxiliary action once or twice."""
    seat: i64 = state.cells[ACTIVE]
    own: i64 = block(seat)
    if kind == MONEY_ACTION:
        state.cells[own + MONEY] = state.cells[own + MONEY] + times
    elif kind == DRAW_ACTION:
        cards.draw_to_discard(state, times)
    elif kind == REMOVE_ACTION:
        reward: i64 = pending.reward(pending.REMOVE_REWARD, times)
        pending.push(state, pending.ENGINE_BACK, times, reward)
    else:
        state.cells[own + MONEY] = state.cells[own + MONEY] - times
        if kind == ENGINE_ACTION:
            pending.push(state, pending.ENGINE_ON, times, 1)
        else:
            reward = pending.reward(pending.CERTIFICATE_REWARD, times)
            pending.push(state, pending.ENGINE_BACK, times, reward)
