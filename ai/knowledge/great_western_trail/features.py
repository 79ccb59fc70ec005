"""Measures of a position of Great Western Trail that its evaluation and its priors share."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import SEATS
from games.great_western_trail.components import CATTLE, OBJECTIVES
from games.great_western_trail.rules.discs import CITY_COUNT, STATION_COUNT
from games.great_western_trail.rules.scoring import GUARDS
from games.great_western_trail.rules.workers import ROWS, TYPES
from games.great_western_trail.state import (
    BUILDINGS,
    CITIES,
    DISCARDS,
    DISCS,
    END_SEAT,
    HAND,
    HAZARDS,
    JOBS,
    PILE,
    PLAYED,
    ROW_FILL,
    SITES,
    START_OBJECTIVE,
    STATIONS,
    TEEPEES,
    TOKEN_ROW,
    Position,
    count,
)
from games.great_western_trail.trail import LAST, NEUTRAL, SPACES
from games.vectors import vec

HAND_GROUP: Final = 9
NO_COST: Final = 99
"""More than any worker costs."""
TASKS: Final = 9
TASK_BITS: Final = 6
SEEN_ON_THE_WAY: Final = 4.0
"""About how many cards of the hand are exchanged on the way to Kansas City."""
WORKERS_A_DELIVERY: Final = 1.75
"""About how many workers a visit to Kansas City brings to the job market."""


def way_done(state: Position) -> vec[float]:
    """For each space the share of the shortest way to Kansas City that lies behind it."""
    trail = state.tables.trail
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
    tables = state.tables
    total: i64 = 0
    last: i64 = -1
    card: i64 = 0
    while card < CATTLE:
        if cells[at + HAND + card] > 0 and tables.breed[card] != last:
            last = tables.breed[card]
            total += tables.value[card]
        card += 1
    return total


def time_left(state: Position) -> float:
    """The share of the job market still to be filled."""
    cells = state.cells
    if cells[END_SEAT] > 0:
        return 0.0
    rows = 11.0 - float(cells[TOKEN_ROW])
    filled = float(cells[ROW_FILL]) / float(cells[SEATS])
    return (rows + 1.0 - filled) / 11.0


def herd_value(state: Position, at: i64) -> float:
    """About the value of the hand that a player's cards make by Kansas City.

    The best breeds first, each by the chance that one of its cards is among those drawn on the
    way, as many as fit into a hand.
    """
    cells = state.cells
    cards: i64 = count(cells, at + HAND, CATTLE + OBJECTIVES)
    cards += count(cells, at + PILE, CATTLE + OBJECTIVES)
    cards += count(cells, at + DISCARDS, CATTLE + OBJECTIVES)
    if cards == 0:
        return 0.0
    room = float(6 - cells[at + DISCS + HAND_GROUP])
    miss = 1.0 - (room + SEEN_ON_THE_WAY) / float(cards)
    if miss < 0.0:
        miss = 0.0
    total = 0.0
    absent = 1.0
    card: i64 = CATTLE - 1
    while card >= 0:
        number: i64 = owned(state, at, card)
        while number > 0:
            absent *= miss
            number -= 1
        if card == 0 or state.tables.breed[card - 1] != state.tables.breed[card]:
            chance = 1.0 - absent
            if chance > room:
                chance = room
            room -= chance
            total += chance * float(state.tables.value[card])
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
    return float(12 * seats - placed) / (WORKERS_A_DELIVERY * float(seats))


def built_by(cells: vec[i64], at: i64) -> i64:
    """How many buildings a player has on the trail."""
    built: i64 = 0
    number: i64 = 0
    while number < BUILDINGS:
        if cells[at + SITES + number] > 0:
            built += 1
        number += 1
    return built


def upgraded_by(cells: vec[i64], at: i64) -> i64:
    """How many stations a player has upgraded."""
    upgraded: i64 = 0
    station: i64 = 0
    while station < STATION_COUNT:
        upgraded += (cells[at + STATIONS] >> station) & 1
        station += 1
    return upgraded


def tasks_of(state: Position, at: i64) -> i64:
    """What a player has of each task, packed as the tasks of cards are."""
    cells = state.cells
    built: i64 = built_by(cells, at)
    packed: i64 = built | (cells[at + TEEPEES] << 6) | (cells[at + TEEPEES + 1] << 12)
    packed |= (cells[at + HAZARDS] << 18) | (upgraded_by(cells, at) << 24)
    card: i64 = 0
    while card < CATTLE:
        number: i64 = owned(state, at, card)
        value: i64 = state.tables.value[card]
        if value == 3:
            packed += number << 30
        elif value == 4:
            packed += number << 36
        elif value == 5:
            packed += number << 42
        card += 1
    return packed | (cells[at + CITIES + CITY_COUNT - 1] << 48)


def owned(state: Position, at: i64, card: i64) -> i64:
    """How many cards of a kind a player has, wherever they are."""
    cells = state.cells
    return cells[at + HAND + card] + cells[at + PILE + card] + cells[at + DISCARDS + card]


def breed_count(state: Position, at: i64, card: i64) -> i64:
    """How many cards of the breed of a card a player has."""
    total: i64 = 0
    other: i64 = 0
    while other < CATTLE:
        if state.tables.breed[other] == state.tables.breed[card]:
            total += owned(state, at, other)
        other += 1
    return total


def left_after_played(state: Position, at: i64) -> i64:
    """What a player has of each task once the cards of the objective area have taken theirs.

    Packed, with the guard bits set.
    """
    have: i64 = tasks_of(state, at) | GUARDS
    start: i64 = state.cells[at + START_OBJECTIVE]
    card: i64 = OBJECTIVES + start - 1
    while card >= 0:
        number: i64 = 1 if card >= OBJECTIVES else state.cells[at + PLAYED + card]
        while number > 0:
            after: i64 = have - state.tables.objective_tasks[card]
            if (after & GUARDS) == GUARDS:
                have = after
            number -= 1
        card = OBJECTIVES - 1 if card >= OBJECTIVES else card - 1
    return have


def missing_tasks(state: Position, left: i64, card: i64) -> i64:
    """How many tasks of a further objective card are still to be done.

    `left` is what `left_after_played` found.
    """
    wanted: i64 = state.tables.objective_tasks[card]
    after: i64 = left - wanted
    if (after & GUARDS) == GUARDS:
        return 0
    have: i64 = left ^ GUARDS
    total: i64 = 0
    task: i64 = 0
    while task < TASKS:
        missing: i64 = ((wanted >> (TASK_BITS * task)) & 31) - ((have >> (TASK_BITS * task)) & 31)
        if missing > 0:
            total += missing
        task += 1
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
        cost: i64 = state.tables.job_cost[row]
        worker = 0
        while worker < TYPES:
            if cells[JOBS + TYPES * row + worker] > 0 and cost < out[worker]:
                out[worker] = cost
            worker += 1
        row += 1
