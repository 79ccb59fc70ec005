"""What a habit is, and the shape of what counts a match's: an observer for each game.

An observer sees the position before everything that happens in a match, and gives named numbers at
the end. It may look at everything: it plays no seat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypedDict, TypeVar

from railhead.games.game import State

Position = TypeVar("Position", bound=State)


@dataclass(frozen=True)
class Habit:
    """One number of a seat, or of a match: `name` in files, `title` in tables.

    A share is from 0 to 1, of one seat often just 0 or 1; other numbers are counts, levels, points.
    """

    name: str
    title: str
    is_share: bool = False
    is_of_match: bool = False


POINTS: Final = Habit("points", "points")


class MatchHabits(TypedDict):
    """The habits of one match by name: of the match, and of each seat.

    A name is missing where there is nothing to say: the links of a delivery without a delivery.
    """

    match: dict[str, float]
    seats: list[dict[str, float]]


class Observer(ABC, Generic[Position]):
    """Counts the habits of one match, of which `state` is the running position.

    `notify` has the form of a listener of `ai.training.matches.play_out`. Each game's observer says
    in `HABITS` which there are, in the order of tables, and fills `match` and `seats`.
    """

    HABITS: ClassVar[Sequence[Habit]]

    def __init__(self, state: Position) -> None:
        self.state = state
        self.match: Counter[str] = Counter()
        self.seats: list[Counter[str]] = [Counter() for _ in range(int(state.seats()))]

    def notify(self, seat: int, notation: str) -> None:
        """Note what `seat` (or `CHANCE`) is about to do; `state` is still the position before."""
        name, *values = notation.split(":")
        self.see(seat, name, values)

    @abstractmethod
    def see(self, seat: int, name: str, values: Sequence[str]) -> None:
        """Note an action of this type and these values, as notation has them."""

    def finish(self) -> MatchHabits:
        """All habits, once the match is over."""
        self.end()
        points = self.state.scores()
        seats = range(len(self.seats))
        return {
            "match": self.habits_of_match(),
            "seats": [{POINTS.name: float(points[seat]), **self.habits_of(seat)} for seat in seats],
        }

    def end(self) -> None:
        """Note what only the end of the match shows."""

    def habits_of_match(self) -> dict[str, float]:
        """The habits of the match."""
        return {}

    @abstractmethod
    def habits_of(self, seat: int) -> dict[str, float]:
        """The habits of one seat, its points aside."""


def ratio(habits: dict[str, float], name: str, number: float, whole: float) -> None:
    """Set a habit to a part of a whole, or leave it out where there is no whole."""
    if whole:
        habits[name] = number / whole
