"""Data: documents to begin with, those of one's own, and what a match is played with."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import (
    ALWAYS,
    OF_A_CLIENT,
    OF_A_MATCH,
    PLAY,
    READ,
    TAGGED,
    UNCHANGED,
    UNKEYED_BODY,
    Answer,
    Route,
)
from railhead.service.http.schemas import data_responses, game_responses

DOCUMENT: Final = {"type": "object", "additionalProperties": True}

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "get",
        "/v1/games/{game}/data/{option}/{name}",
        "get_game_data",
        "A document of data that the game has: to begin one's own with",
        "data",
        {200: Answer("The document.", headers=TAGGED, raw=DOCUMENT), 304: UNCHANGED},
        (*ALWAYS, errors.NoSuchGame, errors.NoSuchData),
        headers=("If-None-Match",),
        description="Which there are, `GET /v1/games/{game}` says: the choices of its options of "
        "type `file`.",
    ),
    Route(
        "get",
        "/v1/me/data",
        "list_my_data",
        "The client's documents of data",
        "data",
        {200: Answer("The documents.", data_responses.MyDataList)},
        OF_A_CLIENT,
        token="needed",
        scopes=READ,
        description="Without what they say, and how many there may be.",
    ),
    Route(
        "put",
        "/v1/me/data/{game}/{option}/{name}",
        "put_my_data",
        "Keep a board of one's own: a map, a board, a set of components",
        "data",
        {
            200: Answer(
                "It is kept in place of the one before.", data_responses.MyData, headers=TAGGED
            ),
            201: Answer("It is kept.", data_responses.MyData, headers=("Location", *TAGGED)),
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
        body="document",
        description="The body is the document, as `GET /v1/games/{game}/data/…` gives those of the "
        "game. It is checked, and some matches are played on it; then the client's matches can "
        "name it as the value of the option: `mine/` and the name.",
    ),
    Route(
        "get",
        "/v1/me/data/{game}/{option}/{name}",
        "get_my_data",
        "A document of the client's",
        "data",
        {200: Answer("The document.", headers=TAGGED, raw=DOCUMENT), 304: UNCHANGED},
        (*OF_A_CLIENT, errors.NoSuchData),
        token="needed",
        scopes=READ,
        headers=("If-None-Match",),
        description="As it was sent. Nobody else can read it here; who sees a match that is played "
        "with it sees what it is played with.",
    ),
    Route(
        "delete",
        "/v1/me/data/{game}/{option}/{name}",
        "delete_my_data",
        "Delete a document of the client's",
        "data",
        {204: Answer("It is gone; matches that were made with it go on.")},
        (*OF_A_CLIENT, errors.NoSuchData),
        token="needed",
        scopes=PLAY,
        description="A match keeps what it was created with.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/components",
        "get_match_components",
        "What the table of this match is made of",
        "data",
        {
            200: Answer("The components.", game_responses.GameComponents, headers=TAGGED),
            304: UNCHANGED,
        },
        (*OF_A_MATCH, errors.TooManyRequests),
        token="optional",
        scopes=READ,
        headers=("If-None-Match",),
        description="As `GET /v1/games/{game}/components`, with the options and the data of this "
        "match: the same from its creation to its end.",
    ),
)
