"""Moving cattlemen along the trail, and the tolls on the way.

`docs/rules/great_western_trail.md` sections 1, 2.4 and 6.3.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.great_western_trail import actions, state
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import (
    FIRST_NEUTRAL,
    FIRST_PRIVATE,
    HAZARD,
    KANSAS_CITY,
    LAST,
    NEUTRAL,
    NEUTRALS,
    PRIVATE,
    START,
    TEEPEE,
)

BANK: Final = 4
"""Who is paid the toll of a hazard or a teepee, beside the seats."""
PAID_BITS: Final = 9
"""Room for what one payee gets, in a packed list of payments."""
STEP_DISCS: Final = 7


def step_limit(position: Position, seat: i64) -> i64:
    """The most steps of a move in phase A."""
    cells = position.cells
    steps = position.components.steps
    row: i64 = 3 * (cells[SEATS] - 2)
    limit: i64 = steps[row]
    at: i64 = state.block(seat) + state.DISCS + STEP_DISCS
    if cells[at] == 0:
        limit += steps[row + 1]
    if cells[at + 1] == 0:
        limit += steps[row + 2]
    return limit


def is_location(position: Position, space: i64) -> bool:
    """Whether a cattleman can stop there: a tile lies there, or it is Kansas City."""
    kind: i64 = position.components.trail.kind[space]
    return kind == KANSAS_CITY or (kind != START and position.cells[state.BOARD + space] > 0)


def face_on(position: Position, space: i64) -> i64:
    """The place in `names.FACES` of the building there; -1 for none."""
    tile: i64 = position.cells[state.BOARD + space]
    kind: i64 = position.components.trail.kind[space]
    if tile == 0 or (kind != NEUTRAL and kind != PRIVATE):
        return -1
    if kind == NEUTRAL:
        return tile - 1
    number: i64 = (tile - 1) % state.BUILDINGS
    return NEUTRALS + number + state.BUILDINGS * ((position.cells[state.SIDES] >> number) & 1)


def owner_of(position: Position, space: i64) -> i64:
    """The seat whose private building lies there; -1 for none."""
    if position.components.trail.kind[space] != PRIVATE or position.cells[state.BOARD + space] == 0:
        return -1
    return (position.cells[state.BOARD + space] - 1) // state.BUILDINGS


def toll_at(position: Position, seat: i64, space: i64) -> i64:
    """The toll of passing a space or stopping there."""
    components = position.components
    kind: i64 = components.trail.kind[space]
    hand: i64 = 0
    if kind == PRIVATE:
        if owner_of(position, space) != seat and position.cells[state.BOARD + space] > 0:
            hand = components.building_hands[face_on(position, space) - NEUTRALS]
    elif kind in (HAZARD, TEEPEE):
        hand = components.tile_hand[position.cells[state.BOARD + space]]
    return components.trail.toll[4 * (position.cells[SEATS] - 2) + hand]


@final
class Walk:
    """What holds for all ways of one move: who moves, what is paid, where it may end.

    `found` has for each way offered its end and its payments, packed.
    """

    def __init__(self, position: Position, seat: i64, free: bool, city: bool) -> None:
        self.state: Position = position
        self.seat: i64 = seat
        self.free: bool = free
        self.city: bool = city
        self.found: list[int] = []
        self.out: Actions = Actions(32)


def extend(walk: Walk, space: i64, steps: i64, route: i64, money: i64, paid: i64) -> None:
    """Offer every way on from `space` with so many steps left."""
    trail = walk.state.components.trail
    first: i64 = trail.first[space]
    if first < 0:
        return
    enter(walk, first, steps, route, money, paid)
    second: i64 = trail.second[space]
    if second >= 0:
        enter(walk, second, steps, route | (i64(1) << trail.fork[space]), money, paid)


def enter(walk: Walk, space: i64, steps: i64, route: i64, money: i64, paid: i64) -> None:
    """A way comes to `space`: pay there, offer to stop, go on."""
    position = walk.state
    if not is_location(position, space):
        extend(walk, space, steps, route, money, paid)
        return
    if space == LAST and not walk.city:
        return
    if not walk.free:
        toll: i64 = toll_at(position, walk.seat, space)
        if toll > money:
            toll = money
        owner: i64 = owner_of(position, space)
        money -= toll
        paid += toll << (PAID_BITS * (owner if owner >= 0 else BANK))
    end: int = int(paid) * 64 + int(space)
    # Another way to the same end that pays the same is the same decision.
    if end not in walk.found:
        walk.found.append(end)
        walk.out.add(actions.MOVE, space, route)
    if steps > 1:
        extend(walk, space, steps - 1, route, money, paid)


def collect_moves(
    position: Position, seat: i64, steps: i64, free: bool, city: bool, out: Actions
) -> None:
    """Every end of a move of 1 to `steps` steps; several ways where they pay differently.

    `free` moves pay no tolls; `city` says whether Kansas City may be entered. A cattleman beside
    the board can be put on any neutral building, if the city may be entered: in phase A only.
    """
    own: i64 = state.block(seat)
    space: i64 = position.cells[own + state.PLACE]
    if space < 0:
        if city:
            space = FIRST_NEUTRAL
            while space < FIRST_PRIVATE:
                out.add(actions.MOVE, space)
                space += 1
        return
    walk = Walk(position, seat, free, city)
    extend(walk, space, steps, 0, position.cells[own + state.MONEY], 0)
    index: i64 = 0
    while index < walk.out.count:
        out.add(walk.out.items[index])
        index += 1


def can_move(position: Position, seat: i64, steps: i64, city: bool) -> bool:
    """Whether there is anywhere to go."""
    out = Actions(32)
    collect_moves(position, seat, steps, True, city, out)
    return out.count > 0


def travel(position: Position, space: i64, route: i64, free: bool) -> i64:
    """Move the active player's cattleman, paying on the way; how many steps that was."""
    cells = position.cells
    trail = position.components.trail
    seat: i64 = cells[state.ACTIVE]
    own: i64 = state.block(seat)
    at: i64 = cells[own + state.PLACE]
    cells[own + state.PLACE] = space
    steps: i64 = 0
    if at < 0:
        return 1
    while at != space:
        if trail.fork[at] >= 0 and (route >> trail.fork[at]) & 1 == 1:
            at = trail.second[at]
        else:
            at = trail.first[at]
        if is_location(position, at):
            steps += 1
            if not free:
                pay_toll(position, seat, at)
    return steps


def pay_toll(position: Position, seat: i64, space: i64) -> None:
    """Pay the toll of a space, as far as the money goes."""
    cells = position.cells
    own: i64 = state.block(seat)
    toll: i64 = toll_at(position, seat, space)
    if toll > cells[own + state.MONEY]:
        toll = cells[own + state.MONEY]
    cells[own + state.MONEY] -= toll
    owner: i64 = owner_of(position, space)
    if owner >= 0:
        cells[state.block(owner) + state.MONEY] += toll
