"""How a level that is not to play its best draws a move from what its search has counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from railhead.ai.search.root_statistics import Statistics
from railhead.games.random import Random

TWO_TO_32: Final = 4294967296.0


@dataclass(frozen=True)
class MoveSampling:
    """How often a move is drawn, and how evenly.

    Of a `share` of decisions, 0 to 1, the move is drawn with weights of visits ** (1 /
    `temperature`): by 1 as often as it was visited, by more the more evenly. A move with less than
    `min_visits` of the visits of the most visited one, 0 to 1, is never drawn: the search has seen
    that it is bad. The other decisions are the best that the search has found. Raises `ValueError`
    for what is out of range.
    """

    share: float = 0.0
    temperature: float = 1.0
    min_visits: float = 0.0

    def __post_init__(self) -> None:
        if not (0 <= self.share <= 1 and self.temperature > 0 and 0 <= self.min_visits <= 1):
            raise ValueError(f"{self} is out of range")

    def samples(self, random: Random) -> bool:
        """Whether the decision at hand is one whose move is drawn."""
        return float(random.next32()) < TWO_TO_32 * self.share

    def draw(self, counted: Statistics, random: Random) -> tuple[int, int, list[float], float]:
        """The entry of an action drawn from those of a root, of which one at least was visited."""
        most = max(visits for _, visits, _, _ in counted)
        drawn = [entry for entry in counted if entry[1] >= max(1, self.min_visits * most)]
        # As parts of the most visited: a low temperature would overflow with visits themselves.
        weights = [(entry[1] / most) ** (1 / self.temperature) for entry in drawn]
        left = sum(weights) * float(random.next32()) / TWO_TO_32
        for entry, weight in zip(drawn, weights, strict=True):
            left -= weight
            if left < 0:
                return entry
        return drawn[-1]  # by rounding something may be left at the end


BEST: Final = MoveSampling()
"""Always the best move found."""
