"""The schema of a game's view, read from `view_schema.yaml` beside its `view.py`.

The file has an entry for each kind of object in a view, beginning with `View`: its keys, each with
a type and a sentence. A key with `?` behind it is there by some options only. An entry that is a
list is a text out of that list. A type is `integer`, `number`, `boolean`, `text` or the name of an
entry, with `?` for what may be null, `[]` for a list of it, and `{}` for an object of such values
by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from railhead.games.data import Entry

FILE: Final = "view_schema.yaml"
ROOT: Final = "View"
Schema = dict[str, Any]
"""A JSON Schema."""

_PLAIN: Final = {
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "text": {"type": "string"},
}


@cache
def entries(folder: Path) -> Mapping[str, Entry] | None:
    """The entries of a game's file by name, None where it has no file. Raises `DataError`."""
    path = folder / FILE
    return Entry.of_file(path).mapping() if path.is_file() else None


def view_schemas(folder: Path, prefix: str) -> dict[str, Schema]:
    """The JSON Schema of each entry, by `prefix` and its name; empty without a file.

    References are to `#/components/schemas/`. `<prefix>View` is the whole view, the others are
    called `<prefix>View<name>`. Raises `DataError`.
    """
    found = entries(folder) or {}
    return {
        _schema_name(prefix, name): _schema(entry, prefix, found) for name, entry in found.items()
    }


def _schema_name(prefix: str, name: str) -> str:
    return prefix + ROOT + (name if name != ROOT else "")


def _schema(entry: Entry, prefix: str, known: Mapping[str, Entry]) -> Schema:
    """The schema of one entry."""
    if isinstance(entry.value, list):
        return {"type": "string", "enum": [one.text() for one in entry.items()]}
    properties = {}
    for key, declared in entry.mapping().items():
        kind, text = declared.items(2)
        schema = _type_schema(kind, kind.text(), prefix, known)
        properties[key.rstrip("?")] = {**schema, "description": text.text()}
    required = [key for key in entry.mapping() if not key.endswith("?")]
    return {"type": "object", "required": required, "properties": properties}


def _type_schema(entry: Entry, kind: str, prefix: str, known: Mapping[str, Entry]) -> Schema:
    """The schema of a type as written."""
    if kind.endswith("[]"):
        return {"type": "array", "items": _type_schema(entry, kind[:-2], prefix, known)}
    if kind.endswith("{}"):
        return {
            "type": "object",
            "additionalProperties": _type_schema(entry, kind[:-2], prefix, known),
        }
    if kind.endswith("?"):
        inner = _type_schema(entry, kind[:-1], prefix, known)
        if "type" in inner:
            return {**inner, "type": [inner["type"], "null"]}
        return {"anyOf": [inner, {"type": "null"}]}
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if kind not in known:
        raise entry.fail(f"is {kind!r}, neither a type nor an entry")
    return {"$ref": f"#/components/schemas/{_schema_name(prefix, kind)}"}
