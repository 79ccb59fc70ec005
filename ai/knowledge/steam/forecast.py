"""What every seat has for certain, what it can still deliver, and how its money will last."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.deliveries import KINDS, POINTS, WHOLE, Deliveries
from railhead.ai.knowledge.steam.track_networks import TrackNetworks
from railhead.games.game import SEATS
from railhead.games.steam import state
from railhead.games.steam.rules.income import OWED_PER_LOSS, max_loss
from railhead.games.steam.rules.money import max_funds, raises_at_need
from railhead.games.steam.rules.scoring import POINTS_PER_DEBT, income_points
from railhead.games.steam.rules.turns import GOODS_ROUNDS
from railhead.games.steam.state import Position
from railhead.games.vectors import vec

NOT_QUEUED: Final = -1


@final
class Forecast:
    """Points and money of all seats of one position after the other, by seat.

    `secured` are the points, were the match to end now with all pending ones taken. `left` is how
    many deliveries can still be made, `sum` what the best of the goods would bring in all of them,
    with the links there are and the locomotive as it is, a part only of goods that others could
    deliver as well, and `best_sum` with the highest and all goods. `coming` is what then would be
    added to the points, income below 0 paid off first, less what the next end of a turn costs.
    """

    def __init__(self) -> None:
        self.secured: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.left: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.sum: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.best_sum: vec[i64] = vec[i64]([0] * state.BLOCKS)
        self.coming: vec[i64] = vec[i64]([0] * state.BLOCKS)

    def find(self, position: Position, deliveries: Deliveries, networks: TrackNetworks) -> None:
        """Fill everything for a position."""
        cells = position.cells
        for seat in range(cells[SEATS]):
            own: i64 = state.block(seat)
            points: i64 = cells[own + state.POINTS] + cells[own + state.PENDING]
            points += income_points(int(cells[own + state.INCOME]))
            self.secured[seat] = points + networks.links[seat]
            left: i64 = deliveries_left(position, seat)
            self.left[seat] = left
            at: i64 = KINDS * POINTS * seat
            self.sum[seat] = best_of(deliveries.fair, POINTS * seat, WHOLE * left) // WHOLE
            self.best_sum[seat] = best_of(deliveries.counts, at + 2 * POINTS, left)
            lifted: i64 = -cells[own + state.INCOME]
            if lifted < 0:
                lifted = 0
            elif lifted > self.sum[seat]:
                lifted = self.sum[seat]
            coming: i64 = self.sum[seat] + (POINTS_PER_DEBT - 1) * lifted
            self.coming[seat] = coming - points_lost(position, seat, lifted)


def best_of(counts: vec[i64], at: i64, number: i64) -> i64:
    """The points of the best deliveries, so many of them; their counts lie from `at` on."""
    total: i64 = 0
    points: i64 = POINTS - 1
    while points > 0 and number > 0:
        cubes: i64 = counts[at + points]
        if cubes > number:
            cubes = number
        total += points * cubes
        number -= cubes
        points -= 1
    return total


def points_lost(position: Position, seat: i64, lifted: i64) -> i64:
    """The points that the end of this turn costs a seat whose income goes up by `lifted` before."""
    if turns_left(position) == 0:
        return 0
    lacking: i64 = -flow(position, seat) - lifted - position.cells[state.block(seat) + state.CASH]
    if lacking <= 0:
        return 0
    if position.cells[state.STANDARD] == 1 and not raises_at_need(position, seat):
        return (lacking + OWED_PER_LOSS - 1) // OWED_PER_LOSS
    step: i64 = position.components.raised_per_step
    return POINTS_PER_DEBT * ((lacking + step - 1) // step)


def lead(numbers: vec[i64], seats: i64, seat: i64) -> i64:
    """How far a seat's number is before the best of the others'."""
    most: i64 = -1000
    for other in range(seats):
        if other != seat and numbers[other] > most:
            most = numbers[other]
    return numbers[seat] - most


def turns_left(position: Position) -> i64:
    """How often income and expenses are still to come."""
    cells = position.cells
    if cells[state.PHASE] == state.ENDED:
        return 0
    return cells[state.LAST_TURN] - cells[state.TURN] + 1


def queue_distance(position: Position, seat: i64) -> i64:
    """How many act in this phase until it is the seat's turn; `NOT_QUEUED` after that."""
    cells = position.cells
    index: i64 = cells[state.QUEUE_AT]
    while index < cells[state.PLAYERS_LEFT]:
        if cells[state.QUEUE + index] == seat:
            return index - cells[state.QUEUE_AT]
        index += 1
    return NOT_QUEUED


def deliveries_left(position: Position, seat: i64) -> i64:
    """How many actions with goods a seat still has in the match."""
    cells = position.cells
    turns: i64 = turns_left(position)
    if turns == 0 or cells[state.block(seat) + state.BANKRUPT] == 1:
        return 0
    phase: i64 = cells[state.PHASE]
    if phase not in (state.MOVING, state.TAKING):
        return GOODS_ROUNDS * turns
    left: i64 = GOODS_ROUNDS * turns - cells[state.GOODS_ROUND]
    before: i64 = queue_distance(position, seat)
    if before > 0 or (before == 0 and phase == state.MOVING):
        left += 1
    return left


def flow(position: Position, seat: i64) -> i64:
    """What the end of a turn brings a seat, less what it takes, in dollars."""
    cells = position.cells
    own: i64 = state.block(seat)
    if cells[state.STANDARD] == 1:
        return cells[own + state.INCOME] - cells[own + state.LOCOMOTIVE]
    return cells[own + state.INCOME]


def payable(position: Position, seat: i64) -> i64:
    """The most dollars that a seat could pay at the end of this turn without being bankrupt."""
    if position.cells[state.STANDARD] == 1 and not raises_at_need(position, seat):
        return max_loss(position, seat)
    return max_funds(position, seat)


def place_in_order(position: Position, seat: i64) -> i64:
    """The seat's place in the turn order from 0; as many as there are seats without one."""
    cells = position.cells
    seats: i64 = cells[SEATS]
    phase: i64 = cells[state.PHASE]
    own: i64 = state.block(seat)
    if phase == state.BIDDING:
        # Places are given from the last one up; what lies before them is the old order.
        place: i64 = cells[state.PLAYERS_LEFT] - 1
        while place > cells[state.PLACE]:
            if cells[state.ORDER + place] == seat:
                return place
            place -= 1
        return seats
    if phase == state.BIDDING_FIRST and cells[own + state.OUT] != state.PLACED:
        return seats
    place = 0
    while place < cells[state.PLAYERS_LEFT]:
        if cells[state.ORDER + place] == seat:
            return place
        place += 1
    return seats
