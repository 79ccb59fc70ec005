"""What the city cards of a position of Santa Fe are worth, and how near railroads are to more.

Sums are kept several to a word: for each card of how many railroads are connected, and could be
after so many pieces; for each seat of that times the value of the cards it has played.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.santa_fe.reachable_cities import (
    MOST_AWAY,
    MOST_WAYS,
    RAILROADS,
    ROOM,
    ReachableCities,
    lays_to_come,
)
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS
from railhead.games.santa_fe.data_schema import MOST_CITIES, MOST_SPACES
from railhead.games.santa_fe.rules.scoring import TIE_BREAK_VALUE
from railhead.games.santa_fe.rules.track import arrival_bonus
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec

LANE: Final = 21
LANE_BITS: Final = (1 << LANE) - 1
NARROW: Final = 12
NARROW_BITS: Final = (1 << NARROW) - 1
NEAR: Final = 12
NEARER: Final = 36
"""What 1 is in the sums by distance, which count 1 / (1 + pieces) and its square."""
SEATS: Final[i64] = 5
MOST_NEXT: Final[i64] = 32


@final
class ConnectionValues:
    """`see` fills what all seats share and the sums for each, `see_hand` and `see_gains` the rest.

    A card selected and not yet turned up counts as played.
    """

    def __init__(self) -> None:
        self.reachable: ReachableCities = ReachableCities()
        self.now: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """For each card the lanes: railroads connected; those that may be; those by distance."""
        self.soon: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """The lanes: by the square of the distance; one piece away; two."""
        self.later: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """The lanes: three pieces away; four or five."""
        self.shares: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """For each card the copies that each seat has played, times its value, in narrow lanes."""
        self.played_now: vec[i64] = vec[i64]([0] * int(SEATS))
        self.played_soon: vec[i64] = vec[i64]([0] * int(SEATS))
        self.played_later: vec[i64] = vec[i64]([0] * int(SEATS))
        self.pulls: vec[i64] = vec[i64]([0] * int(RAILROADS))
        """For each railroad what each seat wants of it, by distance, in narrow lanes."""
        self.beyond: vec[i64] = vec[i64]([0] * int(MOST_WAYS + 1))
        """The same for the next lines of one railroad, those whose `ReachableCities.step` it is."""
        self.steps: vec[i64] = vec[i64]([0] * MOST_CITIES)
        """Those of which there is something in `beyond`: the first `step_count` entries."""
        self.step_count: i64 = 0
        self.steered: vec[i64] = vec[i64]([0] * int(SEATS))
        """For each seat the sum by distance, each part by how much of what all seats want of the
        railroad lies beyond the same next line."""
        self.tie_breaks: vec[i64] = vec[i64]([0] * int(SEATS))
        self.points: vec[i64] = vec[i64]([0] * int(SEATS))
        """The score of each seat as it would be now."""
        self.deck: i64 = 0
        """As `now`, times the value, of all cards in the deck."""
        self.pieces: vec[i64] = vec[i64]([0] * int(RAILROADS))
        """What each railroad has left, 0 in a dead end."""
        self.all_pieces: i64 = 0
        self.rounds: i64 = 0
        """How many more rounds the pieces are good for at most."""
        self.next_count: i64 = 0
        """How many arrivals are one piece away: those of `next_railroad` at `next_city`."""
        self.next_railroad: vec[i64] = vec[i64]([0] * int(MOST_NEXT))
        self.next_city: vec[i64] = vec[i64]([0] * int(MOST_NEXT))
        self.held: vec[i64] = vec[i64]([0] * HAND_SLOTS)
        self.hand: i64 = 0
        """As `now`, times the value, of the best cards in a hand."""
        self.best_held: i64 = 0
        """The best card in a hand by railroads connected and near, in parts of `NEAR`."""
        self.best_gain: i64 = 0
        self.second_gain: i64 = 0
        far = range(int(MOST_AWAY) + MOST_SPACES + 1)
        self.far_now: vec[i64] = vec[i64]([i64(_lanes_now(pieces)) for pieces in far])
        self.far_soon: vec[i64] = vec[i64]([i64(_lanes_soon(pieces)) for pieces in far])
        self.far_later: vec[i64] = vec[i64]([i64(_lanes_later(pieces)) for pieces in far])

    def see(self, position: Position) -> None:
        """Fill everything but what is said of one hand or one seat's gains."""
        self.reachable.see(position)
        self._share_out(position)
        self.next_count = 0
        self.all_pieces = 0
        for railroad in range(RAILROADS):
            self._see_railroad(position, railroad)
        self._add_up(position)
        seats: i64 = position.seats()
        pieces: i64 = self.all_pieces
        for seat in range(seats):
            money: i64 = position.cells[state.block(seat) + state.MONEY]
            self.points[seat] = money + (self.played_now[seat] & LANE_BITS)
            pieces -= lays_to_come(position, seat)
        self.rounds = (pieces + 2 * seats - 1) // (2 * seats) if pieces > 0 else 0

    def _share_out(self, position: Position) -> None:
        """Fill `shares` and `tie_breaks`, and begin what is added up."""
        cells = position.cells
        shares = self.shares
        values = position.components.value
        cards: i64 = position.components.cards
        for seat in range(SEATS):
            self.played_now[seat] = 0
            self.played_soon[seat] = 0
            self.played_later[seat] = 0
            self.steered[seat] = 0
            self.tie_breaks[seat] = 0
        at: i64 = state.city_at(0) + state.TABLEAU
        card: i64 = 0
        while card < cards:
            self.now[card] = 0
            self.soon[card] = 0
            self.later[card] = 0
            played: i64 = cells[at]
            share: i64 = 0
            if played > 0:
                value: i64 = values[card]
                shift: i64 = 0
                seat = 0
                while played > 0:
                    copies: i64 = played & state.COPIES
                    if copies > 0:
                        share += (value * copies) << shift
                        if value == TIE_BREAK_VALUE:
                            self.tie_breaks[seat] += copies
                    played >>= state.SEAT_BITS
                    shift += NARROW
                    seat += 1
            shares[card] = share
            card += 1
            at += state.CITY_CELLS
        if cells[state.PHASE] <= state.REVEALING:
            for seat in range(position.seats()):
                chosen: i64 = cells[state.block(seat) + state.CHOSEN]
                if 0 < chosen <= cards:
                    shares[chosen - 1] += values[chosen - 1] << (NARROW * seat)
                    if values[chosen - 1] == TIE_BREAK_VALUE:
                        self.tie_breaks[seat] += 1

    def _see_railroad(self, position: Position, railroad: i64) -> None:
        """Add one railroad to what is known of each card and to what seats want."""
        components = position.components
        reachable = self.reachable
        away = reachable.away
        steps = reachable.step
        now = self.now
        soon = self.soon
        later = self.later
        shares = self.shares
        beyond = self.beyond
        bits = components.bit
        far_now = self.far_now
        far_soon = self.far_soon
        far_later = self.far_later
        connected: i64 = position.cells[state.CONNECTED + railroad]
        pieces: i64 = position.unlaid_pieces(railroad) if reachable.is_alive(railroad) else 0
        self.pieces[railroad] = pieces
        self.all_pieces += pieces
        rest: i64 = reachable.rest[railroad]
        beyond[0] = 0
        self.step_count = 0
        at: i64 = ROOM * railroad
        cards: i64 = components.cards
        card: i64 = 0
        while card < cards:
            if connected & bits[card]:
                now[card] += 1
            else:
                far: i64 = rest + away[at]
                if far <= pieces:
                    lanes: i64 = far_now[far]
                    now[card] += lanes
                    soon[card] += far_soon[far]
                    later[card] += far_later[far]
                    wanted: i64 = shares[card] * (lanes >> (2 * LANE))
                    if wanted > 0:
                        self._want(steps[at], wanted)
                    if far == 1 and self.next_count < MOST_NEXT:
                        self.next_railroad[self.next_count] = railroad
                        self.next_city[self.next_count] = card
                        self.next_count += 1
            card += 1
            at += 1
        self._steer(railroad)

    def _want(self, step: i64, wanted: i64) -> None:
        """Add what seats want of one railroad to what lies beyond a next line of it."""
        beyond = self.beyond
        if step > 0 and beyond[step] == 0:
            self.steps[self.step_count] = step
            self.step_count += 1
        beyond[step] += wanted

    def _steer(self, railroad: i64) -> None:
        """Add one railroad to `steered`, and fill its `pulls`; `beyond` is empty then."""
        beyond = self.beyond
        steps = self.steps
        count: i64 = self.step_count
        all_steps: i64 = 0
        index: i64 = 0
        while index < count:
            all_steps += beyond[steps[index]]
            index += 1
        self.pulls[railroad] = all_steps + beyond[0]
        total: i64 = _all_lanes(all_steps)
        seat: i64 = 0
        while seat < SEATS:
            self.steered[seat] += (beyond[0] >> (NARROW * seat)) & NARROW_BITS
            seat += 1
        index = 0
        while index < count:
            wanted: i64 = beyond[steps[index]]
            beyond[steps[index]] = 0
            by_all: i64 = _all_lanes(wanted)
            seat = 0
            while wanted > 0:
                self.steered[seat] += (wanted & NARROW_BITS) * by_all // total
                wanted >>= NARROW
                seat += 1
            index += 1

    def _add_up(self, position: Position) -> None:
        """Add up the cards that each seat has played, and those in the deck."""
        cells = position.cells
        shares = self.shares
        values = position.components.value
        cards: i64 = position.components.cards
        deck: i64 = 0
        card: i64 = 0
        at: i64 = state.city_at(0) + state.IN_DECK
        while card < cards:
            if cells[at] > 0:
                deck += cells[at] * values[card] * self.now[card]
            share: i64 = shares[card]
            seat: i64 = 0
            while share > 0:
                part: i64 = share & NARROW_BITS
                if part > 0:
                    self.played_now[seat] += part * self.now[card]
                    self.played_soon[seat] += part * self.soon[card]
                    self.played_later[seat] += part * self.later[card]
                share >>= NARROW
                seat += 1
            card += 1
            at += state.CITY_CELLS
        self.deck = deck

    def see_hand(self, position: Position, seat: i64, most: i64) -> None:
        """Fill `hand`, by the `most` best cards, and `best_held`."""
        cells = position.cells
        values = position.components.value
        held = self.held
        at: i64 = state.block(seat)
        skipped: i64 = cells[at + state.CHOSEN]
        slot: i64 = at + state.HAND
        end: i64 = slot + HAND_SLOTS
        count: i64 = 0
        while slot < end and cells[slot] > 0:
            card: i64 = cells[slot] - 1
            if card + 1 == skipped:
                skipped = 0
            else:
                # Sorted, the best first.
                worth: i64 = values[card] * self.now[card]
                place: i64 = count
                while place > 0 and _worth(held[place - 1]) < _worth(worth):
                    held[place] = held[place - 1]
                    place -= 1
                held[place] = worth
                count += 1
            slot += 1
        self.best_held = _worth(held[0]) if count > 0 else 0
        total: i64 = 0
        place = 0
        while place < count and place < most:
            total += held[place]
            place += 1
        self.hand = total

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
            while slot < hand + HAND_SLOTS and cells[slot] > 0:
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


def _worth(lanes: i64) -> i64:
    """Railroads connected, and those by distance, in parts of `NEAR`."""
    return NEAR * (lanes & LANE_BITS) + (lanes >> (2 * LANE))


def _all_lanes(lanes: i64) -> i64:
    """The sum of narrow lanes."""
    total: i64 = 0
    while lanes > 0:
        total += lanes & NARROW_BITS
        lanes >>= NARROW
    return total


def _lanes_now(pieces: int) -> int:
    return (1 << LANE) + ((NEAR // (1 + pieces)) << (2 * LANE))


def _lanes_soon(pieces: int) -> int:
    square = (NEARER + (1 + pieces) ** 2 // 2) // (1 + pieces) ** 2
    return square + ((pieces == 1) << LANE) + ((pieces == 2) << (2 * LANE))


def _lanes_later(pieces: int) -> int:
    return (pieces == 3) + ((4 <= pieces <= 5) << LANE)


assert (actions.MOST_SEATS, NARROW * SEATS <= 3 * LANE) == (SEATS, True)
