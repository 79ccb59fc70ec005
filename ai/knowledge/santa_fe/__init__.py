"""What the search knows of Santa Fe: its moves, and what a network is told of its positions."""

from ai.knowledge.santa_fe.evaluation import SantaFeKnowledge
from ai.knowledge.santa_fe.inputs import SantaFeFeatures

make = SantaFeKnowledge
features = SantaFeFeatures

__all__ = ["features", "make"]
