"""Why nothing of a kind can be done now with an element of the picture, as a seat is told."""

from __future__ import annotations

from html import escape
from typing import Any

from railhead.games.reasons import actions_about, reasons
from railhead.service.errors import NoSuchElement
from railhead.service.http.legal_actions import has_decision, why_none
from railhead.service.model import Match


def reasons_json(match: Match, seat: int, element: str) -> list[dict[str, Any]]:
    """A reason for each type of action that can be about an element and is not legal there now.

    Where nothing is open to `seat`, one that says why. Raises `NoSuchElement`.
    """
    _check_element(match, seat, element)
    if not has_decision(match, seat):
        return [{"action": None, "detail": why_none(match, seat)}]
    found = reasons(match.state, element, seat)
    return [{"action": one.type, "detail": one.text} for one in found]


def _check_element(match: Match, seat: int, element: str) -> None:
    """Raise `NoSuchElement` where no action can be about it and the seat's picture lacks it."""
    if actions_about(match.game.vocabulary, element, seat):
        return
    # Drawn only for what nothing can be done with, such as what is another seat's.
    picture = match.game.ruleset.picture(match.state.view(seat))
    if f' id="{escape(element)}"' not in picture:
        raise NoSuchElement(element=element)
