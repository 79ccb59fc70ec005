"""What the search knows of Montana: `make` makes it from the weights of `weights.json`."""

from ai.knowledge.montana.evaluation import MontanaKnowledge

make = MontanaKnowledge

__all__ = ["make"]
