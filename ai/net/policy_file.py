"""The weights of a policy network on file: JSON, integers as base64 of 16 bits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from railhead.ai.net.inputs import Features
from railhead.ai.net.moves import MoveFeatures
from railhead.ai.net.policy import Policy
from railhead.ai.net.weights_file import QuantizedMatrix

FORMAT = "policy-1"


@dataclass(frozen=True)
class PolicyWeights:
    """A trained policy: see `Policy` for the parts, `ai.training.policy_fit` for its training.

    `embeddings` has a row for each key: its weights from the hidden units, then its bias.
    """

    own: QuantizedMatrix
    others: QuantizedMatrix
    table: QuantizedMatrix
    bias: Sequence[float]
    embeddings: QuantizedMatrix
    firmness: float
    made_from: str = ""

    def policy(self, features: Features, moves: MoveFeatures) -> Policy:
        """The policy over these features. Raises `ValueError` where it is over others."""
        return Policy(
            features,
            moves,
            self.own.rows(int(features.of_seat)),
            self.others.rows(int(features.of_seat)),
            self.table.rows(int(features.of_table)),
            self.bias,
            self.embeddings.numbers(int(moves.size)),
            self.firmness,
        )

    def write(self, file: Path) -> None:
        """Put these weights on file."""
        file.write_text(json.dumps({"format": FORMAT, **asdict(self)}) + "\n", encoding="utf-8")


def read(file: Path) -> PolicyWeights:
    """The weights on file. Raises `OSError`, or `ValueError` where it is of another format."""
    content = json.loads(file.read_text(encoding="utf-8"))
    if content.pop("format", None) != FORMAT:
        raise ValueError(f"{file} is not of format {FORMAT}")
    for name in ("own", "others", "table", "embeddings"):
        content[name] = QuantizedMatrix(**content[name])
    return PolicyWeights(**content)
