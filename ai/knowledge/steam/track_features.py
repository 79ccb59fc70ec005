"""What a policy network is told of new track in Steam: where it leads, at what price."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.forecast import turns_left
from railhead.ai.knowledge.steam.stop_distances import StopDistances
from railhead.ai.knowledge.steam.track_building import serves
from railhead.ai.net.moves import MoveKeys
from railhead.games.packing import FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.steam import state
from railhead.games.steam.components import Components
from railhead.games.steam.geography import MOST_STOPS
from railhead.games.steam.rules.build import ground_cost, tiles_left
from railhead.games.steam.rules.track import facing_code, follow
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT, TOWN_CENTRE
from railhead.games.vectors import vec

MOST_LEFT: Final = 4
"""Turns to come are told apart up to so many."""
LEFT: Final = MOST_LEFT + 1

MOST_COST: Final = 12
MOST_FACING: Final = 3
MOST_CITIES: Final = 3
MOST_TOWNS: Final = 2
MOST_DEMAND: Final = 3
MOST_GOODS: Final = 6
MOST_OPEN: Final = 3
MOST_FAR: Final = 4
COLOURS: Final = 6
JOINED: Final = 3

COST_FROM: Final = 0
LAID_FROM: Final = COST_FROM + MOST_COST + 1
OWN_FACING_FROM: Final = LAID_FROM + 2 * 4
OTHER_FACING_FROM: Final = OWN_FACING_FROM + MOST_FACING + 1
UNOWNED_FACING_FROM: Final = OTHER_FACING_FROM + MOST_FACING + 1
CITIES_FROM: Final = UNOWNED_FACING_FROM + MOST_FACING + 1
TOWNS_FROM: Final = CITIES_FROM + MOST_CITIES + 1
COMPLETED_FROM: Final = TOWNS_FROM + MOST_TOWNS + 1
OPENED_FROM: Final = COMPLETED_FROM + 3 * LEFT
LINK_FROM: Final = OPENED_FROM + (MOST_OPEN + 1) * LEFT
LINK_KIND_FROM: Final = LINK_FROM + JOINED * (MOST_DEMAND + 1) * (LEFT)
NEW_GOODS_FROM: Final = LINK_KIND_FROM + 3
NEW_COLOUR_FROM: Final = NEW_GOODS_FROM + MOST_GOODS + 1
MATCHED_FROM: Final = NEW_COLOUR_FROM + COLOURS
WAY_FROM: Final = MATCHED_FROM + MOST_GOODS + 1
WAY_LEFT_FROM: Final = WAY_FROM + JOINED * (MOST_FAR + 1) * (MOST_DEMAND + 1)
JOIN_FROM: Final = WAY_LEFT_FROM + 2 * (MOST_FAR + 1)
NOTHING: Final = JOIN_FROM + 4
TRACK_KEYS: Final = NOTHING + 1


@final
class TrackFeatures:
    """Names the keys of tiles, from `first_other` on; `begin` comes before those of a decision."""

    def __init__(self, first_other: i64) -> None:
        self.first_other: i64 = first_other
        self.near: StopDistances | None = None
        self.components: Components | None = None
        self.joined: vec[i64] = vec[i64]([0] * MOST_STOPS)
        """Whether a seat serves a stop, or -1 where that is still to be found."""
        self.wanted: vec[i64] = vec[i64]([0] * COLOURS)
        """The cubes in stops that the seat serves, by colour."""
        self.left: i64 = 0
        self.place: i64 = -1
        self.old: i64 = 0
        self.ground: i64 = 0
        self.facing: vec[i64] = vec[i64]([0] * 6)
        """How many open ends at the hex are own, others', nobody's, and how many neighbours are
        cities and towns."""
        self.led: vec[i64] = vec[i64]([0] * 6)
        """The stops that the edges of the hex at hand lead to, or -1."""

    def begin(self, position: Position, seat: i64) -> None:
        """Forget what was found for the decision before; find what the own network holds."""
        if self.near is None or self.components is not position.components:
            self.near = StopDistances(position.components)
            self.components = position.components
        left: i64 = turns_left(position)
        self.left = left if left < MOST_LEFT else MOST_LEFT
        self.place = -1
        for colour in range(COLOURS):
            self.wanted[colour] = 0
        phase: i64 = position.cells[state.PHASE]
        if phase != state.BUILDING:
            return
        for stop in range(position.land.stop_count):
            serving: i64 = 1 if serves(position, seat, stop) else 0
            self.joined[stop] = serving
            if serving == 1:
                at: i64 = state.stop_cell(stop) + state.CUBES
                for colour in range(state.COLOUR_COUNT):
                    self.wanted[colour + 1] += position.cells[at + colour]

    def see_build(self, position: Position, seat: i64, action: i64, out: MoveKeys) -> None:
        """A tile: its price, what lies around it, and where each new track leads."""
        tiles = position.components.tiles
        first: i64 = self.first_other
        place: i64 = (action >> FIRST) & PARAMETER_MASK
        pattern: i64 = tiles.pattern_of[
            6 * ((action >> SECOND) & PARAMETER_MASK) + ((action >> THIRD) & PARAMETER_MASK)
        ]
        if place != self.place:
            self._turn_to(position, seat, place)
        old: i64 = self.old
        cost: i64 = self.ground + tiles.exit_count[pattern]
        out.choose(first + COST_FROM, cost, MOST_COST)
        laid: i64 = position.cells[state.LAID]
        out.choose(first + LAID_FROM + (4 if old > 0 else 0), laid, 3)
        facing = self.facing
        out.choose(first + OWN_FACING_FROM, facing[0], MOST_FACING)
        out.choose(first + OTHER_FACING_FROM, facing[1], MOST_FACING)
        out.choose(first + UNOWNED_FACING_FROM, facing[2], MOST_FACING)
        out.choose(first + CITIES_FROM, facing[3], MOST_CITIES)
        out.choose(first + TOWNS_FROM, facing[4], MOST_TOWNS)
        self._see_tracks(position, seat, pattern, out)

    def _see_tracks(self, position: Position, seat: i64, pattern: i64, out: MoveKeys) -> None:
        """Each new track of a tile."""
        first: i64 = self.first_other
        other_end = position.components.tiles.other_end
        completed: i64 = 0
        opened: i64 = 0
        tracks: i64 = 0
        for edge in range(EDGE_COUNT):
            end: i64 = other_end[6 * pattern + edge]
            if end <= edge or other_end[6 * self.old + edge] == end:
                continue
            tracks += 1
            start: i64 = self.led[edge]
            stop: i64 = position.land.stop_at[self.place] if end == TOWN_CENTRE else self.led[end]
            if start >= 0 and stop >= 0:
                completed += 1
                self._see_link(position, start, stop, out)
            else:
                opened += 1
                if end == TOWN_CENTRE or (start < 0 and stop >= 0):
                    self._see_way(position, seat, edge, stop, out)
                elif start >= 0:
                    self._see_way(position, seat, end, start, out)
            if end != TOWN_CENTRE:
                self._see_join(position, seat, end, out)
            self._see_join(position, seat, edge, out)
        if tracks == 0:
            out.add(first + NOTHING)
        out.add(first + COMPLETED_FROM + 3 * self.left + (completed if completed < 2 else 2))
        out.choose(first + OPENED_FROM + (MOST_OPEN + 1) * self.left, opened, MOST_OPEN)

    def _see_link(self, position: Position, one: i64, other: i64, out: MoveKeys) -> None:
        """A link that is completed: what its ends want of each other, and which one is new."""
        first: i64 = self.first_other
        joined: i64 = self.joined[one] + self.joined[other]
        demand: i64 = self._demand(position, one, other)
        at: i64 = LINK_FROM + (JOINED * self.left + joined) * (MOST_DEMAND + 1)
        out.choose(first + at, demand, MOST_DEMAND)
        towns: i64 = 0
        if position.colour_of(one) == 0:
            towns += 1
        if position.colour_of(other) == 0:
            towns += 1
        out.add(first + LINK_KIND_FROM + towns)
        if self.joined[one] == 0:
            self._see_new(position, one, out)
        if self.joined[other] == 0:
            self._see_new(position, other, out)

    def _see_new(self, position: Position, stop: i64, out: MoveKeys) -> None:
        """A stop that the own network comes to: its goods, and who there wants goods of it."""
        first: i64 = self.first_other
        at: i64 = state.stop_cell(stop) + state.CUBES
        goods: i64 = 0
        for colour in range(state.COLOUR_COUNT):
            goods += position.cells[at + colour]
        out.choose(first + NEW_GOODS_FROM, goods, MOST_GOODS)
        colour_here: i64 = position.colour_of(stop)
        out.add(first + NEW_COLOUR_FROM + colour_here)
        if colour_here > 0:
            out.choose(first + MATCHED_FROM, self.wanted[colour_here], MOST_GOODS)

    def _see_way(
        self, position: Position, seat: i64, open_edge: i64, start: i64, out: MoveKeys
    ) -> None:
        """A track from the stop `start`, or from nowhere, that goes on over `open_edge`."""
        near = self.near
        assert near is not None
        first: i64 = self.first_other
        beyond: i64 = position.land.neighbour[6 * self.place + open_edge]
        if beyond < 0 or start < 0:
            out.add(first + NOTHING)
            return
        far: i64 = near.to_stop(beyond, start)
        if far > MOST_FAR:
            far = MOST_FAR
        target: i64 = near.stop_near(beyond, start)
        demand: i64 = self._demand(position, start, target) if target >= 0 else 0
        joined: i64 = self.joined[start]
        if target >= 0 and self.joined[target] == 1:
            joined += 1
        at: i64 = WAY_FROM + (JOINED * far + joined) * (MOST_DEMAND + 1)
        out.choose(first + at, demand, MOST_DEMAND)
        enough: i64 = 1 if far < tiles_left(position, seat) else 0
        out.add(first + WAY_LEFT_FROM + 2 * far + enough)

    def _see_join(self, position: Position, seat: i64, edge: i64, out: MoveKeys) -> None:
        """What an exit meets across its edge."""
        beyond: i64 = position.land.neighbour[6 * self.place + edge]
        if beyond < 0 or position.is_city(beyond):
            return
        met: i64 = facing_code(position, self.place, edge)
        first: i64 = self.first_other + JOIN_FROM
        if met == seat + state.FIRST_OWNER:
            out.add(first)
        elif met == state.UNOWNED:
            out.add(first + 1)
        elif met != state.NO_TRACK:
            out.add(first + 2)
        elif position.pattern(beyond) > 0:
            out.add(first + 3)

    def _demand(self, position: Position, one: i64, other: i64) -> i64:
        """How many cubes at either of two stops the other wants."""
        cubes: i64 = 0
        colour: i64 = position.colour_of(one)
        if colour > 0:
            cubes += position.cells[state.stop_cell(other) + state.CUBES + colour - 1]
        colour = position.colour_of(other)
        if colour > 0:
            cubes += position.cells[state.stop_cell(one) + state.CUBES + colour - 1]
        return cubes

    def _turn_to(self, position: Position, seat: i64, place: i64) -> None:
        """Find what lies around the next hex."""
        self.place = place
        self.old = position.pattern(place)
        self.ground = ground_cost(position, place)
        facing = self.facing
        for index in range(5):
            facing[index] = 0
        land = position.land
        for edge in range(EDGE_COUNT):
            self.led[edge] = follow(position, place, edge)
            beyond: i64 = land.neighbour[6 * place + edge]
            if beyond < 0:
                continue
            stop: i64 = land.stop_at[beyond]
            if stop >= 0:
                facing[3 if position.colour_of(stop) > 0 else 4] += 1
            if position.is_city(beyond):
                continue
            met: i64 = facing_code(position, place, edge)
            if met == seat + state.FIRST_OWNER:
                facing[0] += 1
            elif met == state.UNOWNED:
                facing[2] += 1
            elif met != state.NO_TRACK:
                facing[1] += 1
