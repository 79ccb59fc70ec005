"""Laying track: which pieces are legal, what they cost, and what they connect and earn.

`docs/rules/santa_fe.md` sections 4.6 and 4.7.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import Actions
from games.santa_fe.actions import BRANCH, LAY, RAILROAD_COUNT, ROUTES
from games.santa_fe.components import PRICES_NONE
from games.santa_fe.rules.lines import (
    comes_second,
    free_line,
    goal_of,
    inside_price,
    is_left_to_first,
    next_price,
    other_end,
)
from games.santa_fe.rules.lines import inside_goal as inside_goal
from games.santa_fe.rules.lines import inside_link as inside_link
from games.santa_fe.state import (
    CONNECTED,
    DOUBLE_TURN,
    HEADS,
    INSIDE,
    MONEY,
    OTHER,
    OTHER_PIECE,
    OTHER_ROUTES,
    OWN,
    OWNER,
    PIECE,
    PLAYED_BRANCH,
    SIDE,
    SPECIAL_AGAIN,
    START_BONUS,
    SUPPLY,
    UNBEGUN_BRANCH,
    Position,
    block,
)

BOUNDLESS: Final = 1_000_000
"""More money than there can be: for asking what the board allows."""


def may_begin(state: Position, railroad: i64, way: i64, row: i64, money: i64) -> bool:
    """Whether a railroad may lay the first piece along a way for so much money."""
    components = state.components
    link: i64 = components.way_link[way]
    if (
        free_line(state, link, railroad) < 0
        and other_end(state, link, components.way_side[way], railroad) < 0
    ):
        return False
    return row == PRICES_NONE or next_price(state, row, link, components.way_side[way], 0) <= money


def is_listed(state: Position, railroad: i64, route: i64) -> bool:
    """Whether an earlier route of the railroad stands where this one does: then it goes first."""
    cells = state.cells
    at: i64 = HEADS + ROUTES * railroad
    earlier: i64 = 0
    while earlier < route:
        if cells[at + earlier] == cells[at + route]:
            return True
        earlier += 1
    return False


def collect_pieces(state: Position, seat: i64, out: Actions) -> None:
    """Every legal piece that the player can pay."""
    cells = state.cells
    row = state.price_row(seat)
    money: i64 = cells[block(seat) + MONEY]
    railroad: i64 = 0
    while railroad < RAILROAD_COUNT:
        if state.has_piece(seat, railroad):
            route: i64 = 0
            while route < ROUTES:
                at: i64 = HEADS + ROUTES * railroad + route
                head: i64 = cells[at]
                if head > INSIDE:
                    if inside_price(state, row, at) <= money and not is_left_to_first(state, at):
                        goal = goal_of(state, at)
                        out.add(LAY | (railroad << 8) | (route << 18) | (goal << 28))
                elif head > 0 and not is_listed(state, railroad, route):
                    start: i64 = LAY | (railroad << 8) | (route << 18)
                    collect_ways(state, railroad, head - 1, row, money, start, out)
                route += 1
        railroad += 1
    played: i64 = cells[block(seat) + PLAYED_BRANCH]
    if played and may_branch(state, seat, played - 1):
        collect_branches(state, played - 1, row, money, out)


def collect_ways(
    state: Position, railroad: i64, city: i64, row: i64, money: i64, start: i64, out: Actions
) -> None:
    """The lines that a route at a city may begin: `start` with the city they go to."""
    components = state.components
    way: i64 = components.way_first[city]
    end: i64 = components.way_first[city + 1]
    while way < end:
        if may_begin(state, railroad, way, row, money):
            out.add(start | (components.way_to[way] << 28))
        way += 1


def collect_branches(state: Position, railroad: i64, row: i64, money: i64, out: Actions) -> None:
    """The first pieces of a new route, from every city that the railroad has reached."""
    components = state.components
    connected: i64 = state.cells[CONNECTED + railroad]
    city: i64 = 0
    while city < components.city_count:
        if connected & components.bit[city]:
            start: i64 = BRANCH | (railroad << 8) | (city << 18)
            collect_ways(state, railroad, city, row, money, start, out)
        city += 1


def has_way(state: Position, railroad: i64, city: i64, row: i64, money: i64) -> bool:
    """Whether a route at a city may begin a line for so much money."""
    components = state.components
    way: i64 = components.way_first[city]
    end: i64 = components.way_first[city + 1]
    while way < end:
        if may_begin(state, railroad, way, row, money):
            return True
        way += 1
    return False


def has_extension(state: Position, railroad: i64, row: i64, money: i64) -> bool:
    """Whether one of a railroad's routes can go on for so much money, supplies aside."""
    cells = state.cells
    at: i64 = HEADS + ROUTES * railroad
    route: i64 = 0
    while route < ROUTES:
        head: i64 = cells[at + route]
        if head > INSIDE:
            if inside_price(state, row, at + route) <= money:
                return True
        elif head > 0 and has_way(state, railroad, head - 1, row, money):
            return True
        route += 1
    return False


def is_begun(state: Position, railroad: i64) -> bool:
    """Whether a railroad has track."""
    start: i64 = state.components.start[railroad]
    cells = state.cells
    return (
        cells[CONNECTED + railroad] != state.components.bit[start]
        or cells[HEADS + ROUTES * railroad] != 1 + start
    )


def may_branch(state: Position, seat: i64, railroad: i64) -> bool:
    """Whether a player may use a branch card of a railroad, if there is a place for a piece."""
    if not state.has_piece(seat, railroad):
        return False
    return state.cells[UNBEGUN_BRANCH] > 0 or is_begun(state, railroad)


def has_branch(state: Position, seat: i64, row: i64, money: i64) -> bool:
    """Whether the player's branch card offers a piece for so much money."""
    components = state.components
    railroad: i64 = state.cells[block(seat) + PLAYED_BRANCH] - 1
    if railroad < 0 or not may_branch(state, seat, railroad):
        return False
    connected: i64 = state.cells[CONNECTED + railroad]
    city: i64 = 0
    while city < components.city_count:
        if connected & components.bit[city] and has_way(state, railroad, city, row, money):
            return True
        city += 1
    return False


def unbought_fits(state: Position) -> bool:
    """Whether an unbought piece can be laid without a branch card, money aside."""
    railroad: i64 = 0
    while railroad < RAILROAD_COUNT:
        if state.cells[SUPPLY + railroad] > 0 and has_extension(
            state, railroad, PRICES_NONE, BOUNDLESS
        ):
            return True
        railroad += 1
    return False


def unbought_branches(state: Position, seat: i64) -> bool:
    """Whether an unbought piece can be laid with the player's branch card, money aside."""
    railroad: i64 = state.cells[block(seat) + PLAYED_BRANCH] - 1
    if railroad < 0 or state.cells[SUPPLY + railroad] == 0:
        return False
    return has_branch(state, seat, PRICES_NONE, BOUNDLESS)


def any_piece(state: Position, seat: i64, row: i64, money: i64) -> bool:
    """Whether the player has a legal piece at terrain prices `row` with so much money."""
    railroad: i64 = 0
    while railroad < RAILROAD_COUNT:
        if state.has_piece(seat, railroad) and has_extension(state, railroad, row, money):
            return True
        railroad += 1
    return has_branch(state, seat, row, money)


def can_pay_piece(state: Position, seat: i64) -> bool:
    """Whether the player has a legal piece and the money for it."""
    return any_piece(state, seat, state.price_row(seat), state.cells[block(seat) + MONEY])


def lay(state: Position, seat: i64, railroad: i64, route: i64, goal: i64) -> None:
    """Lay the next piece of a route, which leads towards `goal`."""
    cells = state.cells
    at: i64 = HEADS + ROUTES * railroad + route
    head: i64 = cells[at]
    if head > INSIDE:
        cells[block(seat) + MONEY] -= inside_price(state, state.price_row(seat), at)
        cells[state.lines + head - 1 - INSIDE] += (
            PIECE + OTHER_PIECE if comes_second(state, at) else PIECE
        )
    else:
        head = begin_line(state, seat, at, head - 1, goal)
        cells[at] = head
    take_piece(state, seat, railroad)
    arrive_if_complete(state, seat, railroad, at)


def branch(state: Position, seat: i64, railroad: i64, city: i64, goal: i64) -> None:
    """Begin a new route at a city with the player's branch card, which leaves the game."""
    cells = state.cells
    at: i64 = HEADS + ROUTES * railroad
    while cells[at]:
        at += 1
    cells[block(seat) + PLAYED_BRANCH] = 0
    cells[at] = begin_line(state, seat, at, city, goal)
    take_piece(state, seat, railroad)
    arrive_if_complete(state, seat, railroad, at)


def way_between(state: Position, city: i64, goal: i64) -> i64:
    """The way from a city to its neighbour `goal`."""
    way: i64 = state.components.way_first[city]
    while state.components.way_to[way] != goal:
        way += 1
    return way


def begin_line(state: Position, seat: i64, at: i64, city: i64, goal: i64) -> i64:
    """Pay for and lay the first piece from a city to its neighbour; the head that goes in `at`."""
    cells = state.cells
    components = state.components
    way: i64 = way_between(state, city, goal)
    link: i64 = components.way_link[way]
    side: i64 = components.way_side[way]
    cells[block(seat) + MONEY] -= next_price(state, state.price_row(seat), link, side, 0)
    railroad: i64 = (at - HEADS) // ROUTES
    line = free_line(state, link, railroad)
    if line >= 0:
        cells[state.lines + line] = PIECE + SIDE * side + railroad + 1
    else:
        line = other_end(state, link, side, railroad)
        route: i64 = (at - HEADS) % ROUTES
        cells[state.lines + line] += PIECE + OTHER_PIECE + OTHER * (1 + route)
    return 1 + INSIDE + line


def take_piece(state: Position, seat: i64, railroad: i64) -> None:
    """The piece comes from the supply, or from the player's own where there is none."""
    cells = state.cells
    if cells[SUPPLY + railroad] > 0:
        cells[SUPPLY + railroad] -= 1
    else:
        cells[block(seat) + OWN + railroad] -= 1


def arrive_if_complete(state: Position, seat: i64, railroad: i64, at: i64) -> None:
    """Where the line of the head in cell `at` is full, the route arrives and may earn a bonus.

    Two routes that meet stand where the other one came from; that is no arrival.
    """
    cells = state.cells
    components = state.components
    head: i64 = cells[at]
    line: i64 = state.lines + head - 1 - INSIDE
    if cells[line] // PIECE < components.link_spaces[inside_link(state, head)]:
        return
    city = goal_of(state, at)
    met = cells[line] & OTHER_ROUTES > 0
    if met:
        run_through(state, railroad, at)
    cells[line] = PIECE * (cells[line] // PIECE) + (cells[line] & OWNER)
    cells[at] = 1 + city
    if not met:
        cells[block(seat) + MONEY] += arrival_bonus(state, seat, railroad, city)
        cells[CONNECTED + railroad] |= components.bit[city]


def run_through(state: Position, railroad: i64, at: i64) -> None:
    """The other route inside the line of the head in cell `at` comes out at its goal."""
    cells = state.cells
    other: i64 = HEADS + ROUTES * railroad
    while other == at or cells[other] != cells[at]:
        other += 1
    cells[other] = 1 + goal_of(state, other)


def arrival_bonus(state: Position, seat: i64, railroad: i64, city: i64) -> i64:
    """What a railroad's arrival at a city is worth to the player.

    A further arrival is worth nothing, or by the option the special bonus.
    """
    components = state.components
    bonus: i64 = 0
    first = state.cells[CONNECTED + railroad] & components.bit[city] == 0
    if first and is_unclaimed(state, city):
        bonus += components.city_bonus
    if components.special[railroad] & components.bit[city] and (
        first or state.cells[SPECIAL_AGAIN]
    ):
        bonus += components.special_bonus
    return 2 * bonus if state.cells[block(seat) + DOUBLE_TURN] else bonus


def is_unclaimed(state: Position, city: i64) -> bool:
    """Whether a city pays its bonus: no railroad has arrived, and it is no start city (option)."""
    cells = state.cells
    components = state.components
    starters: i64 = components.starters[city]
    if starters and not cells[START_BONUS]:
        return False
    bit: i64 = components.bit[city]
    railroad: i64 = 0
    while railroad < RAILROAD_COUNT:
        if cells[CONNECTED + railroad] & bit and (starters >> railroad) & 1 == 0:
            return False
        railroad += 1
    return True
