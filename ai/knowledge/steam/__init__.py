"""What the search knows of Steam: its moves, and what a network is told of its positions."""

from ai.knowledge.steam.evaluation import SteamKnowledge
from ai.knowledge.steam.inputs import SteamFeatures

make = SteamKnowledge
features = SteamFeatures

__all__ = ["features", "make"]
