"""Games: what can be played, and with what."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import ALWAYS, TAGGED, UNCHANGED, Answer, Route
from railhead.service.http.schemas import game_responses

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "get",
        "/v1/games",
        "list_games",
        "All games",
        "games",
        {200: Answer("The games.", game_responses.GameList, headers=TAGGED), 304: UNCHANGED},
        ALWAYS,
        headers=("If-None-Match",),
        description="Each with its seats and with what every client should show of it.",
    ),
    Route(
        "get",
        "/v1/games/{game}",
        "get_game",
        "One game: seats, options, action vocabulary, bot levels",
        "games",
        {200: Answer("The game.", game_responses.GameShown, headers=TAGGED), 304: UNCHANGED},
        (*ALWAYS, errors.NoSuchGame),
        headers=("If-None-Match",),
        description="All that a client needs to create a match and to take part in it.",
    ),
    Route(
        "get",
        "/v1/games/{game}/components",
        "get_components",
        "What a table is made of: places, names, what each is, does and costs",
        "games",
        {
            200: Answer("The components.", game_responses.GameComponents, headers=TAGGED),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame, errors.InvalidOptions, errors.TooManyRequests),
        query="options",
        headers=("If-None-Match",),
        description="The query takes the game's options, as in a creation; those left out have "
        "their defaults. With it a client can draw a table and explain every name of the notation "
        "without knowing the rules.",
    ),
    Route(
        "get",
        "/v1/games/{game}/rules",
        "get_rules",
        "The rules of a game as implemented, as Markdown",
        "games",
        {
            200: Answer(
                "The page.", media_type="text/markdown", headers=TAGGED, raw={"type": "string"}
            ),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame, errors.NotFound),
        headers=("If-None-Match",),
        description="The text of the page; the scenarios in it have tests of their own.",
    ),
    Route(
        "get",
        "/v1/games/{game}/picture.svg",
        "get_game_picture",
        "A table of the game, drawn at the beginning of a match",
        "games",
        {
            200: Answer(
                "The picture.", media_type="image/svg+xml", headers=TAGGED, raw={"type": "string"}
            ),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame),
        headers=("If-None-Match",),
        description="With the default options and as few seats as may be: the same each time, for "
        "who chooses what to play.",
    ),
)
