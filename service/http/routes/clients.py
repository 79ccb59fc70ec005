"""Clients: accounts without a password."""

from __future__ import annotations

from typing import Final

from service import errors
from service.http.routes.route import STORED, WITH_BODY, Answer, Route
from service.http.schemas import client_responses, requests

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
        (*STORED, *WITH_BODY, errors.TooManyRequests),
        body=requests.NewClient,
        description="One token for all that is the client's: seats that it claims, matches that it "
        "creates.",
    ),
    Route(
        "get",
        "/v1/me",
        "get_me",
        "The client whose token this is",
        "clients",
        {200: Answer("The client.", client_responses.ClientShown)},
        (*STORED, errors.Unauthorized),
        token="needed",
        description="Needs a client's token.",
    ),
    Route(
        "delete",
        "/v1/me",
        "delete_me",
        "Revoke the client and its token",
        "clients",
        {204: Answer("It is gone; its seats are held by nobody who can play them.")},
        (*STORED, errors.Unauthorized),
        token="needed",
        description="Its token opens nothing from then on; its matches stay.",
    ),
    Route(
        "post",
        "/v1/me/token",
        "renew_my_token",
        "Put another token in place of the client's",
        "clients",
        {200: Answer("The client, with its new token.", client_responses.ClientCreated)},
        (*STORED, errors.Unauthorized),
        token="needed",
        description="The present one opens nothing from then on.",
    ),
    Route(
        "get",
        "/v1/me/matches",
        "list_my_matches",
        "Matches in which the client sits or is invited, or which it owns",
        "clients",
        {200: Answer("A page of matches.", client_responses.MyMatchPage)},
        (*STORED, errors.Unauthorized),
        token="needed",
        query=requests.MineQuery,
        description="Those where it has a seat, is invited to one, or which it owns.",
    ),
)
