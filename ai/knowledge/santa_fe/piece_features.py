"""What a policy network is told of a piece of track in Santa Fe."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.net.moves import MoveKeys
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS, PRICES_NONE, Components, distances
from railhead.games.santa_fe.data_schema import MOST_CITIES
from railhead.games.santa_fe.rules.lines import (
    inside_link,
    inside_price,
    next_price,
    pieces_on_line,
)
from railhead.games.santa_fe.rules.track import BOUNDLESS, arrival_bonus, may_begin, way_between
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec

DECAY: Final = 0.72
"""What a city is worth that is one piece farther away."""
STAGES: Final = 5
LEFT: Final = 4
"""Pieces that a line still takes are told apart up to one less."""
BONUSES: Final = 7
OWN: Final = 4
"""How much the seat has played at a city: nothing, a cheap card, a dear one, more."""
GAINS: Final = 13
"""A route that comes nearer to cities gains as many levels at most, or loses half as many."""
EXITS: Final = 4
SUPPLIES: Final = 6
PRICES: Final = 4
MONEY: Final = 4

ARRIVAL_FROM: Final = 0
BONUS_FROM: Final = ARRIVAL_FROM + 4 * LEFT
OWN_FROM: Final = BONUS_FROM + BONUSES * LEFT
HAND_FROM: Final = OWN_FROM + OWN * LEFT
OTHERS_FROM: Final = HAND_FROM + 3 * LEFT
OWN_GAIN_FROM: Final = OTHERS_FROM + OWN * LEFT * 2
HAND_GAIN_FROM: Final = OWN_GAIN_FROM + GAINS
OTHER_GAIN_FROM: Final = HAND_GAIN_FROM + GAINS
LEAD_FROM: Final = OTHER_GAIN_FROM + GAINS
LEAD_STAGE_FROM: Final = LEAD_FROM + GAINS * LEFT
EXITS_FROM: Final = LEAD_STAGE_FROM + GAINS * STAGES
SUPPLY_FROM: Final = EXITS_FROM + EXITS * LEFT
LINE_FROM: Final = SUPPLY_FROM + SUPPLIES * LEFT
PRICE_FROM: Final = LINE_FROM + 2 * LEFT
AGAIN_FROM: Final = PRICE_FROM + PRICES * MONEY
RAILROAD_FROM: Final = AGAIN_FROM + 3 * LEFT * 2
VALUE_FROM: Final = RAILROAD_FROM + 5 * STAGES
ENOUGH_FROM: Final = VALUE_FROM + 8 * 2
ORIGIN_FROM: Final = ENOUGH_FROM + 3
PIECE_KEYS: Final = ORIGIN_FROM + GAINS


@final
class PieceFeatures:
    """`see` finds what the seat and the others want, `name` the keys of a piece.

    Of hands it reads the seat's own alone.
    """

    def __init__(self, first: i64) -> None:
        self.first: i64 = first
        self.components: Components | None = None
        self.cities: i64 = 0
        self.near: vec[float] = vec[float]([0.0])
        """For two cities `DECAY` to the power of the pieces between them."""
        self.played: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """For each card the points of one more railroad: by what the seat has played, by its hand,
        and the mean of the others."""
        self.held: vec[i64] = vec[i64]([0] * MOST_CITIES)
        self.others: vec[float] = vec[float]([0.0] * MOST_CITIES)
        self.wanted: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """The cards of which one of these is not 0: the first `wanted_count` entries."""
        self.wanted_count: i64 = 0
        self.stage: i64 = 0
        self.again: i64 = 0
        """Whether the seat lays the next piece too: 0, or 1 before another's turn, 2 at once."""
        self.lies: vec[float] = vec[float]([0.0] * 3)
        """How a route lies for the three kinds of wants; then the same for where it comes from."""
        self.lay: vec[float] = vec[float]([0.0] * 3)
        self.origin: i64 = -1
        """The railroad and city that `lay` is of, as one number."""

    def see(self, position: Position, seat: i64, stage: i64) -> None:
        """Find what is wanted where, for the pieces of one decision."""
        components = position.components
        if self.components is not components:
            self.components = components
            self.cities = components.city_count
            self.near = vec[float]([DECAY**pieces for pieces in distances(components)])
        self.stage = stage
        self.origin = -1
        cells = position.cells
        double: i64 = cells[state.block(seat) + state.DOUBLE_TURN]
        self.again = 0
        if double > 0 and cells[state.LAID] == 0:
            self.again = 2
        elif cells[state.PHASE] == state.LAY_ONE:
            self.again = 1
        self._see_cards(position, seat)
        self._list_wanted()

    def _see_cards(self, position: Position, seat: i64) -> None:
        """What each city brings by the cards played and held there."""
        cells = position.cells
        components = position.components
        part = 1.0 / float(position.seats() - 1)
        at: i64 = state.city_at(0) + state.TABLEAU
        card: i64 = 0
        while card < components.cards:
            played: i64 = cells[at]
            own: i64 = 0
            others: i64 = 0
            other: i64 = 0
            while played > 0:
                if other == seat:
                    own = played & state.COPIES
                else:
                    others += played & state.COPIES
                played >>= state.SEAT_BITS
                other += 1
            value: i64 = components.value[card]
            self.played[card] = own * value
            self.others[card] = part * float(others * value)
            self.held[card] = 0
            card += 1
            at += state.CITY_CELLS
        slot: i64 = state.block(seat) + state.HAND
        end: i64 = slot + HAND_SLOTS
        while slot < end and cells[slot] > 0:
            card = cells[slot] - 1
            self.held[card] += components.value[card]
            slot += 1

    def _list_wanted(self) -> None:
        """List the cities that anybody has cards of."""
        components = self.components
        assert components is not None
        count: i64 = 0
        card: i64 = 0
        while card < components.cards:
            if self.played[card] > 0 or self.held[card] > 0 or self.others[card] > 0.0:
                self.wanted[count] = card
                count += 1
            card += 1
        self.wanted_count = count

    def name(self, position: Position, seat: i64, action: i64, out: MoveKeys) -> None:
        """Name the keys of `lay` or `branch`."""
        cells = position.cells
        components = position.components
        branches: i64 = 1 if action & CODE_MASK == actions.BRANCH else 0
        railroad: i64 = (action >> FIRST) & PARAMETER_MASK
        second: i64 = (action >> SECOND) & PARAMETER_MASK
        goal: i64 = (action >> THIRD) & PARAMETER_MASK
        at: i64 = state.HEADS + actions.ROUTES * railroad + second
        head: i64 = 1 + second if branches == 1 else cells[at]
        row: i64 = position.price_row(seat)
        price: i64 = 0
        origin: i64 = head - 1
        link: i64 = 0
        laid: i64 = 0
        if head > state.INSIDE:
            link = inside_link(position, head)
            laid = pieces_on_line(position, head)
            origin = components.link_ends[2 * link] + components.link_ends[2 * link + 1] - goal
            if row != PRICES_NONE:
                price = inside_price(position, row, at)
        else:
            way: i64 = way_between(position, origin, goal)
            link = components.way_link[way]
            if row != PRICES_NONE:
                price = next_price(position, row, link, components.way_side[way], 0)
        left: i64 = components.link_spaces[link] - laid - 1
        if left >= LEFT:
            left = LEFT - 1
        first: i64 = self.first
        out.add(first + LINE_FROM + (LEFT if laid > 0 else 0) + left)
        if row != PRICES_NONE:
            money: i64 = cells[state.block(seat) + state.MONEY] - price
            money = 3 if money > 8 else 2 if money > 3 else 1 if money > 0 else 0
            out.choose(first + PRICE_FROM + PRICES * money, price, PRICES - 1)
        out.add(first + RAILROAD_FROM + STAGES * railroad + self.stage)
        self._see_goal(position, seat, railroad, goal, left, branches, out)
        self._see_gain(position, railroad, origin, goal, left, out)
        self._see_exits(position, railroad, goal, left, out)

    def _see_goal(
        self,
        position: Position,
        seat: i64,
        railroad: i64,
        goal: i64,
        left: i64,
        branches: i64,
        out: MoveKeys,
    ) -> None:
        """What the city is worth to the seat and to others, once the railroad is connected."""
        first: i64 = self.first
        components = position.components
        new: i64 = 1
        if position.cells[state.CONNECTED + railroad] & components.bit[goal]:
            new = 0
        out.add(first + ARRIVAL_FROM + LEFT * (2 * branches + new) + left)
        bonus: i64 = arrival_bonus(position, seat, railroad, goal)
        out.choose(first + BONUS_FROM + BONUSES * left, (bonus + 1) // 2, BONUSES - 1)
        worth: i64 = 1 if bonus > 0 else 0
        if new == 1 and goal < components.cards:
            own: i64 = OWN * left + _own_level(self.played[goal])
            out.add(first + OWN_FROM + own)
            held: i64 = self.held[goal]
            out.add(first + HAND_FROM + 3 * left + (0 if held == 0 else 1 if held < 5 else 2))
            others = self.others[goal]
            level: i64 = 0 if others <= 0.0 else 1 if others < 3.0 else 2 if others < 6.0 else 3
            has: i64 = 1 if self.played[goal] > 0 else 0
            out.add(first + OTHERS_FROM + LEFT * (OWN * has + level) + left)
            out.add(first + VALUE_FROM + 2 * components.value[goal] + (1 if left == 0 else 0))
            if self.played[goal] > 0 or held > 0:
                worth = 1
        out.add(first + AGAIN_FROM + LEFT * (2 * self.again + worth) + left)
        pieces: i64 = position.unlaid_pieces(railroad) - 1
        supply: i64 = pieces if pieces < 3 else 3 if pieces < 6 else 4 if pieces < 12 else 5
        out.add(first + SUPPLY_FROM + SUPPLIES * left + supply)
        out.choose(first + ENOUGH_FROM, pieces - left, 2)

    def _see_gain(
        self, position: Position, railroad: i64, origin: i64, goal: i64, left: i64, out: MoveKeys
    ) -> None:
        """How much better the route lies at the goal than at the city it comes from."""
        first: i64 = self.first
        lay = self.lay
        lies = self.lies
        place: i64 = MOST_CITIES * railroad + origin
        if place != self.origin:
            self.origin = place
            self._look(position, railroad, origin, lay)
        self._look(position, railroad, goal, lies)
        out.add(first + OWN_GAIN_FROM + _gain_level(lies[0] - lay[0]))
        out.add(first + HAND_GAIN_FROM + _gain_level(lies[1] - lay[1]))
        out.add(first + OTHER_GAIN_FROM + _gain_level(lies[2] - lay[2]))
        lead: i64 = _gain_level(lies[0] - lay[0] + lies[1] - lay[1] - lies[2] + lay[2])
        out.add(first + LEAD_FROM + LEFT * lead + left)
        out.add(first + LEAD_STAGE_FROM + STAGES * lead + self.stage)
        out.add(first + ORIGIN_FROM + _gain_level(lay[0] + lay[1] - lay[2]))

    def _look(self, position: Position, railroad: i64, city: i64, out: vec[float]) -> None:
        """How a route of a railroad lies at a city, by how near it is to what is wanted."""
        near = self.near
        wanted = self.wanted
        played = self.played
        held = self.held
        others = self.others
        bits = position.components.bit
        connected: i64 = position.cells[state.CONNECTED + railroad]
        row: i64 = self.cities * city
        a = 0.0
        b = 0.0
        c = 0.0
        index: i64 = 0
        while index < self.wanted_count:
            card: i64 = wanted[index]
            if connected & bits[card] == 0:
                close = near[row + card]
                a += close * float(played[card])
                b += close * float(held[card])
                c += close * others[card]
            index += 1
        out[0] = a
        out[1] = b
        out[2] = c

    def _see_exits(
        self, position: Position, railroad: i64, goal: i64, left: i64, out: MoveKeys
    ) -> None:
        """Whether the railroad could go on from there, or would stand in a dead end."""
        components = position.components
        exits: i64 = 0
        way: i64 = components.way_first[goal]
        end: i64 = components.way_first[goal + 1]
        while way < end and exits < EXITS - 1:
            if may_begin(position, railroad, way, PRICES_NONE, BOUNDLESS):
                exits += 1
            way += 1
        out.add(self.first + EXITS_FROM + LEFT * exits + left)


def _own_level(points: i64) -> i64:
    if points == 0:
        return 0
    if points < 5:
        return 1
    return 2 if points < 8 else 3


def _gain_level(gain: float) -> i64:
    """The level of a gain: 4 is about none, those below are losses."""
    if gain < 0.0:
        return 0 if gain < -4.0 else 1 if gain < -2.0 else 2 if gain < -0.8 else 3
    if gain < 1.5:
        return 4 if gain < 0.2 else 5 if gain < 0.8 else 6
    if gain < 5.0:
        return 7 if gain < 2.5 else 8 if gain < 3.5 else 9
    return 10 if gain < 7.0 else 11 if gain < 10.0 else 12


assert len(actions.RAILROADS) == 5
