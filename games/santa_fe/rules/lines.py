"""Lines: which may be begun, what the next space costs, and where a route inside one is going.

`docs/rules/santa_fe.md` sections 4.1, 4.6 and 4.11.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.santa_fe.actions import ROUTES
from games.santa_fe.components import LINK_SPACES, PRICES_NONE
from games.santa_fe.state import (
    BOTH_ENDS,
    HEADS,
    INSIDE,
    OTHER,
    OTHER_MOST,
    OTHER_PIECE,
    OTHER_ROUTES,
    OWNER,
    PIECE,
    SIDE,
    WHOLE_LINE,
    Position,
)

NO_LINE: Final = -1


def free_line(state: Position, link: i64, railroad: i64) -> i64:
    """The line of a link that a railroad may begin, or `NO_LINE`.

    It is free, and no piece of the railroad lies on the other line.
    """
    cells = state.cells
    components = state.components
    line: i64 = components.link_first[link]
    at: i64 = state.lines + line
    if components.link_lines[link] == 1:
        return line if cells[at] == 0 else NO_LINE
    first: i64 = cells[at]
    second: i64 = cells[at + 1]
    if first == 0:
        return line if second & OWNER != railroad + 1 else NO_LINE
    return line + 1 if second == 0 and first & OWNER != railroad + 1 else NO_LINE


def other_end(state: Position, link: i64, side: i64, railroad: i64) -> i64:
    """The line that a railroad may go into at `side`, begun by it from the other end; `NO_LINE`.

    There is one by the option alone, and for one more route alone.
    """
    cells = state.cells
    components = state.components
    if cells[BOTH_ENDS] == 0:
        return NO_LINE
    line: i64 = components.link_first[link]
    end: i64 = line + components.link_lines[link]
    while line < end:
        cell: i64 = cells[state.lines + line]
        begun: i64 = 1 if cell & SIDE else 0
        if (
            cell & OWNER == railroad + 1
            and cell & OTHER_ROUTES == 0
            and begun != side
            and cell // PIECE < components.link_spaces[link]
        ):
            return line
        line += 1
    return NO_LINE


def next_price(state: Position, row: i64, link: i64, side: i64, filled: i64) -> i64:
    """What the next piece costs on a line begun from `side` with `filled` pieces on it."""
    if row == PRICES_NONE:
        return 0
    components = state.components
    space: i64 = filled if side == 0 else components.link_spaces[link] - 1 - filled
    if state.cells[WHOLE_LINE]:
        return components.prices[row + components.whole_terrain[LINK_SPACES * link + space]]
    return components.prices[row + components.terrain[LINK_SPACES * link + space]]


def inside_link(state: Position, head: i64) -> i64:
    """The link of the line that a head is inside."""
    return state.components.line_link[head - 1 - INSIDE]


def comes_second(state: Position, at: i64) -> bool:
    """Whether the route of the head in cell `at` is inside a line from its second end."""
    cells = state.cells
    route: i64 = (at - HEADS) % ROUTES
    return cells[state.lines + cells[at] - 1 - INSIDE] & OTHER_ROUTES == OTHER * (1 + route)


def inside_side(state: Position, at: i64) -> i64:
    """The end of the link from which the route of the head in cell `at` came into its line."""
    side: i64 = 1 if state.cells[state.lines + state.cells[at] - 1 - INSIDE] & SIDE else 0
    return 1 - side if comes_second(state, at) else side


def laid_on_line(state: Position, head: i64) -> i64:
    """All pieces on the line that a head is inside, from whichever end."""
    return state.cells[state.lines + head - 1 - INSIDE] // PIECE


def inside_filled(state: Position, at: i64) -> i64:
    """The pieces on its line that lie behind the head in cell `at`."""
    cell: i64 = state.cells[state.lines + state.cells[at] - 1 - INSIDE]
    second: i64 = (cell // OTHER_PIECE) & OTHER_MOST
    return second if comes_second(state, at) else cell // PIECE - second


def inside_price(state: Position, row: i64, at: i64) -> i64:
    """What the next piece of the route costs whose head, in cell `at`, is inside a line."""
    if row == PRICES_NONE:
        return 0
    link = inside_link(state, state.cells[at])
    return next_price(state, row, link, inside_side(state, at), inside_filled(state, at))


def inside_goal(state: Position, head: i64) -> i64:
    """The city that the route goes to which began the line that a head is inside."""
    cell: i64 = state.cells[state.lines + head - 1 - INSIDE]
    side: i64 = 1 if cell & SIDE else 0
    return state.components.link_ends[2 * inside_link(state, head) + 1 - side]


def goal_of(state: Position, at: i64) -> i64:
    """The city that the route goes to whose head, in cell `at`, is inside a line."""
    link = inside_link(state, state.cells[at])
    return state.components.link_ends[2 * link + 1 - inside_side(state, at)]


def is_left_to_first(state: Position, at: i64) -> bool:
    """Whether two routes are about to meet, and the one in cell `at` came second.

    Whichever of them lays the last piece of the line, all is the same afterwards.
    """
    head: i64 = state.cells[at]
    spaces: i64 = state.components.link_spaces[inside_link(state, head)]
    return laid_on_line(state, head) == spaces - 1 and comes_second(state, at)
