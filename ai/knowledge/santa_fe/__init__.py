"""What the search knows of Santa Fe: priors of moves, and the value of positions.

What a city card is worth is in `move_priors.py` for priors, and in `connection_values.py` for what
the value reads.
"""

from railhead.ai.knowledge.santa_fe.evaluation import Evaluation
from railhead.ai.knowledge.santa_fe.features import PositionFeatures
from railhead.ai.knowledge.santa_fe.move_features import MoveFeatures
from railhead.ai.knowledge.santa_fe.move_priors import MovePriors
from railhead.ai.knowledge.santa_fe.policy_inputs import PolicyInputs

__all__ = ["Evaluation", "MoveFeatures", "MovePriors", "PolicyInputs", "PositionFeatures"]
