"""Which moves of Montana are usually good: priors for the search and its playouts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.montana.weights import (
    CANTEEN,
    COIN,
    NO_ROOM,
    STOP,
    TOKEN,
    UPGRADE,
    WASTED,
)
from railhead.games.game import Actions, State
from railhead.games.montana import actions, state
from railhead.games.montana.actions import AREA_SPACES
from railhead.games.montana.rules.shared import COLOUR_COUNT, worker_count
from railhead.games.montana.state import Position
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.vectors import vec


@final
class MovePriors(Knowledge):
    """The weights of all moves, relative ones. Raises `KeyError` where one is missing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__()
        self.hire: float = weights["hire"]
        self.bank: float = weights["bank"]
        self.work: float = weights["work"]
        self.pair: float = weights["pair"]
        self.city: float = weights["city"]
        self.bid: float = weights["bid"]
        self.build: float = weights["build"]
        self.trade: float = weights["trade"]
        self.step: float = weights["step"]

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(position, Position)
        cells = position.cells
        at: i64 = state.block(seat)
        workers: i64 = worker_count(cells, seat)
        limit: i64 = position.components.worker_limit
        items = legal.items
        count: i64 = legal.count
        for index in range(count):
            action: i64 = items[index]
            code: i64 = action & CODE_MASK
            first: i64 = (action >> FIRST) & PARAMETER_MASK
            weight = 1.0
            if code == actions.WORK:
                weight = self._work(position, first, action)
            elif code == actions.TRADE:
                weight = self.trade
            elif code == actions.BUILD:
                weight = self._field(position, first)
            elif code == actions.BANK:
                weight = self.bank * float(first + 1) * self._share(cells, at, first)
            elif code == actions.BID:
                weight = (
                    self.bid
                    * self._row(position, at, first)
                    / float(1 + ((action >> SECOND) & PARAMETER_MASK))
                )
            elif code == actions.ADVANCE:
                weight = self._advance(first, limit - workers)
            elif code == actions.HIRE:
                weight = self.hire * float(limit + 1 - workers) if workers < limit else NO_ROOM
            elif code == actions.CITY:
                weight = self._city(position, at)
            elif code == actions.UPGRADE:
                many = 0.1 + float(first + ((action >> SECOND) & PARAMETER_MASK))
                weight = many * many
            elif code == actions.STOP:
                weight = STOP
            elif code == actions.CANTEEN:
                weight = CANTEEN if first == 1 else 1.0
            elif code != actions.DONE and code != actions.PASS:
                weight = self._pick(position, at, code, first)
            out[index] = weight

    def _work(self, position: Position, area: i64, action: i64) -> float:
        """More goods are better; one worker of the right colour better than two others."""
        index: i64 = area * AREA_SPACES + ((action >> SECOND) & PARAMETER_MASK)
        goods = float(position.components.area_goods[index])
        workers: i64 = ((action >> THIRD) & PARAMETER_MASK) + actions.SINGLES
        return self.work * goods * goods * self._payment(position, area, workers)

    def _payment(self, position: Position, area: i64, workers: i64) -> float:
        """One worker of the area's colour, two of others, or two where one would have done."""
        if workers < actions.PAIRS:
            return 1.0
        own: i64 = position.components.set_counts[COLOUR_COUNT * workers + area]
        return self.pair if own == 0 else WASTED * self.pair

    def _share(self, cells: vec[i64], at: i64, space: i64) -> float:
        """Less for a rich player, and shared between the ways to choose the workers."""
        coins = float(cells[at + state.COINS])
        ways = 1.0 + float(space) * 3.0
        return 6.0 / (3.0 + coins) / ways

    def _field(self, position: Position, place: i64) -> float:
        """A field by its settlements and its cattle."""
        cells = position.cells
        face: i64 = cells[state.hex_at(place) + state.FACE]
        token = float(cells[state.hex_at(place) + state.TOKEN])
        gain = float(position.components.face_settlements[face]) + TOKEN * token
        return self.build * gain * gain

    def _row(self, position: Position, at: i64, row: i64) -> float:
        """What a row of the city gives, given the small copper and stone to upgrade."""
        cells = position.cells
        components = position.components
        material: i64 = cells[at + state.COPPER] + cells[at + state.STONE]
        upgrades: i64 = components.row_upgrades[row]
        if upgrades > material:
            upgrades = material
        gain = float(components.row_goods[row]) + UPGRADE * float(upgrades)
        gain += COIN * float(components.row_coins[row]) + float(components.row_cattle[row])
        return 0.05 + gain * gain

    def _city(self, position: Position, at: i64) -> float:
        material = float(position.cells[at + state.COPPER] + position.cells[at + state.STONE])
        pumpkins = float(position.cells[at + state.PUMPKIN])
        if material > 3.0:
            material = 3.0
        if pumpkins > 3.0:
            pumpkins = 3.0
        return self.city * (0.5 + material) * (0.5 + pumpkins)

    def _advance(self, steps: i64, room: i64) -> float:
        """Grain for further workers: the fewer steps the better, and only with room for them."""
        if steps == 0:
            return 1.0
        return self.step * (float(room) if room > 0 else NO_ROOM) / float(1 + steps)

    def _pick(self, position: Position, at: i64, code: i64, chosen: i64) -> float:
        """Goods of a reward, helpers, joker colours and discards: what one has little of."""
        cells = position.cells
        if code == actions.DISCARD:
            return 0.2 + float(cells[at + state.WORKERS + chosen])
        if code == actions.HELPERS:
            if chosen == 0:
                return 1.0
            area: i64 = cells[state.SPACE] // AREA_SPACES
            return 3.0 * self._payment(position, area, chosen)
        sets = position.components.set_counts
        offset: i64 = COLOUR_COUNT * (chosen if code == actions.COLLECT else chosen + actions.PAIRS)
        first: i64 = at if code == actions.COLLECT else at + state.WORKERS
        weight = 0.1
        for colour in range(COLOUR_COUNT):
            weight += float(sets[offset + colour]) / (1.0 + float(cells[first + colour]))
        return weight * weight
