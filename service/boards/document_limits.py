"""The form of a document of data: what it may have in it before a loader reads it.

A loader says what the parts of a map mean and which there are; this says what no document may have,
whatever it is of: more entries than any board, texts that nobody can read, numbers without bounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from railhead.games.data_schema import Schema
from railhead.service.errors import InvalidData
from railhead.service.http.schemas.visible_text import refusal
from railhead.service.user_data.user_data import MOST_FAULTS

MOST_ENTRIES: Final = 12_000
"""How many values a document may have; the largest map has below 4,000."""
DEEPEST: Final = 8
LONGEST_NAME: Final = 40
LONGEST_REMARK: Final = 400
MOST_REMARKS: Final = 10
REMARKS: Final = frozenset(("title", "source", "notices", "note", "places"))
"""The keys of texts about a document or a part of it, which nothing else refers to."""
LARGEST_NUMBER: Final = 100_000
_KEY: Final = re.compile(r"[A-Za-z0-9_.+-]{1,40}")

Place = tuple[str | int, ...]


def check_limits(document: Any, *within: str) -> None:
    """Refuse what no document may have, naming the places. Raises `InvalidData`.

    `within` is where the document lies in what was sent.
    """
    if not isinstance(document, dict):
        raise InvalidData(errors=[_problem(within, "must be an object")])
    problems = islice(_problems(document), MOST_FAULTS)
    found = [_problem((*within, *place), problem) for place, problem in problems]
    if found:
        raise InvalidData(errors=found)


def with_limits(schema: Schema) -> Schema:
    """The schema of a document with what no document may have, as far as a schema can say it."""
    told = (
        f"A document has {MOST_ENTRIES} values at most, whole numbers are written without a point, "
        "and texts have no characters that cannot be seen."
    )
    return {**_with_bounds(schema, False), "description": f"{schema['description']} {told}"}


def _with_bounds(schema: Schema, remark: bool) -> Schema:
    bounded = dict(schema)
    if schema.get("type") == "string" and "enum" not in schema:
        bounded["maxLength"] = LONGEST_REMARK if remark else LONGEST_NAME
    if schema.get("type") == "array" and remark:
        bounded["maxItems"] = min(MOST_REMARKS, schema.get("maxItems", MOST_REMARKS))
    if "properties" in schema:
        bounded["properties"] = {
            key: _with_bounds(one, remark or key in REMARKS)
            for key, one in schema["properties"].items()
        }
    if "items" in schema:
        bounded["items"] = _with_bounds(schema["items"], remark)
    if "anyOf" in schema:
        bounded["anyOf"] = [_with_bounds(one, remark) for one in schema["anyOf"]]
    return bounded


def _problem(place: Place, problem: str) -> dict[str, str]:
    return {"field": dotted_path(place), "problem": problem, "pointer": json_pointer(place)}


def dotted_path(place: Place) -> str:
    """A place as the fields of other problems are written: `hexes.3.city`."""
    return ".".join(str(part) for part in place) or "body"


def json_pointer(place: Place) -> str:
    """A place as a JSON pointer: `/hexes/3/city`."""
    return "".join(f"/{part}".replace("~", "~0") for part in place)


def _problems(document: dict[str, Any]) -> Iterator[tuple[Place, str]]:
    """Each place with what is wrong there."""
    # Without recursion: how deep it is nested is only found out here.
    waiting: list[tuple[Place, Any, bool]] = [((), document, False)]
    entries = 0
    while waiting:
        place, value, remark = waiting.pop()
        entries += 1
        if entries > MOST_ENTRIES:
            yield (), f"has over {MOST_ENTRIES} values"
            return
        if isinstance(value, dict | list) and len(place) >= DEEPEST:
            yield place, f"is nested over {DEEPEST} deep"
        elif isinstance(value, dict):
            wrong = next((key for key in value if not _KEY.fullmatch(key)), None)
            if wrong is not None:
                yield place, "has a key that is not 1 to 40 letters, digits or any of _ . + -"
            else:
                inner = [((*place, k), v, remark or k in REMARKS) for k, v in value.items()]
                # The first is taken next: so problems come in the order of the document.
                waiting.extend(reversed(inner))
        elif isinstance(value, list) and remark and len(value) > MOST_REMARKS:
            yield place, f"must have at most {MOST_REMARKS} entries"
        elif isinstance(value, list):
            waiting.extend(reversed([((*place, n), one, remark) for n, one in enumerate(value)]))
        else:
            problem = _leaf_problem(value, remark)
            if problem:
                yield place, problem


def _leaf_problem(value: Any, remark: bool) -> str:
    """What is wrong with a value that has no others in it; nothing where it is empty."""
    if value is None:
        return "must not be null"
    if isinstance(value, float):
        return "must be a whole number"
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        return f"must be from -{LARGEST_NUMBER} to {LARGEST_NUMBER}"
    if isinstance(value, str):
        most = LONGEST_REMARK if remark else LONGEST_NAME
        if len(value) > most:
            return f"must have at most {most} characters"
        return refusal(value) or ""
    return ""
