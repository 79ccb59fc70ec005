"""What the search knows of Great Western Trail: its moves, and what a network is told of it."""

from railhead.ai.knowledge.great_western_trail.evaluation import TrailKnowledge
from railhead.ai.knowledge.great_western_trail.inputs import TrailFeatures

make = TrailKnowledge
features = TrailFeatures

__all__ = ["features", "make"]
