"""Puzzles: decisions with one clearly best action, to be found by people and by bots."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import ALWAYS, TAGGED, UNCHANGED, Answer, Route
from railhead.service.http.schemas import puzzle_requests, puzzle_responses

OF_A_PUZZLE: Final = (*ALWAYS, errors.NoSuchGame, errors.NoSuchPuzzle)
SHOWN: Final = {
    200: Answer("The puzzle.", puzzle_responses.PuzzleShown, headers=TAGGED),
    304: UNCHANGED,
}

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "get",
        "/v1/games/{game}/puzzles",
        "list_puzzles",
        "The puzzles of a game",
        "puzzles",
        {200: Answer("All of them.", puzzle_responses.PuzzleList, headers=TAGGED), 304: UNCHANGED},
        (*ALWAYS, errors.NoSuchGame),
        headers=("If-None-Match",),
        description="Decisions of matches of which long searches find one action clearly the best, "
        "while a glance or a brief search takes another.",
    ),
    Route(
        "get",
        "/v1/games/{game}/puzzles/daily",
        "get_daily_puzzle",
        "The puzzle of the day",
        "puzzles",
        SHOWN,
        OF_A_PUZZLE,
        headers=("If-None-Match",),
        description="One of the puzzles of the game, the same for everybody, and another one after "
        "midnight UTC; none comes again before all have.",
    ),
    Route(
        "get",
        "/v1/games/{game}/puzzles/{puzzle}",
        "get_puzzle",
        "A puzzle: the table as its seat sees it, and the legal actions",
        "puzzles",
        SHOWN,
        OF_A_PUZZLE,
        headers=("If-None-Match",),
        description="All that the seat may know, and nothing of what the best action is.",
    ),
    Route(
        "get",
        "/v1/games/{game}/puzzles/{puzzle}/picture.svg",
        "get_puzzle_picture",
        "The table of a puzzle as an SVG picture",
        "puzzles",
        {
            200: Answer(
                "The picture.", media_type="image/svg+xml", headers=TAGGED, raw={"type": "string"}
            ),
            304: UNCHANGED,
        },
        OF_A_PUZZLE,
        query=puzzle_requests.PuzzlePictureQuery,
        headers=("If-None-Match",),
        description="As the seat sees it; the ids of its elements are those of `targets`.",
    ),
    Route(
        "post",
        "/v1/games/{game}/puzzles/{puzzle}/answers",
        "answer_puzzle",
        "Answer a puzzle",
        "puzzles",
        {200: Answer("Whether it is right.", puzzle_responses.PuzzleAnswer)},
        (
            *OF_A_PUZZLE,
            errors.BodyTooSlow,
            errors.BodyTooLarge,
            errors.MalformedJson,
            errors.UnsupportedMediaType,
            errors.UnsupportedContentEncoding,
            errors.IllegalMove,
        ),
        body=puzzle_requests.NewPuzzleAnswer,
        description="Nothing is kept of answers: another one may follow. With the solution comes "
        "what the searches found of the actions.",
    ),
)
