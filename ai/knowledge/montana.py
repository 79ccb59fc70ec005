"""What the search knows of Montana: how far a player is, and which moves are usually good.

The weights lie in `montana.json`, tuned by `python -m ai.tune montana`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from ai.knowledge.base import Knowledge
from games.game import Actions, State
from games.montana.actions import (
    ADVANCE,
    BANK,
    BID,
    BUILD,
    CANTEEN,
    CITY,
    COLLECT,
    DISCARD,
    DONE,
    HELPERS,
    HIRE,
    PAIRS,
    PASS,
    SINGLES,
    STOP,
    TRADE,
    UPGRADE,
    WORK,
)
from games.montana.components import BYTE_HIGHS
from games.montana.state import (
    CANTEENS,
    CATTLE,
    COINS,
    COPPER,
    FACE,
    PUMPKIN,
    REACH,
    SETTLEMENTS,
    STONE,
    TOKEN,
    WORKERS,
    Position,
    block,
    hex_at,
)
from games.vectors import vec

MOST_PIECES: Final = 16
"""Beyond so many pieces of a kind another one is worth nothing more."""
GOODS: Final = 6
COLOURS: Final = 4


def diminishing(weight: float, decay: float) -> list[float]:
    """The worth of 0 to `MOST_PIECES` pieces: the first `weight`, each next one times `decay`."""
    worth = [0.0]
    for number in range(MOST_PIECES):
        worth.append(worth[-1] + weight * decay**number)
    return worth


class MontanaKnowledge(Knowledge):
    """Settlements, and what the goods, workers and coins in hand will still turn into.

    `weights` as in `montana.json`: those of pieces are in settlements, those of moves are relative.
    Raises `KeyError` where one is missing.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(weights["spread"])
        small, large = weights["small_good"], weights["large_good"]
        goods = [small, small, small, small, large, large]
        table: list[float] = []
        for weight in goods:
            table.extend(diminishing(weight, weights["goods_decay"]))
        table.extend(diminishing(weights["worker"], weights["worker_decay"]))
        table.extend(diminishing(weights["coin"], weights["coin_decay"]))
        self.worth: vec[float] = vec[float](table)
        self.cattle: float = weights["cattle"]
        self.canteen: float = weights["canteen"]
        self.ready: float = weights["ready"]
        self.late: float = weights["late"]
        self.hire: float = weights["hire"]
        self.bank: float = weights["bank"]
        self.work: float = weights["work"]
        self.pair: float = weights["pair"]
        self.city: float = weights["city"]
        self.bid: float = weights["bid"]
        self.build: float = weights["build"]
        self.trade: float = weights["trade"]
        self.step: float = weights["step"]

    def evaluate(self, state: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`: settlements placed, and those still to come from what is held.

        What is held counts the less, the fewer settlements the leader has left: there may be no
        time to use it.
        """
        assert isinstance(state, Position)
        cells = state.cells
        seats: i64 = state.seats()
        least: i64 = 99
        seat: i64 = 0
        while seat < seats:
            left: i64 = cells[block(seat) + SETTLEMENTS]
            if left < least:
                least = left
            seat += 1
        time = float(least) / self.late
        if time > 1.0:
            time = 1.0
        seat = 0
        while seat < seats:
            at: i64 = block(seat)
            held = time * self._held(cells, at) + 0.02 * float(cells[at + CATTLE])
            held += self.ready * float(self._ready(state, seat))
            to_come = float(cells[at + SETTLEMENTS])
            out[seat] = held - to_come if held < to_come else 0.1 * (held - to_come)
            seat += 1

    def _held(self, cells: vec[i64], at: i64) -> float:
        """What a player's goods, workers, coins, cattle and canteens are worth, in settlements."""
        worth = self.worth
        total = self.cattle * float(cells[at + CATTLE]) + self.canteen * float(cells[at + CANTEENS])
        table: i64 = 0
        kind: i64 = 0
        while kind < GOODS:
            number: i64 = cells[at + kind]
            total += worth[table + (number if number < MOST_PIECES else MOST_PIECES)]
            table += MOST_PIECES + 1
            kind += 1
        number = worker_count(cells, at)
        total += worth[table + (number if number < MOST_PIECES else MOST_PIECES)]
        table += MOST_PIECES + 1
        number = cells[at + COINS]
        return total + worth[table + (number if number < MOST_PIECES else MOST_PIECES)]

    def _ready(self, state: Position, seat: i64) -> i64:
        """How many settlements the goods in hand could place at once, dearest fields first."""
        cells = state.cells
        tables = state.tables
        cost = tables.face_bytes
        settlements = tables.face_settlements
        have: i64 = goods_as_bytes(cells, block(seat))
        bit: i64 = 1 << seat
        end: i64 = hex_at(tables.hex_count)
        total: i64 = 0
        used: i64 = -1
        wanted: i64 = 2
        fields: i64 = 0
        while wanted > 0:
            at: i64 = hex_at(0)
            while at < end and fields < tables.most_fields:
                if (cells[at + REACH] & bit) != 0 and at != used:
                    face: i64 = cells[at + FACE]
                    if settlements[face] >= wanted and (
                        ((have - cost[face]) & BYTE_HIGHS) == BYTE_HIGHS
                    ):
                        have -= cost[face]
                        total += settlements[face]
                        fields += 1
                        used = at
                at += hex_at(1) - hex_at(0)
            wanted -= 1
        return total

    def priors(self, state: State, seat: i64, actions: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(state, Position)
        cells = state.cells
        at: i64 = block(seat)
        workers: i64 = worker_count(cells, at)
        items = actions.items
        index: i64 = 0
        count: i64 = actions.count
        while index < count:
            action: i64 = items[index]
            code: i64 = action & 255
            first: i64 = (action >> 8) & 1023
            weight = 1.0
            if code == WORK:
                weight = self._work(state, first, action)
            elif code == TRADE:
                weight = self.trade
            elif code == BUILD:
                weight = self._field(state, first)
            elif code == BANK:
                weight = self.bank * float(first + 1) * self._share(cells, at, first)
            elif code == BID:
                weight = self.bid * self._row(state, at, first) / float(1 + ((action >> 18) & 1023))
            elif code == ADVANCE:
                weight = self._advance(first, workers)
            elif code == HIRE:
                weight = self.hire * float(9 - workers) if workers < 8 else 0.1
            elif code == CITY:
                weight = self._city(state, at)
            elif code == UPGRADE:
                many = 0.1 + float(first + ((action >> 18) & 1023))
                weight = many * many
            elif code == STOP:
                weight = 0.5
            elif code == CANTEEN:
                weight = 5.0 if first == 1 else 1.0
            elif code != DONE and code != PASS:
                weight = self._pick(state, at, code, first)
            out[index] = weight
            index += 1

    def _work(self, state: Position, area: i64, action: i64) -> float:
        """More goods are better; one worker of the right colour better than two others."""
        index: i64 = area * 3 + ((action >> 18) & 1023)
        goods = float(state.tables.area_goods[index])
        workers: i64 = ((action >> 28) & 1023) + SINGLES
        weight = self.work * goods * goods
        return weight if workers < PAIRS else weight * self.pair

    def _share(self, cells: vec[i64], at: i64, space: i64) -> float:
        """Less for a rich player, and shared between the ways to choose the workers."""
        coins = float(cells[at + COINS])
        ways = 1.0 + float(space) * 3.0
        return 6.0 / (3.0 + coins) / ways

    def _field(self, state: Position, place: i64) -> float:
        """A field by its settlements and its cattle."""
        cells = state.cells
        face: i64 = cells[hex_at(place) + FACE]
        token = float(cells[hex_at(place) + TOKEN])
        gain = float(state.tables.face_settlements[face]) + 0.4 * token
        return self.build * gain * gain

    def _row(self, state: Position, at: i64, row: i64) -> float:
        """What a row of the city gives, given the small copper and stone to upgrade."""
        cells = state.cells
        tables = state.tables
        material: i64 = cells[at + COPPER] + cells[at + STONE]
        upgrades: i64 = tables.row_upgrades[row]
        if upgrades > material:
            upgrades = material
        gain = float(tables.row_goods[row]) + 1.2 * float(upgrades)
        gain += 0.3 * float(tables.row_coins[row]) + float(tables.row_cattle[row])
        return 0.05 + gain * gain

    def _city(self, state: Position, at: i64) -> float:
        material = float(state.cells[at + COPPER] + state.cells[at + STONE])
        pumpkins = float(state.cells[at + PUMPKIN])
        if material > 3.0:
            material = 3.0
        if pumpkins > 3.0:
            pumpkins = 3.0
        return self.city * (0.5 + material) * (0.5 + pumpkins)

    def _advance(self, steps: i64, workers: i64) -> float:
        """Grain for further workers: the fewer steps the better, and only with room for them."""
        if steps == 0:
            return 1.0
        room = float(8 - workers) if workers < 8 else 0.1
        return self.step * room / float(1 + steps)

    def _pick(self, state: Position, at: i64, code: i64, chosen: i64) -> float:
        """Goods of a reward, helpers, joker colours and discards: what one has little of."""
        cells = state.cells
        if code == DISCARD:
            return 0.2 + float(cells[at + WORKERS + chosen])
        if code == HELPERS:
            if chosen == 0:
                return 1.0
            return 3.0 if chosen < PAIRS else 3.0 * self.pair
        sets = state.tables.set_counts
        offset: i64 = 4 * (chosen if code == COLLECT else chosen + PAIRS)
        first: i64 = at if code == COLLECT else at + WORKERS
        weight = 0.1
        colour: i64 = 0
        while colour < COLOURS:
            weight += float(sets[offset + colour]) / (1.0 + float(cells[first + colour]))
            colour += 1
        return weight * weight


def worker_count(cells: vec[i64], at: i64) -> i64:
    """The workers in the block of a player."""
    workers: i64 = at + WORKERS
    return cells[workers] + cells[workers + 1] + cells[workers + 2] + cells[workers + 3]


def goods_as_bytes(cells: vec[i64], at: i64) -> i64:
    """The goods in the block of a player, one byte each, with the high bits set."""
    packed: i64 = 0
    kind: i64 = GOODS
    while kind > 0:
        kind -= 1
        packed = (packed << 8) | cells[at + kind]
    return packed | BYTE_HIGHS


def make(weights: Mapping[str, float]) -> Knowledge:
    """The knowledge with these weights."""
    return MontanaKnowledge(weights)
