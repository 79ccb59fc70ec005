"""What the service answers about clocks."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.http.schemas.creation_requests import MOST_SECONDS
from railhead.service.http.schemas.fields import (
    Integer,
    OneOf,
    Strict,
    text_of,
)
from railhead.service.http.schemas.match_fields import seat_number


class ClockThen(Strict):
    """What happens when a seat's time is over."""

    kind = OneOf(
        "bot",
        "resign",
        required=True,
        metadata={"description": "`bot`: one plays on; `resign`: and the seat is ranked last."},
    )
    level = text_of("Of the bot that plays on.")


class SeatClock(Strict):
    """The clock of one seat."""

    seat = seat_number("A seat.")
    left = fields.Float(
        required=True, metadata={"description": "Seconds it has left, or had at `since`."}
    )
    since = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "Since when they run, in seconds of the epoch; null: they stand."},
    )


class ClockShown(Strict):
    """The players' clocks."""

    kind = OneOf(
        "turn",
        "bank",
        required=True,
        metadata={"description": "`turn`: so long for each turn; `bank`: so long for all of them."},
    )
    seconds = Integer(
        1, MOST_SECONDS, required=True, metadata={"description": "Of each turn, or of the bank."}
    )
    increment = Integer(
        0,
        MOST_SECONDS,
        required=True,
        metadata={"description": "What each turn's end adds to a bank."},
    )
    then = fields.Nested(
        ClockThen, required=True, metadata={"description": "What happens when the time is over."}
    )
    seats = fields.List(
        fields.Nested(SeatClock), required=True, metadata={"description": "By number."}
    )
