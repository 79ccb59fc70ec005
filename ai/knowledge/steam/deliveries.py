"""What every seat could deliver over the links there are, found in one walk from each city.

A route is open to those who own as many of its links as anybody else, and at least one. So a route
to a city that takes the goods says for all seats at once who could use it, how long it is and what
it brings, whatever their locomotives. Towns are passed once, even where an option lets them be
passed twice.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.link_graph import LinkGraph
from railhead.games.game import SEATS
from railhead.games.steam import actions, state
from railhead.games.steam.geography import MOST_STOPS
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT
from railhead.games.vectors import vec

NOW: Final = 0
NEXT: Final = 1
BEST: Final = 2
KINDS: Final = 3
"""With the locomotive as it is, with one level more, and with the highest."""
POINTS: Final = 7
"""A delivery brings 0 to 6 points."""
OWNER_BITS: Final = 4
"""Of the links of a route, counted by owner's code."""
OWNER_MASK: Final = 15
NOBODY: Final = 32
LENGTH_BITS: Final = 3
COLOUR_BITS: Final = 17
STOP_BITS: Final = 6
STOP_MASK: Final = 63
SHIFT_AT: Final = 11
MOST_LINES: Final = EDGE_COUNT * MOST_STOPS
WHOLE: Final = 60
NAMED: Final = 2
"""A delivery of fewer points is not worth a contest."""


@final
class Deliveries:
    """The deliveries of all seats of one position after the other.

    `counts` has by seat, kind and points how many cubes bring so many points at best, and `fair` by
    seat and points the same for now, a cube that several could deliver as well as any counting as a
    part for each, in parts of `WHOLE`. By seat,
    `contested` is the number of cubes that somebody else too could deliver well, `given` what
    others get from the best delivery, and `fed` what the best ones of the others bring.
    """

    def __init__(self) -> None:
        self.counts: vec[i64] = vec[i64]([0] * (state.BLOCKS * KINDS * POINTS))
        self.fair: vec[i64] = vec[i64]([0] * (state.BLOCKS * POINTS))
        self.contested: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.given: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.fed: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.best: vec[i64] = vec[i64]([0] * state.BLOCKS)
        """By seat, eight times the points of the best delivery now, less its length."""
        self.shares: vec[i64] = vec[i64]([0] * state.BLOCKS)
        """By seat, the links of that delivery by owner's code."""
        self.levels: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.found: vec[i64] = vec[i64]([0] * (state.BLOCKS * COLOUR_BITS))
        """By colour's bit and seat, a bit for each points and length of a route from the city at
        hand.
        """
        self.worth: vec[i64] = vec[i64]([0] * state.BLOCKS)
        """By seat, the points of the cube at hand."""
        self.within: vec[i64] = vec[i64]([0] * (POINTS * MOST_STOPS))
        """By number of links and stop, the colours of the cities within so many links."""
        self.bits: vec[i64] = vec[i64]([2**number for number in range(MOST_STOPS)])
        """By number, for a shift of 1 by a variable is one of 32 bits when compiled."""
        self.first: vec[i64] = vec[i64]([0])
        self.words: vec[i64] = vec[i64]([0] * MOST_LINES)
        """By line, the stop at its other end; above it the bit of the colour that this takes, 0 for
        a town; and above that where its owner's links of a route are counted.
        """
        self.seats: i64 = 0
        self.deepest: i64 = 0

    def find(self, position: Position, graph: LinkGraph) -> None:
        """Fill everything for a position and its complete links."""
        self._begin(position)
        self._prepare(position, graph)
        cells = position.cells
        stops: i64 = position.land.stop_count
        leaving = graph.first
        within = self.within
        own_colour: i64 = cells[state.OWN_COLOUR]
        stop: i64 = 0
        at: i64 = state.STOPS
        while stop < stops:
            colour: i64 = cells[at + state.COLOUR]
            if colour > 0 and leaving[stop + 1] > leaving[stop]:
                wanted: i64 = 0
                for kind in range(state.COLOUR_COUNT):
                    if cells[at + state.CUBES + kind] > 0:
                        wanted |= 1 << kind
                if own_colour == 0:
                    wanted &= ~(1 << (colour - 1))
                wanted &= within[self.deepest * MOST_STOPS + stop]
                if wanted != 0:
                    self._walk(stop, self.deepest - 1, wanted, self.bits[stop], 0, 0)
                    self._count(position, at + state.CUBES)
            stop += 1
            at += state.STOP_CELLS
        self._share()

    def _begin(self, position: Position) -> None:
        """Forget the last position."""
        cells = position.cells
        self.seats = cells[SEATS]
        self.deepest = position.components.highest_locomotive
        counts = self.counts
        seat: i64 = 0
        index: i64 = 0
        while seat < self.seats:
            self.levels[seat] = cells[state.block(seat) + state.LOCOMOTIVE]
            self.contested[seat] = 0
            self.given[seat] = 0
            self.fed[seat] = 0
            self.best[seat] = 0
            self.shares[seat] = 0
            end: i64 = index + KINDS * POINTS
            while index < end:
                counts[index] = 0
                index += 1
            for points in range(POINTS):
                self.fair[POINTS * seat + points] = 0
            seat += 1

    def _prepare(self, position: Position, graph: LinkGraph) -> None:
        """What a walk asks of every line, and which colours are within how many links."""
        cells = position.cells
        stops: i64 = position.land.stop_count
        target = graph.target
        owner = graph.owner
        within = self.within
        self.first = graph.first
        stop: i64 = 0
        while stop < stops:
            colour: i64 = cells[state.STOPS + state.STOP_CELLS * stop]
            within[stop] = 1 << (colour - 1) if colour > 0 else 0
            stop += 1
        line: i64 = 0
        end: i64 = graph.first[stops]
        while line < end:
            shift: i64 = NOBODY  # links that nobody owns are counted where nobody looks
            if owner[line] >= state.FIRST_OWNER:
                shift = OWNER_BITS * (owner[line] - state.FIRST_OWNER)
            takes: i64 = within[target[line]]
            self.words[line] = target[line] | (takes << STOP_BITS) | (shift << SHIFT_AT)
            line += 1
        self._spread(graph, stops)

    def _spread(self, graph: LinkGraph, stops: i64) -> None:
        """Fill `within` for one link and more."""
        first = graph.first
        target = graph.target
        within = self.within
        before: i64 = 0
        links: i64 = 0
        while links < self.deepest:
            stop: i64 = 0
            line: i64 = 0
            while stop < stops:
                colours: i64 = within[before + stop]
                end: i64 = first[stop + 1]
                while line < end:
                    colours |= within[before + target[line]]
                    line += 1
                within[before + MOST_STOPS + stop] = colours
                stop += 1
            before += MOST_STOPS
            links += 1

    def _walk(self, stop: i64, left: i64, wanted: i64, visited: i64, used: i64, most: i64) -> None:
        """Go on from `stop` by one link, and then by at most `left` more.

        `used` are the links of the route so far by owner, and `most` those of who has most of them.
        """
        words = self.words
        bits = self.bits
        line: i64 = self.first[stop]
        end: i64 = self.first[stop + 1]
        while line < end:
            word: i64 = words[line]
            beyond: i64 = word & STOP_MASK
            if visited & bits[beyond] == 0:
                shift: i64 = word >> SHIFT_AT
                taken: i64 = used + bits[shift]
                own: i64 = (taken >> shift) & OWNER_MASK
                if own < most or shift == NOBODY:
                    own = most
                arrived: i64 = wanted & (word >> STOP_BITS)
                if arrived != 0 and own > 0:
                    self._arrive(arrived, self.deepest - left, taken, own)
                if left > 0:
                    rest: i64 = (wanted - arrived) & self.within[left * MOST_STOPS + beyond]
                    if rest != 0:
                        self._walk(beyond, left - 1, rest, visited | bits[beyond], taken, own)
            line += 1

    def _arrive(self, colour: i64, length: i64, taken: i64, most: i64) -> None:
        """Goods of a colour, told by its bit, arrive over a route of so many links."""
        found = self.found
        bit: i64 = self.bits[(most << LENGTH_BITS) + length]
        value: i64 = (most << LENGTH_BITS) - length
        rest: i64 = taken
        at: i64 = state.BLOCKS * colour
        seat: i64 = 0
        while seat < self.seats:
            if rest & OWNER_MASK == most:
                found[at + seat] |= bit
                if value > self.best[seat] and length <= self.levels[seat]:
                    self.best[seat] = value
                    self.shares[seat] = taken
            rest >>= OWNER_BITS
            seat += 1

    def _count(self, position: Position, at: i64) -> None:
        """Count the cubes of the city at hand, which lie from `at` on, and forget its routes."""
        cells = position.cells
        found = self.found
        worth = self.worth
        levels = self.levels
        seats: i64 = self.seats
        for colour in range(state.COLOUR_COUNT):
            cubes: i64 = cells[at + colour]
            if cubes > 0:
                good: i64 = 0
                able: i64 = 0
                routes_at: i64 = state.BLOCKS << colour
                for seat in range(seats):
                    routes: i64 = found[routes_at + seat]
                    worth[seat] = 0
                    if routes != 0:
                        found[routes_at + seat] = 0
                        worth[seat] = self._note(seat, routes, levels[seat], cubes)
                        if worth[seat] > 0:
                            able += 1
                        if worth[seat] >= NAMED:
                            good += 1
                if able > 0:
                    self._divide(cubes, able, good)

    def _divide(self, cubes: i64, able: i64, good: i64) -> None:
        """Share out cubes that so many seats could deliver, and so many of them well."""
        for seat in range(self.seats):
            points: i64 = self.worth[seat]
            if points >= NAMED:
                self.fair[POINTS * seat + points] += WHOLE * cubes // good
                if good > 1:
                    self.contested[seat] += cubes
            elif points > 0:
                self.fair[POINTS * seat + points] += WHOLE * cubes // able

    def _note(self, seat: i64, routes: i64, level: i64, cubes: i64) -> i64:
        """Count cubes with these routes for a seat; what one of them brings now."""
        counts = self.counts
        at: i64 = KINDS * POINTS * seat
        now: i64 = most_points(routes, level)
        counts[at + now] += cubes
        counts[at + POINTS + most_points(routes, level + 1)] += cubes
        counts[at + 2 * POINTS + most_points(routes, self.deepest)] += cubes
        return now

    def _share(self) -> None:
        """Fill `given` and `fed` from everybody's best delivery."""
        seats: i64 = self.seats
        for seat in range(seats):
            rest: i64 = self.shares[seat]
            for other in range(seats):
                if other != seat:
                    self.given[seat] += rest & OWNER_MASK
                    self.fed[other] += rest & OWNER_MASK
                rest >>= OWNER_BITS


def most_points(routes: i64, level: i64) -> i64:
    """The most points of the routes with at most so many links; 0 without any."""
    points: i64 = level if level < actions.MOST_LINKS else actions.MOST_LINKS
    within: i64 = (2 << level) - 1
    while points > 0 and (routes >> (points << LENGTH_BITS)) & within == 0:
        points -= 1
    return points
