"""Measures of a position of Great Western Trail that its evaluation and its priors share."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.great_western_trail.components import CATTLE, OBJECTIVES
from games.great_western_trail.rules.discs import CITY_COUNT, STATION_COUNT
from games.great_western_trail.rules.scoring import GUARDS
from games.great_western_trail.state import (
    BUILDINGS,
    CITIES,
    DISCARDS,
    DISCS,
    END_SEAT,
    HAND,
    HAZARDS,
    PILE,
    PLAYED,
    ROW_FILL,
    SEATS,
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
TASKS: Final = 9
TASK_BITS: Final = 6


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
    """About the value of a hand drawn from all of a player's cards: each breed by its chance."""
    cells = state.cells
    tables = state.tables
    cards: i64 = count(cells, at + HAND, CATTLE + OBJECTIVES)
    cards += count(cells, at + PILE, CATTLE + OBJECTIVES)
    cards += count(cells, at + DISCARDS, CATTLE + OBJECTIVES)
    if cards == 0:
        return 0.0
    size = float(6 - cells[at + DISCS + HAND_GROUP]) + 2.0
    miss = 1.0 - size / float(cards)
    if miss < 0.0:
        miss = 0.0
    total = 0.0
    card: i64 = 0
    absent = 1.0
    while card < CATTLE:
        number: i64 = (
            cells[at + HAND + card] + cells[at + PILE + card] + cells[at + DISCARDS + card]
        )
        while number > 0:
            absent *= miss
            number -= 1
        if card + 1 == CATTLE or tables.breed[card + 1] != tables.breed[card]:
            total += (1.0 - absent) * float(tables.value[card])
            absent = 1.0
        card += 1
    return total


def tasks_of(state: Position, at: i64) -> i64:
    """What a player has of each task, packed as the tasks of cards are."""
    cells = state.cells
    built: i64 = 0
    number: i64 = 0
    while number < BUILDINGS:
        if cells[at + SITES + number] > 0:
            built += 1
        number += 1
    upgraded: i64 = 0
    number = 0
    while number < STATION_COUNT:
        upgraded += (cells[at + STATIONS] >> number) & 1
        number += 1
    packed: i64 = built | (cells[at + TEEPEES] << 6) | (cells[at + TEEPEES + 1] << 12)
    packed |= (cells[at + HAZARDS] << 18) | (upgraded << 24)
    card: i64 = 0
    while card < CATTLE:
        number = cells[at + HAND + card] + cells[at + PILE + card] + cells[at + DISCARDS + card]
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


def city_points(state: Position, at: i64, city: i64) -> float:
    """The points of a further disc on a city, its arrows included."""
    cells = state.cells
    tables = state.tables
    points = float(tables.city_points[city])
    if cells[at + CITIES + city] == 0:
        if city > 0 and cells[at + CITIES + city - 1] > 0:
            points += float(tables.arrow_points[city - 1])
        if city + 1 < CITY_COUNT and cells[at + CITIES + city + 1] > 0:
            points += float(tables.arrow_points[city])
    return points + 0.25 * float(tables.city_value[city])


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


def open_tasks(state: Position, at: i64, card: i64) -> i64:
    """How many tasks of a further objective card are still to be done."""
    have: i64 = left_after_played(state, at) ^ GUARDS
    wanted: i64 = state.tables.objective_tasks[card]
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
