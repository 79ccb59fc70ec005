"""What the search knows of Montana: `make` makes it from the weights of `weights.json`."""

from ai.knowledge.montana.evaluation import MontanaKnowledge
from ai.knowledge.montana.inputs import MontanaFeatures

make = MontanaKnowledge
features = MontanaFeatures

__all__ = ["features", "make"]
