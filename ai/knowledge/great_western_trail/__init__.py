"""What the search knows of Great Western Trail: `make` makes it from `weights.json`."""

from ai.knowledge.great_western_trail.evaluation import TrailKnowledge

make = TrailKnowledge

__all__ = ["make"]
