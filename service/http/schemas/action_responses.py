"""What the service answers of legal actions, and why others are not legal."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.http.schemas.fields import Strict, object_of, text_of
from railhead.service.http.schemas.match_fields import (
    picture_targets,
    seat_number,
    status_of_match,
    version_number,
)


class LegalAction(Strict):
    """One decision open to the caller."""

    action = text_of("The notation to submit.")
    type = text_of("The action type.")
    parameters = object_of("By name.")
    label = text_of("What it does.")
    targets = picture_targets()


class Reason(Strict):
    """Why actions of a type are not legal now about the element of `?about=`."""

    action = text_of("The type; null where it is not the seat's turn.", allow_none=True)
    detail = text_of("What such an action would be refused with.")


class LegalActions(Strict):
    """All decisions open to the caller's seat, those of one type together."""

    game = text_of("The game's id.")
    version = version_number("The version to submit with.")
    status = status_of_match()
    seat = seat_number("The caller's seat.")
    actions = fields.List(
        fields.Nested(LegalAction), required=True, metadata={"description": "All of them."}
    )
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why there are none; null where it is the seat's turn."},
    )
    reasons = fields.List(
        fields.Nested(Reason),
        metadata={
            "description": "With ?about=: one for each type of action that can be about the "
            "element and is not legal there now. Where it leaves a choice open, such as which "
            "tile, up to 64 are tried, and this is the most frequent refusal."
        },
    )
