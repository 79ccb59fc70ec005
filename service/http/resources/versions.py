"""`/v1/matches/{match}/versions`, `/undo`, `/forks`, `/export` and `/v1/imports`: the past."""

from __future__ import annotations

from flask import Response, request

from games.game import SPECTATOR
from service.errors import Forbidden
from service.http import auth
from service.http.answers import answer, private_answer
from service.http.contract import address
from service.http.rate_limits import RateLimits
from service.http.rendering import created_json, match_json, submission_json
from service.http.request_parts import idempotency, json_body, query
from service.http.routing import Handlers
from service.http.schemas.parsing import parsed
from service.http.schemas.requests import NewImport, NewUndo, VersionQuery, fork_wanted
from service.http.schemas.seat_requests import seats_wanted
from service.matches.documents import exported, imported
from service.matches.forking import Fork, fork, knows_all
from service.matches.looking_back import LookingBack
from service.matches.matches import Matches
from service.model import Created, Match, Seat

_UNSTORED = {"Cache-Control": "no-store"}


def versions(matches: Matches, limits: RateLimits) -> Handlers:
    """The handlers of what was, and of new matches out of it."""
    looking_back = LookingBack(matches)

    def get_version(match: str, version: int) -> Response:
        caller = auth.reader(matches, match)
        wanted = query(VersionQuery)
        now = matches.at(caller.record, caller.head)
        viewer = seen_as(now, caller.viewer, wanted.get("viewer"))
        then = looking_back.at(caller.record, now, version)
        return private_answer(match_json(then, viewer, False), version)

    def get_undo(match: str) -> Response:
        caller = auth.holder_or_owner(matches, match)
        query()
        now = matches.at(caller.record, caller.head)
        seat = None if caller.viewer == SPECTATOR else caller.viewer
        reach = looking_back.reach(now, seat)
        body = {"version": now.version, "versions": list(reach.versions), "reason": reach.reason}
        return private_answer(body, now.version)

    def undo(match: str) -> Response:
        caller = auth.holder_or_owner(matches, match)
        limits.actions.count(caller.name)
        query()
        wanted = parsed(NewUndo, json_body())
        owning = caller.owner and (caller.viewer == SPECTATOR or caller.record.undo == "any")
        holder = None if owning else caller.seat
        done = looking_back.undo(match, holder, wanted["to"], wanted["version"])
        body = submission_json(done, caller.viewer, False)
        return private_answer(body, done.match.version)

    def create_fork(match: str) -> Response:
        caller = auth.reader(matches, match)
        client = auth.client_if_one(matches)
        limits.creations.count(auth.client_or_address(client))
        query()
        body = json_body()
        wanted = fork_wanted(body)
        now = matches.at(caller.record, caller.head)
        made = fork(
            matches,
            now,
            caller.viewer,
            Fork(
                wanted["version"],
                seats_wanted(wanted["seats"], client),
                wanted["visibility"],
                wanted["undo"],
                wanted["sealed"],
                None if client is None else client.id,
            ),
            idempotency(f"fork {match} {caller.name}", body),
        )
        return _created(made)

    def export_match(match: str) -> Response:
        caller = auth.reader(matches, match)
        query()
        now = matches.at(caller.record, caller.head)
        if now.status == "over" and not knows_all(now):
            raise Forbidden("the match was made sealed: its log is nobody's to see")
        return private_answer(exported(matches, now), now.version)

    def import_match() -> Response:
        client = auth.client_or_nobody(matches)
        limits.creations.count(auth.client_or_address(client))
        query()
        body = json_body()
        document = parsed(NewImport, body)
        seats = [
            Seat(number, seat["kind"], seat["name"], seat["level"])
            for number, seat in enumerate(document["seats"])
        ]
        owner = None if client is None else client.id
        key = idempotency(f"import {request.remote_addr}", body)
        return _created(imported(matches, document, seats, "private", owner, key))

    return [get_version, get_undo, undo, create_fork, export_match, import_match]


def seen_as(now: Match, viewer: int, wanted: int | None) -> int:
    """The viewer whose eyes a caller looks through. Raises `Forbidden`, `InvalidRequest`."""
    if wanted is None or wanted == viewer:
        return viewer
    if not knows_all(now):
        raise Forbidden("only after the end, and if the match was not made sealed")
    if wanted >= len(now.seats):
        raise Forbidden(f"there are seats 0 to {len(now.seats) - 1}")
    return wanted


def _created(created: Created) -> Response:
    location = address("get_match", match=created.match.record.id)
    return answer(created_json(created), 201, {"Location": location, **_UNSTORED})
