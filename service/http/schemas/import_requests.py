"""Finished matches as clients send them, parsed strictly."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import ValidationError, fields

from railhead.service.http.schemas.creation_requests import (
    ANALYSES,
    CLAIMS,
    ONE_TO_TEN,
    UNDO,
    Clock,
    absent_after,
)
from railhead.service.http.schemas.fields import (
    Integer,
    Name,
    OneOf,
    Strict,
    Switch,
    Text,
)
from railhead.service.http.schemas.match_fields import SearchShown
from railhead.service.http.schemas.requests import MOST_VERSIONS

MOST_WRONG: Final = 20
"""How many wrong items of a long array are told of."""


class ImportedSeat(Strict):
    """A seat as it was at the beginning."""

    kind = OneOf("human", "bot", "open", required=True, metadata={"description": "What it was."})
    name = Name(1, 40, required=True, metadata={"description": "Its name, as of a creation."})
    level = Text(
        1,
        40,
        required=True,
        allow_none=True,
        metadata={"description": "Of a bot one of the game's levels, else null."},
    )


class ImportedFork(Strict):
    """The match that another was forked from."""

    kind = OneOf("fork", required=True, metadata={"description": "A fork."})
    match = Text(1, 40, required=True, metadata={"description": "Its id."})
    version = Integer(
        0, MOST_VERSIONS, required=True, metadata={"description": "Its version, the opening."}
    )


class ImportedOrigin(Strict):
    """Where a match comes from: what it was forked from, or imported as before."""

    kind = OneOf("fork", "import", required=True, metadata={"description": "How it was made."})
    match = Text(1, 40, required=True, allow_none=True, metadata={"description": "As exported."})
    version = Integer(0, MOST_VERSIONS, metadata={"description": "Of a fork, which has one."})
    origin = fields.Nested(
        ImportedFork, metadata={"description": "Of an import: what it was forked from before."}
    )


class ImportedMove(Strict):
    """A move that led to the opening of a match that was forked."""

    seat = Integer(0, 9, required=True, allow_none=True, metadata={"description": "Null: chance."})
    action = Text(1, 200, required=True, metadata={"description": "The notation."})


class ImportedDetails(Strict):
    """Of an entry that is no move: of `undo` where it went, else the seat from then on."""

    to = Integer(0, MOST_VERSIONS, metadata={"description": "The version gone back to."})
    kind = OneOf("human", "bot", "open", metadata={"description": "What the seat is from then on."})
    name = Name(1, 40, metadata={"description": "As of a creation."})
    level = Text(1, 40, metadata={"description": "Of a bot: one of the game's levels."})
    resigned = Switch(metadata={"description": "Whether the seat was given up for good."})
    ends = Switch(metadata={"description": "Whether the match was over with that."})
    absent = Switch(metadata={"description": "Whether a bot was put in for an absent holder."})


class Items(fields.List[Any]):
    """An array that may be long: once some of its items are wrong it is looked at no further."""

    def __init__(self, inner: fields.Field[Any], most: int | None = None, **further: Any) -> None:
        super().__init__(inner, **further)
        self._most = most

    def _deserialize(self, value: Any, attr: Any, data: Any, **further: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        if self._most is not None and len(value) > self._most:
            raise ValidationError(f"must not have more than {self._most} entries")
        loaded, wrong = [], {}
        for number, item in enumerate(value):
            try:
                loaded.append(self.inner.deserialize(item, **further))
            except ValidationError as error:
                wrong[number] = error.messages
                if len(wrong) == MOST_WRONG:
                    break
        if wrong:
            raise ValidationError(wrong)
        return loaded


class ImportedEntry(Strict):
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
    seat = Integer(
        0,
        9,
        required=True,
        allow_none=True,
        metadata={"description": "Whose it is; null for chance and the owner."},
    )
    action = Text(1, 200, metadata={"description": "The notation of a move."})
    details = fields.Nested(
        ImportedDetails, metadata={"description": "Of an entry that is no move."}
    )
    at = Text(
        1,
        20,
        allow_none=True,
        metadata={"description": "When it was; older exports do not say it."},
    )
    search = fields.Nested(SearchShown, metadata={"description": "Of a bot's `action`."})


class NewImport(Strict):
    """A finished match, as `GET …/export` gives it; older ones have only what is required."""

    format = OneOf("railhead-match/1", required=True, metadata={"description": "Of the document."})
    match = Text(
        1, 40, allow_none=True, load_default=None, metadata={"description": "The id it had."}
    )
    origin = fields.Nested(
        ImportedOrigin,
        allow_none=True,
        load_default=None,
        metadata={"description": "Where it comes from."},
    )
    game = Text(1, 64, required=True, metadata={"description": "The game's id."})
    rules_version = Integer(
        1, 255, required=True, metadata={"description": "That of the rules it was played by."}
    )
    options = fields.Dict(
        keys=fields.String(), required=True, metadata={"description": "The options, complete."}
    )
    setup = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "What was drawn before the first decision."},
    )
    data = fields.Dict(
        keys=fields.String(),
        required=True,
        allow_none=True,
        metadata={"description": "The data of the game; null for the service's own."},
    )
    opening = Text(
        1,
        100_000,
        required=True,
        allow_none=True,
        metadata={"description": "The opening of a fork, else null."},
    )
    line = Items(
        fields.Nested(ImportedMove),
        allow_none=True,
        load_default=None,
        metadata={"description": "The moves that led to the opening; null where there were none."},
    )
    auto_forced = Switch(required=True, metadata={"description": "As of a creation."})
    absent_after = absent_after("As of a creation; null if left out.", load_default=None)
    clock = fields.Nested(
        Clock,
        allow_none=True,
        metadata={"description": "If left out, clocks may have run out that nobody knows."},
    )
    undo = OneOf(
        *UNDO,
        metadata={"description": "If left out, `any` where the owner went back, else `own`."},
    )
    sealed = Switch(load_default=False, metadata={"description": "As of a creation."})
    visibility = OneOf(
        "private", "public", load_default="private", metadata={"description": "As of a creation."}
    )
    claims = OneOf(*CLAIMS, load_default="anybody", metadata={"description": "As of a creation."})
    analyses = OneOf(*ANALYSES, load_default="alone", metadata={"description": "As of a creation."})
    seats = Items(
        fields.Nested(ImportedSeat),
        10,
        required=True,
        validate=ONE_TO_TEN,
        metadata={"description": "As at the beginning."},
    )
    created_at = Text(1, 40, required=True, metadata={"description": "When it was made."})
    ended_at = Text(1, 40, required=True, metadata={"description": "When it ended."})
    log = Items(
        fields.Nested(ImportedEntry),
        required=True,
        metadata={"description": "All that happened, in order."},
    )
