"""Why an action is refused."""

from __future__ import annotations

from examples.veil import actions
from examples.veil.state import Position
from railhead.games.packing import parameter


def refusal(position: Position, seat: int, action: int) -> str:
    """Why an action is not legal for a seat that is to act, as a sentence."""
    vocabulary = position.game.vocabulary
    kind = vocabulary.type_of(action)
    legal = {vocabulary.type_of(one).name for one in position.legal_actions(seat)}
    if kind.name not in legal:
        return vocabulary.untimely(action, position.legal_actions(seat))
    place = "in the row" if kind.code == actions.TAKE else "a card of yours that you may use"
    return f"{position.components.card_names[parameter(action, 0)]} is not {place}"
