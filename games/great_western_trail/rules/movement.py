"""Moving cattlemen along the trail, and the tolls on the way.

`docs/rules/great_western_trail.md` sections 1, 2.4 and 6.3.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.great_western_trail import actions
from games.great_western_trail.state import (
    ACTIVE,
    BOARD,
    BUILDINGS,
    DISCS,
    MONEY,
    PLACE,
    SIDES,
    Position,
    block,
)
from games.great_western_trail.trail import (
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


def step_limit(state: Position, seat: i64) -> i64:
    """The most steps of a move in phase A."""
    cells = state.cells
    steps = state.components.steps
    row: i64 = 3 * (cells[SEATS] - 2)
    limit: i64 = steps[row]
    at: i64 = block(seat) + DISCS + STEP_DISCS
    if cells[at] == 0:
        limit += steps[row + 1]
    if cells[at + 1] == 0:
        limit += steps[row + 2]
    return limit


def is_location(state: Position, space: i64) -> bool:
    """Whether a cattleman can stop there: a tile lies there, or it is Kansas City."""
    kind: i64 = state.components.trail.kind[space]
    return kind == KANSAS_CITY or (kind != START and state.cells[BOARD + space] > 0)


def face_on(state: Position, space: i64) -> i64:
    """The place in `names.FACES` of the building there; -1 for none."""
    tile: i64 = state.cells[BOARD + space]
    kind: i64 = state.components.trail.kind[space]
    if tile == 0 or (kind != NEUTRAL and kind != PRIVATE):
        return -1
    if kind == NEUTRAL:
        return tile - 1
    number: i64 = (tile - 1) % BUILDINGS
    return NEUTRALS + number + BUILDINGS * ((state.cells[SIDES] >> number) & 1)


def owner_of(state: Position, space: i64) -> i64:
    """The seat whose private building lies there; -1 for none."""
    if state.components.trail.kind[space] != PRIVATE or state.cells[BOARD + space] == 0:
        return -1
    return (state.cells[BOARD + space] - 1) // BUILDINGS


def toll_at(state: Position, seat: i64, space: i64) -> i64:
    """The toll of passing a space or stopping there."""
    components = state.components
    kind: i64 = components.trail.kind[space]
    hand: i64 = 0
    if kind == PRIVATE:
        if owner_of(state, space) != seat and state.cells[BOARD + space] > 0:
            hand = components.building_hands[face_on(state, space) - NEUTRALS]
    elif kind in (HAZARD, TEEPEE):
        hand = components.tile_hand[state.cells[BOARD + space]]
    return components.trail.toll[4 * (state.cells[SEATS] - 2) + hand]


@final
class Walk:
    """What holds for all ways of one move: who moves, what is paid, where it may end.

    `found` has for each way offered its end and its payments, packed.
    """

    def __init__(self, state: Position, seat: i64, free: bool, city: bool) -> None:
        self.state: Position = state
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
    state = walk.state
    if not is_location(state, space):
        extend(walk, space, steps, route, money, paid)
        return
    if space == LAST and not walk.city:
        return
    if not walk.free:
        toll: i64 = toll_at(state, walk.seat, space)
        if toll > money:
            toll = money
        owner: i64 = owner_of(state, space)
        money -= toll
        paid += toll << (PAID_BITS * (owner if owner >= 0 else BANK))
    end: int = int(paid) * 64 + int(space)
    if end not in walk.found:
        walk.found.append(end)
        walk.out.add(actions.MOVE | (space << 8) | (route << 18))
    if steps > 1:
        extend(walk, space, steps - 1, route, money, paid)


def collect_moves(
    state: Position, seat: i64, steps: i64, free: bool, city: bool, out: Actions
) -> None:
    """Every end of a move of 1 to `steps` steps; several ways where they pay differently.

    `free` moves pay no tolls; `city` says whether Kansas City may be entered. A cattleman beside
    the board can be put on any neutral building, if the city may be entered: in phase A only.
    """
    own: i64 = block(seat)
    space: i64 = state.cells[own + PLACE]
    if space < 0:
        if city:
            space = FIRST_NEUTRAL
            while space < FIRST_PRIVATE:
                out.add(actions.MOVE | (space << 8))
                space += 1
        return
    walk = Walk(state, seat, free, city)
    extend(walk, space, steps, 0, state.cells[own + MONEY], 0)
    index: i64 = 0
    while index < walk.out.count:
        out.add(walk.out.items[index])
        index += 1


def can_move(state: Position, seat: i64, steps: i64, city: bool) -> bool:
    """Whether there is anywhere to go."""
    out = Actions(32)
    collect_moves(state, seat, steps, True, city, out)
    return out.count > 0


def travel(state: Position, space: i64, route: i64, free: bool) -> i64:
    """Move the active player's cattleman, paying on the way; how many steps that was."""
    cells = state.cells
    trail = state.components.trail
    seat: i64 = cells[ACTIVE]
    own: i64 = block(seat)
    at: i64 = cells[own + PLACE]
    cells[own + PLACE] = space
    steps: i64 = 0
    if at < 0:
        return 1
    while at != space:
        if trail.fork[at] >= 0 and (route >> trail.fork[at]) & 1 == 1:
            at = trail.second[at]
        else:
            at = trail.first[at]
        if is_location(state, at):
            steps += 1
            if not free:
                pay_toll(state, seat, at)
    return steps


def pay_toll(state: Position, seat: i64, space: i64) -> None:
    """Pay the toll of a space, as far as the money goes."""
    cells = state.cells
    own: i64 = block(seat)
    toll: i64 = toll_at(state, seat, space)
    if toll > cells[own + MONEY]:
        toll = cells[own + MONEY]
    cells[own + MONEY] = cells[own + MONEY] - toll
    owner: i64 = owner_of(state, space)
    if owner >= 0:
        cells[block(owner) + MONEY] = cells[block(owner) + MONEY] + toll
