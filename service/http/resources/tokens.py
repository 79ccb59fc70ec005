"""`/v1/me/tokens`: further tokens of a client, with names and scopes."""

from __future__ import annotations

from typing import Any, Final

from flask import Response

from railhead.service.errors import InvalidRequest
from railhead.service.http import auth
from railhead.service.http.answers import answer, empty_answer
from railhead.service.http.request_parts import json_body, query
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.requests import NewToken
from railhead.service.matches.accounts import MOST_TOKENS
from railhead.service.matches.matches import Matches
from railhead.service.model import ClientToken

_UNSTORED: Final = {"Cache-Control": "no-store"}


def tokens(matches: Matches) -> Handlers:
    """The handlers of the tokens of clients."""
    accounts = matches.accounts

    def create_my_token() -> Response:
        client = auth.client(matches)
        query()
        wanted = parsed(NewToken, json_body())
        expires_at = wanted.get("expires_at", "")
        if "expires_in" in wanted:
            expires_at = accounts.in_seconds(client, wanted["expires_in"])
        elif expires_at and expires_at <= accounts.in_seconds(client, 0):
            past = {"field": "expires_at", "problem": "must be a time to come"}
            raise InvalidRequest(errors=[past])
        made, token = accounts.add_token(client, wanted["name"], wanted["scopes"], expires_at)
        return answer({**token_json(made), "token": token}, 201, _UNSTORED)

    def list_my_tokens() -> Response:
        client = auth.client(matches)
        query()
        shown = [token_json(one) for one in client.tokens]
        return answer({"tokens": shown, "most": MOST_TOKENS}, headers=_UNSTORED)

    def revoke_my_token(token: str) -> Response:
        client = auth.client(matches)
        query()
        accounts.revoke_token(client, token)
        return empty_answer()

    return [create_my_token, list_my_tokens, revoke_my_token]


def token_json(token: ClientToken) -> dict[str, Any]:
    """A token as its client sees it."""
    return {
        "id": token.id,
        "name": token.name,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "last_used_at": token.used_at or None,
        "expires_at": token.expires_at or None,
    }
