"""Requests as the resources want them, and answers as clients get them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import Response, request
from marshmallow import Schema

from service.errors import (
    BodyTooLarge,
    InvalidRequest,
    MalformedJson,
    Problem,
    UnsupportedMediaType,
)
from service.http.schemas.requests import MOST_VERSIONS, NoQuery, parsed
from service.model import Idempotency

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PROBLEM_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 1
"""What `Retry-After` says where a moment is enough."""

_TAG: Final = re.compile(r'\s*(?:W/)?"(\d{1,10})"\s*')
_KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")

_REQUEST_ID_AT: Final = "railhead.request_id"
_SAFE: Final = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
_SAFE_DATA: Final = [
    *_SAFE,
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
_PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def json_body() -> Any:
    """The body as JSON. Raises `UnsupportedMediaType`, `BodyTooLarge`, `MalformedJson`."""
    stated = request.environ.get("CONTENT_TYPE", "")
    if stated.partition(";")[0].strip().lower() != "application/json":
        raise UnsupportedMediaType()
    raw = request.get_data(cache=False)
    if not request.environ.get("CONTENT_LENGTH"):
        # A body of unstated length is cut off at the limit, not refused, by the framework.
        limit = request.max_content_length
        if limit is not None and len(raw) >= limit:
            raise BodyTooLarge(limit=limit)
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise MalformedJson(f"the body is not JSON: {error}") from error


def query(schema: type[Schema] = NoQuery) -> Any:
    """The query as `schema` loads it. Raises `InvalidRequest`."""
    if not request.query_string:
        return _defaults(schema)
    given = request.args
    for name, values in given.lists():
        if len(values) > 1:
            raise InvalidRequest(errors=[{"field": name, "problem": "is given more than once"}])
    return parsed(schema, given.to_dict())


@cache
def _defaults(schema: type[Schema]) -> Any:
    return MappingProxyType(parsed(schema, {}))


def answer(
    body: Mapping[str, Any] | bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A JSON answer; bytes go out as they are."""
    raw = body if isinstance(body, bytes) else orjson.dumps(body)
    return Response(raw, status, headers, content_type="application/json")


def private_answer(body: Mapping[str, Any] | bytes, version: int) -> Response:
    """A JSON answer that is the caller's alone, tagged with the version of the match."""
    return answer(body, headers={**_PRIVATE, "ETag": f'"{version}"'})


def not_modified(version: int, retry_after: int | None = None) -> Response:
    """The answer 304, with `Retry-After` where waiting was refused."""
    headers = {**_PRIVATE, "ETag": f'"{version}"'}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    return Response(status=304, headers=headers)


def problem_answer(problem: Problem) -> Response:
    """The problem document as an answer."""
    headers = {"Cache-Control": "no-store"}
    if problem.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="railhead"'
    if problem.status in (429, 503):
        headers["Retry-After"] = str(problem.members.get("retry_after", RETRY_SECONDS))
    document = orjson.dumps(problem.document())
    return Response(document, problem.status, headers, content_type=PROBLEM_TYPE)


def dressed(app: WSGIApplication) -> WSGIApplication:
    """The application with the headers that every answer has.

    Added below the framework, which would check and copy each of them several times.
    """

    def answering(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        own_id = given if _REQUEST_ID.fullmatch(given) else os.urandom(8).hex()
        environ[_REQUEST_ID_AT] = own_id

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            page = any(name == "Content-Type" and "text/html" in text for name, text in headers)
            own = _SAFE if page else _SAFE_DATA
            return start_response(status, [*headers, *own, ("X-Request-Id", own_id)], *error)

        return app(environ, start)

    return answering


def request_id() -> str:
    """The request's id: the client's own where it is fit for a log, else a random one."""
    known: str = request.environ[_REQUEST_ID_AT]
    return known


def holds_version(version: int) -> bool:
    """Whether `If-None-Match` says that the caller has this version already."""
    header: str | None = request.environ.get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    if header.strip() == "*":
        return True
    tags = (_TAG.fullmatch(part) for part in header.split(","))
    return any(tag is not None and int(tag[1]) == version for tag in tags)


def submitted_version(body_version: int | None) -> tuple[int | None, bool]:
    """The version an action is for, and whether it came as `If-Match`.

    Raises `InvalidRequest` where the header is malformed or says other than the body.
    """
    header: str | None = request.environ.get("HTTP_IF_MATCH")
    if header is None:
        return body_version, False
    tag = _TAG.fullmatch(header)
    if tag is None or header.lstrip().startswith("W/") or int(tag[1]) > MOST_VERSIONS:
        problem = 'must be one ETag of the match, such as "3"'
        raise InvalidRequest(errors=[{"field": "If-Match", "problem": problem}])
    if body_version is not None and body_version != int(tag[1]):
        raise InvalidRequest(errors=[{"field": "version", "problem": "is not what If-Match says"}])
    return int(tag[1]), True


def idempotency(scope: str, content: Any) -> Idempotency | None:
    """The request's idempotency key, if it has one, for what `content` asks. Raises
    `InvalidRequest`."""
    key = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        problem = "must be 1 to 200 visible ASCII characters"
        raise InvalidRequest(errors=[{"field": "Idempotency-Key", "problem": problem}])
    canonical = orjson.dumps(content, option=orjson.OPT_SORT_KEYS)
    return Idempotency(scope, key, hashlib.sha256(canonical).hexdigest())
