"""The frame of a turn, and the end of the match.

`docs/rules/great_western_trail.md` sections 13.1 and 13.3.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CHOICE
from railhead.games.great_western_trail.rules import (
    auxiliary,
    buildings,
    cards,
    discs,
    effects,
    kansas_city,
    movement,
    objectives,
)
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST

LOCAL_ACTED: i64 = 1
AUXILIARY_ACTED: i64 = 2


def next_turn(position: Position) -> None:
    """The next player's turn, or the end once it would be the token holder's."""
    cells = position.cells
    pending.pop(position)
    seat: i64 = (cells[state.ACTIVE] + 1) % cells[SEATS]
    cells[state.COPIED] = 0
    cells[state.COWBOYS] = 0
    if cells[state.END_SEAT] == seat + 1:
        pending.push(position, pending.FINISH)
        seat = cells[SEATS]
        while seat > 0:
            seat -= 1
            if cells[state.block(seat) + state.SECRETS] > 0:
                pending.push(position, pending.TURN_UP_HAND, seat, 1)
        return
    cells[state.ACTIVE] = seat
    pending.push(position, pending.PHASE_C)
    pending.push(position, pending.PHASE_A)


def hand_limit(position: Position, seat: i64) -> i64:
    """Up to how many cards are drawn in phase C."""
    return position.components.hand_limit + discs.cleared_count(position, seat, discs.HAND_DISC, 1)


def phase_c(position: Position) -> None:
    """Draw up to the limit, then it is the next player's turn."""
    seat: i64 = position.cells[state.ACTIVE]
    pending.pop(position)
    pending.push(position, pending.NEXT_TURN)
    cards.push_draw(position, seat, hand_limit(position, seat) - cards.hand_size(position, seat))


def collect_phase_a(position: Position, seat: i64, out: Actions) -> None:
    """The moves, and the objective cards that can be played before one."""
    steps: i64 = movement.step_limit(position, seat)
    movement.collect_moves(position, seat, steps, False, True, out)
    objectives.collect_plays(position, seat, out)


def move(position: Position, space: i64, route: i64) -> None:
    """The active player's move, in phase A or by an effect."""
    code: i64 = pending.top(position)
    free: bool = code == pending.RIDE and pending.top_second(position) == 1
    pending.pop(position)
    movement.travel(position, space, route, free)
    if code == pending.RIDE and pending.top(position) == pending.LOCAL:
        pending.pop(position)
        buildings.leave(position)
    if free:
        return
    if space == LAST:
        kansas_city.arrive(position)
    else:
        buildings.arrive(position, space)


def collect_ride(position: Position, seat: i64, out: Actions) -> None:
    """The moves of an effect; an objective card's move is free and does not enter the city."""
    free: bool = pending.top_second(position) == 1
    movement.collect_moves(position, seat, pending.top_first(position), free, not free, out)


def collect_local(position: Position, seat: i64, out: Actions) -> None:
    """Phase B on a tile: local actions, or an auxiliary one instead, objective cards, the end."""
    cells = position.cells
    for at in range(state.LOCAL, state.LOCAL + state.LOCALS):
        effects.collect_choice(position, seat, cells[at], out)
    objectives.collect_plays(position, seat, out)
    if cells[state.ACTED] == 0:
        auxiliary.collect(position, seat, 1, out)
    if cells[state.ACTED] > 0 or cells[state.IDLE_TURNS] == 1:
        out.add(actions.DONE)


def is_local_open(position: Position) -> bool:
    """Whether the visit may leave a choice, as far as all can see."""
    cells = position.cells
    seat: i64 = cells[state.ACTIVE]
    if cells[state.ACTED] == 0 or cards.may_hold_objective(position, seat):
        return True
    for at in range(state.LOCAL, state.LOCAL + state.LOCALS):
        action: i64 = cells[at]
        if action > 0:
            if effects.is_possible(position, seat, action % CHOICE - 1):
                return True
            if action >= CHOICE and effects.is_possible(position, seat, action // CHOICE - 1):
                return True
    return False


def end_visit(position: Position) -> None:
    """Phase B is over."""
    pending.pop(position)
    buildings.leave(position)


def use(position: Position, effect: i64) -> None:
    """An effect is used: a local action of the visit, or one that is offered."""
    if pending.top(position) == pending.OFFER:
        pending.pop(position)
    else:
        buildings.take_slot(position, effect)
    effects.use(position, effect)


def use_auxiliary(position: Position, kind: i64, times: i64) -> None:
    """An auxiliary action, instead of all local actions or by an effect."""
    if pending.top(position) == pending.AUXILIARY:
        pending.pop(position)
    else:
        buildings.leave(position)
        position.cells[state.ACTED] = AUXILIARY_ACTED
    auxiliary.perform(position, kind, times)
