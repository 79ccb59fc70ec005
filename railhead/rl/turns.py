"""One match as environments of other libraries step it: whose choice it is, which, and the end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.games.game import CHANCE, OVER, State
from railhead.games.random import Random
from railhead.rl.action_table import UNFINISHED, Decision
from railhead.rl.environment import Table, random_from, random_words


class Turns:
    """A match of `table` from its set-up on, chance drawn as it comes; `seat` is to choose.

    `seat` is below 0 once the match is over.
    """

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.random = Random(seed)
        self.state: State = table.opening(self.random)
        self.decision = Decision(table.actions.table)
        self.seat = OVER
        self._go_on()

    def __reduce__(self) -> tuple[Any, ...]:
        chosen = self.decision.chosen_parts()
        return _restore, (self.table, self.state.save(), random_words(self.random), chosen)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Turns:
        """A copy that goes on by itself."""
        _, (table, *told) = self.__reduce__()
        return _restore(table, *told)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.seat == OVER

    def choose(self, number: int) -> None:
        """Choose a number for the seat to act. Raises `games.game.IllegalAction`."""
        action = self.decision.choose(number)
        if action != UNFINISHED:
            self.play(action)

    def play(self, action: int) -> None:
        """Play a legal packed action of the seat to act, whatever parts were chosen of it."""
        self.state.play(self.seat, action)
        self._go_on()

    def _go_on(self) -> None:
        if self.state.actor() == CHANCE:
            self.state.sample_chance(self.random)
        self.seat = int(self.state.actor())
        if self.seat >= 0:
            self.decision.begin(self.state, self.seat)

    def observation(self, viewer: int) -> NDArray[np.int16]:
        """What `viewer` may know, with the parts that it has chosen; a new array."""
        return observation_at(self.table, self.state, self.decision, self.seat, viewer)

    def mask(self, viewer: int) -> NDArray[np.int8]:
        """1 for each number that `viewer` may choose; a new array."""
        mask = np.zeros(self.table.actions.size, np.int8)
        if viewer == self.seat:
            mask[self.decision.numbers()] = 1
        return mask

    def places(self) -> list[float]:
        """What the end is worth to each seat: 1 for first place to -1 for the last, ties shared."""
        return places(self.state.ranking())


def _restore(table: Table, saved: bytes, words: list[int], chosen: list[int]) -> Turns:
    """A match where it stood when it was written down."""
    turns = Turns.__new__(Turns)
    turns.table = table
    turns.random = random_from(words)
    turns.state = table.game.load(saved)
    turns.decision = Decision(table.actions.table)
    turns.seat = int(turns.state.actor())
    if turns.seat >= 0:
        turns.decision.begin(turns.state, turns.seat)
        for number in chosen:
            turns.decision.choose(number)
    return turns


def observation_at(
    table: Table, state: State, decision: Decision, seat: int, viewer: int
) -> NDArray[np.int16]:
    """What `viewer` may know where `seat` is to take a decision; a new array."""
    made = table.observation(state, viewer)
    if viewer == seat:
        for part, number in enumerate(decision.chosen_parts()):
            made[table.layout.chosen + part] = 1 + number
    return made


def places(ranking: list[list[int]]) -> list[float]:
    """What places are worth: 1 for the first to -1 for the last, in equal steps, ties shared."""
    seats = sum(len(tied) for tied in ranking)
    worth = [0.0] * seats
    before = 0
    for tied in ranking:
        for seat in tied:
            worth[seat] = 1.0 - (2 * before + len(tied) - 1) / (seats - 1)
        before += len(tied)
    return worth
