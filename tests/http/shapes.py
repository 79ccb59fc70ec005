"""Real answers held against the schemas, and against what `openapi.json` says of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator
from marshmallow import Schema

from railhead.service.contract.openapi import document

CONTRACT = document()


@cache
def _validator(name: str) -> Draft202012Validator:
    """What holds values against a schema of the contract, formats included."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": CONTRACT["components"]}
    return Draft202012Validator(schema, validate_formats=True)


def conforms(body: Any, schema: type[Schema]) -> None:
    """Fail unless `body` is what the schema says, with no member it does not know."""
    assert schema().validate(body) == {}
    errors = list(_validator(schema.__name__).iter_errors(body))
    assert not errors, errors


def resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """A part of the document, found where it refers to."""
    found: Any = document
    for name in part.get("$ref", "").split("/")[1:]:
        found = found[name]
    return found if "$ref" in part else part
