"""How a search weighs what the knowledge of a game says: numbers of a game's `weights.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from mypy_extensions import i64


@final
class SearchWeights:
    """`c_puct` is the weight of the prior term in PUCT where two play; each seat more adds
    `c_puct_per_seat`.

    `first_play_urgency` is how far below its siblings' mean an untried action is assumed to be once
    all likely ones are tried (first-play urgency reduction). With a `value_variance_scale` both are
    for values that are so far apart (their standard deviation below a decision) and grow with how
    far apart they are, so that a match that is all but decided is not searched as if any move would
    do; with 0 they are the same everywhere. `backup_max_weight`, 0 to 1, mixes the mean and the
    maximum in the backup (Coulom 2006): the part of what an action was worse by than the one
    visited most that is not charged to the decisions above.
    """

    def __init__(
        self,
        c_puct: float = 1.0,
        c_puct_per_seat: float = 0.0,
        first_play_urgency: float = 0.1,
        value_variance_scale: float = 0.0,
        backup_max_weight: float = 0.0,
    ) -> None:
        self.c_puct: float = c_puct
        self.c_puct_per_seat: float = c_puct_per_seat
        self.first_play_urgency: float = first_play_urgency
        self.value_variance_scale: float = value_variance_scale
        self.backup_max_weight: float = backup_max_weight

    def c_puct_for(self, seats: i64) -> float:
        """The weight of the prior term in PUCT where so many seats play, 2 or more."""
        return self.c_puct + self.c_puct_per_seat * float(seats - 2)


def search_weights(weights: Mapping[str, float]) -> SearchWeights:
    """What stands in a game's `weights` under these names. Raises `KeyError` where one does not."""
    return SearchWeights(
        weights["c_puct"],
        weights["c_puct_per_seat"],
        weights["first_play_urgency"],
        weights["value_variance_scale"],
        weights["backup_max_weight"],
    )
