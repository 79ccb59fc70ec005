"""Whole matches of cheap players with every position kept, to count again what observers count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from railhead.ai.training.agents import agent_of
from railhead.ai.training.habits import MatchHabits, observer_of
from railhead.ai.training.matches import openings, play_out
from railhead.games.game import State
from railhead.games.random import Random

Position = TypeVar("Position", bound=State)


@dataclass
class Step(Generic[Position]):
    """What happened, with the positions before and after."""

    seat: int
    notation: str
    before: Position
    after: Position


@dataclass
class Watched(Generic[Position]):
    """A match: its steps, its end, and what its observer has counted."""

    steps: list[Step[Position]]
    end: Position
    habits: MatchHabits

    def rises(self, number: Callable[[Position], int]) -> int:
        """By how much a number has risen over the match, falls aside."""
        return sum(rise for rise in self.changes(number) if rise > 0)

    def falls(self, number: Callable[[Position], int]) -> int:
        """In how many steps a number has fallen."""
        return sum(change < 0 for change in self.changes(number))

    def changes(self, number: Callable[[Position], int]) -> Iterable[int]:
        """The change of a number in each step."""
        return (number(step.after) - number(step.before) for step in self.steps)


def watch(kind: type[Position], game: str, shuffle: int, agents: list[str]) -> Watched[Position]:
    """Play a match of these agents, from the first seat on."""
    state = openings(game, len(agents))(shuffle)
    players = [agent_of(name).player(game, seat, 1.0) for seat, name in enumerate(agents)]
    observer = observer_of(state)
    assert observer is not None
    before: list[tuple[int, str, State]] = []
    play_out(
        state,
        players,
        Random(shuffle, 1),
        100_000,
        [observer.notify, lambda seat, notation: before.append((seat, notation, state.clone()))],
    )
    positions = [*(position for _, _, position in before), state]
    steps = []
    for number, (seat, notation, _) in enumerate(before):
        earlier, later = positions[number], positions[number + 1]
        assert isinstance(earlier, kind)
        assert isinstance(later, kind)
        steps.append(Step(seat, notation, earlier, later))
    assert isinstance(state, kind)
    return Watched(steps, state, observer.finish())
