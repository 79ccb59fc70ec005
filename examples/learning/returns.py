"""What choices came to, once their matches have ended."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def returns_of(
    rewards: Sequence[NDArray[np.float32]], ended: Sequence[NDArray[np.bool_]]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """What each choice's match came to, and whether it ended at all while it was watched."""
    worth = np.zeros_like(np.stack(rewards))
    known = np.zeros(worth.shape, np.bool_)
    later, seen = worth[0].copy(), known[0].copy()
    for number in reversed(range(len(rewards))):
        later = np.where(ended[number], rewards[number], later)
        seen = seen | ended[number]
        worth[number], known[number] = later, seen
    return worth, known
