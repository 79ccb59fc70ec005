"""What clients send as queries, parsed strictly."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from marshmallow import ValidationError, validates_schema

from railhead.games.colours import LIGHT, THEMES
from railhead.games.layout import LAYOUTS, WIDE
from railhead.service.http.schemas.fields import (
    Integer,
    OneOf,
    Strict,
    Text,
    named_seat,
)
from railhead.service.http.schemas.requests import LONGEST_NOTATION, MOST_VERSIONS

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


class PictureStyleQuery(Strict):
    """The query of a picture of any table."""

    layout = OneOf(
        *LAYOUTS,
        load_default=WIDE,
        metadata={
            "description": "How the parts of the table stand: `wide`, the panels beside the board, "
            "or `narrow`, all in one column that can be read on a screen of 400 pixels."
        },
    )
    region = Text(
        1,
        64,
        metadata={"description": "Draws this region of the table alone, such as `board`."},
    )
    theme = OneOf(
        *THEMES,
        load_default=LIGHT,
        metadata={"description": "For a bright page or for a dark one."},
    )


MOST_AHEAD = 12
"""So many actions are looked ahead at most."""


def actions_text(shown: str, rest: str = "") -> Text:
    """Actions that have not been taken: what is `shown` is that after them."""
    return Text(
        1,
        MOST_AHEAD * (LONGEST_NOTATION + 1),
        metadata={
            "description": f"{shown} right after a legal action of the caller's seat, or several "
            f"joined by `;`, before chance and others. {rest}".strip()
        },
    )


def actions_of(text: str) -> list[str]:
    """The notations of such a text; none of an empty one."""
    return text.split(";") if text else []


class PictureQuery(VersionQuery, PictureStyleQuery):
    """The query of a picture of a match."""

    version = Integer(
        0,
        MOST_VERSIONS,
        text=True,
        metadata={"description": "An earlier version, drawn as the caller saw it then."},
    )
    after = actions_text("The table as it would be", "Not with `version` or `as`.")

    @validates_schema
    def _check_one_position(self, wanted: Mapping[str, Any], **_: Any) -> None:
        if "after" in wanted and ("version" in wanted or "viewer" in wanted):
            raise ValidationError("must not be given together with version or as", "after")


def _include(description: str, *names: str) -> OneOf:
    """A list of any of these names, in their order, joined by commas; none where it is left out."""
    lists = [
        ",".join(some) for count in range(len(names)) for some in combinations(names, count + 1)
    ]
    return OneOf(*lists, metadata={"description": description})


def included_in(wanted: Mapping[str, Any]) -> frozenset[str]:
    """What a query asks to be included in the answer."""
    return frozenset(filter(None, wanted.get("include", "").split(",")))


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
    include = _include(
        "Brings the caller's legal actions along, and what lies before each seat, in words.",
        "legal-actions",
        "trays",
    )


class LegalActionsQuery(Strict):
    """The query of a read of the legal actions."""

    about = Text(
        1,
        100,
        metadata={
            "description": "The id of an element of the picture: only the actions about it are "
            "listed, and `reasons` say why others are not."
        },
    )
    after = actions_text("What would be open")


class SubmitQuery(Strict):
    """The query of a submission."""

    include = _include(
        "Brings the caller's next legal actions along, or with `match` all that a read of the "
        "match would answer then, so that none is needed.",
        "match",
        "legal-actions",
        "trays",
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
