"""`/v1/matches/{match}/actions`: taking a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Response

from railhead.service.errors import (
    NotYourTurn,
    PreconditionFailed,
    Problem,
    SeatChanged,
    StaleVersion,
)
from railhead.service.http import auth
from railhead.service.http.answers import done_answer
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import halted_json, submission_json
from railhead.service.http.request_parts import idempotency, json_body, query
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.queries import SubmitQuery
from railhead.service.http.schemas.requests import NewAction
from railhead.service.http.version_tags import ANY, submitted_version
from railhead.service.matches.matches import Matches
from railhead.service.model import Idempotency

HALTED: Final = (
    "the bot whose turn it is has failed again and again, and is not tried for now: take moves "
    "back, or ask the operator for `railhead retry`"
)


def actions(matches: Matches, limits: RateLimits) -> Handlers:
    """The handler of the actions."""

    def submit_action(match: str) -> Response:
        caller = auth.likely_player(matches, match)
        limits.actions.count(caller.name)
        try:
            action, version, by_header, with_actions, key = _submission(caller)
            if caller.seat.kind != "human":
                raise SeatChanged("a bot plays this seat")
        except Problem:
            matches.head(match)
            raise
        try:
            with limits.stored.counted(auth.client_or_address(caller.client)):
                submitted = matches.submit(match, caller.viewer, action, version, key, caller.seat)
        except NotYourTurn as early:
            halted = matches.halted(caller.record, matches.head(match))
            if halted is None:
                raise
            members = {**early.members, "halted": halted_json(halted)}
            raise NotYourTurn(HALTED, **members) from early
        except StaleVersion as stale:
            if by_header:
                raise PreconditionFailed(stale.detail, **stale.members) from stale
            raise
        body = submission_json(submitted, caller.viewer, with_actions)
        return done_answer(body, submitted.match.version, caller.viewer)

    return [submit_action]


def _submission(
    caller: auth.Caller,
) -> tuple[str, int | Sequence[int] | None, bool, bool, Idempotency | None]:
    """Action, version, whether that came as a header, what to include, idempotency key."""
    body = parsed(NewAction, json_body())
    wanted = query(SubmitQuery)
    version, by_header = submitted_version(body.get("version"))
    named = "*" if version is ANY else version
    key = idempotency(f"act {caller.viewer}", [body["action"], named], known=True)
    return body["action"], version, by_header, "include" in wanted, key
