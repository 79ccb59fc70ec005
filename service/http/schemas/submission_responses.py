"""What the service answers to a decision in a match."""

from __future__ import annotations

from copy import copy
from typing import Any, ClassVar

from marshmallow import fields

from railhead.service.http.schemas.action_responses import LegalActions
from railhead.service.http.schemas.fields import Strict, object_of, text_of
from railhead.service.http.schemas.match_fields import seat_number
from railhead.service.http.schemas.responses import MatchEvent, MatchHead, MatchShown, Result


def _only_of_matches() -> dict[str, fields.Field[Any]]:
    """What a read of a match answers besides what every answer to an action has; not required."""
    found = {}
    for name, field in MatchShown._declared_fields.items():
        if name not in (
            "game",
            "you",
            "view",
            "result",
            "legal_actions",
            *MatchHead._declared_fields,
        ):
            found[name] = copy(field)
            found[name].required = False
    return found


class Submission(MatchHead):
    """A match after the caller's action, and what the action caused.

    With ?include=match all members of a match are there.
    """

    class Meta(Strict.Meta):
        """What a match has besides."""

        include: ClassVar[dict[str, fields.Field[Any]]] = _only_of_matches()

    game = text_of("The game's id.")
    you = seat_number("The caller's seat; null for the owner.", allow_none=True)
    events = fields.List(
        fields.Nested(MatchEvent),
        required=True,
        metadata={"description": "All that followed, the action first."},
    )
    view = object_of("The table as the caller sees it; the game's own form.")
    result = fields.Nested(
        Result,
        required=True,
        allow_none=True,
        metadata={"description": "How the match ended; null before that."},
    )
    legal_actions = fields.Nested(
        LegalActions, metadata={"description": "With ?include=legal-actions."}
    )
