"""What the value of Santa Fe reads of a position."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.santa_fe.connection_values import (
    LANE,
    LANE_BITS,
    NARROW,
    NARROW_BITS,
    NEAR,
    NEARER,
    ConnectionValues,
)
from railhead.ai.knowledge.santa_fe.reachable_cities import (
    RAILROADS,
    has_had_turn,
    is_doubled,
    lays_to_come,
    seats_after,
)
from railhead.ai.net.inputs import Features, Inputs
from railhead.games.game import State
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec

SEATS: Final = 5
PHASES: Final = 12
TURN_PHASES: Final = 8
"""Those from the first lay phase on, in which one seat after the other has its turn."""
AMOUNTS: Final = (1, 3, 6, 10, 15, 21, 30, 42, 60, 85, 120)
"""From where on sums of points, pieces or money are on the next level."""
MOST_AMOUNT: Final = 11
SMALLER: Final = 7
"""How many levels are told apart of what is seldom large, less one."""
SMALLEST: Final = 5
MOST_PULL: Final = 3
PART: Final = 8
MOST_TIE_BREAKS: Final = 7
MOST_LAYS: Final = 4
MOST_DOUBLES: Final = 3
MOST_BOUGHT: Final = 6
MOST_MISSING: Final = 4
MOST_UNSEEN: Final = 12
MOST_GAP: Final = 5
MOST_ROUNDS: Final = 22
EXACT: Final = 8
"""Up to so many half rounds each has its input, then every fourth."""

# Large sums are told in two digits: a coarse one, which is named so many times, and a fine one.
DIGIT: Final = 8
DIGIT_FROM: Final = 1 + DIGIT
MOST_COARSE: Final = 10
MOST_POINTS: Final = 15
"""The most that the coarse digit of points is named."""

# For each seat.
POINTS_FROM: Final = 0
POINTS_DIGIT: Final = 32
OPEN_FROM: Final = POINTS_FROM + 1 + 2 * DIGIT
NEAR_FROM: Final = OPEN_FROM + DIGIT_FROM
NEARER_FROM: Final = NEAR_FROM + DIGIT_FROM
STEERED_FROM: Final = NEARER_FROM + DIGIT_FROM
AWAY_FROM: Final = STEERED_FROM + DIGIT_FROM
MONEY_FROM: Final = AWAY_FROM + 4 * (SMALLER + 1)
PULLS_FROM: Final = MONEY_FROM + MOST_AMOUNT + 1
HELD_FROM: Final = PULLS_FROM + 5 * (MOST_PULL + 1)
HELD_NOW_FROM: Final = HELD_FROM + 6
HELD_NEAR_FROM: Final = HELD_NOW_FROM + MOST_AMOUNT + 1
HELD_BEST_FROM: Final = HELD_NEAR_FROM + SMALLER + 1
UNSEEN_FROM: Final = HELD_BEST_FROM + SMALLER + 1
UNSEEN_WORTH_FROM: Final = UNSEEN_FROM + MOST_UNSEEN + 1
DOUBLES_FROM: Final = UNSEEN_WORTH_FROM + DIGIT_FROM
ENGINEER_FROM: Final = DOUBLES_FROM + MOST_DOUBLES + 1
MISSING_FROM: Final = ENGINEER_FROM + 3
TIE_BREAKS_FROM: Final = MISSING_FROM + MOST_MISSING + 1
LAYS_FROM: Final = TIE_BREAKS_FROM + MOST_TIE_BREAKS + 1
ORDER_FROM: Final = LAYS_FROM + MOST_LAYS + 1
AFTER_FROM: Final = ORDER_FROM + SEATS
TURN_FROM: Final = AFTER_FROM + SEATS
BOUGHT_FROM: Final = TURN_FROM + TURN_PHASES
GAIN_FROM: Final = BOUGHT_FROM + MOST_BOUGHT + 1
SECOND_FROM: Final = GAIN_FROM + SMALLER + 1
BEHIND_FROM: Final = SECOND_FROM + SMALLEST + 1
GAP_FROM: Final = BEHIND_FROM + SEATS
FLAGS_FROM: Final = GAP_FROM + 2 * MOST_GAP + 1
OF_SEAT: Final = FLAGS_FROM + 6

# For the table.
VARIANT_FROM: Final = SEATS + 1
PHASE_FROM: Final = VARIANT_FROM + 4
ROUNDS_FROM: Final = PHASE_FROM + PHASES
UNBOUGHT_FROM: Final = ROUNDS_FROM + MOST_ROUNDS + 1
PIECES_FROM: Final = UNBOUGHT_FROM + DIGIT_FROM
FOUND_FROM: Final = PIECES_FROM + 5 * (SMALLEST + 1)
BRANCHES_FROM: Final = FOUND_FROM + 5 * (SMALLEST + 1)
ALIVE_FROM: Final = BRANCHES_FROM + 5
DECK_FROM: Final = ALIVE_FROM + 6
DECK_NOW_FROM: Final = DECK_FROM + SMALLER + 1
DECK_NEAR_FROM: Final = DECK_NOW_FROM + MOST_AMOUNT + 1
SUPPLY_FROM: Final = DECK_NEAR_FROM + SMALLER + 1
NEXT_FROM: Final = SUPPLY_FROM + SMALLEST + 1
OF_TABLE: Final = NEXT_FROM + SMALLEST + 1


class PositionFeatures(Features):
    """Points now, what cards may become by how near railroads are, and whose turn it is.

    `see_table` comes before `see_seat` of the same position.
    """

    def __init__(self) -> None:
        super().__init__(OF_TABLE, OF_SEAT)
        self.values: ConnectionValues = ConnectionValues()
        levels = [sum(amount >= least for least in AMOUNTS) for amount in range(AMOUNTS[-1] + 1)]
        self.of_deck: i64 = 0
        """What a card of the deck is worth on average, in parts of `PART`."""
        self.levels: vec[i64] = vec[i64]([i64(level) for level in levels])

    def see_table(self, position: State, out: Inputs) -> None:
        """See `Features.see_table`."""
        assert isinstance(position, Position)
        cells = position.cells
        values = self.values
        values.see(position)
        seats: i64 = position.seats()
        see_rules(position, out)
        self._see_railroads(position, seats, out)
        self._digits(out, UNBOUGHT_FROM, position.unbought_pieces(), 16, 2)
        deck: i64 = cells[state.DECK_SIZE]
        self._level(out, DECK_FROM, deck, SMALLER)
        self.of_deck = 0
        if deck > 0:
            worth: i64 = values.deck
            now: i64 = worth & LANE_BITS
            near: i64 = (worth >> (2 * LANE)) // NEAR
            self._level(out, DECK_NOW_FROM, PART * now // deck, MOST_AMOUNT)
            self._level(out, DECK_NEAR_FROM, PART * near // deck, SMALLER)
            self.of_deck = PART * (now + near) // deck
        out.choose(SUPPLY_FROM, cells[state.DOUBLES], SMALLEST)
        out.choose(NEXT_FROM, values.next_count, SMALLEST)

    def _see_railroads(self, position: Position, seats: i64, out: Inputs) -> None:
        """What each can still do, and for how long all of them are good."""
        cells = position.cells
        values = self.values
        reachable = values.reachable
        alive: i64 = 0
        first: i64 = PIECES_FROM
        beyond: i64 = FOUND_FROM
        for railroad in range(RAILROADS):
            left: i64 = values.pieces[railroad]
            self._level(out, first, left, SMALLEST)
            first += SMALLEST + 1
            if left > 0:
                alive += 1
                self._level(out, beyond, reachable.found[railroad], SMALLEST)
            beyond += SMALLEST + 1
            branches: i64 = cells[state.BRANCHES + railroad]
            while branches > 0:
                out.add(BRANCHES_FROM + railroad)
                branches -= 1
        out.choose(ALIVE_FROM, alive, RAILROADS)
        half_rounds: i64 = values.all_pieces // seats
        if half_rounds > EXACT:
            half_rounds = EXACT + (half_rounds - EXACT) // 4
        out.choose(ROUNDS_FROM, half_rounds, MOST_ROUNDS)

    def see_seat(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_seat`."""
        assert isinstance(position, Position)
        cells = position.cells
        values = self.values
        at: i64 = state.block(seat)
        points: i64 = values.points[seat]
        coarse: i64 = points // POINTS_DIGIT
        self._name(out, POINTS_FROM, coarse, MOST_POINTS)
        out.choose(POINTS_FROM + 1, (points - POINTS_DIGIT * coarse) // 2, 2 * DIGIT - 1)
        self._level(out, MONEY_FROM, cells[at + state.MONEY], MOST_AMOUNT)
        self._see_played(seat, out)
        self._see_held(position, seat, out)
        values.see_gains(position, seat)
        self._level(out, GAIN_FROM, values.best_gain, SMALLER)
        self._level(out, SECOND_FROM, values.second_gain, SMALLEST)
        out.choose(ENGINEER_FROM, cells[at + state.ENGINEER], 2)
        out.choose(BOUGHT_FROM, position.bought_pieces(seat), MOST_BOUGHT)
        self._see_others(position, seat, out)
        self._see_turn(position, seat, out)

    def _see_played(self, seat: i64, out: Inputs) -> None:
        """What the cards played may still bring, by how near railroads are."""
        values = self.values
        now: i64 = values.played_now[seat]
        soon: i64 = values.played_soon[seat]
        later: i64 = values.played_later[seat]
        self._digits(out, OPEN_FROM, (now >> LANE) & LANE_BITS, 32, 4)
        self._digits(out, NEAR_FROM, (now >> (2 * LANE)) // NEAR, 16, 2)
        self._digits(out, NEARER_FROM, (soon & LANE_BITS) // NEARER, 8, 1)
        self._digits(out, STEERED_FROM, values.steered[seat] // NEAR, 8, 1)
        first: i64 = AWAY_FROM
        self._level(out, first, (soon >> LANE) & LANE_BITS, SMALLER)
        first += SMALLER + 1
        self._level(out, first, soon >> (2 * LANE), SMALLER)
        first += SMALLER + 1
        self._level(out, first, later & LANE_BITS, SMALLER)
        first += SMALLER + 1
        self._level(out, first, (later >> LANE) & LANE_BITS, SMALLER)
        first = PULLS_FROM
        for railroad in range(RAILROADS):
            pull: i64 = (values.pulls[railroad] >> (NARROW * seat)) & NARROW_BITS
            out.add(first + self._level_of(pull // NEAR, SMALLER) // 2)
            first += MOST_PULL + 1

    def _see_held(self, position: Position, seat: i64, out: Inputs) -> None:
        """The hand: how many cards, what those are worth that can still be played, and what those
        may be that are still to be drawn."""
        cells = position.cells
        values = self.values
        at: i64 = state.block(seat)
        held: i64 = position.city_cards(seat)
        size: i64 = position.hand_size(seat)
        doubles: i64 = cells[at + state.HELD_DOUBLES]
        chosen: i64 = cells[at + state.CHOSEN]
        plays: i64 = values.rounds
        if chosen > 0:
            size -= 1
            if chosen > position.components.cards:
                doubles -= 1
            else:
                held -= 1
        elif cells[state.PHASE] <= state.SELECTING:
            plays += 1
        out.choose(HELD_FROM, held, HAND_SLOTS)
        values.see_hand(position, seat, plays)
        hand: i64 = values.hand
        self._level(out, HELD_NOW_FROM, hand & LANE_BITS, MOST_AMOUNT)
        self._level(out, HELD_NEAR_FROM, (hand >> (2 * LANE)) // NEAR, SMALLER)
        self._level(out, HELD_BEST_FROM, values.best_held // NEAR, SMALLER)
        unseen: i64 = plays - held if plays > held else 0
        out.choose(UNSEEN_FROM, unseen, MOST_UNSEEN)
        self._digits(out, UNSEEN_WORTH_FROM, unseen * self.of_deck // PART, 16, 2)
        out.choose(DOUBLES_FROM, doubles, MOST_DOUBLES)
        out.choose(MISSING_FROM, position.hand_limit(seat) - size, MOST_MISSING)

    def _see_others(self, position: Position, seat: i64, out: Inputs) -> None:
        """How many others have more points now, and the lead over the best of them."""
        points = self.values.points
        own: i64 = points[seat]
        behind: i64 = 0
        most: i64 = 0
        for other in range(position.seats()):
            if other != seat:
                if points[other] > own:
                    behind += 1
                if points[other] > most:
                    most = points[other]
        out.choose(BEHIND_FROM, behind, SEATS - 1)
        if own >= most:
            level: i64 = self._level_of(own - most, MOST_AMOUNT) // 2
            out.choose(GAP_FROM + MOST_GAP, level, MOST_GAP)
        else:
            level = self._level_of(most - own, MOST_AMOUNT) // 2
            out.add(GAP_FROM + MOST_GAP - level)
        out.choose(TIE_BREAKS_FROM, self.values.tie_breaks[seat], MOST_TIE_BREAKS)

    def _see_turn(self, position: Position, seat: i64, out: Inputs) -> None:
        """When the seat is to act, how many pieces it may lay in this round, who leads the next."""
        cells = position.cells
        phase: i64 = cells[state.PHASE]
        after = seats_after(position, seat, state.TURN)
        out.choose(LAYS_FROM, lays_to_come(position, seat), MOST_LAYS)
        order = seats_after(position, seat, state.FIRST)
        if phase >= state.DRAWING:
            order = order - 1 if order > 0 else position.seats() - 1
        out.choose(ORDER_FROM, order, SEATS - 1)
        if phase > state.REVEALING:
            if not has_had_turn(position, seat):
                out.choose(AFTER_FROM, after, SEATS - 1)
            if after == 0:
                out.choose(TURN_FROM, phase - state.LAY_ONE, TURN_PHASES - 1)
        if cells[state.block(seat) + state.CHOSEN] > 0:
            out.add(FLAGS_FROM)
        if is_doubled(position, seat):
            out.add(FLAGS_FROM + 1)
        if cells[state.block(seat) + state.HELD_BRANCH] > 0:
            out.add(FLAGS_FROM + 4)
        if cells[state.block(seat) + state.PLAYED_BRANCH] > 0:
            out.add(FLAGS_FROM + 5)
        if (cells[state.PASSED] >> seat) & 1:
            out.add(FLAGS_FROM + 2)
        if cells[state.OWED] > 0 and after == 0:
            out.add(FLAGS_FROM + 3)

    def _name(self, out: Inputs, index: i64, times: i64, most: i64) -> None:
        """Name an input so many times, at most `most`."""
        if times > most:
            times = most
        while times > 0:
            out.add(index)
            times -= 1

    def _digits(self, out: Inputs, first: i64, number: i64, coarse: i64, fine: i64) -> None:
        """Tell a number by digits of so much each."""
        times: i64 = number // coarse
        self._name(out, first, times, MOST_COARSE)
        out.choose(first + 1, (number - coarse * times) // fine, DIGIT - 1)

    def _level_of(self, amount: i64, most: i64) -> i64:
        """The level of an amount by `AMOUNTS`, at most `most`, which is at most `MOST_AMOUNT`."""
        levels = self.levels
        if amount >= i64(len(levels)):
            return most
        level: i64 = levels[amount] if amount > 0 else 0
        return level if level < most else most

    def _level(self, out: Inputs, first: i64, amount: i64, most: i64) -> None:
        """Of the inputs from `first` on, one for each level of an amount, set the one."""
        out.add(first + self._level_of(amount, most))


def see_rules(position: Position, out: Inputs) -> None:
    """The number of seats, the variant played, and the phase: the first inputs of the table, for
    the value and for the policy."""
    cells = position.cells
    out.choose(0, position.seats(), SEATS)
    if cells[state.ADVANCED]:
        out.add(VARIANT_FROM)
    if cells[state.PURCHASE]:
        out.add(VARIANT_FROM + 1)
    if cells[state.ENGINEERS]:
        out.add(VARIANT_FROM + 2)
    if cells[state.LAID]:
        out.add(VARIANT_FROM + 3)
    out.choose(PHASE_FROM, cells[state.PHASE], PHASES - 1)


assert (actions.MOST_SEATS, len(state.PHASES)) == (SEATS, PHASES)
