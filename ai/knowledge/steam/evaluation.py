"""What a position of Steam is worth to each seat: points now, and what a network foresees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from railhead.ai.knowledge.learned import Learned
from railhead.ai.knowledge.steam.features import MOST_SEATS, PositionFeatures
from railhead.ai.knowledge.steam.move_priors import MovePriors
from railhead.ai.net.weights_file import Weights


@final
class Evaluation(Learned):
    """Points that are certain by `Forecast`, and what the network foresees on top of them.

    `weights` as in `weights.json`, `network` as in `network.json`. Raises `KeyError` where a weight
    is missing, `ValueError` where the network is over other inputs.
    """

    def __init__(self, weights: Mapping[str, float], network: Weights) -> None:
        super().__init__(MovePriors(weights), PositionFeatures(), network, MOST_SEATS, weights)
