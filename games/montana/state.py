"""A position of Montana: where each number lies in the flat cells, and how to read it.

The cells are a header, the supply, one block for each of four players, the worker board, and five
cells for every hex of the largest map. A block starts with eleven kinds of pieces in the same
order as the supply: six goods, four colours of workers, cattle.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import ACTOR, SEATS, Game, State
from railhead.games.montana import actions
from railhead.games.montana.actions import AREA_SPACES
from railhead.games.montana.components import Components
from railhead.games.vectors import vec

# How many cells a list has. Said here again, since mypyc folds sums of one module's constants only;
# the end of the file holds them against the others.
GOOD_CELLS: Final = 6
COLOUR_CELLS: Final = 4
BLOCKS: Final = 4
BANK_CELLS: Final = 6
AREA_CELLS: Final = 12

# Header, behind the number of seats and the actor.
START_SEAT: Final = 2
PHASE: Final = 3
ACTIVE: Final = 4  # whose turn it is; during the set-up spins, who spins
ROUND: Final = 5
LAST_ROUND: Final = 6  # 1 once the running round is the last
ARROW: Final = 7
RESUME: Final = 8  # the phase that follows the return of workers
FLOOR: Final = 9  # the lowest colour that may still be returned
FIELDS: Final = 10  # fields built in this action
SPACE: Final = 11  # the large space just taken: area * 3 + space
ASKED: Final = 12  # players who have been asked for a first bid
AUCTION: Final = 13  # 1 from the auction's first bid to its last payment
SPUN: Final = 14  # set-up spins completed
USED_CANTEENS: Final = 15
START_HEX: Final = 16
OWN_ONLY: Final = 17
MORE_FIELDS: Final = 18  # 1 where coins reward more fields instead of fewer
AUCTION_TRADES: Final = 19
ROUND_LIMIT: Final = 20  # 0 for none
ONE_LINE: Final = 21  # 1 where a field earns one line bonus at most
OTHER_COLOURS: Final = 22  # 1 where two workers in an area may not be of its colour
LAST_BUILT: Final = 23  # the round in which anybody last built; 0 before that

# Kinds of pieces, within the supply and each player's block.
GRAIN: Final = 0
PUMPKIN: Final = 1
COPPER: Final = 2
STONE: Final = 3
LARGE: Final = 2  # from a small good to the large one
WORKERS: Final = GOOD_CELLS
CATTLE: Final = WORKERS + COLOUR_CELLS
KINDS_OF_PIECES: Final = CATTLE + 1
COINS: Final = KINDS_OF_PIECES
CANTEENS: Final = COINS + 1
SETTLEMENTS: Final = CANTEENS + 1  # left on the player's board
CONTRACTOR: Final = SETTLEMENTS + 1  # WAITING, PASSED, or 1 + row * 8 + column
PLAYER_CELLS: Final = CONTRACTOR + 1
WAITING: Final = 0
PASSED: Final = -1

SUPPLY: Final = LAST_BUILT + 1
PLAYERS: Final = SUPPLY + KINDS_OF_PIECES
BANK_AT: Final = PLAYERS + BLOCKS * PLAYER_CELLS  # for each space the multiset of workers on it
LARGE_AT: Final = BANK_AT + BANK_CELLS
SMALL_AT: Final = LARGE_AT + AREA_CELLS
HEXES: Final = SMALL_AT + AREA_CELLS

# Cells of a hex.
FACE: Final = 0
OWNER: Final = 1  # 0 for nobody, else 1 + seat
BUILT: Final = 2  # settlements on it
TOKEN: Final = 3  # 1 while its cattle or canteen lies there
REACH: Final = 4  # the players who may build here, a bit each; 0 unless it is a free field
HEX_CELLS: Final = REACH + 1

# Phases.
SETUP_SPIN: Final = 0
SETUP_JOKER: Final = 1
MAIN: Final = 2
HIRE_SPIN: Final = 3
HIRE_JOKER: Final = 4
STEPS: Final = 5
STEPS_JOKER: Final = 6
RETURN_WORKERS: Final = 7
SMALL_SPACE: Final = 8
BIDDING: Final = 9
REWARD: Final = 10
BUILD_MORE: Final = 11
END_TRADE: Final = 12
USE_CANTEEN: Final = 13
MATCH_OVER: Final = 14

PHASES: Final = (
    "setup_spin",
    "setup_joker",
    "main_action",
    "hire_spin",
    "joker",
    "advance",
    "joker",
    "return_workers",
    "small_space",
    "bid",
    "city_reward",
    "build_more",
    "end_trade",
    "canteen",
    "over",
)
"""The names of the phases as views show them."""


def block(seat: i64) -> i64:
    """Where the cells of a player begin."""
    return PLAYERS + PLAYER_CELLS * seat


def hex_at(place: i64) -> i64:
    """Where the cells of a hex begin."""
    return HEXES + HEX_CELLS * place


class Position(State):
    """The cells with named access; `match` adds what makes it a playable state."""

    def __init__(self, game: Game, cells: vec[i64]) -> None:
        super().__init__(game, cells)
        components: Components = game.components
        self.components: Components = components

    def enter(self, phase: i64, seat: i64) -> None:
        """The next decision is `seat`'s (or chance's), of this phase."""
        cells = self.cells
        cells[PHASE] = phase
        cells[ACTOR] = seat

    def amount(self, seat: int, cell: int) -> int:
        """A number of a player's block, such as `held(0, COINS)`."""
        return int(self.cells[block(seat) + cell])

    def give(self, seat: int, cell: int, number: int) -> None:
        """Set a number of a player's block, for positions made by hand."""
        self.cells[block(seat) + cell] = number

    def settlements_built(self, seat: int) -> int:
        """The player's settlements on the board."""
        whole = self.components.seats[int(self.cells[SEATS]) - 2].settlements
        return whole - self.amount(seat, SETTLEMENTS)

    def at_work(self, colour: int) -> int:
        """The workers of a colour that lie on the worker board."""
        counts = self.components.set_counts
        return sum(int(counts[4 * self.cells[space] + colour]) for space in range(BANK_AT, HEXES))


def cell_count(components: Components, seats: int) -> int:
    """How many cells a position over these components has."""
    return HEXES + HEX_CELLS * int(components.hex_count)


assert (len(actions.GOODS), len(actions.COLOURS)) == (GOOD_CELLS, COLOUR_CELLS)
assert (actions.MOST_BANK_SPACES, AREA_SPACES * len(actions.AREAS)) == (BANK_CELLS, AREA_CELLS)
