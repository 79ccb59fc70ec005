"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from typing import Any

from examples.veil import actions
from examples.veil.rules.rounds import receiver_of
from examples.veil.state import Position
from railhead.games.packing import code_of, parameter


def label_params(position: Position, seat: int, action: int) -> dict[str, Any]:
    """What the label template of an action needs besides its parameters."""
    code = code_of(action)
    if code == actions.TAKE:
        return {"points": int(position.components.card_points[parameter(action, 0)])}
    if code == actions.GIVE:
        return {"receiver": int(receiver_of(position, seat))}
    return {}
