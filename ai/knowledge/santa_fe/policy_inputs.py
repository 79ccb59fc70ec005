"""What a policy network is told of a position of Santa Fe: what all may see, and the own hand.

The value's inputs would tell more, of cards dealt anew for one: a policy is asked in each
simulation, before anything is dealt that a seat cannot know.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.santa_fe.features import see_rules
from railhead.ai.knowledge.santa_fe.reachable_cities import RAILROADS, has_had_turn, seats_after
from railhead.ai.net.inputs import Features, Inputs
from railhead.games.game import State
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec

SEATS: Final = 5
PHASES: Final = 12
AMOUNTS: Final = (1, 2, 3, 5, 8, 12, 18, 26, 38, 60)
"""From where on pieces, money or points are on the next level."""
LEVELS: Final = 11
MOST_ROUNDS: Final = 16
MOST_DOUBLES: Final = 3
MOST_BOUGHT: Final = 4
VALUES: Final = 8
"""Cities are worth less than so much."""
BEHIND: Final = 2 * LEVELS
"""How many levels of leads there are, ahead or behind."""

# For each seat.
MONEY_FROM: Final = 0
CARDS_FROM: Final = MONEY_FROM + LEVELS
DOUBLES_FROM: Final = CARDS_FROM + HAND_SLOTS + 1
ENGINEER_FROM: Final = DOUBLES_FROM + MOST_DOUBLES + 1
BOUGHT_FROM: Final = ENGINEER_FROM + 3
FLAGS_FROM: Final = BOUGHT_FROM + MOST_BOUGHT + 1
LEAD_FROM: Final = FLAGS_FROM + 5
ORDER_FROM: Final = LEAD_FROM + BEHIND
HELD_FROM: Final = ORDER_FROM + SEATS
"""What only the seat itself knows: how many cards of each value it holds."""

OF_SEAT: Final = HELD_FROM + VALUES

# For the table.
VARIANT_FROM: Final = SEATS + 1
PHASE_FROM: Final = VARIANT_FROM + 4
PIECES_FROM: Final = PHASE_FROM + PHASES
BRANCHES_FROM: Final = PIECES_FROM + 5 * LEVELS
ROUNDS_FROM: Final = BRANCHES_FROM + 5
DECK_FROM: Final = ROUNDS_FROM + MOST_ROUNDS + 1
SUPPLY_FROM: Final = DECK_FROM + LEVELS
OF_TABLE: Final = SUPPLY_FROM + 4


class PolicyInputs(Features):
    """Pieces left, points and money, what each seat holds as far as it is seen, whose turn it is.

    `see_table` comes before the seats of the same position.
    """

    def __init__(self) -> None:
        super().__init__(OF_TABLE, OF_SEAT)
        levels = [sum(amount >= least for least in AMOUNTS) for amount in range(AMOUNTS[-1] + 1)]
        self.levels: vec[i64] = vec[i64]([i64(level) for level in levels])
        self.points: vec[i64] = vec[i64]([0] * SEATS)
        """The money and the points of cards played, by seat."""

    def see_table(self, position: State, out: Inputs) -> None:
        """See `Features.see_table`."""
        assert isinstance(position, Position)
        cells = position.cells
        seats: i64 = position.seats()
        see_rules(position, out)
        pieces: i64 = 0
        for railroad in range(RAILROADS):
            left: i64 = position.unlaid_pieces(railroad)
            pieces += left
            out.add(PIECES_FROM + LEVELS * railroad + self._level(left))
            if cells[state.BRANCHES + railroad] > 0:
                out.add(BRANCHES_FROM + railroad)
        out.choose(ROUNDS_FROM, pieces // (2 * seats), MOST_ROUNDS)
        out.add(DECK_FROM + self._level(cells[state.DECK_SIZE]))
        out.choose(SUPPLY_FROM, cells[state.DOUBLES], 3)
        self._add_points(position, seats)

    def _add_points(self, position: Position, seats: i64) -> None:
        """Fill `points`."""
        cells = position.cells
        points = self.points
        values = position.components.value
        for seat in range(seats):
            points[seat] = cells[state.block(seat) + state.MONEY]
        card: i64 = 0
        at: i64 = state.city_at(0) + state.TABLEAU
        while card < position.components.cards:
            played: i64 = cells[at]
            if played > 0:
                worth: i64 = values[card] * position.connections(card)
                seat = 0
                while played > 0:
                    points[seat] += worth * (played & state.COPIES)
                    played >>= state.SEAT_BITS
                    seat += 1
            card += 1
            at += state.CITY_CELLS

    def see_seat(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_seat`: what others may know, and the own hand."""
        assert isinstance(position, Position)
        self.see_public(position, seat, out)
        cells = position.cells
        slot: i64 = state.block(seat) + state.HAND
        end: i64 = slot + HAND_SLOTS
        while slot < end and cells[slot] > 0:
            out.choose(HELD_FROM, position.components.value[cells[slot] - 1], VALUES - 1)
            slot += 1

    def see_public(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_public`: doubles and branch cards lie open, city cards do not."""
        assert isinstance(position, Position)
        cells = position.cells
        at: i64 = state.block(seat)
        out.add(MONEY_FROM + self._level(cells[at + state.MONEY]))
        out.choose(CARDS_FROM, position.city_cards(seat), HAND_SLOTS)
        out.choose(DOUBLES_FROM, cells[at + state.HELD_DOUBLES], MOST_DOUBLES)
        out.choose(ENGINEER_FROM, cells[at + state.ENGINEER], 2)
        out.choose(BOUGHT_FROM, position.bought_pieces(seat), MOST_BOUGHT)
        if cells[at + state.DOUBLE_TURN] > 0:
            out.add(FLAGS_FROM)
        if cells[at + state.HELD_BRANCH] > 0:
            out.add(FLAGS_FROM + 1)
        if cells[at + state.PLAYED_BRANCH] > 0:
            out.add(FLAGS_FROM + 2)
        if (cells[state.PASSED] >> seat) & 1:
            out.add(FLAGS_FROM + 3)
        if has_had_turn(position, seat):
            out.add(FLAGS_FROM + 4)
        out.choose(ORDER_FROM, seats_after(position, seat, state.FIRST), SEATS - 1)
        self._see_lead(position, seat, out)

    def _see_lead(self, position: Position, seat: i64, out: Inputs) -> None:
        """The points ahead of the best other, or behind."""
        points = self.points
        most: i64 = 0
        for other in range(position.seats()):
            if other != seat and points[other] > most:
                most = points[other]
        lead: i64 = points[seat] - most
        if lead >= 0:
            out.add(LEAD_FROM + self._level(lead))
        else:
            out.add(LEAD_FROM + LEVELS + self._level(-lead))

    def _level(self, amount: i64) -> i64:
        """The level of an amount by `AMOUNTS`."""
        levels = self.levels
        if amount >= i64(len(levels)):
            return LEVELS - 1
        return levels[amount] if amount > 0 else 0


assert (actions.MOST_SEATS, len(state.PHASES), len(AMOUNTS)) == (SEATS, PHASES, LEVELS - 1)
