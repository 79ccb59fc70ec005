"""`/v1/me/data`: boards of one's own."""

from __future__ import annotations

import re
from typing import Any, Final

import orjson
from flask import Response

from railhead.games.options import MINE, OWN_NAME
from railhead.service.errors import InvalidRequest
from railhead.service.http import auth
from railhead.service.http.answers import answer, empty_answer, private_tagged_answer
from railhead.service.http.contract import address
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.request_parts import json_body, query
from railhead.service.http.resources.games import known_game
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.data_documents import check_form
from railhead.service.http.trial_places import trial_place
from railhead.service.matches.matches import Matches
from railhead.service.model import Document

_UNSTORED: Final = {"Cache-Control": "no-store"}


def my_data(matches: Matches, limits: RateLimits) -> Handlers:
    """The handlers of data of one's own."""
    own = matches.own_data

    def list_my_data() -> Response:
        client = auth.client(matches)
        query()
        settings = matches.store.settings
        room = {"documents": settings.data_documents, "bytes": settings.data_bytes}
        documents = [document_json(one) for one in own.listed(client)]
        return answer({"documents": documents, "room": room}, headers=_UNSTORED)

    def put_my_data(game: str, option: str, name: str) -> Response:
        client = auth.client(matches)
        ruleset = known_game(game)
        limits.data.count(client.id)
        query()
        if not re.fullmatch(OWN_NAME, name):
            problem = f"must be of the form {OWN_NAME}"
            raise InvalidRequest(errors=[{"field": "name", "problem": problem}])
        content = json_body()
        check_form(content)
        place = trial_place(client.id)
        with limits.stored.counted(client.id):
            document, is_new = own.put(client, ruleset, option, name, content, place)
        headers = {**_UNSTORED, "ETag": f'"{document.digest}"'}
        if is_new:
            headers["Location"] = address("get_my_data", game=game, option=option, name=name)
        return answer(document_json(document), 201 if is_new else 200, headers)

    def get_my_data(game: str, option: str, name: str) -> Response:
        client = auth.client(matches)
        query()
        document, content = own.get(client, game, option, name)
        return private_tagged_answer(orjson.dumps(content), document.digest)

    def delete_my_data(game: str, option: str, name: str) -> Response:
        client = auth.client(matches)
        query()
        own.delete(client, game, option, name)
        return empty_answer()

    return [list_my_data, put_my_data, get_my_data, delete_my_data]


def document_json(document: Document) -> dict[str, Any]:
    """A document as the client that keeps it sees it."""
    return {
        "game": document.game,
        "option": document.option,
        "name": document.name,
        "value": f"{MINE}{document.name}",
        "digest": document.digest,
        "bytes": document.size,
        "updated_at": document.updated_at,
    }
