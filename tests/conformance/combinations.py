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
_SANTA_FE_OPEN: Final = {
    "engineer_sale": "before_deal",
    "exchange_time": "before_phase",
    "open_exchange": True,
    "special_bonus_again": True,
    "lone_branch": True,
    "stop_drawing": True,
    "must_branch": True,
    "cannot_pay": "ends",
    "double_pass": "one_piece",
    "unbegun_branch": False,
    "mountain_river": "line",
    "both_ends": True,
    "cannot_lay": "any_piece",
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
        (3, {"purchase": True, "cannot_lay": "any_piece"}),
        (3, {"purchase": True, **_SANTA_FE_OTHERS}),
        (4, {"purchase": True, "double_second": "mandatory"}),
        (3, {"exchange_time": "before_phase", "open_exchange": True}),
        (2, {"lone_branch": True, "stop_drawing": True}),
        (3, {"variant": "advanced", "both_ends": True, "special_bonus_again": True}),
        (4, {"variant": "advanced", "purchase": True, **_SANTA_FE_OPEN}),
        (5, {**_SANTA_FE_OTHERS, **_SANTA_FE_OPEN}),
    ],
    "steam": [
        (3, {"redirect_and_improve": True, "redirect_start": True}),
        (4, {"redirect_and_improve": True, "same_hex": False}),
        (5, {"redirect_start": True, "redirect_double": False}),
        (4, {"variant": "standard", "growth_first": True}),
        (3, {"spur_track": False, "join_unowned": True}),
        (4, {"loops": "own", "redirect_and_improve": True, "redirect_start": True}),
        (3, {"loops": "none", "join_unowned": True}),
    ],
}
"""By ruleset: a number of seats, and what differs from the default options."""
