"""How a search weighs what the knowledge of a game says: numbers of a game's `weights.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from mypy_extensions import i64


@final
class SearchWeights:
    """`exploration` is the weight of the prior term in PUCT where two play; each seat more adds
    `exploration_per_seat`.

    `caution` is how far below its siblings' mean an untried action is assumed to be once all likely
    ones are tried. With a `usual_spread` these are for values so far apart (their standard
    deviation below a decision) and go with how far apart they are, so that a match that is all but
    decided is not searched as if any move would do; without one they are the same everywhere.
    `forgiveness` is the part, 0 to 1, of what another action than the one visited most was worse by
    when it was tried that is not charged to the decisions above.
    """

    def __init__(
        self,
        exploration: float = 1.0,
        exploration_per_seat: float = 0.0,
        caution: float = 0.1,
        usual_spread: float = 0.0,
        forgiveness: float = 0.0,
    ) -> None:
        self.exploration: float = exploration
        self.exploration_per_seat: float = exploration_per_seat
        self.caution: float = caution
        self.usual_spread: float = usual_spread
        self.forgiveness: float = forgiveness

    def exploration_of(self, seats: i64) -> float:
        """The weight of the prior term in PUCT where so many seats play, 2 or more."""
        return self.exploration + self.exploration_per_seat * float(seats - 2)


def search_weights(weights: Mapping[str, float]) -> SearchWeights:
    """What stands in a game's `weights` under these names. Raises `KeyError` where one does not."""
    return SearchWeights(
        weights["exploration"],
        weights["exploration_per_seat"],
        weights["caution"],
        weights["usual_spread"],
        weights["forgiveness"],
    )
