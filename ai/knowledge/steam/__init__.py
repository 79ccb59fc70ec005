"""What the search knows of Steam: its moves, and what a network is told of its positions."""

from railhead.ai.knowledge.steam.evaluation import SteamKnowledge
from railhead.ai.knowledge.steam.inputs import SteamFeatures

make = SteamKnowledge
features = SteamFeatures

__all__ = ["features", "make"]
