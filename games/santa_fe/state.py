"""A position of Santa Fe: where each number lies in the flat cells, and how to read it.

The cells are a header, the railroads, one block for each of five players, three cells for every
city with a card, and one cell for every line. A city card is its city's number; in the slots of
hands, which are sorted, and in `CHOSEN` it is that number and one.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import ACTOR, SEATS, Game, State
from railhead.games.santa_fe import actions
from railhead.games.santa_fe.components import (
    HAND_SLOTS,
    PRICES_FREE_RIVERS,
    PRICES_FULL,
    PRICES_NONE,
    PRICES_SAVE_ONE,
    Components,
)
from railhead.games.vectors import vec

# How many cells a list has. Said here again, since mypyc folds sums of one module's constants only;
# the end of the file holds them against the others.
RAILROAD_CELLS: Final = 5
ROUTE_CELLS: Final = 3
SLOT_CELLS: Final = 5
BLOCKS: Final = 5

# Header, behind the number of seats and the actor: while cards are selected, the first seat that
# still has to.
PHASE: Final = 2
FIRST: Final = 3  # who holds the train
ROUND: Final = 4
TURN: Final = 5  # whose turn it is in this phase
LAID: Final = 6  # pieces laid in this lay turn
PASSED: Final = 7  # the seats that passed in this lay phase, a bit each
OWED: Final = 8  # city cards that the deck still owes to TURN
DECK_SIZE: Final = 9
DOUBLES: Final = 10  # double-turn cards in the open supply
ENGINEERS: Final = 11
ADVANCED: Final = 12
PURCHASE: Final = 13
MANDATORY: Final = 14  # 1 where the second piece of a double turn has to be laid
START_BONUS: Final = 15
SAVES_ONE: Final = 16  # 1 where an engineer saves 1 on a mountain space with a river
SAME_RAILROAD: Final = 17  # 1 where bought pieces are unlocked railroad by railroad
OPEN_MONEY: Final = 18
EARLY_SALE: Final = 19  # 1 where engineers are sold before the deal
EARLY_EXCHANGE: Final = 20  # 1 where all exchanges come before the second lay phase
OPEN_EXCHANGE: Final = 21  # 1 where exchanged cards are shown
SPECIAL_AGAIN: Final = 22  # 1 where further arrivals earn the special bonus too
LONE_BRANCH: Final = 23  # 1 where a branch card may be drawn into an empty hand
STOP_DRAWING: Final = 24  # 1 where drawing may be stopped
MUST_BRANCH: Final = 25  # 1 where the branch card has to be used if it alone allows a piece
UNPAID_ENDS: Final = 26  # 1 where the match ends when a player can pay no piece
ONE_PASSES: Final = 27  # 1 where a double turn with one piece is a pass
UNBEGUN_BRANCH: Final = 28  # 1 where a railroad without track may have a branch
WHOLE_LINE: Final = 29  # 1 where a river makes every space of a mountain line dearer
BOTH_ENDS: Final = 30  # 1 where two routes of a railroad may fill a line from both ends
CANNOT_LAY: Final = 31  # 1 where the match ends without a legal second or bought piece too

# Railroads.
SUPPLY: Final = CANNOT_LAY + 1
BRANCHES: Final = SUPPLY + RAILROAD_CELLS  # branch cards in the open supply
CONNECTED: Final = BRANCHES + RAILROAD_CELLS  # the cities a railroad has reached, a bit each
HEADS: Final = CONNECTED + RAILROAD_CELLS  # three a railroad: 0, 1 + city, or 1 + INSIDE + line
INSIDE: Final = 64

# The cards laid aside in the running exchange, in slots as in a hand.
PENDING: Final = HEADS + ROUTE_CELLS * RAILROAD_CELLS

# Players.
PLAYERS: Final = PENDING + SLOT_CELLS
MONEY: Final = 0
HELD_DOUBLES: Final = 1
HELD_BRANCH: Final = 2  # 0 or 1 + railroad
ENGINEER: Final = 3  # 0, or BOUGHT, or FREE
CHOSEN: Final = 4  # 0, or 1 + the card selected and not yet revealed; it still counts as held
DOUBLE_TURN: Final = 5  # 1 in a round for which the double-turn card was played
PLAYED_BRANCH: Final = 6  # 0, or 1 + the railroad of a revealed branch card not yet used
HAND: Final = 7
OWN: Final = HAND + SLOT_CELLS  # bought track pieces by railroad
PLAYER_CELLS: Final = OWN + RAILROAD_CELLS
BOUGHT: Final = 1
FREE: Final = 2

# Cities with a card.
CITIES: Final = PLAYERS + BLOCKS * PLAYER_CELLS
IN_DECK: Final = 0
TABLEAU: Final = 1  # how many copies each player has played, two bits a seat
DISCARDED: Final = 2  # the same for exchanges
CITY_CELLS: Final = DISCARDED + 1
SEAT_BITS: Final = 2
COPIES: Final = 3  # the mask of a seat's two bits

# A line is 0 while it is free, else 1 + railroad + 8 * the end it was begun from + 512 * pieces.
# Where a second route fills it from the other end, there is also 16 * (1 + that route) and
# 64 * its share of the pieces. Once complete it keeps only railroad and pieces.
OWNER: Final = 7
SIDE: Final = 8
OTHER: Final = 16
OTHER_ROUTES: Final = 48
OTHER_PIECE: Final = 64
OTHER_MOST: Final = 7
PIECE: Final = 512

# Phases.
DEALING: Final = 0
ENGINEER_SALE: Final = 1
SELECTING: Final = 2
REVEALING: Final = 3
LAY_ONE: Final = 4
LAY_TWO: Final = 5
EXCHANGE: Final = 6
EXCHANGE_DEAL: Final = 7
DRAWING: Final = 8
DRAW_DEAL: Final = 9
BUYING: Final = 10
MATCH_OVER: Final = 11

PHASES: Final = (
    "deal",
    "engineers",
    "select",
    "reveal",
    "lay_1",
    "lay_2",
    "exchange",
    "exchange",
    "draw",
    "draw",
    "buy",
    "over",
)
"""The names of the phases as views show them."""


def block(seat: i64) -> i64:
    """Where the cells of a player begin."""
    return PLAYERS + PLAYER_CELLS * seat


def copies_in(packed: i64, seat: i64) -> i64:
    """How many copies are a seat's, in a cell of `TABLEAU` or `DISCARDED`."""
    return (packed >> (SEAT_BITS * seat)) & COPIES


def city_at(card: i64) -> i64:
    """Where the cells of a city with a card begin."""
    return CITIES + CITY_CELLS * card


class Position(State):
    """The cells with named access; `match` adds what makes it a playable state."""

    def __init__(self, game: Game, cells: vec[i64]) -> None:
        super().__init__(game, cells)
        components: Components = game.components
        self.components: Components = components
        self.lines: i64 = CITIES + CITY_CELLS * components.cards
        """Where the cells of the lines begin."""

    def enter(self, phase: i64, actor: i64) -> None:
        """The next decision is `actor`'s, of this phase."""
        self.cells[PHASE] = phase
        self.cells[ACTOR] = actor

    def amount(self, seat: int, cell: int) -> int:
        """A number of a player's block, such as `held(0, MONEY)`."""
        return int(self.cells[block(seat) + cell])

    def give(self, seat: int, cell: int, number: int) -> None:
        """Set a number of a player's block, for positions made by hand."""
        self.cells[block(seat) + cell] = number

    def price_row(self, seat: i64) -> i64:
        """The row of `Components.prices` by which a player pays for terrain."""
        cells = self.cells
        if cells[ADVANCED] == 0:
            return PRICES_NONE
        if cells[block(seat) + ENGINEER] == 0:
            return PRICES_FULL
        return PRICES_SAVE_ONE if cells[SAVES_ONE] else PRICES_FREE_RIVERS

    def unbought_pieces(self) -> i64:
        """The track pieces of all railroads that are neither laid nor bought."""
        cells = self.cells
        return (
            cells[SUPPLY] + cells[SUPPLY + 1] + cells[SUPPLY + 2] + cells[SUPPLY + 3]
            + cells[SUPPLY + 4]
        )  # fmt: skip

    def is_unlocked(self, railroad: i64) -> bool:
        """Whether bought pieces of a railroad may be laid."""
        if self.cells[SAME_RAILROAD]:
            return self.cells[SUPPLY + railroad] == 0
        return self.unbought_pieces() == 0

    def has_piece(self, seat: i64, railroad: i64) -> bool:
        """Whether there is a piece of a railroad that a player may lay, unbought or own."""
        if self.cells[SUPPLY + railroad] > 0:
            return True
        return self.cells[block(seat) + OWN + railroad] > 0 and self.is_unlocked(railroad)

    def bought_pieces(self, seat: i64) -> i64:
        """The bought track pieces of a player."""
        cells = self.cells
        own: i64 = block(seat) + OWN
        return cells[own] + cells[own + 1] + cells[own + 2] + cells[own + 3] + cells[own + 4]

    def unlaid_pieces(self, railroad: i64) -> i64:
        """The pieces of a railroad that are not on the board, whoever owns them."""
        cells = self.cells
        count: i64 = cells[SUPPLY + railroad]
        for seat in range(cells[SEATS]):
            count += cells[block(seat) + OWN + railroad]
        return count

    def city_cards(self, seat: i64) -> i64:
        """How many city cards a player holds, a selected one included."""
        cells = self.cells
        at: i64 = block(seat) + HAND
        count: i64 = 0
        while count < HAND_SLOTS and cells[at + count]:
            count += 1
        return count

    def hand_size(self, seat: i64) -> i64:
        """How many cards a player holds, a selected one included."""
        cells = self.cells
        at: i64 = block(seat)
        branch: i64 = 1 if cells[at + HELD_BRANCH] else 0
        return self.city_cards(seat) + cells[at + HELD_DOUBLES] + branch

    def hand_limit(self, seat: i64) -> i64:
        """Up to how many cards a player draws."""
        if self.cells[block(seat) + ENGINEER] == FREE:
            return self.components.engineer_limit
        return self.components.hand_limit

    def copies_of(self, seat: i64, card: i64, where: i64) -> i64:
        """How many copies of a city card a player has in `TABLEAU` or `DISCARDED`."""
        return copies_in(self.cells[city_at(card) + where], seat)

    def connections(self, city: i64) -> i64:
        """How many railroads are connected to a city."""
        cells = self.cells
        bit: i64 = self.components.bit[city]
        count: i64 = 0
        for railroad in range(actions.RAILROAD_COUNT):
            if cells[CONNECTED + railroad] & bit:
                count += 1
        return count

    def pieces_on_board(self, railroad: int) -> int:
        """The laid track pieces of a railroad."""
        lines = [int(cell) for cell in self.cells[self.lines :]]
        return sum(cell // PIECE for cell in lines if cell & OWNER == railroad + 1)


def cell_count(components: Components, seats: int) -> int:
    """How many cells a position over these components has."""
    return CITIES + CITY_CELLS * int(components.cards) + int(components.line_count)


assert (RAILROAD_CELLS, ROUTE_CELLS) == (actions.RAILROAD_COUNT, actions.ROUTES)
assert (SLOT_CELLS, BLOCKS) == (HAND_SLOTS, actions.MOST_SEATS)
