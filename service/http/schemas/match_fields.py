"""Fields that many answers about matches have."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import fields

from railhead.service.http.schemas.fields import (
    Integer,
    Number,
    OneOf,
    Strict,
    Switch,
    text_of,
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


MOST_SIMULATIONS: Final = 2**31 - 1
MOST_SECONDS: Final = 1_000_000.0


class SearchShown(Strict):
    """What a bot's search took; nothing with one legal action."""

    simulations = Integer(
        0,
        MOST_SIMULATIONS,
        required=True,
        metadata={"description": "How many it ran."},
    )
    seconds = Number(
        0,
        MOST_SECONDS,
        required=True,
        metadata={"description": "How long it took."},
    )
    cut_short = Switch(
        required=True,
        metadata={
            "description": "Whether it ended before its budget: it took far too long, or failed."
        },
    )


class ForkOrigin(Strict):
    """What a match was forked from."""

    kind = OneOf("fork", required=True, metadata={"description": "A fork."})
    match = text_of("The id of the match.")
    version = version_number("Its version that was the opening.")


class Origin(Strict):
    """What a match was forked from, or imported as."""

    kind = OneOf("fork", "import", required=True, metadata={"description": "How it was made."})
    match = text_of(
        "The id of the match; of an import the one it had, null where its document says none.",
        allow_none=True,
    )
    version = Integer(
        0,
        MOST_VERSIONS,
        metadata={"description": "Of a fork: the version that was the opening."},
    )
    origin = fields.Nested(
        ForkOrigin, metadata={"description": "Of an import: what it was forked from, if it was."}
    )


def origin_of_match() -> fields.Field[Any]:
    """Where a match comes from."""
    return fields.Nested(
        Origin,
        required=True,
        allow_none=True,
        metadata={"description": "Where it comes from, if it was forked or imported, else null."},
    )


def picture_targets() -> fields.List[str]:
    """What of the picture a move is about."""
    return fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The ids of the elements of the picture that it is about."},
    )
