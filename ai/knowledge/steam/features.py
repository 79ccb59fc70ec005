"""How a Steam player's network stands: what it could deliver, and how far track has to go."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from games.game import SEATS
from games.steam.components import Tables
from games.steam.rules.goods import most_of_others
from games.steam.rules.track import END_BITS, END_MASK, NO_LINK, links
from games.steam.state import (
    COLOUR_COUNT,
    CUBES,
    FIRST_OWNER,
    STOP_CELLS,
    STOPS,
    Position,
    stop_cell,
)
from games.vectors import vec

FAR: Final = 9
MOST_POINTS: Final = 6


@final
class Distances:
    """For each hex the two nearest stops and how many tiles it takes to get there.

    A stop's own hex is 0 away. What lies there already is not considered.
    """

    def __init__(self, tables: Tables) -> None:
        land = tables.land
        hexes = int(land.hex_count)
        first = [-1] * hexes
        second = [-1] * hexes
        first_far = [FAR] * hexes
        second_far = [FAR] * hexes
        for stop in range(int(land.stop_count)):
            start = int(land.stop_hex[stop])
            reached = {start: 0}
            waiting = [start]
            for place in waiting:
                far = reached[place]
                if far < first_far[place]:
                    second[place], second_far[place] = first[place], first_far[place]
                    first[place], first_far[place] = stop, far
                elif far < second_far[place]:
                    second[place], second_far[place] = stop, far
                for edge in range(6):
                    beyond = int(land.neighbour[6 * place + edge])
                    if beyond >= 0 and beyond not in reached and far < FAR - 1:
                        reached[beyond] = far + 1
                        waiting.append(beyond)
        self.first: vec[i64] = vec[i64]([i64(n) for n in first])
        self.first_far: vec[i64] = vec[i64]([i64(n) for n in first_far])
        self.second: vec[i64] = vec[i64]([i64(n) for n in second])
        self.second_far: vec[i64] = vec[i64]([i64(n) for n in second_far])

    def stop_near(self, place: i64, origin: i64) -> i64:
        """The nearest stop other than `origin`, or -1."""
        if self.first[place] == origin:
            return self.second[place]
        return self.first[place]

    def to_stop(self, place: i64, origin: i64) -> i64:
        """The tiles from a hex to the nearest stop other than `origin`."""
        if self.first[place] == origin:
            return self.second_far[place]
        return self.first_far[place]


@final
class Network:
    """The complete links of a position, and the best deliveries of each seat over them."""

    def __init__(self, state: Position) -> None:
        self.state: Position = state
        self.links: vec[i64] = links(state)
        self.used: vec[i64] = state.tables.zeros[:]
        self.best: vec[i64] = state.tables.zeros[:]
        """The most own points by colour, from the city of the running walk."""
        self.counts: vec[i64] = state.tables.zeros[:]
        """How many cubes bring so many points at best."""
        self.owners_end: i64 = state.cells[SEATS] + FIRST_OWNER
        self.mover: i64 = 0
        self.level: i64 = 0

    def owned(self, code: i64) -> i64:
        """How many complete links the owner `code` has."""
        ends: i64 = 0
        port: i64 = 0
        count: i64 = i64(len(self.links))
        while port < count:
            if self.links[port] != NO_LINK and self.links[port] >> END_BITS == code:
                ends += 1
            port += 1
        return ends // 2

    def deliverable(self, seat: i64, level: i64) -> None:
        """Fill `counts` for a seat with a locomotive of this level."""
        state = self.state
        cells = state.cells
        self.mover = seat + FIRST_OWNER
        self.level = level if level < MOST_POINTS else MOST_POINTS
        points: i64 = 0
        while points <= MOST_POINTS:
            self.counts[points] = 0
            points += 1
        stop: i64 = 0
        while stop < state.land.stop_count:
            wanted: i64 = 0
            colour: i64 = 0
            at: i64 = stop_cell(stop) + CUBES
            while colour < COLOUR_COUNT:
                if cells[at + colour] > 0:
                    wanted |= 1 << colour
                self.best[colour] = 0
                colour += 1
            if wanted != 0:
                self.walk(stop, self.level, wanted, state.tables.stop_mask[stop])
                colour = 0
                while colour < COLOUR_COUNT:
                    self.counts[self.best[colour]] += cells[at + colour]
                    colour += 1
            stop += 1

    def walk(self, stop: i64, left: i64, wanted: i64, visited: i64) -> None:
        """Every route on from a stop with `left` more links, for the colours `wanted`."""
        used = self.used
        table = self.links
        mover: i64 = self.mover
        stop_mask = self.state.tables.stop_mask
        port: i64 = 6 * stop
        end: i64 = port + 6
        while port < end:
            link: i64 = table[port]
            port += 1
            if link == NO_LINK:
                continue
            target: i64 = (link & END_MASK) // 6
            if visited & stop_mask[target] != 0:
                continue
            owner: i64 = link >> END_BITS
            used[owner] += 1
            own: i64 = used[mover]
            ahead: i64 = most_of_others(used, mover, self.owners_end) - own
            if ahead < left:
                rest: i64 = wanted
                colour: i64 = self.state.cells[STOPS + STOP_CELLS * target] - 1
                if colour >= 0 and (wanted >> colour) & 1 != 0:
                    if ahead <= 0 and own > self.best[colour]:
                        self.best[colour] = own
                    rest &= ~(1 << colour)
                if rest != 0 and left > 1:
                    self.walk(target, left - 1, rest, visited | stop_mask[target])
            used[owner] -= 1
