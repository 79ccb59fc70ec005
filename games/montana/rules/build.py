"""The action Build: fields, double fields, lines of four, cattle and canteens on the way.

`docs/rules/montana.md` section 3.4.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.montana import actions, state
from railhead.games.montana.components import BYTE_HIGHS
from railhead.games.montana.geometry import AXES, DIRECTION_COUNT, LAKE, LAND
from railhead.games.montana.rules.shared import GOOD_COUNT, give_back, packed_goods
from railhead.games.montana.state import Position


def seat_bit(seat: i64) -> i64:
    """The bit of a seat in the reach of a hex."""
    return 1 << seat


def collect(position: Position, seat: i64, out: Actions) -> None:
    """Every field in reach that the player can pay for."""
    cells = position.cells
    if cells[state.block(seat) + state.SETTLEMENTS] == 0:
        return
    cost = position.components.face_bytes
    # All six goods are compared by one subtraction: a byte that borrows loses its high bit.
    have: i64 = packed_goods(cells, seat)
    bit: i64 = seat_bit(seat)
    place: i64 = 0
    at: i64 = state.hex_at(0)
    while place < position.components.hex_count:
        if (cells[at + state.REACH] & bit) != 0 and (
            ((have - cost[cells[at + state.FACE]]) & BYTE_HIGHS) == BYTE_HIGHS
        ):
            out.add(actions.BUILD, place)
        place += 1
        at = state.hex_at(place)


def in_reach(position: Position, seat: i64, payable: bool) -> bool:
    """Whether any field is in reach of a player; `payable` asks for the goods in hand too."""
    cells = position.cells
    cost = position.components.face_bytes
    have: i64 = packed_goods(cells, seat)
    bit: i64 = seat_bit(seat)
    for place in range(position.components.hex_count):
        at: i64 = state.hex_at(place)
        if (cells[at + state.REACH] & bit) != 0:
            if not payable:
                return True
            if ((have - cost[cells[at + state.FACE]]) & BYTE_HIGHS) == BYTE_HIGHS:
                return True
    return False


def can_go_on(position: Position, seat: i64) -> bool:
    """Whether the player may build a further field, perhaps after a trade of cattle."""
    cells = position.cells
    if (
        cells[state.FIELDS] >= position.components.most_fields
        or cells[state.block(seat) + state.SETTLEMENTS] == 0
    ):
        return False
    return cells[state.block(seat) + state.CATTLE] > 0 or in_reach(position, seat, True)


def run(position: Position, seat: i64, place: i64, direction: i64) -> i64:
    """How many fields of the player lie in a row from a hex on, without the hex itself."""
    cells = position.cells
    near = position.components.neighbours
    length: i64 = 0
    at: i64 = near[6 * place + direction]
    while at >= 0 and cells[state.hex_at(at) + state.OWNER] == seat + 1:
        length += 1
        at = near[6 * at + direction]
    return length


def line_bonus(position: Position, seat: i64, place: i64) -> i64:
    """The settlements that a field adds by closing lines, one rewarded line a direction.

    By the option one line at all is rewarded.
    """
    line: i64 = position.components.line
    bonus: i64 = 0
    for axis in range(AXES):
        before: i64 = run(position, seat, place, axis)
        after: i64 = run(position, seat, place, axis + 3)
        if before + after + 1 >= line and before < line and after < line:
            bonus += position.components.line_settlements
            if position.cells[state.ONE_LINE] == 1:
                return bonus
    return bonus


def widen_reach(position: Position, place: i64, bits: i64) -> None:
    """The free fields around a hex come within reach of these players."""
    cells = position.cells
    components = position.components
    for direction in range(DIRECTION_COUNT):
        near: i64 = components.neighbours[6 * place + direction]
        if near >= 0:
            at: i64 = state.hex_at(near)
            if (
                components.face_kind[cells[at + state.FACE]] == LAND
                and cells[at + state.OWNER] == 0
            ):
                cells[at + state.REACH] |= bits


def all_seats(position: Position) -> i64:
    """The bits of every seat of the match."""
    return seat_bit(position.cells[SEATS]) - 1


def take_canteens(position: Position, seat: i64, place: i64) -> None:
    """The player takes the canteen of every lake beside a hex that still has one."""
    cells = position.cells
    components = position.components
    for direction in range(DIRECTION_COUNT):
        near: i64 = components.neighbours[6 * place + direction]
        if near >= 0:
            at: i64 = state.hex_at(near)
            if (
                cells[at + state.TOKEN] == 1
                and components.face_kind[cells[at + state.FACE]] == LAKE
            ):
                cells[at + state.TOKEN] = 0
                own: i64 = state.block(seat) + state.CANTEENS
                cells[own] += 1


def pay(position: Position, seat: i64, face: i64) -> None:
    """The goods printed on a field go to the supply."""
    for good in range(GOOD_COUNT):
        number: i64 = position.components.face_cost[GOOD_COUNT * face + good]
        if number > 0:
            give_back(position, seat, good, number)


def build(position: Position, place: i64) -> None:
    """The active player builds on a field; unless that ends the action, more may follow."""
    cells = position.cells
    seat: i64 = cells[state.ACTIVE]
    at: i64 = state.hex_at(place)
    own: i64 = state.block(seat)
    pay(position, seat, cells[at + state.FACE])
    due: i64 = position.components.face_settlements[cells[at + state.FACE]] + line_bonus(
        position, seat, place
    )
    placed: i64 = due if due < cells[own + state.SETTLEMENTS] else cells[own + state.SETTLEMENTS]
    cells[own + state.SETTLEMENTS] -= placed
    cells[at + state.OWNER] = seat + 1
    cells[at + state.BUILT] = placed
    cells[at + state.REACH] = 0
    cells[own + state.CATTLE] += cells[at + state.TOKEN]
    cells[at + state.TOKEN] = 0
    take_canteens(position, seat, place)
    widen_reach(
        position, place, seat_bit(seat) if cells[state.OWN_ONLY] == 1 else all_seats(position)
    )
    cells[state.FIELDS] += 1
    cells[state.LAST_BUILT] = cells[state.ROUND]
    position.enter(state.BUILD_MORE, seat)


def coins_due(position: Position) -> i64:
    """What the fields built in this action bring, by the reading in use."""
    cells = position.cells
    return position.components.build_coins[3 * cells[state.MORE_FIELDS] + cells[state.FIELDS] - 1]


def stop(position: Position) -> None:
    """The action ends: coins for the number of fields built."""
    cells = position.cells
    seat: i64 = cells[state.ACTIVE]
    own: i64 = state.block(seat) + state.COINS
    cells[own] += coins_due(position)
    position.enter(state.END_TRADE, seat)
