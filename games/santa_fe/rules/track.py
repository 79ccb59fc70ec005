"""Laying track: which pieces are legal, what they cost, and what they connect and earn.

`docs/rules/santa_fe.md` sections 4.6 and 4.7.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import Actions
from games.santa_fe.actions import BRANCH, LAY, RAILROAD_COUNT, ROUTES
from games.santa_fe.components import LINK_SPACES, PRICES_NONE
from games.santa_fe.state import (
    CONNECTED,
    DOUBLE_TURN,
    HEADS,
    INSIDE,
    MONEY,
    OWN,
    OWNER,
    PIECE,
    PLAYED_BRANCH,
    SIDE,
    START_BONUS,
    SUPPLY,
    Position,
    block,
)

NO_LINE: Final = -1
BOUNDLESS: Final = 1_000_000
"""More money than there can be: for asking what the board allows."""


def free_line(state: Position, link: i64, railroad: i64) -> i64:
    """The line of a link that a railroad may begin, or `NO_LINE`.

    It is free, and no piece of the railroad lies on the other line.
    """
    cells = state.cells
    tables = state.tables
    line: i64 = tables.link_first[link]
    at: i64 = state.lines + line
    if tables.link_lines[link] == 1:
        return line if cells[at] == 0 else NO_LINE
    first: i64 = cells[at]
    second: i64 = cells[at + 1]
    if first == 0:
        return line if second & OWNER != railroad + 1 else NO_LINE
    return line + 1 if second == 0 and first & OWNER != railroad + 1 else NO_LINE


def may_begin(state: Position, railroad: i64, way: i64, row: i64, money: i64) -> bool:
    """Whether a railroad may begin a line along a way for so much money."""
    tables = state.tables
    link: i64 = tables.way_link[way]
    if free_line(state, link, railroad) < 0:
        return False
    return row == PRICES_NONE or next_price(state, row, link, tables.way_side[way], 0) <= money


def next_price(state: Position, row: i64, link: i64, side: i64, filled: i64) -> i64:
    """What the next piece costs on a line begun from `side` with `filled` pieces on it."""
    if row == PRICES_NONE:
        return 0
    tables = state.tables
    space: i64 = filled if side == 0 else tables.link_spaces[link] - 1 - filled
    return tables.prices[row + tables.terrain[LINK_SPACES * link + space]]


def inside_link(state: Position, head: i64) -> i64:
    """The link of the line that a head is inside."""
    return state.tables.line_link[head - 1 - INSIDE]


def inside_price(state: Position, row: i64, head: i64) -> i64:
    """What the next piece of a route inside a line costs."""
    if row == PRICES_NONE:
        return 0
    cell: i64 = state.cells[state.lines + head - 1 - INSIDE]
    side: i64 = 1 if cell & SIDE else 0
    return next_price(state, row, inside_link(state, head), side, cell // PIECE)


def inside_goal(state: Position, head: i64) -> i64:
    """The city that a route inside a line goes to."""
    cell: i64 = state.cells[state.lines + head - 1 - INSIDE]
    side: i64 = 1 if cell & SIDE else 0
    return state.tables.link_ends[2 * inside_link(state, head) + 1 - side]


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
                head: i64 = cells[HEADS + ROUTES * railroad + route]
                if head > INSIDE:
                    if inside_price(state, row, head) <= money:
                        goal = inside_goal(state, head)
                        out.add(LAY | (railroad << 8) | (route << 18) | (goal << 28))
                elif head > 0 and not is_listed(state, railroad, route):
                    start: i64 = LAY | (railroad << 8) | (route << 18)
                    collect_ways(state, railroad, head - 1, row, money, start, out)
                route += 1
        railroad += 1
    played: i64 = cells[block(seat) + PLAYED_BRANCH]
    if played and state.has_piece(seat, played - 1):
        collect_branches(state, played - 1, row, money, out)


def collect_ways(
    state: Position, railroad: i64, city: i64, row: i64, money: i64, start: i64, out: Actions
) -> None:
    """The lines that a route at a city may begin: `start` with the city they go to."""
    tables = state.tables
    way: i64 = tables.way_first[city]
    end: i64 = tables.way_first[city + 1]
    while way < end:
        if may_begin(state, railroad, way, row, money):
            out.add(start | (tables.way_to[way] << 28))
        way += 1


def collect_branches(state: Position, railroad: i64, row: i64, money: i64, out: Actions) -> None:
    """The first pieces of a new route, from every city that the railroad has reached."""
    tables = state.tables
    connected: i64 = state.cells[CONNECTED + railroad]
    city: i64 = 0
    while city < tables.city_count:
        if connected & tables.bit[city]:
            start: i64 = BRANCH | (railroad << 8) | (city << 18)
            collect_ways(state, railroad, city, row, money, start, out)
        city += 1


def has_way(state: Position, railroad: i64, city: i64, row: i64, money: i64) -> bool:
    """Whether a route at a city may begin a line for so much money."""
    tables = state.tables
    way: i64 = tables.way_first[city]
    end: i64 = tables.way_first[city + 1]
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
            if inside_price(state, row, head) <= money:
                return True
        elif head > 0 and has_way(state, railroad, head - 1, row, money):
            return True
        route += 1
    return False


def has_branch(state: Position, seat: i64, row: i64, money: i64) -> bool:
    """Whether the player's branch card offers a piece for so much money."""
    tables = state.tables
    railroad: i64 = state.cells[block(seat) + PLAYED_BRANCH] - 1
    if railroad < 0 or not state.has_piece(seat, railroad):
        return False
    connected: i64 = state.cells[CONNECTED + railroad]
    city: i64 = 0
    while city < tables.city_count:
        if connected & tables.bit[city] and has_way(state, railroad, city, row, money):
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
        cells[block(seat) + MONEY] -= inside_price(state, state.price_row(seat), head)
        cells[state.lines + head - 1 - INSIDE] += PIECE
    else:
        head = begin_line(state, seat, railroad, head - 1, goal)
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
    cells[at] = begin_line(state, seat, railroad, city, goal)
    take_piece(state, seat, railroad)
    arrive_if_complete(state, seat, railroad, at)


def begin_line(state: Position, seat: i64, railroad: i64, city: i64, goal: i64) -> i64:
    """Pay for and lay the first piece of a line from a city to its neighbour; the new head."""
    cells = state.cells
    tables = state.tables
    way: i64 = tables.way_first[city]
    while tables.way_to[way] != goal:
        way += 1
    link: i64 = tables.way_link[way]
    side: i64 = tables.way_side[way]
    cells[block(seat) + MONEY] -= next_price(state, state.price_row(seat), link, side, 0)
    line = free_line(state, link, railroad)
    cells[state.lines + line] = PIECE + SIDE * side + railroad + 1
    return 1 + INSIDE + line


def take_piece(state: Position, seat: i64, railroad: i64) -> None:
    """The piece comes from the supply, or from the player's own where there is none."""
    cells = state.cells
    if cells[SUPPLY + railroad] > 0:
        cells[SUPPLY + railroad] -= 1
    else:
        cells[block(seat) + OWN + railroad] -= 1


def arrive_if_complete(state: Position, seat: i64, railroad: i64, at: i64) -> None:
    """Where the line of the head in cell `at` is full, the route arrives and may earn a bonus."""
    cells = state.cells
    tables = state.tables
    head: i64 = cells[at]
    line: i64 = state.lines + head - 1 - INSIDE
    if cells[line] // PIECE < tables.link_spaces[inside_link(state, head)]:
        return
    city = inside_goal(state, head)
    if cells[line] & SIDE:
        cells[line] -= SIDE
    cells[at] = 1 + city
    if cells[CONNECTED + railroad] & tables.bit[city] == 0:
        cells[block(seat) + MONEY] += arrival_bonus(state, seat, railroad, city)
        cells[CONNECTED + railroad] |= tables.bit[city]


def arrival_bonus(state: Position, seat: i64, railroad: i64, city: i64) -> i64:
    """What a railroad's first arrival at a city is worth to the player."""
    tables = state.tables
    bonus: i64 = 0
    if is_unclaimed(state, city):
        bonus += tables.city_bonus
    if tables.special[railroad] & tables.bit[city]:
        bonus += tables.special_bonus
    return 2 * bonus if state.cells[block(seat) + DOUBLE_TURN] else bonus


def is_unclaimed(state: Position, city: i64) -> bool:
    """Whether a city pays its bonus: no railroad has arrived, and it is no start city (option)."""
    cells = state.cells
    tables = state.tables
    starters: i64 = tables.starters[city]
    if starters and not cells[START_BONUS]:
        return False
    bit: i64 = tables.bit[city]
    railroad: i64 = 0
    while railroad < RAILROAD_COUNT:
        if cells[CONNECTED + railroad] & bit and (starters >> railroad) & 1 == 0:
            return False
        railroad += 1
    return True
