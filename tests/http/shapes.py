"""Real answers held against the schemas, and against what `openapi.json` says of them."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator
from marshmallow import Schema

from railhead.service.http.openapi import document

CONTRACT = document()


def conforms(body: Any, schema: type[Schema]) -> None:
    """Fail unless `body` is what the schema says, with no member it does not know."""
    assert schema().validate(body) == {}
    reference = {"$ref": f"#/components/schemas/{schema.__name__}"}
    rest = {"components": CONTRACT["components"]}
    errors = list(Draft202012Validator({**reference, **rest}).iter_errors(body))
    assert not errors, errors
