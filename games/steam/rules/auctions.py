"""The two auctions of the turn order: `docs/rules/steam.md` sections 6.1 and 10."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import ACTOR, SEATS, Actions
from railhead.games.steam import actions, state
from railhead.games.steam.rules.money import means, pay
from railhead.games.steam.state import Position

NOBODY: Final = -1
PAID_IN_FULL: Final = 2
"""The first places of the standard auction, which pay all of their bid."""
NOT_PASSED: Final = 1
JUST_PASSED: Final = 2
"""A free pass: still to be used, or used since the last bid."""
BIDS: Final[i64] = 1024
"""More than anybody can bid."""
NUMBERS: Final[i64] = 6 * 1024 * 3
"""Places, bids and states of a free pass."""


def collect(position: Position, seat: i64, out: Actions) -> None:
    """Pass, or any higher bid that can be paid."""
    out.add(actions.PASS)
    amount: i64 = position.cells[state.HIGH_BID] + 1
    most: i64 = means(position, seat)
    while amount <= most:
        out.add(actions.BID, amount)
        amount += 1


def bid(position: Position, seat: i64, amount: i64) -> None:
    """Bid; true free passes that were used before it are gone."""
    cells = position.cells
    cells[state.HIGH_BID] = amount
    cells[state.LEADER] = seat
    cells[state.block(seat) + state.LAST_BID] = amount
    for other in range(cells[SEATS]):
        if cells[state.block(other) + state.FREE_PASS] == JUST_PASSED:
            cells[state.block(other) + state.FREE_PASS] = 0
    if cells[state.PHASE] == state.BIDDING_FIRST:
        position.enter(state.BIDDING_FIRST, next_clockwise(position, seat + 1, state.BIDS))
    else:
        ask_next(position)


def clear(position: Position) -> None:
    """No bid, and everybody who has no place yet takes part."""
    cells = position.cells
    cells[state.HIGH_BID] = state.NO_BID
    cells[state.LEADER] = NOBODY
    for seat in range(cells[SEATS]):
        own: i64 = state.block(seat)
        cells[own + state.LAST_BID] = state.NO_BID
        if cells[own + state.OUT] != state.PLACED:
            cells[own + state.OUT] = state.BIDS


def bidders(position: Position) -> i64:
    """How many seats are still in the auction."""
    cells = position.cells
    count: i64 = 0
    for seat in range(cells[SEATS]):
        if cells[state.block(seat) + state.OUT] == state.BIDS:
            count += 1
    return count


def number(position: Position) -> i64:
    """What tells a seat's bids and passes in an auction apart, below `NUMBERS`.

    A free pass lets its holder be asked again for the same place and bid.
    """
    cells = position.cells
    free: i64 = cells[state.block(cells[ACTOR]) + state.FREE_PASS] if cells[ACTOR] >= 0 else 0
    return (cells[state.PLACE] * BIDS + cells[state.HIGH_BID] + 1) * (JUST_PASSED + 1) + free


# The first auction of the base game: one place after the other.


def start_first(position: Position, first: i64) -> None:
    """The auction of the first place; `first` bids first."""
    position.cells[state.PLACE] = 0
    start_place(position, first)


def start_place(position: Position, first: i64) -> None:
    """The auction of the next place, from the first seat clockwise that has none yet."""
    clear(position)
    position.enter(state.BIDDING_FIRST, next_clockwise(position, first, state.BIDS))


def next_clockwise(position: Position, seat: i64, status: i64) -> i64:
    """The first seat from `seat` on, clockwise, with this status in the auction."""
    cells = position.cells
    seat %= cells[SEATS]
    while cells[state.block(seat) + state.OUT] != status:
        seat = (seat + 1) % cells[SEATS]
    return seat


def pass_first(position: Position, seat: i64) -> bool:
    """Leave the auction of this place; whether with that all places are taken."""
    cells = position.cells
    cells[state.block(seat) + state.OUT] = state.PASSED
    if bidders(position) > 1:
        position.enter(state.BIDDING_FIRST, next_clockwise(position, seat + 1, state.BIDS))
        return False
    winner: i64 = next_clockwise(position, seat, state.BIDS)
    if cells[state.HIGH_BID] > 0:
        pay(position, winner, cells[state.HIGH_BID])
    take_place(position, winner, cells[state.PLACE])
    cells[state.PLACE] += 1
    if cells[state.PLACE] < cells[SEATS] - 1:
        start_place(position, winner + 1)
        return False
    clear(position)
    take_place(position, next_clockwise(position, winner, state.BIDS), cells[state.PLACE])
    return True


def take_place(position: Position, seat: i64, place: i64) -> None:
    """Put a seat on a place of the turn order."""
    position.cells[state.ORDER + place] = seat
    position.cells[state.block(seat) + state.OUT] = state.PLACED


# The auction of every turn of the standard game: places go from the last to the first.


def start(position: Position) -> bool:
    """Begin the auction in the old order, which is the queue; False with a single player left."""
    cells = position.cells
    for seat in range(cells[SEATS]):
        cells[state.block(seat) + state.OUT] = state.PLACED
    index: i64 = 0
    while index < cells[state.PLAYERS_LEFT]:
        cells[state.block(cells[state.QUEUE + index]) + state.OUT] = state.BIDS
        index += 1
    clear(position)
    cells[state.PLACE] = cells[state.PLAYERS_LEFT] - 1
    cells[state.QUEUE_AT] = 0
    if cells[state.PLAYERS_LEFT] == 1:
        end_free_passes(position)
        return False
    position.enter(state.BIDDING, cells[state.QUEUE])
    return True


def ask_next(position: Position) -> None:
    """The next of the queue who is in the auction and not the high bidder."""
    cells = position.cells
    at: i64 = cells[state.QUEUE_AT]
    while True:
        at = (at + 1) % cells[state.PLAYERS_LEFT]
        seat: i64 = cells[state.QUEUE + at]
        if cells[state.block(seat) + state.OUT] == state.BIDS and seat != cells[state.LEADER]:
            cells[state.QUEUE_AT] = at
            position.enter(state.BIDDING, seat)
            return


def pass_turn(position: Position, seat: i64) -> bool:
    """Use a free pass, or take the last free place; whether with that all places are taken."""
    cells = position.cells
    own: i64 = state.block(seat)
    if cells[own + state.FREE_PASS] == NOT_PASSED:
        cells[own + state.FREE_PASS] = JUST_PASSED
    else:
        take_place(position, seat, cells[state.PLACE])
        cells[state.PLACE] -= 1
    rival: i64 = NOBODY if cells[state.SECOND_CHANCE] == 1 else lone_rival(position)
    if rival >= 0 and cells[state.block(rival) + state.FREE_PASS] == JUST_PASSED:
        take_place(position, rival, cells[state.PLACE])
        cells[state.PLACE] -= 1
    if bidders(position) > 1:
        ask_next(position)
        return False
    take_place(position, next_clockwise(position, 0, state.BIDS), 0)
    settle(position)
    return True


def lone_rival(position: Position) -> i64:
    """The only other seat in the auction beside the high bidder, else -1."""
    cells = position.cells
    if cells[state.LEADER] == NOBODY or bidders(position) != 2:
        return NOBODY
    return next_clockwise(position, cells[state.LEADER] + 1, state.BIDS)


def settle(position: Position) -> None:
    """Everybody pays: the first two their bid, the last nothing, the others half, rounded up."""
    cells = position.cells
    last: i64 = cells[state.PLAYERS_LEFT] - 1
    for place in range(last):
        seat: i64 = cells[state.ORDER + place]
        amount: i64 = cells[state.block(seat) + state.LAST_BID]
        if amount > 0:
            pay(position, seat, amount if place < PAID_IN_FULL else (amount + 1) // 2)
    end_free_passes(position)


def end_free_passes(position: Position) -> None:
    """A free pass is for one auction."""
    for seat in range(position.cells[SEATS]):
        position.cells[state.block(seat) + state.FREE_PASS] = 0
