"""Where every seat's network can still grow: the stops that new links would lead to."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.link_graph import LinkGraph
from railhead.ai.knowledge.steam.track_networks import TrackNetworks, goods_of
from railhead.games.game import SEATS
from railhead.games.steam import state
from railhead.games.steam.components import Components
from railhead.games.steam.geography import MOST_STOPS, Geography
from railhead.games.steam.rules.build import TILE_LIMIT
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT
from railhead.games.vectors import vec, vector

NO_HEX: Final = -1
ALL_COLOURS: Final = 31


@final
class Ways:
    """The ways of a map from one stop to another past no third: what one turn can lay.

    Pair n is the stops `one[n]` and `other[n]`; its ways are those from `first[n]` up to and
    without `first[n + 1]`, and way m the `TILE_LIMIT` entries of `hexes` from that many times m on,
    `NO_HEX` behind the last.
    """

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        land = components.land
        one: list[int] = []
        other: list[int] = []
        first = [0]
        hexes: list[int] = []
        for stop in range(int(land.stop_count)):
            for beyond, ways in sorted(ways_from(land, stop).items()):
                if beyond > stop:
                    one.append(stop)
                    other.append(beyond)
                    for way in ways:
                        hexes += way + [NO_HEX] * (int(TILE_LIMIT) - len(way))
                    first.append(len(hexes) // int(TILE_LIMIT))
        self.one: vec[i64] = vector(one)
        self.other: vec[i64] = vector(other)
        self.first: vec[i64] = vector(first)
        self.hexes: vec[i64] = vector(hexes)


def ways_from(land: Geography, stop: int) -> dict[int, list[list[int]]]:
    """The ways from a stop by where they lead, the hexes between, the shortest ones first."""
    found: dict[int, list[list[int]]] = {}
    start = int(land.stop_hex[stop])
    ways: list[list[int]] = [[]]
    for _ in range(int(TILE_LIMIT) + 1):
        longer: list[list[int]] = []
        for way in ways:
            place = way[-1] if way else start
            for edge in range(EDGE_COUNT):
                beyond = int(land.neighbour[EDGE_COUNT * place + edge])
                if beyond < 0 or beyond == start or beyond in way:
                    continue
                reached = int(land.stop_at[beyond])
                if reached < 0:
                    longer.append([*way, beyond])
                elif way:
                    found.setdefault(reached, []).append(way)
        ways = longer
    return found


@final
class Expansion:
    """What is around the networks of all seats of one position after the other.

    By seat: `ways` counts the links that could be laid from a stop with own links, `stops` the
    further stops that they would lead to, and `goods` the cubes in those of these where nobody has
    a link. `own_goods` are the cubes in cities where nobody else has one, and `shared_goods` those
    in all cities with own links, each city's divided by the seats with links there, in halves.
    """

    def __init__(self) -> None:
        self.near: Ways | None = None
        self.ways: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.stops: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.goods: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.own_goods: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.shared_goods: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.masks: vec[i64] = vec[i64]([2**stop for stop in range(MOST_STOPS)])
        self.reached: vec[i64] = vec[i64]([0] * state.BLOCKS)
        """By seat, a mask of the further stops."""
        self.beyond: vec[i64] = vec[i64]([0] * MOST_STOPS)
        """By stop, a mask of the stops that a new link could lead to."""
        self.linked: vec[i64] = vec[i64]([0] * MOST_STOPS)
        """By stop, a mask of the stops with a link from there."""

    def find(self, position: Position, graph: LinkGraph, networks: TrackNetworks) -> None:
        """Fill everything for a position, its complete links and what the seats have."""
        near = self.near
        if near is None or near.components is not position.components:
            near = Ways(position.components)
            self.near = near
        seats: i64 = position.cells[SEATS]
        served: i64 = 0
        seat: i64 = 0
        while seat < seats:
            served |= networks.served[seat]
            seat += 1
        self._find_ways(position, graph, near, served)
        seat = 0
        while seat < seats:
            self._count_ways(networks.served[seat], seat)
            self.goods[seat] = 0
            self.own_goods[seat] = 0
            self.shared_goods[seat] = 0
            seat += 1
        self._count_goods(position, networks, seats)

    def _find_ways(self, position: Position, graph: LinkGraph, near: Ways, served: i64) -> None:
        """Fill `beyond` for the stops `served`: a way is open where no tile lies on it and no link
        joins its ends.
        """
        masks = self.masks
        beyond = self.beyond
        linked = self.linked
        stops: i64 = position.land.stop_count
        line: i64 = 0
        stop: i64 = 0
        while stop < stops:
            beyond[stop] = 0
            mask: i64 = 0
            end: i64 = graph.first[stop + 1]
            while line < end:
                mask |= masks[graph.target[line]]
                line += 1
            linked[stop] = mask
            stop += 1
        self._open(position, near, served)

    def _open(self, position: Position, near: Ways, served: i64) -> None:
        """Go through all pairs of stops of which one is among those `served`."""
        masks = self.masks
        beyond = self.beyond
        linked = self.linked
        one = near.one
        other = near.other
        first = near.first
        pair: i64 = 0
        pairs: i64 = i64(len(one))
        while pair < pairs:
            here: i64 = one[pair]
            there: i64 = masks[other[pair]]
            if (masks[here] | there) & served != 0 and linked[here] & there == 0:
                way: i64 = first[pair]
                end: i64 = first[pair + 1]
                while way < end and not is_free(position, near.hexes, TILE_LIMIT * way):
                    way += 1
                if way < end:
                    beyond[here] |= there
                    beyond[other[pair]] |= masks[here]
            pair += 1

    def _count_ways(self, served: i64, seat: i64) -> None:
        """Set `ways` and `stops` of a seat that has links at the stops `served`."""
        beyond = self.beyond
        ways: i64 = 0
        reached: i64 = 0
        stop: i64 = 0
        rest: i64 = served
        while rest != 0:
            if rest & 1 != 0:
                ways += ones(beyond[stop])
                reached |= beyond[stop]
            rest >>= 1
            stop += 1
        self.ways[seat] = ways
        self.stops[seat] = ones(reached & ~served)
        self.reached[seat] = reached & ~served

    def _count_goods(self, position: Position, networks: TrackNetworks, seats: i64) -> None:
        """Share the cubes of every city out to those who have links there, or could have."""
        cells = position.cells
        masks = self.masks
        at: i64 = state.STOPS
        for stop in range(position.land.stop_count):
            if cells[at] > 0:
                self._share(networks, masks[stop], goods_of(position, at, ALL_COLOURS), seats)
            at += state.STOP_CELLS

    def _share(self, networks: TrackNetworks, mask: i64, goods: i64, seats: i64) -> None:
        linked: i64 = 0
        for seat in range(seats):
            if networks.served[seat] & mask != 0:
                linked += 1
        for seat in range(seats):
            if linked == 0:
                if self.reached[seat] & mask != 0:
                    self.goods[seat] += goods
            elif networks.served[seat] & mask != 0:
                self.shared_goods[seat] += 2 * goods // linked
                if linked == 1:
                    self.own_goods[seat] += goods


def is_free(position: Position, hexes: vec[i64], at: i64) -> bool:
    """Whether no tile lies on the way whose hexes begin at `at`."""
    cells = position.cells
    end: i64 = at + TILE_LIMIT
    while at < end:
        place: i64 = hexes[at]
        if place < 0:
            return True
        if cells[position.tile_at + place] > 0:
            return False
        at += 1
    return True


def ones(mask: i64) -> i64:
    """How many bits of a mask are 1."""
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


assert ALL_COLOURS == 2**state.COLOUR_COUNT - 1
