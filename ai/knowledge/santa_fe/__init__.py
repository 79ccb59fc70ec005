"""What the search knows of Santa Fe: `make` makes it from the weights of `weights.json`."""

from ai.knowledge.santa_fe.evaluation import SantaFeKnowledge

make = SantaFeKnowledge

__all__ = ["make"]
