"""Which moves of Santa Fe are usually good: priors for the search and its playouts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.santa_fe.weights import LEAST_PULL, MOST_PULL
from railhead.games.game import Actions, State
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS, PRICES_NONE, Components, distances
from railhead.games.santa_fe.data_schema import MOST_CITIES
from railhead.games.santa_fe.rules.lines import inside_link, pieces_on_line
from railhead.games.santa_fe.rules.track import (
    BOUNDLESS,
    arrival_bonus,
    has_way,
    inside_goal,
    way_between,
)
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec


@final
class ExpectedConnections:
    """What may become of cities in one position after the other.

    `learn` comes before anything else, `expect` before `expected_railroads` and `card_value`.
    """

    def __init__(self, decay: float, reach: float) -> None:
        self.decay: float = decay
        self.reach: float = reach
        self.components: Components | None = None
        self.cities: i64 = 0
        self.near: vec[float] = vec[float]([0.0])
        """For two cities `decay` to the power of the pieces between them."""
        self.least: vec[float] = vec[float]([0.0] * int(actions.RAILROAD_COUNT))
        """For each railroad how near a city has to be for its pieces to suffice."""
        self.places: vec[i64] = vec[i64]([-1] * int(actions.RAILROAD_COUNT * actions.ROUTES))
        """For each route its row of `near`; -1 where it gets no farther."""

    def learn(self, components: Components) -> None:
        """Prepare for a map, unless it was the last one seen."""
        if self.components is not components:
            self.components = components
            self.cities = components.city_count
            self.near = vec[float]([self.decay**pieces for pieces in distances(components)])

    def expect(self, position: Position) -> None:
        """Note where the railroads are, and how far they may get."""
        cells = position.cells
        places = self.places
        at: i64 = 0
        for railroad in range(actions.RAILROAD_COUNT):
            pieces: i64 = position.unlaid_pieces(railroad)
            self.least[railroad] = self.decay ** float(pieces) - 1e-9
            for _ in range(actions.ROUTES):
                places[at] = -1
                if pieces > 0:
                    places[at] = self.place_of(position, railroad, cells[state.HEADS + at])
                at += 1

    def expected_railroads(self, position: Position, card: i64) -> float:
        """How many railroads may be connected to a city with a card in the end.

        1 for each that is, else what its nearest route is good for. Asked of the few cards that a
        seat may choose among, not of all.
        """
        cells = position.cells
        near = self.near
        places = self.places
        bit: i64 = position.components.bit[card]
        total = 0.0
        at: i64 = 0
        for railroad in range(actions.RAILROAD_COUNT):
            if cells[state.CONNECTED + railroad] & bit:
                total += 1.0
            else:
                best = 0.0
                for route in range(actions.ROUTES):
                    place: i64 = places[at + route]
                    if place >= 0 and near[place + card] > best:
                        best = near[place + card]
                if best >= self.least[railroad]:
                    total += self.reach * best
            at += actions.ROUTES
        return total

    def place_of(self, position: Position, railroad: i64, head: i64) -> i64:
        """The row of `near` of the city where a route stands or goes to; -1 in a dead end."""
        if head == 0:
            return -1
        if head > state.INSIDE:
            return self.cities * inside_goal(position, head)
        if has_way(position, railroad, head - 1, PRICES_NONE, BOUNDLESS):
            return self.cities * (head - 1)
        return -1

    def card_value(self, position: Position, card: i64) -> float:
        """The points a city card may bring."""
        return float(position.components.value[card]) * self.expected_railroads(position, card)


@final
class MovePriors(Knowledge):
    """The weights of all moves, relative ones. Raises `KeyError` where one is missing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__()
        self.connections: ExpectedConnections = ExpectedConnections(
            weights["decay"], weights["reach"]
        )
        self.hand: float = weights["hand"]
        self.pull: float = weights["pull"]
        self.rivals: float = weights["rivals"]
        self.bonus: float = weights["bonus"]
        self.select: float = weights["select"]
        self.select_double: float = weights["select_double"]
        self.draw_double: float = weights["draw_double"]
        self.draw_branch: float = weights["draw_branch"]
        self.draw_engineer: float = weights["draw_engineer"]
        self.discard: float = weights["discard"]
        self.buying: float = weights["buy"]
        self.passing: float = weights["pass"]
        self.interest: vec[float] = vec[float]([0.0] * MOST_CITIES)
        """For each city with a card what one more railroad there is worth to a seat."""
        self.wanted: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """The cities whose `interest` is not 0: the first `wanted_count` entries."""
        self.wishes: vec[float] = vec[float]([0.0] * MOST_CITIES)
        """The `interest` of each of those."""
        self.bits: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """The bit of each of those among the cities that a railroad is connected to."""
        self.wanted_count: i64 = 0
        self.origin: i64 = -1
        """The railroad and city that `origin_pull` is of, as one number; -1 for none."""
        self.origin_pull: float = 0.0

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(position, Position)
        connections = self.connections
        connections.learn(position.components)
        items = legal.items
        count: i64 = legal.count
        code: i64 = items[0] & CODE_MASK
        if actions.LAY <= code <= actions.BRANCH:
            self.be_interested(position, seat)
        elif actions.SELECT <= code <= actions.DISCARD:
            connections.expect(position)
        for index in range(count):
            action: i64 = items[index]
            code = action & CODE_MASK
            first: i64 = (action >> FIRST) & PARAMETER_MASK
            weight = 1.0
            if code == actions.LAY:
                goal: i64 = (action >> THIRD) & PARAMETER_MASK
                head: i64 = position.cells[
                    state.HEADS + actions.ROUTES * first + ((action >> SECOND) & PARAMETER_MASK)
                ]
                weight = self.piece(position, seat, first, head, goal)
            elif code == actions.BRANCH:
                head = 1 + ((action >> SECOND) & PARAMETER_MASK)
                weight = self.piece(
                    position, seat, first, head, ((action >> THIRD) & PARAMETER_MASK)
                )
            elif code == actions.SELECT:
                weight = self.selection(position, first)
            elif code == actions.DISCARD:
                weight = self.discard * 4.0 / (1.0 + connections.card_value(position, first))
            elif code == actions.DRAW:
                weight = self.drawing(first)
            elif code == actions.BUY and first != actions.NOTHING:
                weight = self.buying
            elif code == actions.PASS:
                weight = self.passing
            out[index] = weight

    def selection(self, position: Position, card: i64) -> float:
        """Cards of much worth go first, double-turn cards now and then."""
        if card == position.components.cards:
            return self.select_double
        return math.exp(self.select * self.connections.card_value(position, card))

    def drawing(self, stock: i64) -> float:
        """City cards are what points are made of."""
        if stock == actions.STOCK_CITY:
            return 1.0
        if stock == actions.STOCK_DOUBLE:
            return self.draw_double
        return self.draw_branch if stock >= actions.STOCK_BRANCH else self.draw_engineer

    def be_interested(self, position: Position, seat: i64) -> None:
        """Fill `interest`: the seat's own cards there, less the average of what others have."""
        cells = position.cells
        components = position.components
        interest = self.interest
        rivals = self.rivals / float(position.seats() - 1)
        card: i64 = 0
        at: i64 = state.city_at(0) + state.TABLEAU
        while card < components.cards:
            played: i64 = cells[at]
            weight = 0.0
            other: i64 = 0
            while played > 0:
                copies = float(played & state.COPIES)
                weight += copies if other == seat else -rivals * copies
                played >>= state.SEAT_BITS
                other += 1
            interest[card] = weight * float(components.value[card])
            card += 1
            at += state.CITY_CELLS
        slot: i64 = state.block(seat) + state.HAND
        end: i64 = slot + HAND_SLOTS
        while slot < end and cells[slot]:
            card = cells[slot] - 1
            interest[card] += self.hand * float(components.value[card])
            slot += 1
        self.list_wanted(components)

    def list_wanted(self, components: Components) -> None:
        """Fill `wanted`, `wishes` and `bits` from `interest`."""
        interest = self.interest
        wanted = self.wanted
        count: i64 = 0
        for card in range(components.cards):
            if interest[card] != 0.0:
                wanted[count] = card
                self.wishes[count] = interest[card]
                self.bits[count] = components.bit[card]
                count += 1
        self.wanted_count = count
        self.origin = -1

    def route_value(self, position: Position, railroad: i64, city: i64) -> float:
        """How well a railroad's route at a city lies for the seat that `interest` is of."""
        near = self.connections.near
        connected: i64 = position.cells[state.CONNECTED + railroad]
        row: i64 = self.connections.cities * city
        wanted = self.wanted
        wishes = self.wishes
        bits = self.bits
        count: i64 = self.wanted_count
        total = 0.0
        for index in range(count):
            if connected & bits[index] == 0:
                total += wishes[index] * near[row + wanted[index]]
        return total

    def pull_from(self, position: Position, railroad: i64, city: i64) -> float:
        """The same, kept for the next piece from there."""
        origin: i64 = MOST_CITIES * railroad + city
        if origin != self.origin:
            self.origin = origin
            self.origin_pull = self.route_value(position, railroad, city)
        return self.origin_pull

    def piece(self, position: Position, seat: i64, railroad: i64, head: i64, goal: i64) -> float:
        """A piece towards `goal`: what the city brings at once, and where the route lies then."""
        cells = position.cells
        components = position.components
        left: i64 = 0
        origin: i64 = head - 1
        if head > state.INSIDE:
            link: i64 = inside_link(position, head)
            left = components.link_spaces[link] - pieces_on_line(position, head) - 1
            origin = components.link_ends[2 * link] + components.link_ends[2 * link + 1] - goal
        else:
            left = (
                components.link_spaces[components.way_link[way_between(position, origin, goal)]] - 1
            )
        gain = self.route_value(position, railroad, goal) - self.pull_from(
            position, railroad, origin
        )
        if cells[state.CONNECTED + railroad] & components.bit[goal] == 0:
            if left == 0:
                gain += (
                    self.bonus * float(arrival_bonus(position, seat, railroad, goal)) / self.pull
                )
            elif left > 1:
                gain *= 0.7
        scaled = self.pull * gain
        if scaled > MOST_PULL:
            scaled = MOST_PULL
        elif scaled < LEAST_PULL:
            scaled = LEAST_PULL
        return math.exp(scaled)
