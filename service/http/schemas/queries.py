"""What clients send as queries, parsed strictly."""

from __future__ import annotations

from railhead.games.layout import LAYOUTS, WIDE
from railhead.service.http.schemas.fields import (
    Integer,
    OneOf,
    Strict,
    Text,
    named_seat,
)
from railhead.service.http.schemas.requests import MOST_VERSIONS

LONGEST_WAIT = 60
"""The most seconds that `?wait=` may ask for."""
LARGEST_PAGE = 100
LARGEST_EVENT_PAGE = 1000


class VersionQuery(Strict):
    """The query of a read of an earlier version."""

    viewer = named_seat(
        "After the end: the seat through whose eyes to look.", text=True, data_key="as"
    )


class ImportQuery(Strict):
    """The query of an import."""

    visibility = OneOf(
        "private",
        "public",
        metadata={
            "description": "`private` keeps a match private that was agreed to be public. If left "
            "out it is what was agreed; `public` is refused where that was another."
        },
    )


class PictureQuery(VersionQuery):
    """The query of a picture."""

    version = Integer(
        0,
        MOST_VERSIONS,
        text=True,
        metadata={"description": "An earlier version, drawn as the caller saw it then."},
    )
    layout = OneOf(
        *LAYOUTS,
        load_default=WIDE,
        metadata={
            "description": "How the parts of the table stand: `wide`, the panels beside the board, "
            "or `narrow`, all in one column that can be read on a screen of 400 pixels."
        },
    )


UNTIL = OneOf(
    "rematch",
    metadata={
        "description": "Goes on waiting at a match that is over, until there is a rematch of it."
    },
)


class ReadQuery(Strict):
    """The query of a read of a match."""

    until = UNTIL

    wait = Integer(
        0,
        LONGEST_WAIT,
        text=True,
        load_default=0,
        metadata={
            "description": "With If-None-Match: how many seconds to wait for a change before the "
            "answer is 304."
        },
    )
    include = OneOf(
        "legal-actions",
        metadata={"description": "Brings the caller's legal actions along."},
    )


class SubmitQuery(Strict):
    """The query of a submission."""

    include = OneOf(
        "legal-actions",
        metadata={"description": "Brings the caller's next legal actions along."},
    )


class ListQuery(Strict):
    """The query of a listing of matches."""

    game = Text(1, 64, metadata={"description": "Only matches of this game."})
    status = OneOf("open", "active", "over")
    cursor = Text(1, 200, metadata={"description": "`cursor` of the page before."})
    limit = Integer(1, LARGEST_PAGE, text=True, load_default=20)


class MineQuery(Strict):
    """The query of a client's list of matches."""

    cursor = Text(1, 200, metadata={"description": "`cursor` of the page before."})
    limit = Integer(1, LARGEST_PAGE, text=True, load_default=20)


class EventsQuery(VersionQuery):
    """The query of the events of a match."""

    after = Integer(
        0,
        MOST_VERSIONS,
        text=True,
        load_default=0,
        metadata={"description": "Only events above this version: `next` of the page before."},
    )
    limit = Integer(
        1,
        LARGEST_EVENT_PAGE,
        text=True,
        load_default=100,
        metadata={"description": "The most events of a page; a stream has all."},
    )
    until = UNTIL


class NoQuery(Strict):
    """No parameters at all."""
