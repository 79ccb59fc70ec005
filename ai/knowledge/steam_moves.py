"""Which moves of Steam are usually good: priors for the search and its playouts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from ai.knowledge.steam_network import Distances
from games.game import Actions
from games.steam.actions import (
    BID,
    BUILD,
    CAPITAL,
    DECLINE,
    DELIVER,
    DONE,
    GROW,
    IMPROVE,
    MOST_SEATS,
    PASS,
    SELECT,
    SUPPLY,
    TAKE,
    TAKE_INCOME,
    URBANIZE,
)
from games.steam.components import Tables
from games.steam.rules.build import tiles_left
from games.steam.rules.growth import goods_in
from games.steam.rules.lay import cost
from games.steam.rules.track import faced, follow, has_link_at, opposite
from games.steam.state import (
    CASH,
    COLOUR_COUNT,
    CUBES,
    FIRST_OWNER,
    HIGH_BID,
    INCOME,
    LAST_TURN,
    LOCOMOTIVE,
    NO_TRACK,
    PENDING,
    PHASE,
    SEATS,
    STANDARD,
    TURN,
    Position,
    block,
    stop_cell,
)
from games.steam.tiles import TOWN_CENTRE
from games.vectors import vec

MOST_CAPITAL: Final = 12


@final
class Moves:
    """The weights of all moves. Raises `KeyError` where one of `weights` is missing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.complete: float = weights["complete"]
        self.reach: float = weights["reach"]
        self.beyond: float = weights["beyond"]
        self.joined: float = weights["joined"]
        self.stop: float = weights["stop"]
        self.deliver: float = weights["deliver"]
        self.improve: float = weights["improve"]
        self.dear: float = weights["dear"]
        self.wanted: float = weights["wanted"]
        self.tiles: vec[float] = vec[float]([0.3, 0.8, 1.2, 1.0, 1.2, 2.0, 1.2])
        """How much the action tiles are liked, by number."""
        self.near: Distances | None = None
        self.tables: Tables | None = None

    def distances(self, tables: Tables) -> Distances:
        """The distances on a map, found once as long as it stays the same."""
        near = self.near
        if near is None or self.tables is not tables:
            near = Distances(tables)
            self.near = near
            self.tables = tables
        return near

    def weigh(self, state: Position, seat: i64, actions: Actions, out: vec[float]) -> None:
        """A weight for each action."""
        items = actions.items
        count: i64 = actions.count
        near = self.distances(state.tables)
        left: i64 = tiles_left(state, seat)
        price = self.price_of_money(state, seat)
        index: i64 = 0
        while index < count:
            action: i64 = items[index]
            code: i64 = action & 255
            first: i64 = (action >> 8) & 1023
            if code == BUILD:
                out[index] = self.build(state, near, seat, action, left, price)
            elif code == DELIVER:
                out[index] = self.delivery(state, seat, action)
            elif code == BID:
                out[index] = 2.0 * math.exp(-0.6 * float(first - state.cells[HIGH_BID] - 1))
            elif code == SELECT:
                out[index] = self.tile(state, seat, first, price)
            else:
                out[index] = self.other(state, seat, code, first, action, price)
            index += 1

    def price_of_money(self, state: Position, seat: i64) -> float:
        """How dear a dollar is: the more, the lower income and cash are."""
        cells = state.cells
        own: i64 = block(seat)
        strain = -float(cells[own + INCOME]) - 0.2 * float(cells[own + CASH])
        if strain < -4.0:
            strain = -4.0
        return self.dear * (5.0 + strain)

    # Track.

    def build(
        self, state: Position, near: Distances, seat: i64, action: i64, left: i64, price: float
    ) -> float:
        """A tile by what its new tracks lead to, less for its price."""
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
                    total += self.town_exit(state, near, seat, place, edge)
                elif edge < end:
                    total += self.track(state, near, seat, place, edge, end, left)
            edge += 1
        if total < 0.0:
            total = 0.0
        if old > 0:
            total *= 0.5
        return 0.01 + total * math.exp(-price * float(cost(state, place, pattern)))

    def track(
        self,
        state: Position,
        near: Distances,
        seat: i64,
        place: i64,
        one: i64,
        other: i64,
        left: i64,
    ) -> float:
        """A new or turned track: one end leads to a stop, the other to another or on."""
        start: i64 = follow(state, place, one)
        end: i64 = follow(state, place, other)
        if start >= 0 and end >= 0:
            liked = self.liked(state, seat, start) * self.liked(state, seat, end)
            return self.complete * liked * self.demand(state, start, end)
        open_edge: i64 = other
        if start < 0:
            start = end
            open_edge = one
        beyond: i64 = state.land.neighbour[6 * place + open_edge]
        if start < 0 or beyond < 0:
            return 0.01
        far: i64 = near.to_stop(beyond, start)
        needed: i64 = far
        if state.land.stop_at[beyond] >= 0 and not state.is_city(beyond):
            needed = 1
        elif not state.is_city(beyond):
            needed = far + (0 if far > 0 else 1)
        weight = self.reach / float(1 + needed)
        if needed > left - 1:
            weight *= self.beyond
        if state.pattern(beyond) > 0 and faced(state, place, open_edge) == NO_TRACK:
            weight *= 0.2
        target: i64 = near.stop_near(beyond, start)
        if target >= 0:
            weight *= self.demand(state, start, target)
        return weight * self.liked(state, seat, start)

    def demand(self, state: Position, one: i64, other: i64) -> float:
        """More for two stops of which one has goods for the other."""
        cubes: i64 = 0
        colour: i64 = state.colour_of(one)
        if colour > 0:
            cubes += state.cells[stop_cell(other) + CUBES + colour - 1]
        colour = state.colour_of(other)
        if colour > 0:
            cubes += state.cells[stop_cell(one) + CUBES + colour - 1]
        return 1.0 + self.wanted * float(cubes if cubes < 3 else 3)

    def liked(self, state: Position, seat: i64, stop: i64) -> float:
        """A stop with own links is better, one with goods too."""
        weight = 1.0
        if self.serves(state, seat, stop):
            weight = self.joined
        at: i64 = stop_cell(stop) + CUBES
        goods: i64 = 0
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            goods += state.cells[at + colour]
            colour += 1
        return weight * (1.0 + 0.12 * float(goods))

    def serves(self, state: Position, seat: i64, stop: i64) -> bool:
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

    def town_exit(
        self, state: Position, near: Distances, seat: i64, place: i64, edge: i64
    ) -> float:
        """A new exit of a town: it completes a link, or leads on."""
        met: i64 = faced(state, place, edge)
        if met == seat + FIRST_OWNER:
            return self.complete * self.joined
        if met != NO_TRACK:
            return -0.5
        beyond: i64 = state.land.neighbour[6 * place + edge]
        far: i64 = near.to_stop(beyond, state.land.stop_at[place])
        return self.reach * self.beyond / float(1 + far)

    # Goods.

    def delivery(self, state: Position, seat: i64, action: i64) -> float:
        """Own points, less what the best other gets."""
        split: i64 = MOST_SEATS * ((action >> 38) & 1023)
        points = state.tables.split_points
        own = float(points[split + seat])
        others = 0.0
        other: i64 = 0
        while other < state.cells[SEATS]:
            if other != seat and float(points[split + other]) > others:
                others = float(points[split + other])
            other += 1
        gain = own - 0.4 * others
        if gain < 0.2:
            gain = 0.2
        return self.deliver * gain * gain

    # Everything else.

    def turns_left(self, state: Position) -> float:
        """How many turns follow this one."""
        return float(state.cells[LAST_TURN] - state.cells[TURN])

    def tile(self, state: Position, seat: i64, first: i64, price: float) -> float:
        """An action tile by its use, less for its price."""
        weight = self.tiles[first]
        level: i64 = state.cells[block(seat) + LOCOMOTIVE]
        paid = 0.0
        if first == 5:
            paid = float(level + 5)
            weight *= 1.0 + 0.25 * self.turns_left(state)
            if self.turns_left(state) == 0.0:
                weight *= 0.2
        elif first == 4:
            paid = 2.0
        elif first == 6:
            paid = 6.0
        if state.cells[STANDARD] == 1:
            paid = 0.0
        return 0.05 + weight * math.exp(-0.5 * price * paid)

    def other(
        self, state: Position, seat: i64, code: i64, first: i64, action: i64, price: float
    ) -> float:
        """The rarer moves."""
        if code == PASS:
            return 0.03 if state.cells[PHASE] >= 6 else 1.5
        if code == DONE:
            return self.stopping(state, seat)
        if code == TAKE:
            return self.taking(state, seat, first)
        if code == IMPROVE:
            return self.improving(state, seat)
        if code == CAPITAL:
            return self.capital(state, seat, first)
        if code == DECLINE:
            return 0.15
        if code == SUPPLY:
            return 0.2 + float(goods_in(state, first))
        if code == GROW:
            return 4.0 if self.serves(state, seat, first) else 0.3
        if code == URBANIZE:
            return self.urbanizing(state, seat, first, (action >> 18) & 1023)
        return 1.0

    def stopping(self, state: Position, seat: i64) -> float:
        """Less building with a low income, and in the last turn."""
        income: i64 = state.cells[block(seat) + INCOME]
        weight = self.stop
        if income < -4:
            weight *= float(-3 - income)
        return weight if self.turns_left(state) > 0.0 else 4.0 * weight

    def taking(self, state: Position, seat: i64, first: i64) -> float:
        """Income early and while it is negative, points later."""
        cells = state.cells
        income = float(cells[block(seat) + INCOME])
        points = float(cells[block(seat) + PENDING])
        turns = self.turns_left(state)
        worth = 0.5 + 0.25 * turns
        if income < 0.0:
            worth = 2.0 + 0.2 * turns
        if income + points > 10.0:
            worth *= (10.0 - income) / points
        return worth * worth if first == TAKE_INCOME else 1.0

    def improving(self, state: Position, seat: i64) -> float:
        """A higher level, as long as there is time to use it."""
        level = float(state.cells[block(seat) + LOCOMOTIVE])
        turns = self.turns_left(state)
        weight = self.improve * turns / (1.0 + level)
        if state.cells[STANDARD] == 1:
            weight *= 0.6
        return 0.05 + weight

    def capital(self, state: Position, seat: i64, steps: i64) -> float:
        """Enough for a turn's track and what the locomotive and a low income will cost."""
        cells = state.cells
        own: i64 = block(seat)
        if steps > MOST_CAPITAL:
            return 0.0001
        turns = self.turns_left(state)
        owed = float(cells[own + LOCOMOTIVE] - cells[own + INCOME])
        target = 8.0 + owed
        if cells[TURN] == 1:
            target = 14.0 + owed
        elif turns < 2.0:
            target = 1.0 + owed
        wanting = float(cells[own + CASH] + 5 * steps) - target
        return 0.001 + math.exp(-0.08 * wanting * wanting - 0.1 * float(steps))

    def urbanizing(self, state: Position, seat: i64, stop: i64, colour: i64) -> float:
        """A town in the own network, and a colour that many goods want."""
        weight = 0.2
        if self.serves(state, seat, stop):
            weight = 3.0
        place: i64 = state.land.stop_hex[stop]
        edge: i64 = 0
        while edge < 6:
            if state.exit(place, edge) == NO_TRACK:
                met: i64 = faced(state, place, edge)
                if met == seat + FIRST_OWNER:
                    weight += 4.0
                elif met != NO_TRACK:
                    weight *= 0.6
            edge += 1
        wanted: i64 = 0
        other: i64 = 0
        while other < state.land.stop_count:
            wanted += state.cells[stop_cell(other) + CUBES + colour]
            other += 1
        return weight * (1.0 + 0.3 * float(wanted))
