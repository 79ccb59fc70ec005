"""What a position of Santa Fe is worth to each seat: what a network foresees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from railhead.ai.knowledge.learned import Learned
from railhead.ai.knowledge.santa_fe.features import PositionFeatures
from railhead.ai.knowledge.santa_fe.move_priors import MovePriors
from railhead.ai.net.weights_file import Weights
from railhead.games.santa_fe import actions


@final
class Evaluation(Learned):
    """The points at the end and who is first, as the network foresees them.

    `weights` as in `weights.json`, `network` as in `network.json`. Raises `KeyError` where a weight
    is missing, `ValueError` where the network is over other inputs.
    """

    def __init__(self, weights: Mapping[str, float], network: Weights) -> None:
        super().__init__(
            MovePriors(weights), PositionFeatures(), network, actions.MOST_SEATS, weights
        )
