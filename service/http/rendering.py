"""A match as its viewers see it, as bytes of JSON; the last few renderings are kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from railhead.games.game import SPECTATOR, Ruleset
from railhead.games.options import complete
from railhead.games.recently_used import RecentlyUsed
from railhead.games.trays import field_json
from railhead.service.core.absence import absent_from, format_absence
from railhead.service.core.clocks import clock_json
from railhead.service.core.origins import origin_of
from railhead.service.http.compression import Body
from railhead.service.http.legal_actions import legal_actions_json
from railhead.service.http.pictures import PictureStyle, draw
from railhead.service.http.responses import encode_view
from railhead.service.model import (
    CreationResult,
    Event,
    Halted,
    Head,
    ListedMatch,
    Match,
    Record,
    Rematch,
    RenderedEvent,
    Seat,
    SubmissionResult,
    seats_of,
)
from railhead.service.model.event_text import render_event, to_the_second

SEATINGS: Final = ("seat", "clock")
"""The kinds of events after which a seat is another's, or a bot's: their details are the seat."""

HALTED: Final = {
    "fault": "The bots do not play on: the rules or their search have failed again and again.",
    "workers-lost": "The bots do not play on: processes have ended over their turn.",
    "unreadable": "The bots do not play on: what is kept of the match cannot be read.",
}
"""What the event of a halt says, by its reason."""

RenderingKey = tuple[str, str, int, Hashable]
"""The match, the mark of its head, the viewer and the form."""
Renderings = RecentlyUsed[RenderingKey, Body]


def get_or_render(renderings: Renderings, key: RenderingKey, render: Callable[[], bytes]) -> Body:
    """What is kept under `key`, else what `render` makes, kept from now on."""
    kept = renderings.get(key)
    if kept is None:
        kept = Body(render())
        renderings.keep(key, kept)
    return kept


def seat_json(seat: Seat) -> dict[str, Any]:
    """A seat as everybody sees it."""
    shown: dict[str, Any] = {"seat": seat.number, "kind": seat.kind}
    if seat.kind == "bot":
        shown["level"] = seat.level
        if seat.is_held or seat.resigned:
            shown |= {"for": seat.name, "resigned": seat.resigned}
    elif seat.kind == "human":
        shown["name"] = seat.name
    return shown


def seats_json(record: Record, now: Head | Match, absent: Collection[int]) -> list[dict[str, Any]]:
    """The seats as everybody sees them, of which those are `absent` now."""
    seats = now.seats if isinstance(now, Match) else seats_of(record, now)
    shown = [seat_json(seat) for seat in seats]
    for seat in absent:
        shown[seat]["absent"] = True
    return shown


def waited_for_json(match: Match) -> list[dict[str, Any]]:
    """Whom a match waits for, with the time from when on they count as absent."""
    absent = absent_from(match.record, match.waited_since)
    return [
        {"seat": seat, "absent_at": format_absence(at + match.stood)}
        for seat, at in sorted(absent.items())
    ]


def created_json(created: CreationResult) -> dict[str, Any]:
    """The answer to a creation."""
    match = created.match
    seats = [seat_json(seat) for seat in match.seats]
    for shown in seats:
        if shown["kind"] == "human":
            shown["token"] = created.tokens.seats.get(shown["seat"])
        elif shown["kind"] == "open":
            shown["invitation"] = created.tokens.invitations.get(shown["seat"])
    return {
        "id": match.record.id,
        "game": match.record.game,
        "version": match.version,
        "status": match.status,
        "origin": origin_of(match.record),
        "owner_token": created.tokens.owner or None,
        "spectator_token": created.tokens.spectator or None,
        "seats": seats,
    }


def listed_json(listed: ListedMatch, absent: Collection[int]) -> dict[str, Any]:
    """A match as a listing shows it."""
    return {**summary_json(listed.record, listed.head, absent), "playable": listed.playable}


def summary_json(record: Record, now: Head | Match, absent: Collection[int]) -> dict[str, Any]:
    """What can be said of a match without its position, of whose holders those are `absent`."""
    return {
        "id": record.id,
        "game": record.game,
        "version": now.version,
        "status": now.status,
        "to_act": sorted(now.opened),
        "seats": seats_json(record, now, absent),
        "claims": record.claims,
        "created_at": record.created_at,
        "updated_at": now.updated_at,
    }


def mine_json(
    record: Record, head: Head, seat: Seat | None, playable: bool, absent: Collection[int]
) -> dict[str, Any]:
    """A match as the list of a client has it, which sits at `seat` or is invited there."""
    invited = seat is not None and seat.kind == "open"
    return {
        **summary_json(record, head, absent),
        "playable": playable,
        "you": None if seat is None or invited else seat.number,
        "invited_to": seat.number if seat is not None and invited else None,
        "owner": seat is None or record.client == seat.client,
    }


@dataclass(frozen=True)
class MatchExtras:
    """What is said of a match that may change while its version does not: the seats whose holders
    are `absent`, why its bots are `halted`, and the match that follows."""

    absent: tuple[int, ...] = ()
    halted: Halted | None = None
    following: Rematch | None = None

    @property
    def tag(self) -> str:
        """The same in the tag of an answer; the others only matter before there is a rematch."""
        if self.following is not None:
            return self.following.match
        absent = f"absent-{''.join(map(str, self.absent))}" if self.absent else ""
        return "-".join(filter(None, (absent, "halted" if self.halted else "")))


def match_json(
    match: Match, viewer: int, included: Collection[str] = (), besides: MatchExtras | None = None
) -> dict[str, Any]:
    """A match as `viewer` may see it, with what is `included`, and what is to be said besides.

    `legal-actions` and `trays` can be included.
    """
    besides = besides or MatchExtras()
    record = match.record
    shown = {
        **summary_json(record, match, besides.absent),
        "you": None if viewer == SPECTATOR else viewer,
        "options": complete(match.game.ruleset.options, record.options),
        "visibility": record.visibility,
        "clock": clock_json(match),
        "undo": record.undo,
        "sealed": record.sealed,
        "analyses": record.analyses,
        "absent_after": record.absent_after,
        "waited_for": waited_for_json(match),
        "origin": origin_of(record),
        "rematch_of": record.rematch_of,
        "rematch": rematch_json(besides.following),
        "halted": halted_json(besides.halted),
        "reproducible": record.seed is not None,
        "view": match.state.view(viewer),
        "result": result_json(match),
    }
    if "legal-actions" in included:
        shown["legal_actions"] = None if viewer == SPECTATOR else legal_actions_json(match, viewer)
    if "trays" in included:
        shown["trays"] = trays_json(match.game.ruleset, shown["view"], len(match.seats))
    return shown


def trays_json(ruleset: Ruleset, view: Mapping[str, Any], seats: int) -> list[dict[str, Any]]:
    """What lies before each of so many seats, as far as a view has it."""
    return [
        {"seat": seat, "fields": [field_json(field) for field in ruleset.tray(view, seat)]}
        for seat in range(seats)
    ]


def halted_json(halted: Halted | None) -> dict[str, Any] | None:
    """Why the bots of a match do not play on; None where they do."""
    return None if halted is None else {"reason": halted.reason, "at": halted.at}


def halted_event_json(halted: Halted | None, version: int) -> dict[str, Any]:
    """The event that the bots of a match do not play on, or, with None, that they do again.

    No log has it, since no version is made by it; everybody is told the same.
    """
    label = "The bots play on." if halted is None else HALTED[halted.reason]
    return {
        "version": version,
        "kind": "halted",
        "seat": None,
        "action": "halted",
        "label": label,
        "at": None if halted is None else halted.at,
        "halted": halted_json(halted),
    }


def rematch_json(rematch: Rematch | None) -> dict[str, Any] | None:
    """The match that follows, as everybody is told of it who sees the one before."""
    if rematch is None:
        return None
    return {"match": rematch.match, "created_at": rematch.created_at}


def rematch_event_json(rematch: Rematch, version: int) -> dict[str, Any]:
    """The event that a match follows, which no log has; everybody is told the same."""
    return {
        "version": version,
        "kind": "rematch",
        "seat": None,
        "action": "rematch",
        "label": "There is a rematch.",
        "at": to_the_second(rematch.created_at),
        "rematch": rematch_json(rematch),
    }


def match_bytes(
    match: Match, viewer: int, included: Collection[str], besides: MatchExtras
) -> bytes:
    """`match_json` as it goes out."""
    return encode_view(match_json(match, viewer, included, besides))


def picture_bytes(match: Match, viewer: int, latest: Sequence[Event], style: PictureStyle) -> bytes:
    """The table as `viewer` may see it, as SVG in this style: with the players' names, and with
    the last of the `latest` actions marked that is about anything that the viewer may see.

    Raises `InvalidRequest` for a region that the table does not have.
    """
    names = [player_name(seat) for seat in match.seats]
    marked = last_targets(match, viewer, latest)
    return draw(match.game.ruleset, match.state.view(viewer), names, marked, style)


def player_name(seat: Seat) -> str:
    """Who plays a seat: `Ann`, `easy bot`, `easy bot for Ann`; an open seat waits for somebody."""
    if seat.kind == "open":
        return "open"
    if seat.kind == "human":
        return seat.name
    stands_in = f" for {seat.name}" if seat.is_held or seat.resigned else ""
    return f"{seat.level} bot{stands_in}"


def last_targets(match: Match, viewer: int, latest: Sequence[Event]) -> list[str]:
    """What the last action was about that shows its viewer anything of the table.

    Nothing where moves have been taken back since.
    """
    for event in reversed(latest):
        if event.kind == "undo":
            break
        if event.seat is not None:
            marked = event.targets_for(viewer, match.game.vocabulary)
            if marked:
                return marked
    return []


def result_json(match: Match) -> dict[str, Any] | None:
    """How the match ended; None while it has not."""
    if match.status != "over":
        return None
    state = match.state
    resigned = {seat.number for seat in match.seats if seat.resigned}
    ranking = state.ranking()
    # Who has given up is behind all others, whatever the points.
    parted = [[seat for seat in place if seat not in resigned] for place in ranking]
    parted += [[seat for seat in place if seat in resigned] for place in ranking]
    return {
        "ranking": [place for place in parted if place],
        "scores": state.scores(),
        "sheet": state.score_sheet(),
        "resigned": sorted(resigned),
    }


def submission_json(
    submitted: SubmissionResult,
    seat: int,
    included: Collection[str] = (),
    besides: MatchExtras | None = None,
) -> dict[str, Any]:
    """The answer to an action of `seat`, or of the owner, who sees what a spectator sees.

    `match` can be included, which is all that a read of the match answers, and what can be included
    there.
    """
    match = submitted.match
    events = [event_json(one, seat) for one in submitted.told]
    if "match" in included:
        return {**match_json(match, seat, included, besides), "events": events}
    view = match.state.view(seat)
    shown = {
        "version": match.version,
        "status": match.status,
        "to_act": list(match.to_act),
        "you": None if seat == SPECTATOR else seat,
        "events": events,
        "view": view,
        "result": result_json(match),
        "game": match.record.game,
    }
    if "legal-actions" in included:
        shown["legal_actions"] = legal_actions_json(match, seat)
    if "trays" in included:
        shown["trays"] = trays_json(match.game.ruleset, view, len(match.seats))
    return shown


def event_json(told: RenderedEvent, viewer: int) -> dict[str, Any]:
    """An event as `viewer` may see it, with its label."""
    event, search, targets = told.event, told.search_for(viewer), told.targets_for(viewer)
    return {
        "version": event.version,
        "kind": event.kind,
        "seat": event.seat,
        "action": event.notation_for(viewer) or event.kind,
        "label": told.label_for(viewer),
        "at": event.at,
        **({"targets": targets} if targets else {}),
        **({} if search is None else {"search": search.to_json()}),
        **({"now": event.details} if event.kind in SEATINGS else event.details),
    }


def over_json(match: Match) -> dict[str, Any]:
    """The event that a match is over, which no log has; everybody sees the same."""
    details = {"result": result_json(match)}
    at = to_the_second(match.updated_at)
    event = Event(match.version, "over", None, "", {}, details, at)
    return event_json(render_event(match.seats, match.state, event), SPECTATOR)
