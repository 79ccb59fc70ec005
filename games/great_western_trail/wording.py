"""What labels say beyond the parameters of an action, and why an action is refused."""

from __future__ import annotations

from typing import Any

from games.great_western_trail.state import Position


def details(state: Position, seat: int, action: int) -> dict[str, Any]:
    return {}


def refusal(state: Position, seat: int, action: int) -> str:
    return "no"
