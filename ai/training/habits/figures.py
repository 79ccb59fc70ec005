"""Means of habits over many matches, of winners and others apart, each with its interval."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from railhead.ai.training.habits.observer import Habit, MatchHabits
from railhead.ai.training.samples import interval, mean_interval


@dataclass(frozen=True)
class Played:
    """A match as some of its seats played it: `ranking` has the seats from first to last."""

    habits: MatchHabits
    ranking: Sequence[Sequence[int]]
    seats: Sequence[int]


@dataclass(frozen=True)
class Figure:
    """A mean with its 95 % interval, None where samples leave it open.

    `values` is how many seats or matches it is taken over.
    """

    mean: float
    low: float | None
    high: float | None
    values: int


@dataclass(frozen=True)
class HabitFigures:
    """A habit of all seats, of those that came first (tied ones too) and of the others.

    None for a group in which no seat has it, and of the last two for a habit of the match.
    """

    habit: Habit
    everybody: Figure | None
    winners: Figure | None
    others: Figure | None


Group = Callable[[Played, int], bool]


def is_any(played: Played, seat: int) -> bool:
    """Whether a seat counts among all."""
    return True


def is_winner(played: Played, seat: int) -> bool:
    """Whether a seat came first, alone or tied."""
    return seat in played.ranking[0]


def is_other(played: Played, seat: int) -> bool:
    """Whether a seat did not come first."""
    return not is_winner(played, seat)


def figures(habits: Iterable[Habit], samples: Sequence[Sequence[Played]]) -> list[HabitFigures]:
    """Each habit's figures over samples, whose matches have one shuffle each and count as one."""
    found = []
    for habit in habits:
        if habit.is_of_match:
            of_matches = [values_of_matches(habit, sample) for sample in samples]
            found.append(HabitFigures(habit, figure(habit, of_matches), None, None))
        else:
            groups = [
                figure(habit, [values_of_seats(habit, sample, group) for sample in samples])
                for group in (is_any, is_winner, is_other)
            ]
            found.append(HabitFigures(habit, *groups))
    return found


def values_of_matches(habit: Habit, sample: Sequence[Played]) -> list[float]:
    """A habit in each match of a sample that has it."""
    matches = [played.habits["match"] for played in sample]
    return [match[habit.name] for match in matches if habit.name in match]


def values_of_seats(habit: Habit, sample: Sequence[Played], group: Group) -> list[float]:
    """A habit of each seat of a group, in the matches of a sample, that has it."""
    return [
        played.habits["seats"][seat][habit.name]
        for played in sample
        for seat in played.seats
        if group(played, seat) and habit.name in played.habits["seats"][seat]
    ]


def figure(habit: Habit, samples: Sequence[Sequence[float]]) -> Figure | None:
    """The mean over the means of samples, those without any value aside."""
    means = [statistics.fmean(values) for values in samples if values]
    if not means:
        return None
    bounds = interval(means) if habit.is_share else mean_interval(means)
    low, high = bounds or (None, None)
    return Figure(statistics.fmean(means), low, high, sum(map(len, samples)))


def format_number(habit: Habit, number: float) -> str:
    """A mean as tables show it: a share in percent, anything else to two places."""
    return f"{100 * number:.0f} %" if habit.is_share else f"{number:.2f}"


def format_interval(habit: Habit, figure: Figure) -> str:
    """An interval as tables show it; empty for one that is not known."""
    if figure.low is None or figure.high is None:
        return ""
    low, high = format_number(habit, figure.low), format_number(habit, figure.high)
    return f"{low.removesuffix(' %')} to {high}"
