"""Options that depend on each other, and are therefore also played together."""

from __future__ import annotations

from typing import Any, Final

_SANTA_FE_OTHERS: Final = {
    "double_second": "mandatory",
    "start_city_bonus": True,
    "engineer_mountain_river": "saves_one",
    "own_pieces_unlock": "same_railroad",
    "open_money": False,
}

COMBINATIONS: Final[dict[str, list[tuple[int, dict[str, Any]]]]] = {
    "santa_fe": [
        (3, {"variant": "advanced", "engineer_mountain_river": "saves_one"}),
        (4, {"variant": "advanced"}),
        (5, {"variant": "advanced", "double_second": "mandatory"}),
        (2, {"variant": "advanced", "purchase": True}),
        (4, {"variant": "advanced", "purchase": True, "own_pieces_unlock": "same_railroad"}),
        (5, {"variant": "advanced", "purchase": True, **_SANTA_FE_OTHERS}),
        (2, {"purchase": True, "own_pieces_unlock": "same_railroad"}),
        (3, {"purchase": True, **_SANTA_FE_OTHERS}),
        (4, {"purchase": True, "double_second": "mandatory"}),
    ],
}
"""By ruleset: a number of seats, and what differs from the default options."""
