"""What a network is told of the parts of Great Western Trail that all players share."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.clock import workers_to_come
from railhead.ai.knowledge.great_western_trail.features import NO_COST, find_costs
from railhead.ai.knowledge.great_western_trail.tally import Tally
from railhead.games.game import SEATS
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CATTLE
from railhead.games.great_western_trail.rules.discs import MASTER_STATIONS
from railhead.games.great_western_trail.rules.hazards import (
    FIRST_HAZARD_TILE,
    GREEN_TEEPEE,
)
from railhead.games.great_western_trail.rules.kansas_city import COLUMN_SPACES, COLUMNS
from railhead.games.great_western_trail.rules.workers import ROWS, TYPES
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import FIRST_HAZARD, FIRST_TEEPEE, HAZARDS_EACH
from railhead.games.great_western_trail.trail import HAZARDS as HAZARD_SPACES
from railhead.games.great_western_trail.trail import TEEPEES as TEEPEE_SPACES
from railhead.games.vectors import vec

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 4
# The workers still to come, for each seat in halves, more coarsely where there are many.
LEFT_FROM: Final = MOST_SEATS - LEAST_SEATS
FINELY: Final = 8
COARSELY: Final = 3
MOST_LEFT: Final = 12
# The cheapest worker of each type, and how many can be hired.
COSTS_FROM: Final = LEFT_FROM + MOST_LEFT
LEAST_COST: Final = 5
MOST_COST: Final = 4
FOR_HIRE_FROM: Final = COSTS_FROM + 3 * MOST_COST
MOST_FOR_HIRE: Final = 4
# Tiles on the trail: how many, the best hazard, the best price for a teepee.
HAZARDS_FROM: Final = FOR_HIRE_FROM + 3
TEEPEES_FROM: Final = HAZARDS_FROM + 3
MOST_TEEPEES: Final = 5
DEAREST_FROM: Final = TEEPEES_FROM + 2
MOST_POINTS: Final = 4
PRICE_FROM: Final = DEAREST_FROM + MOST_POINTS
MOST_PRICE: Final = 5
# The foresight spaces, by column and kind of tile.
FORESIGHT_FROM: Final = PRICE_FROM + MOST_PRICE
TILE_KINDS: Final = 6
# The cattle market, by breeding value from `GOOD` on, and what is left of its deck.
FOR_SALE_FROM: Final = FORESIGHT_FROM + 3 * TILE_KINDS
GOOD: Final = 3
GOODS: Final = 3
MOST_FOR_SALE: Final = 4
DECK_FROM: Final = FOR_SALE_FROM + GOODS * MOST_FOR_SALE
MOST_DECK: Final = 5
DECK_STEP: Final = 6
# Station masters: which are left, and where.
MASTERS_FROM: Final = DECK_FROM + MOST_DECK
THERE_FROM: Final = MASTERS_FROM + 5
OF_TABLE: Final = THERE_FROM + 5


def kind_of(tile: i64) -> i64:
    """Workers and teepees by type, hazards of all types alike."""
    return tile - 1 if tile < FIRST_HAZARD_TILE else i64(TILE_KINDS - 1)


@final
class TableInputs:
    """The job market and its clock, tiles to come and on the trail, the cattle market, masters."""

    def __init__(self) -> None:
        self.costs: vec[i64] = vec[i64]([0] * int(TYPES))
        self.counts: vec[i64] = vec[i64]([0] * GOODS)

    def see(self, position: Position, tally: Tally) -> None:
        """Add what all seats share."""
        cells = position.cells
        seats: i64 = cells[SEATS]
        tally.level(0, seats - LEAST_SEATS, MOST_SEATS - LEAST_SEATS)
        left: i64 = 2 * workers_to_come(position) // seats
        if left > FINELY:
            left = FINELY + (left - FINELY) // COARSELY
        tally.level(LEFT_FROM, left, MOST_LEFT)
        self._see_jobs(position, tally)
        self._see_trail(position, tally)
        column: i64 = 0
        while column < COLUMNS:
            space: i64 = state.FORESIGHT + COLUMN_SPACES * column
            for _ in range(COLUMN_SPACES):
                if cells[space] > 0:
                    tally.add(FORESIGHT_FROM + TILE_KINDS * column + kind_of(cells[space]))
                space += 1
            column += 1
        self._see_market(position, tally)
        for station in range(MASTER_STATIONS):
            if cells[state.MASTERS + station] > 0:
                tally.add(MASTERS_FROM + cells[state.MASTERS + station] - 1)
                tally.add(THERE_FROM + station)

    def _see_jobs(self, position: Position, tally: Tally) -> None:
        cells = position.cells
        costs = self.costs
        find_costs(position, costs)
        for worker in range(TYPES):
            cost: i64 = costs[worker]
            if cost == NO_COST:
                cost = LEAST_COST + MOST_COST
            elif cost > LEAST_COST + MOST_COST - 1:
                cost = LEAST_COST + MOST_COST - 1
            tally.level(COSTS_FROM + MOST_COST * worker, cost - LEAST_COST, MOST_COST)
            number: i64 = 0
            row: i64 = 0
            while row < ROWS and row < cells[state.TOKEN_ROW]:
                number += cells[state.JOBS + TYPES * row + worker]
                row += 1
            tally.repeat(FOR_HIRE_FROM + worker, number, MOST_FOR_HIRE)

    def _see_trail(self, position: Position, tally: Tally) -> None:
        cells = position.cells
        dearest: i64 = 0
        space: i64 = 0
        while space < HAZARD_SPACES:
            tile: i64 = cells[state.BOARD + FIRST_HAZARD + space]
            if tile > 0:
                tally.add(HAZARDS_FROM + space // HAZARDS_EACH)
                if position.components.tile_points[tile] > dearest:
                    dearest = position.components.tile_points[tile]
            space += 1
        tally.level(DEAREST_FROM, dearest, MOST_POINTS)
        green: i64 = 0
        blue: i64 = 0
        price: i64 = -1
        space = FIRST_TEEPEE
        while space < FIRST_TEEPEE + TEEPEE_SPACES:
            tile = cells[state.BOARD + space]
            if tile > 0:
                if tile == GREEN_TEEPEE:
                    green += 1
                else:
                    blue += 1
                if position.components.trail.gain[space] > price:
                    price = position.components.trail.gain[space]
            space += 1
        tally.repeat(TEEPEES_FROM, green, MOST_TEEPEES)
        tally.repeat(TEEPEES_FROM + 1, blue, MOST_TEEPEES)
        tally.level(PRICE_FROM, (price + 1) // 2, MOST_PRICE)

    def _see_market(self, position: Position, tally: Tally) -> None:
        cells = position.cells
        value = position.components.value
        counts = self.counts
        for good in range(GOODS):
            counts[good] = 0
        for card in range(CATTLE):
            good = value[card] - GOOD
            if 0 <= good < GOODS:
                counts[good] += cells[state.MARKET + card]
        for good in range(GOODS):
            tally.level(FOR_SALE_FROM + MOST_FOR_SALE * good, counts[good], MOST_FOR_SALE)
        deck: i64 = state.count(cells, state.MARKET_DECK, CATTLE)
        tally.level(DECK_FROM, (deck + DECK_STEP - 1) // DECK_STEP, MOST_DECK)
