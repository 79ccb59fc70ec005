"""What a position of Montana is worth to each seat: what a network foresees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.learned import Learned
from railhead.ai.knowledge.montana.features import MOST_SEATS, PositionFeatures
from railhead.ai.net.weights_file import Weights


@final
class Evaluation(Learned):
    """The settlements at the end and who is first, as the network foresees them.

    `weights` as in `weights.json`, `network` as in `network.json`. Raises `KeyError` where a weight
    is missing, `ValueError` where the network is over other inputs.
    """

    def __init__(self, weights: Mapping[str, float], network: Weights) -> None:
        super().__init__(Knowledge(), PositionFeatures(), network, MOST_SEATS, weights)
