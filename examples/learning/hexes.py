"""Inputs of a network for Montana: those of the table, then as many for each hex of its map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from examples.learning.inputs import Array, Inputs
from railhead.rl.features import ObservationSpec

OF_HEXES = ("hex", "owner", "built", "token", "reach")
"""Features that say as many numbers of every hex, in the order of the hexes."""
KIND, OWNER = 0, 8
"""Which of these numbers are one of several things."""
KINDS, OWNERS = 5, 3


class MontanaInputs:
    """`size` inputs: those of the table, then `width` for each of `hexes` hexes, alike for all.

    `seen` are observations by which those of the table are chosen.
    """

    def __init__(self, layout: ObservationSpec, seen: NDArray[np.int16]) -> None:
        self.table = Inputs(layout, seen, left_out=OF_HEXES)
        places = {place.name: place for place in layout.places}
        self.hexes = places["owner"].feature.size
        cells = [np.arange(places[name].start, places[name].end) for name in OF_HEXES]
        self.cells = np.concatenate([cell.reshape(self.hexes, -1) for cell in cells], axis=1)
        self.counted = np.delete(np.arange(self.cells.shape[1]), [KIND, OWNER])
        self.width = KINDS + OWNERS + len(self.counted)
        self.size = self.table.size + self.hexes * self.width

    def __call__(self, observations: NDArray[np.int16]) -> Array:
        """The inputs, a row for each observation."""
        told = observations[:, self.cells]
        of_hexes = np.concatenate(
            [
                told[:, :, KIND, None] == np.arange(KINDS),
                told[:, :, OWNER, None] == np.arange(OWNERS),
                told[:, :, self.counted],
            ],
            axis=2,
            dtype=np.float32,
        )
        rows = len(observations)
        return np.concatenate([self.table(observations), of_hexes.reshape(rows, -1)], axis=1)
