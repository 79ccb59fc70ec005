"""`/healthz` and `/readyz`: whether the process answers, and whether it can work."""

from __future__ import annotations

from flask import Response

from railhead.service.errors import Unavailable
from railhead.service.http.answers import answer
from railhead.service.http.request_parts import query
from railhead.service.http.routing import Handlers
from railhead.service.matches.matches import Matches
from railhead.service.store.presence import clock_warnings


def health(matches: Matches) -> Handlers:
    """The handlers for whoever runs the service."""

    def get_health() -> Response:
        query()
        return answer({"status": "ok"}, headers={"Cache-Control": "no-store"})

    def get_readiness() -> Response:
        query()
        problems, warnings = readiness(matches)
        status = "unready" if problems else "ready"
        body = {"status": status, "problems": problems, "warnings": warnings}
        return answer(body, 503 if problems else 200, {"Cache-Control": "no-store"})

    return [get_health, get_readiness]


def readiness(matches: Matches) -> tuple[list[str], list[str]]:
    """What keeps the service from working, and what its operator should look at."""
    try:
        problems, warnings = matches.store.condition()
        if not problems:  # else the store may be in no state to say more
            warnings += clock_warnings(matches.store.reader)
        return problems, warnings
    except Unavailable as error:
        return [error.detail], []
