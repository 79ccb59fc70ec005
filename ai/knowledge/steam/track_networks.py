"""What every seat's own network is: its links and parts, its open ends, the goods around it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.link_graph import LinkGraph
from railhead.ai.knowledge.steam.stop_distances import StopDistances
from railhead.games.game import SEATS
from railhead.games.steam import state
from railhead.games.steam.components import Components
from railhead.games.steam.geography import MOST_STOPS
from railhead.games.steam.rules.build import TILE_LIMIT
from railhead.games.steam.rules.track import follow
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT, TOWN_CENTRE
from railhead.games.vectors import vec, vector


@final
class Surroundings:
    """What of a map never changes: how far stops are, and which are near each other."""

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        self.distances: StopDistances = StopDistances(components)
        land = components.land
        near: list[int] = []
        for stop in range(int(land.stop_count)):
            start = int(land.stop_hex[stop])
            reached = {start}
            frontier = {start}
            for _ in range(TILE_LIMIT + 1):
                beyond = {
                    int(land.neighbour[EDGE_COUNT * place + edge])
                    for place in frontier
                    for edge in range(EDGE_COUNT)
                }
                frontier = beyond - reached - {-1}
                reached |= frontier
            stops = {int(land.stop_at[place]) for place in reached} - {-1, stop}
            near.append(sum(2**other for other in stops))
        self.near: vec[i64] = vector(near)
        """By stop, a mask of the stops that the tiles of one turn lead to, whatever lies there."""


@final
class TrackNetworks:
    """The networks of all seats of one position after the other.

    By seat: `links` are the complete ones, `parts` how many networks they are. Of the part with the
    most links `largest` is their number, `cities` how many it has, and `joinable` are the links of
    the parts near to it. `served` is a mask of all stops with own links. `matched` counts the cubes
    in the largest part of which another of its cities takes the colour, `near` those which one more
    link to a near stop would match. `open_ends` are incomplete links and `tiles_to_go` the fewest
    tiles that complete one, 0 without any.
    """

    def __init__(self) -> None:
        self.surroundings: Surroundings | None = None
        self.links: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.parts: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.largest: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.cities: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.joinable: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.served: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.matched: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.near: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.open_ends: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.tiles_to_go: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.masks: vec[i64] = vec[i64]([2**stop for stop in range(MOST_STOPS)])
        self.part: vec[i64] = vec[i64]([0] * MOST_STOPS)
        """By part of the seat at hand, a mask of its stops."""
        self.size: vec[i64] = vec[i64]([0] * MOST_STOPS)
        """By part, its links."""
        self.waiting: vec[i64] = vec[i64]([0] * MOST_STOPS)

    def find(self, position: Position, graph: LinkGraph) -> None:
        """Fill everything for a position and its complete links."""
        around = self.surroundings
        if around is None or around.components is not position.components:
            around = Surroundings(position.components)
            self.surroundings = around
        seats: i64 = position.cells[SEATS]
        seat: i64 = 0
        while seat < seats:
            self._find_parts(position, graph, around, seat)
            self.open_ends[seat] = 0
            self.tiles_to_go[seat] = 0
            seat += 1
        self._find_open_ends(position, around.distances)

    def _find_parts(
        self, position: Position, graph: LinkGraph, around: Surroundings, seat: i64
    ) -> None:
        """The complete links of a seat, part by part, and what the largest part has."""
        source = graph.source
        owner = graph.owner
        masks = self.masks
        code: i64 = seat + state.FIRST_OWNER
        served: i64 = 0
        parts: i64 = 0
        links: i64 = 0
        largest: i64 = 0
        line: i64 = 0
        end: i64 = graph.first[position.land.stop_count]
        while line < end:
            if owner[line] == code and served & masks[source[line]] == 0:
                self._flood(graph, source[line], code, parts)
                served |= self.part[parts]
                links += self.size[parts]
                if self.size[parts] > self.size[largest]:
                    largest = parts
                parts += 1
            line += 1
        self.links[seat] = links
        self.parts[seat] = parts
        self.served[seat] = served
        self.largest[seat] = self.size[largest] if parts > 0 else 0
        self.cities[seat] = 0
        self.joinable[seat] = 0
        self.matched[seat] = 0
        self.near[seat] = 0
        if parts > 0:
            self._find_goods(position, around, seat, self.part[largest])

    def _flood(self, graph: LinkGraph, stop: i64, code: i64, number: i64) -> None:
        """Fill `part` and `size` with the part that has this stop."""
        first = graph.first
        target = graph.target
        owner = graph.owner
        masks = self.masks
        waiting = self.waiting
        waiting[0] = stop
        part: i64 = masks[stop]
        ends: i64 = 0
        count: i64 = 1
        index: i64 = 0
        while index < count:
            line: i64 = first[waiting[index]]
            end: i64 = first[waiting[index] + 1]
            while line < end:
                if owner[line] == code:
                    ends += 1
                    beyond: i64 = target[line]
                    if part & masks[beyond] == 0:
                        part |= masks[beyond]
                        waiting[count] = beyond
                        count += 1
                line += 1
            index += 1
        self.part[number] = part
        self.size[number] = ends // 2

    def _find_goods(
        self, position: Position, around: Surroundings, seat: i64, members: i64
    ) -> None:
        """Cities and goods of the stops `members`, and of the stops near them."""
        cells = position.cells
        masks = self.masks
        stops: i64 = position.land.stop_count
        near: i64 = 0
        cities: i64 = 0
        colours: i64 = 0
        several: i64 = 0
        stop: i64 = 0
        while stop < stops:
            if members & masks[stop] != 0:
                near |= around.near[stop]
                colour: i64 = cells[state.STOPS + state.STOP_CELLS * stop]
                if colour > 0:
                    cities += 1
                    several |= colours & (1 << (colour - 1))
                    colours |= 1 << (colour - 1)
            stop += 1
        near &= ~members
        self.cities[seat] = cities
        for part in range(self.parts[seat]):
            if near & self.part[part] != 0:
                self.joinable[seat] += self.size[part]
        self._count_goods(position, seat, members, near, colours, several)

    def _count_goods(
        self,
        position: Position,
        seat: i64,
        members: i64,
        near: i64,
        colours: i64,
        several: i64,
    ) -> None:
        """`matched` and `near`; `several` of the `colours` are those of two cities or more."""
        cells = position.cells
        masks = self.masks
        stops: i64 = position.land.stop_count
        offered: i64 = 0
        stop: i64 = 0
        at: i64 = state.STOPS
        while stop < stops:
            if near & masks[stop] != 0 and cells[at] > 0:
                offered |= 1 << (cells[at] - 1)
            stop += 1
            at += state.STOP_CELLS
        offered &= ~colours
        matched: i64 = 0
        close: i64 = 0
        stop = 0
        at = state.STOPS
        while stop < stops:
            if cells[at] > 0:
                if members & masks[stop] != 0:
                    own: i64 = 1 << (cells[at] - 1)
                    matched += goods_of(position, at, colours & (~own | several))
                    close += goods_of(position, at, offered)
                elif near & masks[stop] != 0:
                    close += goods_of(position, at, colours)
            stop += 1
            at += state.STOP_CELLS
        self.matched[seat] = matched
        self.near[seat] = close

    def _find_open_ends(self, position: Position, distances: StopDistances) -> None:
        """Count the ends of incomplete links, and how far they have to go."""
        cells = position.cells
        neighbour = position.land.neighbour
        end: i64 = position.exit_at + position.land.hex_count
        at: i64 = position.exit_at
        while at < end:
            word: i64 = cells[at]
            edge: i64 = 0
            while word != 0:
                code: i64 = word & state.OWNER_BITS
                if code >= state.FIRST_OWNER:
                    beyond: i64 = neighbour[EDGE_COUNT * (at - position.exit_at) + edge]
                    across: i64 = edge + 3 if edge < 3 else edge - 3
                    if (
                        beyond >= 0
                        and (cells[position.exit_at + beyond] >> (4 * across)) & state.OWNER_BITS
                        == state.NO_TRACK
                        and not position.is_city(beyond)
                    ):
                        self._note_open_end(position, distances, at - position.exit_at, edge)
                word >>= 4
                edge += 1
            at += 1

    def _note_open_end(
        self, position: Position, distances: StopDistances, place: i64, edge: i64
    ) -> None:
        seat: i64 = position.exit(place, edge) - state.FIRST_OWNER
        back: i64 = position.components.tiles.other_end[EDGE_COUNT * position.pattern(place) + edge]
        start: i64 = position.land.stop_at[place]
        if back != TOWN_CENTRE:
            start = follow(position, place, back)
        tiles: i64 = distances.to_stop(position.land.neighbour[EDGE_COUNT * place + edge], start)
        if tiles == 0:
            tiles = 1  # a town takes a tile too
        self.open_ends[seat] += 1
        if self.tiles_to_go[seat] == 0 or tiles < self.tiles_to_go[seat]:
            self.tiles_to_go[seat] = tiles


def goods_of(position: Position, at: i64, wanted: i64) -> i64:
    """The cubes of the colours `wanted` in the city whose cells begin at `at`."""
    total: i64 = 0
    at += state.CUBES
    while wanted != 0:
        if wanted & 1 != 0:
            total += position.cells[at]
        at += 1
        wanted >>= 1
    return total
