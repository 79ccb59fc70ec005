"""What a position of Great Western Trail is worth to each seat: points, and what is still to come.

Everything is about in victory points. What is still to come, the residual value, is what a network
makes of the numbers of `features.py`, learned from playouts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.deliveries import to_come
from railhead.ai.knowledge.great_western_trail.features import COUNT, PositionFeatures
from railhead.ai.knowledge.great_western_trail.measures import (
    hand_value,
    herd_value,
    laps_left,
    objectives,
    time_left,
    way_done,
)
from railhead.ai.knowledge.great_western_trail.move_priors import MovePriors
from railhead.ai.knowledge.great_western_trail.weights import CERTAIN, FIRST_PLACE
from railhead.ai.knowledge.learned import General
from railhead.ai.knowledge.search_weights import search_weights
from railhead.ai.net.dense import Dense
from railhead.ai.net.dense_file import DenseWeights
from railhead.games.game import State
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CARDS, OBJECTIVES
from railhead.games.great_western_trail.rules import scoring
from railhead.games.great_western_trail.rules.discs import (
    CITY_COUNT,
    all_certificates,
    permanent_certificates,
)
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST
from railhead.games.vectors import vec


@final
class Evaluation(General):
    """Points on the table, and what workers, herd, buildings and tempo will still bring.

    `weights` as in `weights.json`, `network` as in `network.json`. Raises `KeyError` where a weight
    is missing, `ValueError` where the network is over other numbers.
    """

    def __init__(self, weights: Mapping[str, float], network: DenseWeights) -> None:
        super().__init__(
            MovePriors(weights),
            weights["spread"],
            round(weights["rollout_depth"]),
            weights["score_margin_weight"],
            True,
            search_weights(weights),
        )
        self.centred = weights["centred"] > 0.0
        self.rivalry = weights["rivalry"]
        self.money_late: float = weights["money_late"]
        self.card: float = weights["card"]
        self.herd: float = weights["herd"]
        self.delivery: float = weights["delivery"]
        self.delivery_dollar: float = weights["delivery_dollar"]
        self.tempo: float = weights["tempo"]
        self.growth: float = weights["growth"]
        self.lap_certificates: float = weights["lap_certificates"]
        self.city_next: float = weights["city_next"]
        self.network: Dense = network.network(COUNT)
        self.features: PositionFeatures = PositionFeatures()
        self.progress: vec[float] = vec[float]([])

    def evaluate(self, position: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`: expected points at the end of the match."""
        assert isinstance(position, Position)
        seats: i64 = position.seats()
        left = time_left(position)
        mean = self._mean_progress(position)
        seat: i64 = 0
        while seat < seats:
            out[seat] = self._points(position, seat)
            if left > 0.0:
                self._measure(position, seat, left, mean, out[seat])
                self.network.see(seat, self.features.numbers)
            else:
                out[seats + seat] = CERTAIN * out[seat]
            seat += 1
        if left > 0.0:
            self.network.value(seats, out)

    def residual_features(self, position: State) -> list[tuple[float, list[float]]]:
        """See `Knowledge.residual_features`."""
        assert isinstance(position, Position)
        left = time_left(position)
        if left <= 0.0:
            return []
        mean = self._mean_progress(position)
        found: list[tuple[float, list[float]]] = []
        for seat in range(position.seats()):
            points = self._points(position, seat)
            self._measure(position, seat, left, mean, points)
            found.append((points, list(self.features.numbers)))
        return found

    def _mean_progress(self, position: Position) -> float:
        """How far the players are on the way to Kansas City, on average."""
        if len(self.progress) == 0:
            self.progress = way_done(position)
        total = 0.0
        for seat in range(position.seats()):
            total += self._progress(position, state.block(seat))
        return total / float(position.seats())

    def _progress(self, position: Position, at: i64) -> float:
        """The share of the way to Kansas City that lies behind a player; none after a delivery."""
        cells = position.cells
        place: i64 = cells[at + state.PLACE]
        if place < 0:
            return FIRST_PLACE
        if (
            place == LAST
            and cells[state.VALUE] == 0
            and state.count(cells, at + state.HAND, CARDS) == 0
        ):
            return 0.0
        return self.progress[place]

    def _points(self, position: Position, seat: i64) -> float:
        """The points of a player's board, station masters and objective cards roughly."""
        cells = position.cells
        at: i64 = state.block(seat)
        total = self.money_late * float(cells[at + state.MONEY]) + float(
            cells[at + state.HAZARD_POINTS]
        )
        board: i64 = scoring.building_points(position, seat) + scoring.station_points(
            position, seat
        )
        board += scoring.worker_points(position, seat) + scoring.city_points(position, seat)
        board += scoring.right_step_points(position, seat) + scoring.token_points(position, seat)
        total += float(board) + self.card * float(scoring.cattle_points(position, seat))
        total += self.city_next * float(self._arrows_begun(position, at))
        return total + self._masters(position, seat) + objectives(position, seat)

    def _arrows_begun(self, position: Position, at: i64) -> i64:
        """The points of the arrows with a disc on one of their cities."""
        cells = position.cells
        total: i64 = 0
        city: i64 = at + state.CITIES
        arrow: i64 = 0
        while arrow + 1 < CITY_COUNT:
            if (cells[city + arrow] > 0) != (cells[city + arrow + 1] > 0):
                total += position.components.arrow_points[arrow]
            arrow += 1
        return total

    def _masters(self, position: Position, seat: i64) -> float:
        """The station master tiles: what they count, and a half done pair for what is to come."""
        components = position.components
        at: i64 = state.block(seat)
        total = 0.0
        for master in range(scoring.MASTERS):
            if (position.cells[at + state.MASTERS_OWNED] >> master) & 1 == 1:
                counted: i64 = 0
                if master == scoring.MASTER_OBJECTIVES:
                    counted = state.count(position.cells, at + state.PLAYED, OBJECTIVES) + 1
                elif master == scoring.MASTER_CERTIFICATES:
                    counted = position.cells[at + state.CERTIFICATE] + 1
                else:
                    counted = scoring.count_for(position, seat, master)
                each = float(components.master_points[master]) / float(
                    components.master_per[master]
                )
                total += each * float(counted)
        return total

    def _measure(
        self, position: Position, seat: i64, left: float, mean: float, points: float
    ) -> None:
        """Set `features.numbers` for a seat that has these points, with so much of the match left.

        `mean` is how far the players are on the way to Kansas City, on average.
        """
        at: i64 = state.block(seat)
        done = self._progress(position, at)
        ahead = done - mean
        deliveries = self._deliveries(position, seat, ahead)
        self.features.see_seat(position, seat, left, done, ahead, deliveries, points)

    def _deliveries(self, position: Position, seat: i64, ahead: float) -> float:
        """The deliveries still to come: the next one with a hand that is half known."""
        at: i64 = state.block(seat)
        done = self._progress(position, at)
        laps = laps_left(position) + self.tempo * ahead
        if done >= 1.0 and laps < 1.0:
            laps = 1.0
        if laps <= 0.0:
            return 0.0
        herd = self.herd * herd_value(position, seat)
        hand = float(hand_value(position, at))
        certificates = float(all_certificates(position, seat))
        if position.cells[at + state.PLACE] == LAST and done >= 1.0:
            hand += float(position.cells[state.VALUE])
        done *= done
        first = (1.0 - done) * herd + done * hand + certificates
        later = herd + float(permanent_certificates(position, seat)) + self.lap_certificates
        return self.delivery * to_come(
            position, at, laps, first, later, self.growth, self.delivery_dollar
        )
