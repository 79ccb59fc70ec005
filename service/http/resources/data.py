"""`/v1/me/data`, and the data of games and of matches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import orjson
from flask import Response, request

from games.options import MINE, OWN_NAME, FileOption, InvalidOption, complete
from games.registry import Catalogue
from service.errors import InvalidRequest, NoSuchData
from service.http import auth
from service.http.answers import answer, empty_answer
from service.http.contract import address
from service.http.rate_limits import RateLimits
from service.http.request_parts import json_body, query
from service.http.resources.games import components_json, known_game
from service.http.routing import Handlers
from service.http.schemas.data_documents import check_form
from service.http.unchanging import Unchanging, kept_answers, tagged_answer
from service.matches.matches import Matches
from service.model import Document

_UNSTORED: Final = {"Cache-Control": "no-store"}
_PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def data(matches: Matches, catalogue: Catalogue, limits: RateLimits) -> Handlers:
    """The handlers of data; `limits` bound how often documents are sent and tables described."""
    own = matches.own_data
    standard, described = kept_answers(), kept_answers()

    def get_game_data(game: str, option: str, name: str) -> Response:
        ruleset = known_game(game)
        query()
        declared = {one.name: one for one in ruleset.options if isinstance(one, FileOption)}
        if option not in declared:
            raise NoSuchData()
        try:
            content = catalogue.document(ruleset, declared[option], name)
        except InvalidOption as error:
            raise NoSuchData(f"{name!r} {error.problem}") from error
        return tagged_answer(standard, orjson.dumps(content))

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
        document, is_new = own.put(client, ruleset, option, name, content)
        headers = {**_UNSTORED, "ETag": f'"{document.digest}"'}
        if is_new:
            headers["Location"] = address("get_my_data", game=game, option=option, name=name)
        return answer(document_json(document), 201 if is_new else 200, headers)

    def get_my_data(game: str, option: str, name: str) -> Response:
        client = auth.client(matches)
        query()
        document, content = own.get(client, game, option, name)
        return _tagged(content, document.digest)

    def delete_my_data(game: str, option: str, name: str) -> Response:
        client = auth.client(matches)
        query()
        own.delete(client, game, option, name)
        return empty_answer()

    def get_match_components(match: str) -> Response:
        caller = auth.reader(matches, match)
        query()
        record = caller.record
        made = matches.game(record)
        options = complete(made.ruleset.options, record.options)
        key = (record.game, made.data_hash, *options.values())
        kept = described.get(key)
        if kept is None:
            limits.components.count(request.remote_addr or "")
            kept = Unchanging(orjson.dumps(components_json(made, options)))
            described.keep(key, kept)
        return _tagged(kept.body, kept.tag[3:-1])

    return [
        get_game_data,
        list_my_data,
        put_my_data,
        get_my_data,
        delete_my_data,
        get_match_components,
    ]


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


def _tagged(body: Mapping[str, Any] | bytes, tag: str) -> Response:
    """An answer that is the caller's alone and the same as long as its tag is; or 304."""
    headers = {**_PRIVATE, "ETag": f'"{tag}"'}
    if request.if_none_match.contains_weak(tag):
        return empty_answer(304, headers)
    return answer(body, headers=headers)
