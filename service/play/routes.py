"""`/v1/matches/{match}/legal-actions` and `/actions`: which decisions there are, and taking one."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response

from railhead.service import errors
from railhead.service.core.action_check import check_player
from railhead.service.core.matches import Matches
from railhead.service.errors import (
    PreconditionFailed,
    Problem,
    StaleVersion,
)
from railhead.service.http import auth
from railhead.service.http.halts import telling_of_halts
from railhead.service.http.legal_actions import legal_actions_json
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import MatchExtras, submission_json
from railhead.service.http.request_parsing import idempotency, json_body, query
from railhead.service.http.responses import (
    not_modified_response,
    read_response,
    submission_response,
)
from railhead.service.http.route import (
    OF_A_MATCH,
    PLAY,
    READ,
    WITH_BODY,
    ResponseSpec,
    route,
)
from railhead.service.http.schemas import action_responses, queries, requests, submission_responses
from railhead.service.http.schemas.fields import parse
from railhead.service.http.schemas.queries import LegalActionsQuery, SubmitQuery, included_in
from railhead.service.http.schemas.requests import NewAction
from railhead.service.http.version_tags import ANY, holds_version, submitted_version
from railhead.service.model import Idempotency
from railhead.service.play.reasons import reasons_json


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
            200: ResponseSpec(
                "The legal actions.", action_responses.LegalActions, headers=("ETag",)
            ),
            304: ResponseSpec("Nothing has changed.", headers=("ETag",)),
        },
        (
            *OF_A_MATCH,
            errors.Forbidden,
            errors.NoSuchElement,
            errors.SeatChanged,
            errors.TimeOver,
            errors.MatchNotStarted,
            errors.MatchOver,
            errors.NotYourTurn,
            errors.IllegalMove,
        ),
        token="needed",
        scopes=READ,
        query=queries.LegalActionsQuery,
        headers=("If-None-Match",),
        description="Needs a seat token. Empty, with a reason, when it is not the seat's turn. "
        "`?about=hex-C5` lists only what is about that element of the picture, and says of each "
        "other type of action that could be why it is not legal there. With `after` it says what "
        "actions would open: a client plans a chain of them so, and takes them one by one.",
    )
    def list_legal_actions(self, match: str) -> Response:
        caller = auth.player(self._matches, match)
        wanted = query(LegalActionsQuery)
        about = wanted.get("about")
        ahead = queries.actions_of(wanted.get("after", ""))
        if not ahead and holds_version(caller.head.version, caller.viewer):
            return not_modified_response(caller.head.version, caller.viewer)
        now = self._matches.at(caller.record, caller.head)
        if ahead:
            with telling_of_halts(self._matches, caller.record):
                now = self._matches.after(now, caller.viewer, *ahead)
            # The address names what is done first: at a version of the match it has one answer.
            if holds_version(now.version, caller.viewer):
                return not_modified_response(now.version, caller.viewer)
        shown = legal_actions_json(now, caller.viewer, about)
        if about is not None and not ahead:
            shown["reasons"] = reasons_json(now, caller.viewer, about)
        return read_response(shown, now.version, caller.viewer)


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
        {
            200: ResponseSpec(
                "The match after it.", submission_responses.Submission, headers=("ETag",)
            )
        },
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
        "decision; with `?include=match,legal-actions` all that a page redraws itself from.",
    )
    def submit_action(self, match: str) -> Response:
        caller = auth.likely_player(self._matches, match)
        self._limits.actions.count(caller.name)
        try:
            action, version, by_header, included, key = _submission(caller)
            seat = caller.seat
            check_player(seat)
        except Problem:
            # The caller was known from memory: of a match that is gone this is `NoSuchMatch`.
            self._matches.head(match)
            raise
        try:
            stored = self._limits.stored.count_bytes(auth.client_or_address(caller.client))
            with telling_of_halts(self._matches, caller.record), stored:
                submitted = self._matches.submit(match, caller.viewer, action, version, key, seat)
        except StaleVersion as stale:
            if by_header:
                raise PreconditionFailed(stale.detail, **stale.members) from stale
            raise
        now, besides = submitted.match, None
        if "match" in included:
            # Nothing else that may change with time alone is there at a version just made.
            besides = MatchExtras(self._matches.absent_seats(now.record, now))
        body = submission_json(submitted, caller.viewer, included, besides)
        further = "" if besides is None else besides.tag
        return submission_response(body, now.version, caller.viewer, further)


def _submission(
    caller: auth.Caller,
) -> tuple[str, int | Sequence[int] | None, bool, frozenset[str], Idempotency | None]:
    """Action, version, whether that came as a header, what to include, idempotency key."""
    body = parse(NewAction, json_body())
    wanted = query(SubmitQuery)
    version, by_header = submitted_version(body.get("version"))
    named = "*" if version is ANY else version
    key = idempotency(f"act {caller.viewer}", [body["action"], named], known=True)
    return body["action"], version, by_header, included_in(wanted), key
