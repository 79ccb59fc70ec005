"""Answers as clients get them: JSON, tagged with the version of a match, or a problem document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import Response, request

from railhead.service import metrics
from railhead.service.errors import (
    Overloaded,
    Problem,
    TooManyAnalyses,
    TooManyRequests,
    TooManyStreams,
    TooManyTrials,
)
from railhead.service.http.version_tags import version_tag
from railhead.service.store.analyses import RUNNING_AT_ONCE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PROBLEM_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 1
"""What `Retry-After` says where a moment is enough."""

_PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


class Whole(Response):
    """An answer in one piece, with all its headers.

    It goes out as it is; what the framework does to every answer on its way out, for the sake of
    streams, ranges and addresses that are not ASCII, takes as long as all else about an answer.
    """

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Send it, as WSGI has it."""
        start_response(self.status, [*self.headers])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [self.get_data()]


def answer(
    body: Mapping[str, Any] | bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A JSON answer; bytes go out as they are."""
    raw = body if isinstance(body, bytes) else orjson.dumps(body)
    return Whole(raw, status, headers, content_type="application/json")


def private_answer(
    body: Mapping[str, Any] | bytes, version: int, viewer: int, rematch: str = ""
) -> Response:
    """A JSON answer that is one viewer's alone, tagged as `version_tag` says."""
    return answer(body, headers={**_PRIVATE, "ETag": version_tag(version, viewer, rematch)})


def picture_answer(svg: bytes, version: int, viewer: int) -> Response:
    """A picture that is one viewer's alone, tagged with the version of the match."""
    headers = {**_PRIVATE, "ETag": version_tag(version, viewer)}
    return Whole(svg, 200, headers, content_type="image/svg+xml")


def empty_answer(status: int = 204, headers: Mapping[str, str] | None = None) -> Response:
    """An answer without a body, and so of no media type."""
    answered = Response(status=status, headers=headers)
    del answered.headers["Content-Type"]
    return answered


def not_modified(version: int, viewer: int, rematch: str = "") -> Response:
    """The answer 304."""
    return empty_answer(304, {**_PRIVATE, "ETag": version_tag(version, viewer, rematch)})


def private_tagged_answer(body: Mapping[str, Any] | bytes, tag: str) -> Response:
    """An answer that is the caller's alone and the same as long as its tag is; or 304."""
    headers = {**_PRIVATE, "ETag": f'"{tag}"'}
    if request.if_none_match.contains_weak(tag):
        return empty_answer(304, headers)
    return answer(body, headers=headers)


def no_place_to_wait(nothing_new: Response, limit: str, places: int) -> Response:
    """The answer 304 to who would wait where `limit`, that many at once, is reached."""
    return _limited(nothing_new, limit, _at_once(places))


def no_place_to_stream(limit: str, places: int) -> Response:
    """The problem of who would have a stream where `limit`, that many at once, is reached."""
    own = limit.endswith("-of-a-caller")
    problem = TooManyStreams(limit=places) if own else Overloaded(limit=places)
    return _limited(problem_answer(problem), limit, _at_once(places))


def no_place_to_think() -> Response:
    """The problem of who would have a further analysis while as many run as may."""
    return _limited(problem_answer(TooManyAnalyses()), "analyses", _at_once(RUNNING_AT_ONCE))


def slowed_down(answered: Response, limit: str, places: int) -> Response:
    """The answer to who would wait for a later one where `limit`, that many at once, is reached."""
    return _limited(answered, limit, _at_once(places))


def _at_once(places: int) -> str:
    return f'q={places};qu="concurrent-requests"'


def _limited(answered: Response, limit: str, policy: str, seconds: int = RETRY_SECONDS) -> Response:
    """The answer, saying which limit is reached, what that is, and in how many seconds to retry."""
    answered.headers["Retry-After"] = str(seconds)
    answered.headers["RateLimit-Policy"] = f'"{limit}";{policy}'
    answered.headers["RateLimit"] = f'"{limit}";r=0;t={seconds}'
    return answered


def problem_answer(problem: Problem) -> Response:
    """The problem document as an answer, which is counted."""
    metrics.refused(problem.slug)
    return problem_in_reserve(problem)


def problem_in_reserve(problem: Problem) -> Response:
    """The problem document as an answer that may not be sent."""
    headers = {"Cache-Control": "no-store"}
    if problem.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="railhead"'
    if problem.status in (429, 503):
        headers["Retry-After"] = str(problem.members.get("retry_after", RETRY_SECONDS))
    document = orjson.dumps(problem.document())
    answered = Response(document, problem.status, headers, content_type=PROBLEM_TYPE)
    if isinstance(problem, TooManyRequests):
        told = problem.members
        policy = f"q={told['quota']};w={told['window']}"
        return _limited(answered, told["policy"], policy, told["retry_after"])
    if isinstance(problem, TooManyTrials):
        told = problem.members
        policy = _at_once(told["limit"])
        return _limited(answered, "trials-of-a-caller", policy, told["retry_after"])
    return answered
