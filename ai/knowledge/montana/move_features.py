"""What a policy network is told of the moves of Montana."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.montana.field_features import FIELD_KEYS, STAGES, FieldFeatures
from railhead.ai.knowledge.montana.lacking_goods import (
    MOST_LACKING,
    MOST_READY,
    LackingGoods,
    goods_word,
    upgrades_word,
)
from railhead.ai.knowledge.montana.worker_features import (
    HELD,
    MOST_HELD,
    MOST_WORKERS,
    WORKER_KEYS,
    WorkerFeatures,
)
from railhead.ai.net.moves import MoveFeatures as Base
from railhead.ai.net.moves import MoveKeys
from railhead.games.game import SEATS, Actions, State
from railhead.games.montana import actions, state
from railhead.games.montana.actions import AREA_SPACES
from railhead.games.montana.rules.shared import (
    worker_count,
)
from railhead.games.montana.state import Position
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.vectors import vec

TYPES: Final = 18
LACKS: Final = MOST_LACKING + 1
READIES: Final = MOST_READY + 1
MOST_NEAR: Final = 4
MOST_COINS: Final = 12
MOST_MATERIAL: Final = 4
MOST_PUMPKINS: Final = 7
MOST_ROWS: Final = 4
PRICES: Final = 8
KINDS: Final = 8
"""Of gaining goods: in an area, by helpers, by a trade, in the city, by a bid, and as it is."""
WORKING: Final = 0
HELPING: Final = 1
TRADING: Final = 2
REWARDED: Final = 3
BIDDING: Final = 4
AS_IT_IS: Final = 5

# What goods are lacking afterwards.
SINGLE_FROM: Final = 0
DOUBLE_FROM: Final = SINGLE_FROM + LACKS * LACKS
READY_FROM: Final = DOUBLE_FROM + LACKS * LACKS
NEXT_FROM: Final = READY_FROM + READIES * READIES
NEAR_FROM: Final = NEXT_FROM + READIES * LACKS
KIND_FROM: Final = NEAR_FROM + MOST_NEAR + 1
# Workers.
SPACE_FROM: Final = KIND_FROM + KINDS * LACKS
SHORT_FROM: Final = SPACE_FROM + 12 * STAGES
COINS_LEFT_FROM: Final = SHORT_FROM + 1
HIRE_FROM: Final = COINS_LEFT_FROM + 2 * (MOST_COINS + 1)
STEPS_FROM: Final = HIRE_FROM + STAGES * (MOST_WORKERS + 1)
ROOM_FROM: Final = STEPS_FROM + 8 * 3
WORKERS_FROM: Final = ROOM_FROM + 2 * (MOST_WORKERS + 1)
JOKER_STEP: Final = WORKERS_FROM + WORKER_KEYS
GRAIN_FROM: Final = JOKER_STEP + 1
# The city.
CITY_FROM: Final = GRAIN_FROM + HELD
CITY_PUMPKINS_FROM: Final = CITY_FROM + MOST_MATERIAL + 1
CITY_RIVAL_FROM: Final = CITY_PUMPKINS_FROM + MOST_PUMPKINS + 1
BID_FROM: Final = CITY_RIVAL_FROM + 3
BID_MATERIAL_FROM: Final = BID_FROM + MOST_ROWS * PRICES
BID_LEFT_FROM: Final = BID_MATERIAL_FROM + MOST_ROWS * (MOST_MATERIAL + 1)
OUTBID_FROM: Final = BID_LEFT_FROM + MOST_PUMPKINS + 1
THREAT_FROM: Final = OUTBID_FROM + 2
PASS_FROM: Final = THREAT_FROM + 3 * PRICES
# Fields.
FIELD_FROM: Final = PASS_FROM + MOST_PUMPKINS + 1
STOP_FROM: Final = FIELD_FROM + FIELD_KEYS
# Everything else.
CATTLE_FROM: Final = STOP_FROM + 4 * READIES
TRADE_FROM: Final = CATTLE_FROM + 5
DONE_FROM: Final = TRADE_FROM + 9 * STAGES
CANTEEN_FROM: Final = DONE_FROM + 5
OTHERS: Final = CANTEEN_FROM + 2 * STAGES * 3

PARAMETERS: Final = (
    (actions.JOKER, 0, 10),
    (actions.DISCARD, 0, 4),
    (actions.BANK, 0, actions.MOST_BANK_SPACES),
    (actions.BANK, 1, 35),
    (actions.WORK, 0, 4),
    (actions.WORK, 1, 3),
    (actions.WORK, 2, 14),
    (actions.HELPERS, 0, 15),
    (actions.COLLECT, 0, 35),
    (actions.UPGRADE, 0, 4),
    (actions.UPGRADE, 1, 4),
    (actions.TRADE, 0, 9),
    (actions.ADVANCE, 0, 8),
)
"""Hexes have no keys of their own: they are other ones on each map."""


class MoveFeatures(Base):
    """What an action brings of workers, goods, coins and settlements, and what is lacking then."""

    def __init__(self) -> None:
        super().__init__(TYPES, PARAMETERS, OTHERS)
        self.lacking: LackingGoods = LackingGoods()
        self.stage: i64 = 0
        self.single: i64 = 0
        """What was lacking before, as `LackingGoods` has it."""
        self.double: i64 = 0
        self.ready: i64 = 0
        self.worker_features: WorkerFeatures = WorkerFeatures(self.first_other + WORKERS_FROM)
        self.field_features: FieldFeatures = FieldFeatures(self.first_other + FIELD_FROM)
        self.row_goods: vec[i64] = vec[i64]([0] * actions.MOST_ROWS)
        """The goods that a seat would best have after a row's reward; -1 where not yet found."""

    def see_moves(self, position: State, seat: i64, legal: Actions, out: MoveKeys) -> None:
        """See `ai.net.moves.MoveFeatures.see_moves`."""
        assert isinstance(position, Position)
        out.clear(legal.count)
        self._begin(position, seat)
        items = legal.items
        index: i64 = 0
        while index < legal.count:
            action: i64 = items[index]
            code: i64 = action & CODE_MASK
            self.see_parameters(action, out)
            if code == actions.BUILD:
                place: i64 = (action >> FIRST) & PARAMETER_MASK
                face: i64 = position.cells[state.hex_at(place) + state.FACE]
                price: i64 = position.components.face_bytes[face]
                self.field_features.name(position, seat, place, self.stage, out)
                self._see_goods(AS_IT_IS, self.lacking.have - price, out)
            elif code == actions.WORK or code == actions.BANK or code == actions.HELPERS:
                self._see_work(position, seat, code, action, out)
            elif actions.CITY <= code <= actions.UPGRADE:
                self._see_city(position, seat, code, action, out)
            elif code <= actions.ADVANCE:
                self._see_hiring(position, seat, code, action, out)
            else:
                self._see_other(position, seat, code, action, out)
            out.end_move()
            index += 1

    def _begin(self, position: Position, seat: i64) -> None:
        """Find what is lacking now, and how far the match has come."""
        cells = position.cells
        lacking = self.lacking
        lacking.see(position, seat)
        lacking.weigh(lacking.have)
        self.single = lacking.single
        self.double = lacking.double
        self.ready = lacking.ready
        self.worker_features.count = worker_count(cells, seat)
        fewest: i64 = cells[state.block(seat) + state.SETTLEMENTS]
        for other in range(cells[SEATS]):
            left: i64 = cells[state.block(other) + state.SETTLEMENTS]
            if left < fewest:
                fewest = left
        self.stage = 0 if fewest > 6 else 1 if fewest > 3 else 2 if fewest > 1 else 3
        for row in range(actions.MOST_ROWS):
            self.row_goods[row] = -1
        self.field_features.see(position)

    def _see_goods(self, kind: i64, have: i64, out: MoveKeys) -> None:
        """What fields lack after an action of a kind, beside what they lack now."""
        first: i64 = self.first_other
        lacking = self.lacking
        lacking.weigh(have)
        out.add(first + SINGLE_FROM + LACKS * self.single + lacking.single)
        out.add(first + DOUBLE_FROM + LACKS * self.double + lacking.double)
        out.add(first + READY_FROM + READIES * self.ready + lacking.ready)
        out.add(first + NEXT_FROM + LACKS * lacking.ready + lacking.next)
        out.choose(first + NEAR_FROM, lacking.near, MOST_NEAR)
        out.add(first + KIND_FROM + LACKS * kind + lacking.single)

    # Workers.

    def _see_work(
        self, position: Position, seat: i64, code: i64, action: i64, out: MoveKeys
    ) -> None:
        """Workers placed at the bank, in an area or beside it."""
        cells = position.cells
        components = position.components
        first: i64 = self.first_other
        own: i64 = state.block(seat)
        number: i64 = (action >> FIRST) & PARAMETER_MASK
        coins: i64 = cells[own + state.COINS]
        if code == actions.BANK:
            workers: i64 = ((action >> SECOND) & PARAMETER_MASK) + actions.SINGLES
            self.worker_features.see_placed(position, seat, 2, workers, out)
            out.choose(first + COINS_LEFT_FROM + MOST_COINS + 1, coins, MOST_COINS)
            self.worker_features.see_cleared(
                position, state.BANK_AT, number, components.bank_spaces, 2, out
            )
            return
        if code == actions.WORK:
            space: i64 = (action >> SECOND) & PARAMETER_MASK
            index: i64 = AREA_SPACES * number + space
            workers = ((action >> THIRD) & PARAMETER_MASK) + actions.SINGLES
            goods: i64 = components.area_goods[index]
            out.add(first + SPACE_FROM + STAGES * index + self.stage)
            self.worker_features.see_payment(position, number, 0, workers, out)
            self.worker_features.see_placed(position, seat, 0, workers, out)
            out.choose(first + COINS_LEFT_FROM, coins - components.area_cost[index], MOST_COINS)
            at: i64 = state.LARGE_AT + AREA_SPACES * number
            self.worker_features.see_cleared(position, at, space, AREA_SPACES, 0, out)
            self.worker_features.see_helper(position, own, number, workers, out)
            if cells[state.SUPPLY + number] < goods:
                out.add(first + SHORT_FROM)
            self._see_goods(WORKING, self.lacking.have + goods_word(number, goods), out)
            return
        index = cells[state.SPACE]
        area: i64 = index // AREA_SPACES
        if number == 0:
            self._see_goods(AS_IT_IS, self.lacking.have, out)
            return
        self.worker_features.see_payment(position, area, 1, number, out)
        self.worker_features.see_placed(position, seat, 1, number, out)
        extra: i64 = goods_word(area, components.area_extra[index])
        self._see_goods(HELPING, self.lacking.have + extra, out)

    def _see_hiring(
        self, position: Position, seat: i64, code: i64, action: i64, out: MoveKeys
    ) -> None:
        """Workers from the wheel, and those that go."""
        cells = position.cells
        first: i64 = self.first_other
        number: i64 = (action >> FIRST) & PARAMETER_MASK
        own: i64 = state.block(seat)
        if code == actions.HIRE:
            out.choose(
                first + HIRE_FROM + (MOST_WORKERS + 1) * self.stage,
                self.worker_features.count,
                MOST_WORKERS,
            )
            out.choose(first + GRAIN_FROM, cells[own + state.GRAIN], MOST_HELD)
        elif code == actions.JOKER:
            self.worker_features.see_taken(position, own, number + actions.PAIRS, 0, out)
        elif code == actions.DISCARD:
            self.worker_features.see_taken(position, own, number + actions.SINGLES, 2, out)
        elif code == actions.ADVANCE:
            room: i64 = position.components.worker_limit - self.worker_features.count
            out.choose(first + ROOM_FROM + (MOST_WORKERS + 1 if number > 0 else 0), room, 8)
            out.choose(first + STEPS_FROM + 8 * (room if 0 <= room < 2 else 2), number, 7)
            word: i64 = self.lacking.have - goods_word(state.GRAIN, number)
            self._see_goods(AS_IT_IS, word, out)
            if number > 0:
                space: i64 = (cells[state.ARROW] + number) % actions.WHEEL_SPACES
                pair: i64 = position.components.wheel[space]
                if pair < 0:
                    out.add(first + JOKER_STEP)
                else:
                    self.worker_features.see_taken(position, own, pair, 1, out)

    # The city.

    def _see_city(
        self, position: Position, seat: i64, code: i64, action: i64, out: MoveKeys
    ) -> None:
        """Going to the city, bids and rewards."""
        cells = position.cells
        first: i64 = self.first_other
        own: i64 = state.block(seat)
        number: i64 = (action >> FIRST) & PARAMETER_MASK
        second: i64 = (action >> SECOND) & PARAMETER_MASK
        pumpkins: i64 = cells[own + state.PUMPKIN]
        material: i64 = cells[own + state.COPPER] + cells[own + state.STONE]
        if code == actions.CITY:
            out.choose(first + CITY_FROM, material, MOST_MATERIAL)
            out.choose(first + CITY_PUMPKINS_FROM, pumpkins, MOST_PUMPKINS)
            most: i64 = self._most_pumpkins(position, seat)
            out.choose(first + CITY_RIVAL_FROM, pumpkins + 2 - most, 2)
            for row in range(2):
                self._see_goods(BIDDING, self.lacking.best_reward(position, own, row), out)
        elif code == actions.BID:
            self._see_bid(position, seat, number, second, out)
        elif code == actions.PASS:
            out.choose(first + PASS_FROM, pumpkins, MOST_PUMPKINS)
        elif code == actions.COLLECT:
            self._see_goods(
                REWARDED, self.lacking.have + position.components.set_bytes[number], out
            )
        else:
            self._see_goods(REWARDED, self.lacking.have + upgrades_word(number, second), out)

    def _see_bid(self, position: Position, seat: i64, row: i64, column: i64, out: MoveKeys) -> None:
        """A row for a price: what it would bring, and who might take it away."""
        cells = position.cells
        first: i64 = self.first_other
        own: i64 = state.block(seat)
        material: i64 = cells[own + state.COPPER] + cells[own + state.STONE]
        kind: i64 = row if row < MOST_ROWS else MOST_ROWS - 1
        price: i64 = position.components.prices[column]
        out.choose(first + BID_FROM + PRICES * kind, price, PRICES - 1)
        out.choose(first + BID_MATERIAL_FROM + (MOST_MATERIAL + 1) * kind, material, MOST_MATERIAL)
        out.choose(first + BID_LEFT_FROM, cells[own + state.PUMPKIN] - price, MOST_PUMPKINS)
        outbids: i64 = 0
        threats: i64 = 0
        for other in range(cells[SEATS]):
            if other == seat:
                continue
            at: i64 = state.block(other)
            stands: i64 = cells[at + state.CONTRACTOR]
            if stands > 0 and (stands - 1) // actions.MOST_COLUMNS == row:
                outbids = 1
            if stands == 0 and cells[at + state.PUMPKIN] > price:
                threats += 1
        out.add(first + OUTBID_FROM + outbids)
        out.add(
            first
            + THREAT_FROM
            + PRICES * (threats if threats < 2 else 2)
            + (price if price < PRICES else PRICES - 1)
        )
        if self.row_goods[row] < 0:
            self.row_goods[row] = self.lacking.best_reward(position, own, row)
        word: i64 = self.row_goods[row]
        self._see_goods(BIDDING, word - goods_word(state.PUMPKIN, price), out)

    def _most_pumpkins(self, position: Position, seat: i64) -> i64:
        """The most pumpkins that another seat has."""
        most: i64 = 0
        for other in range(position.cells[SEATS]):
            pumpkins: i64 = position.cells[state.block(other) + state.PUMPKIN]
            if other != seat and pumpkins > most:
                most = pumpkins
        return most

    # Everything else.

    def _see_other(
        self, position: Position, seat: i64, code: i64, action: i64, out: MoveKeys
    ) -> None:
        """The end of building, trades of cattle, and canteens."""
        cells = position.cells
        first: i64 = self.first_other
        own: i64 = state.block(seat)
        number: i64 = (action >> FIRST) & PARAMETER_MASK
        if code == actions.STOP:
            out.add(first + STOP_FROM + READIES * (cells[state.FIELDS] & 3) + self.ready)
        elif code == actions.TRADE:
            out.add(first + TRADE_FROM + STAGES * number + self.stage)
            out.choose(first + CATTLE_FROM, cells[own + state.CATTLE] - 1, 4)
            if number < actions.TRADE_COINS:
                bought: i64 = goods_word(number, position.components.trade_goods)
                self._see_goods(TRADING, self.lacking.have + bought, out)
            else:
                self._see_goods(AS_IT_IS, self.lacking.have, out)
                if number >= actions.TRADE_WORKER:
                    worker: i64 = number - actions.TRADE_WORKER + actions.SINGLES
                    self.worker_features.see_taken(position, own, worker, 0, out)
        elif code == actions.DONE:
            out.choose(first + DONE_FROM, cells[own + state.CATTLE], 4)
        elif code == actions.CANTEEN:
            canteens: i64 = cells[own + state.CANTEENS]
            at: i64 = CANTEEN_FROM + 3 * (STAGES * number + self.stage)
            out.choose(first + at, canteens - 1, 2)
            self._see_goods(AS_IT_IS, self.lacking.have, out)
