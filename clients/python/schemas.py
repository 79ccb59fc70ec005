"""The schemas of the contract as Python types: a `TypedDict` for each object."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

HEAD = '''"""What goes in and comes out: the schemas of the contract, under their names there.

Answers may have further members, and further values where there is a list of them.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
WIDTH = 96


def module(contract: Schema) -> str:
    """The source of the module with all schemas of `contract`."""
    schemas: Schema = contract["components"]["schemas"]
    values = {name: one for name, one in schemas.items() if "enum" in one}
    choices = {name: one for name, one in schemas.items() if "oneOf" in one}
    objects = {name: one for name, one in schemas.items() if name not in {**values, **choices}}
    parts = [HEAD]
    parts += [_alias(name, type_of(one), one) for name, one in values.items()]
    for name, one in objects.items():
        parts += _object(name, one)
    parts += [_alias(name, type_of(choices[name]), choices[name]) for name in _in_order(choices)]
    return "\n\n".join(parts)


def type_of(schema: Schema, inner: str = "dict[str, Any]") -> str:
    """A schema as an annotation; `inner` is the name of an object that is defined in place."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for kind in ("oneOf", "anyOf"):
        if kind in schema:
            return " | ".join(dict.fromkeys(type_of(one) for one in schema[kind]))
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    return " | ".join(_one_type(kind, schema, inner) for kind in types) or "Any"


def _one_type(kind: str, schema: Schema, inner: str) -> str:
    if kind == "array":
        return f"list[{type_of(schema['items'], inner)}]"
    if kind != "object":
        return PLAIN[kind]
    if schema.get("properties"):
        return inner
    members = schema.get("additionalProperties")
    return f"dict[str, {type_of(members) if isinstance(members, Mapping) else 'Any'}]"


def _object(name: str, schema: Schema) -> Iterator[str]:
    """The class of an object, after those of the objects that are defined in its members."""
    members: list[tuple[str, str, str]] = []
    needed = schema.get("required", ())
    for member, one in schema.get("properties", {}).items():
        inner = name + "".join(part.title() for part in member.split("_"))
        annotation = type_of(one, inner)
        if annotation != type_of(one):
            yield from _object(inner, {"description": f"`{member}` of `{name}`.", **one})
        if member not in needed:
            annotation = f"NotRequired[{annotation}]"
        members.append((member, annotation, one.get("description", "")))
    text = schema.get("description", f"`{name}` of the contract.")
    if any(keyword.iskeyword(member) for member, _, _ in members):
        fields = ", ".join(f"{member!r}: {kind!r}" for member, kind, _ in members)
        yield f"{name} = TypedDict({name!r}, {{{fields}}})\n{docstring(text)}"
        return
    lines = [f"class {name}(TypedDict):", textwrap.indent(docstring(text), "    "), ""]
    for member, annotation, said in members:
        lines += [
            f"    {line}"
            for line in textwrap.wrap(said, WIDTH, initial_indent="# ", subsequent_indent="# ")
        ]
        lines.append(f"    {member}: {annotation}")
    yield "\n".join(lines)


def _alias(name: str, annotation: str, schema: Schema) -> str:
    return f"{name} = {annotation}\n{docstring(schema.get('description', f'`{name}`.'))}"


def _in_order(choices: Schema) -> list[str]:
    """The names of the choices, each after those that it is a choice of."""
    ordered: list[str] = []

    def add(name: str) -> None:
        for one in choices[name]["oneOf"]:
            part = type_of(one)
            if part in choices:
                add(part)
        if name not in ordered:
            ordered.append(name)

    for name in choices:
        add(name)
    return ordered


def docstring(text: str) -> str:
    """A text of the contract as the literal that documents something."""
    whole = text.strip().replace("\\", "\\\\")
    whole = whole if whole.endswith((".", "!", "?")) else f"{whole}."
    if len(whole) < WIDTH - 6:
        return f'"""{whole}"""'
    return '"""' + "\n".join(textwrap.wrap(whole, WIDTH - 6)) + '\n"""'
