"""What the search knows of Santa Fe: its moves, and what a network is told of its positions."""

from railhead.ai.knowledge.santa_fe.inputs import SantaFeFeatures
from railhead.ai.knowledge.santa_fe.moves import SantaFeMoves

make = SantaFeMoves
features = SantaFeFeatures

__all__ = ["features", "make"]
