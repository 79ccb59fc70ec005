"""OpenSpiel: every game as `python_railhead_<game>`, registered where this module is imported.

Chance is explicit. The first chance node draws one of `setups` set-ups, all as likely, made from
the seeds 0, 1 and so on; at every other one outcome k is the k-th of `State.chance_outcomes()`.
Where several seats choose at once, they do so one after another, and see nothing of each other's
choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.extras import extra
from railhead.games.registry import rulesets
from railhead.rl.observation_specs import OBSERVATION_SPECS

with extra("openspiel"):
    import pyspiel

    from railhead.rl.openspiel.game import RailheadGame, game_name, game_type
    from railhead.rl.openspiel.settings import chosen_options

__all__ = ["GAMES", "chosen_options", "game_name"]


def _register(ruleset_id: str) -> Any:
    """The class that OpenSpiel makes a game of, registered with it."""

    class Registered(RailheadGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(ruleset_id, params or {})

    ruleset = rulesets()[ruleset_id]
    pyspiel.register_game(game_type(ruleset, ruleset.hides), Registered)
    return Registered


GAMES: Final = {ruleset_id: _register(ruleset_id) for ruleset_id in OBSERVATION_SPECS}
"""The registered classes, by the id of the ruleset."""
