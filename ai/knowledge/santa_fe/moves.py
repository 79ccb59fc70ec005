"""Which moves of Santa Fe are usually good: priors for the search and its playouts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from ai.knowledge.santa_fe.features import Prospects
from ai.knowledge.santa_fe.weights import LEAST_PULL, MOST_PULL
from games.game import Actions
from games.santa_fe.actions import (
    BRANCH,
    BUY,
    DISCARD,
    DRAW,
    LAY,
    MOST_SEATS,
    NOTHING,
    PASS,
    ROUTES,
    SELECT,
    STOCK_BRANCH,
    STOCK_CITY,
    STOCK_DOUBLE,
)
from games.santa_fe.board import MOST_CITIES
from games.santa_fe.components import HAND_SLOTS
from games.santa_fe.rules.lines import inside_link, laid_on_line
from games.santa_fe.rules.track import arrival_bonus, way_between
from games.santa_fe.state import (
    CONNECTED,
    HAND,
    HEADS,
    INSIDE,
    TABLEAU,
    Position,
    block,
    city_at,
    copies_in,
)
from games.vectors import vec


@final
class Moves:
    """The weights of all moves. Raises `KeyError` where one of `weights` is missing.

    `prospects` may be shared with who evaluates: it is filled anew for each decision.
    """

    def __init__(self, weights: Mapping[str, float], prospects: Prospects) -> None:
        self.prospects: Prospects = prospects
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
        self.wanted_count: i64 = 0
        self.origin: i64 = -1
        """The railroad and city that `origin_pull` is of, as one number; -1 for none."""
        self.origin_pull: float = 0.0

    def weigh(self, state: Position, seat: i64, actions: Actions, out: vec[float]) -> None:
        """Write a positive weight for each of `actions` to `out`."""
        prospects = self.prospects
        prospects.learn(state.components)
        items = actions.items
        count: i64 = actions.count
        code: i64 = items[0] & 255
        if LAY <= code <= BRANCH:
            self.be_interested(state, seat)
        elif SELECT <= code <= DISCARD:
            prospects.expect(state)
        index: i64 = 0
        while index < count:
            action: i64 = items[index]
            code = action & 255
            first: i64 = (action >> 8) & 1023
            weight = 1.0
            if code == LAY:
                goal: i64 = (action >> 28) & 1023
                head: i64 = state.cells[HEADS + ROUTES * first + ((action >> 18) & 1023)]
                weight = self.piece(state, seat, first, head, goal)
            elif code == BRANCH:
                head = 1 + ((action >> 18) & 1023)
                weight = self.piece(state, seat, first, head, (action >> 28) & 1023)
            elif code == SELECT:
                weight = self.selection(state, first)
            elif code == DISCARD:
                weight = self.discard * 4.0 / (1.0 + prospects.worth(state, first))
            elif code == DRAW:
                weight = self.drawing(first)
            elif code == BUY and first != NOTHING:
                weight = self.buying
            elif code == PASS:
                weight = self.passing
            out[index] = weight
            index += 1

    def selection(self, state: Position, card: i64) -> float:
        """Cards of much worth go first, double-turn cards now and then."""
        if card == state.components.cards:
            return self.select_double
        return math.exp(self.select * self.prospects.worth(state, card))

    def drawing(self, stock: i64) -> float:
        """City cards are what points are made of."""
        if stock == STOCK_CITY:
            return 1.0
        if stock == STOCK_DOUBLE:
            return self.draw_double
        return self.draw_branch if stock >= STOCK_BRANCH else self.draw_engineer

    def be_interested(self, state: Position, seat: i64) -> None:
        """Fill `interest`: the seat's own cards there, less the average of what others have."""
        cells = state.cells
        components = state.components
        interest = self.interest
        rivals = self.rivals / float(state.seats() - 1)
        card: i64 = 0
        while card < components.cards:
            played: i64 = cells[city_at(card) + TABLEAU]
            weight = 0.0
            if played:
                other: i64 = 0
                while other < MOST_SEATS:
                    copies = float(copies_in(played, other))
                    weight += copies if other == seat else -rivals * copies
                    other += 1
            interest[card] = weight * float(components.value[card])
            card += 1
        slot: i64 = block(seat) + HAND
        end: i64 = slot + HAND_SLOTS
        while slot < end and cells[slot]:
            card = cells[slot] - 1
            interest[card] += self.hand * float(components.value[card])
            slot += 1
        self.list_wanted(components.cards)

    def list_wanted(self, cards: i64) -> None:
        """Fill `wanted` from `interest`."""
        interest = self.interest
        wanted = self.wanted
        count: i64 = 0
        card: i64 = 0
        while card < cards:
            if interest[card] != 0.0:
                wanted[count] = card
                count += 1
            card += 1
        self.wanted_count = count
        self.origin = -1

    def pulled(self, state: Position, railroad: i64, city: i64) -> float:
        """How well a railroad's route at a city lies for the seat that `interest` is of."""
        components = state.components
        interest = self.interest
        near = self.prospects.near
        connected: i64 = state.cells[CONNECTED + railroad]
        row: i64 = self.prospects.cities * city
        wanted = self.wanted
        count: i64 = self.wanted_count
        total = 0.0
        index: i64 = 0
        while index < count:
            card: i64 = wanted[index]
            if connected & components.bit[card] == 0:
                total += interest[card] * near[row + card]
            index += 1
        return total

    def pulled_from(self, state: Position, railroad: i64, city: i64) -> float:
        """The same, kept for the next piece from there."""
        origin: i64 = MOST_CITIES * railroad + city
        if origin != self.origin:
            self.origin = origin
            self.origin_pull = self.pulled(state, railroad, city)
        return self.origin_pull

    def piece(self, state: Position, seat: i64, railroad: i64, head: i64, goal: i64) -> float:
        """A piece towards `goal`: what the city brings at once, and where the route lies then."""
        cells = state.cells
        components = state.components
        left: i64 = 0
        origin: i64 = head - 1
        if head > INSIDE:
            link: i64 = inside_link(state, head)
            left = components.link_spaces[link] - laid_on_line(state, head) - 1
            origin = components.link_ends[2 * link] + components.link_ends[2 * link + 1] - goal
        else:
            left = components.link_spaces[components.way_link[way_between(state, origin, goal)]] - 1
        gain = self.pulled(state, railroad, goal) - self.pulled_from(state, railroad, origin)
        if cells[CONNECTED + railroad] & components.bit[goal] == 0:
            if left == 0:
                gain += self.bonus * float(arrival_bonus(state, seat, railroad, goal)) / self.pull
            elif left > 1:
                gain *= 0.7
        scaled = self.pull * gain
        if scaled > MOST_PULL:
            scaled = MOST_PULL
        elif scaled < LEAST_PULL:
            scaled = LEAST_PULL
        return math.exp(scaled)
