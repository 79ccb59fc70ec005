"""Moving goods: every delivery that scores differently, and its points.

`docs/rules/steam.md` section 8. From each city with goods one walk over the complete links follows
all its colours at once: a colour is dropped where the route enters a city of that colour, because
such goods stop there. The walk keeps count of the links by owner, and turns back where the mover
could not catch up with somebody else's links any more.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.packing import (
    FIRST,
    FOURTH,
    PARAMETER_MASK,
    SECOND,
    pack,
    with_parameter,
    without_parameter,
)
from railhead.games.steam import actions, state
from railhead.games.steam.components import SPLIT_ROW
from railhead.games.steam.rules.track import END_BITS, END_MASK, NO_LINK, links
from railhead.games.steam.state import Position
from railhead.games.vectors import vec

MOST_OWNERS: Final = 8


def most_of_others(used: vec[i64], mover: i64, end: i64) -> i64:
    """The most links that one other player owns, of those `used` by owner's code below `end`."""
    most: i64 = 0
    for code in range(state.FIRST_OWNER, end):
        taken: i64 = used[code]
        if taken > most and code != mover:
            most = taken
    return most


@final
class Routes:
    """Walks over the network for the deliveries of a seat, which are listed in `out`."""

    def __init__(self, position: Position, seat: i64, out: Actions) -> None:
        cells = position.cells
        self.state: Position = position
        self.out: Actions = out
        self.links: vec[i64] = links(position)
        self.level: i64 = cells[state.block(seat) + state.LOCOMOTIVE]
        self.mover: i64 = seat + state.FIRST_OWNER
        self.used: vec[i64] = position.components.zeros[:]
        """Links of the route by owner's code."""
        self.owners_end: i64 = cells[SEATS] + state.FIRST_OWNER
        self.town_twice: bool = cells[state.TOWN_TWICE] == 1
        self.path: vec[i64] = position.components.zeros[:]
        self.origin: i64 = 0
        self.listed: i64 = 0
        """Where the deliveries from `origin` begin in `out`."""

    def collect(self) -> None:
        """Every delivery, city by city."""
        for stop in range(self.state.land.stop_count):
            self.leave(stop)

    def leave(self, stop: i64) -> None:
        """Walk from a city with all its goods."""
        cells = self.state.cells
        at: i64 = state.stop_cell(stop)
        colour: i64 = cells[at + state.COLOUR]
        if colour == 0:
            return
        wanted: i64 = 0
        for kind in range(state.COLOUR_COUNT):
            if cells[at + state.CUBES + kind] > 0:
                wanted |= 1 << kind
        if cells[state.OWN_COLOUR] == 0:
            wanted &= ~(1 << (colour - 1))
        if wanted == 0:
            return
        self.origin = stop
        self.listed = self.out.count
        self.walk(stop, 0, wanted, self.state.components.stop_mask[stop])

    def walk(self, stop: i64, length: i64, wanted: i64, visited: i64) -> None:
        """Go on from `stop`, after `length` links, with the colours `wanted`."""
        used = self.used
        table = self.links
        cells = self.state.cells
        stop_mask = self.state.components.stop_mask
        left: i64 = self.level - length - 1
        first: i64 = 6 * stop
        for port in range(first, first + 6):
            link: i64 = table[port]
            if link != NO_LINK:
                end: i64 = link & END_MASK
                target: i64 = end // 6
                if visited & stop_mask[target] == 0 and (
                    not self.town_twice or self.extend_path(length, port if port < end else end)
                ):
                    owner: i64 = link >> END_BITS
                    used[owner] += 1
                    own: i64 = used[self.mover]
                    ahead: i64 = most_of_others(used, self.mover, self.owners_end) - own
                    # Every link still to come could be the mover's own; where even that does not
                    # catch up, no delivery on from here is allowed.
                    if ahead <= left:
                        rest: i64 = wanted
                        colour: i64 = cells[state.STOPS + state.STOP_CELLS * target]
                        if colour > 0 and (wanted >> (colour - 1)) & 1 != 0:
                            if own > 0 and ahead <= 0:
                                self.add(colour - 1, target)
                            rest &= ~(1 << (colour - 1))
                        if rest != 0 and left > 0:
                            passed = colour > 0 or not self.town_twice
                            beyond: i64 = visited | stop_mask[target] if passed else visited
                            self.walk(target, length + 1, rest, beyond)
                    # Taken back on the way out, so that one vector serves all branches of the walk.
                    used[owner] -= 1

    def extend_path(self, length: i64, name: i64) -> bool:
        """Add a link, named by its lower end, to the route; False where it is there already."""
        for index in range(length):
            if self.path[index] == name:
                return False
        self.path[length] = name
        return True

    def add(self, colour: i64, target: i64) -> None:
        """List a delivery, unless one from the same city gives everybody the same points."""
        out = self.out
        rank = self.state.components.split_rank
        split: i64 = 0
        left: i64 = actions.MOST_LINKS
        for seat in range(MOST_OWNERS - state.FIRST_OWNER):
            taken: i64 = self.used[seat + state.FIRST_OWNER]
            split += rank[seat * SPLIT_ROW + left * (actions.MOST_LINKS + 1) + taken]
            left -= taken
        action: i64 = pack(actions.DELIVER, self.origin, colour, 0, split)
        for index in range(self.listed, out.count):
            if without_parameter(out.items[index], 2) == action:
                return  # the destination has no bearing on the outcome
        out.add(with_parameter(action, 2, target))


def collect(position: Position, seat: i64, out: Actions) -> None:
    """Every delivery that a player may make."""
    Routes(position, seat, out).collect()


def deliver(position: Position, seat: i64, action: i64) -> None:
    """Put the cube into the bag, and owe every owner the points of the links used."""
    cells = position.cells
    stop: i64 = (action >> FIRST) & PARAMETER_MASK
    colour: i64 = (action >> SECOND) & PARAMETER_MASK
    split: i64 = (action >> FOURTH) & PARAMETER_MASK
    cells[state.stop_cell(stop) + state.CUBES + colour] -= 1
    cells[state.BAG + colour] += 1
    for other in range(cells[SEATS]):
        cells[state.block(other) + state.PENDING] = position.components.split_points[
            actions.MOST_SEATS * split + other
        ]


def next_taker(position: Position, mover: i64) -> i64:
    """Who chooses next what the points of a delivery become; -1 once all have.

    The mover first, then the others in turn order. Who may only take victory points takes them
    here.
    """
    cells = position.cells
    index: i64 = -1
    while index < cells[state.PLAYERS_LEFT]:
        seat: i64 = mover if index < 0 else cells[state.ORDER + index]
        if cells[state.block(seat) + state.PENDING] > 0:
            if may_take_income(position, seat):
                return seat
            take(position, seat, False)
        index += 1
    return -1


def may_take_income(position: Position, seat: i64) -> bool:
    """Whether the pending points may become income."""
    cells = position.cells
    own: i64 = state.block(seat)
    room: i64 = position.components.highest_income - cells[own + state.INCOME]
    if cells[state.INCOME_OVERFLOW] == 0:
        return cells[own + state.PENDING] <= room
    return room > 0


def take(position: Position, seat: i64, as_income: bool) -> None:
    """Add a player's pending points to income, as far as the track goes, or to points."""
    cells = position.cells
    own: i64 = state.block(seat)
    points: i64 = cells[own + state.PENDING]
    cells[own + state.PENDING] = 0
    if not as_income:
        cells[own + state.POINTS] += points
        return
    income: i64 = cells[own + state.INCOME] + points
    if income > position.components.highest_income:
        income = position.components.highest_income
    cells[own + state.INCOME] = income
