"""What the search knows of Great Western Trail: priors of moves, and the value of positions.

What workers, cards and places are worth is in `action_values.py` for priors; for the value it is
what the network of `evaluation.py` makes of the numbers in `features.py`.
"""

from railhead.ai.knowledge.great_western_trail.evaluation import Evaluation
from railhead.ai.knowledge.great_western_trail.features import PositionFeatures
from railhead.ai.knowledge.great_western_trail.move_priors import MovePriors

__all__ = ["Evaluation", "MovePriors", "PositionFeatures"]
