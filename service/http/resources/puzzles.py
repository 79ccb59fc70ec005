"""`/v1/games/{game}/puzzles`: decisions with one clearly best action, and answers to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import orjson
from flask import Response

from railhead.ai.puzzles import Posed, of_the_day, posed
from railhead.games.game import Ruleset
from railhead.games.options import complete
from railhead.games.registry import Catalogue
from railhead.games.vocabulary import NotationError
from railhead.service.errors import IllegalMove, NoSuchPuzzle
from railhead.service.http.answers import answer
from railhead.service.http.contract import address
from railhead.service.http.rendering import action_json, actions_json
from railhead.service.http.request_parts import json_body, query
from railhead.service.http.resources.games import known_game
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.puzzle_requests import NewPuzzleAnswer, PuzzlePictureQuery
from railhead.service.http.unchanging import (
    Unchanging,
    kept_answers,
    tagged_answer,
    unchanging_answer,
)

_UNSTORED = {"Cache-Control": "no-store"}


def puzzles(catalogue: Catalogue, day: Callable[[], date]) -> Handlers:
    """The handlers of the puzzles; `day` says which day it is."""
    answers = kept_answers()
    by_game: dict[str, Mapping[str, Posed]] = {}

    def of(ruleset: Ruleset) -> Mapping[str, Posed]:
        if ruleset.id not in by_game:
            by_game[ruleset.id] = posed(ruleset, catalogue)
        return by_game[ruleset.id]

    def known(game: str, puzzle: str) -> Posed:
        found = of(known_game(game)).get(puzzle)
        if found is None:
            raise NoSuchPuzzle()
        return found

    def shown(one: Posed) -> Response:
        kept = answers.get(one.puzzle.id)
        if kept is None:
            kept = Unchanging(orjson.dumps(puzzle_json(one)))
            answers.keep(one.puzzle.id, kept)
        return unchanging_answer(kept)

    def list_puzzles(game: str) -> Response:
        found = of(known_game(game))
        query()
        rows = [listed_json(one) for one in found.values()]
        return tagged_answer(answers, orjson.dumps({"game": game, "puzzles": rows}))

    def get_daily_puzzle(game: str) -> Response:
        found = of_the_day(of(known_game(game)), day())
        query()
        if found is None:
            raise NoSuchPuzzle("the game has no puzzles")
        return shown(found)

    def get_puzzle(game: str, puzzle: str) -> Response:
        found = known(game, puzzle)
        query()
        return shown(found)

    def get_puzzle_picture(game: str, puzzle: str) -> Response:
        found = known(game, puzzle)
        layout = query(PuzzlePictureQuery)["layout"]
        kept = answers.get((puzzle, layout))
        if kept is None:
            kept = Unchanging(picture_of(found, layout), "image/svg+xml")
            answers.keep((puzzle, layout), kept)
        return unchanging_answer(kept)

    def answer_puzzle(game: str, puzzle: str) -> Response:
        found = known(game, puzzle)
        query()
        wanted = parsed(NewPuzzleAnswer, json_body())
        return answer(judged_json(found, wanted["action"], wanted["reveal"]), headers=_UNSTORED)

    return [list_puzzles, get_daily_puzzle, get_puzzle, get_puzzle_picture, answer_puzzle]


def listed_json(one: Posed) -> dict[str, Any]:
    """A puzzle as the list has it."""
    puzzle = one.puzzle
    return {
        "id": puzzle.id,
        "seat": puzzle.seat,
        "seats": puzzle.seats,
        "difficulty": puzzle.difficulty,
    }


def puzzle_json(one: Posed) -> dict[str, Any]:
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


def picture_of(one: Posed, layout: str) -> bytes:
    """The table of a puzzle as its seat sees it, as SVG; a seat is named by its number."""
    ruleset = one.state.game.ruleset
    names = [f"seat {number}" for number in range(one.puzzle.seats)]
    return ruleset.picture(one.state.view(one.puzzle.seat), names, (), layout).encode()


def judged_json(one: Posed, notation: str, reveal: bool) -> dict[str, Any]:
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


def solution_json(one: Posed) -> dict[str, Any]:
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
