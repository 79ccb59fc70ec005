"""Which moves of Great Western Trail are usually good: the priors of the search.

Each action is judged in victory points, roughly.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.great_western_trail.action_values import WORKER_ROW, ActionValues
from railhead.ai.knowledge.great_western_trail.deliveries import best_gain, discs_of, gain_at
from railhead.ai.knowledge.great_western_trail.measures import hand_value, has_pair, herd_value
from railhead.ai.knowledge.great_western_trail.weights import FIRST_PLACE
from railhead.games.game import Actions, State
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import discs
from railhead.games.great_western_trail.rules.auxiliary import (
    CERTIFICATE_ACTION,
    DRAW_ACTION,
    ENGINE_ACTION,
    MONEY_ACTION,
    REMOVE_ACTION,
)
from railhead.games.great_western_trail.rules.kansas_city import WORKER_TILES, income_of, transport
from railhead.games.great_western_trail.rules.movement import face_on
from railhead.games.great_western_trail.rules.workers import PLAIN_SLOTS
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.vectors import vec


@final
class MovePriors(Knowledge):
    """Weights of moves. Raises `KeyError` where one is missing in `weights`."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__()
        self.worth: ActionValues = ActionValues(weights)
        self.warm: float = weights["warm"]
        self.sharp: float = weights["sharp"]
        self.share: float = weights["share"]
        self.far: float = weights["far"]
        self.city: float = weights["city"]
        self.patience: float = weights["patience"]
        self.reach: float = weights["reach"]
        self.onward: float = weights["onward"]
        self.draw: float = weights["draw"]
        self.draw_twice: float = weights["draw_twice"]
        self.late: float = weights["late"]
        self.done: float = weights["done"]
        self.keep: float = weights["keep"]
        self.play: float = weights["play"]
        self.thin: float = weights["thin"]
        self.turn_up: float = weights["turn_up"]
        self.worker_tile: float = weights["worker_tile"]
        self.master: float = weights["master"]
        self.disc_hand: float = weights["disc_hand"]
        self.disc_step: float = weights["disc_step"]
        self.disc_auxiliary: float = weights["disc_auxiliary"]
        self.disc_certificate: float = weights["disc_certificate"]
        self.forest: float = weights["forest"]
        self.taken: i64 = 0
        self.city_now: float = 0.0
        self.has_city: bool = False

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(position, Position)
        self.weigh(position, seat, legal, out, self.warm)

    def policy(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.policy`."""
        assert isinstance(position, Position)
        self.weigh(position, seat, legal, out, self.sharp)

    def is_quiet(self, position: State) -> bool:
        """See `Knowledge.is_quiet`: between two turns."""
        assert isinstance(position, Position)
        cells = position.cells
        depth: i64 = cells[state.DEPTH]
        if depth == 0:
            return False
        return cells[state.STACK + state.FRAME_CELLS * (depth - 1)] == pending.PHASE_A

    def weigh(
        self, position: Position, seat: i64, offered: Actions, out: vec[float], sharp: float
    ) -> None:
        """Write a positive weight for each of the actions offered to a seat.

        `sharp` says how much a point matters.
        """
        items = offered.items
        count: i64 = offered.count
        self.worth.look(position, seat)
        self.has_city = False
        self.taken = discs_of(position, self.worth.at)
        best = -1000.0
        for index in range(count):
            action: i64 = items[index]
            code: i64 = action & CODE_MASK
            first: i64 = (action >> FIRST) & PARAMETER_MASK
            second: i64 = (action >> SECOND) & PARAMETER_MASK
            points = self._points(
                position, code, first, second, ((action >> THIRD) & PARAMETER_MASK)
            )
            out[index] = points
            if points > best:
                best = points
        # Whatever the judgement, every action keeps a share.
        least = self.share / float(count)
        for index in range(count):
            below = sharp * (out[index] - best)
            out[index] = least + (math.exp(below) if below > -12.0 else 0.0)

    def _points(self, position: Position, code: i64, first: i64, second: i64, third: i64) -> float:
        """What an action is worth, beside the others of its decision."""
        worth = self.worth
        if code == actions.MOVE:
            return self._move(position, first)
        if code == actions.USE:
            return worth.effect(position, first)
        if code == actions.BUILD:
            return self._build(position, first, second)
        if code == actions.BUY:
            cards = worth.cow(position, second)
            if third < CATTLE:
                cards += worth.cow(position, third)
            return worth.buy(position, first, cards)
        if code == actions.HIRE:
            return worth.hire(position, second, position.components.job_cost[first])
        if code == actions.ENGINE:
            here: i64 = position.cells[worth.at + state.TRACK]
            return worth.forward * float(first - here) + worth.stop(position, first)
        if code == actions.AUXILIARY:
            return self._auxiliary(position, first, second + 1)
        if code == actions.DONE:
            return self.done
        if code >= actions.DISCARD:
            return self._cards(position, code, first, second)
        return self._rare(position, code, first, second)

    def _rare(self, position: Position, code: i64, first: i64, second: i64) -> float:
        """The actions of few decisions."""
        worth = self.worth
        if code == actions.PLAY:
            return self._play(position, first)
        if code == actions.DELIVER:
            return self._deliver(position, first)
        if code == actions.INCOME:
            return self._income(position, first)
        if code == actions.DISC:
            return self._disc(position, first)
        if code == actions.OBJECTIVE:
            return self._objective(position, first)
        if code == actions.UPGRADE:
            return worth.upgrade(position, first)
        if code == actions.MASTER:
            return self._master(position, first)
        if code == actions.COPY:
            return worth.face(position, face_on(position, first))
        if code == actions.TAKE:
            return self.worker_tile if second <= WORKER_TILES else 0.0
        if code == actions.TURN_UP:
            return self.turn_up
        if code == actions.HAZARD:
            return float(position.components.tile_points[position.cells[state.BOARD + first]])
        if code == actions.TRADE:
            return worth.dollar * float(position.components.trail.gain[first]) + worth.trade
        return 0.0

    def _move(self, position: Position, space: i64) -> float:
        """To where something can be done; to Kansas City with a good hand."""
        place: i64 = position.cells[self.worth.at + state.PLACE]
        before = self.worth.progress[place] if place >= 0 else FIRST_PLACE
        tempo = self.far + self.late * (1.0 - self.worth.left)
        on = tempo * (self.worth.progress[space] - before)
        if space == LAST:
            return on + self._city(position)
        return on + self.worth.visit(position, space)

    def _city(self, position: Position) -> float:
        """Kansas City: by what the hand would bring beside what the herd could."""
        if not self.has_city:
            at: i64 = self.worth.at
            certificates = float(discs.all_certificates(position, self.worth.seat))
            now = float(hand_value(position, at)) + certificates
            later = herd_value(position, self.worth.seat) + certificates
            gain = best_gain(position, self.taken, now) - best_gain(position, self.taken, later)
            self.city_now = self.patience * (gain + self.worth.dollar * (now - later))
            self.city_now += self.reach * best_gain(position, self.taken, now)
            self.has_city = True
        return self.city + self.city_now

    def _build(self, position: Position, face: i64, site: i64) -> float:
        """Points count, and a space that is met often."""
        trail = position.components.trail
        needed: i64 = position.components.building_craftsmen[face]
        worth = self.worth.build(position, face, needed)
        if trail.attached[site] >= 0:
            worth += 0.2
        if position.cells[state.BOARD + site] > 0:
            worth -= 2.0
        return worth + self.forest * float(trail.forest[site])

    def _auxiliary(self, position: Position, kind: i64, times: i64) -> float:
        """Poor cards leave the game or the hand; else an engine, a certificate, a dollar."""
        worth = self.worth
        number = float(times)
        if kind == REMOVE_ACTION:
            jersey: bool = position.cells[worth.at + state.HAND] > 0
            return (self.thin * worth.left if jersey else 0.0) - worth.forward * number
        if kind == DRAW_ACTION:
            return (self.draw_twice if has_pair(position, worth.at) else self.draw) * number
        if kind == CERTIFICATE_ACTION:
            return (worth.ticket - worth.forward - worth.dollar) * number
        if kind == ENGINE_ACTION:
            return (worth.forward - worth.dollar) * number + worth.helper
        if kind == MONEY_ACTION:
            return worth.dollar * number
        return 0.0

    def _cards(self, position: Position, code: i64, first: i64, second: i64) -> float:
        """Cards of the own hand: which to part with."""
        worth = self.worth
        if code == actions.DISCARD:
            return worth.part_with(position, first)
        if code == actions.REMOVE:
            if first >= CATTLE:
                return -1.0
            value: i64 = position.components.value[first]
            return worth.left * self.thin * (2.5 - float(value)) - float(
                position.components.card_points[first]
            )
        if code == actions.DRAW_CARDS:
            return self.draw_twice * float(first)
        return worth.gain(position, first) + worth.part_with(position, second)

    def _deliver(self, position: Position, city: i64) -> float:
        """By the points that a disc brings now, and the way to those still to come."""
        gain = gain_at(position, self.taken, city)
        gain += self.onward * float(position.components.city_value[city])
        money: i64 = position.components.city_money[city] - transport(
            position, self.worth.seat, city
        )
        return gain + self.worth.dollar * float(money)

    def _income(self, position: Position, steps: i64) -> float:
        """Certificates are for a better city, and worth keeping otherwise."""
        value: i64 = income_of(position, self.worth.seat, steps)
        gain = best_gain(position, self.taken, float(value)) - self.keep * float(steps)
        return gain + self.worth.dollar * float(value)

    def _objective(self, position: Position, card: i64) -> float:
        """The fewer tasks are still open, the better."""
        if card >= OBJECTIVES:
            return 1.0
        points = float(position.components.objective_points[card])
        return points / (1.0 + self.worth.open_tasks(position, card))

    def _play(self, position: Position, card: i64) -> float:
        """Once its tasks are done, or nearly."""
        left = self.worth.open_tasks(position, card)
        if left == 0.0:
            return 2.0
        return self.play * left + 2.0 * self.worth.left

    def _master(self, position: Position, worker: i64) -> float:
        """A station master for the last worker of a row."""
        gain = self.master * (0.5 + self.worth.left)
        number: i64 = position.cells[self.worth.at + state.WORKERS + worker]
        place: i64 = WORKER_ROW * worker + number
        lost = self.worth.workers[place] - self.worth.workers[place - 1]
        lost *= self.worth.left
        return (
            gain - lost - (float(position.components.slot_points) if number > PLAIN_SLOTS else 0.0)
        )

    def _disc(self, position: Position, source: i64) -> float:
        """What clearing a disc space brings."""
        components = position.components
        if source >= discs.GROUPS:
            return -3.0
        late = 0.2 + self.worth.left
        if source == discs.HAND_DISC:
            return self.disc_hand * late - float(components.hand_cost) * self.worth.dollar
        if source == discs.STEP_LEFT:
            return self.disc_step * late + float(components.left_step_money) * self.worth.dollar
        if source == discs.STEP_RIGHT:
            return self.disc_step * late + float(components.right_step_points)
        if source in (discs.CERTIFICATE_4, discs.CERTIFICATE_6):
            return self.disc_certificate * late
        return self.disc_auxiliary * late
