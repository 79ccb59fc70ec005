"""`/v1/games/{game}/data` and `/v1/me/data`: the games' own documents and those of clients."""

from __future__ import annotations

import re
from typing import Any, Final

import orjson
from flask import Response

from railhead.games.game import Ruleset
from railhead.games.options import MINE, OWN_NAME, FileOption, InvalidOption, complete
from railhead.games.registry import Catalogue
from railhead.service import errors
from railhead.service.boards import requests as data_requests
from railhead.service.boards import responses as data_responses
from railhead.service.boards.document_limits import check_limits, with_limits
from railhead.service.core.matches import Matches
from railhead.service.errors import InvalidData, InvalidRequest, NoSuchData
from railhead.service.games import responses as game_responses
from railhead.service.games.routes import components_json, known_game
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.cached_responses import (
    CachedResponse,
    cached_response_of,
    new_response_cache,
)
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.request_parsing import json_body, query
from railhead.service.http.responses import empty_response, json_response, private_tagged_response
from railhead.service.http.route import (
    ALWAYS,
    OF_A_CLIENT,
    OF_A_MATCH,
    PLAY,
    READ,
    TAGGED,
    UNCHANGED,
    UNKEYED_BODY,
    ResponseSpec,
    address,
    route,
)
from railhead.service.http.validation_waits import validation_ticket
from railhead.service.model import Document
from railhead.service.user_data.user_data import MOST_FAULTS
from railhead.service.user_data.validation_queue import ValidationTicket

_UNSTORED: Final = {"Cache-Control": "no-store"}

SCHEMA_TYPE: Final = "application/schema+json"
DOCUMENT: Final = {"type": "object", "additionalProperties": True}


class GameDataRoutes:
    """The handlers of data that is only read; `limits` bound how often a table is described."""

    def __init__(self, matches: Matches, catalogue: Catalogue, limits: RateLimits) -> None:
        self._matches = matches
        self._catalogue = catalogue
        self._limits = limits
        self._standard = new_response_cache()
        self._described = new_response_cache()

    @route(
        "get",
        "/v1/games/{game}/data/{option}/{name}",
        "A document of data that the game has: to begin one's own with",
        "data",
        {200: ResponseSpec("The document.", headers=TAGGED, raw=DOCUMENT), 304: UNCHANGED},
        (*ALWAYS, errors.NoSuchGame, errors.NoSuchData),
        headers=("If-None-Match",),
        description="Which there are, `GET /v1/games/{game}` says: the choices of its options of "
        "type `file`.",
    )
    def get_game_data(self, game: str, option: str, name: str) -> Response:
        ruleset = known_game(game)
        query()
        declared = {one.name: one for one in ruleset.options if isinstance(one, FileOption)}
        if option not in declared:
            raise NoSuchData()
        try:
            content = self._catalogue.document(ruleset, declared[option], name)
        except InvalidOption as error:
            raise NoSuchData(f"{name!r} {error.problem}") from error
        return cached_response_of(self._standard, orjson.dumps(content))

    @route(
        "get",
        "/v1/games/{game}/data/{option}/schema",
        "The JSON Schema of the documents that an option names",
        "data",
        {
            200: ResponseSpec(
                "The schema, of draft 2020-12.",
                media_type=SCHEMA_TYPE,
                headers=TAGGED,
                raw={"type": "object"},
            ),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame, errors.NoSuchData),
        headers=("If-None-Match",),
        description="What no schema can say it says in words.",
    )
    def get_data_schema(self, game: str, option: str) -> Response:
        ruleset = known_game(game)
        query()
        schema = with_limits(self._matches.user_data.schema(ruleset, option))
        return cached_response_of(self._standard, orjson.dumps(schema), SCHEMA_TYPE)

    @route(
        "get",
        "/v1/matches/{match}/components",
        "What the table of this match is made of",
        "data",
        {
            200: ResponseSpec("The components.", game_responses.GameComponents, headers=TAGGED),
            304: UNCHANGED,
        },
        (*OF_A_MATCH, errors.TooManyRequests),
        token="optional",
        scopes=READ,
        headers=("If-None-Match",),
        description="As `GET /v1/games/{game}/components`, with the options and the data of this "
        "match: the same from its creation to its end.",
    )
    def get_match_components(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        query()
        record = caller.record
        made = self._matches.game(record)
        options = complete(made.ruleset.options, record.options)
        seats = len(record.seats)
        key = (record.game, made.data_hash, seats, *options.values())
        kept = self._described.get(key)
        if kept is None:
            self._limits.components.count(caller_address())
            kept = CachedResponse(orjson.dumps(components_json(made, options, seats)))
            self._described.keep(key, kept)
        return private_tagged_response(kept.body, kept.tag[3:-1], kept.compressed)


class UserDataRoutes:
    """The handlers of data of one's own."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits
        self._own = matches.user_data

    @route(
        "get",
        "/v1/me/data",
        "The client's documents of data",
        "data",
        {200: ResponseSpec("The documents.", data_responses.MyDataList)},
        OF_A_CLIENT,
        token="needed",
        scopes=READ,
        description="Without what they say, and how many there may be.",
    )
    def list_my_data(self) -> Response:
        client = auth.client(self._matches)
        query()
        settings = self._matches.store.settings
        room = {"documents": settings.data_documents, "bytes": settings.data_bytes}
        documents = [document_json(one) for one in self._own.list_documents(client)]
        return json_response({"documents": documents, "room": room}, headers=_UNSTORED)

    @route(
        "put",
        "/v1/me/data/{game}/{option}/{name}",
        "Keep a board of one's own: a map, a board, a set of components",
        "data",
        {
            200: ResponseSpec(
                "It is kept in place of the one before, or only checked.",
                headers=TAGGED,
                raw={"anyOf": [data_responses.MyData, data_responses.DataCheck]},
            ),
            201: ResponseSpec("It is kept.", data_responses.MyData, headers=("Location", *TAGGED)),
        },
        (
            *OF_A_CLIENT,
            *UNKEYED_BODY,
            errors.NoSuchGame,
            errors.NoSuchData,
            errors.InvalidData,
            errors.TooMuchData,
            errors.TooManyRequests,
            errors.TooMuchStored,
            errors.TooManyTrials,
        ),
        token="needed",
        scopes=PLAY,
        query=data_requests.PutQuery,
        body="document",
        description="The body is the document, as `GET /v1/games/{game}/data/…` gives those of the "
        "game. It is checked, and some matches are played on it; then the client's matches can "
        "name it as the value of the option: `mine/` and the name.",
    )
    def put_my_data(self, game: str, option: str, name: str) -> Response:
        client = auth.client(self._matches)
        ruleset = known_game(game)
        self._limits.data.count(client.id)
        dry_run = query(data_requests.PutQuery)["dry_run"]
        if not re.fullmatch(OWN_NAME, name):
            problem = f"must be of the form {OWN_NAME}"
            raise InvalidRequest(errors=[{"field": "name", "problem": problem}])
        content = json_body()
        ticket = validation_ticket(client.id)
        if dry_run:
            return json_response(self._dry_run(ruleset, option, content, ticket), headers=_UNSTORED)
        self._check_form(ruleset, option, content)
        with self._limits.stored.count_bytes(client.id):
            document, is_new = self._own.put(client, ruleset, option, name, content, ticket)
        headers = {**_UNSTORED, "ETag": f'"{document.digest}"'}
        if is_new:
            headers["Location"] = address("get_my_data", game=game, option=option, name=name)
        return json_response(document_json(document), 201 if is_new else 200, headers)

    def _check_form(self, ruleset: Ruleset, option: str, content: Any) -> None:
        """Raise `InvalidData` with all that the form and the schema refuse, where the form does."""
        try:
            check_limits(content)
        except InvalidData as error:
            faults = [*error.members["errors"]]
            faults += self._own.refused_by_schema(ruleset, option, content)
            apart = {one["pointer"]: one for one in reversed(faults)}
            told = [one for one in faults if apart[one["pointer"]] is one]
            raise InvalidData(errors=told[:MOST_FAULTS]) from error

    def _dry_run(
        self, ruleset: Ruleset, option: str, content: Any, ticket: ValidationTicket
    ) -> dict[str, Any]:
        """The answer to a dry run."""
        try:
            self._check_form(ruleset, option, content)
            self._own.check(ruleset, option, content, ticket)
        except InvalidData as error:
            faults = error.members["errors"]
            told = [{"pointer": one["pointer"], "detail": one["problem"]} for one in faults]
            return {"valid": False, "errors": told}
        return {"valid": True, "errors": []}

    @route(
        "get",
        "/v1/me/data/{game}/{option}/{name}",
        "A document of the client's",
        "data",
        {200: ResponseSpec("The document.", headers=TAGGED, raw=DOCUMENT), 304: UNCHANGED},
        (*OF_A_CLIENT, errors.NoSuchData),
        token="needed",
        scopes=READ,
        headers=("If-None-Match",),
        description="As it was sent. Nobody else can read it here; who sees a match that is played "
        "with it sees what it is played with.",
    )
    def get_my_data(self, game: str, option: str, name: str) -> Response:
        client = auth.client(self._matches)
        query()
        document, content = self._own.get(client, game, option, name)
        return private_tagged_response(orjson.dumps(content), document.digest)

    @route(
        "delete",
        "/v1/me/data/{game}/{option}/{name}",
        "Delete a document of the client's",
        "data",
        {204: ResponseSpec("It is gone; matches that were made with it go on.")},
        (*OF_A_CLIENT, errors.NoSuchData),
        token="needed",
        scopes=PLAY,
        description="A match keeps what it was created with.",
    )
    def delete_my_data(self, game: str, option: str, name: str) -> Response:
        client = auth.client(self._matches)
        query()
        self._own.delete(client, game, option, name)
        return empty_response()


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
