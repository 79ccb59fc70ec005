"""A position of Veil: where each number lies in the flat cells.

The cells are a header, the points of four seats, and two cells for every card: its place, and who
has seen it there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from examples.veil.components import Components
from railhead.games.game import ACTOR, SPECTATOR, Game, State
from railhead.games.vectors import vec

MOST_SEATS: Final = 4

# Header, behind the number of seats and the actor.
PHASE: Final = 2
LOW_WINS: Final = 3  # 1 where the lowest card wins a round
GIVING: Final = 4  # 1 where cards may be given away
POINTS: Final = GIVING + 1  # of gifts and shows, a cell for each seat
CARDS: Final = POINTS + MOST_SEATS

# Cells of a card.
PLACE: Final = 0
SEEN: Final = 1  # a bit for each seat that knows it lies there, and one for spectators
CARD_CELLS: Final = SEEN + 1

# Places of a card; from HAND on one for each seat.
DECK: Final = 0
ROW: Final = 1
OUT: Final = 2
HAND: Final = OUT + 1
CHOSEN: Final = HAND + MOST_SEATS  # selected, until it is revealed
TABLE: Final = CHOSEN + MOST_SEATS  # revealed
PILE: Final = TABLE + MOST_SEATS
PLACES: Final = PILE + MOST_SEATS

EVERYBODY: Final = 31
"""The bits of four seats and of spectators."""

# Phases.
DRAWING: Final = 0
SELECTING: Final = 1
REVEALING: Final = 2
TAKING: Final = 3
OFFERING: Final = 4
SHOWING: Final = 5
UNCOVERING: Final = 6
MATCH_OVER: Final = 7

PHASES: Final = ("draw", "select", "reveal", "take", "give", "show", "uncover", "over")
"""The names of the phases as views show them."""


def card_at(card: i64) -> i64:
    """Where the cells of a card begin."""
    return CARDS + CARD_CELLS * card


def bit_of(viewer: i64) -> i64:
    """The bit of a viewer among those who have seen a card."""
    bit: i64 = 1
    return bit << MOST_SEATS if viewer == SPECTATOR else bit << viewer


class Position(State):
    """The cells with named access; `match` adds what makes it a playable state."""

    def __init__(self, game: Game, cells: vec[i64]) -> None:
        super().__init__(game, cells)
        components: Components = game.components
        self.components: Components = components

    def enter(self, phase: i64, actor: i64) -> None:
        """The next decision is that seat's (or chance's), of this phase."""
        self.cells[PHASE] = phase
        self.cells[ACTOR] = actor

    def place(self, card: i64) -> i64:
        """Where a card lies."""
        return self.cells[card_at(card) + PLACE]

    def viewers_of(self, card: i64) -> i64:
        """The bits of the viewers who know that the card lies there."""
        return self.cells[card_at(card) + SEEN]

    def move(self, card: i64, place: i64, seen: i64) -> None:
        """Lay a card down, known to `seen`."""
        self.cells[card_at(card) + PLACE] = place
        self.cells[card_at(card) + SEEN] = seen

    def count(self, place: i64) -> i64:
        """How many cards lie at a place."""
        found: i64 = 0
        for card in range(self.components.cards):
            if self.place(card) == place:
                found += 1
        return found

    def is_closed(self, card: i64, seat: i64) -> bool:
        """Whether a card is in a seat's hand and nobody else has seen it."""
        return self.place(card) == HAND + seat and self.viewers_of(card) == bit_of(seat)

    def at(self, place: int) -> list[int]:
        """The cards at a place, in ascending order."""
        return [card for card in range(int(self.components.cards)) if self.place(card) == place]


def cell_count(components: Components, seats: int) -> int:
    """How many cells a position over these components has."""
    return CARDS + CARD_CELLS * int(components.cards)
