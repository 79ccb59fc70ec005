"""What the search knows of Steam: priors of moves, and the value of positions.

What track is worth laying is in `track_building.py`; points that are certain, and those that the
goods in reach would bring, are in `forecast.py`.
"""

from railhead.ai.knowledge.steam.evaluation import Evaluation
from railhead.ai.knowledge.steam.features import PositionFeatures
from railhead.ai.knowledge.steam.move_features import MoveFeatures
from railhead.ai.knowledge.steam.move_priors import MovePriors

__all__ = ["Evaluation", "MoveFeatures", "MovePriors", "PositionFeatures"]
