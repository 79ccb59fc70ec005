"""How many pieces the railroads of Santa Fe need to get to cities over the lines still open, and
how many the players may still lay in a round."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import FAR, Components
from railhead.games.santa_fe.data_schema import MOST_CITIES, MOST_LINKS
from railhead.games.santa_fe.rules.lines import goal_of, inside_link
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec

MOST_AWAY: Final[i64] = 24
"""Cities farther than this from where a route goes next count as out of reach."""
RAILROADS: Final[i64] = 5
MOST_WAYS: Final[i64] = 2 * MOST_LINKS
"""Each link is a way from either end."""
ROOM_BITS: Final = 6
ROOM: Final[i64] = 64
"""How many entries of `away` each railroad has."""
UNKNOWN: Final[i64] = -1
SPACES_AT: Final = 10
TO_AT: Final = 14
LINK_BITS: Final = (1 << SPACES_AT) - 1
SPACES_BITS: Final = 15


@final
class ReachableCities:
    """The distances of one position after the other, worked out anew only where they differ.

    A route may begin a line only where a piece of its own may lie, which is what `open` says. A
    line begun by one railroad concerns another only if it is, or was, on a shortest way of it; one
    as short as others may be the one that `step` tells, so it counts as well.
    """

    def __init__(self) -> None:
        self.components: Components | None = None
        self.away: vec[i64] = vec[i64]([FAR] * int(RAILROADS * ROOM))
        """For each railroad and city the pieces from where the nearest route goes next."""
        self.step: vec[i64] = vec[i64]([0] * int(RAILROADS * ROOM))
        """For each railroad and city 1 and the number of the first way on the way there.

        It is 0 where a route goes next anyway.
        """
        self.rest: vec[i64] = vec[i64]([0] * int(RAILROADS))
        """For each railroad the pieces until a route gets there: to be added to `away`."""
        self.found: vec[i64] = vec[i64]([0] * int(RAILROADS))
        """For each railroad the cities that its routes may still go to."""
        self.sources: vec[i64] = vec[i64]([-1] * int(RAILROADS))
        self.stale: i64 = 0
        self.open: vec[i64] = vec[i64]([0] * MOST_LINKS)
        """For each link the railroads that may begin a line of it, a bit each."""
        self.owners: vec[i64] = vec[i64]([-1] * (2 * MOST_LINKS))
        self.ways: vec[i64] = vec[i64]([0])
        """For each way its link, how many spaces it has and the city it goes to, in one number."""
        self.first: vec[i64] = vec[i64]([0] * int(MOST_AWAY + 1))
        self.cities: vec[i64] = vec[i64]([0] * (4 * MOST_LINKS + 4))
        self.next: vec[i64] = vec[i64]([0] * (4 * MOST_LINKS + 4))

    def see(self, position: Position) -> None:
        """Fill `away`, `rest` and `found` for a position."""
        if self.components is not position.components:
            self._learn(position.components)
        self._see_lines(position)
        for railroad in range(RAILROADS):
            self._see_routes(position, railroad)
            if (self.stale >> railroad) & 1:
                self._spread(position.components, railroad)
        self.stale = 0

    def is_alive(self, railroad: i64) -> bool:
        """Whether a route of the railroad can go on, supplies and money aside."""
        return self.rest[railroad] > 0 or self.found[railroad] > 0

    def _learn(self, components: Components) -> None:
        self.components = components
        ways: list[int] = []
        for way in range(len(components.way_to)):
            link = components.way_link[way]
            spaces = components.link_spaces[link]
            ways.append(int(link | spaces << SPACES_AT | components.way_to[way] << TO_AT))
        self.ways = vec[i64]([i64(way) for way in ways])
        for line in range(components.line_count):
            self.owners[line] = UNKNOWN
        for number in range(components.link_count):
            self.open[number] = 0
        for railroad in range(RAILROADS):
            self.sources[railroad] = UNKNOWN

    def _see_lines(self, position: Position) -> None:
        """Note which lines have been begun since, and whose distances that may change."""
        cells = position.cells
        owners = self.owners
        line: i64 = 0
        at: i64 = position.lines
        count: i64 = position.components.line_count
        while line < count:
            owner: i64 = cells[at] & state.OWNER
            if owner != owners[line]:
                owners[line] = owner
                self._see_link(position, position.components.line_link[line])
            line += 1
            at += 1

    def _see_link(self, position: Position, link: i64) -> None:
        components = position.components
        cells = position.cells
        at: i64 = position.lines + components.link_first[link]
        one: i64 = 1
        now: i64 = 0
        owner: i64 = cells[at] & state.OWNER
        if components.link_lines[link] == 1:
            if owner == 0:
                now = (one << RAILROADS) - 1
        else:
            other: i64 = cells[at + 1] & state.OWNER
            if owner == 0 or other == 0:
                now = (one << RAILROADS) - 1
                if owner + other > 0:
                    now -= one << (owner + other - 1)
        changed: i64 = now ^ self.open[link]
        if changed == 0:
            return
        self.open[link] = now
        away = self.away
        spaces: i64 = components.link_spaces[link]
        a: i64 = components.link_ends[2 * link]
        b: i64 = components.link_ends[2 * link + 1]
        for railroad in range(RAILROADS):
            if (changed >> railroad) & 1:
                gap: i64 = away[a] - away[b]
                if gap < 0:
                    gap = -gap
                if gap >= spaces:
                    self.stale |= one << railroad
            a += ROOM
            b += ROOM

    def _see_routes(self, position: Position, railroad: i64) -> None:
        """Note where the routes go next, and how far that is."""
        cells = position.cells
        components = position.components
        at: i64 = state.HEADS + state.ROUTE_CELLS * railroad
        end: i64 = at + state.ROUTE_CELLS
        least: i64 = FAR
        sources: i64 = 0
        shifts: i64 = 0
        shift: i64 = 0
        one: i64 = 1
        while at < end:
            head: i64 = cells[at]
            if head > 0:
                goal: i64 = head - 1
                left: i64 = 0
                if head > state.INSIDE:
                    goal = goal_of(position, at)
                    line: i64 = cells[position.lines + head - 1 - state.INSIDE]
                    left = components.link_spaces[inside_link(position, head)] - line // state.PIECE
                if left < least:
                    least = left
                sources |= (1 + goal + ROOM * left) << shift
                shifts |= (one << shift) * ROOM
            at += 1
            shift += 12
        sources -= least * shifts
        self.rest[railroad] = least
        if sources != self.sources[railroad]:
            self.sources[railroad] = sources
            self.stale |= one << railroad

    def _begin(self, railroad: i64) -> i64:
        """Put a railroad's sources alone on the lists; how many entries these have."""
        away = self.away
        first = self.first
        row: i64 = ROOM * railroad
        city: i64 = 0
        while city < ROOM:
            away[row + city] = FAR
            city += 1
        distance: i64 = 0
        while distance <= MOST_AWAY:
            first[distance] = UNKNOWN
            distance += 1
        entries: i64 = 0
        sources: i64 = self.sources[railroad]
        while sources > 0:
            source: i64 = sources & 4095
            sources >>= 12
            if source > 0:
                distance = (source - 1) >> ROOM_BITS
                city = (source - 1) & (ROOM - 1)
                if distance < away[row + city]:
                    away[row + city] = distance
                    self.step[row + city] = 0
                    self.cities[entries] = city
                    self.next[entries] = first[distance]
                    first[distance] = entries
                    entries += 1
        return entries

    def _spread(self, components: Components, railroad: i64) -> None:
        """Work out a railroad's distances: Dial's algorithm, a list of cities for each distance."""
        entries = self._begin(railroad)
        away = self.away
        steps = self.step
        first = self.first
        cities = self.cities
        following = self.next
        ways = self.ways
        way_first = components.way_first
        open_to = self.open
        row: i64 = ROOM * railroad
        standing: i64 = 0
        entry: i64 = first[0]
        while entry >= 0:
            standing += 1
            entry = following[entry]
        found: i64 = 0
        distance: i64 = 0
        while distance <= MOST_AWAY:
            entry = first[distance]
            while entry >= 0:
                city: i64 = cities[entry]
                if away[row + city] == distance:
                    found += 1
                    step: i64 = steps[row + city]
                    at: i64 = way_first[city]
                    end: i64 = way_first[city + 1]
                    while at < end:
                        way: i64 = ways[at]
                        if (open_to[way & LINK_BITS] >> railroad) & 1:
                            to: i64 = row + (way >> TO_AT)
                            far: i64 = distance + ((way >> SPACES_AT) & SPACES_BITS)
                            if far < away[to] and far <= MOST_AWAY:
                                away[to] = far
                                steps[to] = step if step > 0 else at + 1
                                cities[entries] = to - row
                                following[entries] = first[far]
                                first[far] = entries
                                entries += 1
                        at += 1
                entry = following[entry]
            distance += 1
        self.found[railroad] = found - standing


def seats_after(position: Position, seat: i64, cell: i64) -> i64:
    """How many seats to the left of the one in a cell, `FIRST` or `TURN`, a seat sits."""
    away: i64 = seat - position.cells[cell]
    return away + position.seats() if away < 0 else away


def has_had_turn(position: Position, seat: i64) -> bool:
    """Whether the turn has passed beyond a seat in this phase."""
    order = seats_after(position, seat, state.FIRST)
    return order < seats_after(position, position.cells[state.TURN], state.FIRST)


def is_doubled(position: Position, seat: i64) -> bool:
    """Whether a seat has a double turn, or has selected the card for one."""
    cells = position.cells
    at: i64 = state.block(seat)
    return cells[at + state.DOUBLE_TURN] > 0 or cells[at + state.CHOSEN] > position.components.cards


def lays_to_come(position: Position, seat: i64) -> i64:
    """How many pieces a seat may still lay in this round."""
    cells = position.cells
    phase: i64 = cells[state.PHASE]
    each: i64 = 2 if is_doubled(position, seat) else 1
    if phase <= state.REVEALING:
        return 2 * each
    if phase > state.EXCHANGE_DEAL:
        return 0
    lays: i64 = each if phase == state.LAY_ONE else 0
    early = phase > state.LAY_TWO and cells[state.EARLY_EXCHANGE] > 0
    if early or not has_had_turn(position, seat):
        lays += each
        if seat == cells[state.TURN]:
            lays -= cells[state.LAID]
    return lays


assert MOST_CITIES < ROOM
assert (RAILROADS, MOST_LINKS <= LINK_BITS) == (actions.RAILROAD_COUNT, True)
