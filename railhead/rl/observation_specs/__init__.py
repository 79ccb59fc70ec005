"""What learners are told of each game, and the numbers of its actions: a module for each.

`action_parts(components, seats)` says which types of action are cut into parts, or have fewer
combinations of values than their parameters have. `observation_spec(game, seats, parts, most)`
makes the layout of observations and what writes them; `parts` numbers up to `most` tell what is
chosen.
"""

from __future__ import annotations

from types import ModuleType
from typing import Final

from railhead.rl.observation_specs import great_western_trail, montana, santa_fe, steam

OBSERVATION_SPECS: Final[dict[str, ModuleType]] = {
    "great_western_trail": great_western_trail,
    "montana": montana,
    "santa_fe": santa_fe,
    "steam": steam,
}
"""By the id of the ruleset."""
