"""For whoever runs or uses the service: health, contract, documentation."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import ALWAYS, TAGGED, UNCHANGED, Answer, Route
from railhead.service.http.schemas import common_responses

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "get",
        "/",
        "get_entrance",
        "What is here",
        "documentation",
        {
            200: Answer("Where to go on.", common_responses.Entrance),
            302: Answer("A browser is led to the table.", headers=("Location",)),
        },
        ALWAYS,
        description="The addresses from which all others can be found; a browser, which asks for "
        "HTML, is led to the table to play at.",
    ),
    Route(
        "get",
        "/healthz",
        "get_health",
        "Whether the process answers",
        "operations",
        {200: Answer("It does.", common_responses.Health)},
        (errors.InvalidRequest, errors.InternalError),
        description="Answered at once, whatever else the process does.",
    ),
    Route(
        "get",
        "/readyz",
        "get_readiness",
        "Whether the service can take requests",
        "operations",
        {
            200: Answer("It can.", common_responses.Readiness),
            503: Answer("It cannot; `problems` says why.", common_responses.Readiness),
        },
        ALWAYS,
        description="Asks the store, and names what an operator should look at.",
    ),
    Route(
        "get",
        "/openapi.json",
        "get_contract",
        "This document",
        "documentation",
        {
            200: Answer("The OpenAPI document.", headers=TAGGED, raw={"type": "object"}),
            304: UNCHANGED,
        },
        ALWAYS,
        headers=("If-None-Match",),
        description="Made of the games that this service has.",
    ),
    Route(
        "get",
        "/docs/",
        "get_documentation",
        "This document, to read and to try out",
        "documentation",
        {200: Answer("A page.", media_type="text/html", raw={"type": "string"})},
        (errors.InternalError, errors.Overloaded, errors.TooMuchSpent),
        description="Loads nothing from elsewhere.",
    ),
    Route(
        "get",
        "/problems/{slug}",
        "get_problem",
        "What a problem type means and what to do about it",
        "documentation",
        {200: Answer("A page.", media_type="text/html", raw={"type": "string"})},
        (*ALWAYS, errors.NotFound),
        description="The address that `type` of a problem document names.",
    ),
)
