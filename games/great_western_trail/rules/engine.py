"""The railroad track: where an engine can go, and what happens where it stops.

`docs/rules/great_western_trail.md` section 9.2.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.rules import discs
from games.great_western_trail.state import ACTIVE, MONEY, TRACK, UPGRADE_FIRST, Position, block

END: Final = 48
"""The last space of the track."""
FAR: Final = 99


def is_free(state: Position, seat: i64, space: i64) -> bool:
    """Whether no other engine stands there; the start holds any number."""
    cells = state.cells
    if space == 0:
        return True
    other: i64 = 0
    while other < cells[SEATS]:
        if other != seat and cells[block(other) + TRACK] == space:
            return False
        other += 1
    return True


def collect_forward(state: Position, seat: i64, limit: i64, out: Actions) -> None:
    """Every space that 1 to `limit` steps forward lead to; occupied ones do not count."""
    siding = state.components.siding
    space: i64 = state.cells[block(seat) + TRACK]
    before: i64 = FAR  # steps to the space two back, one back
    last: i64 = 0
    while space < END and (last <= limit or before <= limit):
        space += 1
        steps: i64 = last
        if siding[space - 1] == 1 and before < last:
            steps = before
        if is_free(state, seat, space):
            steps += 1
            if steps <= limit:
                out.add(actions.ENGINE | (space << 8))
        before = last
        last = steps


def reachable_back(state: Position, seat: i64, steps: i64, space: i64) -> bool:
    """Whether exactly so many steps (at most two) back can end on `space`."""
    start: i64 = state.cells[block(seat) + TRACK]
    siding = state.components.siding
    # The numbers of steps that lead to a space, a bit each: of the space two on, and one on.
    after: i64 = 0
    last: i64 = 1
    at: i64 = start
    while at > space:
        at -= 1
        ways: i64 = last
        if siding[at + 1] == 1 and siding[at] == 0:
            ways |= after
        if is_free(state, seat, at):
            ways = (ways << 1) & 7
        after = last
        last = ways
    return start > space and (last >> steps) & 1 == 1 and is_free(state, seat, space)


def collect_back(state: Position, seat: i64, steps: i64, out: Actions) -> None:
    """Every space that exactly so many steps back lead to."""
    space: i64 = state.cells[block(seat) + TRACK] - 1
    while space >= 0:
        if reachable_back(state, seat, steps, space):
            out.add(actions.ENGINE | (space << 8))
        space -= 1


def can_go_back(state: Position, seat: i64, steps: i64) -> bool:
    """Whether the engine can go back exactly so many steps."""
    space: i64 = state.cells[block(seat) + TRACK] - 1
    while space >= 0:
        if reachable_back(state, seat, steps, space):
            return True
        space -= 1
    return False


def collect_any_back(state: Position, seat: i64, out: Actions) -> None:
    """Every free space behind the engine."""
    space: i64 = state.cells[block(seat) + TRACK] - 1
    while space >= 0:
        if is_free(state, seat, space):
            out.add(actions.ENGINE | (space << 8))
        space -= 1


def numbered_spaces(state: Position, seat: i64, space: i64) -> i64:
    """How many numbered spaces the way back to `space` counts, for a special delivery."""
    counted: i64 = 0
    at: i64 = space
    while at < state.cells[block(seat) + TRACK]:
        if state.components.siding[at] == 0 and is_free(state, seat, at):
            counted += 1
        at += 1
    return counted


def check_station(state: Position, seat: i64, upgraded: i64) -> None:
    """The station where the engine stands may be upgraded, if it can be.

    `upgraded` has a bit for each station upgraded before in the same action.
    """
    station: i64 = state.components.station_at[state.cells[block(seat) + TRACK]]
    if station >= 0 and discs.can_upgrade(state, seat, station, upgraded):
        pending.push(state, pending.STATION, station, upgraded)


def move_forward(state: Position, space: i64) -> None:
    """The engine goes on to `space`; from the end of the track it will have to turn back."""
    seat: i64 = state.cells[ACTIVE]
    pending.pop(state)
    state.cells[block(seat) + TRACK] = space
    if space == END:
        pending.push(state, pending.TURN_BACK)
    check_station(state, seat, 0)


def move_back(state: Position, space: i64) -> None:
    """The engine pays with its way back to `space`: the reward, and a station there."""
    cells = state.cells
    reward: i64 = pending.top_second(state) % pending.REWARDS
    number: i64 = pending.top_second(state) // pending.REWARDS
    pending.pop(state)
    cells[block(cells[ACTIVE]) + TRACK] = space
    if cells[UPGRADE_FIRST] == 1:
        pending.push(state, pending.REWARD, reward, number)
        pending.push(state, pending.CHECK_STATION)
    else:
        pending.push(state, pending.CHECK_STATION)
        pending.push(state, pending.REWARD, reward, number)


def turn_back(state: Position, space: i64) -> None:
    """From the end of the track back to `space`."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    upgraded: i64 = pending.top_first(state)
    pending.pop(state)
    cells[own + TRACK] = space
    cells[own + MONEY] = cells[own + MONEY] + state.components.turn_back
    check_station(state, cells[ACTIVE], upgraded)
