"""`/v1/clients`, `/v1/me` and `/v1/me/tokens`: clients and their tokens."""

from __future__ import annotations

import math
from typing import Any

from flask import Response

from railhead.service import errors
from railhead.service.accounts.accounts import MOST_TOKENS
from railhead.service.accounts.storage import ClientStorage
from railhead.service.clients import responses as client_responses
from railhead.service.core.matches import Matches
from railhead.service.errors import InvalidRequest, MatchDamaged, NoSuchMatch, RulesChanged
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.cursors import bad_cursor, decode_cursor, encode_cursor
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import mine_json
from railhead.service.http.request_parsing import idempotency, json_body, query, secret_idempotency
from railhead.service.http.responses import empty_response, json_response, listing_response
from railhead.service.http.route import (
    FULL,
    OF_A_CLIENT,
    READ,
    STORED,
    WITH_BODY,
    ResponseSpec,
    route,
)
from railhead.service.http.schemas import queries, requests
from railhead.service.http.schemas.fields import parse
from railhead.service.http.schemas.queries import MineQuery
from railhead.service.http.schemas.requests import NewClient, NewToken
from railhead.service.model import Client, ClientToken, seat_of_client, seats_of
from railhead.service.seats.departures import Departures

_UNSTORED = {"Cache-Control": "no-store"}


class ClientRoutes:
    """The handlers of the clients; how many one address may make is counted as creations."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits
        self._accounts = matches.accounts
        self._departures = Departures(matches)

    @route(
        "post",
        "/v1/clients",
        "Make a client: an account without a password",
        "clients",
        {
            201: ResponseSpec(
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
    )
    def create_client(self) -> Response:
        self._limits.creations.count(caller_address())
        query()
        body = json_body()
        wanted = parse(NewClient, body)
        key = secret_idempotency(f"client {caller_address()}", body)
        with self._limits.stored.count_bytes(caller_address()):
            client, token = self._accounts.create(wanted["name"], wanted["contact"], key)
        body = {"id": client.id, "name": client.name, "token": token}
        return json_response(body, 201, {**_UNSTORED, "Location": "/v1/me"})

    @route(
        "get",
        "/v1/me",
        "The client whose token this is",
        "clients",
        {200: ResponseSpec("The client.", client_responses.ClientShown)},
        OF_A_CLIENT,
        token="needed",
        scopes=READ,
        description="Needs a client's token.",
    )
    def get_me(self) -> Response:
        client = auth.client(self._matches)
        query()
        shown = client_json(client, self._accounts.expires_at(client))
        return json_response(shown, headers=_UNSTORED)

    @route(
        "post",
        "/v1/me/token",
        "Put another token in place of the client's main one",
        "clients",
        {200: ResponseSpec("The client, with its new token.", client_responses.ClientCreated)},
        OF_A_CLIENT,
        token="needed",
        scopes=FULL,
        description="The present one opens nothing from then on. All else of the client stays: its "
        "other tokens, its webhook and that one's secret.",
    )
    def renew_my_token(self) -> Response:
        client = auth.client(self._matches)
        query()
        token = self._accounts.rotate(client)
        return json_response(
            {"id": client.id, "name": client.name, "token": token}, headers=_UNSTORED
        )

    @route(
        "delete",
        "/v1/me",
        "Revoke the client and its tokens",
        "clients",
        {204: ResponseSpec("It is gone; its seats are open, at once or soon.")},
        OF_A_CLIENT,
        token="needed",
        scopes=FULL,
        description="Its tokens open nothing from then on. It leaves the matches that are not over "
        "as a holder leaves a seat, the first at once, the others within seconds or, of "
        "thousands, minutes: its seats are open to be claimed, and where a bot played for it that "
        "plays on for nobody. The matches stay, with their owner tokens.",
    )
    def delete_me(self) -> Response:
        client = auth.client(self._matches)
        query()
        self._departures.begin(client)
        return empty_response()

    @route(
        "get",
        "/v1/me/matches",
        "Matches in which the client sits or is invited, or which it owns",
        "clients",
        {200: ResponseSpec("A page of matches.", client_responses.MyMatchPage)},
        OF_A_CLIENT,
        token="needed",
        scopes=READ,
        query=queries.MineQuery,
        description="Those where it has a seat, is invited to one, or which it owns.",
    )
    def list_my_matches(self) -> Response:
        client = auth.client(self._matches)
        wanted = query(MineQuery)
        below = _noted_time(wanted["cursor"]) if "cursor" in wanted else None
        rows = self._matches.store.storage(ClientStorage).matches(
            client.id, below, wanted["limit"] + 1
        )
        page, more = rows[: wanted["limit"]], rows[wanted["limit"] :]
        shown = [one for match_id, _ in page if (one := _mine(self._matches, client, match_id))]
        cursor = encode_cursor(page[-1][1]) if more else None
        return listing_response({"matches": shown, "cursor": cursor}, _UNSTORED)


def client_json(client: Client, expires_at: str | None) -> dict[str, Any]:
    """A client as it sees itself, and when it would expire."""
    return {
        "id": client.id,
        "name": client.name,
        "contact": client.contact,
        "created_at": client.created_at,
        "expires_at": expires_at,
    }


def _mine(matches: Matches, client: Client, match_id: str) -> dict[str, Any] | None:
    """A match as the client's list has it; None, and forgotten, where it is not the client's."""
    try:
        record = matches.record(match_id)
        head = matches.head(match_id)
    except NoSuchMatch:
        matches.store.storage(ClientStorage).forget(client.id, match_id)
        return None
    except MatchDamaged:
        return None
    seat = seat_of_client(seats_of(record, head), client.id)
    if seat is None and record.client != client.id:
        matches.store.storage(ClientStorage).forget(client.id, match_id)
        return None
    try:
        matches.game(record)
        playable = True
    except RulesChanged:
        playable = False
    absent = matches.absent_seats(record, head)
    return mine_json(record, head, seat, playable, absent)


def _noted_time(cursor: str) -> str:
    """The time that a cursor stands for, as the store takes it. Raises `InvalidRequest`."""
    try:
        noted = float(decode_cursor(cursor))
    except ValueError as error:
        raise bad_cursor() from error
    if not math.isfinite(noted):  # "nan" and "inf" are numbers to Python, but no times
        raise bad_cursor()
    return repr(noted)


class TokenRoutes:
    """The handlers of the tokens of clients."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits
        self._accounts = matches.accounts

    @route(
        "post",
        "/v1/me/tokens",
        "Make a further token of the client",
        "clients",
        {201: ResponseSpec("The token, shown this once.", client_responses.TokenCreated)},
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
    )
    def create_my_token(self) -> Response:
        client = auth.client(self._matches)
        query()
        body = json_body()
        wanted = parse(NewToken, body)
        key = idempotency(f"token {client.id}", body, known=True)
        expires_at = wanted.get("expires_at", "")
        if "expires_in" in wanted:
            expires_at = self._accounts.in_seconds(client, wanted["expires_in"])
        elif expires_at and expires_at <= self._accounts.in_seconds(client, 0):
            past = {"field": "expires_at", "problem": "must be a time to come"}
            raise InvalidRequest(errors=[past])
        with self._limits.stored.count_bytes(client.id):
            made, token = self._accounts.add_token(
                client, wanted["name"], wanted["scopes"], expires_at, key
            )
        return json_response({**token_json(made), "token": token}, 201, _UNSTORED)

    @route(
        "get",
        "/v1/me/tokens",
        "The tokens of the client",
        "clients",
        {200: ResponseSpec("The tokens, the main one first.", client_responses.TokenList)},
        OF_A_CLIENT,
        token="needed",
        scopes=FULL,
        description="What each may be used for, and in which hour it was used last; never the "
        "tokens themselves, of which only hashes are kept.",
    )
    def list_my_tokens(self) -> Response:
        client = auth.client(self._matches)
        query()
        shown = [token_json(one) for one in client.tokens]
        return json_response({"tokens": shown, "most": MOST_TOKENS}, headers=_UNSTORED)

    @route(
        "delete",
        "/v1/me/tokens/{token}",
        "Revoke a token of the client",
        "clients",
        {204: ResponseSpec("It opens nothing from now on.")},
        (*OF_A_CLIENT, errors.NoSuchToken, errors.MainToken),
        token="needed",
        scopes=FULL,
        description="Streams and waiting requests that came with it end. The main one is replaced "
        "by `POST /v1/me/token` instead.",
    )
    def revoke_my_token(self, token: str) -> Response:
        client = auth.client(self._matches)
        query()
        self._accounts.revoke_token(client, token)
        return empty_response()


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
