"""What the search knows of each game: an evaluation and move priors.

`ai/knowledge/<game>/` is a package whose `make(weights)` makes the game's `Knowledge` from the
weights in its `weights.json`. A game without such a folder is searched with the general knowledge.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import ai as ai  # chooses between compiled and plain modules
from ai.knowledge.base import Knowledge


def weights_file(ruleset_id: str) -> Path:
    """Where the weights of a game lie: a JSON object of numbers."""
    return Path(__file__).parent / ruleset_id / "weights.json"


def weights_of(ruleset_id: str) -> dict[str, float]:
    """The weights in use for a game. Raises `OSError` where it has none."""
    weights: dict[str, float] = json.loads(weights_file(ruleset_id).read_text(encoding="utf-8"))
    return weights


def write_weights(ruleset_id: str, weights: Mapping[str, float]) -> None:
    """Put other weights of a game in use."""
    text = json.dumps(weights, indent=2) + "\n"
    weights_file(ruleset_id).write_text(text, encoding="utf-8")


def made_from(ruleset_id: str, weights: Mapping[str, float]) -> Knowledge:
    """The knowledge of a game with other weights than those in use."""
    made = importlib.import_module(f"{__name__}.{ruleset_id}").make(weights)
    if not isinstance(made, Knowledge):
        raise TypeError(f"{__name__}.{ruleset_id}.make did not make a Knowledge")
    return made


@cache
def knowledge_for(ruleset_id: str) -> Knowledge:
    """The knowledge of the game with this id, made once."""
    if not weights_file(ruleset_id).parent.is_dir():
        return Knowledge()
    return made_from(ruleset_id, weights_of(ruleset_id))


__all__ = ["Knowledge", "knowledge_for", "made_from", "weights_file", "weights_of", "write_weights"]
