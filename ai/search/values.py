"""What a simulation is worth to each seat: its squashed lead, or first place at the end."""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.games.game import State
from railhead.games.vectors import vec

FURTHEST: Final = 30.0
"""How many spreads behind makes no difference any more."""
MOST: Final = 1.0 - 1e-9
"""A value from here on is as good as 1, the most there is."""


@final
class Values:
    """`of_seat` holds each seat's value, 0 to 1, of the position that was last estimated."""

    def __init__(self, knowledge: Knowledge, seats: i64) -> None:
        self.knowledge: Knowledge = knowledge
        self.seats: i64 = seats
        self.decided: bool = knowledge.score_margin_weight == 0.0 or (
            seats == 2 and knowledge.rivalry == 1.0
        )
        """Whether a seat that has the most there is leaves no doubt what the others have."""
        self.of_seat: vec[float] = vec[float]([0.0] * int(seats))
        self.evaluation: vec[float] = vec[float]([0.0] * int(2 * seats))
        self.centre: vec[float] = vec[float]([0.0] * int(seats))

    def centre_on(self, state: State) -> None:
        """Count leads from those of this position."""
        self._find_leads(state)
        seat: i64 = 0
        while seat < self.seats:
            self.centre[seat] = self.of_seat[seat]
            seat += 1

    def evaluate_leaf(self, state: State) -> None:
        """Where a playout is cut off: each seat's lead over the best other, squashed.

        Where the knowledge has chances of first place, blended with those.
        """
        self._squash_leads(state)
        if self.knowledge.has_win_odds:
            self._blend_win_odds()

    def _blend_win_odds(self) -> None:
        """Let first place count as it does at the end, by the chances of it."""
        odds = self.evaluation
        seats: i64 = self.seats
        largest = odds[seats]
        index: i64 = seats
        while index < 2 * seats:
            if odds[index] > largest:
                largest = odds[index]
            index += 1
        total = 0.0
        index = seats
        while index < 2 * seats:
            # A softmax: less the largest no power overflows.
            odds[index] = math.exp(odds[index] - largest)
            total += odds[index]
            index += 1
        value = self.of_seat
        margin = self.knowledge.score_margin_weight
        seat: i64 = 0
        while seat < seats:
            value[seat] = margin * value[seat] + (1.0 - margin) * odds[seats + seat] / total
            seat += 1

    def _squash_leads(self, state: State) -> None:
        """Set each seat's value to its squashed lead."""
        self._find_leads(state)
        value = self.of_seat
        seat: i64 = 0
        while seat < self.seats:
            lead = (value[seat] - self.centre[seat]) / self.knowledge.spread
            # Beyond this `exp` might overflow, and nothing changes any more.
            if lead < -FURTHEST:
                lead = -FURTHEST
            value[seat] = 1.0 / (1.0 + math.exp(-lead))
            seat += 1

    def score_terminal(self, state: State) -> None:
        """At the end: first place shared by those who hold it, and the margin."""
        self._squash_leads(state)
        value = self.of_seat
        margin = self.knowledge.score_margin_weight
        seat: i64 = 0
        while seat < self.seats:
            value[seat] *= margin
            seat += 1
        first = state.ranking()[0]
        for winner in first:
            value[i64(winner)] += (1.0 - margin) / len(first)

    def _find_leads(self, state: State) -> None:
        """Set each seat's value to its lead over the best other, in the unit of the evaluation."""
        evaluation = self.evaluation
        self.knowledge.evaluate(state, evaluation)
        seat: i64 = 0
        while seat < self.seats:
            rival = -1e300
            other: i64 = 0
            while other < self.seats:
                if other != seat and evaluation[other] > rival:
                    rival = evaluation[other]
                other += 1
            self.of_seat[seat] = evaluation[seat] - self.knowledge.rivalry * rival
            seat += 1
