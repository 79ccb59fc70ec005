"""A position of Steam: where each number lies in the flat cells, and how to read it.

The cells are a header, the options, the common pieces, a block for each of six seats, a block for
each stop of the map, and two cells for each hex: its tile, and whose the exits of the tile are.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import ACTOR, Game, State
from railhead.games.steam import actions
from railhead.games.steam.components import Components
from railhead.games.steam.geography import Geography
from railhead.games.vectors import vec

# How many cells a list has. Said here again, since mypyc folds sums of one module's constants only;
# the end of the file holds them against the others.
BLOCKS: Final = 6
SHAPE_COUNT: Final = 21
COLOUR_COUNT: Final[i64] = 5
SPACE_COUNT: Final[i64] = 12

# Header, behind the number of seats and the actor.
TURN: Final = 2
LAST_TURN: Final = 3
PHASE: Final = 4
ACTIVE: Final = 5  # whose turn of the phase it is, also while others choose what points become
PLAYERS_LEFT: Final = 6  # players who are not bankrupt: the used entries of ORDER
QUEUE_AT: Final = 7
GOODS_ROUND: Final = 8
LAID: Final = 9  # tiles laid in this building turn
SUPPLIED: Final = 10  # the stop that gets goods from the supply
HIGH_BID: Final = 11  # -1 for none
LEADER: Final = 12  # who bid it; -1 for nobody
PLACE: Final = 13  # the place of the order that is auctioned, or that the next to pass takes

# Options.
STANDARD: Final = 14
INCOME_OVERFLOW: Final = 15
CITY_WITHOUT_GOODS: Final = 16
GROWTH_FOR_NUMBER: Final = 17
TOWN_TWICE: Final = 18
OWN_COLOUR: Final = 19
BELOW_ZERO: Final = 20
SECOND_CHANCE: Final = 21
DEALT_FREE_PASS: Final = 22
NET_INCOME: Final = 23
END_WITH_ONE: Final = 24
BRANCH_KEEPS: Final = 25
IMPROVE_UNOWNED: Final = 26
SAME_HEX: Final = 27
REDIRECT_AND_IMPROVE: Final = 28
SPUR_TRACK: Final = 29
GROWTH_FIRST: Final = 30
REDIRECT_DOUBLE: Final = 31
REDIRECT_START: Final = 32
JOIN_UNOWNED: Final = 33
"""1 where own track may join open ends without owner, and `LOOPS_STEP` for each step of `LOOPS`.

The two share a cell: positions saved before there was a choice of loops have the same size.
"""
LOOPS_STEP: Final = 2
LOOPS: Final = ("allowed", "own", "none")
LOOPS_ALLOWED: Final = 0
LOOPS_NONE: Final = 2

# Lists.
ORDER: Final = JOIN_UNOWNED + 1  # seats in turn order
QUEUE: Final = ORDER + BLOCKS  # seats in the order in which they act in this phase
LAID_AT: Final = QUEUE + BLOCKS  # the hexes built on in this building turn
MOST_LAID: Final = 4
USED: Final = LAID_AT + MOST_LAID  # tiles on the map by shape
BAG: Final = USED + SHAPE_COUNT  # cubes by colour
NEW_CITIES: Final = BAG + COLOUR_COUNT  # tiles left by colour
MARKERS: Final = NEW_CITIES + COLOUR_COUNT
SPACES_AT: Final = MARKERS + 1  # cubes by supply space and colour
PLAYERS: Final = SPACES_AT + COLOUR_COUNT * SPACE_COUNT

# Cells of a player.
CASH: Final = 0
INCOME: Final = 1
POINTS: Final = 2
LOCOMOTIVE: Final = 3
TILE: Final = 4  # number of the action tile, 0 for none
DUE: Final = 5  # 1 while the action of City Growth or Urbanization is still to be carried out
IMPROVED: Final = 6  # 1 once the locomotive was improved in this turn's goods phase
OUT: Final = 7  # of this auction: BIDS, PASSED, or PLACED
LAST_BID: Final = 8  # -1 for none
FREE_PASS: Final = 9
PENDING: Final = 10  # points of the last delivery, still to be taken
BANKRUPT: Final = 11
BEGINNER: Final = 12  # 1 for who may raise money at need in the standard game
PLAYER_CELLS: Final = BEGINNER + 1
BIDS: Final = 0
PASSED: Final = 1
PLACED: Final = 2
NO_BID: Final = -1

# Cells of a stop.
COLOUR: Final = 0  # 0 for a town, else 1 + colour
MARKED: Final = 1
CUBES: Final = 2  # by colour
STOP_CELLS: Final = CUBES + COLOUR_COUNT
STOPS: Final = PLAYERS + BLOCKS * PLAYER_CELLS

# Action tiles.
TURN_ORDER: Final = 1
FIRST_MOVE: Final = 2
ENGINEER: Final = 3
FIRST_BUILD: Final = 4
CITY_GROWTH: Final = 5
LOCOMOTIVE_TILE: Final = 6
URBANIZATION: Final = 7
TILE_COUNT: Final[i64] = 7

# What an exit's four bits say: whose the link is, and whether it was laid in this building turn.
NO_TRACK: Final = 0
UNOWNED: Final = 1
FIRST_OWNER: Final[i64] = 2  # and the seat
OWNER_BITS: Final = 7
FRESH: Final = 8
ALL_OWNERS: Final = 0x777777

# Phases.
BIDDING_FIRST: Final = 0
BUYING: Final = 1
BIDDING: Final = 2
CHOOSING: Final = 3
BUILDING: Final = 4
SUPPLYING: Final = 5
MOVING: Final = 6
TAKING: Final = 7
ENDED: Final = 8

PHASES: Final = (
    "first_auction",
    "capital",
    "auction",
    "action_tiles",
    "build",
    "supply",
    "goods",
    "take_points",
    "over",
)
"""The names of the phases as views show them."""


def block(seat: i64) -> i64:
    """Where the cells of a player begin."""
    return PLAYERS + PLAYER_CELLS * seat


def stop_cell(stop: i64) -> i64:
    """Where the cells of a stop begin."""
    return STOPS + STOP_CELLS * stop


class Position(State):
    """The cells with named access; `match` adds what makes it a playable state."""

    def __init__(self, game: Game, cells: vec[i64]) -> None:
        super().__init__(game, cells)
        components: Components = game.components
        self.components: Components = components
        self.land: Geography = components.land
        self.tile_at: i64 = stop_cell(components.land.stop_count)
        self.exit_at: i64 = self.tile_at + components.land.hex_count

    def enter(self, phase: i64, seat: i64) -> None:
        """The next decision is `seat`'s, of this phase."""
        cells = self.cells
        cells[PHASE] = phase
        cells[ACTOR] = seat

    def amount(self, seat: int, cell: int) -> int:
        """A number of a player's block, such as `held(0, CASH)`."""
        return int(self.cells[block(seat) + cell])

    def give(self, seat: int, cell: int, number: int) -> None:
        """Set a number of a player's block, for positions made by hand."""
        self.cells[block(seat) + cell] = number

    def joins_unowned(self) -> bool:
        """Whether own track may join an open end without owner that could not be claimed."""
        return self.cells[JOIN_UNOWNED] % LOOPS_STEP == 1

    def loops(self) -> i64:
        """Which loops of links may be built: the place in `LOOPS`."""
        return self.cells[JOIN_UNOWNED] // LOOPS_STEP

    def pattern(self, place: i64) -> i64:
        """The pattern of the tile on a hex; 0 for none."""
        return self.cells[self.tile_at + place]

    def exit(self, place: i64, edge: i64) -> i64:
        """Whose track leaves a hex over an edge: `NO_TRACK`, `UNOWNED`, `FIRST_OWNER` and seat."""
        return (self.cells[self.exit_at + place] >> (4 * edge)) & OWNER_BITS

    def is_fresh(self, place: i64, edge: i64) -> bool:
        """Whether an exit was laid in this building turn."""
        return (self.cells[self.exit_at + place] >> (4 * edge)) & FRESH != 0

    def set_exit(self, place: i64, edge: i64, code: i64) -> None:
        """Set the four bits of an exit."""
        at: i64 = self.exit_at + place
        shift: i64 = 4 * edge
        word: i64 = self.cells[at]
        old: i64 = (word >> shift) & 15
        self.cells[at] = word + ((code - old) << shift)

    def colour_of(self, stop: i64) -> i64:
        """0 for a town, else 1 + the city's colour."""
        return self.cells[stop_cell(stop) + COLOUR]

    def is_city(self, place: i64) -> bool:
        """Whether a hex has a city on it, printed or new."""
        stop: i64 = self.land.stop_at[place]
        return stop >= 0 and self.cells[stop_cell(stop) + COLOUR] > 0


def cell_count(components: Components, seats: int) -> int:
    """How many cells a position over these components has."""
    return int(stop_cell(components.land.stop_count) + 2 * components.land.hex_count)


assert (actions.MOST_SEATS, len(actions.SHAPES)) == (BLOCKS, SHAPE_COUNT)
assert (len(actions.COLOURS), actions.SPACES) == (COLOUR_COUNT, SPACE_COUNT)
