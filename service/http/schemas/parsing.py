"""Reading what clients send by its schema."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import Schema, ValidationError

from railhead.service.errors import (
    InvalidRequest,
)
from railhead.service.http.schemas.fields import (
    flat,
    instance,
)

MOST_TOLD: Final = 100
"""Of so many fields at most it is told what is wrong with them."""


def parsed(schema: type[Schema], given: Any) -> Any:
    """`given` as `schema` loads it. Raises `InvalidRequest`."""
    try:
        return instance(schema).load(given)
    except ValidationError as error:
        raise InvalidRequest(errors=flat(error.messages)[:MOST_TOLD]) from error
