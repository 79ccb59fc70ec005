"""The action Hire, and the spins of the set-up: the wheel, the joker, grain for further steps.

`docs/rules/montana.md` sections 3.2 and 3.4.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import CHANCE, SEATS, Actions
from games.montana.actions import ADVANCE, HIRE, JOKER, LAST_STEP, PAIRS, SPIN, TRIPLES
from games.montana.components import JOKER_PAIR, WHEEL_SPACES
from games.montana.rules.shared import gain_set, give_back, keep_limit
from games.montana.state import (
    ACTIVE,
    ARROW,
    END_TRADE,
    GRAIN,
    HIRE_JOKER,
    HIRE_SPIN,
    MAIN,
    PHASE,
    SETUP_JOKER,
    SETUP_SPIN,
    SPUN,
    START_SEAT,
    STEPS,
    STEPS_JOKER,
    WORKERS,
    Position,
    block,
)


def collect_joker(state: Position, seat: i64, out: Actions) -> None:
    """Every pair of colours."""
    pair: i64 = 0
    while pair < TRIPLES - PAIRS:
        out.add(JOKER | (pair << 8))
        pair += 1


def most_steps(state: Position, seat: i64) -> i64:
    """How far the player can pay to move the arrow."""
    grain: i64 = state.cells[block(seat) + GRAIN]
    return grain if grain < LAST_STEP else LAST_STEP


def collect_steps(state: Position, seat: i64, out: Actions) -> None:
    """No step, or as many as the player has grain for."""
    steps: i64 = 0
    last: i64 = most_steps(state, seat)
    while steps <= last:
        out.add(ADVANCE | (steps << 8))
        steps += 1


def play(state: Position, code: i64, value: i64) -> None:
    """Carry out `spin`, `hire`, `joker` or `advance`."""
    cells = state.cells
    if code == SPIN:
        cells[ARROW] = value
        show_pair(state)
    elif code == HIRE:
        state.enter(HIRE_SPIN, CHANCE)
    elif code == JOKER:
        take_pair(state, PAIRS + value)
    elif value == 0:
        state.enter(END_TRADE, cells[ACTIVE])
    else:
        give_back(state, cells[ACTIVE], GRAIN, value)
        arrow: i64 = cells[ARROW] + value
        cells[ARROW] = arrow if arrow < WHEEL_SPACES else arrow - WHEEL_SPACES
        show_pair(state)


def show_pair(state: Position) -> None:
    """The arrow has stopped: take the two workers, or choose them at the joker."""
    cells = state.cells
    pair: i64 = state.components.wheel[cells[ARROW]]
    if pair != JOKER_PAIR:
        take_pair(state, pair)
    elif cells[PHASE] == SETUP_SPIN:
        state.enter(SETUP_JOKER, cells[ACTIVE])
    elif cells[PHASE] == HIRE_SPIN:
        state.enter(HIRE_JOKER, cells[ACTIVE])
    else:
        state.enter(STEPS_JOKER, cells[ACTIVE])


def take_pair(state: Position, pair: i64) -> None:
    """The player of the spin takes a pair of workers, and goes on."""
    cells = state.cells
    phase: i64 = cells[PHASE]
    gain_set(state, cells[ACTIVE], WORKERS, pair)
    if phase in (SETUP_SPIN, SETUP_JOKER):
        next_setup_spin(state)
    elif phase in (HIRE_SPIN, HIRE_JOKER):
        keep_limit(state, STEPS)
    else:
        keep_limit(state, END_TRADE)


def next_setup_spin(state: Position) -> None:
    """All spins of one player, then the next one's; after the last the match begins."""
    cells = state.cells
    spun: i64 = cells[SPUN] + 1
    cells[SPUN] = spun
    seats: i64 = cells[SEATS]
    turn: i64 = spun // state.components.start_spins
    if turn < seats:
        cells[ACTIVE] = (cells[START_SEAT] + turn) % seats
        state.enter(SETUP_SPIN, CHANCE)
    else:
        cells[ACTIVE] = cells[START_SEAT]
        state.enter(MAIN, cells[START_SEAT])
