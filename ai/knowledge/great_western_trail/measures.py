"""Measures of a position of Great Western Trail that its value and its priors share."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.weights import (
    SEEN_ON_THE_WAY,
    UNFULFILLED,
    WORKERS_A_DELIVERY,
)
from railhead.games.game import SEATS
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import cards, tasks
from railhead.games.great_western_trail.rules.turns import hand_limit
from railhead.games.great_western_trail.rules.workers import ROWS, TYPES
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST, NEUTRAL, SPACES
from railhead.games.vectors import vec

NO_COST: Final = 99
"""More than any worker costs."""


def way_done(position: Position) -> vec[float]:
    """For each space the share of the shortest way to Kansas City that lies behind it."""
    trail = position.components.trail
    far = [99] * SPACES
    far[LAST] = 0
    for _ in range(SPACES):
        for space in range(LAST):
            for following in (int(trail.first[space]), int(trail.second[space])):
                if following >= 0:
                    step = 2 if trail.kind[following] == NEUTRAL else 1
                    far[space] = min(far[space], far[following] + step)
    return vec[float]([max(0.0, 1.0 - steps / far[0]) for steps in far])


def hand_value(position: Position, at: i64) -> i64:
    """The breeding value of a hand: each breed once."""
    cells = position.cells
    components = position.components
    total: i64 = 0
    last: i64 = -1
    for card in range(CATTLE):
        if cells[at + state.HAND + card] > 0 and components.breed[card] != last:
            last = components.breed[card]
            total += components.value[card]
    return total


def time_left(position: Position) -> float:
    """The share of the job market still to be filled."""
    cells = position.cells
    if cells[state.END_SEAT] > 0:
        return 0.0
    rows = float(ROWS - 1) - float(cells[state.TOKEN_ROW])
    filled = float(cells[state.ROW_FILL]) / float(cells[SEATS])
    return (rows + 1.0 - filled) / float(ROWS - 1)


def herd_value(position: Position, seat: i64) -> float:
    """About the value of the hand that a player's cards make by Kansas City.

    The best breeds first, each by the chance that one of its cards is among those drawn on the
    way, as many as fit into a hand.
    """
    cells = position.cells
    own: i64 = state.block(seat)
    number: i64 = cards.hand_size(position, seat) + cards.drawable(position, seat)
    if number == 0:
        return 0.0
    room = float(hand_limit(position, seat))
    miss = 1.0 - (room + SEEN_ON_THE_WAY) / float(number)
    if miss < 0.0:
        miss = 0.0
    total = 0.0
    absent = 1.0
    card: i64 = CATTLE - 1
    while card >= 0:
        number = cards.owned_count(cells, own, card)
        while number > 0:
            absent *= miss
            number -= 1
        if card == 0 or position.components.breed[card - 1] != position.components.breed[card]:
            chance = 1.0 - absent
            if chance > room:
                chance = room
            room -= chance
            total += chance * float(position.components.value[card])
            absent = 1.0
        card -= 1
    return total


def laps_left(position: Position) -> float:
    """About how many more deliveries each player makes, by the workers still to be placed."""
    cells = position.cells
    if cells[state.END_SEAT] > 0:
        return 0.0
    seats: i64 = cells[SEATS]
    placed: i64 = cells[state.TOKEN_ROW] * seats + cells[state.ROW_FILL]
    return float(ROWS * seats - placed) / (WORKERS_A_DELIVERY * float(seats))


def breed_count(position: Position, seat: i64, card: i64) -> i64:
    """How many cards of the breed of a card a player has."""
    cells = position.cells
    own: i64 = state.block(seat)
    total: i64 = 0
    for other in range(CATTLE):
        if position.components.breed[other] == position.components.breed[card]:
            total += cards.owned_count(cells, own, other)
    return total


def has_pair(position: Position, at: i64) -> bool:
    """Whether a hand has two cattle cards of one kind."""
    return any(position.cells[at + state.HAND + card] > 1 for card in range(CATTLE))


def find_costs(position: Position, out: vec[i64]) -> None:
    """Write the price of the cheapest worker of each type, `NO_COST` where there is none."""
    cells = position.cells
    for worker in range(TYPES):
        out[worker] = NO_COST
    row: i64 = 0
    while row < ROWS and row < cells[state.TOKEN_ROW]:
        cost: i64 = position.components.job_cost[row]
        for worker in range(TYPES):
            if cells[state.JOBS + TYPES * row + worker] > 0 and cost < out[worker]:
                out[worker] = cost
        row += 1


def objectives(position: Position, seat: i64) -> float:
    """The objective cards, each in turn with what the ones before it have left.

    Played ones first; those still in hand, deck or discard pile can be added at the end.
    """
    cells = position.cells
    own: i64 = state.block(seat)
    have, points, penalty = tasks.in_turn(position, seat)
    for card in range(OBJECTIVES):
        wanted: i64 = position.components.objective_tasks[card]
        if cards.owned_count(cells, own, CATTLE + card) > 0 and tasks.covers(have, wanted):
            have -= wanted
            points += position.components.objective_points[card]
    return float(points) - UNFULFILLED * float(penalty)
