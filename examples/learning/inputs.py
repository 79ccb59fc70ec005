"""Observations as a network takes them: things without an order apart, numbers on one scale."""

from __future__ import annotations

from collections.abc import Container

import numpy as np
from numpy.typing import NDArray

from railhead.rl.features import CATEGORY, SEAT, ObservationSpec

Array = NDArray[np.float32]

MOST_THINGS = 64
"""A number that can be one of more things is taken as an amount."""
FURTHEST = 5.0
"""How many deviations an input may be from its mean."""
LEAST_DEVIATION = 0.3


class Inputs:
    """How the `size` inputs of a network are made of the observations of a game.

    `seen` are observations by which that is chosen: what never varies among them is left out, and
    so are the features in `left_out`.
    """

    def __init__(
        self, layout: ObservationSpec, seen: NDArray[np.int16], left_out: Container[str] = ()
    ) -> None:
        least, most = seen.min(axis=0), seen.max(axis=0)
        apart: list[int] = []
        together: list[int] = []
        for place in layout.places:
            if place.name in left_out:
                continue
            for cell in range(place.start, place.end):
                things = int(most[cell]) - int(least[cell]) + 1
                if place.feature.kind in (CATEGORY, SEAT) and 2 < things <= MOST_THINGS:
                    apart.append(cell)
                elif things > 1:
                    together.append(cell)
        self.apart = np.array(apart, int)
        self.together = np.array(together, int)
        self.least, self.most = least[self.apart], most[self.apart]
        widths = self.most.astype(int) - self.least + 1
        self.first = np.concatenate([[0], np.cumsum(widths)[:-1]]).astype(int)
        self.of_things = int(widths.sum())
        self.size = self.of_things + len(together)
        amounts = seen[:, self.together].astype(np.float32)
        self.mean = amounts.mean(axis=0)
        self.scale = 1 / (amounts.std(axis=0) + LEAST_DEVIATION)

    def __call__(self, observations: NDArray[np.int16]) -> Array:
        """The inputs, a row for each observation: an input for each thing, then the amounts."""
        rows = len(observations)
        made = np.zeros((rows, self.size), np.float32)
        things = np.clip(observations[:, self.apart], self.least, self.most)
        made[np.arange(rows)[:, None], self.first + things - self.least] = 1
        amounts = (observations[:, self.together] - self.mean) * self.scale
        made[:, self.of_things :] = np.clip(amounts, -FURTHEST, FURTHEST)
        return made
