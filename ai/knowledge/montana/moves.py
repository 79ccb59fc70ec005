"""Which moves of Montana are usually good: priors for the search and its playouts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from games.game import Actions
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
from games.montana.components import AREA_SPACES
from games.montana.rules.shared import COLOUR_COUNT, worker_count
from games.montana.state import (
    COINS,
    COPPER,
    FACE,
    PUMPKIN,
    STONE,
    TOKEN,
    WORKERS,
    Position,
    block,
    hex_at,
)
from games.vectors import vec


@final
class Moves:
    """The weights of all moves, relative ones. Raises `KeyError` where one is missing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.hire: float = weights["hire"]
        self.bank: float = weights["bank"]
        self.work: float = weights["work"]
        self.pair: float = weights["pair"]
        self.city: float = weights["city"]
        self.bid: float = weights["bid"]
        self.build: float = weights["build"]
        self.trade: float = weights["trade"]
        self.step: float = weights["step"]

    def weigh(self, state: Position, seat: i64, actions: Actions, out: vec[float]) -> None:
        """Write a positive weight for each of `actions` to `out`."""
        cells = state.cells
        at: i64 = block(seat)
        workers: i64 = worker_count(cells, seat)
        limit: i64 = state.components.worker_limit
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
                weight = self._advance(first, limit - workers)
            elif code == HIRE:
                weight = self.hire * float(limit + 1 - workers) if workers < limit else 0.1
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
        index: i64 = area * AREA_SPACES + ((action >> 18) & 1023)
        goods = float(state.components.area_goods[index])
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
        gain = float(state.components.face_settlements[face]) + 0.4 * token
        return self.build * gain * gain

    def _row(self, state: Position, at: i64, row: i64) -> float:
        """What a row of the city gives, given the small copper and stone to upgrade."""
        cells = state.cells
        components = state.components
        material: i64 = cells[at + COPPER] + cells[at + STONE]
        upgrades: i64 = components.row_upgrades[row]
        if upgrades > material:
            upgrades = material
        gain = float(components.row_goods[row]) + 1.2 * float(upgrades)
        gain += 0.3 * float(components.row_coins[row]) + float(components.row_cattle[row])
        return 0.05 + gain * gain

    def _city(self, state: Position, at: i64) -> float:
        material = float(state.cells[at + COPPER] + state.cells[at + STONE])
        pumpkins = float(state.cells[at + PUMPKIN])
        if material > 3.0:
            material = 3.0
        if pumpkins > 3.0:
            pumpkins = 3.0
        return self.city * (0.5 + material) * (0.5 + pumpkins)

    def _advance(self, steps: i64, room: i64) -> float:
        """Grain for further workers: the fewer steps the better, and only with room for them."""
        if steps == 0:
            return 1.0
        return self.step * (float(room) if room > 0 else 0.1) / float(1 + steps)

    def _pick(self, state: Position, at: i64, code: i64, chosen: i64) -> float:
        """Goods of a reward, helpers, joker colours and discards: what one has little of."""
        cells = state.cells
        if code == DISCARD:
            return 0.2 + float(cells[at + WORKERS + chosen])
        if code == HELPERS:
            if chosen == 0:
                return 1.0
            return 3.0 if chosen < PAIRS else 3.0 * self.pair
        sets = state.components.set_counts
        offset: i64 = COLOUR_COUNT * (chosen if code == COLLECT else chosen + PAIRS)
        first: i64 = at if code == COLLECT else at + WORKERS
        weight = 0.1
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            weight += float(sets[offset + colour]) / (1.0 + float(cells[first + colour]))
            colour += 1
        return weight * weight
