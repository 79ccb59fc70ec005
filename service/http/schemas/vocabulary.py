"""The JSON Schemas of a game's actions, from its vocabulary: types and parameters, no map names."""

from __future__ import annotations

from typing import Any

from railhead.games.game import Ruleset
from railhead.games.vocabulary import ActionType, Choice, Integer, Parameter

NAME_PATTERN = "^[A-Za-z0-9_+,.-]+$"


def parameter_schema(parameter: Parameter) -> dict[str, Any]:
    """The JSON Schema of one parameter's value."""
    described = {"description": parameter.help} if parameter.help else {}
    if isinstance(parameter, Integer):
        return {
            "type": "integer",
            "minimum": parameter.low,
            "maximum": parameter.high,
            **described,
        }
    if isinstance(parameter, Choice):
        return {"type": "string", "enum": list(parameter.values), **described}
    return {"type": "string", "pattern": NAME_PATTERN, **described}


def notation_template(kind: ActionType) -> str:
    """How an action of this type is written, such as `build:<field>`."""
    return ":".join([kind.name, *(f"<{parameter.name}>" for parameter in kind.parameters)])


def targets_text(kind: ActionType) -> str:
    """What the targets of an action of this type are, or why there are none."""
    if not kind.targets:
        return f"None. {kind.untargeted}".rstrip()
    written = ", ".join(f"`{template}`" for template in kind.targets)
    return f"The ids of the elements of the picture that it is about: {written}."


def first_sentence(text: str) -> str:
    """What a help begins with: the game has all of it, and the contract is long enough."""
    sentence, more, _ = text.partition(". ")
    return f"{sentence}." if more else sentence


def action_schema(kind: ActionType) -> dict[str, Any]:
    """The JSON Schema of one legal action of this type."""
    names = [parameter.name for parameter in kind.parameters]
    return {
        "type": "object",
        "description": first_sentence(kind.help) or f"Written `{notation_template(kind)}`.",
        "required": ["action", "type", "parameters", "label", "targets"],
        "properties": {
            "action": {
                "type": "string",
                "pattern": f"^{kind.name}(:[^:]+){{{len(names)}}}$",
                "description": f"The notation to submit: `{notation_template(kind)}`.",
            },
            "type": {"type": "string", "const": kind.name, "description": "The action type."},
            "parameters": {
                "type": "object",
                "description": "By name.",
                "required": names,
                "properties": {p.name: parameter_schema(p) for p in kind.parameters},
            },
            "label": {"type": "string", "description": "What it does."},
            "targets": {
                "type": "array",
                "items": {"type": "string"},
                "description": targets_text(kind),
            },
        },
    }


def game_name(ruleset: Ruleset) -> str:
    """The game's id as the prefix of its schemas' names: `GreatWesternTrail`."""
    return "".join(part.title() for part in ruleset.id.replace("-", "_").split("_"))


def action_schemas(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """The schemas of all actions a seat may take, by name."""
    prefix = game_name(ruleset)
    return {
        prefix + "".join(part.title() for part in kind.name.split("_")): action_schema(kind)
        for kind in ruleset.vocabulary.types
        if not kind.chance
    }
