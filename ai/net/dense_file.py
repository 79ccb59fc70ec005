"""The weights of a `Dense` network on file: JSON, with the first layer as base64 of 16 bits."""

from __future__ import annotations

import base64
import json
import sys
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from railhead.ai.net.dense import Dense

FORMAT = "dense-1"


@dataclass(frozen=True)
class DenseWeights:
    """A trained network: see `Dense` for the parts, `ai.training.dense_fit` for its training.

    Each number is divided by its entry of `spreads` first. `own` and `others` are rows of integers,
    base64; `own_scales` and `others_scales` say for each unit what 1 of them is.
    """

    unit: float
    spreads: Sequence[float]
    own: str
    own_scales: Sequence[float]
    others: str
    others_scales: Sequence[float]
    bias: Sequence[float]
    second: Sequence[float]
    firmness: float
    made_from: str = ""

    def network(self, numbers: int) -> Dense:
        """The network over so many numbers. Raises `ValueError` where it is over others."""
        if len(self.spreads) != numbers:
            raise ValueError(f"{len(self.spreads)} numbers, {numbers} are wanted")
        own = self._rows(self.own, self.own_scales)
        others = self._rows(self.others, self.others_scales)
        return Dense(own, others, self.bias, self.second, self.firmness, self.unit)

    def _rows(self, text: str, scales: Sequence[float]) -> list[float]:
        """A block of the first layer, for numbers as they come."""
        integers = array("h", base64.b64decode(text))
        if sys.byteorder == "big":
            integers.byteswap()
        units = len(scales)
        return [
            integer * scales[place % units] / self.spreads[place // units]
            for place, integer in enumerate(integers)
        ]

    def write(self, file: Path) -> None:
        """Put these weights on file."""
        file.write_text(json.dumps({"format": FORMAT, **asdict(self)}) + "\n", encoding="utf-8")


def read(file: Path) -> DenseWeights:
    """The weights on file. Raises `OSError`, or `ValueError` where it is of another format."""
    content = json.loads(file.read_text(encoding="utf-8"))
    if content.pop("format", None) != FORMAT:
        raise ValueError(f"{file} is not of format {FORMAT}")
    return DenseWeights(**content)
