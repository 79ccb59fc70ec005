"""The numbers that Montana's evaluation rests on, and tables made of those in `weights.json`.

Those are tuned by `python -m ai.training.tune montana`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MOST_PIECES: Final = 16
"""Beyond so many pieces of a kind another one is worth nothing more."""


def diminishing(weight: float, decay: float) -> list[float]:
    """The worth of 0 to `MOST_PIECES` pieces: the first `weight`, each next one times `decay`."""
    worth = [0.0]
    for number in range(MOST_PIECES):
        worth.append(worth[-1] + weight * decay**number)
    return worth


def worth_of_pieces(weights: Mapping[str, float]) -> list[float]:
    """By kind, what 0 to `MOST_PIECES` pieces are worth: six goods, workers, coins."""
    small, large = weights["small_good"], weights["large_good"]
    table: list[float] = []
    for weight in (small, small, small, small, large, large):
        table.extend(diminishing(weight, weights["goods_decay"]))
    table.extend(diminishing(weights["worker"], weights["worker_decay"]))
    table.extend(diminishing(weights["coin"], weights["coin_decay"]))
    return table
