"""The two auctions of the turn order: `docs/rules/steam.md` sections 6.1 and 10."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.steam.actions import BID, PASS
from games.steam.rules.money import means, pay
from games.steam.state import (
    BIDDING,
    BIDDING_FIRST,
    BIDS,
    FREE_PASS,
    HIGH_BID,
    LAST_BID,
    LEADER,
    NO_BID,
    ORDER,
    OUT,
    PASSED,
    PHASE,
    PLACE,
    PLACED,
    PLAYERS_LEFT,
    QUEUE,
    QUEUE_AT,
    SECOND_CHANCE,
    Position,
    block,
)

NOBODY: Final = -1
PAID_IN_FULL: Final = 2
"""The first places of the standard auction, which pay all of their bid."""
NOT_PASSED: Final = 1
JUST_PASSED: Final = 2
"""A free pass: still to be used, or used since the last bid."""


def collect(state: Position, seat: i64, out: Actions) -> None:
    """Pass, or any higher bid that can be paid."""
    out.add(PASS)
    amount: i64 = state.cells[HIGH_BID] + 1
    most: i64 = means(state, seat)
    while amount <= most:
        out.add(BID | (amount << 8))
        amount += 1


def bid(state: Position, seat: i64, amount: i64) -> None:
    """Bid; true free passes that were used before it are gone."""
    cells = state.cells
    cells[HIGH_BID] = amount
    cells[LEADER] = seat
    cells[block(seat) + LAST_BID] = amount
    other: i64 = 0
    while other < cells[SEATS]:
        if cells[block(other) + FREE_PASS] == JUST_PASSED:
            cells[block(other) + FREE_PASS] = 0
        other += 1
    if cells[PHASE] == BIDDING_FIRST:
        state.enter(BIDDING_FIRST, next_clockwise(state, seat + 1, BIDS))
    else:
        ask_next(state)


def clear(state: Position) -> None:
    """No bid, and everybody who has no place yet takes part."""
    cells = state.cells
    cells[HIGH_BID] = NO_BID
    cells[LEADER] = NOBODY
    seat: i64 = 0
    while seat < cells[SEATS]:
        own: i64 = block(seat)
        cells[own + LAST_BID] = NO_BID
        if cells[own + OUT] != PLACED:
            cells[own + OUT] = BIDS
        seat += 1


def bidders(state: Position) -> i64:
    """How many seats are still in the auction."""
    cells = state.cells
    count: i64 = 0
    seat: i64 = 0
    while seat < cells[SEATS]:
        if cells[block(seat) + OUT] == BIDS:
            count += 1
        seat += 1
    return count


# The first auction of the base game: one place after the other.


def start_first(state: Position, first: i64) -> None:
    """The auction of the first place; `first` bids first."""
    state.cells[PLACE] = 0
    start_place(state, first)


def start_place(state: Position, first: i64) -> None:
    """The auction of the next place, from the first seat clockwise that has none yet."""
    clear(state)
    state.enter(BIDDING_FIRST, next_clockwise(state, first, BIDS))


def next_clockwise(state: Position, seat: i64, status: i64) -> i64:
    """The first seat from `seat` on, clockwise, with this status in the auction."""
    cells = state.cells
    seat %= cells[SEATS]
    while cells[block(seat) + OUT] != status:
        seat = (seat + 1) % cells[SEATS]
    return seat


def pass_first(state: Position, seat: i64) -> bool:
    """Leave the auction of this place; whether with that all places are taken."""
    cells = state.cells
    cells[block(seat) + OUT] = PASSED
    if bidders(state) > 1:
        state.enter(BIDDING_FIRST, next_clockwise(state, seat + 1, BIDS))
        return False
    winner: i64 = next_clockwise(state, seat, BIDS)
    if cells[HIGH_BID] > 0:
        pay(state, winner, cells[HIGH_BID])
    take_place(state, winner, cells[PLACE])
    cells[PLACE] += 1
    if cells[PLACE] < cells[SEATS] - 1:
        start_place(state, winner + 1)
        return False
    clear(state)
    take_place(state, next_clockwise(state, winner, BIDS), cells[PLACE])
    return True


def take_place(state: Position, seat: i64, place: i64) -> None:
    """Put a seat on a place of the turn order."""
    state.cells[ORDER + place] = seat
    state.cells[block(seat) + OUT] = PLACED


# The auction of every turn of the standard game: places go from the last to the first.


def start(state: Position) -> bool:
    """Begin the auction in the old order, which is the queue; False with a single player left."""
    cells = state.cells
    seat: i64 = 0
    while seat < cells[SEATS]:
        cells[block(seat) + OUT] = PLACED
        seat += 1
    index: i64 = 0
    while index < cells[PLAYERS_LEFT]:
        cells[block(cells[QUEUE + index]) + OUT] = BIDS
        index += 1
    clear(state)
    cells[PLACE] = cells[PLAYERS_LEFT] - 1
    cells[QUEUE_AT] = 0
    if cells[PLAYERS_LEFT] == 1:
        end_free_passes(state)
        return False
    state.enter(BIDDING, cells[QUEUE])
    return True


def ask_next(state: Position) -> None:
    """The next of the queue who is in the auction and not the high bidder."""
    cells = state.cells
    at: i64 = cells[QUEUE_AT]
    while True:
        at = (at + 1) % cells[PLAYERS_LEFT]
        seat: i64 = cells[QUEUE + at]
        if cells[block(seat) + OUT] == BIDS and seat != cells[LEADER]:
            cells[QUEUE_AT] = at
            state.enter(BIDDING, seat)
            return


def pass_turn(state: Position, seat: i64) -> bool:
    """Use a free pass, or take the last free place; whether with that all places are taken."""
    cells = state.cells
    own: i64 = block(seat)
    if cells[own + FREE_PASS] == NOT_PASSED:
        cells[own + FREE_PASS] = JUST_PASSED
    else:
        take_place(state, seat, cells[PLACE])
        cells[PLACE] -= 1
    rival: i64 = NOBODY if cells[SECOND_CHANCE] == 1 else lone_rival(state)
    if rival >= 0 and cells[block(rival) + FREE_PASS] == JUST_PASSED:
        take_place(state, rival, cells[PLACE])
        cells[PLACE] -= 1
    if bidders(state) > 1:
        ask_next(state)
        return False
    take_place(state, next_clockwise(state, 0, BIDS), 0)
    settle(state)
    return True


def lone_rival(state: Position) -> i64:
    """The only other seat in the auction beside the high bidder, else -1."""
    cells = state.cells
    if cells[LEADER] == NOBODY or bidders(state) != 2:
        return NOBODY
    return next_clockwise(state, cells[LEADER] + 1, BIDS)


def settle(state: Position) -> None:
    """Everybody pays: the first two their bid, the last nothing, the others half, rounded up."""
    cells = state.cells
    last: i64 = cells[PLAYERS_LEFT] - 1
    place: i64 = 0
    while place < last:
        seat: i64 = cells[ORDER + place]
        amount: i64 = cells[block(seat) + LAST_BID]
        if amount > 0:
            pay(state, seat, amount if place < PAID_IN_FULL else (amount + 1) // 2)
        place += 1
    end_free_passes(state)


def end_free_passes(state: Position) -> None:
    """A free pass is for one auction."""
    seat: i64 = 0
    while seat < state.cells[SEATS]:
        state.cells[block(seat) + FREE_PASS] = 0
        seat += 1
