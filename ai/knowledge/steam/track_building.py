"""Which tiles of Steam a playout chooses among, and which are usually worth laying.

Likely are those that go on from the builder's network; good ones lead from stop to stop, cheaply.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.stop_distances import StopDistances
from railhead.ai.knowledge.steam.weights import BLOCKED, CHANGED, GOODS_SHARE, LEAST, MOST_WANTED
from railhead.games.game import Actions
from railhead.games.packing import FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.steam import actions, state
from railhead.games.steam.components import Components
from railhead.games.steam.data_schema import MOST_HEXES
from railhead.games.steam.geography import MOST_STOPS
from railhead.games.steam.rules import growth, loops, turns
from railhead.games.steam.rules.build import (
    collect_improved,
    collect_with,
    ground_cost,
    legal_tracks,
    offer,
    short_shapes,
    tiles_left,
    town_sides,
    was_built_on,
    withheld,
)
from railhead.games.steam.rules.ground import barred_of, ground, starts_of
from railhead.games.steam.rules.money import means
from railhead.games.steam.rules.track import facing_code, follow, has_link_at, opposite
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import BITS, EDGE_COUNT, NO_PAIR, TOWN_CENTRE
from railhead.games.vectors import vec, vector

ENDS: Final = 7
"""A track ends at one of six edges, or in a town's centre."""
MOST_COST: Final[i64] = 80
UNKNOWN: Final = -1


@final
class LikelyBuilds:
    """The likely builds of one decision after the other.

    They lie at own open ends, in own towns, and around cities with own links; without any link,
    around every city. Left out are redirected ends, two tracks at once on an empty hex, and more
    than two new exits of a town.
    """

    def __init__(self) -> None:
        self.seen: vec[i64] = vec[i64]([0] * MOST_HEXES)
        """The decision in which a hex was last looked at."""
        self.decision: i64 = 0
        self.bits: vec[i64] = vector(BITS)
        self.code: i64 = 0
        self.money: i64 = 0
        self.short: i64 = 0
        self.words: vec[i64] = vec[i64]([0] * MOST_HEXES)
        """What the ground is to the builder, by hex."""

    def collect(self, position: Position, seat: i64, out: Actions) -> None:
        """Like `games.steam.rules.turns.collect_building`, with the likely tiles only."""
        if tiles_left(position, seat) > 0:
            self.decision += 1
            self.code = seat + state.FIRST_OWNER
            self.money = means(position, seat)
            self.short = short_shapes(position, -1)
            self.words = ground(position, self.code)
            if not self.own_network(position, out):
                self.all_cities(position, out)
            loops.withdraw(position, seat, out, 0)
        growth.collect(position, seat, out)
        if turns.may_finish(position, seat):
            out.add(actions.DONE)

    def own_network(self, position: Position, out: Actions) -> bool:
        """The hexes next to own track; whether there is any."""
        cells = position.cells
        land = position.land
        code: i64 = self.code
        exit_at: i64 = position.exit_at
        found = False
        for place in range(land.hex_count):
            word: i64 = cells[exit_at + place]
            owned = False
            edge: i64 = 0
            while word != 0:
                if word & state.OWNER_BITS == code:
                    owned = True
                    self.beyond(position, land.neighbour[6 * place + edge], edge, out)
                word >>= 4
                edge += 1
            if owned:
                found = True
                if land.stop_at[place] >= 0:
                    self.consider(position, place, out)
        return found

    def beyond(self, position: Position, place: i64, edge: i64, out: Actions) -> None:
        """Where own track leads over an edge: into a city, or on from an open end."""
        if place < 0:
            return
        stop: i64 = position.land.stop_at[place]
        if stop >= 0 and position.colour_of(stop) > 0:
            self.around(position, place, out)
        elif position.exit(place, opposite(edge)) == state.NO_TRACK:
            self.consider(position, place, out)

    def all_cities(self, position: Position, out: Actions) -> None:
        """The hexes around every city."""
        for stop in range(position.land.stop_count):
            if position.colour_of(stop) > 0:
                self.around(position, position.land.stop_hex[stop], out)

    def around(self, position: Position, centre: i64, out: Actions) -> None:
        """The hexes around a city."""
        if self.seen[centre] == self.decision:
            return
        self.seen[centre] = self.decision
        neighbour = position.land.neighbour
        for port in range(6 * centre, 6 * centre + 6):
            if neighbour[port] >= 0:
                self.consider(position, neighbour[port], out)

    def consider(self, position: Position, place: i64, out: Actions) -> None:
        """The likely tiles for a hex, unless it was considered before."""
        if self.seen[place] == self.decision:
            return
        self.seen[place] = self.decision
        if position.is_city(place):
            return
        pattern: i64 = position.pattern(place)
        if pattern > 0 and position.cells[state.SAME_HEX] == 0 and was_built_on(position, place):
            return
        word: i64 = self.words[place]
        if position.land.stop_at[place] >= 0:
            self.town(position, place, word, out)
        elif starts_of(word) != 0 and pattern == 0:
            tiles = position.components.tiles
            money: i64 = self.money - ground_cost(position, place)
            kept_back: i64 = withheld(position, self.short, money)
            legal: i64 = legal_tracks(position, place, starts_of(word), barred_of(word))
            collect_with(tiles, place, NO_PAIR, legal, kept_back, out)
        elif starts_of(word) != 0:
            kept: i64 = withheld(position, self.short, self.money)
            collect_improved(position, place, word, kept, out)

    def town(self, position: Position, place: i64, word: i64, out: Actions) -> None:
        """One or two new exits of a town."""
        tiles = position.components.tiles
        free, begun = town_sides(position, self.code, place, word)
        if free == 0:
            return
        present: i64 = tiles.exits[position.pattern(place)]
        money: i64 = self.money - ground_cost(position, place)
        kept_back: i64 = withheld(position, self.short, money)
        bits = self.bits
        for one in range(EDGE_COUNT):
            other: i64 = one
            while free & bits[one] != 0 and other < 6:
                added: i64 = bits[one] | bits[other]
                if free & bits[other] != 0 and added & begun != 0:
                    offer(tiles, place, tiles.town[present | added], kept_back, out)
                other += 1


@final
class TrackValues:
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
        self.near: StopDistances | None = None
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
            self.near = StopDistances(position.components)
            self.components = position.components
        self.seat = seat
        self.price = price
        self.left = tiles_left(position, seat)
        self.place = UNKNOWN
        for index in range(position.land.stop_count):
            self.liked[index] = -1.0
        for index in range(MOST_COST):
            self.fading[index] = -1.0

    def weight(self, position: Position, near: StopDistances, action: i64) -> float:
        """A tile by what its new tracks lead to, less for its price."""
        tiles = position.components.tiles
        other_end = tiles.other_end
        place: i64 = (action >> FIRST) & PARAMETER_MASK
        pattern: i64 = tiles.pattern_of[
            6 * ((action >> SECOND) & PARAMETER_MASK) + ((action >> THIRD) & PARAMETER_MASK)
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

    def track(self, position: Position, near: StopDistances, one: i64, other: i64) -> float:
        """A new or turned track: one end leads to a stop, the other to another or on."""
        start: i64 = self.leads(position, one)
        end: i64 = self.leads(position, other)
        if start >= 0 and end >= 0:
            liked = self.liking(position, start) * self.liking(position, end)
            return self.complete * liked * self.demand(position, start, end)
        if start < 0:
            return self.leading(position, near, one, end)
        return self.leading(position, near, other, start)

    def leading(self, position: Position, near: StopDistances, open_edge: i64, start: i64) -> float:
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
            and facing_code(position, self.place, open_edge) == state.NO_TRACK
        ):
            weight *= BLOCKED
        target: i64 = near.stop_near(beyond, start)
        if target >= 0:
            weight *= self.demand(position, start, target)
        return weight * self.liking(position, start)

    def town_exit(self, position: Position, near: StopDistances, edge: i64) -> float:
        """A new exit of a town: it completes a link, or leads on."""
        met: i64 = facing_code(position, self.place, edge)
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
