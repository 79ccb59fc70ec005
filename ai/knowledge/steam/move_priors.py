"""Which moves of Steam are usually good: priors for the search and its playouts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.steam.track_building import LikelyBuilds, TrackValues, serves
from railhead.ai.knowledge.steam.weights import MOST_CAPITAL, RESERVE
from railhead.games.game import ACTOR, SEATS, Actions, State
from railhead.games.packing import CODE_MASK, FIRST, FOURTH, PARAMETER_MASK, SECOND
from railhead.games.steam import actions, state
from railhead.games.steam.rules.growth import goods_in
from railhead.games.steam.rules.income import max_loss
from railhead.games.steam.rules.track import facing_code, links_of
from railhead.games.steam.rules.turns import tile_cost
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT
from railhead.games.vectors import vec


@final
class MovePriors(Knowledge):
    """The weights of all moves, relative ones. Raises `KeyError` where one is missing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__()
        self.likely_builds: LikelyBuilds = LikelyBuilds()
        self.tracks: TrackValues = TrackValues(weights)
        self.stop: float = weights["stop"]
        self.deliver: float = weights["deliver"]
        self.improve: float = weights["improve"]
        self.dear: float = weights["dear"]
        self.bid: float = weights["bid"]
        self.tiles: vec[float] = vec[float]([0.3, 0.8, 1.2, 1.0, 1.2, 2.0, 1.2])
        """How much the action tiles are liked, by number."""
        self.wanted: vec[i64] = vec[i64]([0] * state.COLOUR_COUNT)
        """The cubes of each colour in all cities, counted once for a decision."""
        self.town: i64 = -1
        self.town_weight: float = 0.0
        """How well the town of the last listed Urbanization suits."""

    def likely(self, position: State, seat: i64, legal: Actions) -> None:
        """See `Knowledge.likely`: of tiles those that go on from the own network."""
        assert isinstance(position, Position)
        if position.cells[state.PHASE] == state.BUILDING and position.cells[ACTOR] == seat:
            self.likely_builds.collect(position, seat, legal)
        else:
            position.collect(seat, legal)

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(position, Position)
        items = legal.items
        count: i64 = legal.count
        price = self.price_of_money(position, seat)
        self.town = -1
        if position.cells[state.PHASE] == state.BUILDING:
            self.builds(position, seat, legal, price, out)
            return
        for index in range(count):
            action: i64 = items[index]
            code: i64 = action & CODE_MASK
            first: i64 = (action >> FIRST) & PARAMETER_MASK
            if code == actions.DELIVER:
                out[index] = self.delivery(position, seat, action)
            elif code == actions.BID:
                raised = float(first - position.cells[state.HIGH_BID] - 1)
                out[index] = 2.0 * math.exp(-0.6 * raised - self.bid * float(first))
            elif code == actions.SELECT:
                out[index] = self.tile(position, seat, first, price)
            else:
                out[index] = self.other(position, seat, code, first, action, price)

    def builds(
        self, position: Position, seat: i64, legal: Actions, price: float, out: vec[float]
    ) -> None:
        """A weight for each action of the building phase."""
        items = legal.items
        tracks = self.tracks
        tracks.begin(position, seat, price)
        near = tracks.near
        assert near is not None
        index: i64 = 0
        while index < legal.count:
            action: i64 = items[index]
            code: i64 = action & CODE_MASK
            if code == actions.BUILD:
                out[index] = tracks.weight(position, near, action)
            else:
                out[index] = self.other(
                    position, seat, code, ((action >> FIRST) & PARAMETER_MASK), action, price
                )
            index += 1

    def is_quiet(self, position: State) -> bool:
        """See `Knowledge.is_quiet`: what was begun to build is built, and points are taken."""
        assert isinstance(position, Position)
        cells = position.cells
        phase: i64 = cells[state.PHASE]
        if phase == state.BUILDING:
            return cells[state.LAID] == 0
        return phase != state.SUPPLYING and phase != state.TAKING

    def price_of_money(self, position: Position, seat: i64) -> float:
        """How dear a dollar is: the more, the lower income and cash are."""
        cells = position.cells
        own: i64 = state.block(seat)
        strain = -float(cells[own + state.INCOME]) - 0.2 * float(cells[own + state.CASH])
        if strain < -4.0:
            strain = -4.0
        price = self.dear * (5.0 + strain)
        return price if is_safe(position, seat) else 4.0 * price

    # Goods.

    def delivery(self, position: Position, seat: i64, action: i64) -> float:
        """Own points, less what the best other gets."""
        split: i64 = actions.MOST_SEATS * ((action >> FOURTH) & PARAMETER_MASK)
        points = position.components.split_points
        own = float(points[split + seat])
        others = 0.0
        for other in range(position.cells[SEATS]):
            if other != seat and float(points[split + other]) > others:
                others = float(points[split + other])
        gain = own - 0.4 * others
        if gain < 0.2:
            gain = 0.2
        return self.deliver * gain * gain

    # Everything else.

    def turns_left(self, position: Position) -> float:
        """How many turns follow this one."""
        return float(position.cells[state.LAST_TURN] - position.cells[state.TURN])

    def tile(self, position: Position, seat: i64, first: i64, price: float) -> float:
        """An action tile by its use, less for its price."""
        weight = self.tiles[first]
        number: i64 = first + 1
        if number == state.LOCOMOTIVE_TILE:
            weight *= 1.0 + 0.25 * self.turns_left(position)
            if self.turns_left(position) == 0.0:
                weight *= 0.2
            if position.cells[state.STANDARD] == 1:
                weight *= usable_level(position, seat)
        paid = float(tile_cost(position, seat, number))
        return 0.05 + weight * math.exp(-0.5 * price * paid)

    def other(
        self, position: Position, seat: i64, code: i64, first: i64, action: i64, price: float
    ) -> float:
        """The rarer moves."""
        if code == actions.PASS:
            return 0.03 if position.cells[state.PHASE] == state.MOVING else 1.5
        if code == actions.DONE:
            return self.stopping(position, seat)
        if code == actions.TAKE:
            return self.taking(position, seat, first)
        if code == actions.IMPROVE:
            return self.improving(position, seat)
        if code == actions.CAPITAL:
            return self.capital(position, seat, first)
        if code == actions.DECLINE:
            return 0.15
        if code == actions.SUPPLY:
            return 0.2 + float(goods_in(position, first))
        if code == actions.GROW:
            return 4.0 if serves(position, seat, first) else 0.3
        if code == actions.URBANIZE:
            return self.urbanizing(position, seat, first, ((action >> SECOND) & PARAMETER_MASK))
        return 1.0

    def stopping(self, position: Position, seat: i64) -> float:
        """Less building with a low income, and in the last turn."""
        income: i64 = position.cells[state.block(seat) + state.INCOME]
        weight = self.stop
        if income < -4:
            weight *= float(-3 - income)
        if not is_safe(position, seat):
            weight *= 6.0
        return weight if self.turns_left(position) > 0.0 else 4.0 * weight

    def taking(self, position: Position, seat: i64, first: i64) -> float:
        """Income early and while it is negative, points later."""
        cells = position.cells
        income = float(cells[state.block(seat) + state.INCOME])
        points = float(cells[state.block(seat) + state.PENDING])
        turns = self.turns_left(position)
        worth = 0.5 + 0.25 * turns
        if income < 0.0:
            worth = 2.0 + 0.2 * turns
        highest = float(position.components.highest_income)
        if income + points > highest:
            worth *= (highest - income) / points
        return worth * worth if first == actions.TAKE_INCOME else 1.0

    def improving(self, position: Position, seat: i64) -> float:
        """A higher level, as long as there is time to use it."""
        level = float(position.cells[state.block(seat) + state.LOCOMOTIVE])
        turns = self.turns_left(position)
        weight = self.improve * turns / (1.0 + level)
        if position.cells[state.STANDARD] == 1:
            weight *= 0.6 * usable_level(position, seat)
        return 0.05 + weight

    def capital(self, position: Position, seat: i64, steps: i64) -> float:
        """Enough for a turn's track and what the locomotive and a low income will cost."""
        cells = position.cells
        own: i64 = state.block(seat)
        if steps > MOST_CAPITAL:
            return 0.0001
        turns = self.turns_left(position)
        owed = float(cells[own + state.LOCOMOTIVE] - cells[own + state.INCOME])
        target = 8.0 + owed
        if cells[state.TURN] == 1:
            target = 14.0 + owed
        elif turns < 2.0:
            target = 1.0 + owed
        wanting = (
            float(cells[own + state.CASH] + position.components.raised_per_step * steps) - target
        )
        return 0.001 + math.exp(-0.08 * wanting * wanting - 0.1 * float(steps))

    def urbanizing(self, position: Position, seat: i64, stop: i64, colour: i64) -> float:
        """A town in the own network, and a colour that many goods want."""
        if self.town < 0:
            self.count_goods(position)
        if self.town != stop:
            self.town = stop
            self.town_weight = self.town_for_city(position, seat, stop)
        return self.town_weight * (1.0 + 0.3 * float(self.wanted[colour]))

    def count_goods(self, position: Position) -> None:
        """Fill `wanted`."""
        cells = position.cells
        for colour in range(state.COLOUR_COUNT):
            total: i64 = 0
            for stop in range(position.land.stop_count):
                total += cells[state.stop_cell(stop) + state.CUBES + colour]
            self.wanted[colour] = total

    def town_for_city(self, position: Position, seat: i64, stop: i64) -> float:
        """How well a New City in the place of a town would suit a seat."""
        weight = 0.2
        if serves(position, seat, stop):
            weight = 3.0
        place: i64 = position.land.stop_hex[stop]
        for edge in range(EDGE_COUNT):
            if position.exit(place, edge) == state.NO_TRACK:
                met: i64 = facing_code(position, place, edge)
                if met == seat + state.FIRST_OWNER:
                    weight += 4.0
                elif met != state.NO_TRACK:
                    weight *= 0.6
        return weight


def is_safe(position: Position, seat: i64) -> bool:
    """Whether what the standard game takes at the end of this turn and the next can be paid."""
    cells = position.cells
    if cells[state.STANDARD] == 0:
        return True
    own: i64 = state.block(seat)
    owed: i64 = cells[own + state.LOCOMOTIVE] - cells[own + state.INCOME]
    return max_loss(position, seat) >= 2 * owed + RESERVE


def usable_level(position: Position, seat: i64) -> float:
    """Much less than 1 where a higher level of the locomotive has too few links, or would ruin."""
    if not is_safe(position, seat):
        return 0.05
    level: i64 = position.cells[state.block(seat) + state.LOCOMOTIVE]
    return 1.0 if links_of(position, seat) > level else 0.2
