"""What a network is told of a player's means in Great Western Trail: all but cards and cities."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.features import NO_COST, find_costs
from railhead.ai.knowledge.great_western_trail.owed import Owed
from railhead.ai.knowledge.great_western_trail.table_inputs import GOOD, GOODS
from railhead.ai.knowledge.great_western_trail.tally import Tally
from railhead.ai.knowledge.great_western_trail.way import FAR, Way
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CATTLE
from railhead.games.great_western_trail.rules import buildings, discs, market, scoring
from railhead.games.great_western_trail.rules.movement import step_limit
from railhead.games.great_western_trail.rules.workers import COWBOY, CRAFTSMAN, TYPES
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import FIRST_NEUTRAL, LAST, NEUTRALS
from railhead.games.vectors import vec

# Workers beside the printed one.
WORKERS: Final = 0
MOST_HIRED: Final = 5
# The engine, stations and their masters; how far the next one that is free lies.
TRACK: Final = WORKERS + 3 * MOST_HIRED
TRACK_STEP: Final = 6
MOST_TRACK: Final = 8
SPACES_ON: Final = TRACK + MOST_TRACK
STATIONS: Final = SPACES_ON + 1
NEXT: Final = STATIONS + 10
MOST_NEXT: Final = 4
MASTERS: Final = NEXT + MOST_NEXT
HALF_DONE: Final = MASTERS + 5
# The player board: one or two discs gone of each group, and frames of one colour all empty.
DISCS: Final = HALF_DONE + 1
NO_WHITE: Final = DISCS + 20
NO_BLACK: Final = NO_WHITE + 1
# Buildings, by face; those in a forest, ahead, in reach, with a hand; the best that can be built.
FACES: Final = NO_BLACK + 1
FOREST: Final = FACES + 20
AHEAD: Final = FOREST + 1
NEAR: Final = AHEAD + 1
TOLLS: Final = NEAR + 1
TO_BUILD: Final = TOLLS + 1
BUILD_STEP: Final = 2
MOST_BUILT: Final = 4
# Hazards, green and blue teepees.
TILES: Final = TO_BUILD + 1
MOST_TILES: Final = 6
# The way to Kansas City in turns and steps, and the neutral buildings in reach.
UNPLACED: Final = TILES + 3
TURNS: Final = UNPLACED + 1
MOST_TURNS: Final = 4
STEPS: Final = TURNS + MOST_TURNS
MOST_STEPS: Final = 6
NEUTRAL_NEAR: Final = STEPS + 1
# What can be bought and hired with the money there is.
CATTLE_NEAR: Final = NEUTRAL_NEAR + NEUTRALS
HIRE_NEAR: Final = CATTLE_NEAR + GOODS
BOARD_INPUTS: Final = HIRE_NEAR + 1


@final
class BoardInputs:
    """Workers, track, discs, buildings, tiles, the way ahead, and what the money would buy."""

    def __init__(self, way: Way) -> None:
        self.way: Way = way
        self.costs: vec[i64] = vec[i64]([0] * int(TYPES))

    def see(
        self,
        position: Position,
        seat: i64,
        owed: Owed,
        money: i64,
        lasting: bool,
        tally: Tally,
        first: i64,
    ) -> None:
        """Add what concerns a seat with so much `money`, to which so much is owed.

        `lasting` unless its next turn is its last.
        """
        cells = position.cells
        at: i64 = state.block(seat)
        self._see_way(position, seat, tally, first)
        self._see_track(position, at, owed, lasting, tally, first)
        self._see_buildings(position, seat, lasting, tally, first)
        self._see_purchases(position, seat, money, tally, first)
        if not lasting:
            return
        for worker in range(TYPES):
            hired: i64 = cells[at + state.WORKERS + worker] - 1
            tally.level(first + WORKERS + MOST_HIRED * worker, hired, MOST_HIRED)
        self._see_discs(position, seat, tally, first)
        tally.repeat(first + TILES, cells[at + state.HAZARDS], MOST_TILES)
        tally.repeat(first + TILES + 1, cells[at + state.TEEPEES], MOST_TILES)
        tally.repeat(first + TILES + 2, cells[at + state.TEEPEES + 1], MOST_TILES)

    def _see_way(self, position: Position, seat: i64, tally: Tally, first: i64) -> None:
        cells = position.cells
        way = self.way
        if cells[state.block(seat) + state.PLACE] < 0:
            tally.add(first + UNPLACED)
        limit: i64 = step_limit(position, seat)
        far: i64 = way.steps[LAST]
        tally.level(first + TURNS, (far + limit - 1) // limit, MOST_TURNS)
        tally.repeat(first + STEPS, far // 2, MOST_STEPS)
        space: i64 = FIRST_NEUTRAL
        while space < FIRST_NEUTRAL + NEUTRALS:
            if 0 < way.steps[space] <= limit:
                tally.add(first + NEUTRAL_NEAR + cells[state.BOARD + space] - 1)
            space += 1

    def _see_track(
        self, position: Position, at: i64, owed: Owed, lasting: bool, tally: Tally, first: i64
    ) -> None:
        cells = position.cells
        track: i64 = cells[at + state.TRACK]
        tally.level(first + TRACK, track // TRACK_STEP, MOST_TRACK)
        tally.repeat(first + SPACES_ON, track % TRACK_STEP, TRACK_STEP)
        upgraded: i64 = cells[at + state.STATIONS]
        if owed.station >= 0:
            upgraded |= i64(1) << owed.station
        ahead: i64 = MOST_NEXT * 2
        for station in range(discs.STATION_COUNT):
            if (upgraded >> station) & 1 == 1:
                if lasting:
                    tally.add(first + STATIONS + station)
            else:
                far: i64 = position.components.station_space[station] - track
                if 0 < far < ahead:
                    ahead = far
        tally.level(first + NEXT, ahead // 2, MOST_NEXT)

    def _see_discs(self, position: Position, seat: i64, tally: Tally, first: i64) -> None:
        cells = position.cells
        at: i64 = state.block(seat) + state.DISCS
        white: i64 = 0
        black: i64 = 0
        for group in range(discs.GROUPS):
            left: i64 = cells[at + group]
            gone: i64 = position.components.discs[group] - left
            if gone > 0:
                tally.level(first + DISCS + 2 * group, gone, 2)
            if group < discs.WHITE_GROUPS:
                white += left
            else:
                black += left
        if white == 0:
            tally.add(first + NO_WHITE)
        if black == 0:
            tally.add(first + NO_BLACK)
        owned: i64 = cells[state.block(seat) + state.MASTERS_OWNED]
        half: i64 = 0
        for master in range(scoring.MASTERS):
            if (owned >> master) & 1 == 1:
                tally.add(first + MASTERS + master)
                if master != scoring.MASTER_OBJECTIVES:
                    counted: i64 = scoring.counted_by(position, seat, master)
                    half += counted % position.components.master_per[master]
        tally.repeat(first + HALF_DONE, half, scoring.MASTERS)

    def _see_buildings(
        self, position: Position, seat: i64, lasting: bool, tally: Tally, first: i64
    ) -> None:
        cells = position.cells
        components = position.components
        at: i64 = state.block(seat) + state.SITES
        steps = self.way.steps
        limit: i64 = step_limit(position, seat)
        craftsmen: i64 = cells[state.block(seat) + state.WORKERS + CRAFTSMAN]
        ahead: i64 = 0
        near: i64 = 0
        tolls: i64 = 0
        most: i64 = 0
        for number in range(state.BUILDINGS):
            site: i64 = cells[at + number] - 1
            face: i64 = buildings.side(position, number)
            if site >= 0:
                if lasting:
                    tally.add(first + FACES + face)
                if 0 < steps[site] < FAR:
                    ahead += 1
                    if steps[site] <= limit:
                        near += 1
                if components.building_hands[face] > 0:
                    tolls += 1
            elif site == -1:
                points: i64 = best_build(position, at, face, craftsmen)
                if points > most:
                    most = points
        tally.repeat(first + FOREST, buildings.forest_buildings(position, seat), MOST_BUILT)
        tally.repeat(first + AHEAD, ahead, MOST_BUILT)
        tally.repeat(first + NEAR, near, MOST_BUILT)
        tally.repeat(first + TOLLS, tolls, MOST_BUILT)
        tally.repeat(first + TO_BUILD, (most + 1) // BUILD_STEP, MOST_BUILT)

    def _see_purchases(
        self, position: Position, seat: i64, money: i64, tally: Tally, first: i64
    ) -> None:
        cells = position.cells
        components = position.components
        cowboys: i64 = cells[state.block(seat) + state.WORKERS + COWBOY]
        if seat == cells[state.ACTIVE]:
            cowboys -= cells[state.COWBOYS]
        there: i64 = 0
        for card in range(CATTLE):
            if cells[state.MARKET + card] > 0:
                there |= i64(1) << components.value[card]
        can: i64 = 0
        for offer in range(market.OFFERS):
            if (
                components.offer_cowboys[offer] <= cowboys
                and components.offer_price[offer] <= money
            ):
                can |= i64(1) << components.offer_value[offer]
        can = (can & there) >> GOOD
        for good in range(GOODS):
            if (can >> good) & 1 == 1:
                tally.add(first + CATTLE_NEAR + good)
        costs = self.costs
        find_costs(position, costs)
        least: i64 = NO_COST
        for worker in range(TYPES):
            if costs[worker] < least:
                least = costs[worker]
        if least <= money:
            tally.add(first + HIRE_NEAR)


def best_build(position: Position, at: i64, face: i64, craftsmen: i64) -> i64:
    """The points that a building not yet built adds at most, with so many craftsmen."""
    components = position.components
    needed: i64 = components.building_craftsmen[face]
    points: i64 = components.building_points[face]
    if needed <= craftsmen:
        return points
    most: i64 = 0
    for number in range(state.BUILDINGS):
        if position.cells[at + number] > 0:
            old: i64 = buildings.side(position, number)
            more: i64 = needed - components.building_craftsmen[old]
            added: i64 = points - components.building_points[old]
            if 0 < more <= craftsmen and added > most:
                most = added
    return most
