"""Which tiles a playout of Steam chooses among: those that go on from the builder's network."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.steam import actions, state
from railhead.games.steam.data_schema import MOST_HEXES
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
from railhead.games.steam.rules.track import opposite
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import BITS, EDGE_COUNT, NO_PAIR
from railhead.games.vectors import vec, vector


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
