"""A match as its viewers see it, as bytes of JSON; the last few renderings are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import orjson

from games.game import SPECTATOR, State
from service.matches.recently_used import RecentlyUsed
from service.model import Created, Event, Head, Listed, Match, Record, Seat, Submitted

RenderingKey = tuple[str, str, int, bool]
"""The match, the mark of its head, the viewer and the form."""
Renderings = RecentlyUsed[RenderingKey, bytes]


def rendered(renderings: Renderings, key: RenderingKey, render: Callable[[], bytes]) -> bytes:
    """What is kept under `key`, else what `render` makes, kept from now on."""
    kept = renderings.get(key)
    if kept is None:
        kept = render()
        renderings.keep(key, kept)
    return kept


def seat_json(seat: Seat) -> dict[str, Any]:
    """A seat as everybody sees it."""
    if seat.kind == "bot":
        return {"seat": seat.number, "kind": "bot", "level": seat.level}
    return {"seat": seat.number, "kind": "human", "name": seat.name}


def created_json(created: Created) -> dict[str, Any]:
    """The answer to a creation."""
    match = created.match
    seats = [seat_json(seat) for seat in match.record.seats]
    for shown in seats:
        if shown["kind"] == "human":
            shown["token"] = created.seat_tokens.get(shown["seat"])
    return {
        "id": match.record.id,
        "game": match.record.game,
        "version": match.version,
        "status": match.status,
        "owner_token": created.owner_token or None,
        "seats": seats,
    }


def listed_json(listed: Listed) -> dict[str, Any]:
    """A match as a listing shows it."""
    return {**summary_json(listed.record, listed.head), "playable": listed.playable}


def summary_json(record: Record, now: Head | Match) -> dict[str, Any]:
    """What can be said of a match without its position."""
    return {
        "id": record.id,
        "game": record.game,
        "version": now.version,
        "status": now.status,
        "to_act": sorted(now.opened),
        "seats": [seat_json(seat) for seat in record.seats],
        "created_at": record.created_at,
        "updated_at": now.updated_at,
    }


def match_json(match: Match, viewer: int, include_actions: bool) -> dict[str, Any]:
    """A match as `viewer` may see it."""
    record = match.record
    shown = {
        **summary_json(record, match),
        "you": None if viewer == SPECTATOR else viewer,
        "options": dict(record.options),
        "visibility": record.visibility,
        "reproducible": record.seed is not None,
        "view": match.state.view(viewer),
        "result": result_json(match),
    }
    if include_actions:
        shown["legal_actions"] = None if viewer == SPECTATOR else legal_json(match, viewer)
    return shown


def match_bytes(match: Match, viewer: int, include_actions: bool) -> bytes:
    """`match_json` as it goes out."""
    return orjson.dumps(match_json(match, viewer, include_actions))


def picture_bytes(match: Match, viewer: int, latest: Sequence[Event]) -> bytes:
    """The table as `viewer` may see it, as SVG: with the players' names, and with the last of the
    `latest` actions marked that is about anything that the viewer may see.
    """
    names = [
        f"{seat.level} bot" if seat.kind == "bot" else seat.name for seat in match.record.seats
    ]
    marked = last_targets(match, viewer, latest)
    ruleset = match.game.ruleset
    return ruleset.picture(match.state.view(viewer), names, marked).encode()


def last_targets(match: Match, viewer: int, latest: Sequence[Event]) -> list[str]:
    """What the last action was about that shows its viewer anything of the table."""
    targets = match.game.vocabulary.targets
    for event in reversed(latest):
        marked = [] if event.seat is None else targets(event.shown_to(viewer), event.seat)
        if marked:
            return marked
    return []


def result_json(match: Match) -> dict[str, Any] | None:
    """How the match ended; None while it has not."""
    if match.status != "over":
        return None
    state = match.state
    return {
        "ranking": state.ranking(),
        "scores": state.scores(),
        "sheet": state.score_sheet(),
    }


def legal_json(match: Match, seat: int) -> dict[str, Any]:
    """The decisions open to `seat`, those of one type together, or why there are none."""
    state = match.state
    actions = [] if match.status == "over" else sorted(state.legal_actions(seat), key=_code)
    return {
        "version": match.version,
        "seat": seat,
        "actions": [action_json(state, seat, action) for action in actions],
        "reason": None if actions else why_none(match, seat),
    }


def _code(action: int) -> int:
    return action & 255


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
    waited_for = " and ".join(_named(match.record, number) for number in match.to_act)
    return f"It is not your turn; {waited_for or 'the service'} is to act."


def _named(record: Record, number: int) -> str:
    seat = record.seats[number]
    return f"seat {number} ({seat.level} bot)" if seat.kind == "bot" else f"seat {number}"


def submission_json(submitted: Submitted, seat: int, include_actions: bool) -> dict[str, Any]:
    """The answer to an action of `seat`."""
    match = submitted.match
    shown = {
        "version": match.version,
        "status": match.status,
        "to_act": list(match.to_act),
        "you": seat,
        "events": events_json(submitted.events, seat),
        "view": match.state.view(seat),
        "result": result_json(match),
    }
    if include_actions:
        shown["legal_actions"] = legal_json(match, seat)
    return shown


def events_json(events: Sequence[Event], viewer: int) -> list[dict[str, Any]]:
    """Events as `viewer` may see them."""
    return [
        {
            "version": event.version,
            "kind": event.kind,
            "seat": event.seat,
            "action": event.shown_to(viewer),
        }
        for event in events
    ]
