"""A ladder of two, as it is published."""

from __future__ import annotations

from typing import Any

from railhead.ai.strength.signature import plays_by, shipped_signature

AGENT: dict[str, Any] = {
    "agent": "hard",
    "description": "Thinks.",
    "rating": 230,
    "low": 190,
    "high": 260,
    "plays_by": plays_by("hard", "steam", 3),
    "points": 41.7,
    "lead": {"elo": 230, "low": 190, "high": 260},
    "matches": 80,
    "most_simulations": 16000,
    "simulations_per_turn": 9000,
    "seconds_per_turn": 1.5,
}
LADDER: dict[str, Any] = {
    "game": "steam",
    "seats": 3,
    "date": "2027-01-02",
    "commit": "0123456789ab",
    "budget": 1.0,
    "signature": shipped_signature("steam"),
    "anchor": "random",
    "agents": [
        AGENT,
        {**AGENT, "agent": "random", "plays_by": None, "rating": 0, "low": 0, "high": 0,
         "lead": None, "most_simulations": None, "simulations_per_turn": 0,
         "seconds_per_turn": 0.0},
    ],
    "pairings": [
        {"first": "hard", "second": "random", "matches": 80, "share": 0.8, "low": 0.7, "high": 0.9}
    ],
}  # fmt: skip
