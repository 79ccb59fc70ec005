"""What a policy network is told of the moves of Steam."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.steam import track_features
from railhead.ai.knowledge.steam.forecast import turns_left
from railhead.ai.knowledge.steam.track_building import serves
from railhead.ai.knowledge.steam.track_features import TrackFeatures
from railhead.ai.net.moves import MoveFeatures as Base
from railhead.ai.net.moves import MoveKeys
from railhead.games.game import SEATS, Actions, State
from railhead.games.packing import CODE_MASK, FIRST, FOURTH, PARAMETER_MASK, SECOND
from railhead.games.steam import actions, state
from railhead.games.steam.rules.growth import goods_in
from railhead.games.steam.rules.turns import tile_cost
from railhead.games.steam.state import Position

TYPES: Final = 13
PHASES: Final = 9
TILES: Final = 7
# Those of `track_features.py` said here again, since mypyc folds sums of one module's constants
# only; the end of the file holds them against the others.
LEFT: Final = 5
MOST_GOODS: Final = 6
TRACK: Final = 233

# Everything but track.
TILE_LEFT_FROM: Final = TRACK
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
        self.track: TrackFeatures = TrackFeatures(self.first_other)
        self.left: i64 = 0

    def see_moves(self, position: State, seat: i64, legal: Actions, out: MoveKeys) -> None:
        """See `ai.net.moves.MoveFeatures.see_moves`."""
        assert isinstance(position, Position)
        out.clear(legal.count)
        self.track.begin(position, seat)
        self.left = self.track.left
        items = legal.items
        index: i64 = 0
        while index < legal.count:
            action: i64 = items[index]
            self.see_parameters(action, out)
            code: i64 = action & CODE_MASK
            if code == actions.BUILD:
                self.track.see_build(position, seat, action, out)
            elif code == actions.DELIVER:
                self._see_delivery(position, seat, action, out)
            elif code <= actions.DECLINE:
                self._see_market(position, seat, code, action, out)
            else:
                self._see_other(position, seat, code, action, out)
            out.end_move()
            index += 1

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
            out.choose(first + STOP_WANTED_FROM, self.track.wanted[colour + 1], MOST_GOODS)


assert (state.BLOCKS, len(state.PHASES), int(state.TILE_COUNT)) == (6, PHASES, TILES)
assert (track_features.LEFT, track_features.MOST_GOODS) == (LEFT, MOST_GOODS)
assert track_features.TRACK_KEYS == TRACK
