"""What many operations of the contract say alike, said once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import orjson

Part = dict[str, Any]
LARGE: Final = 1000
"""Bytes from which on a member of an example is worth an anchor."""


def share_parameters(document: Part) -> None:
    """Let operations that take the same parameter refer to it: `#/components/parameters/match`.

    A component has the name of its parameter. Where parameters of one name differ, it is the one
    that most operations take; the others stay where they are.
    """
    lists = [operation["parameters"] for operation in operations(document)]
    counts = Counter(orjson.dumps(one) for parameters in lists for one in parameters)
    shared: dict[str, bytes] = {}
    for text, count in counts.most_common():
        if count > 1:
            shared.setdefault(orjson.loads(text)["name"], text)
    for parameters in lists:
        for place, one in enumerate(parameters):
            if shared.get(one["name"]) == orjson.dumps(one):
                parameters[place] = {"$ref": f"#/components/parameters/{one['name']}"}
    document["components"]["parameters"] = {
        name: orjson.loads(text) for name, text in sorted(shared.items())
    }


def share_equal_parts(document: Part) -> None:
    """Let equal headers, equal lists of required members, equal examples and large equal members of
    examples be one object each.

    YAML writes such an object once, with an anchor; JSON writes it every time.
    """
    everything = list(bodies(document))
    contents = [one for body in everything for one in body.get("content", {}).values()]
    _share(everything, "headers")
    _share(contents, "example")
    examples = [one["example"] for one in contents if isinstance(one.get("example"), dict)]
    for name in sorted({name for one in examples for name in one}):
        _share(examples, name, LARGE)
    _share(document["components"]["schemas"].values(), "required")


def _share(parts: Iterable[Part], member: str, least: int = 0) -> None:
    """Let equal members of this name, of so many bytes at least, be one object."""
    found: dict[bytes, Any] = {}
    for part in parts:
        if isinstance(part.get(member), dict | list):
            text = orjson.dumps(part[member])
            if len(text) >= least:
                part[member] = found.setdefault(text, part[member])


def operations(document: Part) -> Iterator[Part]:
    """All operations of a document."""
    for methods in document["paths"].values():
        yield from methods.values()


def bodies(document: Part) -> Iterator[Part]:
    """What is said of all that is sent: by each operation, and of what answers share."""
    yield from document["components"]["responses"].values()
    for operation in operations(document):
        yield operation.get("requestBody", {})
        yield from operation["responses"].values()
