"""The action Build: fields, double fields, lines of four, cattle and canteens on the way.

`docs/rules/montana.md` section 3.4.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.montana.actions import BUILD
from games.montana.components import BYTE_HIGHS
from games.montana.geometry import LAKE, LAND
from games.montana.rules.shared import GOOD_COUNT, give_back, packed_goods
from games.montana.state import (
    ACTIVE,
    BUILD_MORE,
    BUILT,
    CANTEENS,
    CATTLE,
    COINS,
    END_TRADE,
    FACE,
    FIELDS,
    MORE_FIELDS,
    ONE_LINE,
    OWN_ONLY,
    OWNER,
    REACH,
    SETTLEMENTS,
    TOKEN,
    Position,
    block,
    hex_at,
)


def seat_bit(seat: i64) -> i64:
    """The bit of a seat in the reach of a hex."""
    return 1 << seat


def collect(state: Position, seat: i64, out: Actions) -> None:
    """Every field in reach that the player can pay for."""
    cells = state.cells
    if cells[block(seat) + SETTLEMENTS] == 0:
        return
    cost = state.components.face_bytes
    have: i64 = packed_goods(cells, seat)
    bit: i64 = seat_bit(seat)
    place: i64 = 0
    at: i64 = hex_at(0)
    while place < state.components.hex_count:
        if (cells[at + REACH] & bit) != 0 and (
            ((have - cost[cells[at + FACE]]) & BYTE_HIGHS) == BYTE_HIGHS
        ):
            out.add(BUILD | (place << 8))
        place += 1
        at = hex_at(place)


def in_reach(state: Position, seat: i64, payable: bool) -> bool:
    """Whether any field is in reach of a player; `payable` asks for the goods in hand too."""
    cells = state.cells
    cost = state.components.face_bytes
    have: i64 = packed_goods(cells, seat)
    bit: i64 = seat_bit(seat)
    place: i64 = 0
    while place < state.components.hex_count:
        at: i64 = hex_at(place)
        if (cells[at + REACH] & bit) != 0:
            if not payable:
                return True
            if ((have - cost[cells[at + FACE]]) & BYTE_HIGHS) == BYTE_HIGHS:
                return True
        place += 1
    return False


def can_go_on(state: Position, seat: i64) -> bool:
    """Whether the player may build a further field, perhaps after a trade of cattle."""
    cells = state.cells
    if cells[FIELDS] >= state.components.most_fields or cells[block(seat) + SETTLEMENTS] == 0:
        return False
    return cells[block(seat) + CATTLE] > 0 or in_reach(state, seat, True)


def run(state: Position, seat: i64, place: i64, direction: i64) -> i64:
    """How many fields of the player lie in a row from a hex on, without the hex itself."""
    cells = state.cells
    near = state.components.neighbours
    length: i64 = 0
    at: i64 = near[6 * place + direction]
    while at >= 0 and cells[hex_at(at) + OWNER] == seat + 1:
        length += 1
        at = near[6 * at + direction]
    return length


def line_bonus(state: Position, seat: i64, place: i64) -> i64:
    """The settlements that a field adds by closing lines, one rewarded line a direction.

    By the option one line at all is rewarded.
    """
    line: i64 = state.components.line
    bonus: i64 = 0
    axis: i64 = 0
    while axis < 3:
        before: i64 = run(state, seat, place, axis)
        after: i64 = run(state, seat, place, axis + 3)
        if before + after + 1 >= line and before < line and after < line:
            bonus += state.components.line_settlements
            if state.cells[ONE_LINE] == 1:
                return bonus
        axis += 1
    return bonus


def widen_reach(state: Position, place: i64, bits: i64) -> None:
    """The free fields around a hex come within reach of these players."""
    cells = state.cells
    components = state.components
    direction: i64 = 0
    while direction < 6:
        near: i64 = components.neighbours[6 * place + direction]
        if near >= 0:
            at: i64 = hex_at(near)
            if components.face_kind[cells[at + FACE]] == LAND and cells[at + OWNER] == 0:
                cells[at + REACH] = cells[at + REACH] | bits
        direction += 1


def all_seats(state: Position) -> i64:
    """The bits of every seat of the match."""
    return seat_bit(state.cells[SEATS]) - 1


def take_canteens(state: Position, seat: i64, place: i64) -> None:
    """The player takes the canteen of every lake beside a hex that still has one."""
    cells = state.cells
    components = state.components
    direction: i64 = 0
    while direction < 6:
        near: i64 = components.neighbours[6 * place + direction]
        if near >= 0:
            at: i64 = hex_at(near)
            if cells[at + TOKEN] == 1 and components.face_kind[cells[at + FACE]] == LAKE:
                cells[at + TOKEN] = 0
                own: i64 = block(seat) + CANTEENS
                cells[own] = cells[own] + 1
        direction += 1


def pay(state: Position, seat: i64, face: i64) -> None:
    """The goods printed on a field go to the supply."""
    good: i64 = 0
    while good < GOOD_COUNT:
        number: i64 = state.components.face_cost[GOOD_COUNT * face + good]
        if number > 0:
            give_back(state, seat, good, number)
        good += 1


def build(state: Position, place: i64) -> None:
    """The active player builds on a field; unless that ends the action, more may follow."""
    cells = state.cells
    seat: i64 = cells[ACTIVE]
    at: i64 = hex_at(place)
    own: i64 = block(seat)
    pay(state, seat, cells[at + FACE])
    due: i64 = state.components.face_settlements[cells[at + FACE]] + line_bonus(state, seat, place)
    placed: i64 = due if due < cells[own + SETTLEMENTS] else cells[own + SETTLEMENTS]
    cells[own + SETTLEMENTS] = cells[own + SETTLEMENTS] - placed
    cells[at + OWNER] = seat + 1
    cells[at + BUILT] = placed
    cells[at + REACH] = 0
    cells[own + CATTLE] = cells[own + CATTLE] + cells[at + TOKEN]
    cells[at + TOKEN] = 0
    take_canteens(state, seat, place)
    widen_reach(state, place, seat_bit(seat) if cells[OWN_ONLY] == 1 else all_seats(state))
    cells[FIELDS] = cells[FIELDS] + 1
    state.enter(BUILD_MORE, seat)


def coins_due(state: Position) -> i64:
    """What the fields built in this action bring, by the reading in use."""
    cells = state.cells
    return state.components.build_coins[3 * cells[MORE_FIELDS] + cells[FIELDS] - 1]


def stop(state: Position) -> None:
    """The action ends: coins for the number of fields built."""
    cells = state.cells
    seat: i64 = cells[ACTIVE]
    own: i64 = block(seat) + COINS
    cells[own] = cells[own] + coins_due(state)
    state.enter(END_TRADE, seat)
