"""What the search knows of Great Western Trail: its evaluation, and which moves are good."""

from railhead.ai.knowledge.great_western_trail.evaluation import TrailKnowledge

make = TrailKnowledge

__all__ = ["make"]
