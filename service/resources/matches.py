"""`/v1/matches`: creating, listing, reading, deleting."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from flask import Blueprint, Response, request

from service import auth
from service.creation_limit import CreationLimit
from service.errors import InvalidRequest
from service.exchange import (
    RETRY_SECONDS,
    answer,
    holds_version,
    idempotency,
    json_body,
    not_modified,
    private_answer,
    query,
)
from service.matches import Matches
from service.records import Head
from service.rendering import (
    Renderings,
    created_json,
    listed_json,
    match_bytes,
    rendered,
)
from service.schemas.requests import ListQuery, ReadQuery, known_game, new_match
from service.waiting import WaitingRoom


def matches_routes(
    matches: Matches, renderings: Renderings, room: WaitingRoom, limit: CreationLimit
) -> Blueprint:
    """The routes of the matches; `limit` bounds how often one address may create."""
    routes = Blueprint("matches", __name__)

    @routes.post("/v1/matches")
    def create_match() -> Response:
        limit.count(request.remote_addr or "")
        body = json_body()
        query()
        new = new_match(body)
        created = matches.create(new, idempotency(f"create {request.remote_addr}", body))
        address = f"/v1/matches/{created.match.record.id}"
        headers = {"Location": address, "Cache-Control": "no-store"}
        return answer(created_json(created), 201, headers)

    @routes.get("/v1/matches")
    def list_matches() -> Response:
        wanted = query(ListQuery)
        game = wanted.get("game")
        if game is not None:
            known_game(game)
        cursor = _cursor(wanted["cursor"]) if "cursor" in wanted else None
        page = matches.listed(game, wanted.get("status"), cursor, wanted["limit"])
        shown: dict[str, Any] = {"matches": [listed_json(match) for match in page.matches]}
        shown["cursor"] = None if page.cursor is None else _written(page.cursor)
        return answer(shown, headers={"Cache-Control": "no-cache"})

    @routes.get("/v1/matches/<match_id>")
    def get_match(match_id: str) -> Response:
        caller = auth.reader(matches, match_id)
        head = matches.head(match_id)
        wanted = query(ReadQuery)
        if holds_version(head.version):
            changed = _changed(caller, head, wanted["wait"])
            if isinstance(changed, Response):
                return changed
            head = changed
        with_actions = "include" in wanted
        body = rendered(
            renderings,
            (match_id, head.version, caller.viewer, with_actions),
            lambda: match_bytes(matches.at(caller.record, head), caller.viewer, with_actions),
        )
        return private_answer(body, head.version)

    def _changed(caller: auth.Caller, head: Head, seconds: int) -> Head | Response:
        """The head once it differs from `head`, else the answer that it does not."""
        if not seconds or head.status == "over":
            return not_modified(head.version)
        with room.place(caller.name) as free:
            if not free:
                return not_modified(head.version, RETRY_SECONDS)
            if matches.wait(caller.record.id, head.version, seconds) is None:
                return not_modified(head.version)
        return matches.head(caller.record.id)

    @routes.delete("/v1/matches/<match_id>")
    def delete_match(match_id: str) -> Response:
        auth.owner(matches, match_id)
        query()
        matches.delete(match_id)
        return Response(status=204)

    return routes


def _written(cursor: str) -> str:
    return base64.urlsafe_b64encode(cursor.encode()).decode().rstrip("=")


def _cursor(written: str) -> str:
    try:
        return base64.b64decode(written + "=" * (-len(written) % 4), b"-_", True).decode()
    except (binascii.Error, ValueError) as error:
        problem = "is not the cursor of a page"
        raise InvalidRequest(errors=[{"field": "cursor", "problem": problem}]) from error
