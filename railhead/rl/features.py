"""What observations are made of: features with a name and a sentence, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from mypy_extensions import i64
from numpy.typing import NDArray

from railhead.games.game import SEATS, Game
from railhead.games.vectors import vec, vector
from railhead.rl import encoder as rules
from railhead.rl.encoder import Encoder

MOST: Final = 32767
"""The bound of numbers that the rules do not bound."""

NUMBER: Final = "number"
CATEGORY: Final = "category"
FLAG: Final = "flag"
SEAT: Final = "seat"


@dataclass(frozen=True)
class Feature:
    """Some numbers of an observation that mean alike.

    `kind` is `number` (an amount), `category` (one of `high` + 1 things, without an order), `flag`
    (0 or 1) or `seat` (0 nobody, 1 the viewer, 2 the next seat, and so on). All lie from `low` to
    `high`. `names` says which number is which; of `size` numbers there are as many names, or none
    where there is one. `rule` is how `Encoder` makes them; None for what a game writes itself.
    `private` numbers say what the viewer may know and others may not.
    """

    name: str
    help: str
    size: int
    kind: str = NUMBER
    low: int = 0
    high: int = MOST
    names: Sequence[str] = ()
    rule: tuple[int, ...] | None = None
    private: bool = False


def plain(
    name: str,
    at: int,
    help: str,
    names: Sequence[str] = (),
    *,
    count: int | None = None,
    stride: int = 1,
    kind: str = NUMBER,
    low: int = 0,
    high: int = MOST,
) -> Feature:
    """Cells as they are: one, or one for each of `names`, or `count`."""
    size = count or len(names) or 1
    rule = (rules.PLAIN, at, size, stride, 0, 0)
    return Feature(name, help, size, kind, low, high, names, rule)


def category(
    name: str, at: int, help: str, high: int, names: Sequence[str] = (), *, low: int = 0
) -> Feature:
    """Cells that are one of several things each."""
    return plain(name, at, help, names, kind=CATEGORY, low=low, high=high)


def flag(name: str, at: int, help: str) -> Feature:
    """A cell that is 0 or 1."""
    return plain(name, at, help, kind=FLAG, high=1)


def seat(
    name: str,
    at: int,
    help: str,
    seats: int,
    first: int = 0,
    names: Sequence[str] = (),
    stride: int = 1,
) -> Feature:
    """A cell that names a seat, or one for each of `names`; `first` stands for seat 0."""
    size = len(names) or 1
    rule = (rules.SEAT, at, size, stride, first, 0)
    return Feature(name, help, size, SEAT, 0, seats, names, rule)


def flags(name: str, at: int, help: str, names: Sequence[str], first: int = 0) -> Feature:
    """A bit of one cell for each of `names`, from bit `first` on."""
    rule = (rules.FLAGS, at, len(names), 1, first, 0)
    return Feature(name, help, len(names), FLAG, 0, 1, names, rule)


def seat_flags(
    name: str, at: int, help: str, seats: int, names: Sequence[str] = (), stride: int = 1
) -> Feature:
    """A bit for each seat, from the viewer's on, of one cell or one for each of `names`."""
    each = seats_from_viewer(seats)
    parts = [f"{one}.{whose}" for one in names for whose in each] or each
    rule = (rules.SEAT_FLAGS, at, len(names) or 1, stride, 0, 0)
    return Feature(name, help, len(parts), FLAG, 0, 1, parts, rule)


def field(
    name: str,
    at: int,
    help: str,
    names: Sequence[str],
    shift: int,
    bits: int,
    *,
    stride: int = 1,
    kind: str = NUMBER,
) -> Feature:
    """Some bits of each of several cells: `bits` of them, from bit `shift` on."""
    high = min(MOST, 2**bits - 1)
    rule = (rules.FIELD, at, len(names), stride, shift, 2**bits - 1)
    return Feature(name, help, len(names), kind, 0, high, names, rule)


def seats_from_viewer(seats: int) -> list[str]:
    """What the seats are called, from the viewer's on."""
    return ["own", *(f"next_{number}" for number in range(1, seats))]


def custom(
    name: str,
    help: str,
    names: Sequence[str] = (),
    *,
    kind: str = NUMBER,
    low: int = 0,
    high: int = MOST,
    private: bool = False,
) -> Feature:
    """What a game's own class writes: one number, or one for each of `names`."""
    return Feature(name, help, len(names) or 1, kind, low, high, names, private=private)


def looked_up(
    name: str,
    at: int,
    help: str,
    names: Sequence[str],
    entries: Lookup,
    *,
    stride: int = 1,
    high: int = MOST,
) -> Feature:
    """For each of `names` a cell, of which some numbers of a table are told."""
    parts = [f"{one}.{part}" for one in names for part in entries.parts]
    rule = (rules.LOOKUP, at, len(names), stride, entries.first, len(entries.parts))
    return Feature(name, help, len(parts), NUMBER, 0, high, parts, rule)


def owner(name: str, at: int, help: str, names: Sequence[str], each: int, high: int) -> Feature:
    """For each of `names` a cell that says whose something is and which of `each` it is."""
    parts = [f"{one}.{part}" for one in names for part in ("seat", "number")]
    return Feature(
        name, help, len(parts), NUMBER, 0, high, parts, (rules.OWNED, at, len(names), 1, each, 0)
    )


@dataclass(frozen=True)
class Lookup:
    """Rows of numbers about things, in a list that several features share, from `first` on."""

    first: int
    parts: Sequence[str]


class Lookups:
    """The numbers that features look up."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def add(self, parts: Sequence[str], numbers: Iterable[int]) -> Lookup:
        """Rows of as many numbers as there are parts, one after another."""
        first = len(self.numbers)
        self.numbers.extend(int(number) for number in numbers)
        return Lookup(first, parts)


@dataclass(frozen=True)
class Place:
    """Where a feature lies in an observation: from `start` to before `end`."""

    feature: Feature
    name: str
    start: int
    end: int


class ObservationSpec:
    """The observation of one game with a number of seats, feature by feature.

    `shared` come once, `of_seat` for each seat, from the viewer's on; in both those that a game
    writes itself stand last. `parts` numbers follow: what has been chosen of an action that is
    chosen in parts.
    """

    def __init__(
        self,
        seats: int,
        shared: Sequence[Feature],
        of_seat: Sequence[Feature],
        parts: int,
        most: int,
    ) -> None:
        self.seats = seats
        self.shared = shared
        self.of_seat = of_seat
        viewer = Feature("seat", "The viewer's own seat.", 1, CATEGORY, 0, seats - 1)
        self.places: list[Place] = []
        for one in (viewer, *shared):
            self._add(one, one.name)
        for number in seats_from_viewer(seats):
            for one in of_seat:
                self._add(one, f"{number}.{one.name}")
        self.chosen = self.size
        if parts:
            names = [f"part_{number + 1}" for number in range(parts)]
            told = "The parts chosen so far of the seat's action: 1 + their numbers; 0 for none."
            told_last = Feature("chosen", told, parts, CATEGORY, 0, most, names, private=True)
            self._add(told_last, "chosen")

    def _add(self, feature: Feature, name: str) -> None:
        self.places.append(Place(feature, name, self.size, self.size + feature.size))

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.places[-1].end if self.places else 0

    def bounds(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The least and the most that each number can be."""
        low = [p.feature.low for p in self.places for _ in range(p.feature.size)]
        high = [p.feature.high for p in self.places for _ in range(p.feature.size)]
        return np.array(low, np.int16), np.array(high, np.int16)

    def table(
        self,
        game: Game,
        lookups: Lookups,
        blocks: int,
        block_cells: int,
        kind: type[Encoder] = Encoder,
    ) -> Encoder:
        """What writes these observations."""
        shared, of_seat = _rules(self.shared), _rules(self.of_seat)
        more = [
            sum(one.size for one in many if one.rule is None)
            for many in (self.shared, self.of_seat)
        ]
        return kind(shared, of_seat, vector(lookups.numbers), blocks, block_cells, *more)

    def read(self, observation: NDArray[np.int16]) -> dict[str, Any]:
        """An observation by name: numbers, or for several at once a dictionary by their names."""
        found: dict[str, Any] = {}
        for place in self.places:
            numbers = [int(number) for number in observation[place.start : place.end]]
            names = place.feature.names
            found[place.name] = dict(zip(names, numbers, strict=True)) if names else numbers[0]
        return found


def _rules(features: Sequence[Feature]) -> vec[i64]:
    """The rules of features, those without one last. Raises `ValueError` where one is not."""
    made = [one.rule for one in features]
    first_written = made.index(None) if None in made else len(made)
    if any(made[first_written:]):
        raise ValueError("a feature with a rule stands behind one that the game writes")
    return vector([number for rule in made[:first_written] if rule for number in rule])


assert SEATS == 0
