"""`/healthz` and `/readyz`: whether the process answers, and whether it can work."""

from __future__ import annotations

from flask import Response

from railhead.service import errors
from railhead.service.core.matches import Matches
from railhead.service.errors import Unavailable
from railhead.service.http.request_parsing import query
from railhead.service.http.responses import json_response
from railhead.service.http.route import ALWAYS, ResponseSpec, route
from railhead.service.http.schemas import common_responses
from railhead.service.store.presence import clock_warnings


class HealthRoutes:
    """The handlers for whoever runs the service."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    @route(
        "get",
        "/healthz",
        "Whether the process answers",
        "operations",
        {200: ResponseSpec("It does.", common_responses.Health)},
        (errors.InvalidRequest, errors.InternalError),
        description="Answered at once, whatever else the process does.",
    )
    def get_health(self) -> Response:
        query()
        return json_response({"status": "ok"}, headers={"Cache-Control": "no-store"})

    @route(
        "get",
        "/readyz",
        "Whether the service can take requests",
        "operations",
        {
            200: ResponseSpec("It can.", common_responses.Readiness),
            503: ResponseSpec("It cannot; `problems` says why.", common_responses.Readiness),
        },
        ALWAYS,
        description="Asks the store, and names what an operator should look at.",
    )
    def get_readiness(self) -> Response:
        query()
        problems, warnings = readiness(self._matches)
        status = "unready" if problems else "ready"
        body = {"status": status, "problems": problems, "warnings": warnings}
        return json_response(body, 503 if problems else 200, {"Cache-Control": "no-store"})


def readiness(matches: Matches) -> tuple[list[str], list[str]]:
    """What keeps the service from working, and what its operator should look at."""
    try:
        problems, warnings = matches.store.condition()
        if not problems:  # else the store may be in no state to say more
            warnings += clock_warnings(matches.store.reader)
        return problems, warnings
    except Unavailable as error:
        return [error.detail], []
