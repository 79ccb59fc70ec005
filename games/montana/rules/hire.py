"""The action Hire, and the spins of the set-up: the wheel, the joker, grain for further steps.

`docs/rules/montana.md` sections 3.2 and 3.4.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import CHANCE, SEATS, Actions
from railhead.games.montana import actions, state
from railhead.games.montana.actions import WHEEL_SPACES
from railhead.games.montana.components import JOKER_PAIR
from railhead.games.montana.rules.shared import gain_set, give_back, keep_limit
from railhead.games.montana.state import Position


def collect_joker(position: Position, seat: i64, out: Actions) -> None:
    """Every pair of colours."""
    for pair in range(actions.TRIPLES - actions.PAIRS):
        out.add(actions.JOKER, pair)


def most_steps(position: Position, seat: i64) -> i64:
    """How far the player can pay to move the arrow."""
    grain: i64 = position.cells[state.block(seat) + state.GRAIN]
    return grain if grain < actions.LAST_STEP else actions.LAST_STEP


def collect_steps(position: Position, seat: i64, out: Actions) -> None:
    """No step, or as many as the player has grain for."""
    last: i64 = most_steps(position, seat)
    for steps in range(last + 1):
        out.add(actions.ADVANCE, steps)


def play(position: Position, code: i64, value: i64) -> None:
    """Carry out `spin`, `hire`, `joker` or `advance`."""
    cells = position.cells
    if code == actions.SPIN:
        cells[state.ARROW] = value
        show_pair(position)
    elif code == actions.HIRE:
        position.enter(state.HIRE_SPIN, CHANCE)
    elif code == actions.JOKER:
        take_pair(position, actions.PAIRS + value)
    elif value == 0:
        position.enter(state.END_TRADE, cells[state.ACTIVE])
    else:
        give_back(position, cells[state.ACTIVE], state.GRAIN, value)
        arrow: i64 = cells[state.ARROW] + value
        cells[state.ARROW] = arrow if arrow < WHEEL_SPACES else arrow - WHEEL_SPACES
        show_pair(position)


def show_pair(position: Position) -> None:
    """The arrow has stopped: take the two workers, or choose them at the joker."""
    cells = position.cells
    pair: i64 = position.components.wheel[cells[state.ARROW]]
    if pair != JOKER_PAIR:
        take_pair(position, pair)
    elif cells[state.PHASE] == state.SETUP_SPIN:
        position.enter(state.SETUP_JOKER, cells[state.ACTIVE])
    elif cells[state.PHASE] == state.HIRE_SPIN:
        position.enter(state.HIRE_JOKER, cells[state.ACTIVE])
    else:
        position.enter(state.STEPS_JOKER, cells[state.ACTIVE])


def take_pair(position: Position, pair: i64) -> None:
    """The player of the spin takes a pair of workers, and goes on."""
    cells = position.cells
    phase: i64 = cells[state.PHASE]
    gain_set(position, cells[state.ACTIVE], state.WORKERS, pair)
    if phase in (state.SETUP_SPIN, state.SETUP_JOKER):
        next_setup_spin(position)
    elif phase in (state.HIRE_SPIN, state.HIRE_JOKER):
        keep_limit(position, state.STEPS)
    else:
        keep_limit(position, state.END_TRADE)


def next_setup_spin(position: Position) -> None:
    """All spins of one player, then the next one's; after the last the match begins."""
    cells = position.cells
    spun: i64 = cells[state.SPUN] + 1
    cells[state.SPUN] = spun
    seats: i64 = cells[SEATS]
    turn: i64 = spun // position.components.start_spins
    if turn < seats:
        cells[state.ACTIVE] = (cells[state.START_SEAT] + turn) % seats
        position.enter(state.SETUP_SPIN, CHANCE)
    else:
        cells[state.ACTIVE] = cells[state.START_SEAT]
        position.enter(state.MAIN, cells[state.START_SEAT])
