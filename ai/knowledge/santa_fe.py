"""What the search knows of Santa Fe: what cards will be worth, and where track helps whom.

A city card is worth its value for each railroad that is connected in the end. So both parts rest on
how likely railroads are to get there: the nearer one of their routes, the likelier.

The weights lie in `santa_fe.json`, tuned by `python -m ai.tune santa_fe`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from mypy_extensions import i64

from ai.knowledge.base import Knowledge
from games.game import Actions, State
from games.santa_fe.actions import (
    BRANCH,
    BUY,
    DISCARD,
    DRAW,
    LAY,
    MOST_SEATS,
    NOTHING,
    PASS,
    RAILROAD_COUNT,
    ROUTES,
    SELECT,
    STOCK_BRANCH,
    STOCK_CITY,
    STOCK_DOUBLE,
)
from games.santa_fe.board import MOST_CITIES
from games.santa_fe.components import HAND_SLOTS, PRICES_NONE, Tables, distances
from games.santa_fe.rules.track import (
    BOUNDLESS,
    arrival_bonus,
    has_way,
    inside_goal,
    inside_link,
)
from games.santa_fe.state import (
    CONNECTED,
    COPIES,
    HAND,
    HEADS,
    HELD_BRANCH,
    HELD_DOUBLES,
    INSIDE,
    MONEY,
    PIECE,
    PLAYED_BRANCH,
    SEAT_BITS,
    TABLEAU,
    Position,
    block,
    city_at,
)
from games.santa_fe.state import ENGINEER as HAS_ENGINEER
from games.vectors import vec


class SantaFeKnowledge(Knowledge):
    """Money, cards played and held at what they will be worth, and what is still to be drawn.

    `weights` as in `santa_fe.json`: `hand` to `own_piece` are in points or factors of points, those
    of moves are relative. Raises `KeyError` where one is missing.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(weights["spread"])
        self.decay: float = weights["decay"]
        self.reach: float = weights["reach"]
        self.hand: float = weights["hand"]
        self.unseen: float = weights["unseen"]
        self.pace: float = weights["pace"]
        self.double: float = weights["double"]
        self.branch: float = weights["branch"]
        self.engineer: float = weights["engineer"]
        self.own_piece: float = weights["own_piece"]
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
        self.tables: Tables | None = None
        self.cities: i64 = 0
        self.near: vec[float] = vec[float]([0.0])
        """For two cities `decay` to the power of the pieces between them."""
        self.expected: vec[float] = vec[float]([0.0] * MOST_CITIES)
        """For each city with a card how many railroads may be connected in the end."""
        self.interest: vec[float] = vec[float]([0.0] * MOST_CITIES)
        """For each city with a card what one more railroad there is worth to a seat."""
        self.wanted: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """The cities whose `interest` is not 0: the first `wanted_count` entries."""
        self.wanted_count: i64 = 0
        self.origin: i64 = -1
        """The railroad and city that `origin_pull` is of, as one number; -1 for none."""
        self.origin_pull: float = 0.0

    def learn(self, tables: Tables) -> None:
        """Prepare for a map, unless it was the last one seen."""
        if self.tables is not tables:
            self.tables = tables
            self.cities = tables.city_count
            self.near = vec[float]([self.decay**pieces for pieces in distances(tables)])

    def evaluate(self, state: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`: the points that each seat may expect."""
        assert isinstance(state, Position)
        self.learn(state.tables)
        self.expect(state)
        cells = state.cells
        seats: i64 = state.seats()
        rounds = float(state.unbought()) / (self.pace * float(seats))
        seat: i64 = 0
        while seat < seats:
            at: i64 = block(seat)
            out[seat] = float(cells[at + MONEY]) + self.held(state, seat, rounds)
            out[seat] += self.own_piece * float(state.bought(seat))
            if cells[at + HAS_ENGINEER]:
                out[seat] += self.engineer * (rounds if rounds < 1.0 else 1.0)
            seat += 1
        self.add_tableaus(state, out)

    def add_tableaus(self, state: Position, out: vec[float]) -> None:
        """Add what the cards already played may be worth."""
        cells = state.cells
        tables = state.tables
        seats: i64 = state.seats()
        card: i64 = 0
        while card < tables.cards:
            played: i64 = cells[city_at(card) + TABLEAU]
            if played:
                worth = float(tables.value[card]) * self.expected[card]
                seat: i64 = 0
                while seat < seats:
                    out[seat] += worth * float((played >> (SEAT_BITS * seat)) & COPIES)
                    seat += 1
            card += 1

    def held(self, state: Position, seat: i64, rounds: float) -> float:
        """What the hand will bring: the best cards, one a round, and cards yet to be drawn."""
        cells = state.cells
        tables = state.tables
        at: i64 = block(seat)
        total = 0.0
        count = 0.0
        slot: i64 = at + HAND
        end: i64 = slot + HAND_SLOTS
        while slot < end and cells[slot]:
            card: i64 = cells[slot] - 1
            total += float(tables.value[card]) * self.expected[card]
            count += 1.0
            slot += 1
        if count > rounds:
            total *= rounds / count
        else:
            total += self.unseen * (rounds - count)
        extra = self.double * float(cells[at + HELD_DOUBLES])
        if cells[at + HELD_BRANCH] or cells[at + PLAYED_BRANCH]:
            extra += self.branch
        return self.hand * total + extra * (rounds if rounds < 1.0 else 1.0)

    def expect(self, state: Position) -> None:
        """Fill `expected`."""
        cells = state.cells
        tables = state.tables
        expected = self.expected
        card: i64 = 0
        while card < tables.cards:
            expected[card] = 0.0
            card += 1
        railroad: i64 = 0
        while railroad < RAILROAD_COUNT:
            pieces: i64 = state.unlaid(railroad)
            connected: i64 = cells[CONNECTED + railroad]
            least = self.decay ** float(pieces) - 1e-9
            at: i64 = HEADS + ROUTES * railroad
            self.expect_routes(state, railroad, at, connected, pieces, least)
            railroad += 1

    def expect_routes(
        self, state: Position, railroad: i64, at: i64, connected: i64, pieces: i64, least: float
    ) -> None:
        """Add one railroad to `expected`: 1 where it is connected, else by its nearest route.

        `least` is how near a city has to be for the railroad's `pieces` to suffice.
        """
        tables = state.tables
        cells = state.cells
        expected = self.expected
        near = self.near
        first: i64 = -1
        second: i64 = -1
        third: i64 = -1
        if pieces > 0:
            first = self.place_of(state, railroad, cells[at])
            second = self.place_of(state, railroad, cells[at + 1])
            third = self.place_of(state, railroad, cells[at + 2])
        card: i64 = 0
        while card < tables.cards:
            if connected & tables.bit[card]:
                expected[card] += 1.0
            elif pieces > 0:
                best = 0.0
                if first >= 0:
                    best = near[first + card]
                if second >= 0 and near[second + card] > best:
                    best = near[second + card]
                if third >= 0 and near[third + card] > best:
                    best = near[third + card]
                if best >= least:
                    expected[card] += self.reach * best
            card += 1

    def place_of(self, state: Position, railroad: i64, head: i64) -> i64:
        """The row of `near` of the city where a route stands or goes to; -1 in a dead end."""
        if head == 0:
            return -1
        if head > INSIDE:
            return self.cities * inside_goal(state, head)
        if has_way(state, railroad, head - 1, PRICES_NONE, BOUNDLESS):
            return self.cities * (head - 1)
        return -1

    def priors(self, state: State, seat: i64, actions: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(state, Position)
        self.learn(state.tables)
        items = actions.items
        count: i64 = actions.count
        code: i64 = items[0] & 255
        if LAY <= code <= BRANCH:
            self.be_interested(state, seat)
        elif SELECT <= code <= DISCARD:
            self.expect(state)
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
                weight = self.discard * 4.0 / (1.0 + self.worth(state, first))
            elif code == DRAW:
                weight = self.drawing(first)
            elif code == BUY and first != NOTHING:
                weight = self.buying
            elif code == PASS:
                weight = self.passing
            out[index] = weight
            index += 1

    def worth(self, state: Position, card: i64) -> float:
        """The points a city card may bring."""
        return float(state.tables.value[card]) * self.expected[card]

    def selection(self, state: Position, card: i64) -> float:
        """Cards of much worth go first, double-turn cards now and then."""
        if card == state.tables.cards:
            return self.select_double
        return math.exp(self.select * self.worth(state, card))

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
        tables = state.tables
        interest = self.interest
        rivals = self.rivals / float(state.seats() - 1)
        card: i64 = 0
        while card < tables.cards:
            played: i64 = cells[city_at(card) + TABLEAU]
            weight = 0.0
            if played:
                other: i64 = 0
                while other < MOST_SEATS:
                    copies = float((played >> (SEAT_BITS * other)) & COPIES)
                    weight += copies if other == seat else -rivals * copies
                    other += 1
            interest[card] = weight * float(tables.value[card])
            card += 1
        slot: i64 = block(seat) + HAND
        end: i64 = slot + HAND_SLOTS
        while slot < end and cells[slot]:
            card = cells[slot] - 1
            interest[card] += self.hand * float(tables.value[card])
            slot += 1
        self.list_wanted(tables.cards)

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
        tables = state.tables
        interest = self.interest
        near = self.near
        connected: i64 = state.cells[CONNECTED + railroad]
        row: i64 = self.cities * city
        wanted = self.wanted
        count: i64 = self.wanted_count
        total = 0.0
        index: i64 = 0
        while index < count:
            card: i64 = wanted[index]
            if connected & tables.bit[card] == 0:
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
        tables = state.tables
        left: i64 = 0
        origin: i64 = head - 1
        if head > INSIDE:
            link: i64 = inside_link(state, head)
            filled: i64 = cells[state.lines + head - 1 - INSIDE] // PIECE
            left = tables.link_spaces[link] - filled - 1
            origin = tables.link_ends[2 * link] + tables.link_ends[2 * link + 1] - goal
        else:
            way: i64 = tables.way_first[origin]
            while tables.way_to[way] != goal:
                way += 1
            left = tables.link_spaces[tables.way_link[way]] - 1
        gain = self.pulled(state, railroad, goal) - self.pulled_from(state, railroad, origin)
        if cells[CONNECTED + railroad] & tables.bit[goal] == 0:
            if left == 0:
                gain += self.bonus * float(arrival_bonus(state, seat, railroad, goal)) / self.pull
            elif left > 1:
                gain *= 0.7
        scaled = self.pull * gain
        if scaled > 6.0:
            scaled = 6.0
        elif scaled < -4.0:
            scaled = -4.0
        return math.exp(scaled)


def make(weights: Mapping[str, float]) -> Knowledge:
    """The knowledge with these weights."""
    return SantaFeKnowledge(weights)
