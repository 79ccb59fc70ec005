"""What the seat whose turn it is in Great Western Trail can still do in it, and what it still gets.

A position in the middle of a turn is worth what its pending gains are worth: those that are certain
count as had already, the others are told apart by what they allow.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.features import has_pair
from railhead.ai.knowledge.great_western_trail.tally import Tally
from railhead.games.great_western_trail import pending, state
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
    DO_SPECIAL_DELIVERY,
    DO_TEEPEE_PAIRS,
    DO_TRADE,
    DO_UPGRADE_BEHIND,
    OBJECTIVES,
)
from railhead.games.great_western_trail.rules import discs, effects
from railhead.games.great_western_trail.rules.discs import CITY_COUNT
from railhead.games.great_western_trail.state import Position
from railhead.games.vectors import vec

# What can still be done.
GO: Final = 0  # the move of the turn
VISIT: Final = 1  # a visit in which nothing was done yet
ENDED: Final = 2  # the turn is over, its hand perhaps not drawn yet
FORESIGHT: Final = 3  # each column still to choose from
INCOME: Final = 4
DELIVERY: Final = 5
SPECIAL: Final = 6  # a special delivery
DISC: Final = 7  # a disc to be placed
DISCARD: Final = 8  # each card to be discarded
REMOVE: Final = 9
DRAW: Final = 10
OBJECTIVE: Final = 11
MONEY: Final = 12  # each so many dollars
CERTIFICATES: Final = 13
HIRE: Final = 14
BUILD: Final = 15
MARKET: Final = 16
HAZARD: Final = 17
TRADE: Final = 18
AUXILIARY: Final = 19
ENGINE: Final = 20  # each step
BACK: Final = 21
STATION: Final = 22
MASTER: Final = 23
RIDE: Final = 24  # each step
COPY: Final = 25
KINDS: Final = 26

MOST_EACH: Final = 6
DOLLARS: Final = 2
"""So many dollars count as one of `MONEY`."""
ONCE: Final = (
    (pending.PHASE_A, GO),
    (pending.NEXT_TURN, ENDED),
    (pending.FINISH, ENDED),
    (pending.DRAW_NUMBER, DRAW),
    (pending.GAIN_CARD, OBJECTIVE),
    (pending.TOP_OBJECTIVE, OBJECTIVE),
    (pending.FORESIGHT, FORESIGHT),
    (pending.INCOME, INCOME),
    (pending.AUXILIARY, AUXILIARY),
    (pending.SPECIAL_BACK, SPECIAL),
    (pending.TURN_BACK, BACK),
    (pending.STATION, STATION),
    (pending.BEHIND, STATION),
    (pending.MASTER, MASTER),
    (pending.HIRE, HIRE),
    (pending.BUILD, BUILD),
    (pending.MARKET, MARKET),
    (pending.HAZARD, HAZARD),
    (pending.TRADE, TRADE),
)
"""Frames that allow one thing, whatever their numbers."""
AS_OFTEN: Final = (
    (pending.DISCARD, DISCARD),
    (pending.REMOVE, REMOVE),
    (pending.ENGINE_ON, ENGINE),
    (pending.ENGINE_BACK, BACK),
    (pending.RIDE, RIDE),
)
"""Frames that allow as much as their first number says."""
BY_EFFECT: Final = (
    (DO_HIRE, HIRE),
    (DO_BUILD, BUILD),
    (DO_OBJECTIVE, OBJECTIVE),
    (DO_TRADE, TRADE),
    (DO_AUXILIARY, AUXILIARY),
    (DO_CATTLE_MARKET, MARKET),
    (DO_HAZARD, HAZARD),
    (DO_DRAW, DRAW),
    (DO_DRAW_COWBOYS, DRAW),
    (DO_SPECIAL_DELIVERY, SPECIAL),
    (DO_COPY, COPY),
    (DO_UPGRADE_BEHIND, STATION),
)
"""Effects that allow one thing."""
FRAME_CODES: Final = 40
EFFECT_CODES: Final = 26


def table(pairs: tuple[tuple[int, int], ...], size: int) -> vec[i64]:
    """What each code allows, -1 for nothing."""
    found = dict(pairs)
    return vec[i64]([i64(found.get(code, -1)) for code in range(size)])


@final
class Owed:
    """What is owed to the seat whose turn it is, or nothing.

    `money` and `certificates` (spaces of the marker) come for certain, less what is still to be
    paid; so does the disc on a `city` or `station`, -1 for none. `in_city` says whether the
    delivery of Kansas City is still to come, `income` whether the income is too.
    """

    def __init__(self) -> None:
        self.counts: vec[i64] = vec[i64]([0] * KINDS)
        self.once: vec[i64] = table(ONCE, FRAME_CODES)
        self.as_often: vec[i64] = table(AS_OFTEN, FRAME_CODES)
        self.by_effect: vec[i64] = table(BY_EFFECT, EFFECT_CODES)
        self.money: i64 = 0
        self.certificates: i64 = 0
        self.city: i64 = -1
        self.station: i64 = -1
        self.in_city: bool = False
        self.special: bool = False
        self.income: bool = False

    def clear(self) -> None:
        """Nothing is owed."""
        counts = self.counts
        kind: i64 = 0
        while kind < KINDS:
            counts[kind] = 0
            kind += 1
        self.money = 0
        self.certificates = 0
        self.city = -1
        self.station = -1
        self.in_city = False
        self.special = False
        self.income = False

    def look(self, position: Position) -> None:
        """Take in the stack of the turn in progress."""
        self.clear()
        cells = position.cells
        at: i64 = state.STACK
        end: i64 = at + pending.FRAME * cells[state.DEPTH]
        while at < end:
            self._take_frame(position, cells[at], cells[at + 1], cells[at + 2])
            at += pending.FRAME

    def _take_frame(self, position: Position, code: i64, first: i64, second: i64) -> None:
        counts = self.counts
        kind: i64 = self.once[code]
        if kind >= 0:
            counts[kind] += 1
            if code == pending.INCOME:
                self.income = True
            return
        kind = self.as_often[code]
        if kind >= 0:
            counts[kind] += first
            if code == pending.ENGINE_BACK:
                self._take_reward(second % pending.REWARDS, second // pending.REWARDS)
        elif code == pending.LOCAL:
            self._take_visit(position)
        elif code == pending.OFFER:
            self._take_action(position, first)
        elif code == pending.REWARD:
            self._take_reward(first, second)
        elif code == pending.TRANSPORT:
            self.money -= first
        elif code == pending.DELIVERY:
            counts[DELIVERY] += 1
            self.in_city = first == 0
            self.special = first == 1
        elif code == pending.PLACE_DISC:
            self._take_disc(position, first)

    def _take_reward(self, what: i64, number: i64) -> None:
        if what == pending.MONEY_REWARD:
            self.money += number
        elif what == pending.CERTIFICATE_REWARD:
            self.certificates += number
        else:
            self.counts[REMOVE] += number

    def _take_disc(self, position: Position, target: i64) -> None:
        self.counts[DISC] += 1
        if target >= CITY_COUNT:
            self.station = target - CITY_COUNT
        else:
            self.city = target
            self.money += discs.money_of(position, position.cells[state.ACTIVE], target)

    def _take_visit(self, position: Position) -> None:
        cells = position.cells
        if cells[state.ACTED] == 0:
            self.counts[VISIT] = 1
        at: i64 = state.LOCAL
        while at < state.LOCAL + state.LOCALS:
            self._take_action(position, cells[at])
            at += 1

    def _take_action(self, position: Position, action: i64) -> None:
        if action > 0:
            self._take_effect(position, action % CHOICE - 1)
            if action >= CHOICE:
                self._take_effect(position, action // CHOICE - 1)

    def _take_effect(self, position: Position, effect: i64) -> None:
        does: i64 = position.components.effect_does[effect]
        counts = self.counts
        kind: i64 = self.by_effect[does]
        if kind >= 0:
            counts[kind] += 1
        elif does in (DO_ENGINE, DO_ENGINE_ENGINEERS, DO_ENGINE_FOREST):
            seat: i64 = position.cells[state.ACTIVE]
            counts[ENGINE] += effects.engine_steps(position, seat, effect)
        elif does in (DO_MOVE, DO_RIDE):
            counts[RIDE] += position.components.effect_steps[effect]
        elif does == DO_ENGINE_BACK or can_spend(position, does, effect):
            self._take_gain(position, effect)

    def _take_gain(self, position: Position, effect: i64) -> None:
        components = position.components
        counts = self.counts
        times: i64 = effects.times_gained(position, position.cells[state.ACTIVE], effect)
        counts[MONEY] += (times * components.effect_money[effect] + DOLLARS - 1) // DOLLARS
        counts[CERTIFICATES] += times * components.effect_certificates[effect]
        counts[OBJECTIVE] += components.effect_gives_objective[effect]
        if components.effect_does[effect] == DO_DISCARD:
            counts[ENGINE] += components.effect_steps[effect]

    def see(self, tally: Tally, first: i64) -> None:
        """Name each kind as often as there is of it."""
        counts = self.counts
        kind: i64 = 0
        while kind < KINDS:
            tally.repeat(first + kind, counts[kind], MOST_EACH)
            kind += 1


def can_spend(position: Position, does: i64, effect: i64) -> bool:
    """Whether the acting seat holds the cards that a gain asks for."""
    cells = position.cells
    hand: i64 = state.block(cells[state.ACTIVE]) + state.HAND
    if does == DO_DISCARD:
        return cells[hand + position.components.effect_card[effect]] > 0
    if does == DO_DISCARD_CATTLE:
        return state.holds_any(cells, hand, CATTLE)
    if does == DO_DISCARD_OBJECTIVE:
        return state.holds_any(cells, hand + CATTLE, OBJECTIVES)
    if does == DO_DISCARD_PAIR:
        return has_pair(position, hand - state.HAND)
    return does in (DO_GAIN, DO_MONEY_ENGINEERS, DO_MONEY_FOREST, DO_TEEPEE_PAIRS)
