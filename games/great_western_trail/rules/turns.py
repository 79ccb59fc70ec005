"""The frame of a turn, and the end of the match.

`docs/rules/great_western_trail.md` sections 13.1 and 13.3.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.components import CHOICE
from games.great_western_trail.rules import (
    auxiliary,
    buildings,
    cards,
    discs,
    effects,
    kansas_city,
    movement,
    objectives,
)
from games.great_western_trail.state import (
    ACTED,
    ACTIVE,
    COPIED,
    COWBOYS,
    END_SEAT,
    IDLE_TURNS,
    LOCAL,
    LOCALS,
    SECRETS,
    Position,
    block,
)
from games.great_western_trail.trail import LAST

LOCAL_ACTED: i64 = 1
AUXILIARY_ACTED: i64 = 2


def next_turn(state: Position) -> None:
    """The next player's turn, or the end once it would be the token holder's."""
    cells = state.cells
    pending.pop(state)
    seat: i64 = (cells[ACTIVE] + 1) % cells[SEATS]
    cells[COPIED] = 0
    cells[COWBOYS] = 0
    if cells[END_SEAT] == seat + 1:
        pending.push(state, pending.FINISH)
        seat = cells[SEATS]
        while seat > 0:
            seat -= 1
            if cells[block(seat) + SECRETS] > 0:
                pending.push(state, pending.TURN_UP_HAND, seat, 1)
        return
    cells[ACTIVE] = seat
    pending.push(state, pending.PHASE_C)
    pending.push(state, pending.PHASE_A)


def hand_limit(state: Position, seat: i64) -> i64:
    """Up to how many cards are drawn in phase C."""
    return state.components.hand_limit + discs.cleared(state, seat, discs.HAND_DISC, 1)


def phase_c(state: Position) -> None:
    """Draw up to the limit, then it is the next player's turn."""
    seat: i64 = state.cells[ACTIVE]
    pending.pop(state)
    pending.push(state, pending.NEXT_TURN)
    cards.push_draw(state, seat, hand_limit(state, seat) - cards.hand_size(state, seat))


def collect_phase_a(state: Position, seat: i64, out: Actions) -> None:
    """The moves, and the objective cards that can be played before one."""
    steps: i64 = movement.step_limit(state, seat)
    movement.collect_moves(state, seat, steps, False, True, out)
    objectives.collect_plays(state, seat, out)


def move(state: Position, space: i64, route: i64) -> None:
    """The active player's move, in phase A or by an effect."""
    code: i64 = pending.top(state)
    free: bool = code == pending.RIDE and pending.top_second(state) == 1
    pending.pop(state)
    movement.travel(state, space, route, free)
    if code == pending.RIDE and pending.top(state) == pending.LOCAL:
        pending.pop(state)
        buildings.leave(state)
    if free:
        return
    if space == LAST:
        kansas_city.arrive(state)
    else:
        buildings.arrive(state, space)


def collect_ride(state: Position, seat: i64, out: Actions) -> None:
    """The moves of an effect; an objective card's move is free and does not enter the city."""
    free: bool = pending.top_second(state) == 1
    movement.collect_moves(state, seat, pending.top_first(state), free, not free, out)


def collect_local(state: Position, seat: i64, out: Actions) -> None:
    """Phase B on a tile: local actions, or an auxiliary one instead, objective cards, the end."""
    cells = state.cells
    at: i64 = LOCAL
    while at < LOCAL + LOCALS:
        effects.collect_choice(state, seat, cells[at], out)
        at += 1
    objectives.collect_plays(state, seat, out)
    if cells[ACTED] == 0:
        auxiliary.collect(state, seat, 1, out)
    if cells[ACTED] > 0 or cells[IDLE_TURNS] == 1:
        out.add(actions.DONE)


def is_local_open(state: Position) -> bool:
    """Whether the visit may leave a choice, as far as all can see."""
    cells = state.cells
    seat: i64 = cells[ACTIVE]
    if cells[ACTED] == 0 or cards.may_hold_objective(state, seat):
        return True
    at: i64 = LOCAL
    while at < LOCAL + LOCALS:
        action: i64 = cells[at]
        if action > 0:
            if effects.is_possible(state, seat, action % CHOICE - 1):
                return True
            if action >= CHOICE and effects.is_possible(state, seat, action // CHOICE - 1):
                return True
        at += 1
    return False


def end_visit(state: Position) -> None:
    """Phase B is over."""
    pending.pop(state)
    buildings.leave(state)


def use(state: Position, effect: i64) -> None:
    """An effect is used: a local action of the visit, or one that is offered."""
    if pending.top(state) == pending.OFFER:
        pending.pop(state)
    else:
        buildings.take_slot(state, effect)
    effects.use(state, effect)


def use_auxiliary(state: Position, kind: i64, times: i64) -> None:
    """An auxiliary action, instead of all local actions or by an effect."""
    if pending.top(state) == pending.AUXILIARY:
        pending.pop(state)
    else:
        buildings.leave(state)
        state.cells[ACTED] = AUXILIARY_ACTED
    auxiliary.perform(state, kind, times)
