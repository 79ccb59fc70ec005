"""Answers typed by game: `view`, actions and options have a schema of each game's own.

Every answer that carries one of them has `game`, by which clients, generated ones too, tell which
of the schemas it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from railhead.games.game import Ruleset
from railhead.games.view_schema import view_schemas
from railhead.service.http.schemas.vocabulary import action_schemas, game_name

Schemas = dict[str, Any]
"""The schemas of a document by name."""

VIEW_TEXT: Final = "The table as the caller sees it."


def discriminated_union(tag: str, names: dict[str, str]) -> dict[str, Any]:
    """One of these schemas, by name, told by the member `tag`, whose values are the keys."""
    refs = {kind: _ref(name)["$ref"] for kind, name in names.items()}
    if not refs:
        return {"type": "object", "required": [tag]}
    return {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": tag, "mapping": refs},
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def game_view_schemas(game: Ruleset) -> Schemas:
    """The schemas of a game's view and its parts; empty where the game declares none."""
    found = view_schemas(game.folder, game_name(game))
    for name, schema in found.items():
        part = name.removeprefix(f"{game_name(game)}View")
        what = f"`{part}` in the view" if part else "The view"
        schema["description"] = f"{what} of {game.name}."
    return found


def add_typed_answers(schemas: Schemas, games: Sequence[Ruleset]) -> None:
    """Let each answer with a view or actions be one of the games' own."""
    if not games:
        return
    for game in games:
        _add_action(schemas, game)
        _add_options(schemas, game)
    makers: dict[str, Callable[[Schemas, Ruleset], dict[str, Any]]] = {
        "LegalActions": _legal_actions,
        "MatchShown": _match,
        "Submission": _submission,
        "PuzzleShown": _puzzle,
    }
    for answer, members in makers.items():
        names = {}
        for game in games:
            names[game.id] = f"{game_name(game)}{answer}"
            schemas[names[game.id]] = _of_game(schemas, answer, game, members(schemas, game))
        schemas[answer] = {
            "description": schemas[answer]["description"],
            **discriminated_union("game", names),
        }
    del schemas["LegalAction"]


def _add_action(schemas: Schemas, game: Ruleset) -> None:
    """The schema of any action of a game: by its type one of those with their parameters."""
    kinds = [kind.name for kind in game.vocabulary.types if not kind.chance]
    names = dict(zip(kinds, action_schemas(game), strict=True))
    text = f"One decision in {game.name} that is open to the caller."
    schemas[f"{game_name(game)}Action"] = {
        "description": text,
        **discriminated_union("type", names),
    }


def _add_options(schemas: Schemas, game: Ruleset) -> None:
    """The schema of the options of a match, which are complete."""
    given = schemas[f"{game_name(game)}Options"]
    schemas[f"{game_name(game)}MatchOptions"] = {
        "type": "object",
        "description": f"The options of a match of {game.name}.",
        "required": [*given.get("properties", {})],
        "properties": given.get("properties", {}),
    }


def without_defaults(schemas: Schemas) -> None:
    """Say what holds for members left out in words only.

    Generators of clients take a member with a default for one that is always there, and have those
    who create a match send all of them.
    """
    for schema in schemas.values():
        for member in schema.get("properties", {}).values():
            if "default" in member:
                left_out = member.pop("default")
                if left_out is not None:
                    text = f"{member.get('description', '')} `{json.dumps(left_out)}` if left out."
                    member["description"] = text.strip()


def _of_game(
    schemas: Schemas, answer: str, game: Ruleset, members: dict[str, Any]
) -> dict[str, Any]:
    """An answer whose members that differ by game are those of `game`."""
    general = schemas[answer]
    properties = {**general["properties"], **members}
    properties["game"] = {"type": "string", "const": game.id, "description": "The game's id."}
    text = f"{general['description']} Of {game.name}."
    return {**general, "description": text, "properties": properties}


def _legal_actions(schemas: Schemas, game: Ruleset) -> dict[str, Any]:
    general = schemas["LegalActions"]["properties"]["actions"]
    return {"actions": {**general, "items": _ref(f"{game_name(game)}Action")}}


def _match(schemas: Schemas, game: Ruleset) -> dict[str, Any]:
    legal = schemas["MatchShown"]["properties"]["legal_actions"]
    options = schemas["MatchShown"]["properties"]["options"]
    return {
        **_view(schemas, game),
        "options": {
            **_ref(f"{game_name(game)}MatchOptions"),
            "description": options["description"],
        },
        "legal_actions": {
            "anyOf": [_ref(f"{game_name(game)}LegalActions"), {"type": "null"}],
            "description": legal["description"],
        },
    }


def _submission(schemas: Schemas, game: Ruleset) -> dict[str, Any]:
    general = schemas["Submission"]["properties"]
    legal = general["legal_actions"]
    of_match = schemas[f"{game_name(game)}MatchShown"]["properties"]
    return {
        # The same objects, so that YAML writes each once.
        **{name: of_match[name] for name, one in general.items() if one == of_match.get(name)},
        **_view(schemas, game),
        "options": of_match["options"],
        "legal_actions": {
            **_ref(f"{game_name(game)}LegalActions"),
            "description": legal["description"],
        },
    }


def _puzzle(schemas: Schemas, game: Ruleset) -> dict[str, Any]:
    actions = schemas["PuzzleShown"]["properties"]["actions"]
    options = schemas["PuzzleShown"]["properties"]["options"]
    return {
        **_view(schemas, game),
        "options": {
            **_ref(f"{game_name(game)}MatchOptions"),
            "description": options["description"],
        },
        "actions": {**actions, "items": _ref(f"{game_name(game)}Action")},
    }


def _view(schemas: Schemas, game: Ruleset) -> dict[str, Any]:
    name = f"{game_name(game)}View"
    return {"view": {**_ref(name), "description": VIEW_TEXT}} if name in schemas else {}
