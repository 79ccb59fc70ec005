"""What the search knows of each game: an evaluation and move priors.

`ai/knowledge/<game>.py` defines `make(weights)`, which makes the game's `Knowledge` from the
weights in `ai/knowledge/<game>.json`. A game without such a module is searched with the general
knowledge.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import ai as ai  # chooses between compiled and plain modules
from ai.knowledge.base import Knowledge


def weights_file(ruleset_id: str) -> Path:
    """Where the weights of a game lie: a JSON object of numbers."""
    return Path(__file__).with_name(f"{ruleset_id}.json")


def weights_of(ruleset_id: str) -> dict[str, float]:
    """The weights in use for a game. Raises `OSError` where it has none."""
    weights: dict[str, float] = json.loads(weights_file(ruleset_id).read_text(encoding="utf-8"))
    return weights


def made_from(ruleset_id: str, weights: Mapping[str, float]) -> Knowledge:
    """The knowledge of a game with other weights than those in use."""
    made = importlib.import_module(f"{__name__}.{ruleset_id}").make(weights)
    if not isinstance(made, Knowledge):
        raise TypeError(f"{__name__}.{ruleset_id}.make did not make a Knowledge")
    return made


@cache
def knowledge_for(ruleset_id: str) -> Knowledge:
    """The knowledge of the game with this id, made once."""
    named = ruleset_id.isidentifier() and ruleset_id != "base"
    if not named or importlib.util.find_spec(f"{__name__}.{ruleset_id}") is None:
        return Knowledge()
    return made_from(ruleset_id, weights_of(ruleset_id))


__all__ = ["Knowledge", "knowledge_for", "made_from", "weights_file", "weights_of"]
