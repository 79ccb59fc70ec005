"""`/v1/clients` and `/v1/me`: accounts without a password."""

from __future__ import annotations

import base64
import binascii
import math
from typing import Any

from flask import Response

from railhead.service.errors import InvalidRequest, MatchDamaged, NoSuchMatch, RulesChanged
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.answers import answer, empty_answer, listing_answer
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import mine_json
from railhead.service.http.request_parts import json_body, query, secret_idempotency
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.queries import MineQuery
from railhead.service.http.schemas.requests import NewClient
from railhead.service.matches.departures import Departures
from railhead.service.matches.matches import Matches
from railhead.service.model import Client, seat_of_client, seats_of

_UNSTORED = {"Cache-Control": "no-store"}


def clients(matches: Matches, limits: RateLimits) -> Handlers:
    """The handlers of the clients; how many one address may make is counted as creations."""
    accounts, departures = matches.accounts, Departures(matches)

    def create_client() -> Response:
        limits.creations.count(caller_address())
        query()
        asked = json_body()
        wanted = parsed(NewClient, asked)
        key = secret_idempotency(f"client {caller_address()}", asked)
        with limits.stored.counted(caller_address()):
            client, token = accounts.create(wanted["name"], wanted["contact"], key)
        body = {"id": client.id, "name": client.name, "token": token}
        return answer(body, 201, {**_UNSTORED, "Location": "/v1/me"})

    def get_me() -> Response:
        client = auth.client(matches)
        query()
        shown = client_json(client, accounts.expires_at(client))
        return answer(shown, headers=_UNSTORED)

    def renew_my_token() -> Response:
        client = auth.client(matches)
        query()
        token = accounts.rotate(client)
        return answer({"id": client.id, "name": client.name, "token": token}, headers=_UNSTORED)

    def delete_me() -> Response:
        client = auth.client(matches)
        query()
        departures.begin(client)
        return empty_answer()

    def list_my_matches() -> Response:
        client = auth.client(matches)
        wanted = query(MineQuery)
        below = _cursor(wanted["cursor"]) if "cursor" in wanted else None
        rows = matches.store.clients.matches(client.id, below, wanted["limit"] + 1)
        page, more = rows[: wanted["limit"]], rows[wanted["limit"] :]
        shown = [one for match_id, _ in page if (one := _mine(matches, client, match_id))]
        cursor = _written(page[-1][1]) if more else None
        return listing_answer({"matches": shown, "cursor": cursor}, _UNSTORED)

    return [create_client, get_me, renew_my_token, delete_me, list_my_matches]


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
        matches.store.clients.forget(client.id, match_id)
        return None
    except MatchDamaged:
        return None
    seat = seat_of_client(seats_of(record, head), client.id)
    if seat is None and record.client != client.id:
        matches.store.clients.forget(client.id, match_id)
        return None
    try:
        matches.game(record)
        playable = True
    except RulesChanged:
        playable = False
    absent = matches.absent(record, head)
    return mine_json(record, head, seat, playable, absent)


def _written(cursor: str) -> str:
    return base64.urlsafe_b64encode(cursor.encode()).decode().rstrip("=")


def _cursor(written: str) -> str:
    """The time that a cursor stands for, as the store takes it. Raises `InvalidRequest`."""
    try:
        text = base64.b64decode(written + "=" * (-len(written) % 4), b"-_", True).decode()
        noted = float(text)
    except (binascii.Error, ValueError):
        noted = math.nan
    if not math.isfinite(noted):  # "nan" and "inf" are numbers to Python, but no times
        problem = "is not the cursor of a page"
        raise InvalidRequest(errors=[{"field": "cursor", "problem": problem}])
    return repr(noted)
