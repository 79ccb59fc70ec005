"""What a network is told of a player's cards in Great Western Trail and of what they deliver."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.clock import LATER, OPEN, Clock, last_turn
from railhead.ai.knowledge.great_western_trail.gains import (
    NOTHING_BETTER,
    Gains,
    cities_of,
    to_come,
)
from railhead.ai.knowledge.great_western_trail.herd import Herd
from railhead.ai.knowledge.great_western_trail.owed import GO, Owed
from railhead.ai.knowledge.great_western_trail.table_inputs import GOOD, GOODS
from railhead.ai.knowledge.great_western_trail.tally import Tally
from railhead.ai.knowledge.great_western_trail.way import Way
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.rules import discs
from railhead.games.great_western_trail.rules.discs import CITY_COUNT, KANSAS_CITY, SAN_FRANCISCO
from railhead.games.great_western_trail.rules.movement import step_limit
from railhead.games.great_western_trail.rules.workers import TYPES
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST
from railhead.games.vectors import vec

# The value of the hand in twos, and whether it is odd; what a hand has on average, and at best.
VALUE: Final = 0
MOST_VALUE: Final = 11
ODD: Final = VALUE + MOST_VALUE
USUAL: Final = ODD + 1
LEAST_USUAL: Final = 3
MOST_USUAL: Final = 9
BEST: Final = USUAL + MOST_USUAL
LEAST_BEST: Final = 7
MOST_BEST: Final = 7
# What a delivery brings, in steps from the worst on.
NOW_GAIN: Final = BEST + MOST_BEST
MOST_GAIN: Final = 7
GAIN_STEP: Final = 3
LEAST_GAIN: Final = -8
USUAL_GAIN: Final = NOW_GAIN + MOST_GAIN
BEST_GAIN: Final = USUAL_GAIN + MOST_GAIN
SHORT: Final = BEST_GAIN + MOST_GAIN
MOST_SHORT: Final = 6
ALL_OPEN: Final = SHORT + MOST_SHORT
OPEN_STEP: Final = 4
MOST_OPEN: Final = 8
# The points of all deliveries to come, above and below 0.
TO_COME: Final = ALL_OPEN + 1
COME_STEP: Final = 3.0
MOST_COME: Final = 8
# Discs on cities: those of the ends counted, the others one each.
CITIES: Final = TO_COME + 2
MOST_AGAIN: Final = 6
# Deliveries to come: how many, the money they bring, and the workers there are for so long.
LAPS: Final = CITIES + 10
MOST_LAPS: Final = 8
INCOME: Final = LAPS + MOST_LAPS
INCOME_STEP: Final = 8.0
MOST_INCOME: Final = 9
LASTING: Final = INCOME + 1
LASTING_STEP: Final = 3.0
MOST_LASTING: Final = 6
# Certificates.
MARKER: Final = LASTING + 3
MOST_MARKER: Final = 5
PERMANENT: Final = MARKER + MOST_MARKER
# The cards by breeding value: of the first deck what is gone, the others counted.
GONE: Final = PERMANENT + 1
MOST_GONE: Final = 6
OWNED: Final = GONE + 2
MOST_OWNED: Final = 4
DECK: Final = OWNED + 3 * MOST_OWNED
LEAST_DECK: Final = 9
DECK_STEP: Final = 3
MOST_DECK: Final = 5
HAND: Final = DECK + MOST_DECK
MOST_HAND: Final = 6
IDLE: Final = HAND + MOST_HAND
MOST_IDLE: Final = 4
PILE: Final = IDLE + 1
MOST_PILE: Final = 3
HERD_INPUTS: Final = PILE + MOST_PILE


@final
class HerdInputs:
    """The hand now, as it usually is and at best, what these deliver, and how often there is time.

    `taken` are the cities with a disc, one that is being placed included, a bit each.
    """

    def __init__(self, clock: Clock, way: Way) -> None:
        self.clock: Clock = clock
        self.way: Way = way
        self.herd: Herd = Herd()
        self.gains: Gains = Gains()
        self.taken: i64 = 0
        self.laps: float = 0.0

    def look(self, position: Position, seat: i64, owed: Owed) -> None:
        """Take in a seat, to which so much is owed; `way` has been measured for it."""
        self.herd.look(position, seat, position.cells[state.BREEDS] if owed.in_city else 0)
        self.taken = cities_of(position, seat)
        if owed.city >= 0:
            self.taken |= i64(1) << owed.city
        last: i64 = last_turn(position, seat)
        if last == OPEN:
            self.laps = self.clock.laps(position, seat, self.way)
            if owed.in_city and self.laps < 1.0:
                self.laps = 1.0
            return
        near: bool = self.way.steps[LAST] <= step_limit(position, seat)
        arrives: bool = near and (last == LATER or owed.counts[GO] > 0)
        self.laps = 1.0 if owed.in_city or arrives else 0.0

    def see(
        self, position: Position, seat: i64, owed: Owed, lasting: bool, tally: Tally, first: i64
    ) -> None:
        """Add what concerns the seat looked at; `lasting` unless its next turn is its last."""
        cells = position.cells
        at: i64 = state.block(seat)
        marker: i64 = cells[at + state.CERTIFICATE]
        if owed.certificates > 0:
            marker += owed.certificates
            limit: i64 = discs.certificate_limit(position, seat)
            if marker > limit:
                marker = limit
        permanent: i64 = discs.permanent_certificates(position, seat)
        certificates: i64 = permanent + position.components.certificates[marker]
        tally.level(first + MARKER, marker, MOST_MARKER)
        hand: i64 = self.herd.value
        now: i64 = hand + certificates
        if owed.in_city or owed.special:
            hand += cells[state.VALUE]
            now = hand + certificates if owed.income else cells[state.VALUE]
        usual: i64 = i64(self.herd.expected + 0.5)
        tally.level(first + VALUE, hand // 2, MOST_VALUE)
        tally.repeat(first + ODD, hand & 1, 1)
        tally.level(first + USUAL, usual - LEAST_USUAL, MOST_USUAL)
        tally.level(first + BEST, (self.herd.best - LEAST_BEST) // 2, MOST_BEST)
        gains = self.gains
        gains.look(position, self.taken, now, usual + certificates, self.herd.best + certificates)
        tally.level(first + NOW_GAIN, (gains.now - LEAST_GAIN) // GAIN_STEP, MOST_GAIN)
        tally.level(first + USUAL_GAIN, (gains.usual - LEAST_GAIN) // GAIN_STEP, MOST_GAIN)
        tally.level(first + BEST_GAIN, (gains.best - LEAST_GAIN) // GAIN_STEP, MOST_GAIN)
        short: i64 = gains.short if gains.short < NOTHING_BETTER else i64(0)
        tally.level(first + SHORT, short, MOST_SHORT)
        tally.repeat(first + ALL_OPEN, gains.open // OPEN_STEP, MOST_OPEN)
        tally.level(first + LAPS, i64(self.laps * 2.0 + 0.5), MOST_LAPS)
        income = self.laps * (self.herd.expected + float(permanent))
        tally.repeat(first + INCOME, i64(income / INCOME_STEP), MOST_INCOME)
        tally.repeat(first + PERMANENT, permanent, MOST_OWNED)
        come = to_come(position, self.taken, self.laps, usual + certificates, usual + permanent)
        tally.repeat(first + TO_COME, i64(come / COME_STEP + 0.5), MOST_COME)
        tally.repeat(first + TO_COME + 1, i64(0.5 - come / COME_STEP), MOST_COME)
        if not lasting:
            return
        self._see_cities(cells, at, owed, tally, first)
        for worker in range(TYPES):
            hired = float(cells[at + state.WORKERS + worker] - 1)
            times: i64 = i64(self.laps * hired / LASTING_STEP + 0.5)
            tally.repeat(first + LASTING + worker, times, MOST_LASTING)
        self._see_cards(tally, first)

    def _see_cities(self, cells: vec[i64], at: i64, owed: Owed, tally: Tally, first: i64) -> None:
        city: i64 = 0
        while city < CITY_COUNT:
            number: i64 = cells[at + state.CITIES + city]
            if owed.city == city:
                number += 1
            if number > 0:
                again: bool = city in (KANSAS_CITY, SAN_FRANCISCO)
                tally.repeat(first + CITIES + city, number if again else 1, MOST_AGAIN)
            city += 1

    def _see_cards(self, tally: Tally, first: i64) -> None:
        herd = self.herd
        gone = herd.gone
        owned = herd.owned
        tally.repeat(first + GONE, gone[1], MOST_GONE)
        tally.repeat(first + GONE + 1, gone[2], MOST_GONE)
        for good in range(GOODS):
            tally.level(first + OWNED + MOST_OWNED * good, owned[GOOD + good], MOST_OWNED)
        tally.level(first + DECK, (herd.all - LEAST_DECK) // DECK_STEP, MOST_DECK)
        tally.level(first + HAND, herd.hand, MOST_HAND)
        tally.repeat(first + IDLE, herd.idle, MOST_IDLE)
        pile: i64 = 0
        while pile < MOST_PILE and herd.pile >= i64(1) << (2 * pile):
            pile += 1
        tally.level(first + PILE, pile, MOST_PILE)
