"""What a request says in its body, its query and its headers, as the resources want it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import current_app, request
from marshmallow import Schema
from werkzeug.http import parse_options_header
from werkzeug.wsgi import get_content_length

from railhead.service.errors import (
    BodyTooLarge,
    InvalidRequest,
    UnsupportedContentEncoding,
    UnsupportedMediaType,
)
from railhead.service.http.content_negotiation import JSON, UTF_8
from railhead.service.http.current_request import current
from railhead.service.http.json_bodies import read_json
from railhead.service.http.schemas.fields import parse
from railhead.service.http.schemas.queries import NoQuery
from railhead.service.model import Idempotency

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BODY_SIZES: Final = "BODY_SIZES"
"""Where the application has how long bodies may be."""
NOT_ENCODED: Final = "identity"
"""The content coding of a body that is sent as it is."""
LEAST_LENGTH: Final = 16
LEAST_DIFFERENT: Final = 6
"""How many characters, and different ones, an idempotency key has at least that tells one caller
from others at the same address. Of as many hexadecimal digits drawn at random fewer differ once in
some hundred thousand times."""
_KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")


def json_body() -> Any:
    """The body as JSON.

    Raises `UnsupportedMediaType`, `UnsupportedContentEncoding`, `BodyTooLarge`, `MalformedJson`,
    and `InvalidRequest` for members given twice.
    """
    environ = current()
    stated: str = environ.get("CONTENT_TYPE", "")
    if stated != JSON:
        _check_media_type(stated)
    coding: str = environ.get("HTTP_CONTENT_ENCODING", NOT_ENCODED)
    if coding.strip().lower() != NOT_ENCODED:
        raise UnsupportedContentEncoding(f"{coding.strip()!r} is not taken: send the body as it is")
    return read_json(_body(environ))


def _check_media_type(stated: str) -> None:
    """Raises `UnsupportedMediaType` for all but JSON in UTF-8, whatever else is said of it."""
    media_type, parameters = parse_options_header(stated)
    if media_type.lower() != JSON:
        raise UnsupportedMediaType()
    charset = parameters.get("charset", "utf-8")
    if charset.lower() not in UTF_8:
        raise UnsupportedMediaType(f"JSON is encoded as UTF-8, not as {charset!r}")


def _body(environ: WSGIEnvironment) -> bytes:
    """The whole body. Raises `BodyTooLarge`."""
    length = get_content_length(environ)
    sizes: BodySizes = current_app.config[BODY_SIZES]
    limit = sizes.of(environ["PATH_INFO"])
    if length is not None and length <= limit:
        raw: bytes = environ["wsgi.input"].read(length)  # past streams that only limit it
        return raw
    request.max_content_length = limit
    raw = request.get_data(cache=False)
    # A body of unstated length is cut off at the limit, not refused, by the framework.
    if len(raw) >= limit:
        raise BodyTooLarge(limit=limit)
    return raw


def query(schema: type[Schema] = NoQuery) -> Any:
    """The query as `schema` loads it. Raises `InvalidRequest`."""
    if not current().get("QUERY_STRING"):
        return _defaults(schema)
    return parse(schema, query_texts())


def query_texts() -> dict[str, str]:
    """The query as it is. Raises `InvalidRequest` where a name is given twice."""
    given = request.args
    for name, values in given.lists():
        if len(values) > 1:
            raise InvalidRequest(errors=[{"field": name, "problem": "is given more than once"}])
    return given.to_dict()


@cache
def _defaults(schema: type[Schema]) -> Any:
    # Shared by all requests, none of which may change it.
    return MappingProxyType(parse(schema, {}))


def idempotency_key() -> str | None:
    """The request's idempotency key, if it has one. Raises `InvalidRequest`."""
    key: str | None = current().get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.fullmatch(key):
        problem = "must be 1 to 200 visible ASCII characters"
        raise InvalidRequest(errors=[{"field": "Idempotency-Key", "problem": problem}])
    return key


def idempotency(scope: str, content: Any, *, known: bool) -> Idempotency | None:
    """The request's idempotency key, if it has one, for what `content` asks.

    `known` says whether `scope` is of one caller alone, as that of a token is; else the key has to
    tell the caller from others at the same address. Raises `InvalidRequest`.
    """
    key = idempotency_key()
    if key is None:
        return None
    # Sorted, as a repetition may write its members in another order.
    canonical = orjson.dumps(content, option=orjson.OPT_SORT_KEYS)
    fingerprint = hashlib.sha256(canonical).hexdigest()
    return Idempotency(scope, key, fingerprint, known or is_hard_to_guess(key))


def secret_idempotency(scope: str, content: Any) -> Idempotency | None:
    """As `idempotency`, where the answer is a secret, and the caller is known by the key alone.

    Raises `InvalidRequest` too for a key that others may guess.
    """
    found = idempotency(scope, content, known=False)
    if found is not None and not found.proves:
        problem = (
            f"must be hard to guess, as a UUID is: {LEAST_LENGTH} characters or more, "
            f"{LEAST_DIFFERENT} of them different"
        )
        raise InvalidRequest(errors=[{"field": "Idempotency-Key", "problem": problem}])
    return found


def is_hard_to_guess(key: str) -> bool:
    """Whether a key may have been drawn at random, and was not counted or thought of."""
    return len(key) >= LEAST_LENGTH and len({*key}) >= LEAST_DIFFERENT


@dataclass(frozen=True)
class BodySizes:
    """At most `usual` bytes, but where `of_paths` says another size."""

    usual: int
    of_paths: Mapping[str, int] = field(default_factory=dict)

    def of(self, path: str) -> int:
        """How many bytes a body that is sent to a path may have."""
        return self.of_paths.get(path, self.usual)

    def places(self, length: int) -> int:
        """How many places of usual size a body of so many bytes takes; one at least."""
        return max(1, -(-length // self.usual))
