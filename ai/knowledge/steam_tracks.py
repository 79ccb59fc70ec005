"""Which tiles of Steam are usually worth laying: those that lead from stop to stop, cheaply."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from ai.knowledge.steam_network import Distances
from games.steam.geography import MOST_STOPS
from games.steam.rules.build import tiles_left
from games.steam.rules.lay import cost
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

GOODS_SHARE: Final = 0.12
"""How much more each cube makes a stop liked."""
MOST_WANTED: Final = 3
BLOCKED: Final = 0.2
CHANGED: Final = 0.5
LEAST: Final = 0.01


@final
class TrackWeights:
    """The weights of new track. Raises `KeyError` where one of `weights` is missing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.complete: float = weights["complete"]
        self.reach: float = weights["reach"]
        self.beyond: float = weights["beyond"]
        self.joined: float = weights["joined"]
        self.wanted: float = weights["wanted"]
        self.unknown: vec[float] = vec[float]([-1.0] * MOST_STOPS)
        """One entry for each stop, to be copied."""


@final
class Tracks:
    """The builds of one decision; what a stop is worth is found once."""

    def __init__(
        self, weights: TrackWeights, near: Distances, state: Position, seat: i64, price: float
    ) -> None:
        self.weights: TrackWeights = weights
        self.near: Distances = near
        self.state: Position = state
        self.seat: i64 = seat
        self.price: float = price
        self.left: i64 = tiles_left(state, seat)
        self.liked: vec[float] = weights.unknown[:]

    def weight(self, action: i64) -> float:
        """A tile by what its new tracks lead to, less for its price."""
        state = self.state
        tiles = state.tables.tiles
        place: i64 = (action >> 8) & 1023
        pattern: i64 = tiles.pattern_of[6 * ((action >> 18) & 1023) + ((action >> 28) & 1023)]
        old: i64 = state.pattern(place)
        total = 0.0
        edge: i64 = 0
        while edge < 6:
            end: i64 = tiles.other_end[6 * pattern + edge]
            if end >= 0 and tiles.other_end[6 * old + edge] != end:
                if end == TOWN_CENTRE:
                    total += self.town_exit(place, edge)
                elif edge < end:
                    total += self.track(place, edge, end)
            edge += 1
        if total < 0.0:
            return LEAST
        if old > 0:
            total *= CHANGED
        return LEAST + total * math.exp(-self.price * float(cost(state, place, pattern)))

    def track(self, place: i64, one: i64, other: i64) -> float:
        """A new or turned track: one end leads to a stop, the other to another or on."""
        start: i64 = follow(self.state, place, one)
        end: i64 = follow(self.state, place, other)
        if start >= 0 and end >= 0:
            liked = self.liking(start) * self.liking(end)
            return self.weights.complete * liked * self.demand(start, end)
        if start < 0:
            return self.leading(place, one, end)
        return self.leading(place, other, start)

    def leading(self, place: i64, open_edge: i64, start: i64) -> float:
        """A track from the stop `start` that goes on over `open_edge`."""
        state = self.state
        beyond: i64 = state.land.neighbour[6 * place + open_edge]
        if start < 0 or beyond < 0:
            return LEAST
        needed: i64 = self.near.to_stop(beyond, start)
        if needed == 0 and not state.is_city(beyond):
            needed = 1
        weight = self.weights.reach / float(1 + needed)
        if needed > self.left - 1:
            weight *= self.weights.beyond
        if state.pattern(beyond) > 0 and faced(state, place, open_edge) == NO_TRACK:
            weight *= BLOCKED
        target: i64 = self.near.stop_near(beyond, start)
        if target >= 0:
            weight *= self.demand(start, target)
        return weight * self.liking(start)

    def town_exit(self, place: i64, edge: i64) -> float:
        """A new exit of a town: it completes a link, or leads on."""
        met: i64 = faced(self.state, place, edge)
        if met == self.seat + FIRST_OWNER:
            return self.weights.complete * self.weights.joined
        if met != NO_TRACK:
            return -0.5
        beyond: i64 = self.state.land.neighbour[6 * place + edge]
        far: i64 = self.near.to_stop(beyond, self.state.land.stop_at[place])
        return self.weights.reach * self.weights.beyond / float(1 + far)

    def demand(self, one: i64, other: i64) -> float:
        """More for two stops of which one has goods for the other."""
        state = self.state
        cubes: i64 = 0
        colour: i64 = state.colour_of(one)
        if colour > 0:
            cubes += state.cells[stop_cell(other) + CUBES + colour - 1]
        colour = state.colour_of(other)
        if colour > 0:
            cubes += state.cells[stop_cell(one) + CUBES + colour - 1]
        return 1.0 + self.weights.wanted * float(cubes if cubes < MOST_WANTED else MOST_WANTED)

    def liking(self, stop: i64) -> float:
        """A stop with own links is better, one with goods too."""
        known = self.liked[stop]
        if known >= 0.0:
            return known
        weight = self.weights.joined if serves(self.state, self.seat, stop) else 1.0
        at: i64 = stop_cell(stop) + CUBES
        goods: i64 = 0
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            goods += self.state.cells[at + colour]
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
