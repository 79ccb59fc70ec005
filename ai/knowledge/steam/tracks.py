"""Which tiles of Steam are usually worth laying: those that lead from stop to stop, cheaply."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.distances import Distances
from railhead.ai.knowledge.steam.weights import BLOCKED, CHANGED, GOODS_SHARE, LEAST, MOST_WANTED
from railhead.games.packing import FIRST, PARAMETER_BITS, SECOND, THIRD
from railhead.games.steam import state
from railhead.games.steam.components import Components
from railhead.games.steam.geography import MOST_STOPS
from railhead.games.steam.rules.build import ground_cost, tiles_left
from railhead.games.steam.rules.track import faced, follow, has_link_at, opposite
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT, TOWN_CENTRE
from railhead.games.vectors import vec

ENDS: Final = 7
"""A track ends at one of six edges, or in a town's centre."""
MOST_COST: Final[i64] = 80
UNKNOWN: Final = -1


@final
class Tracks:
    """The weights of new track, for one decision after the other.

    `begin` comes before the builds of a decision. What a stop, a track on a hex and a price are
    worth is found once: of a hex's tiles, listed one behind the other, many share their tracks.
    Raises `KeyError` where one of `weights` is missing.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.complete: float = weights["complete"]
        self.reach: float = weights["reach"]
        self.further: float = weights["beyond"]
        self.joined: float = weights["joined"]
        self.wanted: float = weights["wanted"]
        self.near: Distances | None = None
        self.components: Components | None = None
        self.liked: vec[float] = vec[float]([-1.0] * MOST_STOPS)
        self.fading: vec[float] = vec[float]([-1.0] * MOST_COST)
        self.worth: vec[float] = vec[float]([0.0] * (6 * ENDS))
        """The weights of the tracks on the hex at hand, by edge and end."""
        self.weighed: vec[i64] = vec[i64]([0] * (6 * ENDS))
        """For which hex, in order of weighing, each of them was found."""
        self.led: vec[i64] = vec[i64]([0] * 6)
        """The stops that the edges of the hex at hand lead to."""
        self.followed: vec[i64] = vec[i64]([0] * 6)
        self.hexes: i64 = 0
        self.place: i64 = UNKNOWN
        self.ground: i64 = 0
        """What the hex at hand costs beside the exits."""
        self.seat: i64 = 0
        self.price: float = 0.0
        self.left: i64 = 0

    def begin(self, position: Position, seat: i64, price: float) -> None:
        """A new decision of a seat to whom a dollar is worth `price`."""
        if self.near is None or self.components is not position.components:
            self.near = Distances(position.components)
            self.components = position.components
        self.seat = seat
        self.price = price
        self.left = tiles_left(position, seat)
        self.place = UNKNOWN
        for index in range(position.land.stop_count):
            self.liked[index] = -1.0
        for index in range(MOST_COST):
            self.fading[index] = -1.0

    def weight(self, position: Position, near: Distances, action: i64) -> float:
        """A tile by what its new tracks lead to, less for its price."""
        tiles = position.components.tiles
        other_end = tiles.other_end
        place: i64 = (action >> FIRST) & PARAMETER_BITS
        pattern: i64 = tiles.pattern_of[
            6 * ((action >> SECOND) & PARAMETER_BITS) + ((action >> THIRD) & PARAMETER_BITS)
        ]
        old: i64 = position.pattern(place)
        if place != self.place:
            self.turn_to(position, place)
        total = 0.0
        for edge in range(EDGE_COUNT):
            end: i64 = other_end[6 * pattern + edge]
            if end > edge and other_end[6 * old + edge] != end:
                index: i64 = ENDS * edge + end
                if self.weighed[index] != self.hexes:
                    self.weighed[index] = self.hexes
                    if end == TOWN_CENTRE:
                        self.worth[index] = self.town_exit(position, near, edge)
                    else:
                        self.worth[index] = self.track(position, near, edge, end)
                total += self.worth[index]
        if total < 0.0:
            return LEAST
        if old > 0:
            total *= CHANGED
        return LEAST + total * self.fade(self.ground + tiles.exit_count[pattern])

    def turn_to(self, position: Position, place: i64) -> None:
        """Come to the next hex."""
        self.place = place
        self.hexes += 1
        self.ground = ground_cost(position, place)

    def fade(self, cost: i64) -> float:
        """What is left of a weight at a price."""
        if self.fading[cost] < 0.0:
            self.fading[cost] = math.exp(-self.price * float(cost))
        return self.fading[cost]

    def leads(self, position: Position, edge: i64) -> i64:
        """The stop that the edge of the hex at hand leads to."""
        if self.followed[edge] != self.hexes:
            self.followed[edge] = self.hexes
            self.led[edge] = follow(position, self.place, edge)
        return self.led[edge]

    def track(self, position: Position, near: Distances, one: i64, other: i64) -> float:
        """A new or turned track: one end leads to a stop, the other to another or on."""
        start: i64 = self.leads(position, one)
        end: i64 = self.leads(position, other)
        if start >= 0 and end >= 0:
            liked = self.liking(position, start) * self.liking(position, end)
            return self.complete * liked * self.demand(position, start, end)
        if start < 0:
            return self.leading(position, near, one, end)
        return self.leading(position, near, other, start)

    def leading(self, position: Position, near: Distances, open_edge: i64, start: i64) -> float:
        """A track from the stop `start` that goes on over `open_edge`."""
        beyond: i64 = position.land.neighbour[6 * self.place + open_edge]
        if start < 0 or beyond < 0:
            return LEAST
        needed: i64 = near.to_stop(beyond, start)
        if needed == 0 and not position.is_city(beyond):
            needed = 1
        weight = self.reach / float(1 + needed)
        if needed > self.left - 1:
            weight *= self.further
        if (
            position.pattern(beyond) > 0
            and faced(position, self.place, open_edge) == state.NO_TRACK
        ):
            weight *= BLOCKED
        target: i64 = near.stop_near(beyond, start)
        if target >= 0:
            weight *= self.demand(position, start, target)
        return weight * self.liking(position, start)

    def town_exit(self, position: Position, near: Distances, edge: i64) -> float:
        """A new exit of a town: it completes a link, or leads on."""
        met: i64 = faced(position, self.place, edge)
        if met == self.seat + state.FIRST_OWNER:
            return self.complete * self.joined
        if met != state.NO_TRACK:
            return -0.5
        beyond: i64 = position.land.neighbour[6 * self.place + edge]
        far: i64 = near.to_stop(beyond, position.land.stop_at[self.place])
        return self.reach * self.further / float(1 + far)

    def demand(self, position: Position, one: i64, other: i64) -> float:
        """More for two stops of which one has goods for the other."""
        cubes: i64 = 0
        colour: i64 = position.colour_of(one)
        if colour > 0:
            cubes += position.cells[state.stop_cell(other) + state.CUBES + colour - 1]
        colour = position.colour_of(other)
        if colour > 0:
            cubes += position.cells[state.stop_cell(one) + state.CUBES + colour - 1]
        return 1.0 + self.wanted * float(cubes if cubes < MOST_WANTED else MOST_WANTED)

    def liking(self, position: Position, stop: i64) -> float:
        """A stop with own links is better, one with goods too."""
        known = self.liked[stop]
        if known >= 0.0:
            return known
        weight = self.joined if serves(position, self.seat, stop) else 1.0
        at: i64 = state.stop_cell(stop) + state.CUBES
        goods: i64 = 0
        for colour in range(state.COLOUR_COUNT):
            goods += position.cells[at + colour]
        weight *= 1.0 + GOODS_SHARE * float(goods)
        self.liked[stop] = weight
        return weight


def serves(position: Position, seat: i64, stop: i64) -> bool:
    """Whether the seat owns track at a stop."""
    code: i64 = seat + state.FIRST_OWNER
    if position.colour_of(stop) == 0:
        return has_link_at(position, code, stop)
    centre: i64 = position.land.stop_hex[stop]
    for edge in range(EDGE_COUNT):
        beyond: i64 = position.land.neighbour[6 * centre + edge]
        if beyond >= 0 and position.exit(beyond, opposite(edge)) == code:
            return True
    return False
