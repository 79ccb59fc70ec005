"""Lines: which may be begun, what the next space costs, and where a route inside one is going.

`docs/rules/santa_fe.md` sections 4.1, 4.6 and 4.11.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import LINK_SPACES, PRICES_NONE
from railhead.games.santa_fe.state import Position

NO_LINE: Final = -1


def free_line(position: Position, link: i64, railroad: i64) -> i64:
    """The line of a link that a railroad may begin, or `NO_LINE`.

    It is free, and no piece of the railroad lies on the other line.
    """
    cells = position.cells
    components = position.components
    line: i64 = components.link_first[link]
    at: i64 = position.lines + line
    if components.link_lines[link] == 1:
        return line if cells[at] == 0 else NO_LINE
    first: i64 = cells[at]
    second: i64 = cells[at + 1]
    if first == 0:
        return line if second & state.OWNER != railroad + 1 else NO_LINE
    return line + 1 if second == 0 and first & state.OWNER != railroad + 1 else NO_LINE


def other_end(position: Position, link: i64, side: i64, railroad: i64) -> i64:
    """The line that a railroad may go into at `side`, begun by it from the other end; `NO_LINE`.

    There is one by the option alone, and for one more route alone.
    """
    cells = position.cells
    components = position.components
    if cells[state.BOTH_ENDS] == 0:
        return NO_LINE
    first: i64 = components.link_first[link]
    for line in range(first, first + components.link_lines[link]):
        cell: i64 = cells[position.lines + line]
        begun: i64 = 1 if cell & state.SIDE else 0
        if (
            cell & state.OWNER == railroad + 1
            and cell & state.OTHER_ROUTES == 0
            and begun != side
            and cell // state.PIECE < components.link_spaces[link]
        ):
            return line
    return NO_LINE


def next_price(position: Position, row: i64, link: i64, side: i64, filled: i64) -> i64:
    """What the next piece costs on a line begun from `side` with `filled` pieces on it."""
    if row == PRICES_NONE:
        return 0
    components = position.components
    space: i64 = filled if side == 0 else components.link_spaces[link] - 1 - filled
    if position.cells[state.WHOLE_LINE]:
        return components.prices[row + components.whole_terrain[LINK_SPACES * link + space]]
    return components.prices[row + components.terrain[LINK_SPACES * link + space]]


def inside_link(position: Position, head: i64) -> i64:
    """The link of the line that a head is inside."""
    return position.components.line_link[head - 1 - state.INSIDE]


def comes_second(position: Position, at: i64) -> bool:
    """Whether the route of the head in cell `at` is inside a line from its second end."""
    cells = position.cells
    route: i64 = (at - state.HEADS) % actions.ROUTES
    return cells[
        position.lines + cells[at] - 1 - state.INSIDE
    ] & state.OTHER_ROUTES == state.OTHER * (1 + route)


def inside_side(position: Position, at: i64) -> i64:
    """The end of the link from which the route of the head in cell `at` came into its line."""
    side: i64 = (
        1
        if position.cells[position.lines + position.cells[at] - 1 - state.INSIDE] & state.SIDE
        else 0
    )
    return 1 - side if comes_second(position, at) else side


def pieces_on_line(position: Position, head: i64) -> i64:
    """All pieces on the line that a head is inside, from whichever end."""
    return position.cells[position.lines + head - 1 - state.INSIDE] // state.PIECE


def pieces_behind(position: Position, at: i64) -> i64:
    """The pieces on its line that lie behind the head in cell `at`."""
    cell: i64 = position.cells[position.lines + position.cells[at] - 1 - state.INSIDE]
    second: i64 = (cell // state.OTHER_PIECE) & state.OTHER_MOST
    return second if comes_second(position, at) else cell // state.PIECE - second


def inside_price(position: Position, row: i64, at: i64) -> i64:
    """What the next piece of the route costs whose head, in cell `at`, is inside a line."""
    if row == PRICES_NONE:
        return 0
    link = inside_link(position, position.cells[at])
    return next_price(position, row, link, inside_side(position, at), pieces_behind(position, at))


def inside_goal(position: Position, head: i64) -> i64:
    """The city that the route goes to which began the line that a head is inside."""
    cell: i64 = position.cells[position.lines + head - 1 - state.INSIDE]
    side: i64 = 1 if cell & state.SIDE else 0
    return position.components.link_ends[2 * inside_link(position, head) + 1 - side]


def goal_of(position: Position, at: i64) -> i64:
    """The city that the route goes to whose head, in cell `at`, is inside a line."""
    link = inside_link(position, position.cells[at])
    return position.components.link_ends[2 * link + 1 - inside_side(position, at)]


def is_left_to_first(position: Position, at: i64) -> bool:
    """Whether two routes are about to meet, and the one in cell `at` came second.

    Whichever of them lays the last piece of the line, all is the same afterwards.
    """
    head: i64 = position.cells[at]
    spaces: i64 = position.components.link_spaces[inside_link(position, head)]
    return pieces_on_line(position, head) == spaces - 1 and comes_second(position, at)
