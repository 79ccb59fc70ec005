"""`/v1/matches/{match}/versions` and `/undo`: what was, and going back to it."""

from __future__ import annotations

from flask import Response

from railhead.games.game import SPECTATOR
from railhead.service.errors import Forbidden, MatchNotOver, NoSuchSeat
from railhead.service.http import auth
from railhead.service.http.answers import done_answer, not_modified, read_answer
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import match_json, submission_json
from railhead.service.http.request_parts import json_body, query
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.queries import VersionQuery
from railhead.service.http.schemas.requests import NewUndo
from railhead.service.http.version_tags import holds_version
from railhead.service.matches.looking_back import LookingBack
from railhead.service.matches.matches import Matches
from railhead.service.matches.openness import knows_all
from railhead.service.model import Match


def versions(matches: Matches, limits: RateLimits) -> Handlers:
    """The handlers of what was."""
    looking_back = LookingBack(matches)

    def get_version(match: str, version: int) -> Response:
        caller = auth.reader(matches, match)
        wanted = query(VersionQuery)
        now = matches.at(caller.record, caller.head)
        viewer = seen_as(now, caller.viewer, wanted.get("viewer"))
        then = looking_back.at(caller.record, now, version)
        if holds_version(version, viewer):
            return not_modified(version, viewer)
        return read_answer(match_json(then, viewer, False), version, viewer)

    def get_scores(match: str) -> Response:
        caller = auth.reader(matches, match)
        query()
        now = matches.at(caller.record, caller.head)
        if now.status != "over":
            raise MatchNotOver()
        if not knows_all(now):
            raise Forbidden("the match was made sealed: how its scores came about is not shown")
        if holds_version(now.version, caller.viewer):
            return not_modified(now.version, caller.viewer)
        changes = matches.tellings.scores(caller.record, caller.head)
        shown = [{"version": version, "scores": points} for version, points in changes]
        body = {"version": now.version, "scores": shown}
        return read_answer(body, now.version, caller.viewer)

    def get_undo(match: str) -> Response:
        caller = auth.holder_or_owner(matches, match)
        query()
        now = matches.at(caller.record, caller.head)
        reach = looking_back.reach(now, None if _owning(caller) else caller.viewer)
        body = {"version": now.version, "versions": list(reach.versions), "reason": reach.reason}
        return read_answer(body, now.version, caller.viewer)

    def undo(match: str) -> Response:
        caller = auth.holder_or_owner(matches, match)
        limits.actions.count(caller.name)
        query()
        wanted = parsed(NewUndo, json_body())
        holder = None if _owning(caller) else caller.seat
        with limits.stored.counted(auth.client_or_address(caller.client)):
            done = looking_back.undo(match, holder, wanted["to"], wanted["version"])
        body = submission_json(done, caller.viewer, False)
        return done_answer(body, done.match.version, caller.viewer)

    return [get_version, get_scores, get_undo, undo]


def _owning(caller: auth.Caller) -> bool:
    """Whether a caller goes back as the owner: a client may own a match and hold a seat of it."""
    return caller.owner and (caller.viewer == SPECTATOR or caller.record.undo == "any")


def seen_as(now: Match, viewer: int, wanted: int | None) -> int:
    """The viewer whose eyes a caller looks through. Raises `NoSuchSeat`, `Forbidden`."""
    if wanted is None or wanted == viewer:
        return viewer
    NoSuchSeat.check(wanted, len(now.seats))
    if not knows_all(now):
        raise Forbidden(
            "through other eyes only after the end, and only if the match was not made sealed"
        )
    return wanted
