"""Which moves of Steam are usually good: priors for the search and its playouts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from ai.knowledge.steam.tracks import Tracks, serves
from ai.knowledge.steam.weights import MOST_CAPITAL, RESERVE
from games.game import SEATS, Actions
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
from games.steam.rules.growth import goods_in
from games.steam.rules.income import made_good
from games.steam.rules.track import faced, links_of
from games.steam.rules.turns import tile_cost
from games.steam.state import (
    BUILDING,
    CASH,
    COLOUR_COUNT,
    CUBES,
    FIRST_OWNER,
    HIGH_BID,
    INCOME,
    LAST_TURN,
    LOCOMOTIVE,
    LOCOMOTIVE_TILE,
    MOVING,
    NO_TRACK,
    PENDING,
    PHASE,
    STANDARD,
    TURN,
    Position,
    block,
    stop_cell,
)
from games.vectors import vec


@final
class Moves:
    """The weights of all moves. Raises `KeyError` where one of `weights` is missing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.tracks: Tracks = Tracks(weights)
        self.stop: float = weights["stop"]
        self.deliver: float = weights["deliver"]
        self.improve: float = weights["improve"]
        self.dear: float = weights["dear"]
        self.bid: float = weights["bid"]
        self.tiles: vec[float] = vec[float]([0.3, 0.8, 1.2, 1.0, 1.2, 2.0, 1.2])
        """How much the action tiles are liked, by number."""
        self.wanted: vec[i64] = vec[i64]([0] * COLOUR_COUNT)
        """The cubes of each colour in all cities, counted once for a decision."""
        self.town: i64 = -1
        self.town_weight: float = 0.0
        """How well the town of the last listed Urbanization suits."""

    def weigh(self, state: Position, seat: i64, actions: Actions, out: vec[float]) -> None:
        """A weight for each action."""
        items = actions.items
        count: i64 = actions.count
        price = self.price_of_money(state, seat)
        self.town = -1
        if state.cells[PHASE] == BUILDING:
            self.builds(state, seat, actions, price, out)
            return
        index: i64 = 0
        while index < count:
            action: i64 = items[index]
            code: i64 = action & 255
            first: i64 = (action >> 8) & 1023
            if code == DELIVER:
                out[index] = self.delivery(state, seat, action)
            elif code == BID:
                raised = float(first - state.cells[HIGH_BID] - 1)
                out[index] = 2.0 * math.exp(-0.6 * raised - self.bid * float(first))
            elif code == SELECT:
                out[index] = self.tile(state, seat, first, price)
            else:
                out[index] = self.other(state, seat, code, first, action, price)
            index += 1

    def builds(
        self, state: Position, seat: i64, actions: Actions, price: float, out: vec[float]
    ) -> None:
        """A weight for each action of the building phase."""
        items = actions.items
        tracks = self.tracks
        tracks.begin(state, seat, price)
        near = tracks.near
        assert near is not None
        index: i64 = 0
        while index < actions.count:
            action: i64 = items[index]
            code: i64 = action & 255
            if code == BUILD:
                out[index] = tracks.weight(state, near, action)
            else:
                out[index] = self.other(state, seat, code, (action >> 8) & 1023, action, price)
            index += 1

    def price_of_money(self, state: Position, seat: i64) -> float:
        """How dear a dollar is: the more, the lower income and cash are."""
        cells = state.cells
        own: i64 = block(seat)
        strain = -float(cells[own + INCOME]) - 0.2 * float(cells[own + CASH])
        if strain < -4.0:
            strain = -4.0
        price = self.dear * (5.0 + strain)
        return price if is_safe(state, seat) else 4.0 * price

    # Goods.

    def delivery(self, state: Position, seat: i64, action: i64) -> float:
        """Own points, less what the best other gets."""
        split: i64 = MOST_SEATS * ((action >> 38) & 1023)
        points = state.components.split_points
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
        number: i64 = first + 1
        if number == LOCOMOTIVE_TILE:
            weight *= 1.0 + 0.25 * self.turns_left(state)
            if self.turns_left(state) == 0.0:
                weight *= 0.2
            if state.cells[STANDARD] == 1:
                weight *= usable_level(state, seat)
        paid = float(tile_cost(state, seat, number))
        return 0.05 + weight * math.exp(-0.5 * price * paid)

    def other(
        self, state: Position, seat: i64, code: i64, first: i64, action: i64, price: float
    ) -> float:
        """The rarer moves."""
        if code == PASS:
            return 0.03 if state.cells[PHASE] == MOVING else 1.5
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
            return 4.0 if serves(state, seat, first) else 0.3
        if code == URBANIZE:
            return self.urbanizing(state, seat, first, (action >> 18) & 1023)
        return 1.0

    def stopping(self, state: Position, seat: i64) -> float:
        """Less building with a low income, and in the last turn."""
        income: i64 = state.cells[block(seat) + INCOME]
        weight = self.stop
        if income < -4:
            weight *= float(-3 - income)
        if not is_safe(state, seat):
            weight *= 6.0
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
        highest = float(state.components.highest_income)
        if income + points > highest:
            worth *= (highest - income) / points
        return worth * worth if first == TAKE_INCOME else 1.0

    def improving(self, state: Position, seat: i64) -> float:
        """A higher level, as long as there is time to use it."""
        level = float(state.cells[block(seat) + LOCOMOTIVE])
        turns = self.turns_left(state)
        weight = self.improve * turns / (1.0 + level)
        if state.cells[STANDARD] == 1:
            weight *= 0.6 * usable_level(state, seat)
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
        wanting = float(cells[own + CASH] + state.components.raised_per_step * steps) - target
        return 0.001 + math.exp(-0.08 * wanting * wanting - 0.1 * float(steps))

    def urbanizing(self, state: Position, seat: i64, stop: i64, colour: i64) -> float:
        """A town in the own network, and a colour that many goods want."""
        if self.town < 0:
            self.count_goods(state)
        if self.town != stop:
            self.town = stop
            self.town_weight = self.town_for_city(state, seat, stop)
        return self.town_weight * (1.0 + 0.3 * float(self.wanted[colour]))

    def count_goods(self, state: Position) -> None:
        """Fill `wanted`."""
        cells = state.cells
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            total: i64 = 0
            stop: i64 = 0
            while stop < state.land.stop_count:
                total += cells[stop_cell(stop) + CUBES + colour]
                stop += 1
            self.wanted[colour] = total
            colour += 1

    def town_for_city(self, state: Position, seat: i64, stop: i64) -> float:
        """How well a New City in the place of a town would suit a seat."""
        weight = 0.2
        if serves(state, seat, stop):
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
        return weight


def is_safe(state: Position, seat: i64) -> bool:
    """Whether what the standard game takes at the end of this turn and the next can be paid."""
    cells = state.cells
    if cells[STANDARD] == 0:
        return True
    own: i64 = block(seat)
    owed: i64 = cells[own + LOCOMOTIVE] - cells[own + INCOME]
    return made_good(state, seat) >= 2 * owed + RESERVE


def usable_level(state: Position, seat: i64) -> float:
    """Much less than 1 where a higher level of the locomotive has too few links, or would ruin."""
    if not is_safe(state, seat):
        return 0.05
    level: i64 = state.cells[block(seat) + LOCOMOTIVE]
    return 1.0 if links_of(state, seat) > level else 0.2
