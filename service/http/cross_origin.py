"""What pages of other origins may do, by their browsers' leave.

Anybody's page may read what is public. The pages that the settings name may do all that the API
offers. No cookie is ever involved: a page can only use a token that it has.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response
from flask_cors.core import get_cors_options, set_cors_headers

from railhead.service.http.current_request import current

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
