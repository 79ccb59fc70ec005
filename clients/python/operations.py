"""The operations of the contract as functions that say what to send and what comes back."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping
from typing import Any

from clients.python.schemas import docstring, type_of
from railhead.client.calls import JSON

HEAD = '''"""Every operation of the contract: what to send, and the type of what comes back.

`Railhead.ask` and `AsyncRailhead.ask` take what these functions return.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from railhead.client import schemas
from railhead.client.calls import Call, call
'''
REPEATABLE = {"play_again"}
"""What may be sent twice although it is a POST without a key: everybody who asks gets the same."""
PAGES = "text/html"
"""Operations that answer so are for people."""

Operation = Mapping[str, Any]


def module(contract: Mapping[str, Any]) -> str:
    """The source of the module with all operations of `contract` that are for programs."""
    functions = [
        _function(path, method, {**operation, "parameters": _parameters(contract, operation)})
        for path, methods in contract["paths"].items()
        for method, operation in methods.items()
        if PAGES not in _answer(operation).get("content", {})
    ]
    return "\n\n".join([HEAD, *functions])


def _parameters(contract: Mapping[str, Any], operation: Operation) -> list[Mapping[str, Any]]:
    """All that an operation takes, in full: several may refer to one."""
    shared = contract["components"]["parameters"]
    return [
        shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        for one in operation["parameters"]
    ]


def _answer(operation: Operation) -> Mapping[str, Any]:
    """What comes where all is well."""
    statuses = sorted(status for status in operation["responses"] if status.startswith("2"))
    answer: Mapping[str, Any] = operation["responses"][statuses[0]]
    return answer


def _function(path: str, method: str, operation: Operation) -> str:
    returned = _return_type(operation)
    body = operation.get("requestBody")
    arguments = [f"{name}: {kind}" for name, kind in _of_path(operation)]
    if body:
        schema = body["content"]["application/json"]["schema"]
        kind = _qualified_name(type_of(schema)) if "$ref" in schema else "Mapping[str, Any]"
        arguments.append(f"body: {kind}")
    query = list(_of_query(operation))
    arguments += ["*", *(f"{_safe(name)}: {kind} = None" for name, kind in query)] if query else []
    said = [repr(method.upper()), repr(path)]
    if names := [name for name, _ in _of_path(operation)]:
        said.append(f"path={{{', '.join(f'{name!r}: {name}' for name in names)}}}")
    if query:
        said.append(f"query={{{', '.join(f'{name!r}: {_safe(name)}' for name, _ in query)}}}")
    said += ["body=body"] if body else []
    if any(one["name"] == "Idempotency-Key" for one in operation["parameters"]):
        said.append("keyed=True")
    if operation["operationId"] in REPEATABLE:
        said.append("repeatable=True")
    text = docstring(operation["summary"])
    return (
        f"def {operation['operationId']}({', '.join(arguments)}) -> Call[{returned}]:\n"
        f"    {text}\n    return call({', '.join(said)})"
    )


def _return_type(operation: Operation) -> str:
    content = _answer(operation).get("content")
    if content is None:
        return "None"
    kind = next((kind for kind in JSON if kind in content), None)
    if kind is None:
        return "str"
    schema = content[kind]["schema"]
    return _qualified_name(type_of(schema)) if "$ref" in schema else "dict[str, Any]"


def _of_path(operation: Operation) -> Iterator[tuple[str, str]]:
    for one in operation["parameters"]:
        if one["in"] == "path":
            yield one["name"], type_of(one["schema"])


def _of_query(operation: Operation) -> Iterator[tuple[str, str]]:
    for one in operation["parameters"]:
        if one["in"] == "query":
            kind = type_of(one["schema"]).replace("dict[str, str]", "Mapping[str, str]")
            yield one["name"], f"{kind} | None"


def _qualified_name(name: str) -> str:
    return f"schemas.{name}"


def _safe(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name
