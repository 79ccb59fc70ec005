"""The decisions that are open to a seat as it is answered them, or why there are none."""

from __future__ import annotations

from typing import Any

from railhead.games.game import State
from railhead.games.packing import code_of
from railhead.service.model import Match
from railhead.service.model.event_text import join_names, seat_name


def legal_actions_json(match: Match, seat: int, about: str | None = None) -> dict[str, Any]:
    """The decisions open to `seat`, those of one type together, or why there are none.

    Of those only the ones `about` an element of the picture, where that is given.
    """
    open_to_seat = has_decision(match, seat)
    actions = actions_json(match.state, seat, about) if open_to_seat else []
    return {
        "version": match.version,
        "status": match.status,
        "seat": seat,
        "actions": actions,
        "reason": None if open_to_seat else why_none(match, seat),
        "game": match.record.game,
    }


def has_decision(match: Match, seat: int) -> bool:
    """Whether a person may decide something at a seat now."""
    return seat in match.opened and match.seats[seat].kind == "human"


def actions_json(state: State, seat: int, about: str | None = None) -> list[dict[str, Any]]:
    """All legal actions of a seat, or those `about` an element, those of one type together."""
    actions = sorted(state.legal_actions(seat), key=code_of)
    if about is not None:
        vocabulary = state.game.vocabulary
        actions = [one for one in actions if about in vocabulary.targets_of(one, seat)]
    return [action_json(state, seat, action) for action in actions]


def action_json(state: State, seat: int, action: int) -> dict[str, Any]:
    """One legal action with its label, and what of the picture it is about."""
    vocabulary = state.game.vocabulary
    form = vocabulary.to_json(action)
    targets = vocabulary.targets(form["action"], seat)
    return {**form, "label": state.label(seat, action), "targets": targets}


def why_none(match: Match, seat: int) -> str:
    """Why `seat` has nothing to decide now."""
    if match.status == "over":
        return "The match is over."
    if match.status == "open":
        return "The match waits until all seats are taken."
    if match.seats[seat].kind == "bot":
        if match.seats[seat].resigned:
            return "You gave up this seat; a bot plays on."
        return "A bot plays your seat."
    waited_for = [seat_name(match.seats[number]) for number in match.to_act] or ["the service"]
    verb = "is" if len(waited_for) == 1 else "are"
    return f"It is not your turn; {join_names(waited_for)} {verb} to act."
