"""What the search knows of Great Western Trail: its evaluation, and which moves are good."""

from collections.abc import Mapping
from pathlib import Path

from railhead.ai.knowledge.great_western_trail.evaluation import NUMBERS, TrailKnowledge
from railhead.ai.net.dense_file import DenseWeights, read

PROSPECTS = Path(__file__).with_name("prospects.json")
"""The network in use."""


def make(weights: Mapping[str, float], prospects: DenseWeights | None = None) -> TrailKnowledge:
    """The knowledge with these weights, and another network than the one in use."""
    return TrailKnowledge(weights, (prospects or read(PROSPECTS)).network(NUMBERS))


__all__ = ["make"]
