"""The weights of a network on file: JSON, with the first layer's integers as base64 of 16 bits."""

from __future__ import annotations

import base64
import json
import sys
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from railhead.ai.net.inputs import Features
from railhead.ai.net.network import OUTPUTS, Network, Rows

FORMAT = 2


@dataclass(frozen=True)
class QuantizedMatrix:
    """A block of first-layer weights: a row of integers for each input, base64; a scale a unit."""

    weights: str
    scales: Sequence[float]

    def rows(self, inputs: int) -> Rows:
        """The weights, ready for use. Raises `ValueError` where they are not of so many inputs."""
        return Rows(self._integers(inputs), self.scales)

    def numbers(self, inputs: int) -> list[float]:
        """The weights as numbers, row by row. Raises `ValueError` as `rows` does."""
        units = len(self.scales)
        integers = self._integers(inputs)
        return [integer * self.scales[at % units] for at, integer in enumerate(integers)]

    def _integers(self, inputs: int) -> list[int]:
        integers = array("h", base64.b64decode(self.weights))
        # Files are little-endian, on every machine.
        if sys.byteorder == "big":
            integers.byteswap()
        if len(integers) != inputs * len(self.scales):
            raise ValueError(f"{len(integers) / len(self.scales):g} inputs, {inputs} are wanted")
        return list(integers)


@dataclass(frozen=True)
class Weights:
    """A trained network: see `Network` for the parts, `ai.training` for how it came to be.

    `unit` is the lead, in points of the game, that a standing of 1 stands for.
    """

    unit: float
    own: QuantizedMatrix
    others: QuantizedMatrix
    table: QuantizedMatrix
    firmness: QuantizedMatrix
    bias: Sequence[float]
    second: Sequence[float]
    made_from: str = ""

    def network(self, features: Features, seats: int) -> Network:
        """The network over these features for up to so many seats. Raises `ValueError`."""
        own = self.own.rows(int(features.of_seat))
        others = self.others.rows(int(features.of_seat))
        table = self.table.rows(int(features.of_table))
        if len(self.second) != OUTPUTS * (len(self.bias) - OUTPUTS):
            raise ValueError("the second layer does not fit the first")
        firmness = self.firmness.rows(int(features.of_table))
        return Network(
            features, own, others, table, firmness, self.bias, self.second, self.unit, seats
        )

    def write(self, file: Path) -> None:
        """Put these weights on file."""
        file.write_text(json.dumps({"format": FORMAT, **asdict(self)}) + "\n", encoding="utf-8")


def read(file: Path) -> Weights:
    """The weights on file. Raises `OSError`, or `ValueError` where it is of another format."""
    content = json.loads(file.read_text(encoding="utf-8"))
    if content.pop("format", None) != FORMAT:
        raise ValueError(f"{file} is not of format {FORMAT}")
    for name in ("own", "others", "table", "firmness"):
        content[name] = QuantizedMatrix(**content[name])
    return Weights(**content)
