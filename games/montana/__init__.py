"""Montana (Rüdiger Dorn, White Goblin Games 2017): base game, 2 to 4 players.

The rules as implemented, with their scenarios, are in `docs/rules/montana.md`.
"""

from railhead.games.montana.ruleset import RULESET

__all__ = ["RULESET"]
