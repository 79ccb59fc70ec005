"""Tokens: the further ones of a client, with names and scopes."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import FULL, OF_A_CLIENT, WITH_BODY, Answer, Route
from railhead.service.http.schemas import client_responses, requests

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "post",
        "/v1/me/tokens",
        "create_my_token",
        "Make a further token of the client",
        "clients",
        {201: Answer("The token, shown this once.", client_responses.TokenCreated)},
        (*OF_A_CLIENT, *WITH_BODY, errors.TooManyTokens, errors.TooMuchStored),
        token="needed",
        scopes=FULL,
        body=requests.NewToken,
        headers=("Idempotency-Key",),
        description="With its scopes it opens what they allow of the client's, and no more: `read` "
        "what the client may see, `play` that and all that is done in matches and to have them, "
        "`webhooks` its webhook and what that delivers. One with all of them is as good as the "
        "main one. With an `Idempotency-Key` a repetition by the same client gets the same token "
        "for ten minutes.",
    ),
    Route(
        "get",
        "/v1/me/tokens",
        "list_my_tokens",
        "The tokens of the client",
        "clients",
        {200: Answer("The tokens, the main one first.", client_responses.TokenList)},
        OF_A_CLIENT,
        token="needed",
        scopes=FULL,
        description="What each may be used for, and in which hour it was used last; never the "
        "tokens themselves, of which only hashes are kept.",
    ),
    Route(
        "delete",
        "/v1/me/tokens/{token}",
        "revoke_my_token",
        "Revoke a token of the client",
        "clients",
        {204: Answer("It opens nothing from now on.")},
        (*OF_A_CLIENT, errors.NoSuchToken, errors.MainToken),
        token="needed",
        scopes=FULL,
        description="Streams and waiting requests that came with it end. The main one is replaced "
        "by `POST /v1/me/token` instead.",
    ),
)
