"""What clients send: the bodies and queries, parsed strictly."""

from __future__ import annotations

from railhead.service.http.schemas.fields import (
    Integer,
    Name,
    Remark,
    Strict,
    Text,
)
from railhead.service.matches.webhook_targets import LONGEST_URL, PATTERN

MOST_VERSIONS = 2**31


class NewUndo(Strict):
    """A version to go back to."""

    to = Integer(0, MOST_VERSIONS, required=True, metadata={"examples": [10]})
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


class NewAction(Strict):
    """One of the caller's legal actions, and the version of the match it was chosen at."""

    action = Text(
        1,
        200,
        required=True,
        metadata={"description": "The notation, as legal-actions lists it.", "examples": ["hire"]},
    )
    version = Integer(
        0,
        MOST_VERSIONS,
        metadata={"description": "Required unless If-Match gives it.", "examples": [0]},
    )


class NewWebhook(Strict):
    """Where the events of a client shall go."""

    url = Text(
        1,
        LONGEST_URL,
        required=True,
        metadata={
            "description": "An endpoint in the public internet that takes POST: `https`, the port "
            "443 or one from 1024, ASCII, no user and no fragment.",
            "pattern": PATTERN,
        },
    )
