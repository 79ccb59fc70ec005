"""A position: where each number lies in the flat cells, and how to read it.

The cells are a header, the stack of pending decisions, the board, the common supplies, and one
block for each player.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Game, State
from railhead.games.great_western_trail.components import (
    CARDS,
    CATTLE,
    OBJECTIVES,
    TILES,
    Components,
)
from railhead.games.great_western_trail.trail import (
    SPACES,
)
from railhead.games.vectors import vec

# How many cells a list has. Said here again, since mypyc folds sums of one module's constants only;
# the end of the file holds them against the others.
TRAIL_CELLS: Final = 52
TILE_CELLS: Final = 21
CATTLE_CELLS: Final = 13
OBJECTIVE_CELLS: Final = 21
CARD_CELLS: Final = CATTLE_CELLS + OBJECTIVE_CELLS
STACKS: Final = 3  # of tiles, by kind
FORESIGHT_CELLS: Final = 6  # two spaces of each of three columns
WORKER_CELLS: Final = 3  # by type
JOB_ROWS: Final = 12
MASTER_CELLS: Final = 5  # the stations with a station master
GROUP_CELLS: Final = 10  # the groups of disc spaces
CITY_CELLS: Final = 10
TEEPEE_CELLS: Final = 2  # green, blue
BUILDINGS: Final[i64] = 10

# Header, behind the number of seats and the actor.
ACTIVE: Final = 2
DEPTH: Final = 3  # how many frames lie on the stack
TOKEN_ROW: Final = 4  # the row of the job market with the token, from 0; 12 once it is taken
ROW_FILL: Final = 5  # workers placed in that row
END_SEAT: Final = 6  # 1 + the seat that took the token; 0 before
ACTED: Final = 7  # 1 once a local action, 2 once an auxiliary action was used on this visit
COPIED: Final = 8  # the spaces that 8b has copied from in this turn, a bit each
COPY_AT: Final = 9  # 1 + the space of the 8b whose neighbours can be copied; 0 for none
COWBOYS: Final = 10  # cowboys assigned in this action, or in this turn by the option
VALUE: Final = 11  # breeding value and certificates of this delivery
BREEDS: Final = 12  # the breeds turned up for this income, a bit each

# Options.
SIDES: Final = 13  # a bit for each building number whose b side is used
SPLIT: Final = 14
IDLE_TURNS: Final = 15
DELIVERY_DECK: Final = 16
SPECIAL_PAYS: Final = 17
COWBOYS_EACH_TURN: Final = 18
CITY_OBJECTIVES: Final = 19
COPY_ATTACHED: Final = 20
LATE_REMOVED: Final = 21
TURN_UP_LAST: Final = 22
UPGRADE_FIRST: Final = 23
KEEP_ACTIONS: Final = 24  # 1 where a building that is replaced leaves its actions to the visit
CITY_PAYS_DISC: Final = 25  # 1 where Kansas City's dollars may pay for a disc of the hand limit

# The local actions left on this visit: the attached one, three of the tile, a copied attached one.
LOCAL: Final = CITY_PAYS_DISC + 1
LOCALS: Final[i64] = 5

STACK: Final = LOCAL + LOCALS
FRAMES: Final = 48
FRAME_CELLS: Final = 3
BOARD: Final = STACK + FRAME_CELLS * FRAMES  # what lies on each space of the trail
"""Neutral: 1 + tile. Private: 1 + 10 * seat + number. Others: the tile."""
SUPPLY: Final = BOARD + TRAIL_CELLS  # three stacks of tiles by kind
FORESIGHT: Final = SUPPLY + STACKS * TILE_CELLS
JOBS: Final = FORESIGHT + FORESIGHT_CELLS  # workers in each of twelve rows by type
MARKET: Final = JOBS + JOB_ROWS * WORKER_CELLS
MARKET_DECK: Final = MARKET + CATTLE_CELLS
DISPLAY: Final = MARKET_DECK + CATTLE_CELLS
OBJECTIVE_DECK: Final = DISPLAY + OBJECTIVE_CELLS
# Objective cards nobody has seen but who may hold them in secret.
UNSEEN: Final = OBJECTIVE_DECK + OBJECTIVE_CELLS
REMOVED_CARDS: Final = UNSEEN + OBJECTIVE_CELLS
REMOVED_TILES: Final = REMOVED_CARDS + CARD_CELLS
# 1 + the station master tile at each of five stations, 0 once taken.
MASTERS: Final = REMOVED_TILES + TILE_CELLS
STATION_WORKERS: Final = MASTERS + MASTER_CELLS  # 1 + the worker given up there
PLAYERS: Final = STATION_WORKERS + MASTER_CELLS

# Cells of a player.
MONEY: Final = 0
PLACE: Final = 1  # the space of the cattleman, -1 before the first turn
TRACK: Final = 2  # the place of the engine in `names.SPACES`
CERTIFICATE: Final = 3  # the place of the marker, 0 to 5
WORKERS: Final = 4  # of each type, the printed one included
DISCS: Final = WORKERS + WORKER_CELLS  # left on each group of disc spaces
STATIONS: Final = DISCS + GROUP_CELLS  # upgraded stations, a bit each
CITIES: Final = STATIONS + 1  # discs on each city
HAZARDS: Final = CITIES + CITY_CELLS
HAZARD_POINTS: Final = HAZARDS + 1
TEEPEES: Final = HAZARD_POINTS + 1  # green, blue
MASTERS_OWNED: Final = TEEPEES + TEEPEE_CELLS  # a bit each
MASTERS_LEFT: Final = MASTERS_OWNED + 1  # stations whose tile was left at an upgrade, a bit each
START_OBJECTIVE: Final = MASTERS_LEFT + 1
# For each building number 1 + its space; 0 unbuilt, -1 out of the game.
SITES: Final = START_OBJECTIVE + 1
SECRETS: Final = SITES + BUILDINGS  # unseen objective cards in hand
# How many of these may be public ones in exchange for an X in the own deck.
SWAPS: Final = SECRETS + 1
PUBLIC_X: Final = SWAPS + 1  # X cards that all know to be in hand or own deck, `KNOWN` ones aside
HAND: Final = PUBLIC_X + 1
PILE: Final = HAND + CARD_CELLS
DISCARDS: Final = PILE + CARD_CELLS
KNOWN: Final = DISCARDS + CARD_CELLS  # cards that all know to be in hand
PLAYED: Final = KNOWN + CARD_CELLS  # objective cards in the objective area
PLAYER_CELLS: Final = PLAYED + OBJECTIVE_CELLS

X: Final = CARD_CELLS - 1
"""The kind of card with four copies, the last one."""


def block(seat: i64) -> i64:
    """Where the cells of a player begin."""
    return PLAYERS + PLAYER_CELLS * seat


def count(cells: vec[i64], at: i64, kinds: i64) -> i64:
    """The sum of so many cells."""
    total: i64 = 0
    end: i64 = at + kinds
    while at < end:
        total += cells[at]
        at += 1
    return total


def holds_any(cells: vec[i64], at: i64, kinds: i64) -> bool:
    """Whether one of so many cells is above 0; sooner known than their `count`."""
    end: i64 = at + kinds
    while at < end:
        if cells[at] > 0:
            return True
        at += 1
    return False


class Position(State):
    """The cells with named access; `match` adds what makes it a playable state."""

    def __init__(self, game: Game, cells: vec[i64]) -> None:
        super().__init__(game, cells)
        components: Components = game.components
        self.components: Components = components

    def amount(self, seat: int, cell: int) -> int:
        """A number of a player's block, such as `held(0, MONEY)`."""
        return int(self.cells[block(seat) + cell])

    def give(self, seat: int, cell: int, number: int) -> None:
        """Set a number of a player's block, for positions made by hand."""
        self.cells[block(seat) + cell] = number

    def face(self, number: int) -> int:
        """The place in `names.BUILDINGS` of the side that a building number shows."""
        return number + BUILDINGS * ((int(self.cells[SIDES]) >> number) & 1)


def cell_count(components: Components, seats: int) -> int:
    """How many cells a position of so many seats has."""
    return PLAYERS + PLAYER_CELLS * seats


assert (TRAIL_CELLS, TILE_CELLS) == (SPACES, TILES)
assert (CATTLE_CELLS, OBJECTIVE_CELLS, CARD_CELLS) == (CATTLE, OBJECTIVES, CARDS)
