"""What the service answers about the past of matches."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.core.absence import LEAST_SECONDS, MOST_SECONDS
from railhead.service.http.schemas.creation_requests import ANALYSES, CLAIMS, UNDO, Clock
from railhead.service.http.schemas.fields import (
    Integer,
    OneOf,
    Strict,
    Switch,
    object_of,
    text_of,
)
from railhead.service.http.schemas.match_fields import (
    SearchShown,
    origin_of_match,
    seat_number,
    version_number,
)
from railhead.service.http.schemas.requests import MOST_VERSIONS


class UndoReach(Strict):
    """The versions that the caller may go back to."""

    version = version_number("The one that the match is at.")
    versions = fields.List(
        version_number("A version."), required=True, metadata={"description": "The latest first."}
    )
    reason = text_of("Why not further.")


class ScoresAt(Strict):
    """The points from a version on."""

    version = version_number("The first at which they were so.")
    scores = fields.List(
        fields.Integer(strict=True),
        required=True,
        metadata={"description": "Every seat's points."},
    )


class ScoresShown(Strict):
    """The points of a finished match over time."""

    version = version_number("The last one of the match.")
    scores = fields.List(
        fields.Nested(ScoresAt),
        required=True,
        metadata={"description": "From the beginning on, where they changed."},
    )


class ExportedSeat(Strict):
    """A seat as it was at the beginning."""

    kind = OneOf("human", "bot", "open", required=True, metadata={"description": "What it was."})
    name = text_of("Its name.")
    level = text_of("Of a bot.", allow_none=True)


class ExportedDetails(Strict):
    """Of an entry that is no move: of `undo` where it went, else the seat from then on."""

    to = Integer(0, MOST_VERSIONS, metadata={"description": "The version gone back to."})
    kind = OneOf("human", "bot", "open", metadata={"description": "What the seat is from then on."})
    name = fields.String(metadata={"description": "Its name."})
    level = fields.String(metadata={"description": "Of a bot."})
    resigned = Switch(metadata={"description": "Whether the seat was given up for good."})
    ends = Switch(metadata={"description": "Whether the match was over with that."})
    absent = Switch(metadata={"description": "Whether a bot was put in for an absent holder."})


class ExportedEntry(Strict):
    """An entry of the log: an action, or what else has happened."""

    kind = OneOf(
        "action",
        "forced",
        "chance",
        "undo",
        "seat",
        "clock",
        required=True,
        metadata={"description": "What it is."},
    )
    seat = seat_number("Whose it is; null for chance and the owner.", allow_none=True)
    action = fields.String(metadata={"description": "The notation of a move."})
    details = fields.Nested(
        ExportedDetails, metadata={"description": "Of an entry that is no move."}
    )
    at = text_of("When it was, to the second; null where that is not known.", allow_none=True)
    search = fields.Nested(SearchShown, metadata={"description": "Of a bot's `action`."})


class ExportedMove(Strict):
    """A move that led to the opening of a match that was forked."""

    seat = seat_number("Whose it is; null for chance.", allow_none=True)
    action = text_of("The notation.")


class Export(Strict):
    """A finished match with all that replays it."""

    format = OneOf("railhead-match/1", required=True, metadata={"description": "Of the document."})
    match = text_of("Its id.")
    origin = origin_of_match()
    game = text_of("The game's id.")
    rules_version = Integer(
        1, 255, required=True, metadata={"description": "That of the rules it was played by."}
    )
    options = object_of("The options, complete.")
    setup = object_of("What was drawn before the first decision.")
    data = object_of("The data of the game; null for the service's own.", allow_none=True)
    opening = text_of("The opening of a match that was forked, else null.", allow_none=True)
    line = fields.List(
        fields.Nested(ExportedMove),
        required=True,
        allow_none=True,
        metadata={
            "description": "The moves that led from the set-up to the opening of a match that was "
            "forked; null where it was not, and where something was dealt anew for it."
        },
    )
    auto_forced = Switch(required=True, metadata={"description": "As of the creation."})
    absent_after = Integer(
        LEAST_SECONDS,
        MOST_SECONDS,
        allow_none=True,
        metadata={"description": "Seconds after which a holder counts as absent; null: never."},
    )
    clock = fields.Nested(
        Clock,
        allow_none=True,
        metadata={
            "description": "As of the creation; null for none, left out where it is not known."
        },
    )
    undo = OneOf(*UNDO, required=True, metadata={"description": "As of the creation."})
    sealed = Switch(required=True, metadata={"description": "As of the creation."})
    visibility = OneOf(
        "private", "public", required=True, metadata={"description": "As of the creation."}
    )
    claims = OneOf(*CLAIMS, required=True, metadata={"description": "As of the creation."})
    analyses = OneOf(*ANALYSES, required=True, metadata={"description": "As of the creation."})
    seats = fields.List(
        fields.Nested(ExportedSeat), required=True, metadata={"description": "As at the beginning."}
    )
    created_at = text_of("When the match was made.")
    ended_at = text_of("When it ended.")
    log = fields.List(
        fields.Nested(ExportedEntry),
        required=True,
        metadata={"description": "All that happened, in order."},
    )
