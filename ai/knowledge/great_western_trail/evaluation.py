"""What the search knows of Great Western Trail: standings, and which moves are usually good.

The weights lie in `great_western_trail.json`, all about in victory points. Those of moves come from
`python -m ai.training.climb`, those called `future_` from `python -m ai.training.fit`; `python -m ai.training.tune` tries any.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from ai.knowledge.base import Knowledge
from ai.knowledge.great_western_trail.deliveries import (
    certificates_of,
    permanent_of,
    to_come,
)
from ai.knowledge.great_western_trail.features import (
    hand_value,
    herd_value,
    laps_left,
    owned,
    tasks_of,
    time_left,
    way_done,
)
from ai.knowledge.great_western_trail.future import NAMES, measure
from ai.knowledge.great_western_trail.moves import STEP_GROUP, Moves
from games.game import Actions, State
from games.great_western_trail.components import (
    CARDS,
    CATTLE,
    OBJECTIVES,
)
from games.great_western_trail.rules.discs import CITY_COUNT, STATION_COUNT
from games.great_western_trail.rules.scoring import GUARDS
from games.great_western_trail.state import (
    BUILDINGS,
    CERTIFICATE,
    CITIES,
    DISCARDS,
    DISCS,
    END_SEAT,
    HAND,
    HAZARD_POINTS,
    HAZARDS,
    MASTERS_OWNED,
    MONEY,
    PILE,
    PLACE,
    PLAYED,
    SITES,
    START_OBJECTIVE,
    STATIONS,
    TEEPEES,
    VALUE,
    WORKERS,
    Position,
    block,
    count,
)
from games.great_western_trail.trail import LAST
from games.vectors import vec

FIRST_PLACE: Final = 0.2
"""How far on the way a player begins."""


class TrailKnowledge(Knowledge):
    """Points on the table, and what workers, herd, buildings and tempo will still bring.

    `weights` as in `great_western_trail.json`. Raises `KeyError` where one is missing.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(
            weights["spread"],
            horizon=round(weights["horizon"]),
            margin=weights["margin"],
            centred=weights["centred"] > 0.0,
            rivalry=weights["rivalry"],
        )
        self.money_late: float = weights["money_late"]
        self.card: float = weights["card"]
        self.herd: float = weights["herd"]
        self.delivery: float = weights["delivery"]
        self.delivery_dollar: float = weights["delivery_dollar"]
        self.tempo: float = weights["tempo"]
        self.growth: float = weights["growth"]
        self.lap_certificates: float = weights["lap_certificates"]
        self.city_next: float = weights["city_next"]
        self.future: vec[float] = vec[float]([weights[f"future_{name}"] for name in NAMES])
        self.numbers: vec[float] = vec[float]([0.0] * len(NAMES))
        self.moves: Moves = Moves(weights)
        self.warm: float = weights["warm"]
        self.sharp: float = weights["sharp"]
        self.progress: vec[float] = vec[float]([])

    # Standings.

    def evaluate(self, state: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`: expected points at the end of the match."""
        assert isinstance(state, Position)
        left = time_left(state)
        mean = self._mean_done(state)
        seat: i64 = 0
        while seat < state.seats():
            out[seat] = self._points(state, seat)
            if left > 0.0:
                self._measure(state, seat, left, mean)
                out[seat] += self._prospects()
            seat += 1

    def numbers_of(self, state: State) -> list[list[float]]:
        """For each seat its points on the table, then the numbers of `NAMES`; see `ai.training.fit`."""
        assert isinstance(state, Position)
        left = time_left(state)
        mean = self._mean_done(state)
        rows: list[list[float]] = []
        for seat in range(int(state.seats())):
            numbers = [0.0] * len(NAMES)
            if left > 0.0:
                self._measure(state, seat, left, mean)
                numbers = list(self.numbers)
            rows.append([self._points(state, seat), *numbers])
        return rows

    def names_of_numbers(self) -> list[str]:
        """The names of the weights that go with these numbers."""
        return [f"future_{name}" for name in NAMES]

    def _mean_done(self, state: Position) -> float:
        """How far the players are on the way to Kansas City, on average."""
        if len(self.progress) == 0:
            self.progress = way_done(state)
        total = 0.0
        seat: i64 = 0
        while seat < state.seats():
            total += self._done(state, block(seat))
            seat += 1
        return total / float(state.seats())

    def _done(self, state: Position, at: i64) -> float:
        """The share of the way to Kansas City that lies behind a player; none after a delivery."""
        cells = state.cells
        place: i64 = cells[at + PLACE]
        if place < 0:
            return FIRST_PLACE
        if place == LAST and cells[VALUE] == 0 and count(cells, at + HAND, CARDS) == 0:
            return 0.0
        return self.progress[place]

    def _points(self, state: Position, seat: i64) -> float:
        """The points of a player's board, objective cards roughly."""
        cells = state.cells
        at: i64 = block(seat)
        tables = state.tables
        total = self.money_late * float(cells[at + MONEY]) + float(cells[at + HAZARD_POINTS])
        number: i64 = 0
        while number < BUILDINGS:
            if cells[at + SITES + number] > 0:
                total += float(tables.building_points[state.face(int(number))])
            number += 1
        station: i64 = 0
        while station < STATION_COUNT:
            if (cells[at + STATIONS] >> station) & 1 == 1:
                total += float(tables.station_points[station])
            station += 1
        worker: i64 = 0
        while worker < 3:
            if cells[at + WORKERS + worker] > 4:
                total += float(tables.slot_points * (cells[at + WORKERS + worker] - 4))
            worker += 1
        if cells[at + DISCS + STEP_GROUP + 1] == 0:
            total += 3.0
        if cells[END_SEAT] == seat + 1:
            total += 2.0
        card: i64 = 0
        while card < CATTLE:
            number = cells[at + HAND + card] + cells[at + PILE + card] + cells[at + DISCARDS + card]
            total += self.card * float(tables.card_points[card] * number)
            card += 1
        return total + self._cities(state, at) + self._masters(state, at) + objectives(state, at)

    def _cities(self, state: Position, at: i64) -> float:
        """The cities, and something for an arrow half done."""
        cells = state.cells
        tables = state.tables
        total = 0.0
        city: i64 = 0
        while city < CITY_COUNT:
            discs: i64 = cells[at + CITIES + city]
            total += float(discs * tables.city_points[city])
            if city + 1 < CITY_COUNT:
                beside: i64 = cells[at + CITIES + city + 1]
                points = float(tables.arrow_points[city])
                if discs > 0 and beside > 0:
                    total += points
                elif discs > 0 or beside > 0:
                    total += self.city_next * points
            city += 1
        return total

    def _masters(self, state: Position, at: i64) -> float:
        """The station master tiles."""
        cells = state.cells
        owned: i64 = cells[at + MASTERS_OWNED]
        total = 0.0
        if owned & 1 == 1:
            total += float(count(cells, at + WORKERS, 3))
        if (owned >> 1) & 1 == 1:
            total += 1.5 * float(count(cells, at + PLAYED, OBJECTIVES) + 1)
        if (owned >> 2) & 1 == 1:
            total += 1.5 * float(cells[at + HAZARDS])
        if (owned >> 3) & 1 == 1:
            green: i64 = cells[at + TEEPEES]
            blue: i64 = cells[at + TEEPEES + 1]
            total += 3.0 * float(green if green < blue else blue)
        if (owned >> 4) & 1 == 1:
            total += 1.5 * float(cells[at + CERTIFICATE] + 1)
        return total

    def _measure(self, state: Position, seat: i64, left: float, mean: float) -> None:
        """Set `numbers` for a seat, with so much of the match left.

        `mean` is how far the players are on the way to Kansas City, on average.
        """
        at: i64 = block(seat)
        done = self._done(state, at)
        ahead = done - mean
        deliveries = self._deliveries(state, at, ahead)
        measure(state, seat, left, done, ahead, deliveries, self.numbers)

    def _prospects(self) -> float:
        """What the player's means will still bring, by `numbers`."""
        numbers = self.numbers
        future = self.future
        total = 0.0
        index: i64 = 0
        while index < i64(len(future)):
            total += future[index] * numbers[index]
            index += 1
        return total

    def _deliveries(self, state: Position, at: i64, ahead: float) -> float:
        """The deliveries still to come: the next one with a hand that is half known."""
        done = self._done(state, at)
        laps = laps_left(state) + self.tempo * ahead
        if done >= 1.0 and laps < 1.0:
            laps = 1.0
        if laps <= 0.0:
            return 0.0
        herd = self.herd * herd_value(state, at)
        hand = float(hand_value(state, at))
        certificates = float(certificates_of(state, at))
        if state.cells[at + PLACE] == LAST and done >= 1.0:
            hand += float(state.cells[VALUE])
        done *= done
        first = (1.0 - done) * herd + done * hand + certificates
        later = herd + float(permanent_of(state, at)) + self.lap_certificates
        return self.delivery * to_come(
            state, at, laps, first, later, self.growth, self.delivery_dollar
        )

    def priors(self, state: State, seat: i64, actions: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(state, Position)
        self.moves.weigh(state, seat, actions, out, self.warm)

    def policy(self, state: State, seat: i64, actions: Actions, out: vec[float]) -> None:
        """See `Knowledge.policy`."""
        assert isinstance(state, Position)
        self.moves.weigh(state, seat, actions, out, self.sharp)


def objectives(state: Position, at: i64) -> float:
    """The objective cards, each in turn with what the ones before it have left.

    Played ones first; those still in hand, deck or discard pile can be added at the end.
    """
    cells = state.cells
    tables = state.tables
    have: i64 = tasks_of(state, at) | GUARDS
    total = 0.0
    card: i64 = OBJECTIVES + cells[at + START_OBJECTIVE] - 1
    while card >= 0:
        number: i64 = 1 if card >= OBJECTIVES else cells[at + PLAYED + card]
        while number > 0:
            after: i64 = have - tables.objective_tasks[card]
            if (after & GUARDS) == GUARDS:
                have = after
                total += float(tables.objective_points[card])
            else:
                total -= 0.7 * float(tables.objective_penalty[card])
            number -= 1
        card = OBJECTIVES - 1 if card >= OBJECTIVES else card - 1
    card = 0
    while card < OBJECTIVES:
        after = have - tables.objective_tasks[card]
        if owned(state, at, CATTLE + card) > 0 and (after & GUARDS) == GUARDS:
            have = after
            total += float(tables.objective_points[card])
        card += 1
    return total


def make(weights: Mapping[str, float]) -> Knowledge:
    """The knowledge with these weights."""
    return TrailKnowledge(weights)
