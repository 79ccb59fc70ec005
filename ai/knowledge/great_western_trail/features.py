"""Measures of a position of Great Western Trail that its evaluation and its priors share."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ai.knowledge.great_western_trail.weights import (
    SEEN_ON_THE_WAY,
    UNFULFILLED,
    WORKERS_A_DELIVERY,
)
from games.game import SEATS
from games.great_western_trail.components import CATTLE, OBJECTIVES
from games.great_western_trail.rules import cards, tasks
from games.great_western_trail.rules.turns import hand_limit
from games.great_western_trail.rules.workers import ROWS, TYPES
from games.great_western_trail.state import (
    END_SEAT,
    HAND,
    JOBS,
    ROW_FILL,
    TOKEN_ROW,
    Position,
    block,
)
from games.great_western_trail.trail import LAST, NEUTRAL, SPACES
from games.vectors import vec

NO_COST: Final = 99
"""More than any worker costs."""


def way_done(state: Position) -> vec[float]:
    """For each space the share of the shortest way to Kansas City that lies behind it."""
    trail = state.components.trail
    far = [99] * SPACES
    far[LAST] = 0
    for _ in range(SPACES):
        for space in range(LAST):
            for following in (int(trail.first[space]), int(trail.second[space])):
                if following >= 0:
                    step = 2 if trail.kind[following] == NEUTRAL else 1
                    far[space] = min(far[space], far[following] + step)
    return vec[float]([max(0.0, 1.0 - steps / far[0]) for steps in far])


def hand_value(state: Position, at: i64) -> i64:
    """The breeding value of a hand: each breed once."""
    cells = state.cells
    components = state.components
    total: i64 = 0
    last: i64 = -1
    card: i64 = 0
    while card < CATTLE:
        if cells[at + HAND + card] > 0 and components.breed[card] != last:
            last = components.breed[card]
            total += components.value[card]
        card += 1
    return total


def time_left(state: Position) -> float:
    """The share of the job market still to be filled."""
    cells = state.cells
    if cells[END_SEAT] > 0:
        return 0.0
    rows = float(ROWS - 1) - float(cells[TOKEN_ROW])
    filled = float(cells[ROW_FILL]) / float(cells[SEATS])
    return (rows + 1.0 - filled) / float(ROWS - 1)


def herd_value(state: Position, seat: i64) -> float:
    """About the value of the hand that a player's cards make by Kansas City.

    The best breeds first, each by the chance that one of its cards is among those drawn on the
    way, as many as fit into a hand.
    """
    cells = state.cells
    own: i64 = block(seat)
    number: i64 = cards.hand_size(state, seat) + cards.drawable(state, seat)
    if number == 0:
        return 0.0
    room = float(hand_limit(state, seat))
    miss = 1.0 - (room + SEEN_ON_THE_WAY) / float(number)
    if miss < 0.0:
        miss = 0.0
    total = 0.0
    absent = 1.0
    card: i64 = CATTLE - 1
    while card >= 0:
        number = cards.owned(cells, own, card)
        while number > 0:
            absent *= miss
            number -= 1
        if card == 0 or state.components.breed[card - 1] != state.components.breed[card]:
            chance = 1.0 - absent
            if chance > room:
                chance = room
            room -= chance
            total += chance * float(state.components.value[card])
            absent = 1.0
        card -= 1
    return total


def laps_left(state: Position) -> float:
    """About how many more deliveries each player makes, by the workers still to be placed."""
    cells = state.cells
    if cells[END_SEAT] > 0:
        return 0.0
    seats: i64 = cells[SEATS]
    placed: i64 = cells[TOKEN_ROW] * seats + cells[ROW_FILL]
    return float(ROWS * seats - placed) / (WORKERS_A_DELIVERY * float(seats))


def breed_count(state: Position, seat: i64, card: i64) -> i64:
    """How many cards of the breed of a card a player has."""
    cells = state.cells
    own: i64 = block(seat)
    total: i64 = 0
    other: i64 = 0
    while other < CATTLE:
        if state.components.breed[other] == state.components.breed[card]:
            total += cards.owned(cells, own, other)
        other += 1
    return total


def has_pair(state: Position, at: i64) -> bool:
    """Whether a hand has two cattle cards of one kind."""
    card: i64 = 0
    while card < CATTLE:
        if state.cells[at + HAND + card] > 1:
            return True
        card += 1
    return False


def find_costs(state: Position, out: vec[i64]) -> None:
    """Write the price of the cheapest worker of each type, `NO_COST` where there is none."""
    cells = state.cells
    worker: i64 = 0
    while worker < TYPES:
        out[worker] = NO_COST
        worker += 1
    row: i64 = 0
    while row < ROWS and row < cells[TOKEN_ROW]:
        cost: i64 = state.components.job_cost[row]
        worker = 0
        while worker < TYPES:
            if cells[JOBS + TYPES * row + worker] > 0 and cost < out[worker]:
                out[worker] = cost
            worker += 1
        row += 1


def objectives(state: Position, seat: i64) -> float:
    """The objective cards, each in turn with what the ones before it have left.

    Played ones first; those still in hand, deck or discard pile can be added at the end.
    """
    cells = state.cells
    own: i64 = block(seat)
    have, points, penalty = tasks.in_turn(state, seat)
    card: i64 = 0
    while card < OBJECTIVES:
        wanted: i64 = state.components.objective_tasks[card]
        if cards.owned(cells, own, CATTLE + card) > 0 and tasks.covers(have, wanted):
            have -= wanted
            points += state.components.objective_points[card]
        card += 1
    return float(points) - UNFULFILLED * float(penalty)
