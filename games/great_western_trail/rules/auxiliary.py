"""The auxiliary actions of the player board.

`docs/rules/great_western_trail.md` section 12.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.rules import cards, engine
from railhead.games.great_western_trail.state import Position

KINDS: Final[i64] = 5
MONEY_ACTION: Final = 0
DRAW_ACTION: Final = 1
CERTIFICATE_ACTION: Final = 2
ENGINE_ACTION: Final = 3
REMOVE_ACTION: Final = 4
SPACES: Final = 2
"""Disc spaces of each auxiliary action; those of the first two have one space free from the
start."""


def times_open(position: Position, seat: i64, kind: i64) -> i64:
    """How often a player may do an auxiliary action at once: 0, 1 or 2."""
    return SPACES - position.cells[state.block(seat) + state.DISCS + kind]


def is_usable(position: Position, seat: i64, kind: i64, times: i64) -> bool:
    """Whether a player can do it so often now."""
    if times > times_open(position, seat, kind):
        return False
    money: i64 = position.cells[state.block(seat) + state.MONEY]
    if kind == DRAW_ACTION:
        return cards.drawable(position, seat) >= times
    if kind == CERTIFICATE_ACTION:
        return money >= times and engine.can_go_back(position, seat, times)
    if kind == ENGINE_ACTION:
        return money >= times
    if kind == REMOVE_ACTION:
        return engine.can_go_back(position, seat, times)
    return True


def collect(position: Position, seat: i64, most: i64, out: Actions) -> None:
    """Every auxiliary action that can be done, single and, if `most` is 2, double."""
    for kind in range(KINDS):
        for times in range(1, most + 1):
            if is_usable(position, seat, kind, times):
                out.add(actions.AUXILIARY, kind, times - 1)


def perform(position: Position, kind: i64, times: i64) -> None:
    """The active player does an auxiliary action once or twice."""
    seat: i64 = position.cells[state.ACTIVE]
    own: i64 = state.block(seat)
    if kind == MONEY_ACTION:
        position.cells[own + state.MONEY] += times
    elif kind == DRAW_ACTION:
        cards.draw_to_discard(position, times)
    elif kind == REMOVE_ACTION:
        reward: i64 = pending.reward(pending.REMOVE_REWARD, times)
        pending.push(position, pending.ENGINE_BACK, times, reward)
    else:
        position.cells[own + state.MONEY] -= times
        if kind == ENGINE_ACTION:
            pending.push(position, pending.ENGINE_ON, times, 1)
        else:
            reward = pending.reward(pending.CERTIFICATE_REWARD, times)
            pending.push(position, pending.ENGINE_BACK, times, reward)
