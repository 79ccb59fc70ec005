"""What the city cards of a position of Santa Fe are worth, and how near railroads are to more.

Sums are kept several to a word: of the value of each card, its copies and how many railroads are
connected, or could be after so many pieces.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from ai.knowledge.santa_fe.reach import MOST_AWAY, RAILROADS, ROOM, Reach
from games.santa_fe import actions, state
from games.santa_fe.board import MOST_CITIES, MOST_SPACES
from games.santa_fe.components import HAND_SLOTS
from games.santa_fe.rules.scoring import TIE_BREAK_VALUE
from games.santa_fe.rules.track import arrival_bonus
from games.santa_fe.state import Position
from games.vectors import vec

LANE: Final = 21
LANE_BITS: Final = (1 << LANE) - 1
NARROW: Final = 12
NARROW_BITS: Final = (1 << NARROW) - 1
NEAR: Final = 12
NEARER: Final = 36
"""What 1 is in the sums by distance, which count 1 / (1 + pieces) and its square."""
SEATS: Final = 5
MOST_NEXT: Final[i64] = 32


@final
class Outlook:
    """`see` fills everything else from a position.

    A card selected and not yet turned up counts as played.
    """

    def __init__(self) -> None:
        self.reach: Reach = Reach()
        self.now: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """For each card the lanes: railroads connected; those that may be; those by distance."""
        self.soon: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """The lanes: by the square of the distance; one piece away; two."""
        self.later: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """The lanes: three pieces away; four or five; six to eight."""
        self.by_railroad: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """A narrow lane for each railroad: by distance."""
        self.played_now: vec[i64] = vec[i64]([0] * SEATS)
        self.played_soon: vec[i64] = vec[i64]([0] * SEATS)
        self.played_later: vec[i64] = vec[i64]([0] * SEATS)
        self.played_by_railroad: vec[i64] = vec[i64]([0] * SEATS)
        self.tie_breaks: vec[i64] = vec[i64]([0] * SEATS)
        self.points: vec[i64] = vec[i64]([0] * SEATS)
        """The score of each seat as it would be now."""
        self.deck_now: i64 = 0
        self.hand_now: i64 = 0
        self.hand_best: i64 = 0
        """The most that a card in hand is worth by railroads connected and distances, in parts of
        `NEAR`."""
        self.pieces: vec[i64] = vec[i64]([0] * int(RAILROADS))
        self.next_count: i64 = 0
        """How many arrivals are one piece away: those of `next_railroad` at `next_city`."""
        self.next_railroad: vec[i64] = vec[i64]([0] * int(MOST_NEXT))
        self.next_city: vec[i64] = vec[i64]([0] * int(MOST_NEXT))
        self.best_gain: i64 = 0
        self.second_gain: i64 = 0
        far = range(int(MOST_AWAY) + MOST_SPACES + 1)
        self.far_now: vec[i64] = vec[i64]([i64(_lanes_now(pieces)) for pieces in far])
        self.far_soon: vec[i64] = vec[i64]([i64(_lanes_soon(pieces)) for pieces in far])
        self.far_later: vec[i64] = vec[i64]([i64(_lanes_later(pieces)) for pieces in far])

    def see(self, position: Position) -> None:
        """Fill what all seats share, and the sums over the cards that seats have played."""
        self.reach.see(position)
        cells = position.cells
        cards: i64 = position.components.cards
        now = self.now
        soon = self.soon
        later = self.later
        by_railroad = self.by_railroad
        card: i64 = 0
        while card < cards:
            now[card] = 0
            soon[card] = 0
            later[card] = 0
            by_railroad[card] = 0
            card += 1
        self.next_count = 0
        for railroad in range(RAILROADS):
            self._see_railroad(position, railroad)
        seats: i64 = position.seats()
        for seat in range(seats):
            self.played_now[seat] = 0
            self.played_soon[seat] = 0
            self.played_later[seat] = 0
            self.played_by_railroad[seat] = 0
            self.tie_breaks[seat] = 0
            chosen: i64 = cells[state.block(seat) + state.CHOSEN]
            if 0 < chosen <= cards:
                self._count(position, seat, chosen - 1, 1)
        self._see_cards(position, seats)
        for seat in range(seats):
            self.points[seat] = cells[state.block(seat) + state.MONEY] + (
                self.played_now[seat] & LANE_BITS
            )

    def _see_railroad(self, position: Position, railroad: i64) -> None:
        """Add one railroad to what is known of each card."""
        components = position.components
        away = self.reach.away
        now = self.now
        soon = self.soon
        later = self.later
        by_railroad = self.by_railroad
        bits = components.bit
        far_now = self.far_now
        far_soon = self.far_soon
        far_later = self.far_later
        connected: i64 = position.cells[state.CONNECTED + railroad]
        pieces: i64 = position.unlaid(railroad)
        self.pieces[railroad] = pieces
        rest: i64 = self.reach.rest[railroad]
        at: i64 = ROOM * railroad
        shift: i64 = NARROW * railroad
        cards: i64 = components.cards
        card: i64 = 0
        while card < cards:
            if connected & bits[card]:
                now[card] += 1
            else:
                far: i64 = rest + away[at]
                if far <= pieces:
                    now[card] += far_now[far]
                    soon[card] += far_soon[far]
                    later[card] += far_later[far]
                    part: i64 = (far_now[far] >> (2 * LANE)) << shift
                    by_railroad[card] += part
                    if far == 1 and self.next_count < MOST_NEXT:
                        self.next_railroad[self.next_count] = railroad
                        self.next_city[self.next_count] = card
                        self.next_count += 1
            card += 1
            at += 1

    def _see_cards(self, position: Position, seats: i64) -> None:
        """Add up the cards played and those in the deck."""
        cells = position.cells
        cards: i64 = position.components.cards
        values = position.components.value
        deck: i64 = 0
        card: i64 = 0
        at: i64 = state.city_at(0)
        while card < cards:
            if cells[at + state.IN_DECK]:
                deck += cells[at + state.IN_DECK] * values[card] * self.now[card]
            played: i64 = cells[at + state.TABLEAU]
            seat: i64 = 0
            while played > 0:
                if played & state.COPIES:
                    self._count(position, seat, card, played & state.COPIES)
                played >>= state.SEAT_BITS
                seat += 1
            card += 1
            at += state.CITY_CELLS
        self.deck_now = deck

    def _count(self, position: Position, seat: i64, card: i64, copies: i64) -> None:
        value: i64 = position.components.value[card]
        if value == TIE_BREAK_VALUE:
            self.tie_breaks[seat] += copies
        value *= copies
        self.played_now[seat] += value * self.now[card]
        self.played_soon[seat] += value * self.soon[card]
        self.played_later[seat] += value * self.later[card]
        self.played_by_railroad[seat] += value * self.by_railroad[card]

    def see_hand(self, position: Position, seat: i64) -> None:
        """Fill `hand_now` and `hand_best` for a seat."""
        cells = position.cells
        values = position.components.value
        at: i64 = state.block(seat)
        skipped: i64 = cells[at + state.CHOSEN]
        slot: i64 = at + state.HAND
        end: i64 = slot + HAND_SLOTS
        total: i64 = 0
        best: i64 = 0
        while slot < end and cells[slot]:
            card: i64 = cells[slot] - 1
            if card + 1 == skipped:
                skipped = 0
            else:
                worth: i64 = values[card] * self.now[card]
                total += worth
                worth = NEAR * (worth & LANE_BITS) + (worth >> (2 * LANE))
                if worth > best:
                    best = worth
            slot += 1
        self.hand_now = total
        self.hand_best = best

    def see_gains(self, position: Position, seat: i64) -> None:
        """Fill `best_gain` and `second_gain`: what a seat gains by the arrivals a piece away.

        Those are points for cards played or held and the bonus, were it to lay the piece.
        """
        cells = position.cells
        values = position.components.value
        hand: i64 = state.block(seat) + state.HAND
        best: i64 = 0
        second: i64 = 0
        index: i64 = 0
        count: i64 = self.next_count
        while index < count:
            card: i64 = self.next_city[index]
            copies: i64 = state.copies_in(cells[state.city_at(card) + state.TABLEAU], seat)
            slot: i64 = hand
            while slot < hand + HAND_SLOTS and cells[slot]:
                if cells[slot] == card + 1:
                    copies += 1
                slot += 1
            gain: i64 = copies * values[card] + arrival_bonus(
                position, seat, self.next_railroad[index], card
            )
            if gain > best:
                second = best
                best = gain
            elif gain > second:
                second = gain
            index += 1
        self.best_gain = best
        self.second_gain = second


def _lanes_now(pieces: int) -> int:
    return (1 << LANE) + ((NEAR // (1 + pieces)) << (2 * LANE))


def _lanes_soon(pieces: int) -> int:
    square = (NEARER + (1 + pieces) ** 2 // 2) // (1 + pieces) ** 2
    return square + ((pieces == 1) << LANE) + ((pieces == 2) << (2 * LANE))


def _lanes_later(pieces: int) -> int:
    return (pieces == 3) + ((4 <= pieces <= 5) << LANE) + ((6 <= pieces <= 8) << (2 * LANE))


assert (SEATS, NARROW * RAILROADS <= 3 * LANE) == (actions.MOST_SEATS, True)
