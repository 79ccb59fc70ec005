"""Keys of files that users may have, by the names of a release before: read, with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, Final

RENAMED_WEIGHTS: Final = {
    "exploration": "c_puct",
    "exploration_per_seat": "c_puct_per_seat",
    "caution": "first_play_urgency",
    "usual_spread": "value_variance_scale",
    "forgiveness": "backup_max_weight",
    "leaf_plies": "rollout_depth",
    "horizon": "rollout_depth",
    "leaf_margin": "score_margin_weight",
    "margin": "score_margin_weight",
}
"""The keys of `weights.json` of before, by what they are called now."""


def current_keys(content: Mapping[str, Any], renamed: Mapping[str, str]) -> dict[str, Any]:
    """`content` by today's keys, in its order; `renamed` says what those of before are called now.

    Warns (`DeprecationWarning`) of each key of before. Raises `ValueError` where something stands
    there twice, by both names.
    """
    found: dict[str, Any] = {}
    for key, value in content.items():
        name = renamed.get(key, key)
        if name != key:
            warnings.warn(
                f"the key {key!r} is called {name!r} now; the old name is read for one release",
                DeprecationWarning,
                stacklevel=2,
            )
        if name in found:
            raise ValueError(f"{name!r} is given twice, once by a name of before")
        found[name] = value
    return found
