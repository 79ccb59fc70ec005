"""Fields that many answers about matches have."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from railhead.service.http.schemas.fields import (
    Integer,
    OneOf,
)
from railhead.service.http.schemas.requests import MOST_VERSIONS


def seat_number(description: str, **rest: Any) -> Integer:
    """The number of a seat."""
    return Integer(0, 9, required=True, metadata={"description": description}, **rest)


def version_number(description: str) -> Integer:
    """A version of a match."""
    return Integer(0, MOST_VERSIONS, required=True, metadata={"description": description})


def status_of_match() -> OneOf:
    """Whether a match is waiting for players, being played, or over."""
    text = "`open` until all seats are taken; `over` at the end."
    return OneOf("open", "active", "over", required=True, metadata={"description": text})


def picture_targets() -> fields.List[str]:
    """What of the picture a move is about."""
    return fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The ids of the elements of the picture that it is about."},
    )
