"""Answers as clients get them: JSON, tagged with the version of a match, or a problem document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import Response, request

from railhead.games.shared_parts import SharedDict, SharedList
from railhead.service import metrics
from railhead.service.errors import (
    InsufficientScope,
    Overloaded,
    Problem,
    TooManyAnalyses,
    TooManyBotMatches,
    TooManyRequests,
    TooManyStreams,
    TooManyTrials,
    TooMuchSpent,
    TooMuchStored,
    UnsupportedContentEncoding,
)
from railhead.service.http.compression import Body, compress
from railhead.service.http.content_negotiation import JSON, takes_gzip
from railhead.service.http.rate_limit_headers import (
    LEFT,
    POLICY,
    byte_policy,
    concurrency_policy,
    cost_policy,
    remaining_of,
    window_policy,
)
from railhead.service.http.version_tags import cached_tag, version_tag

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PROBLEM_TYPE: Final = "application/problem+json"
CHALLENGE: Final = 'Bearer realm="railhead"'
"""How a token is to be sent, as RFC 6750 says it."""
RETRY_SECONDS: Final = 1
"""What `Retry-After` says where a moment is enough."""
LIMITS_AT_ONCE: Final[Mapping[type[Problem], str]] = {
    TooManyTrials: "trials-of-a-caller",
    TooManyBotMatches: "bot-matches",
}
"""What a client is told that the limit is of how many there may be at once."""

_OWN: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
_READ: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept-Encoding"}


class WholeResponse(Response):
    """An answer in one piece, with all its headers.

    It goes out as it is; what the framework does to every answer on its way out, for the sake of
    streams, ranges and addresses that are not ASCII, takes as long as all else about an answer.
    """

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Send it, as WSGI has it."""
        start_response(self.status, [*self.headers])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [self.get_data()]


def json_response(
    body: Mapping[str, Any] | bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A JSON answer; bytes go out as they are."""
    raw = body if isinstance(body, bytes) else orjson.dumps(body)
    return WholeResponse(raw, status, headers, content_type=JSON)


def write_response(body: Mapping[str, Any], version: int, viewer: int) -> Response:
    """The JSON answer to what a viewer has done, tagged with the version of the match.

    It is never compressed: it may have a token.
    """
    headers = {**_OWN, "ETag": version_tag(version, viewer)}
    return json_response(encode_view(body), headers=headers)


def read_response(
    read: Mapping[str, Any] | Body,
    version: int,
    viewer: int,
    content_type: str = JSON,
    *,
    further: str = "",
) -> Response:
    """What a viewer alone reads of a match at a version, compressed where its client takes that.

    `further` as of `version_tag`. For answers without a secret only: see `compression`.
    """
    body = read if isinstance(read, Body) else Body(orjson.dumps(read))
    packed = body.gzip if takes_gzip() else None
    tag = version_tag(version, viewer, further, compressed=packed is not None)
    headers = {**_READ, "ETag": tag}
    return _encoded_response(body.plain, packed, headers, content_type)


def submission_response(
    body: Mapping[str, Any], version: int, viewer: int, further: str = ""
) -> Response:
    """The JSON answer to what a viewer has decided in a match, compressed where its client takes
    that: it has no token. `further` as of `version_tag`.
    """
    return read_response(Body(encode_view(body)), version, viewer, further=further)


def listing_response(body: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    """A JSON answer to a read, without a tag, compressed where its client takes that.

    For answers without a secret only: see `compression`.
    """
    plain = orjson.dumps(body)
    varying = ", ".join(filter(None, (headers.get("Vary"), "Accept-Encoding")))
    packed = compress(plain) if takes_gzip() else None
    return _encoded_response(plain, packed, {**headers, "Vary": varying}, JSON)


def _encoded_response(
    plain: bytes, packed: bytes | None, headers: dict[str, str], content_type: str
) -> Response:
    """The answer in the one of its forms that goes out: compressed, if it is not None."""
    if packed is not None:
        headers["Content-Encoding"] = "gzip"
    return WholeResponse(
        plain if packed is None else packed, 200, headers, content_type=content_type
    )


def empty_response(status: int = 204, headers: Mapping[str, str] | None = None) -> Response:
    """An answer without a body, and so of no media type."""
    answered = Response(status=status, headers=headers)
    del answered.headers["Content-Type"]
    return answered


def not_modified_response(version: int, viewer: int, further: str = "") -> Response:
    """The answer 304; `further` as of `version_tag`."""
    return empty_response(304, {**_READ, "ETag": cached_tag(version, viewer, further)})


def private_tagged_response(plain: bytes, tag: str, packed: bytes | None = None) -> Response:
    """A JSON answer that is the caller's alone and the same as long as its tag is; or 304.

    `packed` is the same compressed, for clients that take that, where it may be.
    """
    packed = packed if takes_gzip() else None
    headers = {**_READ, "ETag": f'"{tag}"' if packed is None else f'"{tag}-gzip"'}
    held = request.if_none_match
    if held.contains_weak(tag) or held.contains_weak(f"{tag}-gzip"):
        return empty_response(304, headers)
    return _encoded_response(plain, packed, headers, JSON)


def wait_limit_response(answered: Response, limit: str, places: int) -> Response:
    """The answer to who would wait for a later one where `limit`, that many at once, is reached."""
    return _with_limit_headers(answered, limit, concurrency_policy(limit, places))


def stream_limit_response(limit: str, places: int) -> Response:
    """The problem of who would have a stream where `limit`, that many at once, is reached."""
    own = limit.endswith(("-of-a-caller", "-of-an-address"))
    problem = TooManyStreams(limit=places) if own else Overloaded(limit=places)
    return _with_limit_headers(problem_response(problem), limit, concurrency_policy(limit, places))


def analysis_limit_response(places: int) -> Response:
    """The problem of who would have a further analysis while that many run."""
    policy = concurrency_policy("analyses", places)
    return _with_limit_headers(problem_response(TooManyAnalyses()), "analyses", policy)


def _with_limit_headers(
    answered: Response, limit: str, policy: str, seconds: int = RETRY_SECONDS
) -> Response:
    """The answer, saying which limit is reached, what that is, and in how many seconds to retry."""
    answered.headers["Retry-After"] = str(seconds)
    answered.headers[POLICY] = policy
    answered.headers[LEFT] = remaining_of(limit, 0, seconds)
    return answered


def problem_response(problem: Problem) -> Response:
    """The problem document as an answer, which is counted."""
    metrics.count_refusal(problem.slug)
    return uncounted_problem_response(problem)


def uncounted_problem_response(problem: Problem) -> Response:
    """The problem document as an answer that may not be sent."""
    headers = {"Cache-Control": "no-store"}
    if problem.status == 401:
        headers["WWW-Authenticate"] = CHALLENGE
    if isinstance(problem, InsufficientScope):
        scope = problem.members["scope"]
        headers["WWW-Authenticate"] = f'{CHALLENGE}, error="insufficient_scope", scope="{scope}"'
    if isinstance(problem, UnsupportedContentEncoding):
        headers["Accept-Encoding"] = "identity"
    if problem.status in (429, 503):
        headers["Retry-After"] = str(problem.members.get("retry_after", RETRY_SECONDS))
    document = orjson.dumps(problem.document())
    answered = Response(document, problem.status, headers, content_type=PROBLEM_TYPE)
    if isinstance(problem, TooManyRequests):
        told = problem.members
        policy = window_policy(told["policy"], told["quota"], told["window"])
        return _with_limit_headers(answered, told["policy"], policy, told["retry_after"])
    if isinstance(problem, TooMuchSpent):
        told = problem.members
        policy = cost_policy(told["policy"], told["quota"], told["window"])
        return _with_limit_headers(answered, told["policy"], policy, told["retry_after"])
    if isinstance(problem, TooMuchStored):
        told = problem.members
        policy = byte_policy(told["policy"], told["quota"], told["window"])
        return _with_limit_headers(answered, told["policy"], policy, told["retry_after"])
    at_once = LIMITS_AT_ONCE.get(type(problem))
    if at_once is not None:
        told = problem.members
        policy = concurrency_policy(at_once, told["limit"])
        return _with_limit_headers(answered, at_once, policy, told["retry_after"])
    return answered


_KINDS: Final[tuple[Any, ...]] = (dict, list, str, int)
"""What JSON has, of which a game may use kinds of its own."""


def encode_view(body: Mapping[str, Any]) -> bytes:
    """A body with a view in it, as it goes out: the same bytes that `orjson.dumps` gives."""
    return orjson.dumps(body, _encode_part, orjson.OPT_PASSTHROUGH_SUBCLASS)


def _encode_part(part: Any) -> Any:
    """What stands for an object of no type that JSON has itself. Raises `TypeError`."""
    if isinstance(part, SharedList | SharedDict):
        # A part that stands in many views, as a map does, is written once for all of them.
        if not part.json:
            part.json = orjson.dumps(part)
        return orjson.Fragment(part.json)
    for kind in _KINDS:
        if isinstance(part, kind):
            return kind(part)
    raise TypeError(f"{type(part).__name__} has no JSON")
