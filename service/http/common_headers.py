"""The headers that every answer has, the id of its request among them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response
from flask_cors.core import get_cors_options, set_cors_headers

from railhead.service.http.addresses import address_behind
from railhead.service.http.current_request import ENVIRONMENT, current
from railhead.service.http.rate_limit_headers import POLICY, quota_headers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_REQUEST_ID_AT: Final = "railhead.request_id"
_SAFE: Final = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
_SAFE_DATA: Final = [
    *_SAFE,
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]


def common_headers_middleware(app: WSGIApplication, proxies: int = 0) -> WSGIApplication:
    """The application with the headers that every answer has, behind so many proxies.

    Added below the framework, which would check and copy each of them several times.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        _identify(environ)
        if proxies:
            environ["REMOTE_ADDR"] = address_behind(proxies, environ)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, _with_common(environ, headers), *error)

        token = ENVIRONMENT.set(environ)
        try:
            return app(environ, start)
        finally:
            ENVIRONMENT.reset(token)

    return answer


def with_common_headers(
    environ: WSGIEnvironment, headers: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The headers of an answer that the application had no part in, and those that all have."""
    _identify(environ)
    return _with_common(environ, headers)


def _identify(environ: WSGIEnvironment) -> None:
    given = environ.get("HTTP_X_REQUEST_ID", "")
    # No secret: the operating system's randomness would be a system call for each request.
    known = given if _REQUEST_ID.fullmatch(given) else f"{random.getrandbits(64):016x}"
    environ[_REQUEST_ID_AT] = known


def _with_common(environ: WSGIEnvironment, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    # A page's 304 has no type, and its policy takes the place of the one that the browser has kept.
    page = any(
        name == "Content-Security-Policy" or (name == "Content-Type" and "text/html" in text)
        for name, text in headers
    )
    own = _SAFE if page else _SAFE_DATA
    # Where a limit is reached, the answer tells of that one alone.
    told = any(name == POLICY for name, _ in headers)
    quotas = [] if told else quota_headers(environ)
    return [*headers, *own, *quotas, ("X-Request-Id", environ[_REQUEST_ID_AT])]


def request_id() -> str:
    """The request's id: the client's own where it is fit for a log, else a random one."""
    known: str = current()[_REQUEST_ID_AT]
    return known


EXPOSED: Final = (
    *("Deprecation", "ETag", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After"),
    *("Sunset", "X-Request-Id"),
)
"""What a page may read of an answer besides what browsers let it read anyway."""
PUBLIC: Final = {
    "methods": ["GET", "HEAD"],
    "allow_headers": ["Accept", "If-None-Match", "Last-Event-ID", "X-Request-Id"],
}
TRUSTED: Final = {
    "methods": ["GET", "HEAD", "POST", "PUT", "DELETE"],
    "allow_headers": "*",
}
MAX_AGE: Final = 7200
"""Seconds for which a browser need not ask again."""


def allow_other_origins(app: Flask, everybody: bool, trusted: list[str]) -> None:
    """Let pages of the origins `trusted` do all and, where `everybody`, those of others read."""
    common = {"expose_headers": list(EXPOSED), "max_age": MAX_AGE, "send_wildcard": True}
    reading = get_cors_options(app, {**common, **PUBLIC, "origins": "*"})
    acting = get_cors_options(app, {**common, **TRUSTED, "origins": trusted}) if trusted else None

    @app.after_request
    def say(response: Response) -> Response:
        origin = current().get("HTTP_ORIGIN")
        if origin is None:
            return response
        options = reading if everybody else None
        if acting is not None and ("*" in trusted or origin in trusted):
            options = acting
        response.vary.add("Origin")
        return response if options is None else set_cors_headers(response, options)
