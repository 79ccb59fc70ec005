"""Moving goods: every delivery that scores differently, and its points.

`docs/rules/steam.md` section 8. From each city with goods one walk over the complete links follows
all its colours at once: a colour is dropped where the route enters a city of that colour, because
such goods stop there. The walk keeps count of the links by owner, and turns back where the mover
could not catch up with somebody else's links any more.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.steam.actions import DELIVER, MOST_LINKS, MOST_SEATS
from games.steam.components import SPLIT_ROW
from games.steam.rules.track import END_BITS, END_MASK, NO_LINK, links
from games.steam.state import (
    BAG,
    COLOUR_COUNT,
    CUBES,
    FIRST_OWNER,
    INCOME,
    INCOME_OVERFLOW,
    LOCOMOTIVE,
    ORDER,
    OWN_COLOUR,
    PENDING,
    PLAYERS_LEFT,
    POINTS,
    STOP_CELLS,
    STOPS,
    TOWN_TWICE,
    Position,
    block,
    stop_cell,
)
from games.vectors import vec

WITHOUT_TARGET: Final = ~(1023 << 28)
"""The bits of a delivery but for its destination, which has no bearing on the outcome."""
MOST_OWNERS: Final = 8


def most_of_others(used: vec[i64], mover: i64, end: i64) -> i64:
    """The most links that one other player owns, of those `used` by owner's code below `end`."""
    most: i64 = 0
    code: i64 = FIRST_OWNER
    while code < end:
        taken: i64 = used[code]
        if taken > most and code != mover:
            most = taken
        code += 1
    return most


@final
class Routes:
    """One walk over the network for the deliveries of one seat."""

    def __init__(self, state: Position, seat: i64, out: Actions) -> None:
        cells = state.cells
        self.state: Position = state
        self.out: Actions = out
        self.links: vec[i64] = links(state)
        self.level: i64 = cells[block(seat) + LOCOMOTIVE]
        self.mover: i64 = seat + FIRST_OWNER
        self.used: vec[i64] = state.components.zeros[:]
        """Links of the route by owner's code."""
        self.owners_end: i64 = cells[SEATS] + FIRST_OWNER
        self.town_twice: bool = cells[TOWN_TWICE] == 1
        self.path: vec[i64] = state.components.zeros[:]
        self.origin: i64 = 0
        self.listed: i64 = 0
        """Where the deliveries from `origin` begin in `out`."""

    def collect(self) -> None:
        """Every delivery, city by city."""
        state = self.state
        stop: i64 = 0
        while stop < state.land.stop_count:
            colour: i64 = state.colour_of(stop)
            wanted: i64 = 0
            kind: i64 = 0
            while kind < COLOUR_COUNT and colour > 0:
                moves = kind + 1 != colour or state.cells[OWN_COLOUR] == 1
                if moves and state.cells[stop_cell(stop) + CUBES + kind] > 0:
                    wanted |= 1 << kind
                kind += 1
            if wanted != 0:
                self.origin = stop
                self.listed = self.out.count
                self.walk(stop, 0, wanted, state.components.stop_mask[stop])
            stop += 1

    def walk(self, stop: i64, length: i64, wanted: i64, visited: i64) -> None:
        """Go on from `stop`, after `length` links, with the colours `wanted`."""
        used = self.used
        table = self.links
        stop_mask = self.state.components.stop_mask
        left: i64 = self.level - length - 1
        port: i64 = 6 * stop
        last: i64 = port + 6
        while port < last:
            link: i64 = table[port]
            if link != NO_LINK:
                end: i64 = link & END_MASK
                target: i64 = end // 6
                if visited & stop_mask[target] == 0 and (
                    not self.town_twice or self.is_new(length, port if port < end else end)
                ):
                    owner: i64 = link >> END_BITS
                    used[owner] += 1
                    own: i64 = used[self.mover]
                    ahead: i64 = most_of_others(used, self.mover, self.owners_end) - own
                    if ahead <= left:
                        self.step(target, length + 1, wanted, visited, own > 0 and ahead <= 0)
                    used[owner] -= 1
            port += 1

    def step(self, stop: i64, length: i64, wanted: i64, visited: i64, scores: bool) -> None:
        """The route has come to `stop`: deliver there, if that `scores`, and go on."""
        colour: i64 = self.state.cells[STOPS + STOP_CELLS * stop]
        if colour > 0 and (wanted >> (colour - 1)) & 1 != 0:
            if scores:
                self.add(colour - 1, stop)
            wanted &= ~(1 << (colour - 1))
        if wanted == 0 or length == self.level:
            return
        if colour > 0 or not self.town_twice:
            visited |= self.state.components.stop_mask[stop]
        self.walk(stop, length, wanted, visited)

    def is_new(self, length: i64, name: i64) -> bool:
        """Whether a link, named by its lower end, is not in the route; notes it as the next."""
        index: i64 = 0
        while index < length:
            if self.path[index] == name:
                return False
            index += 1
        self.path[length] = name
        return True

    def add(self, colour: i64, target: i64) -> None:
        """List a delivery, unless one from the same city gives everybody the same points."""
        rank = self.state.components.split_rank
        split: i64 = 0
        left: i64 = MOST_LINKS
        seat: i64 = 0
        while seat < MOST_OWNERS - FIRST_OWNER:
            taken: i64 = self.used[seat + FIRST_OWNER]
            split += rank[seat * SPLIT_ROW + left * (MOST_LINKS + 1) + taken]
            left -= taken
            seat += 1
        action: i64 = DELIVER | (self.origin << 8) | (colour << 18) | (split << 38)
        out = self.out
        index: i64 = self.listed
        while index < out.count:
            if out.items[index] & WITHOUT_TARGET == action:
                return
            index += 1
        out.add(action | (target << 28))


def collect(state: Position, seat: i64, out: Actions) -> None:
    """Every delivery that a player may make."""
    Routes(state, seat, out).collect()


def deliver(state: Position, seat: i64, action: i64) -> None:
    """Put the cube into the bag, and owe every owner the points of the links used."""
    cells = state.cells
    stop: i64 = (action >> 8) & 1023
    colour: i64 = (action >> 18) & 1023
    split: i64 = (action >> 38) & 1023
    cells[stop_cell(stop) + CUBES + colour] -= 1
    cells[BAG + colour] += 1
    other: i64 = 0
    while other < cells[SEATS]:
        cells[block(other) + PENDING] = state.components.split_points[MOST_SEATS * split + other]
        other += 1


def next_taker(state: Position, mover: i64) -> i64:
    """Who chooses next what the points of a delivery become; -1 once all have.

    The mover first, then the others in turn order. Who may only take victory points takes them
    here.
    """
    cells = state.cells
    index: i64 = -1
    while index < cells[PLAYERS_LEFT]:
        seat: i64 = mover if index < 0 else cells[ORDER + index]
        if cells[block(seat) + PENDING] > 0:
            if may_take_income(state, seat):
                return seat
            take(state, seat, False)
        index += 1
    return -1


def may_take_income(state: Position, seat: i64) -> bool:
    """Whether the pending points may become income."""
    cells = state.cells
    own: i64 = block(seat)
    room: i64 = state.components.highest_income - cells[own + INCOME]
    if cells[INCOME_OVERFLOW] == 0:
        return cells[own + PENDING] <= room
    return room > 0


def take(state: Position, seat: i64, as_income: bool) -> None:
    """Add a player's pending points to income, as far as the track goes, or to points."""
    cells = state.cells
    own: i64 = block(seat)
    points: i64 = cells[own + PENDING]
    cells[own + PENDING] = 0
    if not as_income:
        cells[own + POINTS] += points
        return
    income: i64 = cells[own + INCOME] + points
    if income > state.components.highest_income:
        income = state.components.highest_income
    cells[own + INCOME] = income
