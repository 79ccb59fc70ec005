"""The page of the contract: each operation with its recorded examples, in HTML without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any, Final

import orjson
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

Json = Mapping[str, Any]
LONG: Final = 200
"""Characters of a body from which on its command reads it from a file."""
SHAPE: Final = {
    *("$ref", "type", "properties", "required", "items", "oneOf", "anyOf", "enum", "const"),
    *("additionalProperties", "discriminator", "contentSchema"),
    *("description", "example", "examples"),
}
"""The keywords of schemas that the template has words for; all others are shown as they are."""
_CODE: Final = re.compile("`([^`]+)`")


@dataclass(frozen=True)
class Operation:
    """One operation as it is shown: `answers` have their bodies, `refusals` their problem types.

    `told` is the operation of the contract. `curl` is None where the caller is the service.
    """

    method: str
    path: str
    told: Json
    answers: Mapping[str, Json]
    refusals: Mapping[str, Mapping[str, str]]
    """The titles of problem types by their slugs, by status."""
    curl: str | None


def reference_page(document: Json) -> str:
    """The page of an OpenAPI document whose examples are recorded."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        {"words": words, "shown": example_text, "last": last, "limits": limits, "who": who}
    )
    operations: dict[str, list[Operation]] = {tag["name"]: [] for tag in document["tags"]}
    for one in _operations(document):
        operations[one.told["tags"][0]].append(one)
    template = environment.get_template("reference.html")
    return template.render(document=document, operations=operations)


def _operations(document: Json) -> Iterator[Operation]:
    for path, methods in document["paths"].items():
        for method, declared in methods.items():
            parameters = [_parameter(document, one) for one in declared["parameters"]]
            told = {**declared, "parameters": parameters}
            yield _operation(document, path, method, told, curl(path, method, told))
    for name, methods in document["webhooks"].items():
        for method, told in methods.items():
            yield _operation(document, f"(your address: {name})", method, told, None)


def _operation(
    document: Json, path: str, method: str, told: Json, command: str | None
) -> Operation:
    answers: dict[str, Json] = {}
    refusals: dict[str, dict[str, str]] = {}
    for status, one in told["responses"].items():
        if "$ref" not in one:
            answers[status] = one
            continue
        (content,) = document["components"]["responses"][last(one["$ref"])]["content"].values()
        problems = document["components"]["examples"]
        refusals[status] = {slug: problems[slug]["value"]["title"] for slug in content["examples"]}
    return Operation(method.upper(), path, told, answers, refusals, command)


def _parameter(document: Json, said: Json) -> Json:
    """A parameter of an operation, which may refer to one that several share."""
    if "$ref" not in said:
        return said
    shared: Json = document["components"]["parameters"][last(said["$ref"])]
    return shared


def curl(path: str, method: str, told: Json) -> str:
    """The command that asks what was recorded; `URL` and `TOKEN` are the caller's to set.

    A long body is read from `body.json`.
    """
    required = [one for one in told["parameters"] if one.get("required")]
    for one in required:
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", str(one["example"]))
    asked = [f"{one['name']}={one['example']}" for one in required if one["in"] == "query"]
    address = f'"$URL{path}"' + (quote("?" + "&".join(asked)) if asked else "")
    parts = ["curl -sS" if method == "get" else f"curl -sS -X {method.upper()}", address]
    if told["security"]:
        parts.append('-H "Authorization: Bearer $TOKEN"')
    if "requestBody" in told:
        ((media_type, body),) = told["requestBody"]["content"].items()
        text = orjson.dumps(body["example"]).decode()
        parts.append(f"-H {quote(f'Content-Type: {media_type}')}")
        parts.append(f"-d {quote(text)}" if len(text) < LONG else "-d @body.json")
    return " \\\n  ".join(parts)


def words(text: str) -> Markup:
    """A text of the contract, in which code stands between backquotes."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 # it is escaped


def example_text(example: Any) -> str:
    """An example as people read it: text as it is, anything else as JSON with indents."""
    if isinstance(example, str):
        return example
    return orjson.dumps(example, option=orjson.OPT_INDENT_2).decode()


def last(reference: str) -> str:
    """The name of the component that a reference leads to."""
    return reference.rpartition("/")[2]


def limits(schema: Json) -> str:
    """What a schema asks for beyond its shape, such as `minimum 0, maximum 9`."""
    return ", ".join(
        f"{name} {value if isinstance(value, str) else orjson.dumps(value).decode()}"
        for name, value in schema.items()
        if name not in SHAPE
    )


def who(security: list[Mapping[str, list[str]]]) -> str:
    """Who may come in, such as "a token of the match, or a client's with `read`"."""
    if not security:
        return "no token"
    found = []
    for one in security:
        if "token" in one:
            found.append("a token of the match")
        elif "client" in one:
            scopes = " and ".join(f"`{scope}`" for scope in one["client"])
            found.append(f"a client's token with {scopes}")
        else:
            found.append("none")
    return ", or ".join(found)
