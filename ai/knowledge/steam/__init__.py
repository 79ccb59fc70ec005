"""What the search knows of Steam: its moves, and what a network is told of its positions."""

from railhead.ai.knowledge.steam.inputs import SteamFeatures
from railhead.ai.knowledge.steam.moves import SteamMoves

make = SteamMoves
features = SteamFeatures

__all__ = ["features", "make"]
