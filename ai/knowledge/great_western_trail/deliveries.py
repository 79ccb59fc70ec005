"""What deliveries bring in Great Western Trail: the cities that a herd can still reach."""

from __future__ import annotations

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.weights import ARROW_CARD, DOUBT, MISSED, NEVER
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.rules.discs import CITY_COUNT, KANSAS_CITY, SAN_FRANCISCO
from railhead.games.great_western_trail.state import Position


def discs_of(position: Position, at: i64) -> i64:
    """The cities with a disc of the player, a bit each."""
    cells = position.cells
    taken: i64 = 0
    bit: i64 = 1
    for city in range(CITY_COUNT):
        if cells[at + state.CITIES + city] > 0:
            taken += bit
        bit += bit
    return taken


def gain_at(position: Position, taken: i64, city: i64) -> float:
    """The points of a further disc on a city beside those in `taken`, arrows included."""
    components = position.components
    points = float(components.city_points[city])
    if (taken >> city) & 1 == 1:
        return points
    if city > 0:
        points += _arrow(position, taken, city - 1, city - 1)
    if city + 1 < CITY_COUNT:
        points += _arrow(position, taken, city, city + 1)
    return points


def _arrow(position: Position, taken: i64, arrow: i64, beside: i64) -> float:
    """An arrow in full where the city beside has a disc, else a part of it."""
    points = float(position.components.arrow_points[arrow])
    points += ARROW_CARD * float(position.components.arrow_objective[arrow])
    if (taken >> beside) & 1 == 1:
        return points
    return 0.25 * points if points > 0.0 else 0.0


def best_gain(position: Position, taken: i64, value: float) -> float:
    """The most points that a delivery of this value brings, with discs on the cities in `taken`."""
    best = float(position.components.city_points[KANSAS_CITY])
    for city in range(1, CITY_COUNT):
        fresh: bool = (taken >> city) & 1 == 0 or city == SAN_FRANCISCO
        if fresh and float(position.components.city_value[city]) <= value:
            gain = gain_at(position, taken, city)
            if gain > best:
                best = gain
    return best


def to_come(
    position: Position,
    at: i64,
    laps: float,
    first: float,
    later: float,
    growth: float,
    dollar: float,
) -> float:
    """The points and the money, a dollar for so many points, of the deliveries of so many laps.

    The first is of value `first`, those after it of `later`, with `growth` from lap to lap.
    """
    taken: i64 = discs_of(position, at)
    passed = float(position.components.space_crosses[position.cells[at + state.TRACK]])
    value = first
    total = 0.0
    while laps > 0.0:
        weight = laps if laps < 1.0 else 1.0
        best = float(position.components.city_points[KANSAS_CITY])
        best += float(position.components.city_money[KANSAS_CITY]) * dollar
        chosen: i64 = KANSAS_CITY
        for city in range(1, CITY_COUNT):
            fresh: bool = (taken >> city) & 1 == 0 or city == SAN_FRANCISCO
            if fresh:
                gain = _expected_value(position, taken, city, value, passed, dollar)
                if gain > best:
                    best = gain
                    chosen = city
        total += weight * (best + dollar * value)
        if (taken >> chosen) & 1 == 0:
            taken += _bit(chosen)
        laps -= 1.0
        value = value + growth if value > later else later
        later += growth
        passed += 1.0
    return total


def _expected_value(
    position: Position, taken: i64, city: i64, value: float, passed: float, dollar: float
) -> float:
    """What a city is worth to a delivery of about this value, by the chance to reach it."""
    components = position.components
    chance = (value - float(components.city_value[city]) + DOUBT) / (2.0 * DOUBT)
    if chance <= 0.0:
        return NEVER
    if chance > 1.0:
        chance = 1.0
    cost = float(components.city_crosses[city]) - passed
    gain = gain_at(position, taken, city) - (dollar * cost if cost > 0.0 else 0.0)
    return chance * gain - (1.0 - chance) * MISSED


def _bit(place: i64) -> i64:
    bit: i64 = 1
    while place > 0:
        bit += bit
        place -= 1
    return bit
