"""What a seat may do at a position, weighed by the game's knowledge, and a draw among it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.games.game import Actions, State
from railhead.games.random import Random
from railhead.games.vectors import vec

TWO_TO_32: Final = 4294967296.0


@final
class Choices:
    """The actions last listed, with a weight for each: buffers that are filled anew each time."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge: Knowledge = knowledge
        self.actions: Actions = Actions()
        self.weights: vec[float] = vec[float]([0.0] * 256)

    def collect(self, state: State, seat: i64) -> i64:
        """List what `seat` may do, weighed by shares of 1; how many actions that are."""
        count = self.list_all(state, seat)
        self.weigh(state, seat)
        return count

    def list_all(self, state: State, seat: i64) -> i64:
        """Like `collect`, without weighing."""
        self.actions.count = 0
        state.collect(seat, self.actions)
        return self.actions.count

    def weigh(self, state: State, seat: i64) -> None:
        """Weigh the actions listed, all that `seat` may do, by shares of 1."""
        count: i64 = self.actions.count
        self._make_room(count)
        if count <= 1:
            return
        self.knowledge.priors(state, seat, self.actions, self.weights)
        weights = self.weights
        total = 0.0
        index: i64 = 0
        while index < count:
            total += weights[index]
            index += 1
        index = 0
        while index < count:
            weights[index] /= total
            index += 1

    def consider(self, state: State, seat: i64) -> i64:
        """Like `collect`, but what a playout chooses among, weighed for it."""
        self.actions.count = 0
        self.knowledge.likely(state, seat, self.actions)
        count: i64 = self.actions.count
        self._make_room(count)
        if count > 1:
            self.knowledge.policy(state, seat, self.actions, self.weights)
        return count

    def put_first(self, number: i64, count: i64, random: Random) -> float:
        """Put the likeliest of the `count` actions listed in front, so many of them; the weight of
        all others."""
        items = self.actions.items
        weights = self.weights
        # Of those that are as likely any may come first, so that order means nothing.
        start: i64 = random.below(count)
        place: i64 = 0
        while place < number:
            index: i64 = start if start > place else place
            best: i64 = index
            for _ in range(count - place):
                if weights[index] > weights[best]:
                    best = index
                index = index + 1 if index + 1 < count else place
            action: i64 = items[best]
            weight: float = weights[best]
            items[best] = items[place]
            weights[best] = weights[place]
            items[place] = action
            weights[place] = weight
            place += 1
        rest = 0.0
        while place < count:
            rest += weights[place]
            place += 1
        return rest

    def _make_room(self, count: i64) -> None:
        if count > i64(len(self.weights)):
            self.weights = vec[float]([0.0] * int(count * 2))
        # An action that is the only one is not weighed, and may be drawn all the same.
        self.weights[0] = 1.0

    def draw(self, count: i64, random: Random) -> i64:
        """An index below `count` drawn by the weights."""
        weights = self.weights
        total = 0.0
        index: i64 = 0
        while index < count:
            total += weights[index]
            index += 1
        left = total * (float(random.next32()) / TWO_TO_32)
        chosen: i64 = 0
        index = 0
        while index < count:
            weight = weights[index]
            # By rounding something may be left at the end: then it is the last that may be drawn.
            if weight > 0.0:
                chosen = index
                left -= weight
                if left < 0.0:
                    return chosen
            index += 1
        return chosen
