"""How far a cattleman of Great Western Trail is from each space of the trail as it lies now."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.great_western_trail.components import Components
from railhead.games.great_western_trail.rules.movement import is_location
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST, NEUTRAL, SPACES, START
from railhead.games.vectors import vec

FAR: Final = 99
"""More steps than any way has."""


@final
class Way:
    """`steps` is for each space the fewest steps to it from where `look` was told, or `FAR`.

    `done` is for each space the share of the neutral buildings on the longest way that lie behind
    it, on a trail without other tiles.
    """

    def __init__(self) -> None:
        self.components: Components | None = None
        self.order: vec[i64] = vec[i64]([])
        self.rank: vec[i64] = vec[i64]([0] * SPACES)
        self.done: vec[float] = vec[float]([0.0] * SPACES)
        self.steps: vec[i64] = vec[i64]([FAR] * SPACES)
        self.ends: i64 = 0

    def learn(self, components: Components) -> None:
        """Take in a board, unless it is the one known already."""
        if self.components is components:
            return
        self.components = components
        trail = components.trail
        before = [0] * SPACES
        for space in range(SPACES):
            for following in (int(trail.first[space]), int(trail.second[space])):
                if following >= 0:
                    before[following] += 1
        order: list[int] = []
        ready = [int(START)]
        passed = [0] * SPACES
        while ready:
            space = ready.pop()
            self.rank[space] = len(order)
            order.append(space)
            for following in (int(trail.first[space]), int(trail.second[space])):
                if following >= 0:
                    number = passed[space] + (1 if trail.kind[following] == NEUTRAL else 0)
                    passed[following] = max(passed[following], number)
                    before[following] -= 1
                    if before[following] == 0:
                        ready.append(following)
        self.order = vec[i64]([i64(space) for space in order])
        self.ends = len(order)
        for space in range(SPACES):
            self.done[space] = passed[space] / (passed[int(LAST)] + 1)

    def look(self, position: Position, place: i64) -> None:
        """Measure from `place`, a space of the trail."""
        trail = position.components.trail
        order = self.order
        steps = self.steps
        space: i64 = 0
        while space < SPACES:
            steps[space] = FAR
            space += 1
        steps[place] = 0
        index: i64 = self.rank[place]
        ends: i64 = self.ends
        while index < ends:
            space = order[index]
            index += 1
            if steps[space] < FAR:
                following: i64 = trail.first[space]
                if following >= 0:
                    self._enter(position, following, steps[space])
                    following = trail.second[space]
                    if following >= 0:
                        self._enter(position, following, steps[space])

    def _enter(self, position: Position, space: i64, steps: i64) -> None:
        if is_location(position, space):
            steps += 1
        if steps < self.steps[space]:
            self.steps[space] = steps
