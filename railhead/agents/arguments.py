"""Arguments that a tool does not take, in words that say what it takes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from railhead.words.choices import truncate_text

KINDS: Final = {
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "nothing",
    "object": "a JSON object",
    "string": "a text",
}

Schema = Mapping[str, Any]


def unknown_arguments(tool: str, schema: Schema, arguments: Iterable[str]) -> str:
    """What to say of arguments that a tool with this input schema has not; empty for none."""
    known = schema.get("properties", {})
    unknown = [truncate_text(name) for name in arguments if name not in known]
    if not unknown:
        return ""
    return f"{tool} has no argument {' and no '.join(unknown)}. It takes {', '.join(known)}."


def wrong_arguments(
    tool: str, schema: Schema, arguments: Mapping[str, Any], names: Iterable[str]
) -> str:
    """What to say of the arguments with these `names`, which do not fit a tool's input schema."""
    return " ".join(
        _wrong(tool, name, schema["properties"][name], arguments) for name in dict.fromkeys(names)
    )


def _wrong(tool: str, name: str, wanted: Schema, arguments: Mapping[str, Any]) -> str:
    described = str(wanted["description"]).removesuffix(".")
    meaning = f"({described[0].lower()}{described[1:]})"
    if name not in arguments:
        return f"{tool} needs the argument {name} {meaning}."
    given = truncate_text(json.dumps(arguments[name], ensure_ascii=False))
    return f"The argument {name} is {_kind(wanted)}, not {given} {meaning}."


def _kind(wanted: Schema) -> str:
    if "enum" in wanted:
        return _either(wanted["enum"])
    if "anyOf" in wanted:
        return _either([_kind(one) for one in wanted["anyOf"]])
    kind = KINDS[wanted["type"]]
    most = wanted.get("maxLength")
    return f"{kind} of at most {most} characters" if most else kind


def _either(values: Iterable[str]) -> str:
    *first, last = values
    return f"{', '.join(first)} or {last}" if first else last
