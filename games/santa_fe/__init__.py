"""Santa Fe (Alan R. Moon, White Wind 1992): basic and advanced game, 2 to 5 players.

The rules as implemented, with their scenarios, are in `docs/rules/santa_fe.md`.
"""

from railhead.games.santa_fe.ruleset import RULESET

__all__ = ["RULESET"]
