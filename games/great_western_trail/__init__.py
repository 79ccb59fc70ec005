"""Great Western Trail (Alexander Pfister, eggertspiele 2016): first edition, 2 to 4 players.

The rules as implemented, with their scenarios, are in `docs/rules/great_western_trail.md`.
"""

from railhead.games.great_western_trail.ruleset import RULESET

__all__ = ["RULESET"]
