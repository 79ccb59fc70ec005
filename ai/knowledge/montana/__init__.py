"""What the search knows of Montana, all learned: priors of moves, and the value of positions.

How near a seat is to its next settlements is in `features.py`.
"""

from railhead.ai.knowledge.montana.evaluation import Evaluation
from railhead.ai.knowledge.montana.features import PolicyInputs, PositionFeatures
from railhead.ai.knowledge.montana.move_features import MoveFeatures

__all__ = ["Evaluation", "MoveFeatures", "PolicyInputs", "PositionFeatures"]
