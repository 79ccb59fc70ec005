"""What a policy network is told of the moves of Great Western Trail.

Each action has keys for its parameters, for what stands at its target, what it costs and brings,
and for what the acting seat has of it, where it matters by how far the match has come.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.deliveries import discs_of, gain_at
from railhead.ai.knowledge.great_western_trail.measures import (
    breed_count,
    hand_value,
    has_pair,
    way_done,
)
from railhead.ai.net.moves import MoveFeatures as Base
from railhead.ai.net.moves import MoveKeys
from railhead.games.game import Actions, State
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import buildings, discs, market, tasks
from railhead.games.great_western_trail.rules.hazards import FIRST_HAZARD_TILE
from railhead.games.great_western_trail.rules.kansas_city import (
    WORKER_TILES,
    income_of,
    transport,
)
from railhead.games.great_western_trail.rules.movement import (
    face_on,
    is_location,
    owner_of,
    toll_at,
)
from railhead.games.great_western_trail.rules.workers import TYPES, price
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST, PRIVATE
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.vectors import vec

TYPES_OF_ACTIONS: Final = 34
STAGES: Final = 7
"""Two rows of the job market each, the end last."""
SPACES: Final = 52
FACES: Final = 27
EFFECTS: Final = 57
TILES: Final = 21
FRAMES: Final = 40
CITIES: Final = 10
TRACK: Final = 49
CARDS: Final = 34

PURSES: Final = 6
"""Money is told apart by so many ranges."""
MOST_STEPS: Final = 7
MOST_TOLL: Final = 6
MOST_VALUE: Final = 20
MOST_PRICE: Final = 12
MOST_SPARE: Final = 8
MOST_OPEN: Final = 4
MOST_HELD: Final = 2
WORKERS: Final = 7
TARGETS: Final = 2 * FACES + 4
"""Own or neutral faces, those of others, then hazards, two kinds of teepees and Kansas City."""
OTHER_FACES: Final = FACES
HAZARD_TARGET: Final = 2 * FACES
CITY_TARGET: Final = 2 * FACES + 3

# Moves.
TARGET_FROM: Final = 0
TARGET_PURSE_FROM: Final = TARGET_FROM + TARGETS * STAGES
ATTACHED_FROM: Final = TARGET_PURSE_FROM + TARGETS * PURSES
STEPS_FROM: Final = ATTACHED_FROM + 3
TOLL_FROM: Final = STEPS_FROM + STAGES * (MOST_STEPS + 1)
ARRIVAL_FROM: Final = TOLL_FROM + MOST_TOLL + 1
PROGRESS_FROM: Final = ARRIVAL_FROM + 10 * PURSES
CITY_VALUE_FROM: Final = PROGRESS_FROM + 10 * STAGES
REACHED_FROM: Final = CITY_VALUE_FROM + MOST_VALUE + 1
# Effects and auxiliary actions.
USE_FROM: Final = REACHED_FROM + CITIES * STAGES
USE_PURSE_FROM: Final = USE_FROM + EFFECTS * STAGES
USE_HELD_FROM: Final = USE_PURSE_FROM + EFFECTS * PURSES
AUXILIARY_FROM: Final = USE_HELD_FROM + EFFECTS * (MOST_HELD + 1)
AUXILIARY_PURSE_FROM: Final = AUXILIARY_FROM + 10 * STAGES
AUXILIARY_HAND_FROM: Final = AUXILIARY_PURSE_FROM + 10 * PURSES
# Cards.
PART_FROM: Final = AUXILIARY_HAND_FROM + 4
PART_PLACE_FROM: Final = PART_FROM + 3 * CARDS * (MOST_HELD + 1)
DRAW_FROM: Final = PART_PLACE_FROM + 3 * 10
PLAY_FROM: Final = DRAW_FROM + 7 * 2
GAIN_FROM: Final = PLAY_FROM + STAGES * (MOST_OPEN + 1)
# Workers, buildings and cattle.
HIRE_FROM: Final = GAIN_FROM + STAGES * (MOST_OPEN + 2)
HIRE_SPARE_FROM: Final = HIRE_FROM + STAGES * 3 * WORKERS
HIRE_PRICE_FROM: Final = HIRE_SPARE_FROM + 3 * (MOST_SPARE + 1)
BUILD_FROM: Final = HIRE_PRICE_FROM + 3 * (MOST_PRICE + 1)
BUILD_SPARE_FROM: Final = BUILD_FROM + STAGES * 20
SITE_FROM: Final = BUILD_SPARE_FROM + MOST_SPARE + 1
SITE_WAY_FROM: Final = SITE_FROM + 2 * 2 * 3
BUY_FROM: Final = SITE_WAY_FROM + 20 * 10
BUY_BREED_FROM: Final = BUY_FROM + STAGES * 14
BUY_SPARE_FROM: Final = BUY_BREED_FROM + 13 * 3
BUY_COWBOYS_FROM: Final = BUY_SPARE_FROM + MOST_SPARE + 1
MARKET_FROM: Final = BUY_COWBOYS_FROM + 8 * WORKERS
# Kansas City.
TAKE_FROM: Final = MARKET_FROM + 2 * WORKERS
TAKE_FILL_FROM: Final = TAKE_FROM + TILES * STAGES
TAKE_COUNT_FROM: Final = TAKE_FILL_FROM + 3 * 4
INCOME_CITY_FROM: Final = TAKE_COUNT_FROM + TILES * 5
INCOME_LEFT_FROM: Final = INCOME_CITY_FROM + CITIES * 6
INCOME_SPARE_FROM: Final = INCOME_LEFT_FROM + 6 * STAGES
DELIVER_FROM: Final = INCOME_SPARE_FROM + 6 * 2
DELIVER_ARROWS_FROM: Final = DELIVER_FROM + CITIES * STAGES
DELIVER_GAIN_FROM: Final = DELIVER_ARROWS_FROM + CITIES * 4
DELIVER_SPARE_FROM: Final = DELIVER_GAIN_FROM + MOST_VALUE + 1
DELIVER_COST_FROM: Final = DELIVER_SPARE_FROM + 7
DISC_FROM: Final = DELIVER_COST_FROM + 9
DISC_LEFT_FROM: Final = DISC_FROM + 20 * STAGES
DISC_CITY_FROM: Final = DISC_LEFT_FROM + 20 * 3
# The engine.
DISTANCE_FROM: Final = DISC_CITY_FROM + 20 * 2
STATION_FROM: Final = DISTANCE_FROM + 2 * 13
NEXT_STATION_FROM: Final = STATION_FROM + 10 * 3
CROSSES_FROM: Final = NEXT_STATION_FROM + 9
UPGRADE_FROM: Final = CROSSES_FROM + 4
UPGRADE_SPARE_FROM: Final = UPGRADE_FROM + 10 * STAGES
UPGRADE_MASTER_FROM: Final = UPGRADE_SPARE_FROM + MOST_SPARE + 1
MASTER_FROM: Final = UPGRADE_MASTER_FROM + 6
MASTER_TILE_FROM: Final = MASTER_FROM + 3 * WORKERS
# Tiles of the trail, and what is left undone.
HAZARD_FROM: Final = MASTER_TILE_FROM + 6 * STAGES
HAZARD_COUNT_FROM: Final = HAZARD_FROM + TILES
TRADE_FROM: Final = HAZARD_COUNT_FROM + 5
TRADE_GAIN_FROM: Final = TRADE_FROM + 2 * 5
DONE_FROM: Final = TRADE_GAIN_FROM + 16
DONE_CHOICES_FROM: Final = DONE_FROM + FRAMES * STAGES
SKIPPED_FROM: Final = DONE_CHOICES_FROM + 2 * 6
OTHERS: Final = SKIPPED_FROM + EFFECTS + 1

PARAMETERS: Final = (
    (actions.MOVE, 0, SPACES),
    (actions.PLAY, 0, 21),
    (actions.USE, 0, EFFECTS),
    (actions.COPY, 0, SPACES),
    (actions.AUXILIARY, 0, 5),
    (actions.TAKE, 0, 3),
    (actions.TAKE, 1, TILES),
    (actions.INCOME, 0, 6),
    (actions.DELIVER, 0, CITIES),
    (actions.DISC, 0, 20),
    (actions.OBJECTIVE, 0, 22),
    (actions.ENGINE, 0, TRACK),
    (actions.UPGRADE, 0, 10),
    (actions.MASTER, 0, 3),
    (actions.HIRE, 0, 12),
    (actions.HIRE, 1, 3),
    (actions.BUILD, 0, 20),
    (actions.BUILD, 1, SPACES),
    (actions.BUY, 0, 8),
    (actions.BUY, 1, 13),
    (actions.BUY, 2, 14),
    (actions.HAZARD, 0, SPACES),
    (actions.TRADE, 0, SPACES),
    (actions.DISCARD, 0, CARDS),
    (actions.REMOVE, 0, CARDS),
    (actions.DRAW_CARDS, 0, 6),
    (actions.PAIR, 0, EFFECTS),
    (actions.PAIR, 1, 13),
    (actions.SPEND, 0, EFFECTS),
    (actions.SPEND, 1, CARDS),
)


@final
class MoveFeatures(Base):
    """What stands at a target, what it costs and brings, and when."""

    def __init__(self) -> None:
        super().__init__(TYPES_OF_ACTIONS, PARAMETERS, OTHERS)
        self.progress: vec[float] = vec[float]([])
        self.stage: i64 = 0
        self.own: i64 = 0
        self.money: i64 = 0
        self.purse: i64 = 0
        self.place: i64 = 0
        """Tenths of the way to Kansas City that lie behind the player."""
        self.choices: i64 = 0
        self.taken: i64 = 0
        self.items: i64 = -1
        """What the seat has of each task, or -1 where that is still to be found."""

    def see_moves(self, position: State, seat: i64, legal: Actions, out: MoveKeys) -> None:
        """See `ai.net.moves.MoveFeatures.see_moves`."""
        assert isinstance(position, Position)
        out.clear(legal.count)
        self._begin(position, seat, legal.count)
        items = legal.items
        index: i64 = 0
        while index < legal.count:
            action: i64 = items[index]
            self.see_parameters(action, out)
            code: i64 = action & CODE_MASK
            first: i64 = (action >> FIRST) & PARAMETER_MASK
            second: i64 = (action >> SECOND) & PARAMETER_MASK
            if code <= actions.SKIP:
                self._see_turn(position, seat, code, first, second, out)
            elif code <= actions.OBJECTIVE:
                self._see_city(position, seat, code, first, second, out)
            elif code <= actions.MASTER:
                self._see_track(position, seat, code, first, out)
            elif code <= actions.TRADE:
                third: i64 = (action >> THIRD) & PARAMETER_MASK
                self._see_purchase(position, seat, code, first, second, third, out)
            else:
                self._see_cards(position, code, first, second, out)
            out.end_move()
            index += 1

    def _begin(self, position: Position, seat: i64, choices: i64) -> None:
        """Find what all actions of a decision share."""
        cells = position.cells
        if len(self.progress) == 0:
            self.progress = way_done(position)
        self.own = state.block(seat)
        self.choices = choices if choices < 6 else 6
        self.stage = (cells[state.TOKEN_ROW] - 1) // 2
        if cells[state.END_SEAT] > 0:
            self.stage = STAGES - 1
        self.money = cells[self.own + state.MONEY]
        self.purse = purse_of(self.money)
        self.place = self._tenths(cells[self.own + state.PLACE])
        self.taken = discs_of(position, self.own)
        self.items = -1

    def _tenths(self, space: i64) -> i64:
        return i64(9.0 * self.progress[space]) if space >= 0 else 0

    # The turn.

    def _see_turn(
        self, position: Position, seat: i64, code: i64, first: i64, second: i64, out: MoveKeys
    ) -> None:
        """Moves, effects, auxiliary actions, and ends."""
        base: i64 = self.first_other
        if code == actions.MOVE:
            self._see_move(position, seat, first, second, out)
        elif code == actions.USE:
            self._see_use(position, first, out)
        elif code == actions.AUXILIARY:
            kind: i64 = 2 * first + second
            out.add(base + AUXILIARY_FROM + STAGES * kind + self.stage)
            out.add(base + AUXILIARY_PURSE_FROM + PURSES * kind + self.purse)
            if first == 1:
                out.add(base + AUXILIARY_HAND_FROM + (1 if has_pair(position, self.own) else 0))
            elif first == 4:
                jersey: i64 = 1 if position.cells[self.own + state.HAND] > 0 else 0
                out.add(base + AUXILIARY_HAND_FROM + 2 + jersey)
        elif code == actions.PLAY:
            left: i64 = self._open_tasks(position, seat, first)
            out.choose(base + PLAY_FROM + (MOST_OPEN + 1) * self.stage, left, MOST_OPEN)
        elif code == actions.DONE or code == actions.SKIP:
            frame: i64 = pending.top(position)
            out.add(base + DONE_FROM + STAGES * frame + self.stage)
            skip: i64 = 0 if code == actions.DONE else 6
            out.choose(base + DONE_CHOICES_FROM + skip, self.choices - 1, 5)
            if frame == pending.OFFER:
                out.choose(base + SKIPPED_FROM, pending.top_first(position) - 1, EFFECTS)

    def _see_move(
        self, position: Position, seat: i64, space: i64, route: i64, out: MoveKeys
    ) -> None:
        """What stands at the target, the way there, and what is left in the purse."""
        base: i64 = self.first_other
        target: i64 = self._target(position, seat, space)
        out.add(base + TARGET_FROM + STAGES * target + self.stage)
        steps: i64 = 0
        toll: i64 = 0
        at: i64 = position.cells[self.own + state.PLACE]
        trail = position.components.trail
        while at >= 0 and at != space:
            if trail.fork[at] >= 0 and (route >> trail.fork[at]) & 1 == 1:
                at = trail.second[at]
            else:
                at = trail.first[at]
            if is_location(position, at):
                steps += 1
                toll += toll_at(position, seat, at)
        purse: i64 = purse_of(self.money - toll)
        out.add(base + TARGET_PURSE_FROM + PURSES * target + purse)
        out.choose(base + STEPS_FROM + (MOST_STEPS + 1) * self.stage, steps, MOST_STEPS)
        out.choose(base + TOLL_FROM, toll, MOST_TOLL)
        out.add(base + ARRIVAL_FROM + PURSES * self._tenths(space) + purse)
        out.add(base + PROGRESS_FROM + STAGES * self._tenths(space) + self.stage)
        attached: i64 = trail.attached[space]
        if attached >= 0 and target < FACES:
            card: i64 = 1 if position.cells[self.own + state.HAND] > 0 else 0
            out.add(base + ATTACHED_FROM + card)
        if space == LAST:
            value: i64 = hand_value(position, self.own) + discs.all_certificates(position, seat)
            out.choose(base + CITY_VALUE_FROM, value, MOST_VALUE)
            out.add(base + REACHED_FROM + STAGES * self._reached(position, value) + self.stage)

    def _target(self, position: Position, seat: i64, space: i64) -> i64:
        """What stands at a space: see `TARGETS`."""
        if space == LAST:
            return CITY_TARGET
        face: i64 = face_on(position, space)
        if face >= 0:
            owned: bool = position.components.trail.kind[space] != PRIVATE
            return face if owned or owner_of(position, space) == seat else OTHER_FACES + face
        tile: i64 = position.cells[state.BOARD + space]
        return HAZARD_TARGET if tile >= FIRST_HAZARD_TILE else HAZARD_TARGET + 1 + tile % 2

    def _see_use(self, position: Position, effect: i64, out: MoveKeys) -> None:
        """An effect, and the cards that it asks for."""
        base: i64 = self.first_other
        out.add(base + USE_FROM + STAGES * effect + self.stage)
        out.add(base + USE_PURSE_FROM + PURSES * effect + self.purse)
        card: i64 = position.components.effect_card[effect]
        if card >= 0:
            held: i64 = position.cells[self.own + state.HAND + card]
            out.choose(base + USE_HELD_FROM + (MOST_HELD + 1) * effect, held, MOST_HELD)

    def _open_tasks(self, position: Position, seat: i64, card: i64) -> i64:
        """How many tasks of a further objective card are still to be done."""
        if self.items < 0:
            self.items, _, _ = tasks.in_turn(position, seat)
        return tasks.missing(position, self.items, card)

    # Kansas City.

    def _see_city(
        self, position: Position, seat: i64, code: i64, first: i64, second: i64, out: MoveKeys
    ) -> None:
        """Foresight, income, deliveries, discs and objective cards."""
        base: i64 = self.first_other
        if code == actions.TAKE:
            self._see_tile(position, second, out)
        elif code == actions.INCOME:
            value: i64 = income_of(position, seat, first)
            city: i64 = self._reached(position, value)
            out.add(base + INCOME_CITY_FROM + 6 * city + first)
            left: i64 = position.cells[self.own + state.CERTIFICATE] - first
            out.add(base + INCOME_LEFT_FROM + STAGES * left + self.stage)
            before: i64 = self._reached(position, value - 1) if first > 0 else -1
            out.add(base + INCOME_SPARE_FROM + 2 * first + (1 if before == city else 0))
        elif code == actions.DELIVER:
            self._see_delivery(position, seat, first, out)
        elif code == actions.DISC:
            out.add(base + DISC_FROM + STAGES * first + self.stage)
            if first < discs.GROUPS:
                left = position.cells[self.own + state.DISCS + first]
                out.choose(base + DISC_LEFT_FROM + 3 * first, left, 2)
            station: i64 = 1 if pending.top_first(position) >= discs.CITY_COUNT else 0
            out.add(base + DISC_CITY_FROM + 2 * first + station)
        else:
            left = MOST_OPEN + 1
            if first < OBJECTIVES:
                left = self._open_tasks(position, seat, first)
                if left > MOST_OPEN:
                    left = MOST_OPEN
            out.add(base + GAIN_FROM + (MOST_OPEN + 2) * self.stage + left)

    def _reached(self, position: Position, value: i64) -> i64:
        """The city where a delivery of this value brings most points."""
        best = float(position.components.city_points[discs.KANSAS_CITY])
        chosen: i64 = discs.KANSAS_CITY
        for city in range(1, CITIES):
            fresh: bool = (self.taken >> city) & 1 == 0 or city == discs.SAN_FRANCISCO
            if fresh and position.components.city_value[city] <= value:
                gain = gain_at(position, self.taken, city)
                if gain > best:
                    best = gain
                    chosen = city
        return chosen

    def _see_tile(self, position: Position, tile: i64, out: MoveKeys) -> None:
        """A worker by how full his row is, a hazard or teepee by how many lie there."""
        cells = position.cells
        base: i64 = self.first_other
        out.add(base + TAKE_FROM + STAGES * tile + self.stage)
        number: i64 = 0
        if tile <= WORKER_TILES:
            out.choose(base + TAKE_FILL_FROM + 4 * (tile - 1), cells[state.ROW_FILL], 3)
            for row in range(12):
                number += cells[state.JOBS + TYPES * row + tile - 1]
        elif tile < FIRST_HAZARD_TILE:
            number = cells[self.own + state.TEEPEES + tile - 4]
        else:
            number = cells[self.own + state.HAZARDS]
        out.choose(base + TAKE_COUNT_FROM + 5 * tile, number, 4)

    def _see_delivery(self, position: Position, seat: i64, city: i64, out: MoveKeys) -> None:
        """A city by its neighbours, the points, the value beyond it and the transport."""
        base: i64 = self.first_other
        out.add(base + DELIVER_FROM + STAGES * city + self.stage)
        arrows: i64 = 0
        if city > 0 and (self.taken >> (city - 1)) & 1 == 1:
            arrows += 1
        if city + 1 < CITIES and (self.taken >> (city + 1)) & 1 == 1:
            arrows += 2
        out.add(base + DELIVER_ARROWS_FROM + 4 * city + arrows)
        gain: i64 = i64(gain_at(position, self.taken, city)) + 7
        out.choose(base + DELIVER_GAIN_FROM, gain, MOST_VALUE)
        spare: i64 = position.cells[state.VALUE] - position.components.city_value[city]
        out.choose(base + DELIVER_SPARE_FROM, spare, 6)
        out.choose(base + DELIVER_COST_FROM, transport(position, seat, city), 8)

    # The engine.

    def _see_track(
        self, position: Position, seat: i64, code: i64, first: i64, out: MoveKeys
    ) -> None:
        """The engine's way, stations and their masters."""
        base: i64 = self.first_other
        if code == actions.ENGINE:
            self._see_engine(position, first, out)
        elif code == actions.UPGRADE:
            out.add(base + UPGRADE_FROM + STAGES * first + self.stage)
            spare: i64 = self.money - position.components.station_cost[first]
            out.choose(base + UPGRADE_SPARE_FROM, spare, MOST_SPARE)
            if discs.may_have_master(position, seat, first):
                out.add(base + UPGRADE_MASTER_FROM + position.cells[state.MASTERS + first])
            else:
                out.add(base + UPGRADE_MASTER_FROM)
        else:
            number: i64 = position.cells[self.own + state.WORKERS + first]
            out.choose(base + MASTER_FROM + WORKERS * first, number, WORKERS - 1)
            station: i64 = pending.top_first(position)
            tile: i64 = position.cells[state.MASTERS + station]
            out.add(base + MASTER_TILE_FROM + STAGES * tile + self.stage)

    def _see_engine(self, position: Position, space: i64, out: MoveKeys) -> None:
        """How far, and what lies there and beyond."""
        base: i64 = self.first_other
        components = position.components
        far: i64 = space - position.cells[self.own + state.TRACK]
        if far > 0:
            out.choose(base + DISTANCE_FROM, far, 12)
        else:
            out.choose(base + DISTANCE_FROM + 13, -far, 12)
        station: i64 = components.station_at[space]
        stations: i64 = position.cells[self.own + state.STATIONS]
        if station >= 0:
            kind: i64 = 0
            if (stations >> station) & 1 == 1:
                kind = 1
            elif components.station_cost[station] > self.money:
                kind = 2
            out.add(base + STATION_FROM + 3 * station + kind)
        following: i64 = space + 1
        while following < TRACK and (
            components.station_at[following] < 0
            or (stations >> components.station_at[following]) & 1 == 1
        ):
            following += 1
        out.choose(base + NEXT_STATION_FROM, following - space, 8)
        crosses: i64 = components.space_crosses[space]
        passed: i64 = components.space_crosses[position.cells[self.own + state.TRACK]]
        out.choose(base + CROSSES_FROM, crosses - passed + 1, 3)

    # What is bought, and what lies on the trail.

    def _see_purchase(
        self,
        position: Position,
        seat: i64,
        code: i64,
        first: i64,
        second: i64,
        third: i64,
        out: MoveKeys,
    ) -> None:
        """Workers, buildings, cattle, hazards and teepees."""
        base: i64 = self.first_other
        cells = position.cells
        if code == actions.HIRE:
            number: i64 = cells[self.own + state.WORKERS + second]
            out.add(base + HIRE_FROM + STAGES * (WORKERS * second + number) + self.stage)
            cost: i64 = price(position, first, pending.top_first(position))
            at: i64 = HIRE_SPARE_FROM + (MOST_SPARE + 1) * second
            out.choose(base + at, (self.money - cost) // 2, MOST_SPARE)
            out.choose(base + HIRE_PRICE_FROM + (MOST_PRICE + 1) * second, cost, MOST_PRICE)
        elif code == actions.BUILD:
            self._see_build(position, seat, first, second, out)
        elif code == actions.BUY:
            self._see_cattle(position, seat, first, second, third, out)
        elif code == actions.HAZARD:
            out.add(base + HAZARD_FROM + cells[state.BOARD + first])
            out.choose(base + HAZARD_COUNT_FROM, cells[self.own + state.HAZARDS], 4)
        elif code == actions.TRADE:
            colour: i64 = cells[state.BOARD + first] % 2
            lead: i64 = cells[self.own + state.TEEPEES] - cells[self.own + state.TEEPEES + 1]
            out.choose(base + TRADE_FROM + 5 * colour, lead + 2, 4)
            out.choose(base + TRADE_GAIN_FROM, position.components.trail.gain[first] + 5, 15)
        else:
            free: i64 = market.free_cowboys(position, seat)
            stop: i64 = WORKERS if code == actions.STOP else 0
            out.choose(base + MARKET_FROM + stop, free, WORKERS - 1)

    def _see_build(
        self, position: Position, seat: i64, face: i64, site: i64, out: MoveKeys
    ) -> None:
        """A building by its site, what it costs and what it replaces."""
        base: i64 = self.first_other
        trail = position.components.trail
        out.add(base + BUILD_FROM + STAGES * face + self.stage)
        needed: i64 = buildings.craftsmen_needed(position, seat, face % state.BUILDINGS, site)
        spare: i64 = self.money - needed * pending.top_first(position)
        out.choose(base + BUILD_SPARE_FROM, spare // 2, MOST_SPARE)
        kind: i64 = 0
        if trail.attached[site] >= 0:
            kind = 1
        if position.cells[state.BOARD + site] > 0:
            kind = 2
        ahead: i64 = 1 if self._tenths(site) > self.place else 0
        out.add(base + SITE_FROM + 6 * ahead + 3 * trail.forest[site] + kind)
        out.add(base + SITE_WAY_FROM + 10 * face + self._tenths(site))

    def _see_cattle(
        self, position: Position, seat: i64, offer: i64, card: i64, second: i64, out: MoveKeys
    ) -> None:
        """Cattle cards, and what is left of money and cowboys."""
        base: i64 = self.first_other
        components = position.components
        out.choose(base + BUY_BREED_FROM + 3 * card, breed_count(position, seat, card), 2)
        out.add(base + BUY_FROM + STAGES * card + self.stage)
        if second < CATTLE:
            out.choose(base + BUY_BREED_FROM + 3 * second, breed_count(position, seat, second), 2)
            out.add(base + BUY_FROM + STAGES * second + self.stage)
        else:
            out.add(base + BUY_FROM + STAGES * CATTLE + self.stage)
        spare: i64 = self.money - components.offer_price[offer]
        out.choose(base + BUY_SPARE_FROM, spare // 2, MOST_SPARE)
        free: i64 = market.free_cowboys(position, seat)
        out.choose(base + BUY_COWBOYS_FROM + WORKERS * offer, free, WORKERS - 1)

    def _see_cards(
        self, position: Position, code: i64, first: i64, second: i64, out: MoveKeys
    ) -> None:
        """Cards of the own hand, by how many of the kind there are."""
        base: i64 = self.first_other
        cells = position.cells
        if code == actions.DRAW_CARDS:
            pair: i64 = 1 if has_pair(position, self.own) else 0
            out.add(base + DRAW_FROM + 7 * pair + first)
            return
        kind: i64 = 0
        card: i64 = first
        if code == actions.REMOVE:
            kind = 1
        elif code != actions.DISCARD:
            kind = 2
            card = second
        held: i64 = cells[self.own + state.HAND + card] - 1
        out.choose(base + PART_FROM + (MOST_HELD + 1) * (CARDS * kind + card), held, MOST_HELD)
        # A duplicate is worth less the nearer Kansas City is.
        if held > 0:
            out.add(base + PART_PLACE_FROM + 10 * kind + self.place)


def purse_of(money: i64) -> i64:
    """The range that an amount of money is in."""
    if money < 2:
        return 0
    if money < 5:
        return 1
    if money < 8:
        return 2
    if money < 12:
        return 3
    return 4 if money < 18 else 5
