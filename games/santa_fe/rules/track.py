"""Laying track: which pieces are legal, what they cost, and what they connect and earn.

`docs/rules/santa_fe.md` sections 4.6 and 4.7.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import PRICES_NONE
from railhead.games.santa_fe.rules.lines import (
    comes_second,
    free_line,
    goal_of,
    inside_price,
    is_left_to_first,
    next_price,
    other_end,
)
from railhead.games.santa_fe.rules.lines import inside_goal as inside_goal
from railhead.games.santa_fe.rules.lines import inside_link as inside_link
from railhead.games.santa_fe.state import Position

BOUNDLESS: Final = 1_000_000
"""More money than there can be: for asking what the board allows."""


def may_begin(position: Position, railroad: i64, way: i64, row: i64, money: i64) -> bool:
    """Whether a railroad may lay the first piece along a way for so much money."""
    components = position.components
    link: i64 = components.way_link[way]
    if (
        free_line(position, link, railroad) < 0
        and other_end(position, link, components.way_side[way], railroad) < 0
    ):
        return False
    return (
        row == PRICES_NONE or next_price(position, row, link, components.way_side[way], 0) <= money
    )


def is_listed(position: Position, railroad: i64, route: i64) -> bool:
    """Whether an earlier route of the railroad stands where this one does: then it goes first."""
    cells = position.cells
    at: i64 = state.HEADS + actions.ROUTES * railroad
    return any(cells[at + earlier] == cells[at + route] for earlier in range(route))


def collect_pieces(position: Position, seat: i64, out: Actions) -> None:
    """Every legal piece that the player can pay."""
    cells = position.cells
    row = position.price_row(seat)
    money: i64 = cells[state.block(seat) + state.MONEY]
    for railroad in range(actions.RAILROAD_COUNT):
        if position.has_piece(seat, railroad):
            for route in range(actions.ROUTES):
                at: i64 = state.HEADS + actions.ROUTES * railroad + route
                head: i64 = cells[at]
                if head > state.INSIDE:
                    if inside_price(position, row, at) <= money and not is_left_to_first(
                        position, at
                    ):
                        goal = goal_of(position, at)
                        out.add(actions.LAY, railroad, route, goal)
                elif head > 0 and not is_listed(position, railroad, route):
                    collect_ways(position, railroad, head - 1, row, money, actions.LAY, route, out)
    played: i64 = cells[state.block(seat) + state.PLAYED_BRANCH]
    if played and may_branch(position, seat, played - 1):
        collect_branches(position, played - 1, row, money, out)


def collect_ways(
    position: Position,
    railroad: i64,
    city: i64,
    row: i64,
    money: i64,
    code: i64,
    second: i64,
    out: Actions,
) -> None:
    """The lines that may begin at a city, as actions of type `code`.

    Their parameters are the railroad, `second`, and the city they go to.
    """
    components = position.components
    end: i64 = components.way_first[city + 1]
    for way in range(components.way_first[city], end):
        if may_begin(position, railroad, way, row, money):
            out.add(code, railroad, second, components.way_to[way])


def collect_branches(position: Position, railroad: i64, row: i64, money: i64, out: Actions) -> None:
    """The first pieces of a new route, from every city that the railroad has reached."""
    components = position.components
    connected: i64 = position.cells[state.CONNECTED + railroad]
    for city in range(components.city_count):
        if connected & components.bit[city]:
            collect_ways(position, railroad, city, row, money, actions.BRANCH, city, out)


def has_way(position: Position, railroad: i64, city: i64, row: i64, money: i64) -> bool:
    """Whether a route at a city may begin a line for so much money."""
    components = position.components
    end: i64 = components.way_first[city + 1]
    for way in range(components.way_first[city], end):
        if may_begin(position, railroad, way, row, money):
            return True
    return False


def has_extension(position: Position, railroad: i64, row: i64, money: i64) -> bool:
    """Whether one of a railroad's routes can go on for so much money, supplies aside."""
    cells = position.cells
    at: i64 = state.HEADS + actions.ROUTES * railroad
    for route in range(actions.ROUTES):
        head: i64 = cells[at + route]
        if head > state.INSIDE:
            if inside_price(position, row, at + route) <= money:
                return True
        elif head > 0 and has_way(position, railroad, head - 1, row, money):
            return True
    return False


def is_begun(position: Position, railroad: i64) -> bool:
    """Whether a railroad has track."""
    start: i64 = position.components.start[railroad]
    cells = position.cells
    return (
        cells[state.CONNECTED + railroad] != position.components.bit[start]
        or cells[state.HEADS + actions.ROUTES * railroad] != 1 + start
    )


def may_branch(position: Position, seat: i64, railroad: i64) -> bool:
    """Whether a player may use a branch card of a railroad, if there is a place for a piece."""
    if not position.has_piece(seat, railroad):
        return False
    return position.cells[state.UNBEGUN_BRANCH] > 0 or is_begun(position, railroad)


def has_branch(position: Position, seat: i64, row: i64, money: i64) -> bool:
    """Whether the player's branch card offers a piece for so much money."""
    components = position.components
    railroad: i64 = position.cells[state.block(seat) + state.PLAYED_BRANCH] - 1
    if railroad < 0 or not may_branch(position, seat, railroad):
        return False
    connected: i64 = position.cells[state.CONNECTED + railroad]
    for city in range(components.city_count):
        if connected & components.bit[city] and has_way(position, railroad, city, row, money):
            return True
    return False


def unbought_fits(position: Position) -> bool:
    """Whether an unbought piece can be laid without a branch card, money aside."""
    for railroad in range(actions.RAILROAD_COUNT):
        if position.cells[state.SUPPLY + railroad] > 0 and has_extension(
            position, railroad, PRICES_NONE, BOUNDLESS
        ):
            return True
    return False


def unbought_branches(position: Position, seat: i64) -> bool:
    """Whether an unbought piece can be laid with the player's branch card, money aside."""
    railroad: i64 = position.cells[state.block(seat) + state.PLAYED_BRANCH] - 1
    if railroad < 0 or position.cells[state.SUPPLY + railroad] == 0:
        return False
    return has_branch(position, seat, PRICES_NONE, BOUNDLESS)


def any_piece(position: Position, seat: i64, row: i64, money: i64) -> bool:
    """Whether the player has a legal piece at terrain prices `row` with so much money."""
    for railroad in range(actions.RAILROAD_COUNT):
        if position.has_piece(seat, railroad) and has_extension(position, railroad, row, money):
            return True
    return has_branch(position, seat, row, money)


def can_pay_piece(position: Position, seat: i64) -> bool:
    """Whether the player has a legal piece and the money for it."""
    return any_piece(
        position, seat, position.price_row(seat), position.cells[state.block(seat) + state.MONEY]
    )


def lay(position: Position, seat: i64, railroad: i64, route: i64, goal: i64) -> None:
    """Lay the next piece of a route, which leads towards `goal`."""
    cells = position.cells
    at: i64 = state.HEADS + actions.ROUTES * railroad + route
    head: i64 = cells[at]
    if head > state.INSIDE:
        cells[state.block(seat) + state.MONEY] -= inside_price(
            position, position.price_row(seat), at
        )
        cells[position.lines + head - 1 - state.INSIDE] += (
            state.PIECE + state.OTHER_PIECE if comes_second(position, at) else state.PIECE
        )
    else:
        head = begin_line(position, seat, at, head - 1, goal)
        cells[at] = head
    take_piece(position, seat, railroad)
    arrive_if_complete(position, seat, railroad, at)


def branch(position: Position, seat: i64, railroad: i64, city: i64, goal: i64) -> None:
    """Begin a new route at a city with the player's branch card, which leaves the game."""
    cells = position.cells
    at: i64 = state.HEADS + actions.ROUTES * railroad
    while cells[at]:
        at += 1
    cells[state.block(seat) + state.PLAYED_BRANCH] = 0
    cells[at] = begin_line(position, seat, at, city, goal)
    take_piece(position, seat, railroad)
    arrive_if_complete(position, seat, railroad, at)


def way_between(position: Position, city: i64, goal: i64) -> i64:
    """The way from a city to its neighbour `goal`."""
    way: i64 = position.components.way_first[city]
    while position.components.way_to[way] != goal:
        way += 1
    return way


def begin_line(position: Position, seat: i64, at: i64, city: i64, goal: i64) -> i64:
    """Pay for and lay the first piece from a city to its neighbour; the head that goes in `at`."""
    cells = position.cells
    components = position.components
    way: i64 = way_between(position, city, goal)
    link: i64 = components.way_link[way]
    side: i64 = components.way_side[way]
    cells[state.block(seat) + state.MONEY] -= next_price(
        position, position.price_row(seat), link, side, 0
    )
    railroad: i64 = (at - state.HEADS) // actions.ROUTES
    line = free_line(position, link, railroad)
    if line >= 0:
        cells[position.lines + line] = state.PIECE + state.SIDE * side + railroad + 1
    else:
        line = other_end(position, link, side, railroad)
        route: i64 = (at - state.HEADS) % actions.ROUTES
        cells[position.lines + line] += state.PIECE + state.OTHER_PIECE + state.OTHER * (1 + route)
    return 1 + state.INSIDE + line


def take_piece(position: Position, seat: i64, railroad: i64) -> None:
    """The piece comes from the supply, or from the player's own where there is none."""
    cells = position.cells
    if cells[state.SUPPLY + railroad] > 0:
        cells[state.SUPPLY + railroad] -= 1
    else:
        cells[state.block(seat) + state.OWN + railroad] -= 1


def arrive_if_complete(position: Position, seat: i64, railroad: i64, at: i64) -> None:
    """Where the line of the head in cell `at` is full, the route arrives and may earn a bonus.

    Two routes that meet stand where the other one came from; that is no arrival.
    """
    cells = position.cells
    components = position.components
    head: i64 = cells[at]
    line: i64 = position.lines + head - 1 - state.INSIDE
    if cells[line] // state.PIECE < components.link_spaces[inside_link(position, head)]:
        return
    city = goal_of(position, at)
    met = cells[line] & state.OTHER_ROUTES > 0
    if met:
        run_through(position, railroad, at)
    cells[line] = state.PIECE * (cells[line] // state.PIECE) + (cells[line] & state.OWNER)
    cells[at] = 1 + city
    if not met:
        cells[state.block(seat) + state.MONEY] += arrival_bonus(position, seat, railroad, city)
        cells[state.CONNECTED + railroad] |= components.bit[city]


def run_through(position: Position, railroad: i64, at: i64) -> None:
    """The other route inside the line of the head in cell `at` comes out at its goal."""
    cells = position.cells
    other: i64 = state.HEADS + actions.ROUTES * railroad
    while other == at or cells[other] != cells[at]:
        other += 1
    cells[other] = 1 + goal_of(position, other)


def arrival_bonus(position: Position, seat: i64, railroad: i64, city: i64) -> i64:
    """What a railroad's arrival at a city is worth to the player.

    A further arrival is worth nothing, or by the option the special bonus.
    """
    components = position.components
    bonus: i64 = 0
    first = position.cells[state.CONNECTED + railroad] & components.bit[city] == 0
    if first and is_unclaimed(position, city):
        bonus += components.city_bonus
    if components.special[railroad] & components.bit[city] and (
        first or position.cells[state.SPECIAL_AGAIN]
    ):
        bonus += components.special_bonus
    return 2 * bonus if position.cells[state.block(seat) + state.DOUBLE_TURN] else bonus


def is_unclaimed(position: Position, city: i64) -> bool:
    """Whether a city pays its bonus: no railroad has arrived, and it is no start city (option)."""
    cells = position.cells
    components = position.components
    starters: i64 = components.starters[city]
    if starters and not cells[state.START_BONUS]:
        return False
    bit: i64 = components.bit[city]
    for railroad in range(actions.RAILROAD_COUNT):
        if cells[state.CONNECTED + railroad] & bit and (starters >> railroad) & 1 == 0:
            return False
    return True
