"""The table of Veil as JSON, as one viewer sees it: names, not indices."""

from __future__ import annotations

from typing import Any

from examples.veil import state
from examples.veil.state import Position


def view_of(position: Position, viewer: int) -> dict[str, Any]:
    """What the table of `examples/veil/rules.md` section 3 says."""
    return {
        "phase": state.PHASES[position.cells[state.PHASE]],
        "to_act": position.to_act(),
        "deck": int(position.count(state.DECK)),
        "row": _names(position, position.at(state.ROW)),
        "discards": _names(position, position.at(state.OUT)),
        "seats": [_seat(position, viewer, seat) for seat in range(int(position.seats()))],
        "notices": list(position.game.ruleset.notices),
    }


def _seat(position: Position, viewer: int, seat: int) -> dict[str, Any]:
    chosen = position.at(state.CHOSEN + seat)
    hand = sorted(position.at(state.HAND + seat) + chosen)
    pile = position.at(state.PILE + seat)
    bit = state.bit_of(viewer)
    return {
        "hand_size": len(hand),
        "hand": _names(position, [card for card in hand if position.viewers_of(card) & bit]),
        "has_selected": bool(chosen),
        "selected": _names(position, chosen)[0] if chosen and viewer == seat else None,
        "table": _names(position, position.at(state.TABLE + seat)),
        "pile_size": len(pile),
        "pile": _names(position, [card for card in pile if position.viewers_of(card) & bit]),
        "points": int(position.cells[state.POINTS + seat]),
    }


def _names(position: Position, cards: list[int]) -> list[str]:
    return [position.components.card_names[card] for card in cards]
