"""What the search knows of Great Western Trail: priors of moves, and the value of positions.

What workers, cards and places are worth is in `action_values.py` for priors; for the value it is
what the network of `evaluation.py` makes of the numbers in `features.py`. The policy network reads
positions as in `policy_inputs.py` and moves as in `move_features.py`.
"""

from railhead.ai.knowledge.great_western_trail.evaluation import Evaluation
from railhead.ai.knowledge.great_western_trail.features import PositionFeatures
from railhead.ai.knowledge.great_western_trail.move_features import MoveFeatures
from railhead.ai.knowledge.great_western_trail.move_priors import MovePriors
from railhead.ai.knowledge.great_western_trail.policy_inputs import PolicyInputs

__all__ = ["Evaluation", "MoveFeatures", "MovePriors", "PolicyInputs", "PositionFeatures"]
