"""What a network is told of a position of Great Western Trail."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail import owed
from railhead.ai.knowledge.great_western_trail.aims import LACKING, Aims, board_points
from railhead.ai.knowledge.great_western_trail.board_inputs import BOARD_INPUTS, BoardInputs
from railhead.ai.knowledge.great_western_trail.clock import (
    CHANCES,
    NONE,
    OPEN,
    Clock,
    last_turn,
    turns_before,
)
from railhead.ai.knowledge.great_western_trail.gains import cities_of, gain
from railhead.ai.knowledge.great_western_trail.herd_inputs import HERD_INPUTS, HerdInputs
from railhead.ai.knowledge.great_western_trail.owed import Owed
from railhead.ai.knowledge.great_western_trail.table_inputs import MOST_SEATS, OF_TABLE, TableInputs
from railhead.ai.knowledge.great_western_trail.tally import Tally
from railhead.ai.knowledge.great_western_trail.way import Way
from railhead.ai.net.inputs import Features, Inputs
from railhead.games.game import State
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST, START

# The points there are already: sixteens, fours and ones, apart by how much of the match is left,
# for the more is left, the less they say; fours below 0.
SIXTEEN: Final = 16
FOUR: Final = 4
MOST_SIXTEENS: Final = 12
DIGITS: Final = 3
STAGES: Final = 4
FEW_LAPS: Final = 1.0
SOME_LAPS: Final = 2.5
BELOW: Final = DIGITS * STAGES
# Money: what counts as points, what is left over, and the former by how much is left again.
MONEY: Final = BELOW + 1
MOST_MONEY: Final = 10
DOLLARS: Final = MONEY + MOST_MONEY
PURSE: Final = DOLLARS + 1
MOST_PURSE: Final = 6
# Objective cards: what the start card lacks, those played and those only owned by what they lack.
START_LACKS: Final = PURSE + STAGES
MOST_START: Final = 2
PLAYED: Final = START_LACKS + MOST_START
SPARE: Final = PLAYED + LACKING
MOST_CARDS: Final = 4
HELD: Final = SPARE + LACKING
MOST_HELD: Final = 3
# Whose turn it is, whether there is another one, and what it still owes.
AFTER: Final = HELD + 1
LAST_TURN: Final = AFTER + MOST_SEATS
OWED: Final = LAST_TURN + CHANCES - 1
HERD: Final = OWED + owed.KINDS
BOARD: Final = HERD + HERD_INPUTS
OF_SEAT: Final = BOARD + BOARD_INPUTS


class TrailFeatures(Features):
    """Points, means, cards and what they deliver, the way, the turn, and what all share.

    What cannot bring points any more is not named: no means once a seat's next turn is its last,
    and nothing but its points once it has none.
    """

    def __init__(self) -> None:
        super().__init__(OF_TABLE, OF_SEAT)
        self.clock: Clock = Clock()
        self.way: Way = Way()
        self.owed: Owed = Owed()
        self.aims: Aims = Aims()
        self.herd: HerdInputs = HerdInputs(self.clock, self.way)
        self.board: BoardInputs = BoardInputs(self.way)
        self.table: TableInputs = TableInputs()
        self.tally: Tally = Tally()

    def see_table(self, position: State, out: Inputs) -> None:
        """See `Features.see_table`."""
        assert isinstance(position, Position)
        self.tally.start(out)
        self.table.see(position, self.tally)
        self.tally.finish()

    def see_seat(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_seat`."""
        assert isinstance(position, Position)
        self.clock.learn(position.components)
        self.way.learn(position.components)
        cells = position.cells
        at: i64 = state.block(seat)
        if cells[state.ACTIVE] == seat:
            self.owed.look(position)
        else:
            self.owed.clear()
        place: i64 = cells[at + state.PLACE]
        if place < 0 or (place == LAST and not self.owed.in_city):
            place = START
        self.way.look(position, place)
        self.herd.look(position, seat, self.owed)
        self.aims.look(position, seat)
        money: i64 = cells[at + state.MONEY] + self.owed.money
        if money < 0:
            money = 0
        tally = self.tally
        tally.start(out)
        self._see_points(position, seat, money, tally)
        last: i64 = last_turn(position, seat)
        tally.level(LAST_TURN, last, CHANCES - 1)
        if last != NONE:
            tally.level(AFTER, turns_before(position, seat), MOST_SEATS)
            self.owed.see(tally, OWED)
            self.herd.see(position, seat, self.owed, last == OPEN, tally, HERD)
            self.board.see(position, seat, self.owed, money, last == OPEN, tally, BOARD)
            self._see_aims(tally)
        tally.finish()

    def _see_points(self, position: Position, seat: i64, money: i64, tally: Tally) -> None:
        dollars: i64 = position.components.dollars_per_point
        fives: i64 = money // dollars
        points: i64 = board_points(position, seat) + self.aims.points + fives
        if self.owed.city >= 0:
            points += gain(position, cities_of(position, seat), self.owed.city)
        if self.owed.station >= 0:
            points += position.components.station_points[self.owed.station]
        if points < 0:
            tally.repeat(BELOW, (FOUR - 1 - points) // FOUR, FOUR)
            points = 0
        stage: i64 = self._stage(position)
        first: i64 = DIGITS * stage
        tally.repeat(first, points // SIXTEEN, MOST_SIXTEENS)
        tally.repeat(first + 1, points % SIXTEEN // FOUR, FOUR)
        tally.repeat(first + 2, points % FOUR, FOUR)
        tally.repeat(PURSE + stage, fives, MOST_PURSE)
        tally.level(MONEY, fives, MOST_MONEY)
        tally.repeat(DOLLARS, money % dollars, dollars)

    def _stage(self, position: Position) -> i64:
        """Less and less of the match left, by the deliveries that the seat still makes."""
        if position.cells[state.END_SEAT] > 0:
            return 3
        if self.herd.laps < FEW_LAPS:
            return 2
        return 1 if self.herd.laps < SOME_LAPS else 0

    def _see_aims(self, tally: Tally) -> None:
        aims = self.aims
        tally.level(START_LACKS, aims.start, MOST_START)
        for lacking in range(LACKING):
            tally.repeat(PLAYED + lacking, aims.played[lacking], MOST_CARDS)
            tally.repeat(SPARE + lacking, aims.spare[lacking], MOST_CARDS)
        tally.repeat(HELD, aims.hand, MOST_HELD)
