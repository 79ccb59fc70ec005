"""What a policy network is told of the moves of Steam."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.forecast import turns_left
from railhead.ai.knowledge.steam.stop_distances import StopDistances
from railhead.ai.knowledge.steam.track_building import serves
from railhead.ai.net.moves import MoveFeatures as Base
from railhead.ai.net.moves import MoveKeys
from railhead.games.game import SEATS, Actions, State
from railhead.games.packing import CODE_MASK, FIRST, FOURTH, PARAMETER_MASK, SECOND, THIRD
from railhead.games.steam import actions, state
from railhead.games.steam.components import Components
from railhead.games.steam.geography import MOST_STOPS
from railhead.games.steam.rules.build import ground_cost, tiles_left
from railhead.games.steam.rules.growth import goods_in
from railhead.games.steam.rules.track import facing_code, follow
from railhead.games.steam.rules.turns import tile_cost
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT, TOWN_CENTRE
from railhead.games.vectors import vec

TYPES: Final = 13
PHASES: Final = 9
MOST_LEFT: Final = 4
"""Turns to come are told apart up to so many."""
LEFT: Final = MOST_LEFT + 1
TILES: Final = 7

# New track.
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
# Everything else.
TILE_LEFT_FROM: Final = NOTHING + 1
TILE_COST_FROM: Final = TILE_LEFT_FROM + 2 * TILES * LEFT
MOST_TILE_COST: Final = 6
RAISE_FROM: Final = TILE_COST_FROM + MOST_TILE_COST + 1
MOST_RAISE: Final = 4
PLACE_FROM: Final = RAISE_FROM + MOST_RAISE + 1
MOST_BID: Final = 8
PASS_FROM: Final = PLACE_FROM + 6 * (MOST_BID + 1)
HIGH_BID_FROM: Final = PASS_FROM + PHASES * LEFT
CAPITAL_LEFT_FROM: Final = HIGH_BID_FROM + 6 * (MOST_BID + 1)
MOST_STEPS: Final = 12
GAIN_FROM: Final = CAPITAL_LEFT_FROM + LEFT * (MOST_STEPS + 1)
MOST_POINTS: Final = 6
UNUSED_FROM: Final = GAIN_FROM + (MOST_POINTS + 1) * (MOST_POINTS + 1)
UNUSED_ROUND_FROM: Final = UNUSED_FROM + LEFT * (MOST_POINTS + 1)
GIVEN_FROM: Final = UNUSED_ROUND_FROM + 2 * (MOST_POINTS + 1)
TAKE_LEFT_FROM: Final = GIVEN_FROM + MOST_POINTS + 1
MOST_TURNS: Final = 9
TAKE_INCOME_FROM: Final = TAKE_LEFT_FROM + 2 * (MOST_TURNS + 1)
INCOMES: Final = 11
TAKE_POINTS_FROM: Final = TAKE_INCOME_FROM + 2 * INCOMES
STOP_FROM: Final = TAKE_POINTS_FROM + 2 * (MOST_POINTS + 1)
STOP_WANTED_FROM: Final = STOP_FROM + 2 * 4
SUPPLY_FROM: Final = STOP_WANTED_FROM + MOST_GOODS + 1
DONE_FROM: Final = SUPPLY_FROM + 4
IMPROVE_FROM: Final = DONE_FROM + LEFT * 5
OTHERS: Final = IMPROVE_FROM + 2 * LEFT * (MOST_POINTS + 1)

PARAMETERS: Final = (
    (actions.BID, 0, 14),
    (actions.CAPITAL, 0, MOST_STEPS + 1),
    (actions.SELECT, 0, TILES),
    (actions.DECLINE, 0, TILES),
    (actions.BUILD, 1, state.SHAPE_COUNT),
    (actions.URBANIZE, 1, 5),
    (actions.DELIVER, 1, 5),
)
"""Hexes and stops have no keys of their own: they are other ones on each map."""


class MoveFeatures(Base):
    """Track by what it joins, at what price; everything else by what it brings and when."""

    def __init__(self) -> None:
        super().__init__(TYPES, PARAMETERS, OTHERS)
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

    def see_moves(self, position: State, seat: i64, legal: Actions, out: MoveKeys) -> None:
        """See `ai.net.moves.MoveFeatures.see_moves`."""
        assert isinstance(position, Position)
        out.clear(legal.count)
        left: i64 = turns_left(position)
        self.left = left if left < MOST_LEFT else MOST_LEFT
        self._begin(position, seat)
        items = legal.items
        index: i64 = 0
        while index < legal.count:
            action: i64 = items[index]
            self.see_parameters(action, out)
            code: i64 = action & CODE_MASK
            if code == actions.BUILD:
                self._see_build(position, seat, action, out)
            elif code == actions.DELIVER:
                self._see_delivery(position, seat, action, out)
            elif code <= actions.DECLINE:
                self._see_market(position, seat, code, action, out)
            else:
                self._see_other(position, seat, code, action, out)
            out.end_move()
            index += 1

    def _begin(self, position: Position, seat: i64) -> None:
        """Forget what was found for the decision before; find what the own network holds."""
        if self.near is None or self.components is not position.components:
            self.near = StopDistances(position.components)
            self.components = position.components
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

    # Track.

    def _see_build(self, position: Position, seat: i64, action: i64, out: MoveKeys) -> None:
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

    # Everything else.

    def _see_market(
        self, position: Position, seat: i64, code: i64, action: i64, out: MoveKeys
    ) -> None:
        """Auctions, capital and action tiles."""
        cells = position.cells
        first: i64 = self.first_other
        number: i64 = (action >> FIRST) & PARAMETER_MASK
        place: i64 = cells[state.PLACE]
        if place < 0 or place > 5:
            place = 5
        high: i64 = cells[state.HIGH_BID]
        if code == actions.BID:
            out.choose(first + RAISE_FROM, number - high - 1, MOST_RAISE)
            out.choose(first + PLACE_FROM + place * (MOST_BID + 1), number, MOST_BID)
        elif code == actions.PASS:
            out.add(first + PASS_FROM + LEFT * cells[state.PHASE] + self.left)
            out.choose(first + HIGH_BID_FROM + place * (MOST_BID + 1), high, MOST_BID)
        elif code == actions.CAPITAL:
            at: i64 = CAPITAL_LEFT_FROM + self.left * (MOST_STEPS + 1)
            out.choose(first + at, number, MOST_STEPS)
        else:
            kind: i64 = 0 if code == actions.SELECT else TILES
            out.add(first + TILE_LEFT_FROM + LEFT * (kind + number) + self.left)
            cost: i64 = tile_cost(position, seat, number + 1)
            out.choose(first + TILE_COST_FROM, cost, MOST_TILE_COST)

    def _see_delivery(self, position: Position, seat: i64, action: i64, out: MoveKeys) -> None:
        """Own points beside the best other's, and what the locomotive could have done."""
        first: i64 = self.first_other
        split: i64 = actions.MOST_SEATS * ((action >> FOURTH) & PARAMETER_MASK)
        points = position.components.split_points
        own: i64 = points[split + seat]
        most: i64 = 0
        given: i64 = 0
        for other in range(position.cells[SEATS]):
            if other != seat:
                given += points[split + other]
                if points[split + other] > most:
                    most = points[split + other]
        out.choose(first + GAIN_FROM + own * (MOST_POINTS + 1), most, MOST_POINTS)
        out.choose(first + GIVEN_FROM, given, MOST_POINTS)
        unused: i64 = position.cells[state.block(seat) + state.LOCOMOTIVE] - own - given
        out.choose(first + UNUSED_FROM + self.left * (MOST_POINTS + 1), unused, MOST_POINTS)
        turn: i64 = 1 if position.cells[state.GOODS_ROUND] > 1 else 0
        out.choose(first + UNUSED_ROUND_FROM + turn * (MOST_POINTS + 1), unused, MOST_POINTS)

    def _see_other(
        self, position: Position, seat: i64, code: i64, action: i64, out: MoveKeys
    ) -> None:
        """What a delivery becomes, cities, goods, the locomotive, and an end of building."""
        cells = position.cells
        first: i64 = self.first_other
        own: i64 = state.block(seat)
        number: i64 = (action >> FIRST) & PARAMETER_MASK
        if code == actions.TAKE:
            out.choose(
                first + TAKE_LEFT_FROM + number * (MOST_TURNS + 1),
                turns_left(position),
                MOST_TURNS,
            )
            income: i64 = (cells[own + state.INCOME] + 10) // 2
            out.choose(first + TAKE_INCOME_FROM + number * INCOMES, income, INCOMES - 1)
            pending: i64 = cells[own + state.PENDING]
            out.choose(first + TAKE_POINTS_FROM + number * (MOST_POINTS + 1), pending, MOST_POINTS)
        elif code in (actions.URBANIZE, actions.GROW):
            self._see_stop(position, seat, code, number, action, out)
        elif code == actions.SUPPLY:
            out.choose(first + SUPPLY_FROM, goods_in(position, number), 3)
        elif code == actions.DONE:
            out.choose(first + DONE_FROM + 5 * self.left, cells[state.LAID], 4)
        elif code == actions.IMPROVE:
            level: i64 = cells[own + state.LOCOMOTIVE]
            turn: i64 = 1 if cells[state.GOODS_ROUND] > 1 else 0
            at: i64 = IMPROVE_FROM + (LEFT * turn + self.left) * (MOST_POINTS + 1)
            out.choose(first + at, level, MOST_POINTS)

    def _see_stop(
        self, position: Position, seat: i64, code: i64, stop: i64, action: i64, out: MoveKeys
    ) -> None:
        """A town that becomes a city, or a city that gets goods."""
        first: i64 = self.first_other
        kind: i64 = 4 if code == actions.GROW else 0
        served: i64 = 2 if serves(position, seat, stop) else 0
        out.add(first + STOP_FROM + kind + served + (1 if self.left > 0 else 0))
        if code == actions.URBANIZE:
            colour: i64 = (action >> SECOND) & PARAMETER_MASK
            out.choose(first + STOP_WANTED_FROM, self.wanted[colour + 1], MOST_GOODS)


assert (state.BLOCKS, len(state.PHASES), int(state.TILE_COUNT)) == (6, PHASES, TILES)
