"""`/v1/matches`: creating and listing."""

from __future__ import annotations

import base64
import binascii
from dataclasses import replace
from typing import Any

from flask import Response

from railhead.service.errors import InvalidRequest
from railhead.service.http import auth
from railhead.service.http.answers import answer, listing_answer
from railhead.service.http.contract import address
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import (
    created_json,
    listed_json,
)
from railhead.service.http.request_parts import idempotency, json_body, query
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.creation_requests import known_game, new_match
from railhead.service.http.schemas.queries import ListQuery
from railhead.service.http.trial_places import trial_place
from railhead.service.matches.matches import Matches
from railhead.service.model import Listed


def all_matches(matches: Matches, limits: RateLimits) -> Handlers:
    """The handlers of all matches."""

    def create_match() -> Response:
        client = auth.client_or_nobody(matches)
        limits.creations.count(auth.client_or_address(client))
        body = json_body()
        query()
        new = replace(new_match(body, client), asked_by=auth.asked_by(matches, client))
        auth.check_invited(matches, new.seats)
        caller = auth.client_or_address(client)
        key = idempotency(f"create {caller}", body, known=client is not None)
        with limits.stored.counted(caller):
            created = matches.create(new, key, trial_place(caller))
        location = address("get_match", match=created.match.record.id)
        headers = {"Location": location, "Cache-Control": "no-store"}
        return answer(created_json(created), 201, headers)

    def list_matches() -> Response:
        wanted = query(ListQuery)
        game = wanted.get("game")
        if game is not None:
            known_game(game)
        cursor = _cursor(wanted["cursor"]) if "cursor" in wanted else None
        page = matches.listed(game, wanted.get("status"), cursor, wanted["limit"])
        shown: dict[str, Any] = {"matches": [_listed(matches, one) for one in page.matches]}
        shown["cursor"] = None if page.cursor is None else _written(page.cursor)
        return listing_answer(shown, {"Cache-Control": "no-cache"})

    return [create_match, list_matches]


def _listed(matches: Matches, listed: Listed) -> dict[str, Any]:
    return listed_json(listed, matches.absent(listed.record, listed.head))


def _written(cursor: str) -> str:
    return base64.urlsafe_b64encode(cursor.encode()).decode().rstrip("=")


def _cursor(written: str) -> str:
    try:
        return base64.b64decode(written + "=" * (-len(written) % 4), b"-_", True).decode()
    except (binascii.Error, ValueError) as error:
        problem = "is not the cursor of a page"
        raise InvalidRequest(errors=[{"field": "cursor", "problem": problem}]) from error
