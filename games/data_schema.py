"""The schema of a document of data: a JSON Schema (draft 2020-12), which its loader checks by.

A game declares the schema of what each of its options of type `file` names, of the parts made
here, in `data_schema.py` beside its loader. The loader begins with `check`, and reads afterwards
what is then known to be there and within its bounds; it checks itself only what a schema cannot
say. `games.data.Entry` says what is wrong, so both name files and places alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from railhead.games.data import CONFIDENCES, DataError, Entry, join_errors

Schema = dict[str, Any]
"""A JSON Schema of the keywords that are used here, and no others."""
Schemas = Mapping[str, Schema]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def number(description: str, low: int, high: int) -> Schema:
    """A whole number from `low` to `high`."""
    return {"type": "integer", "minimum": low, "maximum": high, "description": description}


def one_number_of(description: str, numbers: Sequence[int]) -> Schema:
    """One of these whole numbers."""
    return {"type": "integer", "enum": [*numbers], "description": description}


def text(description: str, *examples: str) -> Schema:
    """A text that is not empty."""
    schema = {"type": "string", "minLength": 1, "description": description}
    return {**schema, "examples": [*examples]} if examples else schema


def matching(pattern: str, description: str, *examples: str) -> Schema:
    """A text that matches a regular expression as a whole."""
    return {**text(description, *examples), "pattern": f"^({pattern})$"}


def one_of(description: str, names: Sequence[str]) -> Schema:
    """One of these names."""
    return {"type": "string", "enum": [*names], "description": description}


def flag(description: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description}


def several(
    description: str, items: Schema, fewest: int = 0, most: int | None = None, apart: bool = False
) -> Schema:
    """A list of `fewest` to `most` values, all different ones if `apart`."""
    schema = {"type": "array", "items": items, "minItems": fewest, "description": description}
    if most is not None:
        schema["maxItems"] = most
    return {**schema, "uniqueItems": True} if apart else schema


def just(count: int, description: str, items: Schema, apart: bool = False) -> Schema:
    """A list of `count` values, all different ones if `apart`."""
    return several(description, items, count, count, apart)


def in_order(schema: Schema, key: str, values: Sequence[Any]) -> Schema:
    """A list of objects whose members `key` have these values, in this order."""
    prefix = [{"properties": {key: {"const": value}}} for value in values]
    return {**schema, "allOf": [*schema.get("allOf", ()), {"prefixItems": prefix}]}


def record(description: str, needed: Schemas, optional: Schemas | None = None) -> Schema:
    """An object with all of the `needed` members, and no others than the `optional` ones."""
    return {
        "type": "object",
        "description": description,
        "properties": {**needed, **(optional or {})},
        "required": [*needed],
        "additionalProperties": False,
    }


def sourced_record(description: str, needed: Schemas, optional: Schemas | None = None) -> Schema:
    """A record that says how sure it is and where it is from."""
    return record(description, {**REMARKS, **needed}, optional)


def either(description: str, *schemas: Schema) -> Schema:
    """What fits any of these schemas, each of a JSON type of its own."""
    return {"anyOf": [*schemas], "description": description}


def where(
    schema: Schema,
    key: str,
    value: str,
    needed: Sequence[str],
    barred: Sequence[str],
    else_barred: Sequence[str],
) -> Schema:
    """An object which, where its member `key` is `value`, has the `needed` and none of the `barred`
    members, and where it is not none of the `else_barred` ones.
    """
    rule = {
        "if": {"properties": {key: {"const": value}}, "required": [key]},
        "then": {"required": [*needed], "properties": dict.fromkeys(barred, False)},
        "else": {"properties": dict.fromkeys(else_barred, False)},
    }
    return {**schema, "allOf": [*schema.get("allOf", ()), rule]}


def document(title: str, schema: Schema) -> Schema:
    """The schema of a whole document."""
    return {"$schema": DIALECT, "title": title, **schema}


REMARKS: Final[Schemas] = {
    "confidence": one_of(
        "How sure this part is: A where two sources agree, B for one source, C where it is "
        "inferred, reconstructed or your own design.",
        CONFIDENCES,
    ),
    "source": text("Where this part is from, for readers only.", "my own design"),
}
TITLE: Final = text("What the board is called where it is shown.", "My board")
NOTICES: Final = several(
    "Sentences that every client should show with the board, such as that it is a guess.",
    text("A sentence."),
)


def check(entry: Entry, schema: Schema) -> None:
    """Raise `DataError` with all that the schema refuses, if it refuses anything."""
    found: dict[str, DataError] = {}
    for error in problems(entry, schema):
        found.setdefault(error.entry, error)
    if found:
        raise join_errors([*found.values()])


def problems(entry: Entry, schema: Schema) -> Iterator[DataError]:
    """Each thing that the schema refuses, by its place."""
    if "anyOf" in schema:
        kinds = {_TYPES[one["type"]]: one for one in schema["anyOf"]}
        fitting = kinds.get(type(entry.value), schema["anyOf"][-1])
        yield from problems(entry, fitting)
        return
    try:
        _CHECKS[schema["type"]](entry, schema)
    except DataError as error:
        yield error
        if type(entry.value) is not _TYPES[schema["type"]]:
            return
    if isinstance(entry.value, list):
        for item in entry.items():
            yield from problems(item, schema["items"])
        yield from _out_of_order(entry, schema)
        if schema.get("uniqueItems"):
            yield from _duplicates(entry)
    elif isinstance(entry.value, dict):
        yield from _of_members(entry, schema)


def _of_members(entry: Entry, schema: Schema) -> Iterator[DataError]:
    properties, needed = schema["properties"], [*schema["required"]]
    barred: dict[str, str] = {}
    for rule in schema.get("allOf", ()):
        ((key, told),) = rule["if"]["properties"].items()
        value = entry.value.get(key)
        chosen = rule["then" if value == told["const"] else "else"]
        needed += chosen.get("required", [])
        barred.update(dict.fromkeys(chosen["properties"], f"{key} is {value!r:.60}"))
    for key in entry.value:
        if key not in properties:
            known = ", ".join(properties)
            yield entry.fail(f"has the unknown key {key!r}; known are {known}")
        elif key in barred:
            yield entry[key].fail(f"may not be there where {barred[key]}")
        else:
            yield from problems(entry[key], properties[key])
    for key in needed:
        if key not in entry.value:
            yield entry.missing(key)


def _duplicates(entry: Entry) -> Iterator[DataError]:
    for index, item in enumerate(entry.items()):
        if item.value in entry.value[:index]:
            yield item.fail("is there twice")


def _out_of_order(entry: Entry, schema: Schema) -> Iterator[DataError]:
    for rule in schema.get("allOf", ()):
        for item, told in zip(entry.items(), rule["prefixItems"], strict=False):
            ((key, wanted),) = told["properties"].items()
            if (
                isinstance(item.value, dict)
                and item.value.get(key, wanted["const"]) != (wanted["const"])
            ):
                yield item[key].fail(f"is not {wanted['const']}, which comes here")


def _check_number(entry: Entry, schema: Schema) -> None:
    if "enum" in schema:
        numbers = schema["enum"]
        if entry.integer(min(numbers), max(numbers)) not in numbers:
            raise entry.fail(f"is {entry.value}, not one of {', '.join(map(str, numbers))}")
    else:
        entry.integer(schema["minimum"], schema["maximum"])


def _check_text(entry: Entry, schema: Schema) -> None:
    if "enum" in schema:
        entry.index(schema["enum"])
    elif "pattern" in schema and not re.fullmatch(schema["pattern"][1:-1], entry.text()):
        raise entry.fail(f"is {entry.value[:60]!r}, which does not match {schema['pattern']}")
    else:
        entry.text()


def _check_flag(entry: Entry, _: Schema) -> None:
    entry.flag()


def _check_list(entry: Entry, schema: Schema) -> None:
    count, fewest, most = len(entry.items()), schema["minItems"], schema.get("maxItems")
    if count < fewest or (most is not None and count > most):
        span = f"{fewest} or more" if most is None else f"{fewest} to {most}"
        raise entry.fail(f"has {count} entries, not {fewest if fewest == most else span}")


def _check_record(entry: Entry, _: Schema) -> None:
    entry.mapping()


_CHECKS: Final = {
    "integer": _check_number,
    "string": _check_text,
    "boolean": _check_flag,
    "array": _check_list,
    "object": _check_record,
}
_TYPES: Final = {"integer": int, "string": str, "boolean": bool, "array": list, "object": dict}
