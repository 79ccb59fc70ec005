"""What the search knows of Montana: its moves, and what a network is told of its positions."""

from railhead.ai.knowledge.montana.inputs import MontanaFeatures
from railhead.ai.knowledge.montana.moves import MontanaMoves

make = MontanaMoves
features = MontanaFeatures

__all__ = ["features", "make"]
