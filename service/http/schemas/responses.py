"""What the service answers. Bodies are built by hand; tests hold them against these schemas."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.core.absence import LEAST_SECONDS, MOST_SECONDS
from railhead.service.http.schemas.action_responses import LegalActions
from railhead.service.http.schemas.clock_responses import ClockShown
from railhead.service.http.schemas.common_responses import ProblemDocument
from railhead.service.http.schemas.creation_requests import ANALYSES, CLAIMS
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
    status_of_match,
    version_number,
)
from railhead.service.http.schemas.requests import MOST_VERSIONS
from railhead.service.http.schemas.seat_responses import SeatCreated, SeatNow, SeatShown
from railhead.service.http.schemas.trays import Tray
from railhead.service.model import HALTS


class CreatedMatch(Strict):
    """A new match, with the tokens that open it: they are shown this once.

    A repetition by `Idempotency-Key` shows them again for ten minutes, then null; at once null
    where somebody else could have sent it.
    """

    id = text_of("Unguessable; part of the match's address.")
    game = text_of("The game's id.")
    version = version_number("The version of the match as created.")
    status = status_of_match()
    owner_token = text_of(
        "The bearer token that may delete the match, and watch it; null once forgotten.",
        allow_none=True,
    )
    spectator_token = text_of(
        "A bearer token that only lets watch, to be passed on; null once forgotten.",
        allow_none=True,
    )
    seats = fields.List(SeatCreated(), required=True, metadata={"description": "By number."})
    origin = origin_of_match()


class Result(Strict):
    """How a match ended."""

    ranking = fields.List(
        fields.List(seat_number("A seat.")),
        required=True,
        metadata={
            "description": "The seats from first to last, tied ones together; those that were "
            "given up come last."
        },
    )
    scores = fields.List(
        fields.Integer(strict=True),
        required=True,
        metadata={"description": "Every seat's points."},
    )
    sheet = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Integer(strict=True)),
        required=True,
        metadata={"description": "Every seat's points by category."},
    )
    resigned = fields.List(
        seat_number("A seat."),
        required=True,
        metadata={"description": "The seats whose holders gave up."},
    )


class MatchHead(Strict):
    """What is the same in every form of a match."""

    version = version_number("Grows with everything that happens.")
    status = status_of_match()
    to_act = fields.List(
        seat_number("A seat."),
        required=True,
        metadata={"description": "All seats that may act now."},
    )


class MatchSummary(MatchHead):
    """What is the same in a listing and in a match."""

    id = text_of("Part of the match's address.")
    game = text_of("The game's id.")
    seats = fields.List(SeatShown(), required=True, metadata={"description": "By number."})
    claims = OneOf(
        *CLAIMS,
        required=True,
        metadata={
            "description": "Who may claim an open seat where the match is public: `anybody`, or "
            "who is `invited`, as to a private one."
        },
    )
    created_at = fields.AwareDateTime(required=True, metadata={"description": "When it was made."})
    updated_at = fields.AwareDateTime(
        required=True, metadata={"description": "When it changed last."}
    )


class MatchListed(MatchSummary):
    """A public match in a listing."""

    playable = Switch(
        required=True,
        metadata={
            "description": "Whether the service has the rules that the match was made with; where "
            "not, reading it or acting in it is answered `rules-changed`."
        },
    )


class WaitedFor(Strict):
    """A seat that the match waits for."""

    seat = seat_number("A seat.")
    absent_at = fields.AwareDateTime(
        required=True,
        metadata={"description": "From when on it is `absent` if nothing is done with it before."},
    )


class RematchShown(Strict):
    """The match that follows a finished one; the same tokens open it."""

    match = text_of("The id of the match.")
    created_at = text_of("When it was made, UTC.")


class HaltedShown(Strict):
    """That a bot is to act and does not: it has failed again and again."""

    reason = OneOf(
        *HALTS,
        required=True,
        metadata={
            "description": "`fault`: the rules or the search fail here. `workers-lost`: processes "
            "ended over it. `unreadable`: what is kept of the match is damaged."
        },
    )
    at = text_of("Since when, UTC, to the second.")


class MatchShown(MatchSummary):
    """A match as the caller may see it."""

    you = seat_number("The caller's seat; null for owner and spectators.", allow_none=True)
    options = object_of("The options, complete.")
    visibility = OneOf(
        "private",
        "public",
        required=True,
        metadata={"description": "`public`: listed, and anybody may watch."},
    )
    clock = fields.Nested(
        ClockShown,
        required=True,
        allow_none=True,
        metadata={"description": "The players' clocks; null for none."},
    )
    undo = OneOf(
        "own",
        "any",
        "off",
        required=True,
        metadata={"description": "Who may go back how far, as chosen at creation."},
    )
    sealed = Switch(
        required=True,
        metadata={"description": "Whether hidden things stay hidden after the end."},
    )
    analyses = OneOf(
        *ANALYSES,
        required=True,
        metadata={"description": "Who may have decisions analysed, as chosen at creation."},
    )
    absent_after = Integer(
        LEAST_SECONDS,
        MOST_SECONDS,
        required=True,
        allow_none=True,
        metadata={"description": "Seconds after which a holder counts as absent; null: never."},
    )
    waited_for = fields.List(
        fields.Nested(WaitedFor),
        required=True,
        metadata={"description": "Whom the match waits for; empty where nobody is ever absent."},
    )
    origin = origin_of_match()
    rematch_of = fields.String(
        allow_none=True,
        metadata={"description": "The id of the match that this is a rematch of; null for none."},
    )
    rematch = fields.Nested(
        RematchShown,
        allow_none=True,
        metadata={
            "description": "The rematch of a match that is over, as soon as somebody has asked for "
            "it; null for none, and in earlier versions."
        },
    )
    halted = fields.Nested(
        HaltedShown,
        allow_none=True,
        metadata={
            "description": "Why no bot acts although one is to; null where bots play on. Ends "
            "with the next version, whoever makes it, when an operator has the turn tried again, "
            "and by itself after some hours."
        },
    )
    reproducible = Switch(
        required=True,
        metadata={
            "description": "Whether chance follows from a seed that the creator chose: not fair "
            "where something is hidden."
        },
    )
    view = object_of("The table as the caller sees it; the game's own form.")
    result = fields.Nested(
        Result,
        required=True,
        allow_none=True,
        metadata={"description": "How it ended; null before that."},
    )
    legal_actions = fields.Nested(
        LegalActions,
        allow_none=True,
        metadata={"description": "With ?include=legal-actions; null without a seat."},
    )
    trays = fields.List(
        fields.Nested(Tray),
        metadata={"description": "With ?include=trays: what lies before each seat, by seat."},
    )


class MatchEvent(Strict):
    """Something that happened, as the caller may see it."""

    version = version_number("The version it led to.")
    kind = OneOf(
        "action",
        "forced",
        "chance",
        "undo",
        "seat",
        "clock",
        required=True,
        metadata={"description": "What happened: `forced` is a decision without a choice."},
    )
    seat = seat_number(
        "The seat that acted, or that the event is about; null for chance and the owner.",
        allow_none=True,
    )
    action = text_of(
        "The notation; `?` stands for what the caller may not see. Of what is no move, the kind."
    )
    label = text_of(
        "The event as a sentence, such as `Seat 1 (medium bot) builds 3a at A1 for $4`."
    )
    at = text_of("When it was stored, UTC, to the second; null where not known.", allow_none=True)
    targets = fields.List(
        fields.String(),
        metadata={
            "description": "The ids of the elements of the picture that a move is about; absent "
            "where there are none, or the caller may not know which."
        },
    )
    to = Integer(
        0,
        MOST_VERSIONS,
        metadata={"description": "With `undo`: the version whose position the match goes on from."},
    )
    now = fields.Nested(
        SeatNow, metadata={"description": "With `seat` and `clock`: the seat from then on."}
    )
    search = fields.Nested(
        SearchShown,
        metadata={"description": "Of a bot's `action`, unless it may tell what is hidden."},
    )


class EventPage(Strict):
    """A page of the log of a match, oldest first."""

    version = version_number("The version the match is at.")
    next = version_number("`after` for the next page; what was sent where nothing is newer.")
    events = fields.List(
        fields.Nested(MatchEvent), required=True, metadata={"description": "Oldest first."}
    )
    rematch = fields.Nested(
        RematchShown,
        allow_none=True,
        metadata={"description": "The rematch of a match that is over; null for none."},
    )
    halted = fields.Nested(
        HaltedShown,
        allow_none=True,
        metadata={"description": "Why no bot acts although one is to; null where bots play on."},
    )


class MatchPage(Strict):
    """A page of public matches, newest first."""

    matches = fields.List(
        fields.Nested(MatchListed), required=True, metadata={"description": "Newest first."}
    )
    cursor = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Send it to get the next page; null on the last."},
    )


class StreamEvent(MatchEvent):
    """An event of a stream: one of the log, or the last one."""

    kind = OneOf(
        *("action", "forced", "chance", "undo", "seat", "clock"),
        *("halted", "over", "rematch", "problem"),
        required=True,
        metadata={
            "description": "What happened; `over`, `rematch` and `problem` may end the stream."
        },
    )
    halted = fields.Nested(
        HaltedShown,
        allow_none=True,
        metadata={
            "description": "With `halted`: why no bot acts although one is to, until the next "
            "version; null once bots play on without one."
        },
    )
    rematch = fields.Nested(
        RematchShown, metadata={"description": "With `rematch`: the match that follows."}
    )
    result = fields.Nested(
        Result, metadata={"description": "With `over`: how the match has ended."}
    )
    problem = fields.Nested(
        ProblemDocument, metadata={"description": "With `problem`: why the stream ends."}
    )
