"""What the search knows of Steam: `make` makes it from the weights of `weights.json`."""

from ai.knowledge.steam.evaluation import SteamKnowledge

make = SteamKnowledge

__all__ = ["make"]
