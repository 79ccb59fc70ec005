"""`/v1/games`: what can be played, and with what."""

from __future__ import annotations

from typing import Any

from flask import Response

from ai.search.levels import LEVELS, measured
from games.game import Ruleset
from games.options import ChoiceOption, FileOption, IntegerOption, Option, PatternOption
from games.registry import Catalogue, rulesets
from games.vocabulary import ActionType, Choice, Integer, Parameter
from service.errors import NoSuchGame
from service.http.answers import answer
from service.http.request_parts import query
from service.http.routing import Handlers
from service.http.schemas.vocabulary import notation_template


def games(catalogue: Catalogue) -> Handlers:
    """The handlers of the games."""

    def list_games() -> Response:
        query()
        return answer({"games": [listed_json(ruleset) for ruleset in rulesets().values()]})

    def get_game(game: str) -> Response:
        ruleset = rulesets().get(game)
        if ruleset is None:
            raise NoSuchGame(f"there is no game {game!r}; there are {', '.join(rulesets())}")
        query()
        return answer(game_json(ruleset, catalogue))

    return [list_games, get_game]


def listed_json(ruleset: Ruleset) -> dict[str, Any]:
    """A game as the listing shows it."""
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "rules_version": ruleset.version,
        "seats": {"min": ruleset.min_seats, "max": ruleset.max_seats},
        "notices": list(ruleset.notices),
    }


def game_json(ruleset: Ruleset, catalogue: Catalogue) -> dict[str, Any]:
    """A game with all that a client needs."""
    return {
        **listed_json(ruleset),
        "options": [option_json(ruleset, option, catalogue) for option in ruleset.options],
        "actions": [action_type_json(kind) for kind in ruleset.vocabulary.types],
        "levels": levels_json(ruleset.id),
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
    figures = measured(game_id)
    return [
        {
            "level": level.name,
            "description": level.description,
            "seconds_per_turn": figures.get(level.name, {}).get("seconds_per_turn"),
            "beats": figures.get(level.name, {}).get("beats", {}),
        }
        for level in LEVELS.values()
    ]
