"""What the service answers about analyses."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.analyses.requests import MOST_ANALYSIS_SECONDS
from railhead.service.http.schemas.common_responses import ProblemDocument
from railhead.service.http.schemas.fields import Integer, OneOf, Strict, text_of
from railhead.service.http.schemas.match_fields import picture_targets, seat_number, version_number

STATUSES = ("running", "done", "cancelled", "failed")


class Estimated(Strict):
    """A value, and the bounds that it lies between with 95 % confidence."""

    low = fields.Float(required=True, metadata={"description": "The lower bound."})
    value = fields.Float(required=True, metadata={"description": "The mean."})
    high = fields.Float(required=True, metadata={"description": "The upper bound."})


class Candidate(Strict):
    """An action worth thinking about, and what was found of it."""

    action = text_of("The notation to submit.")
    label = text_of("What it does, in words, as the legal actions have it.")
    targets = picture_targets()
    visits = Integer(
        0,
        2**53 - 1,
        required=True,
        metadata={"description": "How often the search has taken it: the more, the better."},
    )
    score = fields.Nested(
        Estimated,
        required=True,
        metadata={
            "description": "The seat's points at the end, in matches played on from there fast by "
            "all seats."
        },
    )
    win = fields.Nested(
        Estimated,
        required=True,
        metadata={"description": "The share of those matches that the seat wins, 0 to 1."},
    )
    sheet = fields.Dict(
        keys=fields.String(),
        values=fields.Float(),
        required=True,
        metadata={"description": "What it has in them by category of the score sheet: the mean."},
    )


class LineMove(Strict):
    """A move of the line."""

    seat = seat_number("Whose it is.")
    action = text_of("The notation.")
    label = text_of("What it does.")
    targets = picture_targets()


class AnalysisShown(Strict):
    """An analysis as far as it is."""

    analysis = Integer(
        1,
        2**31,
        required=True,
        metadata={"description": "Its number, among the caller's in this match."},
    )
    status = OneOf(
        *STATUSES, required=True, metadata={"description": "Whether it goes on, or how it ended."}
    )
    version = version_number("The version of the match that it is about.")
    seat = seat_number("The seat whose decision it is about.")
    seconds = Integer(
        1,
        MOST_ANALYSIS_SECONDS,
        required=True,
        metadata={"description": "How long is thought about it at most."},
    )
    asked_at = fields.AwareDateTime(
        required=True, metadata={"description": "When it was asked for."}
    )
    reason = text_of("Why it failed, else null.", allow_none=True)
    simulations = Integer(
        0, 2**53 - 1, required=True, metadata={"description": "Of the search, until now."}
    )
    candidates = fields.List(
        fields.Nested(Candidate),
        required=True,
        metadata={"description": "The most promising first; none before the first result."},
    )
    line = fields.List(
        fields.Nested(LineMove),
        required=True,
        metadata={
            "description": "How it may go on, from the first candidate on, up to where chance or "
            "something hidden decides."
        },
    )


class AnalysisList(Strict):
    """The caller's analyses of a match, the last first."""

    analyses = fields.List(
        fields.Nested(AnalysisShown), required=True, metadata={"description": "The last first."}
    )


class AnalysisEvent(AnalysisShown):
    """The analysis after a change; with `end` and `problem` it is the last that is told."""

    kind = OneOf(
        "progress",
        "end",
        "problem",
        required=True,
        metadata={"description": "Whether more follows, or why not."},
    )
    problem = fields.Nested(
        ProblemDocument, metadata={"description": "With `problem`: why the stream ends."}
    )
