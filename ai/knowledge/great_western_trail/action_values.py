"""What effects, workers, cards and places of Great Western Trail are worth in one position.

Everything is in victory points, roughly. What several actions of a decision share is found once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.measures import (
    breed_count,
    find_costs,
    has_pair,
    time_left,
    way_done,
)
from railhead.ai.knowledge.great_western_trail.weights import RICH, worker_values
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import (
    CATTLE,
    CHOICE,
    DO_AUXILIARY,
    DO_BUILD,
    DO_CATTLE_MARKET,
    DO_COPY,
    DO_DISCARD,
    DO_DISCARD_CATTLE,
    DO_DISCARD_OBJECTIVE,
    DO_DISCARD_PAIR,
    DO_DRAW,
    DO_DRAW_COWBOYS,
    DO_ENGINE,
    DO_ENGINE_BACK,
    DO_ENGINE_ENGINEERS,
    DO_ENGINE_FOREST,
    DO_GAIN,
    DO_HAZARD,
    DO_HIRE,
    DO_MONEY_ENGINEERS,
    DO_MONEY_FOREST,
    DO_MOVE,
    DO_OBJECTIVE,
    DO_RIDE,
    DO_TEEPEE_PAIRS,
    DO_TRADE,
    DO_UPGRADE_BEHIND,
    SLOTS,
)
from railhead.games.great_western_trail.rules import buildings, effects, hazards, tasks
from railhead.games.great_western_trail.rules.discs import certificate_limit, may_have_master
from railhead.games.great_western_trail.rules.market import OFFERS, free_cowboys
from railhead.games.great_western_trail.rules.movement import face_on, owner_of
from railhead.games.great_western_trail.rules.workers import MOST_WORKERS, PLAIN_SLOTS, TYPES
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import NEUTRAL, PRIVATE
from railhead.games.vectors import vec

EFFECTS: Final[i64] = 64
UNKNOWN: Final = -1000.0
WORKER_ROW: Final = 7
"""A row of the table of workers: none to `MOST_WORKERS`."""


@final
class ActionValues:
    """What things are worth to one seat; `look` comes first. Raises `KeyError` for a weight."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.workers: vec[float] = vec[float](worker_values(weights))
        self.dollar_now: float = weights["dollar"]
        self.value: float = weights["value"]
        self.new_breed: float = weights["new_breed"]
        self.cowboy_price: float = weights["cowboy_price"]
        self.site: float = weights["site"]
        self.forward: float = weights["forward"]
        self.station: float = weights["station"]
        self.hazard: float = weights["hazard"]
        self.trade: float = weights["trade"]
        self.ticket: float = weights["ticket"]
        self.twice: float = weights["twice"]
        self.once: float = weights["once"]
        self.task: float = weights["task"]
        self.helper: float = weights["helper"]
        self.ride: float = weights["ride"]
        self.effects: vec[float] = vec[float]([UNKNOWN] * EFFECTS)
        self.cows: vec[float] = vec[float]([UNKNOWN] * CATTLE)
        self.costs: vec[i64] = vec[i64]([0] * TYPES)
        self.progress: vec[float] = vec[float]([])
        self.seat: i64 = 0
        self.at: i64 = 0
        self.money: i64 = 0
        self.left: float = 0.0
        self.dollar: float = 0.0
        self.has_costs: bool = False
        self.tasks: i64 = -1

    def look(self, position: Position, seat: i64) -> None:
        """Forget the position before; everything is about this one and this seat."""
        if len(self.progress) == 0:
            self.progress = way_done(position)
        self.seat = seat
        self.at = state.block(seat)
        self.money = position.cells[self.at + state.MONEY]
        self.left = time_left(position)
        late = 4.0 * self.left
        self.dollar = 0.2 + self.dollar_now * (late if late < 1.0 else 1.0)
        if self.money > RICH:
            self.dollar *= float(RICH) / float(self.money)
        self.has_costs = False
        self.tasks = -1
        worth = self.effects
        for index in range(EFFECTS):
            worth[index] = UNKNOWN
        cows = self.cows
        for index in range(CATTLE):
            cows[index] = UNKNOWN

    def visit(self, position: Position, space: i64) -> float:
        """The actions of a building that the seat may use; less than nothing counts nothing."""
        trail = position.components.trail
        kind: i64 = trail.kind[space]
        if kind == NEUTRAL:
            return self.face(position, face_on(position, space))
        if kind != PRIVATE or owner_of(position, space) != self.seat:
            return 0.0
        total = self.face(position, face_on(position, space))
        if trail.attached[space] >= 0:
            total += self.effect(position, trail.attached[space])
        return total

    def face(self, position: Position, face: i64) -> float:
        """The actions of a building, the better one where there is a choice."""
        table = position.components.face_actions
        total = 0.0
        first: i64 = SLOTS * face
        for slot in range(first, first + SLOTS):
            action: i64 = table[slot]
            if action > 0:
                worth = self.effect(position, action % CHOICE - 1)
                if action >= CHOICE:
                    other = self.effect(position, action // CHOICE - 1)
                    if other > worth:
                        worth = other
                if worth > 0.0:
                    total += worth
        return total

    def effect(self, position: Position, effect: i64) -> float:
        """What using an effect is worth now."""
        worth = self.effects[effect]
        if worth == UNKNOWN:
            worth = self._effect(position, effect, position.components.effect_does[effect])
            self.effects[effect] = worth
        return worth

    def _effect(self, position: Position, effect: i64, does: i64) -> float:
        components = position.components
        price: i64 = components.effect_price[effect]
        if does == DO_DISCARD:
            card: i64 = components.effect_card[effect]
            held: i64 = position.cells[self.at + state.HAND + card]
            if held == 0:
                return 0.0
            return self.gain(position, effect) + self.part_with(position, card)
        if does == DO_DISCARD_CATTLE:
            return self.gain(position, effect) + (
                self.twice if has_pair(position, self.at) else 0.0
            )
        if does == DO_DISCARD_PAIR:
            return self.gain(position, effect) + self.twice if has_pair(position, self.at) else 0.0
        if does == DO_HIRE:
            return self._hiring(position, price)
        if does == DO_BUILD:
            return self._building(position, price)
        if does == DO_CATTLE_MARKET:
            return self._market(position)
        if does in (DO_ENGINE, DO_ENGINE_ENGINEERS, DO_ENGINE_FOREST):
            return self._engine(position, effect, price)
        if does == DO_HAZARD:
            if price > self.money or not hazards.any_hazard(position):
                return 0.0
            return 3.0 + self.hazard - self.dollar * float(price)
        if does == DO_AUXILIARY:
            return self.helper
        return self._rare(position, effect, does)

    def _rare(self, position: Position, effect: i64, does: i64) -> float:
        """The effects of few tiles."""
        if does == DO_TRADE:
            return self.trade if hazards.can_trade(position, self.seat) else 0.0
        if does == DO_OBJECTIVE:
            return self.task
        if does in (DO_GAIN, DO_ENGINE_BACK, DO_DISCARD_OBJECTIVE):
            return self.gain(position, effect)
        if does in (DO_MONEY_ENGINEERS, DO_MONEY_FOREST, DO_TEEPEE_PAIRS):
            times: i64 = effects.times_gained(position, self.seat, effect)
            return self.gain(position, effect) * float(times)
        if does in (DO_MOVE, DO_RIDE, DO_COPY):
            return self.ride
        if does in (DO_DRAW, DO_DRAW_COWBOYS):
            return 0.5
        if does == DO_UPGRADE_BEHIND:
            return 3.0
        return 2.0

    def gain(self, position: Position, effect: i64) -> float:
        """The dollars and certificates that an effect gives, as far as the limit allows."""
        components = position.components
        total = self.dollar * float(components.effect_money[effect])
        steps: i64 = components.effect_certificates[effect]
        if steps > 0:
            room: i64 = (
                certificate_limit(position, self.seat) - position.cells[self.at + state.CERTIFICATE]
            )
            total += self.ticket * float(steps if steps < room else room)
        if components.effect_does[effect] == DO_DISCARD:
            total += self.forward * float(components.effect_steps[effect])
        return total

    def part_with(self, position: Position, card: i64) -> float:
        """What it is worth to discard a card: poor cattle and what is there twice only hinder."""
        if card >= CATTLE:
            return -0.5
        if position.cells[self.at + state.HAND + card] > 1:
            return self.twice
        return self.once * (1.5 - float(position.components.value[card]))

    def worker(self, position: Position, worker: i64) -> float:
        """What one more worker of a type is worth; he pays back over the rest of the match."""
        number: i64 = position.cells[self.at + state.WORKERS + worker]
        place: i64 = WORKER_ROW * worker + number
        gain = self.left * (self.workers[place + 1] - self.workers[place])
        return gain + float(position.components.slot_points) if number >= PLAIN_SLOTS else gain

    def hire(self, position: Position, worker: i64, price: i64) -> float:
        """A worker less what he costs."""
        return self.worker(position, worker) - self.dollar * float(price if price > 0 else i64(0))

    def _hiring(self, position: Position, more: i64) -> float:
        """The best worker that can be paid; the dearer action of a tile comes second."""
        if not self.has_costs:
            find_costs(position, self.costs)
            self.has_costs = True
        best = 0.0
        for worker in range(TYPES):
            cost: i64 = self.costs[worker]
            spent: i64 = cost + more + (cost if more > 0 else i64(0))
            if (
                spent <= self.money
                and position.cells[self.at + state.WORKERS + worker] < MOST_WORKERS
            ):
                worth = self.hire(position, worker, cost + more)
                if worth > best:
                    best = worth
        return best

    def _building(self, position: Position, price: i64) -> float:
        """The best building that can be paid, without replacing one."""
        cells = position.cells
        components = position.components
        best = 0.0
        for number in range(state.BUILDINGS):
            if cells[self.at + state.SITES + number] == 0:
                face: i64 = buildings.side(position, number)
                needed: i64 = components.building_craftsmen[face]
                if buildings.is_affordable(position, self.seat, needed, price):
                    worth = self.build(position, face, needed * price)
                    if worth > best:
                        best = worth
        return best

    def build(self, position: Position, face: i64, price: i64) -> float:
        """A building's points and use, less what it costs."""
        points = float(position.components.building_points[face])
        return points + self.site * self.left - self.dollar * float(price)

    def cow(self, position: Position, card: i64) -> float:
        """A further cattle card: points, and breeding value for the deliveries to come."""
        worth = self.cows[card]
        if worth == UNKNOWN:
            worth = float(position.components.card_points[card])
            more = self.value * float(position.components.value[card])
            if breed_count(position, self.seat, card) == 0:
                more += self.new_breed
            worth += self.left * more
            self.cows[card] = worth
        return worth

    def buy(self, position: Position, offer: i64, cards: float) -> float:
        """Cards of this worth by an offer."""
        components = position.components
        return (
            cards
            - self.dollar * float(components.offer_price[offer])
            - self.cowboy_price * float(components.offer_cowboys[offer])
        )

    def _market(self, position: Position) -> float:
        """The best purchase, and a little for more cowboys than it needs."""
        cells = position.cells
        components = position.components
        free: i64 = free_cowboys(position, self.seat)
        best = 0.0
        for offer in range(OFFERS):
            if (
                components.offer_cowboys[offer] <= free
                and components.offer_price[offer] <= self.money
            ):
                one = 0.0
                other = 0.0
                for card in range(CATTLE):
                    if (
                        cells[state.MARKET + card] > 0
                        and components.value[card] == components.offer_value[offer]
                    ):
                        worth = self.cow(position, card)
                        if worth > one:
                            other = worth if cells[state.MARKET + card] > 1 else one
                            one = worth
                        elif worth > other:
                            other = worth
                if one > 0.0:
                    if components.offer_cards[offer] == 2:
                        one += other
                    worth = self.buy(position, offer, one)
                    if worth > best:
                        best = worth
        return best

    def _engine(self, position: Position, effect: i64, price: i64) -> float:
        """The way of an engine; a station within reach counts."""
        components = position.components
        if price > self.money:
            return 0.0
        steps: i64 = effects.engine_steps(position, self.seat, effect)
        worth = self.forward * float(steps) - self.dollar * float(price)
        here: i64 = position.cells[self.at + state.TRACK]
        space: i64 = here + 1
        while space <= here + steps and space < i64(len(components.station_at)):
            gain = self.stop(position, space) + self.forward * float(space - here)
            if gain > worth:
                worth = gain
            space += 1
        return worth

    def stop(self, position: Position, space: i64) -> float:
        """What an engine's stop there brings: the upgrade of a station, if it can be paid."""
        station: i64 = position.components.station_at[space]
        if station < 0 or (position.cells[self.at + state.STATIONS] >> station) & 1 == 1:
            return 0.0
        worth = self.upgrade(position, station)
        return worth if worth > 0.0 else 0.0

    def upgrade(self, position: Position, station: i64) -> float:
        """A station's points, the disc space it clears and its station master, less the cost."""
        components = position.components
        cost: i64 = components.station_cost[station]
        if cost > self.money:
            return 0.0
        worth = float(components.station_points[station]) + self.station
        if may_have_master(position, self.seat, station):
            worth += 1.0
        return worth - self.dollar * float(cost)

    def open_tasks(self, position: Position, card: i64) -> float:
        """How many tasks of a further objective card are still to be done."""
        if self.tasks < 0:
            self.tasks, _, _ = tasks.in_turn(position, self.seat)
        return float(tasks.missing(position, self.tasks, card))
