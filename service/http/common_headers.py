"""The headers that every answer has, the id of its request among them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from flask import request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_REQUEST_ID_AT: Final = "railhead.request_id"
_SAFE: Final = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
_SAFE_DATA: Final = [
    *_SAFE,
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]


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
