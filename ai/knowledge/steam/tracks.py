"""Which tiles of Steam are usually worth laying: those that lead from stop to stop, cheaply."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from ai.knowledge.steam.features import Distances
from ai.knowledge.steam.weights import BLOCKED, CHANGED, GOODS_SHARE, LEAST, MOST_WANTED
from games.steam.components import Components
from games.steam.geography import MOST_STOPS
from games.steam.rules.build import ground_cost, tiles_left
from games.steam.rules.track import faced, follow, has_link_at, opposite
from games.steam.state import (
    COLOUR_COUNT,
    CUBES,
    FIRST_OWNER,
    NO_TRACK,
    Position,
    stop_cell,
)
from games.steam.tiles import TOWN_CENTRE
from games.vectors import vec

ENDS: Final = 7
"""A track ends at one of six edges, or in a town's centre."""
MOST_COST: Final = 80
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

    def begin(self, state: Position, seat: i64, price: float) -> None:
        """A new decision of a seat to whom a dollar is worth `price`."""
        if self.near is None or self.components is not state.components:
            self.near = Distances(state.components)
            self.components = state.components
        self.seat = seat
        self.price = price
        self.left = tiles_left(state, seat)
        self.place = UNKNOWN
        index: i64 = 0
        while index < state.land.stop_count:
            self.liked[index] = -1.0
            index += 1
        index = 0
        while index < MOST_COST:
            self.fading[index] = -1.0
            index += 1

    def weight(self, state: Position, near: Distances, action: i64) -> float:
        """A tile by what its new tracks lead to, less for its price."""
        tiles = state.components.tiles
        other_end = tiles.other_end
        place: i64 = (action >> 8) & 1023
        pattern: i64 = tiles.pattern_of[6 * ((action >> 18) & 1023) + ((action >> 28) & 1023)]
        old: i64 = state.pattern(place)
        if place != self.place:
            self.turn_to(state, place)
        total = 0.0
        edge: i64 = 0
        while edge < 6:
            end: i64 = other_end[6 * pattern + edge]
            if end > edge and other_end[6 * old + edge] != end:
                index: i64 = ENDS * edge + end
                if self.weighed[index] != self.hexes:
                    self.weighed[index] = self.hexes
                    if end == TOWN_CENTRE:
                        self.worth[index] = self.town_exit(state, near, edge)
                    else:
                        self.worth[index] = self.track(state, near, edge, end)
                total += self.worth[index]
            edge += 1
        if total < 0.0:
            return LEAST
        if old > 0:
            total *= CHANGED
        return LEAST + total * self.fade(self.ground + tiles.exit_count[pattern])

    def turn_to(self, state: Position, place: i64) -> None:
        """Come to the next hex."""
        self.place = place
        self.hexes += 1
        self.ground = ground_cost(state, place)

    def fade(self, cost: i64) -> float:
        """What is left of a weight at a price."""
        if self.fading[cost] < 0.0:
            self.fading[cost] = math.exp(-self.price * float(cost))
        return self.fading[cost]

    def leads(self, state: Position, edge: i64) -> i64:
        """The stop that the edge of the hex at hand leads to."""
        if self.followed[edge] != self.hexes:
            self.followed[edge] = self.hexes
            self.led[edge] = follow(state, self.place, edge)
        return self.led[edge]

    def track(self, state: Position, near: Distances, one: i64, other: i64) -> float:
        """A new or turned track: one end leads to a stop, the other to another or on."""
        start: i64 = self.leads(state, one)
        end: i64 = self.leads(state, other)
        if start >= 0 and end >= 0:
            liked = self.liking(state, start) * self.liking(state, end)
            return self.complete * liked * self.demand(state, start, end)
        if start < 0:
            return self.leading(state, near, one, end)
        return self.leading(state, near, other, start)

    def leading(self, state: Position, near: Distances, open_edge: i64, start: i64) -> float:
        """A track from the stop `start` that goes on over `open_edge`."""
        beyond: i64 = state.land.neighbour[6 * self.place + open_edge]
        if start < 0 or beyond < 0:
            return LEAST
        needed: i64 = near.to_stop(beyond, start)
        if needed == 0 and not state.is_city(beyond):
            needed = 1
        weight = self.reach / float(1 + needed)
        if needed > self.left - 1:
            weight *= self.further
        if state.pattern(beyond) > 0 and faced(state, self.place, open_edge) == NO_TRACK:
            weight *= BLOCKED
        target: i64 = near.stop_near(beyond, start)
        if target >= 0:
            weight *= self.demand(state, start, target)
        return weight * self.liking(state, start)

    def town_exit(self, state: Position, near: Distances, edge: i64) -> float:
        """A new exit of a town: it completes a link, or leads on."""
        met: i64 = faced(state, self.place, edge)
        if met == self.seat + FIRST_OWNER:
            return self.complete * self.joined
        if met != NO_TRACK:
            return -0.5
        beyond: i64 = state.land.neighbour[6 * self.place + edge]
        far: i64 = near.to_stop(beyond, state.land.stop_at[self.place])
        return self.reach * self.further / float(1 + far)

    def demand(self, state: Position, one: i64, other: i64) -> float:
        """More for two stops of which one has goods for the other."""
        cubes: i64 = 0
        colour: i64 = state.colour_of(one)
        if colour > 0:
            cubes += state.cells[stop_cell(other) + CUBES + colour - 1]
        colour = state.colour_of(other)
        if colour > 0:
            cubes += state.cells[stop_cell(one) + CUBES + colour - 1]
        return 1.0 + self.wanted * float(cubes if cubes < MOST_WANTED else MOST_WANTED)

    def liking(self, state: Position, stop: i64) -> float:
        """A stop with own links is better, one with goods too."""
        known = self.liked[stop]
        if known >= 0.0:
            return known
        weight = self.joined if serves(state, self.seat, stop) else 1.0
        at: i64 = stop_cell(stop) + CUBES
        goods: i64 = 0
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            goods += state.cells[at + colour]
            colour += 1
        weight *= 1.0 + GOODS_SHARE * float(goods)
        self.liked[stop] = weight
        return weight


def serves(state: Position, seat: i64, stop: i64) -> bool:
    """Whether the seat owns track at a stop."""
    code: i64 = seat + FIRST_OWNER
    if state.colour_of(stop) == 0:
        return has_link_at(state, code, stop)
    centre: i64 = state.land.stop_hex[stop]
    edge: i64 = 0
    while edge < 6:
        beyond: i64 = state.land.neighbour[6 * centre + edge]
        if beyond >= 0 and state.exit(beyond, opposite(edge)) == code:
            return True
        edge += 1
    return False
