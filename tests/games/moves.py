"""What a seat may do, in notation."""

from __future__ import annotations


def offered(state, kind=""):
    """The notation of every legal action of the seat to act, of one type where given."""
    seat = state.actor()
    moves = [state.observe(seat, seat, action) for action in state.legal_actions(seat)]
    return [move for move in moves if not kind or move.split(":")[0] == kind]
