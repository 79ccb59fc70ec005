"""Which moves of Great Western Trail are usually good: the priors of the search.

The weights lie in `great_western_trail.json`; they are relative.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions
from games.great_western_trail.components import (
    CATTLE,
    DO_AUXILIARY,
    DO_BUILD,
    DO_CATTLE_MARKET,
    DO_HAZARD,
    DO_HIRE,
)
from games.great_western_trail.rules.discs import CITY_COUNT
from games.great_western_trail.rules.movement import owner_of
from games.great_western_trail.state import (
    CITIES,
    HAND,
    MONEY,
    PLACE,
    STATIONS,
    TRACK,
    WORKERS,
    Position,
    block,
)
from games.great_western_trail.trail import LAST, NEUTRAL, PRIVATE, SPACES
from games.vectors import vec

CERTIFICATE_GROUP: Final = 5
STEP_GROUP: Final = 7
HAND_GROUP: Final = 9
MOST_WORKERS: Final = 6


def worker_values(weights: Mapping[str, float]) -> list[float]:
    """For each type, what 0 to 6 workers are worth; the printed one counts nothing."""
    worth: list[float] = []
    for worker in ("cowboy", "craftsman", "engineer"):
        worth += [0.0, 0.0]
        for number in range(MOST_WORKERS - 1):
            worth.append(worth[-1] + weights[worker] * weights["worker_decay"] ** number)
    return worth


@final
class Moves:
    """Weights of moves. Raises `KeyError` where one is missing in `weights`."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.workers: vec[float] = vec[float](worker_values(weights))
        self.disc_hand: float = weights["disc_hand"]
        self.disc_step: float = weights["disc_step"]
        self.disc_auxiliary: float = weights["disc_auxiliary"]
        self.disc_certificate: float = weights["disc_certificate"]
        self.hire: float = weights["hire"]
        self.build: float = weights["build"]
        self.market: float = weights["market"]
        self.use: float = weights["use"]
        self.far: float = weights["far"]
        self.deliver: float = weights["deliver"]
        self.done: float = weights["done"]
        self.play: float = weights["play"]
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
            out[index] = self._prior(state, at, seat, code, first, second, action)
            index += 1

    def _prior(
        self, state: Position, at: i64, seat: i64, code: i64, first: i64, second: i64, action: i64
    ) -> float:
        if code == actions.MOVE:
            return self._move(state, at, seat, first)
        if code == actions.USE:
            return self._use(state, first)
        if code == actions.BUILD:
            return self._build(state, first, second)
        if code == actions.HIRE:
            return self._hire(state, at, first, second)
        if code == actions.BUY:
            return self._buy(state, first, second, (action >> 28) & 1023)
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
            return 0.15 * float(1 + second)
        if code == actions.PLAY:
            return self.play
        if code == actions.SKIP:
            return 0.5
        if code == actions.STOP:
            return 0.7
        if code == actions.INCOME:
            return 1.0 if first == 0 else 0.5
        if code == actions.UPGRADE or code == actions.COPY:
            return 4.0
        return 1.0

    def _move(self, state: Position, at: i64, seat: i64, space: i64) -> float:
        """Far, but to where something can be done; Kansas City with a good hand."""
        place: i64 = state.cells[at + PLACE]
        before = self.progress[place] if place >= 0 else 0.0
        weight = 1.0 + self.far * (self.progress[space] - before)
        if space == LAST:
            value = float(hand_value(state, at)) / 8.0
            return weight * value * value
        kind: i64 = state.tables.trail.kind[space]
        if kind == NEUTRAL:
            return weight
        if kind == PRIVATE and owner_of(state, space) == seat:
            return weight * 1.3
        return weight * 0.1

    def _use(self, state: Position, effect: i64) -> float:
        does: i64 = state.tables.effect_does[effect]
        if does == DO_HIRE:
            return self.hire
        if does == DO_BUILD:
            return self.build
        if does == DO_CATTLE_MARKET:
            return self.market
        if does == DO_HAZARD:
            return self.use * 1.5
        return self.use * 0.5 if does == DO_AUXILIARY else self.use

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

    def _buy(self, state: Position, offer: i64, one: i64, other: i64) -> float:
        """Points and breeding value, by the price and the cowboys."""
        tables = state.tables
        gain = float(tables.card_points[one] + tables.value[one])
        if other < CATTLE:
            gain += float(tables.card_points[other] + tables.value[other])
        price = float(tables.offer_price[offer]) + 1.5 * float(tables.offer_cowboys[offer])
        return gain * gain / price

    def _card(self, state: Position, at: i64, card: i64) -> float:
        """Which card to part with: poor cattle, and what is there twice."""
        if card >= CATTLE:
            return 0.5
        worth = float(state.tables.value[card])
        twice = 3.0 if state.cells[at + HAND + card] > 1 else 1.0
        return twice * 4.0 / (worth * worth)

    def _deliver(self, state: Position, at: i64, city: i64) -> float:
        tables = state.tables
        if city == 0:
            return 0.1
        value = float(tables.city_value[city])
        points = float(tables.city_points[city])
        if state.cells[at + CITIES + city - 1] > 0:
            points += float(tables.arrow_points[city - 1])
        if city + 1 < CITY_COUNT and state.cells[at + CITIES + city + 1] > 0:
            points += float(tables.arrow_points[city])
        weight = 1.0 + self.deliver * (points + 0.3 * value)
        return weight * weight if weight > 0.3 else 0.1

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


def way_done(state: Position) -> vec[float]:
    """For each space the share of the shortest way to Kansas City that lies behind it."""
    trail = state.tables.trail
    far = [99] * SPACES
    far[LAST] = 0
    for _ in range(SPACES):
        for space in range(LAST):
            for following in (int(trail.first[space]), int(trail.second[space])):
                if following >= 0:
                    step = 2 if trail.kind[following] == NEUTRAL else 1
                    far[space] = min(far[space], far[following] + step)
    return vec[float]([max(0.0, 1.0 - steps / far[0]) for steps in far])


def hand_value(state: Position, at: i64) -> i64:
    """The breeding value of a hand: each breed once."""
    cells = state.cells
    tables = state.tables
    total: i64 = 0
    last: i64 = -1
    card: i64 = 0
    while card < CATTLE:
        if cells[at + HAND + card] > 0 and tables.breed[card] != last:
            last = tables.breed[card]
            total += tables.value[card]
        card += 1
    return total
