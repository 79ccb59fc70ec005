"""What deliveries of Great Western Trail bring: points of cities and arrows, exactly."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.rules.discs import CITY_COUNT, KANSAS_CITY, SAN_FRANCISCO
from railhead.games.great_western_trail.state import Position

NOTHING_BETTER: Final = 99


def cities_of(position: Position, seat: i64) -> i64:
    """The cities with a disc of the seat, a bit each."""
    cells = position.cells
    at: i64 = state.block(seat) + state.CITIES
    taken: i64 = 0
    city: i64 = CITY_COUNT
    while city > 0:
        city -= 1
        taken += taken
        if cells[at + city] > 0:
            taken += 1
    return taken


def gain(position: Position, taken: i64, city: i64) -> i64:
    """The points that a further disc on a city brings at once, beside discs on those in `taken`."""
    components = position.components
    points: i64 = components.city_points[city]
    if (taken >> city) & 1 == 0:
        if city > 0 and (taken >> (city - 1)) & 1 == 1:
            points += components.arrow_points[city - 1]
        if city + 1 < CITY_COUNT and (taken >> (city + 1)) & 1 == 1:
            points += components.arrow_points[city]
    return points


def to_come(position: Position, taken: i64, laps: float, first: i64, later: i64) -> float:
    """The points of so many deliveries, each to where it brings most at once.

    The first one is of the value `first`, the others of `later`.
    """
    total = 0.0
    value: i64 = first
    while laps > 0.0:
        chosen: i64 = KANSAS_CITY
        most: i64 = gain(position, taken, KANSAS_CITY)
        city: i64 = 1
        while city < CITY_COUNT:
            fresh: bool = (taken >> city) & 1 == 0 or city == SAN_FRANCISCO
            if fresh and position.components.city_value[city] <= value:
                points: i64 = gain(position, taken, city)
                if points > most:
                    most = points
                    chosen = city
            city += 1
        total += float(most) * (laps if laps < 1.0 else 1.0)
        taken |= i64(1) << chosen
        value = later
        laps -= 1.0
    return total


@final
class Gains:
    """The most points of one delivery: with the value of `now`, a `usual` and the `best` one.

    `short` is by how much the value of now must rise to bring more, `open` what discs on all cities
    within the best value would bring together.
    """

    def __init__(self) -> None:
        self.now: i64 = 0
        self.usual: i64 = 0
        self.best: i64 = 0
        self.short: i64 = 0
        self.open: i64 = 0

    def look(self, position: Position, taken: i64, now: i64, usual: i64, best: i64) -> None:
        """Take in what is open to a player with discs on the cities in `taken`."""
        values = position.components.city_value
        kansas: i64 = gain(position, taken, KANSAS_CITY)
        self.now = kansas
        self.usual = kansas
        self.best = kansas
        self.short = NOTHING_BETTER
        self.open = 0
        all_taken: i64 = taken
        bit: i64 = 2
        city: i64 = 1
        while city < CITY_COUNT:
            if (taken >> city) & 1 == 0 or city == SAN_FRANCISCO:
                value: i64 = values[city]
                points: i64 = gain(position, taken, city)
                if value <= now and points > self.now:
                    self.now = points
                if value <= usual and points > self.usual:
                    self.usual = points
                if value <= best:
                    if points > self.best:
                        self.best = points
                    self.open += gain(position, all_taken, city)
                    all_taken |= bit
            city += 1
            bit += bit
        city = 1
        while city < CITY_COUNT:
            value = values[city] - now
            fresh: bool = (taken >> city) & 1 == 0 or city == SAN_FRANCISCO
            if fresh and 0 < value < self.short and gain(position, taken, city) > self.now:
                self.short = value
            city += 1
