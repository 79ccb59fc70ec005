"""Steam (Martin Wallace, Mayfair Games 2009): base and standard game, 3 to 6 players.

The rules as implemented, with their scenarios, are in `docs/rules/steam.md`.
"""

from railhead.games.steam.ruleset import RULESET

__all__ = ["RULESET"]
