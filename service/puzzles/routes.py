"""`/v1/games/{game}/puzzles`: decisions with one clearly best action, and answers to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

import orjson
from flask import Response

from railhead.ai.puzzles import PuzzlePosition, load_puzzles, of_the_day
from railhead.games.game import Ruleset
from railhead.games.options import complete
from railhead.games.registry import Catalogue
from railhead.games.vocabulary import NotationError
from railhead.service import errors
from railhead.service.errors import IllegalMove, NoSuchPuzzle
from railhead.service.games.routes import known_game
from railhead.service.http.cached_responses import (
    CachedResponse,
    cached_response,
    cached_response_of,
    new_response_cache,
)
from railhead.service.http.legal_actions import action_json, actions_json
from railhead.service.http.pictures import SVG, PictureStyle, draw
from railhead.service.http.request_parsing import json_body, query
from railhead.service.http.responses import json_response
from railhead.service.http.route import (
    ALWAYS,
    TAGGED,
    UNCHANGED,
    ResponseSpec,
    address,
    route,
)
from railhead.service.http.schemas import queries
from railhead.service.http.schemas.fields import parse
from railhead.service.http.schemas.queries import PictureStyleQuery
from railhead.service.puzzles import requests as puzzle_requests
from railhead.service.puzzles import responses as puzzle_responses
from railhead.service.puzzles.requests import NewPuzzleAnswer

_UNSTORED = {"Cache-Control": "no-store"}


OF_A_PUZZLE: Final = (*ALWAYS, errors.NoSuchGame, errors.NoSuchPuzzle)
SHOWN: Final = {
    200: ResponseSpec("The puzzle.", puzzle_responses.PuzzleShown, headers=TAGGED),
    304: UNCHANGED,
}


class PuzzleRoutes:
    """The handlers of the puzzles; `day` says which day it is."""

    def __init__(self, catalogue: Catalogue, day: Callable[[], date]) -> None:
        self._catalogue = catalogue
        self._day = day
        self._answers = new_response_cache()
        self._by_game: dict[str, Mapping[str, PuzzlePosition]] = {}

    def _of(self, ruleset: Ruleset) -> Mapping[str, PuzzlePosition]:
        if ruleset.id not in self._by_game:
            self._by_game[ruleset.id] = load_puzzles(ruleset, self._catalogue)
        return self._by_game[ruleset.id]

    def _find(self, game: str, puzzle: str) -> PuzzlePosition:
        found = self._of(known_game(game)).get(puzzle)
        if found is None:
            raise NoSuchPuzzle()
        return found

    def _puzzle_response(self, one: PuzzlePosition) -> Response:
        kept = self._answers.get(one.puzzle.id)
        if kept is None:
            kept = CachedResponse(orjson.dumps(puzzle_json(one)))
            self._answers.keep(one.puzzle.id, kept)
        return cached_response(kept)

    @route(
        "get",
        "/v1/games/{game}/puzzles",
        "The puzzles of a game",
        "puzzles",
        {
            200: ResponseSpec("All of them.", puzzle_responses.PuzzleList, headers=TAGGED),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame),
        headers=("If-None-Match",),
        description="Decisions of matches of which long searches find one action clearly the best, "
        "while a glance or a brief search takes another.",
    )
    def list_puzzles(self, game: str) -> Response:
        found = self._of(known_game(game))
        query()
        rows = [listed_json(one) for one in found.values()]
        return cached_response_of(self._answers, orjson.dumps({"game": game, "puzzles": rows}))

    @route(
        "get",
        "/v1/games/{game}/puzzles/daily",
        "The puzzle of the day",
        "puzzles",
        SHOWN,
        OF_A_PUZZLE,
        headers=("If-None-Match",),
        description="One of the puzzles of the game, the same for everybody, and another one after "
        "midnight UTC; none comes again before all have.",
    )
    def get_daily_puzzle(self, game: str) -> Response:
        found = of_the_day(self._of(known_game(game)), self._day())
        query()
        if found is None:
            raise NoSuchPuzzle("the game has no puzzles")
        return self._puzzle_response(found)

    @route(
        "get",
        "/v1/games/{game}/puzzles/{puzzle}",
        "A puzzle: the table as its seat sees it, and the legal actions",
        "puzzles",
        SHOWN,
        OF_A_PUZZLE,
        headers=("If-None-Match",),
        description="All that the seat may know, and nothing of what the best action is.",
    )
    def get_puzzle(self, game: str, puzzle: str) -> Response:
        found = self._find(game, puzzle)
        query()
        return self._puzzle_response(found)

    @route(
        "get",
        "/v1/games/{game}/puzzles/{puzzle}/picture.svg",
        "The table of a puzzle as an SVG picture",
        "puzzles",
        {
            200: ResponseSpec(
                "The picture.", media_type="image/svg+xml", headers=TAGGED, raw={"type": "string"}
            ),
            304: UNCHANGED,
        },
        OF_A_PUZZLE,
        query=queries.PictureStyleQuery,
        headers=("If-None-Match",),
        description="As the seat sees it; the ids of its elements are those of `targets`.",
    )
    def get_puzzle_picture(self, game: str, puzzle: str) -> Response:
        found = self._find(game, puzzle)
        style = PictureStyle.of(query(PictureStyleQuery))
        kept = self._answers.get((puzzle, style))
        if kept is None:
            kept = CachedResponse(picture_of(found, style), SVG)
            self._answers.keep((puzzle, style), kept)
        return cached_response(kept)

    @route(
        "post",
        "/v1/games/{game}/puzzles/{puzzle}/answers",
        "Answer a puzzle",
        "puzzles",
        {200: ResponseSpec("Whether it is right.", puzzle_responses.PuzzleAnswer)},
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
    )
    def answer_puzzle(self, game: str, puzzle: str) -> Response:
        found = self._find(game, puzzle)
        query()
        wanted = parse(NewPuzzleAnswer, json_body())
        return json_response(
            judged_json(found, wanted["action"], wanted["reveal"]), headers=_UNSTORED
        )


def listed_json(one: PuzzlePosition) -> dict[str, Any]:
    """A puzzle as the list has it."""
    puzzle = one.puzzle
    return {
        "id": puzzle.id,
        "seat": puzzle.seat,
        "seats": puzzle.seats,
        "difficulty": puzzle.difficulty,
    }


def puzzle_json(one: PuzzlePosition) -> dict[str, Any]:
    """A puzzle as its seat may see it."""
    state, seat = one.state, one.puzzle.seat
    ruleset = state.game.ruleset
    game = ruleset.id
    return {
        "game": game,
        **listed_json(one),
        "options": complete(ruleset.options, one.puzzle.options),
        "view": state.view(seat),
        "actions": actions_json(state, seat),
        "picture": address("get_puzzle_picture", game=game, puzzle=one.puzzle.id),
    }


def picture_of(one: PuzzlePosition, style: PictureStyle) -> bytes:
    """The table of a puzzle as its seat sees it, as SVG; a seat is named by its number.

    Raises `InvalidRequest` for a region that the table does not have.
    """
    return draw(one.state.game.ruleset, one.state.view(one.puzzle.seat), (), (), style)


def judged_json(one: PuzzlePosition, notation: str, reveal: bool) -> dict[str, Any]:
    """Whether an action is the solution, which is told if so or if it is to be revealed.

    Raises `IllegalMove`.
    """
    state, seat = one.state, one.puzzle.seat
    try:
        action = state.parse(notation)
    except NotationError as error:
        raise IllegalMove(str(error)) from error
    if action not in state.legal_actions(seat):
        raise IllegalMove(state.explain(seat, action))
    written = state.game.vocabulary.notation(action)
    right = written == one.puzzle.best
    return {
        "game": state.game.ruleset.id,
        "puzzle": one.puzzle.id,
        "action": written,
        "right": right,
        "solution": solution_json(one) if right or reveal else None,
    }


def solution_json(one: PuzzlePosition) -> dict[str, Any]:
    """What the searches found, the solution first."""
    state, seat = one.state, one.puzzle.seat
    candidates = []
    for found in one.puzzle.found:
        told = action_json(state, seat, state.parse(found.notation))
        candidates.append(
            {
                **{name: told[name] for name in ("action", "label", "targets")},
                "visits": found.visits,
                "value": found.value,
            }
        )
    return {"simulations": one.puzzle.simulations, "candidates": candidates}
