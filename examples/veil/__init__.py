"""Veil: a small card game with hidden hands, for two to four players.

The rules with their scenarios are in `examples/veil/rules.md`.
"""

from examples.veil.ruleset import RULESET

__all__ = ["RULESET"]
