"""Analyses: asking for them, reading, following and cancelling."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import (
    LIMIT_REACHED,
    OF_A_MATCH,
    PLAY,
    READ,
    WITH_BODY,
    Answer,
    Route,
    Streamed,
)
from railhead.service.http.schemas import analysis_requests, analysis_responses

EXAMPLE: Final = (
    '{"kind":"end","analysis":1,"status":"done","version":12,"seat":0,"seconds":2,'
    '"asked_at":"2026-11-22T10:00:00.000Z","reason":null,"simulations":41216,'
    '"candidates":[{"action":"spin","label":"Hire: spin the wheel","targets":["wheel-0"],'
    '"visits":30112,'
    '"score":{"low":11.2,"value":11.5,"high":11.8},'
    '"win":{"low":0.51,"value":0.54,"high":0.57}}],'
    '"line":[{"seat":0,"action":"spin","label":"Hire: spin the wheel","targets":["wheel-0"]}]}'
)
STREAMS: Final = (
    Streamed(
        "text/event-stream",
        analysis_responses.AnalysisEvent,
        "Events, each with this as its data.",
        f"retry: 1000\n\nid: 9\nevent: end\ndata: {EXAMPLE}\n\n",
    ),
    Streamed(
        "application/x-ndjson",
        analysis_responses.AnalysisEvent,
        "Lines, each of which is this, or empty.",
        f"\n{EXAMPLE}\n",
    ),
)

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "post",
        "/v1/matches/{match}/analyses",
        "create_analysis",
        "Have a decision analysed",
        "analyses",
        {202: Answer("It will be.", analysis_responses.AnalysisShown, headers=("Location",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.AnalysesNotAllowed,
            errors.Forbidden,
            errors.NoSuchVersion,
            errors.NoSuchSeat,
            errors.MatchNotStarted,
            errors.MatchOver,
            errors.NotYourTurn,
            errors.TooManyAnalyses,
            errors.TooManyRequests,
        ),
        token="optional",
        scopes=PLAY,
        body=analysis_requests.NewAnalysis,
        headers=("Idempotency-Key",),
        description="A worker searches the decision as bots do, by what the seat knew, whenever no "
        "bot is to act. `analyses` of the match says who may ask.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/analyses",
        "list_analyses",
        "The caller's analyses of a match",
        "analyses",
        {200: Answer("All that are kept.", analysis_responses.AnalysisList)},
        OF_A_MATCH,
        token="optional",
        scopes=READ,
        description="The last first; the oldest make room for others.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/analyses/{analysis}",
        "get_analysis",
        "An analysis as far as it is, or as it goes on",
        "analyses",
        {
            200: Answer(
                "The analysis, or a stream.",
                analysis_responses.AnalysisShown,
                headers=LIMIT_REACHED,
                streams=STREAMS,
            )
        },
        (
            *OF_A_MATCH,
            errors.NoSuchAnalysis,
            errors.NotAcceptable,
            errors.TooManyStreams,
            errors.TooManyRequests,
        ),
        token="optional",
        scopes=READ,
        query=analysis_requests.AnalysisQuery,
        description="`?wait=30` answers once it has ended. A stream, where `Accept` asks for one, "
        "shows it now and after each change, until it has ended.",
    ),
    Route(
        "delete",
        "/v1/matches/{match}/analyses/{analysis}",
        "cancel_analysis",
        "Cancel an analysis",
        "analyses",
        {204: Answer("It does not run any more.")},
        (*OF_A_MATCH, errors.NoSuchAnalysis),
        token="optional",
        scopes=PLAY,
        description="What it has found until then can still be read.",
    ),
)
