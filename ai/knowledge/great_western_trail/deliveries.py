"""What deliveries bring in Great Western Trail: the cities that a herd can still reach."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.great_western_trail.rules.discs import CITY_COUNT
from games.great_western_trail.state import CERTIFICATE, CITIES, MASTERS_OWNED, TRACK, Position

PERMANENT_MASTERS: Final = 2
"""The station masters from this one on are worth a permanent certificate each."""
DOUBT: Final = 1.5
"""How far the value of a delivery may lie from what is expected."""
MISSED: Final = 2.0
"""The points lost where a delivery does not reach the city it was meant for."""
NEVER: Final = -1000.0
"""Less than any city is worth."""
ARROW_CARD: Final = 0.4
"""The points that an objective card at an arrow is worth."""


def permanent_of(state: Position, at: i64) -> i64:
    """The permanent certificates of a player."""
    masters: i64 = state.cells[at + MASTERS_OWNED] >> PERMANENT_MASTERS
    return (masters & 1) + ((masters >> 1) & 1) + ((masters >> 2) & 1)


def certificates_of(state: Position, at: i64) -> i64:
    """The temporary and the permanent certificates of a player."""
    temporary: i64 = state.tables.certificates[state.cells[at + CERTIFICATE]]
    return temporary + permanent_of(state, at)


def discs_of(state: Position, at: i64) -> i64:
    """The cities with a disc of the player, a bit each."""
    cells = state.cells
    taken: i64 = 0
    bit: i64 = 1
    city: i64 = 0
    while city < CITY_COUNT:
        if cells[at + CITIES + city] > 0:
            taken += bit
        bit += bit
        city += 1
    return taken


def gain_at(state: Position, taken: i64, city: i64) -> float:
    """The points of a further disc on a city beside those in `taken`, arrows included."""
    tables = state.tables
    points = float(tables.city_points[city])
    if (taken >> city) & 1 == 1:
        return points
    if city > 0:
        points += _arrow(state, taken, city - 1, city - 1)
    if city + 1 < CITY_COUNT:
        points += _arrow(state, taken, city, city + 1)
    return points


def _arrow(state: Position, taken: i64, arrow: i64, beside: i64) -> float:
    """An arrow in full where the city beside has a disc, else a part of it."""
    points = float(state.tables.arrow_points[arrow])
    points += ARROW_CARD * float(state.tables.arrow_objective[arrow])
    if (taken >> beside) & 1 == 1:
        return points
    return 0.25 * points if points > 0.0 else 0.0


def best_gain(state: Position, taken: i64, value: float) -> float:
    """The most points that a delivery of this value brings, with discs on the cities in `taken`."""
    best = float(state.tables.city_points[0])
    city: i64 = 1
    while city < CITY_COUNT:
        fresh: bool = (taken >> city) & 1 == 0 or city == CITY_COUNT - 1
        if fresh and float(state.tables.city_value[city]) <= value:
            gain = gain_at(state, taken, city)
            if gain > best:
                best = gain
        city += 1
    return best


def to_come(
    state: Position, at: i64, laps: float, first: float, later: float, growth: float, dollar: float
) -> float:
    """The points and the money, a dollar for so many points, of the deliveries of so many laps.

    The first is of value `first`, those after it of `later`, with `growth` from lap to lap.
    """
    taken: i64 = discs_of(state, at)
    passed = float(state.tables.space_crosses[state.cells[at + TRACK]])
    value = first
    total = 0.0
    while laps > 0.0:
        weight = laps if laps < 1.0 else 1.0
        best = float(state.tables.city_points[0]) + float(state.tables.city_money[0]) * dollar
        chosen: i64 = 0
        city: i64 = 1
        while city < CITY_COUNT:
            fresh: bool = (taken >> city) & 1 == 0 or city == CITY_COUNT - 1
            if fresh:
                gain = _hoped(state, taken, city, value, passed, dollar)
                if gain > best:
                    best = gain
                    chosen = city
            city += 1
        total += weight * (best + dollar * value)
        if (taken >> chosen) & 1 == 0:
            taken += _bit(chosen)
        laps -= 1.0
        value = value + growth if value > later else later
        later += growth
        passed += 1.0
    return total


def _hoped(
    state: Position, taken: i64, city: i64, value: float, passed: float, dollar: float
) -> float:
    """What a city is worth to a delivery of about this value, by the chance to reach it."""
    tables = state.tables
    chance = (value - float(tables.city_value[city]) + DOUBT) / (2.0 * DOUBT)
    if chance <= 0.0:
        return NEVER
    if chance > 1.0:
        chance = 1.0
    cost = float(tables.city_crosses[city]) - passed
    gain = gain_at(state, taken, city) - (dollar * cost if cost > 0.0 else 0.0)
    return chance * gain - (1.0 - chance) * MISSED


def _bit(place: i64) -> i64:
    bit: i64 = 1
    while place > 0:
        bit += bit
        place -= 1
    return bit
