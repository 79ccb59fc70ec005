"""Clients: accounts without a password."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import (
    FULL,
    OF_A_CLIENT,
    READ,
    STORED,
    WITH_BODY,
    Answer,
    Route,
    Streamed,
)
from railhead.service.http.schemas import client_responses, queries, requests

EXAMPLE_TURN: Final = (
    '{"kind":"turn","match":"9johi2p36h7m40bab8of","game":"montana","version":7,"seat":0}'
)
CLIENT_STREAMS: Final = (
    Streamed(
        "text/event-stream",
        client_responses.ClientEvent,
        "Events, each with this as its data.",
        f"retry: 1000\n\nevent: turn\ndata: {EXAMPLE_TURN}\n\n:\n\n",
    ),
    Streamed(
        "application/x-ndjson",
        client_responses.ClientEvent,
        "Lines, each of which is this, or empty.",
        f"\n{EXAMPLE_TURN}\n\n",
    ),
)

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "post",
        "/v1/clients",
        "create_client",
        "Make a client: an account without a password",
        "clients",
        {
            201: Answer(
                "The client, with its token.", client_responses.ClientCreated, headers=("Location",)
            )
        },
        (*STORED, *WITH_BODY, errors.TooManyRequests, errors.TooMuchStored),
        body=requests.NewClient,
        headers=("Idempotency-Key",),
        description="Its token, the main one, serves for all that is the client's: seats that it "
        "claims, matches that it creates. `POST /v1/me/tokens` makes further ones. With an "
        "`Idempotency-Key` that is hard to guess, as a UUID is, a repetition from the same address "
        "gets the same client for ten minutes; another key is refused.",
    ),
    Route(
        "get",
        "/v1/me",
        "get_me",
        "The client whose token this is",
        "clients",
        {200: Answer("The client.", client_responses.ClientShown)},
        OF_A_CLIENT,
        token="needed",
        scopes=READ,
        description="Needs a client's token.",
    ),
    Route(
        "delete",
        "/v1/me",
        "delete_me",
        "Revoke the client and its tokens",
        "clients",
        {204: Answer("It is gone; its seats are open, at once or soon.")},
        OF_A_CLIENT,
        token="needed",
        scopes=FULL,
        description="Its tokens open nothing from then on. It leaves the matches that are not over "
        "as a holder leaves a seat, the first at once, the others within seconds or, of "
        "thousands, minutes: its seats are open to be claimed, and where a bot played for it that "
        "plays on for nobody. The matches stay, with their owner tokens.",
    ),
    Route(
        "post",
        "/v1/me/token",
        "renew_my_token",
        "Put another token in place of the client's main one",
        "clients",
        {200: Answer("The client, with its new token.", client_responses.ClientCreated)},
        OF_A_CLIENT,
        token="needed",
        scopes=FULL,
        description="The present one opens nothing from then on. All else of the client stays: its "
        "other tokens, its webhook and that one's secret.",
    ),
    Route(
        "get",
        "/v1/me/matches",
        "list_my_matches",
        "Matches in which the client sits or is invited, or which it owns",
        "clients",
        {200: Answer("A page of matches.", client_responses.MyMatchPage)},
        OF_A_CLIENT,
        token="needed",
        scopes=READ,
        query=queries.MineQuery,
        description="Those where it has a seat, is invited to one, or which it owns.",
    ),
    Route(
        "get",
        "/v1/me/events",
        "list_my_events",
        "What concerns the client, over all its matches",
        "clients",
        {
            200: Answer(
                "What is open now, or a stream.",
                client_responses.ClientEventList,
                streams=CLIENT_STREAMS,
            )
        },
        (
            *OF_A_CLIENT,
            errors.NotAcceptable,
            errors.TooManyStreams,
            errors.TooManyRequests,
        ),
        token="needed",
        scopes=READ,
        description="A stream, where `Accept` asks for one, begins with every turn and every "
        "invitation that is open, then an event of kind `open`, and goes on with what comes. So "
        "whoever is cut off just connects again. One loop over it plays all matches of a client.",
    ),
)
