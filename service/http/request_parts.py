"""What a request says in its body, its query and its headers, as the resources want it."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import current_app, request
from marshmallow import Schema
from werkzeug.wsgi import get_content_length

from railhead.service.errors import (
    BodyTooLarge,
    InvalidRequest,
    MalformedJson,
    UnsupportedMediaType,
)
from railhead.service.http.current_request import current
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.queries import NoQuery
from railhead.service.model import Idempotency

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")


def json_body() -> Any:
    """The body as JSON. Raises `UnsupportedMediaType`, `BodyTooLarge`, `MalformedJson`."""
    environ = current()
    stated: str = environ.get("CONTENT_TYPE", "")
    if stated.partition(";")[0].strip().lower() != "application/json":
        raise UnsupportedMediaType()
    raw = _body(environ)
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        said = str(error).replace("str is", "it is")  # the parser calls what it reads by its type
        raise MalformedJson(f"the body is not JSON: {said}") from error


def _body(environ: WSGIEnvironment) -> bytes:
    """The whole body. Raises `BodyTooLarge`."""
    length = get_content_length(environ)
    limit: int = current_app.config["MAX_CONTENT_LENGTH"]
    if length is not None and length <= limit:
        raw: bytes = environ["wsgi.input"].read(length)  # past streams that only limit it
        return raw
    raw = request.get_data(cache=False)
    # A body of unstated length is cut off at the limit, not refused, by the framework.
    if len(raw) >= limit:
        raise BodyTooLarge(limit=limit)
    return raw


def query(schema: type[Schema] = NoQuery) -> Any:
    """The query as `schema` loads it. Raises `InvalidRequest`."""
    if not current().get("QUERY_STRING"):
        return _defaults(schema)
    return parsed(schema, query_texts())


def query_texts() -> dict[str, str]:
    """The query as it is. Raises `InvalidRequest` where a name is given twice."""
    given = request.args
    for name, values in given.lists():
        if len(values) > 1:
            raise InvalidRequest(errors=[{"field": name, "problem": "is given more than once"}])
    return given.to_dict()


@cache
def _defaults(schema: type[Schema]) -> Any:
    return MappingProxyType(parsed(schema, {}))


def idempotency_key() -> str | None:
    """The request's idempotency key, if it has one. Raises `InvalidRequest`."""
    key: str | None = current().get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.fullmatch(key):
        problem = "must be 1 to 200 visible ASCII characters"
        raise InvalidRequest(errors=[{"field": "Idempotency-Key", "problem": problem}])
    return key


def idempotency(scope: str, content: Any) -> Idempotency | None:
    """The request's idempotency key, if it has one, for what `content` asks. Raises
    `InvalidRequest`."""
    key = idempotency_key()
    if key is None:
        return None
    canonical = orjson.dumps(content, option=orjson.OPT_SORT_KEYS)
    return Idempotency(scope, key, hashlib.sha256(canonical).hexdigest())
