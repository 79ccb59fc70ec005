"""Which tiles a playout of Steam chooses among: those that go on from the builder's network."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from games.game import Actions
from games.steam.actions import DONE
from games.steam.geography import MOST_HEXES
from games.steam.rules import growth, turns
from games.steam.rules.build import (
    collect_improved,
    ground_cost,
    legal_tracks,
    offer,
    short_shapes,
    sides,
    tiles_left,
    town_sides,
    was_built_on,
)
from games.steam.rules.money import means
from games.steam.rules.track import opposite
from games.steam.state import (
    FIRST_OWNER,
    NO_TRACK,
    OWNER_BITS,
    SAME_HEX,
    Position,
)
from games.steam.tiles import BITS, PAIR_COUNT
from games.vectors import vec, vector


@final
class Builds:
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

    def collect(self, state: Position, seat: i64, out: Actions) -> None:
        """Like `games.steam.rules.turns.collect_building`, with the likely tiles only."""
        if tiles_left(state, seat) > 0:
            self.decision += 1
            self.code = seat + FIRST_OWNER
            self.money = means(state, seat)
            self.short = short_shapes(state, -1)
            if not self.own_network(state, out):
                self.all_cities(state, out)
        growth.collect(state, seat, out)
        if turns.may_finish(state, seat):
            out.add(DONE)

    def own_network(self, state: Position, out: Actions) -> bool:
        """The hexes next to own track; whether there is any."""
        cells = state.cells
        land = state.land
        code: i64 = self.code
        exit_at: i64 = state.exit_at
        found = False
        place: i64 = 0
        while place < land.hex_count:
            word: i64 = cells[exit_at + place]
            owned = False
            edge: i64 = 0
            while word != 0:
                if word & OWNER_BITS == code:
                    owned = True
                    self.beyond(state, land.neighbour[6 * place + edge], edge, out)
                word >>= 4
                edge += 1
            if owned:
                found = True
                if land.stop_at[place] >= 0:
                    self.consider(state, place, out)
            place += 1
        return found

    def beyond(self, state: Position, place: i64, edge: i64, out: Actions) -> None:
        """Where own track leads over an edge: into a city, or on from an open end."""
        if place < 0:
            return
        stop: i64 = state.land.stop_at[place]
        if stop >= 0 and state.colour_of(stop) > 0:
            self.around(state, place, out)
        elif state.exit(place, opposite(edge)) == NO_TRACK:
            self.consider(state, place, out)

    def all_cities(self, state: Position, out: Actions) -> None:
        """The hexes around every city."""
        stop: i64 = 0
        while stop < state.land.stop_count:
            if state.colour_of(stop) > 0:
                self.around(state, state.land.stop_hex[stop], out)
            stop += 1

    def around(self, state: Position, centre: i64, out: Actions) -> None:
        """The hexes around a city."""
        if self.seen[centre] == self.decision:
            return
        self.seen[centre] = self.decision
        neighbour = state.land.neighbour
        port: i64 = 6 * centre
        while port < 6 * centre + 6:
            if neighbour[port] >= 0:
                self.consider(state, neighbour[port], out)
            port += 1

    def consider(self, state: Position, place: i64, out: Actions) -> None:
        """The likely tiles for a hex, unless it was considered before."""
        if self.seen[place] == self.decision:
            return
        self.seen[place] = self.decision
        if state.is_city(place):
            return
        pattern: i64 = state.pattern(place)
        if pattern > 0 and state.cells[SAME_HEX] == 0 and was_built_on(state, place):
            return
        starts, foreign, closed = sides(state, self.code, place)
        if state.land.stop_at[place] >= 0:
            self.town(state, place, starts, closed, out)
        elif starts != 0 and pattern == 0:
            tiles = state.components.tiles
            money: i64 = self.money - ground_cost(state, place)
            legal: i64 = legal_tracks(state, place, starts, foreign | closed)
            pair: i64 = 0
            while pair < PAIR_COUNT:
                if (legal >> pair) & 1 != 0:
                    offer(state, place, tiles.single[pair], money, self.short, out)
                pair += 1
        elif starts != 0:
            barred: i64 = foreign | closed
            collect_improved(state, place, starts, barred, self.money, self.short, out)

    def town(self, state: Position, place: i64, starts: i64, closed: i64, out: Actions) -> None:
        """One or two new exits of a town."""
        tiles = state.components.tiles
        free, begun = town_sides(state, self.code, place, starts, closed)
        if free == 0:
            return
        present: i64 = tiles.exits[state.pattern(place)]
        money: i64 = self.money - ground_cost(state, place)
        bits = self.bits
        one: i64 = 0
        while one < 6:
            other: i64 = one
            while free & bits[one] != 0 and other < 6:
                added: i64 = bits[one] | bits[other]
                if free & bits[other] != 0 and added & begun != 0:
                    offer(state, place, tiles.town[present | added], money, self.short, out)
                other += 1
            one += 1
