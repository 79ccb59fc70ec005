"""A network over observations of Montana that treats all hexes of the map alike.

The map is another one in every match, so what is worth building is best learned once for all hexes.
"""

from __future__ import annotations

import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch.nn import Linear
from torch.nn.functional import relu

UNITS = 256
HEX_UNITS = 32


class TableAndHexes(BaseFeaturesExtractor):  # type: ignore[misc]  # it has no types
    """`UNITS` numbers about the table, then one for each of `hexes` hexes: how good it is to build.

    An input is so many numbers about the rest of the table, then the same `hex_width` numbers about
    each hex. A hex is seen with the table, and the table with the mean and the most of the hexes.
    """

    def __init__(self, space: spaces.Box, hexes: int, hex_width: int) -> None:
        super().__init__(space, UNITS + hexes)
        self.hexes, self.hex_width = hexes, hex_width
        self.rest = space.shape[0] - hexes * hex_width
        self.table = Linear(self.rest, UNITS)
        self.hex = Linear(hex_width, HEX_UNITS)
        self.hex_by_table = Linear(UNITS, HEX_UNITS, bias=False)
        self.whole = Linear(UNITS + 2 * HEX_UNITS, UNITS)
        self.choice = Linear(HEX_UNITS, HEX_UNITS)
        self.choice_by_whole = Linear(UNITS, HEX_UNITS, bias=False)
        self.worth = Linear(HEX_UNITS, 1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """The numbers, a row for each input."""
        table = relu(self.table(inputs[:, : self.rest]))
        hexes = inputs[:, self.rest :].unflatten(1, (self.hexes, self.hex_width))
        seen = relu(self.hex(hexes) + self.hex_by_table(table)[:, None])
        whole = relu(self.whole(torch.cat([table, seen.mean(1), seen.amax(1)], 1)))
        chosen = relu(self.choice(seen) + self.choice_by_whole(whole)[:, None])
        return torch.cat([whole, self.worth(chosen).squeeze(2)], 1)
