"""`/v1/games`: what can be played, and with what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson
from flask import Response

from railhead.ai.search.levels import LEVELS
from railhead.ai.strength import LADDERS, ladders, level_figures
from railhead.games.game import SPECTATOR, Game, Ruleset
from railhead.games.options import (
    ChoiceOption,
    FileOption,
    IntegerOption,
    InvalidOption,
    Option,
    PatternOption,
    complete,
)
from railhead.games.player_rules import PlayerRules, player_rules
from railhead.games.reference import as_json
from railhead.games.registry import Catalogue, rules_page, rulesets
from railhead.games.tutorials import Tutorial, tutorial
from railhead.games.vocabulary import ActionType, Choice, Integer, Parameter
from railhead.service import errors
from railhead.service.errors import InvalidOptions, NoSuchGame, NotFound
from railhead.service.games import learning_responses
from railhead.service.games import responses as game_responses
from railhead.service.games.regions import opening, regions_json
from railhead.service.http.addresses import caller_address
from railhead.service.http.cached_responses import (
    CachedResponse,
    cached_response,
    cached_response_of,
    new_response_cache,
)
from railhead.service.http.pictures import SVG, PictureStyle, draw
from railhead.service.http.rate_limits import RateLimit
from railhead.service.http.request_parsing import query, query_texts
from railhead.service.http.route import ALWAYS, TAGGED, UNCHANGED, ResponseSpec, address, route
from railhead.service.http.schemas import queries
from railhead.service.http.schemas.game_options import options_of
from railhead.service.http.schemas.queries import PictureStyleQuery
from railhead.service.http.schemas.vocabulary import notation_template


class GameRoutes:
    """The handlers of the games; `limit` bounds what is made for an address."""

    def __init__(self, catalogue: Catalogue, limit: RateLimit) -> None:
        self._catalogue = catalogue
        self._limit = limit
        self._answers = new_response_cache()

    @route(
        "get",
        "/v1/games",
        "All games",
        "games",
        {200: ResponseSpec("The games.", game_responses.GameList, headers=TAGGED), 304: UNCHANGED},
        ALWAYS,
        headers=("If-None-Match",),
        description="Each with its seats and with what every client should show of it.",
    )
    def list_games(self) -> Response:
        query()
        shown = {"games": [listed_json(ruleset) for ruleset in rulesets().values()]}
        return cached_response_of(self._answers, orjson.dumps(shown))

    @route(
        "get",
        "/v1/games/{game}",
        "One game: seats, options, action vocabulary, bot levels",
        "games",
        {200: ResponseSpec("The game.", game_responses.GameShown, headers=TAGGED), 304: UNCHANGED},
        (*ALWAYS, errors.NoSuchGame),
        headers=("If-None-Match",),
        description="All that a client needs to create a match and to take part in it.",
    )
    def get_game(self, game: str) -> Response:
        ruleset = known_game(game)
        query()
        return cached_response_of(self._answers, orjson.dumps(game_json(ruleset, self._catalogue)))

    @route(
        "get",
        "/v1/games/{game}/components",
        "What a table is made of: places, names, what each is, does and costs",
        "games",
        {
            200: ResponseSpec("The components.", game_responses.GameComponents, headers=TAGGED),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame, errors.InvalidOptions, errors.TooManyRequests),
        query="options",
        headers=("If-None-Match",),
        description="The query takes the game's options, as in a creation; those left out have "
        "their defaults. With it a client can draw a table and explain every name of the notation "
        "without knowing the rules.",
    )
    def get_components(self, game: str) -> Response:
        ruleset = known_game(game)
        options = options_of(ruleset, query_texts())
        made = _bind_options(self._catalogue, ruleset, options)
        key = (game, made.data_hash, *options.values())
        kept = self._answers.get(key)
        if kept is None:
            self._limit.count(caller_address())
            kept = CachedResponse(orjson.dumps(components_json(made, options)))
            self._answers.keep(key, kept)
        return cached_response(kept)

    @route(
        "get",
        "/v1/games/{game}/rules",
        "The rules of a game as implemented, as Markdown",
        "games",
        {
            200: ResponseSpec(
                "The page.", media_type="text/markdown", headers=TAGGED, raw={"type": "string"}
            ),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame, errors.NotFound),
        headers=("If-None-Match",),
        description="The text of the page; the scenarios in it have tests of their own.",
    )
    def get_rules(self, game: str) -> Response:
        ruleset = known_game(game)
        query()
        page = rules_page(ruleset)
        if page is None:
            raise NotFound(f"there is no page of the rules of {ruleset.name}")
        return cached_response_of(self._answers, page.encode(), "text/markdown; charset=utf-8")

    @route(
        "get",
        "/v1/games/{game}/rules.json",
        "The rules of a game for its players, in short",
        "games",
        {
            200: ResponseSpec("The rules.", learning_responses.PlayerRulesShown, headers=TAGGED),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame, errors.NotFound),
        headers=("If-None-Match",),
        description="Sections of paragraphs with anchors, to which action types and components "
        "lead.",
    )
    def get_player_rules(self, game: str) -> Response:
        ruleset = known_game(game)
        query()
        rules = player_rules(ruleset)
        if rules is None:
            raise NotFound(f"there are no short rules of {ruleset.name}")
        return cached_response_of(self._answers, orjson.dumps(rules_json(ruleset, rules)))

    @route(
        "get",
        "/v1/games/{game}/tutorial",
        "A first match that is explained while it is played",
        "games",
        {
            200: ResponseSpec("The tutorial.", learning_responses.TutorialShown, headers=TAGGED),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame, errors.NotFound),
        headers=("If-None-Match",),
        description="`match` is the body to create it with; the learner has seat 0. A step with "
        "`attempt` is done once that seat has taken such an action; until one is legal it plays "
        "freely.",
    )
    def get_tutorial(self, game: str) -> Response:
        ruleset = known_game(game)
        query()
        steps = tutorial(ruleset)
        if steps is None:
            raise NotFound(f"there is no tutorial of {ruleset.name}")
        return cached_response_of(self._answers, orjson.dumps(tutorial_json(ruleset, steps)))

    @route(
        "get",
        "/v1/games/{game}/picture.svg",
        "A table of the game, drawn at the beginning of a match",
        "games",
        {
            200: ResponseSpec(
                "The picture.", media_type="image/svg+xml", headers=TAGGED, raw={"type": "string"}
            ),
            304: UNCHANGED,
        },
        (*ALWAYS, errors.NoSuchGame),
        query=queries.PictureStyleQuery,
        headers=("If-None-Match",),
        description="With the default options and as few seats as may be: the same each time, for "
        "who chooses what to play.",
    )
    def get_game_picture(self, game: str) -> Response:
        ruleset = known_game(game)
        style = PictureStyle.of(query(PictureStyleQuery))
        options = complete(ruleset.options, {})
        made = _bind_options(self._catalogue, ruleset, options)
        key = ("picture", game, made.data_hash, style)
        kept = self._answers.get(key)
        if kept is None:
            view = opening(made, options).view(SPECTATOR)
            kept = CachedResponse(draw(ruleset, view, (), (), style), SVG)
            self._answers.keep(key, kept)
        return cached_response(kept)


def known_game(game: str) -> Ruleset:
    """The ruleset of an address. Raises `NoSuchGame`."""
    ruleset = rulesets().get(game)
    if ruleset is None:
        raise NoSuchGame(f"there is no game {game!r}; there are {', '.join(rulesets())}")
    return ruleset


def _bind_options(catalogue: Catalogue, ruleset: Ruleset, options: Mapping[str, Any]) -> Game:
    """The game over the chosen data files. Raises `InvalidOptions`."""
    try:
        return catalogue.game(ruleset, options)
    except InvalidOption as error:
        problem = {"field": error.option, "problem": error.problem}
        raise InvalidOptions(errors=[problem]) from error


def components_json(
    game: Game, options: Mapping[str, Any], seats: int | None = None
) -> dict[str, Any]:
    """What a table with these options is made of, for so many seats or for as few as may be."""
    ruleset = game.ruleset
    shown = as_json(ruleset.vocabulary, game.reference(options))
    rules = player_rules(ruleset)
    tables = {
        table: [
            {**one, **_rule_of(rules.of_component(table, one["name"]) if rules else None)}
            for one in items
        ]
        for table, items in shown["tables"].items()
    }
    return {
        "game": ruleset.id,
        "rules_version": ruleset.version,
        "options": dict(options),
        **shown,
        "tables": tables,
        "regions": regions_json(game, options, seats),
    }


def _rule_of(link: str | None) -> dict[str, str]:
    """The member that leads to the paragraph about something, where there is one."""
    return {} if link is None else {"rules": link}


def rules_json(ruleset: Ruleset, rules: PlayerRules) -> dict[str, Any]:
    """The rules of a game for its players."""
    return {"game": ruleset.id, "name": ruleset.name, **asdict(rules)}


def tutorial_json(ruleset: Ruleset, steps: Tutorial) -> dict[str, Any]:
    """A tutorial with the body that creates its match."""
    bots = [{"kind": "bot", "level": level} for level in steps.opponents]
    match = {
        "game": ruleset.id,
        "seats": [{"kind": "human"}, *bots],
        "options": dict(steps.options),
        "seed": steps.seed,
    }
    return {
        "game": ruleset.id,
        "name": ruleset.name,
        "language": steps.language,
        "minutes": steps.minutes,
        "match": match,
        "steps": [asdict(one) for one in steps.steps],
        "reminders": [asdict(one) for one in steps.reminders],
    }


def listed_json(ruleset: Ruleset) -> dict[str, Any]:
    """A game as the listing shows it."""
    minutes = ruleset.minutes
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "rules_version": ruleset.version,
        "seats": {"min": ruleset.min_seats, "max": ruleset.max_seats},
        "notices": list(ruleset.notices),
        "summary": ruleset.summary,
        "minutes": minutes and {"min": minutes[0], "max": minutes[1]},
        "weight": ruleset.weight,
    }


def game_json(ruleset: Ruleset, catalogue: Catalogue) -> dict[str, Any]:
    """A game with all that a client needs."""
    rules = player_rules(ruleset)
    return {
        **listed_json(ruleset),
        "options": [option_json(ruleset, option, catalogue) for option in ruleset.options],
        "actions": [
            {**action_type_json(kind), **_rule_of(rules.of_action(kind.name) if rules else None)}
            for kind in ruleset.vocabulary.types
        ],
        "levels": levels_json(ruleset.id),
        "ladders": ladders_json(ruleset.id),
        "components": address("get_components", game=ruleset.id),
        "rules": address("get_rules", game=ruleset.id) if rules_page(ruleset) else None,
        "player_rules": address("get_player_rules", game=ruleset.id) if rules else None,
        "puzzles": address("list_puzzles", game=ruleset.id),
        "tutorial": address("get_tutorial", game=ruleset.id) if tutorial(ruleset) else None,
    }


def option_json(ruleset: Ruleset, option: Option, catalogue: Catalogue) -> dict[str, Any]:
    """An option with its default and the values it takes."""
    shown: dict[str, Any] = {"name": option.name, "default": option.default, "help": option.help}
    if isinstance(option, ChoiceOption):
        return {**shown, "type": "choice", "choices": list(option.choices)}
    if isinstance(option, FileOption):
        return {**shown, "type": "file", "choices": sorted(catalogue.files(ruleset, option))}
    if isinstance(option, IntegerOption):
        return {**shown, "type": "integer", "minimum": option.low, "maximum": option.high}
    if isinstance(option, PatternOption):
        return {**shown, "type": "text", "pattern": option.pattern}
    return {**shown, "type": "switch"}


def action_type_json(kind: ActionType) -> dict[str, Any]:
    """A row of the vocabulary."""
    return {
        "type": kind.name,
        "notation": notation_template(kind),
        "label": kind.label,
        "help": kind.help,
        "chance": kind.chance,
        "parameters": [parameter_json(parameter) for parameter in kind.parameters],
        "targets": list(kind.targets),
        "untargeted": kind.untargeted,
    }


def parameter_json(parameter: Parameter) -> dict[str, Any]:
    """A parameter with the values it takes, or the table of the match's data they are from."""
    shown: dict[str, Any] = {"name": parameter.name, "help": parameter.help}
    if isinstance(parameter, Integer):
        return {**shown, "type": "integer", "minimum": parameter.low, "maximum": parameter.high}
    if isinstance(parameter, Choice):
        return {**shown, "type": "choice", "choices": list(parameter.values)}
    return {**shown, "type": "name", "table": parameter.table}


def levels_json(game_id: str) -> list[dict[str, Any]]:
    """The bot levels, weakest first, with what was measured in this game."""
    figures = level_figures(game_id)
    return [
        {
            "level": level.name,
            "description": level.description,
            "seconds_per_turn": figures.get(level.name, {}).get("seconds_per_turn"),
            "beats": figures.get(level.name, {}).get("beats", {}),
        }
        for level in LEVELS.values()
    ]


def ladders_json(game_id: str, folder: Path = LADDERS) -> list[dict[str, Any]]:
    """The ladders of a game, by number of seats, from the files in `folder`."""
    return [
        {
            **{name: value for name, value in ladder.items() if name not in ("game", "signature")},
            "agents": [
                {
                    "points": None,  # of ladders of before there were points
                    **{name: value for name, value in agent.items() if name != "plays_by"},
                }
                for agent in ladder["agents"]
            ],
        }
        for ladder in ladders(game_id, folder)
    ]
