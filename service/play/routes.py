"""`/v1/matches/{match}/legal-actions` and `/actions`: which decisions there are, and taking one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Response

from railhead.service import errors
from railhead.service.core.matches import Matches
from railhead.service.errors import (
    NotYourTurn,
    PreconditionFailed,
    Problem,
    SeatChanged,
    StaleVersion,
)
from railhead.service.http import auth
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import halted_json, legal_actions_json, submission_json
from railhead.service.http.request_parsing import idempotency, json_body, query
from railhead.service.http.responses import not_modified_response, read_response, write_response
from railhead.service.http.route import (
    OF_A_MATCH,
    PLAY,
    READ,
    WITH_BODY,
    ResponseSpec,
    route,
)
from railhead.service.http.schemas import queries, requests, responses
from railhead.service.http.schemas.fields import parse
from railhead.service.http.schemas.queries import SubmitQuery
from railhead.service.http.schemas.requests import NewAction
from railhead.service.http.version_tags import ANY, holds_version, submitted_version
from railhead.service.model import Idempotency

HALTED: Final = (
    "the bot whose turn it is has failed again and again, and is not tried for now: take moves "
    "back, or ask the operator for `railhead retry`"
)


class LegalActionRoutes:
    """The handler of the legal actions."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    @route(
        "get",
        "/v1/matches/{match}/legal-actions",
        "Every decision open to the caller's seat",
        "play",
        {
            200: ResponseSpec("The legal actions.", responses.LegalActions, headers=("ETag",)),
            304: ResponseSpec("Nothing has changed.", headers=("ETag",)),
        },
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
        scopes=READ,
        headers=("If-None-Match",),
        description="Needs a seat token. Empty, with a reason, when it is not the seat's turn.",
    )
    def list_legal_actions(self, match: str) -> Response:
        caller = auth.player(self._matches, match)
        query()
        if holds_version(caller.head.version, caller.viewer):
            return not_modified_response(caller.head.version, caller.viewer)
        now = self._matches.at(caller.record, caller.head)
        return read_response(legal_actions_json(now, caller.viewer), now.version, caller.viewer)


class ActionRoutes:
    """The handler of the actions."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits

    @route(
        "post",
        "/v1/matches/{match}/actions",
        "Take one decision",
        "play",
        {200: ResponseSpec("The match after it.", responses.Submission, headers=("ETag",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.Forbidden,
            errors.SeatChanged,
            errors.LogFull,
            errors.TimeOver,
            errors.MatchNotStarted,
            errors.MatchOver,
            errors.NotYourTurn,
            errors.VersionRequired,
            errors.MatchWentBack,
            errors.StaleVersion,
            errors.PreconditionFailed,
            errors.IllegalMove,
            errors.TooManyRequests,
            errors.TooMuchStored,
        ),
        token="needed",
        scopes=PLAY,
        query=queries.SubmitQuery,
        body=requests.NewAction,
        headers=("If-Match", "Idempotency-Key"),
        description="Needs a seat token, and the version of the match that the decision was made "
        "at: in the body, or as `If-Match`. The answer holds all that followed, up to the next "
        "decision.",
    )
    def submit_action(self, match: str) -> Response:
        caller = auth.likely_player(self._matches, match)
        self._limits.actions.count(caller.name)
        try:
            action, version, by_header, with_actions, key = _submission(caller)
            seat = caller.seat
            if seat.kind != "human":
                raise SeatChanged("a bot plays this seat")
        except Problem:
            # The caller was known from memory: of a match that is gone this is `NoSuchMatch`.
            self._matches.head(match)
            raise
        try:
            with self._limits.stored.count_bytes(auth.client_or_address(caller.client)):
                submitted = self._matches.submit(match, caller.viewer, action, version, key, seat)
        except NotYourTurn as early:
            halted = self._matches.halt_of(caller.record, self._matches.head(match))
            if halted is None:
                raise
            members = {**early.members, "halted": halted_json(halted)}
            raise NotYourTurn(HALTED, **members) from early
        except StaleVersion as stale:
            if by_header:
                raise PreconditionFailed(stale.detail, **stale.members) from stale
            raise
        body = submission_json(submitted, caller.viewer, with_actions)
        return write_response(body, submitted.match.version, caller.viewer)


def _submission(
    caller: auth.Caller,
) -> tuple[str, int | Sequence[int] | None, bool, bool, Idempotency | None]:
    """Action, version, whether that came as a header, what to include, idempotency key."""
    body = parse(NewAction, json_body())
    wanted = query(SubmitQuery)
    version, by_header = submitted_version(body.get("version"))
    named = "*" if version is ANY else version
    key = idempotency(f"act {caller.viewer}", [body["action"], named], known=True)
    return body["action"], version, by_header, "include" in wanted, key
