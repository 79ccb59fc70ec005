"""Which moves of Great Western Trail are usually good: the priors of the search.

The weights lie in `great_western_trail.json`; they are relative.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from ai.knowledge.great_western_trail_deliveries import (
    best_gain,
    certificates_of,
    discs_of,
    gain_at,
)
from ai.knowledge.great_western_trail_measures import (
    HAND_GROUP,
    breed_count,
    hand_value,
    has_pair,
    herd_value,
    open_tasks,
    way_done,
)
from games.game import Actions
from games.great_western_trail import actions
from games.great_western_trail.components import (
    CATTLE,
    CHOICE,
    DO_AUXILIARY,
    DO_BUILD,
    DO_CATTLE_MARKET,
    DO_DISCARD,
    DO_ENGINE,
    DO_ENGINE_ENGINEERS,
    DO_HAZARD,
    DO_HIRE,
    OBJECTIVES,
    SLOTS,
)
from games.great_western_trail.rules import workers
from games.great_western_trail.rules.auxiliary import (
    CERTIFICATE_ACTION,
    DRAW_ACTION,
    ENGINE_ACTION,
    REMOVE_ACTION,
)
from games.great_western_trail.rules.kansas_city import WORKER_TILES, income_of
from games.great_western_trail.rules.movement import face_on, owner_of
from games.great_western_trail.state import (
    HAND,
    MONEY,
    PLACE,
    PLAYER_CELLS,
    STATIONS,
    TRACK,
    WORKERS,
    Position,
    block,
)
from games.great_western_trail.trail import LAST, NEUTRAL, PRIVATE
from games.vectors import vec

CERTIFICATE_GROUP: Final = 5
STEP_GROUP: Final = 7
MOST_WORKERS: Final = 6


def bounded(weight: float) -> float:
    """A weight that is neither nothing nor all."""
    return 0.002 if weight < 0.002 else 100000.0 if weight > 100000.0 else weight


def worker_values(weights: Mapping[str, float], use: str = "") -> list[float]:
    """For each type, what 0 to 6 workers are worth; the printed one counts nothing."""
    worth: list[float] = []
    for worker in ("cowboy", "craftsman", "engineer"):
        worth += [0.0, 0.0]
        for number in range(MOST_WORKERS - 1):
            worth.append(worth[-1] + weights[use + worker] * weights["worker_decay"] ** number)
    return worth


@final
class Moves:
    """Weights of moves. Raises `KeyError` where one is missing in `weights`."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.workers: vec[float] = vec[float](worker_values(weights, "hire_"))
        self.disc_hand: float = weights["disc_hand"]
        self.disc_step: float = weights["disc_step"]
        self.disc_auxiliary: float = weights["disc_auxiliary"]
        self.disc_certificate: float = weights["disc_certificate"]
        self.hire: float = weights["hire"]
        self.build: float = weights["build"]
        self.market: float = weights["market"]
        self.use: float = weights["use"]
        self.far: float = weights["far"]
        self.dollar: float = weights["dollar"]
        self.onward: float = weights["onward"]
        self.sharp: float = weights["sharp"]
        self.duplicate: float = weights["duplicate"]
        self.skip: float = weights["skip"]
        self.deliver: float = weights["deliver"]
        self.done: float = weights["done"]
        self.play: float = weights["play"]
        self.city: float = weights["city"]
        self.patience: float = weights["patience"]
        self.twice: float = weights["twice"]
        self.hazard: float = weights["hazard"]
        self.cowboy_price: float = weights["cowboy_price"]
        self.new_breed: float = weights["new_breed"]
        self.keep: float = weights["keep"]
        self.worker_tile: float = weights["worker_tile"]
        self.thin: float = weights["thin"]
        self.progress: vec[float] = vec[float]([])

    def weigh(self, state: Position, seat: i64, offered: Actions, out: vec[float]) -> None:
        """Write a positive weight for each of the actions offered to a seat."""
        if len(self.progress) == 0:
            self.progress = way_done(state)
        items = offered.items
        at: i64 = block(seat)
        index: i64 = 0
        while index < offered.count:
            action: i64 = items[index]
            code: i64 = action & 255
            first: i64 = (action >> 8) & 1023
            second: i64 = (action >> 18) & 1023
            weight = self._prior(state, at, seat, code, first, second, action)
            out[index] = bounded(math.exp(self.sharp * math.log(weight + 0.0001)))
            index += 1

    def _prior(
        self, state: Position, at: i64, seat: i64, code: i64, first: i64, second: i64, action: i64
    ) -> float:
        if code == actions.MOVE:
            return self._move(state, at, seat, first)
        if code == actions.USE:
            return self._use(state, at, first)
        if code == actions.BUILD:
            return self._build(state, first, second)
        if code == actions.HIRE:
            return self._hire(state, at, first, second)
        if code == actions.BUY:
            return self._buy(state, at, first, second, (action >> 28) & 1023)
        if code == actions.DISCARD or code == actions.REMOVE or code == actions.SPEND:
            return self._card(state, at, second if code == actions.SPEND else first)
        if code == actions.DELIVER:
            return self._deliver(state, at, first)
        if code == actions.DISC:
            return self._disc(first)
        if code == actions.ENGINE:
            return self._engine(state, at, first)
        if code == actions.DONE:
            return self.done
        if code == actions.AUXILIARY:
            return self._auxiliary(state, at, first) * float(1 + second)
        if code == actions.TAKE:
            return self.worker_tile if second <= WORKER_TILES else 1.0
        if code == actions.PLAY:
            return self._play(state, at, first)
        if code == actions.OBJECTIVE:
            return self._objective(state, at, first)
        if code == actions.SKIP:
            return self.skip
        if code == actions.STOP:
            return 0.7
        if code == actions.INCOME:
            return self._income(state, at, seat, first)
        if code == actions.UPGRADE or code == actions.COPY:
            return 4.0
        return 1.0

    def _move(self, state: Position, at: i64, seat: i64, space: i64) -> float:
        """To where something can be done; to Kansas City with a good hand."""
        if space == LAST:
            return self._city(state, at)
        kind: i64 = state.tables.trail.kind[space]
        weight = 0.15
        if kind == NEUTRAL or (kind == PRIVATE and owner_of(state, space) == seat):
            weight += self._face(state, at, face_on(state, space))
        if kind == PRIVATE and owner_of(state, space) == seat:
            weight *= 1.2
        place: i64 = state.cells[at + PLACE]
        before = self.progress[place] if place >= 0 else 0.3
        return weight * math.exp(self.far * (self.progress[space] - before))

    def _city(self, state: Position, at: i64) -> float:
        """Kansas City: by what the hand would bring beside what the herd could."""
        certificates = float(certificates_of(state, at))
        now = float(hand_value(state, at)) + certificates
        later = herd_value(state, at) + certificates
        gain = best_gain(state, at, now) - best_gain(state, at, later + 0.5)
        gain += self.dollar * (now - later)
        return bounded(self.city * math.exp(self.patience * gain))

    def _face(self, state: Position, at: i64, face: i64) -> float:
        """What the actions of a building are worth now."""
        table = state.tables.face_actions
        total = 0.0
        slot: i64 = 0
        while slot < SLOTS:
            action: i64 = table[SLOTS * face + slot]
            if action > 0:
                total += self._worth(state, at, action % CHOICE - 1)
            slot += 1
        return total

    def _worth(self, state: Position, at: i64, effect: i64) -> float:
        """What an effect is worth now, a card for $2 being about 1."""
        cells = state.cells
        tables = state.tables
        money: i64 = cells[at + MONEY]
        does: i64 = tables.effect_does[effect]
        if does == DO_DISCARD:
            held: i64 = cells[at + HAND + tables.effect_card[effect]]
            gain = 0.3 * float(tables.effect_money[effect]) + float(
                tables.effect_certificates[effect]
            )
            if held == 0:
                return 0.0
            return (0.4 + gain) * (self.twice if held > 1 else 1.0)
        if does == DO_HIRE:
            more: i64 = tables.effect_price[effect]
            seat: i64 = (at - block(0)) // PLAYER_CELLS
            return self.hire if workers.can_hire(state, seat, more) else 0.0
        if does == DO_CATTLE_MARKET:
            return self.market * (1.0 if money >= 6 else 0.3 if money >= 3 else 0.05)
        if does == DO_BUILD:
            wanted: i64 = 2 * cells[at + WORKERS + 1]
            return self.build * (1.0 if money >= wanted else 0.2)
        if does == DO_ENGINE_ENGINEERS:
            return self.use * 0.35 * float(cells[at + WORKERS + 2])
        if does == DO_ENGINE:
            return self.use * 0.35 * float(tables.effect_steps[effect])
        if does == DO_HAZARD:
            return self.hazard * (1.0 if money >= tables.effect_price[effect] else 0.0)
        if does == DO_AUXILIARY:
            return self.use * 0.3
        return self.use

    def _use(self, state: Position, at: i64, effect: i64) -> float:
        worth = self._worth(state, at, effect)
        return worth if worth > 0.05 else 0.05

    def _auxiliary(self, state: Position, at: i64, kind: i64) -> float:
        """Poor cards leave the game or the hand; else an engine, a certificate, a dollar."""
        if kind == REMOVE_ACTION:
            return self.thin if state.cells[at + HAND] > 0 else 0.1
        if kind == DRAW_ACTION:
            return 0.8 if has_pair(state, at) else 0.2
        return 0.4 if kind in (CERTIFICATE_ACTION, ENGINE_ACTION) else 0.15

    def _build(self, state: Position, face: i64, site: i64) -> float:
        """Points count, and a space that is met often."""
        points = float(state.tables.building_points[face])
        forest = 0.3 * float(state.tables.trail.forest[site])
        risk = 0.2 if state.tables.trail.attached[site] >= 0 else 0.0
        return points * points * (0.5 + forest + risk) + 0.2

    def _hire(self, state: Position, at: i64, row: i64, worker: i64) -> float:
        number: i64 = state.cells[at + WORKERS + worker]
        cost = float(state.tables.job_cost[row])
        gain = self.workers[7 * worker + number + 1] - self.workers[7 * worker + number]
        if number >= 4:
            gain += 4.0
        return gain * gain / cost

    def _buy(self, state: Position, at: i64, offer: i64, one: i64, other: i64) -> float:
        """Points and breeding value, more for a new breed, by the price and the cowboys."""
        tables = state.tables
        gain = self._cow(state, at, one)
        if other < CATTLE:
            gain += self._cow(state, at, other)
        price = float(tables.offer_price[offer]) + self.cowboy_price * float(
            tables.offer_cowboys[offer]
        )
        return gain * gain / price

    def _cow(self, state: Position, at: i64, card: i64) -> float:
        tables = state.tables
        gain = float(tables.card_points[card] + tables.value[card])
        if breed_count(state, at, card) == 0:
            gain += self.new_breed
        return gain

    def _card(self, state: Position, at: i64, card: i64) -> float:
        """Which card to part with: poor cattle, and what is there twice."""
        if card >= CATTLE:
            return 0.5
        worth = float(state.tables.value[card])
        twice = self.duplicate if state.cells[at + HAND + card] > 1 else 1.0
        return twice * 4.0 / (worth * worth)

    def _deliver(self, state: Position, at: i64, city: i64) -> float:
        """By the points that a disc brings now, and the way to those still to come."""
        gain = gain_at(state, discs_of(state, at), city)
        gain += self.onward * float(state.tables.city_value[city])
        return bounded(math.exp(self.deliver * gain))

    def _income(self, state: Position, at: i64, seat: i64, steps: i64) -> float:
        """Certificates are for a better city, and worth keeping otherwise."""
        value: i64 = income_of(state, seat, steps)
        gain = best_gain(state, at, float(value)) - self.keep * float(steps)
        return bounded(math.exp(self.deliver * gain))

    def _objective(self, state: Position, at: i64, card: i64) -> float:
        """The fewer tasks are still open, the better."""
        if card >= OBJECTIVES:
            return 0.5
        return 2.0 / (0.5 + float(open_tasks(state, at, card)))

    def _play(self, state: Position, at: i64, card: i64) -> float:
        """Once its tasks are done, or nearly."""
        left: i64 = open_tasks(state, at, card)
        if left == 0:
            return 4.0
        return self.play if left == 1 else 0.1 * self.play

    def _disc(self, source: i64) -> float:
        if source > HAND_GROUP:
            return 0.2
        if source == HAND_GROUP:
            return self.disc_hand
        if source >= STEP_GROUP:
            return self.disc_step
        if source >= CERTIFICATE_GROUP:
            return self.disc_certificate
        return self.disc_auxiliary

    def _engine(self, state: Position, at: i64, space: i64) -> float:
        """Far, or to a station that is not upgraded yet."""
        here: i64 = state.cells[at + TRACK]
        weight = 1.0 + 0.4 * float(space - here if space > here else i64(0))
        station: i64 = state.tables.station_at[space]
        if station < 0 or (state.cells[at + STATIONS] >> station) & 1 == 1:
            return weight
        return (
            weight * 3.0
            if state.cells[at + MONEY] >= state.tables.station_cost[station]
            else weight
        )
