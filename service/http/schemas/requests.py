"""What clients send: the bodies and queries, parsed strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from railhead.service.environment import DAY
from railhead.service.http.schemas.fields import (
    Integer,
    Name,
    OneOf,
    Remark,
    Strict,
    Text,
    TimeToCome,
)
from railhead.service.model import SCOPES

MOST_VERSIONS = 2**31
LONGEST_NOTATION = 200
LONGEST_EXPIRY = 10 * 365 * DAY
"""In how many seconds a token may expire at most."""


class NewUndo(Strict):
    """A version to go back to."""

    to = Integer(
        0,
        MOST_VERSIONS,
        required=True,
        metadata={"description": "The version to go back to.", "examples": [10]},
    )
    version = Integer(
        0,
        MOST_VERSIONS,
        required=True,
        metadata={"description": "The one that the match is at.", "examples": [12]},
    )


class NewClient(Strict):
    """An account without a password."""

    name = Name(1, 40, required=True, metadata={"description": "Shown to all at its seats."})
    contact = Remark(
        0,
        200,
        load_default="",
        metadata={"description": "How to reach who runs the client; shown to nobody else."},
    )


class NewToken(Strict):
    """A further token of a client: what it may be used for, and perhaps until when."""

    name = Name(1, 40, required=True, metadata={"description": "Shown to the client alone."})
    scopes = fields.List(
        OneOf(*SCOPES),
        required=True,
        validate=validate.Length(1, len(SCOPES), error="must have 1 to 3 entries"),
        metadata={
            "description": "What it may be used for: `read`; `play`, which reads too; `webhooks`. "
            "With all of them it may be used for everything."
        },
    )
    expires_in = Integer(
        1,
        LONGEST_EXPIRY,
        metadata={"description": "In how many seconds it opens nothing any more."},
    )
    expires_at = TimeToCome(
        metadata={
            "description": "When it opens nothing any more, in place of `expires_in`. A token that "
            "is made with neither does not expire."
        },
    )

    @validates_schema
    def _check_one_end(self, wanted: Mapping[str, Any], **_: Any) -> None:
        if "expires_in" in wanted and "expires_at" in wanted:
            raise ValidationError("must not be given together with expires_in", "expires_at")


class NewAction(Strict):
    """One of the caller's legal actions, and the version of the match it was chosen at."""

    action = Text(
        1,
        LONGEST_NOTATION,
        required=True,
        metadata={"description": "The notation, as legal-actions lists it.", "examples": ["hire"]},
    )
    version = Integer(
        0,
        MOST_VERSIONS,
        metadata={"description": "Required unless If-Match gives it.", "examples": [0]},
    )
