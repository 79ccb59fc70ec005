"""What players have of the tasks of objective cards, and how far that goes.

`docs/rules/great_western_trail.md` section 6.3. The numbers of all tasks are packed into one
integer, in the order of `names.TASKS`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import (
    CATTLE,
    OBJECTIVES,
    TASK_BITS,
    TASKS,
    packed_tasks,
)
from railhead.games.great_western_trail.rules import buildings, cards, discs
from railhead.games.great_western_trail.state import Position

MOST_ITEMS: Final = 31
"""More of one kind than all objective cards together ask for."""
GUARDS: Final = 0o404040404040404040
"""The highest bit of each number of tasks: cleared where a subtraction borrows."""


def covers(have: i64, tasks: i64) -> bool:
    """Whether packed items are enough for packed tasks."""
    return ((have | GUARDS) - tasks) & GUARDS == GUARDS


def at_task(number: i64, task: i64) -> i64:
    """A number of items at its place in a packed list."""
    return (number if number < MOST_ITEMS else i64(MOST_ITEMS)) << (TASK_BITS * task)


def items(position: Position, seat: i64) -> i64:
    """What a player has of each task, packed, at most `MOST_ITEMS` of each."""
    cells = position.cells
    value = position.components.value
    own: i64 = state.block(seat)
    packed: i64 = at_task(buildings.building_count(position, seat), 0)
    packed += at_task(cells[own + state.TEEPEES], 1) + at_task(cells[own + state.TEEPEES + 1], 2)
    packed += at_task(cells[own + state.HAZARDS], 3) + at_task(
        discs.upgrade_count(position, seat), 4
    )
    good: i64 = 0
    fine: i64 = 0
    best: i64 = 0
    for card in range(CATTLE):
        if value[card] == 3:
            good += cards.owned_count(cells, own, card)
        elif value[card] == 4:
            fine += cards.owned_count(cells, own, card)
        elif value[card] == 5:
            best += cards.owned_count(cells, own, card)
    packed += at_task(good, 5) + at_task(fine, 6) + at_task(best, 7)
    return packed + at_task(cells[own + state.CITIES + discs.SAN_FRANCISCO], 8)


def in_turn(position: Position, seat: i64) -> tuple[i64, i64, i64]:
    """What the cards of the objective area leave of the items, the points they bring and cost.

    The start card first, each takes its tasks from what those before it have left: quicker than
    the best choice, which is `scoring.best_objectives`. What is left is packed, guard bits set.
    """
    components = position.components
    own: i64 = state.block(seat)
    have: i64 = items(position, seat) | GUARDS
    points: i64 = 0
    penalty: i64 = 0
    card: i64 = OBJECTIVES + position.cells[own + state.START_OBJECTIVE] - 1
    while card >= 0:
        number: i64 = 1 if card >= OBJECTIVES else position.cells[own + state.PLAYED + card]
        while number > 0:
            after: i64 = have - components.objective_tasks[card]
            if after & GUARDS == GUARDS:
                have = after
                points += components.objective_points[card]
            else:
                penalty += components.objective_penalty[card]
            number -= 1
        card = OBJECTIVES - 1 if card >= OBJECTIVES else card - 1
    return have, points, penalty


def missing(position: Position, left: i64, card: i64) -> i64:
    """How many tasks of a further objective card are still to be done, of the items `left`."""
    wanted: i64 = position.components.objective_tasks[card]
    if covers(left, wanted):
        return 0
    total: i64 = 0
    for task in range(TASKS):
        lacking: i64 = number_of(wanted, task) - number_of(left, task)
        if lacking > 0:
            total += lacking
    return total


def number_of(packed: i64, task: i64) -> i64:
    """The number of one task in a packed list, without its guard bit."""
    return (packed >> (TASK_BITS * task)) & MOST_ITEMS


assert packed_tasks([MOST_ITEMS + 1] * TASKS) == GUARDS
