"""The railroad track: where an engine can go, and what happens where it stops.

`docs/rules/great_western_trail.md` section 9.2.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.rules import discs
from railhead.games.great_western_trail.state import Position

END: Final = 48
"""The last space of the track."""
FAR: Final = 99


def is_free(position: Position, seat: i64, space: i64) -> bool:
    """Whether no other engine stands there; the start holds any number."""
    cells = position.cells
    if space == 0:
        return True
    for other in range(cells[SEATS]):
        if other != seat and cells[state.block(other) + state.TRACK] == space:
            return False
    return True


def collect_forward(position: Position, seat: i64, limit: i64, out: Actions) -> None:
    """Every space that 1 to `limit` steps forward lead to; occupied ones do not count."""
    siding = position.components.siding
    space: i64 = position.cells[state.block(seat) + state.TRACK]
    before: i64 = FAR  # steps to the space two back, one back
    last: i64 = 0
    while space < END and (last <= limit or before <= limit):
        space += 1
        steps: i64 = last
        if siding[space - 1] == 1 and before < last:
            steps = before
        if is_free(position, seat, space):
            steps += 1
            if steps <= limit:
                out.add(actions.ENGINE, space)
        before = last
        last = steps


def reachable_back(position: Position, seat: i64, steps: i64, space: i64) -> bool:
    """Whether exactly so many steps (at most two) back can end on `space`."""
    start: i64 = position.cells[state.block(seat) + state.TRACK]
    siding = position.components.siding
    # The numbers of steps that lead to a space, a bit each: of the space two on, and one on.
    after: i64 = 0
    last: i64 = 1
    at: i64 = start
    while at > space:
        at -= 1
        ways: i64 = last
        if siding[at + 1] == 1 and siding[at] == 0:
            ways |= after
        if is_free(position, seat, at):
            # Only a free space takes a step, and of more than two nobody asks.
            ways = (ways << 1) & 7
        after = last
        last = ways
    return start > space and (last >> steps) & 1 == 1 and is_free(position, seat, space)


def collect_back(position: Position, seat: i64, steps: i64, out: Actions) -> None:
    """Every space that exactly so many steps back lead to."""
    space: i64 = position.cells[state.block(seat) + state.TRACK] - 1
    while space >= 0:
        if reachable_back(position, seat, steps, space):
            out.add(actions.ENGINE, space)
        space -= 1


def can_go_back(position: Position, seat: i64, steps: i64) -> bool:
    """Whether the engine can go back exactly so many steps."""
    space: i64 = position.cells[state.block(seat) + state.TRACK] - 1
    while space >= 0:
        if reachable_back(position, seat, steps, space):
            return True
        space -= 1
    return False


def collect_any_back(position: Position, seat: i64, out: Actions) -> None:
    """Every free space behind the engine."""
    space: i64 = position.cells[state.block(seat) + state.TRACK] - 1
    while space >= 0:
        if is_free(position, seat, space):
            out.add(actions.ENGINE, space)
        space -= 1


def numbered_spaces(position: Position, seat: i64, space: i64) -> i64:
    """How many numbered spaces the way back to `space` counts, for a special delivery."""
    counted: i64 = 0
    at: i64 = space
    while at < position.cells[state.block(seat) + state.TRACK]:
        if position.components.siding[at] == 0 and is_free(position, seat, at):
            counted += 1
        at += 1
    return counted


def check_station(position: Position, seat: i64, upgraded: i64) -> None:
    """The station where the engine stands may be upgraded, if it can be.

    `upgraded` has a bit for each station upgraded before in the same action.
    """
    station: i64 = position.components.station_at[position.cells[state.block(seat) + state.TRACK]]
    if station >= 0 and discs.can_upgrade(position, seat, station, upgraded):
        pending.push(position, pending.STATION, station, upgraded)


def move_forward(position: Position, space: i64) -> None:
    """The engine goes on to `space`; from the end of the track it will have to turn back."""
    seat: i64 = position.cells[state.ACTIVE]
    pending.pop(position)
    position.cells[state.block(seat) + state.TRACK] = space
    if space == END:
        pending.push(position, pending.TURN_BACK)
    check_station(position, seat, 0)


def move_back(position: Position, space: i64) -> None:
    """The engine pays with its way back to `space`: the reward, and a station there."""
    cells = position.cells
    reward: i64 = pending.top_second(position) % pending.REWARDS
    number: i64 = pending.top_second(position) // pending.REWARDS
    pending.pop(position)
    cells[state.block(cells[state.ACTIVE]) + state.TRACK] = space
    if cells[state.UPGRADE_FIRST] == 1:
        pending.push(position, pending.REWARD, reward, number)
        pending.push(position, pending.CHECK_STATION)
    else:
        pending.push(position, pending.CHECK_STATION)
        pending.push(position, pending.REWARD, reward, number)


def turn_back(position: Position, space: i64) -> None:
    """From the end of the track back to `space`."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    upgraded: i64 = pending.top_first(position)
    pending.pop(position)
    cells[own + state.TRACK] = space
    cells[own + state.MONEY] += position.components.turn_back
    check_station(position, cells[state.ACTIVE], upgraded)
