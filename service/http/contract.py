"""The routes of the API, each declared once: what `openapi.yaml` says about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema

from service import errors
from service.errors import Problem
from service.http.schemas import requests, responses

Problems = tuple[type[Problem], ...]


@dataclass(frozen=True)
class Streamed:
    """A further form of an answer, chosen by `Accept`: text with an `event` again and again."""

    media_type: str
    event: type[Schema]
    description: str
    example: str


@dataclass(frozen=True)
class Answer:
    """One successful answer: a schema for JSON, else a media type, else no content.

    `streams` are what the caller may get instead.
    """

    description: str
    schema: type[Schema] | None = None
    media_type: str = "application/json"
    headers: tuple[str, ...] = ()
    raw: Mapping[str, Any] | None = None
    streams: tuple[Streamed, ...] = ()


@dataclass(frozen=True)
class Route:
    """One method at one path. `name` is that of the operation and of its handler.

    `token` says who may come in: `none`, `optional` (a public match lets anybody in) or `needed`.
    `body` is a schema, or `new_match` for the creation, whose schema differs by game.
    """

    method: str
    path: str
    name: str
    summary: str
    tag: str
    answers: Mapping[int, Answer]
    problems: Problems = ()
    token: str = "none"
    query: type[Schema] = requests.NoQuery
    body: type[Schema] | str | None = None
    headers: tuple[str, ...] = ()
    description: str = ""


ALWAYS: Final[Problems] = (errors.InvalidRequest, errors.InternalError, errors.Overloaded)
STORED: Final[Problems] = (*ALWAYS, errors.Unavailable)
OF_A_MATCH: Final[Problems] = (
    *STORED,
    errors.Unauthorized,
    errors.NoSuchMatch,
    errors.RulesChanged,
)
WITH_BODY: Final[Problems] = (
    errors.BodyTooSlow,
    errors.BodyTooLarge,
    errors.MalformedJson,
    errors.UnsupportedMediaType,
    errors.IdempotencyMismatch,
)

NO_PLACE: Final = ("Retry-After", "RateLimit", "RateLimit-Policy")

EXAMPLE_ACTION: Final = {"action": "hire", "version": 0}
EXAMPLE_SEAT: Final = {"kind": "bot", "level": "medium"}
EXAMPLE_MATCH: Final = {
    "game": "montana",
    "options": {},
    "seed": 7,
    "seats": [{"kind": "human", "name": "guest"}, {"kind": "bot", "level": "easy"}],
}

EXAMPLE_EVENT: Final = (
    '{"version":13,"kind":"action","seat":1,"action":"hire:2:cowboy",'
    '"label":"Seat 1 (medium bot) hires a cowboy for $7 (row 2)","at":"2026-11-22T10:00:00Z"}'
)
EVENT_STREAMS: Final = (
    Streamed(
        "text/event-stream",
        responses.StreamEvent,
        "Events, each with this as its data.",
        f"retry: 1000\n\nid: 13\nevent: action\ndata: {EXAMPLE_EVENT}\n\n:\n\n",
    ),
    Streamed(
        "application/x-ndjson",
        responses.StreamEvent,
        "Lines, each of which is this, or empty.",
        f"\n{EXAMPLE_EVENT}\n\n",
    ),
)

EXAMPLES: Final[Mapping[type[Schema] | str, Any]] = {
    requests.Claim: {"invitation": "8MLB1gD7LzlMz_Qyag7z8bPVqYqXw2cC", "name": "guest"},
    requests.NewClient: {"name": "my bot"},
    requests.NewUndo: {"to": 10, "version": 12},
    requests.NewFork: {"version": 10, "seats": EXAMPLE_MATCH["seats"]},
}

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "get",
        "/v1/games",
        "list_games",
        "All games",
        "games",
        {200: Answer("The games.", responses.GameList)},
        ALWAYS,
    ),
    Route(
        "get",
        "/v1/games/{game}",
        "get_game",
        "One game: seats, options, action vocabulary, bot levels",
        "games",
        {200: Answer("The game.", responses.GameShown)},
        (*ALWAYS, errors.NoSuchGame),
    ),
    Route(
        "post",
        "/v1/matches",
        "create_match",
        "Create a match",
        "matches",
        {201: Answer("The match, with its tokens.", responses.CreatedMatch, headers=("Location",))},
        (
            *STORED,
            *WITH_BODY,
            errors.Unauthorized,
            errors.UnknownGame,
            errors.InvalidOptions,
            errors.InvalidSeats,
            errors.UnknownLevel,
            errors.TooManyRequests,
        ),
        token="optional",
        body="new_match",
        headers=("Idempotency-Key",),
        description="Tokens are shown this once; the service keeps hashes. With an "
        "`Idempotency-Key` a repeated creation gets its first answer, tokens included, for ten "
        "minutes; choose keys that nobody can guess.",
    ),
    Route(
        "get",
        "/v1/matches",
        "list_matches",
        "Public matches, newest first",
        "matches",
        {200: Answer("A page of matches.", responses.MatchPage)},
        (*STORED, errors.UnknownGame),
        query=requests.ListQuery,
    ),
    Route(
        "get",
        "/v1/matches/{match}",
        "get_match",
        "A match as the caller may see it",
        "matches",
        {
            200: Answer("The match.", responses.MatchShown, headers=("ETag",)),
            304: Answer("Nothing has changed.", headers=("ETag", *NO_PLACE)),
        },
        (*OF_A_MATCH, errors.MatchWentBack),
        token="optional",
        query=requests.ReadQuery,
        headers=("If-None-Match",),
        description="A seat token shows what that seat may see, the owner token and no token "
        "what a spectator may. `?wait=30` with `If-None-Match` answers as soon as something "
        "changes; where too many are waiting, 304 comes at once with `Retry-After`, and "
        "`RateLimit-Policy` says which limit that is.",
    ),
    Route(
        "delete",
        "/v1/matches/{match}",
        "delete_match",
        "Delete a match",
        "matches",
        {204: Answer("It is gone.")},
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
        description="Needs the owner token.",
    ),
    Route(
        "post",
        "/v1/matches/{match}/seats/{seat}/claim",
        "claim_seat",
        "Claim an open seat",
        "seats",
        {200: Answer("The seat, with its token.", responses.ClaimedSeat, headers=("ETag",))},
        (*OF_A_MATCH, *WITH_BODY, errors.SeatTaken, errors.MatchOver),
        token="optional",
        body=requests.Claim,
        headers=("Idempotency-Key",),
        description="With the seat's invitation, in a public match without one. Who sends a "
        "client's token holds the seat with that; else the answer has a token, which nobody else "
        "has. With an `Idempotency-Key` that nobody can guess a repetition gets it again for ten "
        "minutes. The match begins when its last open seat is taken.",
    ),
    Route(
        "put",
        "/v1/matches/{match}/seats/{seat}",
        "change_seat",
        "Hand a seat to a bot, take it back, leave it, give up",
        "seats",
        {200: Answer("The seat as it is now.", responses.ChangedSeat, headers=("ETag",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.UnknownLevel,
            errors.Forbidden,
            errors.SeatChanged,
            errors.MatchOver,
        ),
        token="needed",
        body="seat_change",
        description="The holder may let a bot play and take the seat back (`human`), give it up "
        "(`resign`: the bot plays on for good), or leave it (`open`): then the match waits until "
        "somebody claims the seat. The owner may put a bot into a seat that nobody holds, or ask "
        "for a new invitation to it (`open`).",
    ),
    Route(
        "get",
        "/v1/matches/{match}/versions/{version}",
        "get_version",
        "The match as the caller saw it at a version",
        "past",
        {200: Answer("The match as it was.", responses.MatchShown, headers=("ETag",))},
        (*OF_A_MATCH, errors.Forbidden, errors.NoSuchVersion),
        token="optional",
        query=requests.VersionQuery,
        description="After the end `as` shows any seat's view, unless the match was made sealed.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/undo",
        "get_undo",
        "How far the caller may go back, and why not further",
        "past",
        {200: Answer("The versions.", responses.UndoReach, headers=("ETag",))},
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
    ),
    Route(
        "post",
        "/v1/matches/{match}/undo",
        "undo",
        "Go back to an earlier version",
        "past",
        {200: Answer("The match after it.", responses.TakenBack, headers=("ETag",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.Forbidden,
            errors.SeatChanged,
            errors.MatchOver,
            errors.MatchNotStarted,
            errors.StaleVersion,
            errors.CannotGoBack,
        ),
        token="needed",
        body=requests.NewUndo,
        description="A seat takes its own moves back, as far as nothing was drawn or shown to "
        "anybody and nobody else has acted. The owner of a match made with `undo: any` may go back "
        "to every version; chance is drawn anew. The log keeps what was taken back.",
    ),
    Route(
        "post",
        "/v1/matches/{match}/forks",
        "create_fork",
        "Make a new match out of a version of this one",
        "past",
        {201: Answer("The match, with its tokens.", responses.CreatedMatch, headers=("Location",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.InvalidSeats,
            errors.UnknownLevel,
            errors.NoSuchVersion,
            errors.MatchOver,
            errors.TooManyRequests,
        ),
        token="optional",
        body=requests.NewFork,
        headers=("Idempotency-Key",),
        description="Of a finished match as it was; of a running or sealed one as the caller knows "
        "it: what its seat cannot know is dealt anew.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/export",
        "export_match",
        "A finished match as one document",
        "past",
        {200: Answer("The document.", responses.Export, headers=("ETag",))},
        (*OF_A_MATCH, errors.Forbidden, errors.MatchNotOver),
        token="optional",
    ),
    Route(
        "post",
        "/v1/imports",
        "import_match",
        "Make a finished match of a document",
        "past",
        {201: Answer("The match, with its tokens.", responses.CreatedMatch, headers=("Location",))},
        (
            *STORED,
            *WITH_BODY,
            errors.Unauthorized,
            errors.RulesChanged,
            errors.ImportRefused,
            errors.TooManyRequests,
        ),
        token="optional",
        body=requests.NewImport,
        headers=("Idempotency-Key",),
        description="The document is replayed; one that breaks a rule is refused, and the entry "
        "named.",
    ),
    Route(
        "post",
        "/v1/matches/{match}/rematch",
        "play_again",
        "Play the same match once more",
        "seats",
        {
            201: Answer(
                "The match; its tokens are known.", responses.CreatedMatch, headers=("Location",)
            )
        },
        (*OF_A_MATCH, errors.Forbidden, errors.MatchNotOver),
        token="needed",
        description="For who holds a seat or owns the match, once it is over: for a day the same "
        "new match for everybody who asks. The tokens of the match that is over open it as well.",
    ),
    Route(
        "post",
        "/v1/clients",
        "create_client",
        "Make a client: an account without a password",
        "clients",
        {
            201: Answer(
                "The client, with its token.", responses.ClientCreated, headers=("Location",)
            )
        },
        (*STORED, *WITH_BODY, errors.TooManyRequests),
        body=requests.NewClient,
        description="One token for all that is the client's: seats that it claims, matches that it "
        "creates.",
    ),
    Route(
        "get",
        "/v1/me",
        "get_me",
        "The client whose token this is",
        "clients",
        {200: Answer("The client.", responses.ClientShown)},
        (*STORED, errors.Unauthorized),
        token="needed",
    ),
    Route(
        "delete",
        "/v1/me",
        "delete_me",
        "Revoke the client and its token",
        "clients",
        {204: Answer("It is gone; its seats are held by nobody who can play them.")},
        (*STORED, errors.Unauthorized),
        token="needed",
    ),
    Route(
        "post",
        "/v1/me/token",
        "renew_my_token",
        "Put another token in place of the client's",
        "clients",
        {200: Answer("The client, with its new token.", responses.ClientCreated)},
        (*STORED, errors.Unauthorized),
        token="needed",
    ),
    Route(
        "get",
        "/v1/me/matches",
        "list_my_matches",
        "Matches in which the client sits or is invited, or which it owns",
        "clients",
        {200: Answer("A page of matches.", responses.MyMatchPage)},
        (*STORED, errors.Unauthorized),
        token="needed",
        query=requests.MineQuery,
    ),
    Route(
        "get",
        "/v1/matches/{match}/legal-actions",
        "list_legal_actions",
        "Every decision open to the caller's seat",
        "play",
        {200: Answer("The legal actions.", responses.LegalActions, headers=("ETag",))},
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
        description="Needs a seat token. Empty, with a reason, when it is not the seat's turn.",
    ),
    Route(
        "post",
        "/v1/matches/{match}/actions",
        "submit_action",
        "Take one decision",
        "play",
        {200: Answer("The match after it.", responses.Submission, headers=("ETag",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.Forbidden,
            errors.MatchOver,
            errors.NotYourTurn,
            errors.VersionRequired,
            errors.MatchWentBack,
            errors.StaleVersion,
            errors.PreconditionFailed,
            errors.IllegalMove,
        ),
        token="needed",
        query=requests.SubmitQuery,
        body=requests.NewAction,
        headers=("If-Match", "Idempotency-Key"),
        description="Needs a seat token, and the version of the match that the decision was made "
        "at: in the body, or as `If-Match`. The answer holds all that followed, up to the next "
        "decision.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/events",
        "list_events",
        "What has happened in a match, and what happens",
        "matches",
        {
            200: Answer(
                "A page of events, or a stream.",
                responses.EventPage,
                headers=("ETag",),
                streams=EVENT_STREAMS,
            ),
            304: Answer("Nothing is newer than the version of the ETag.", headers=("ETag",)),
        },
        (*OF_A_MATCH, errors.NotAcceptable, errors.MatchWentBack, errors.TooManyStreams),
        token="optional",
        query=requests.EventsQuery,
        headers=("If-None-Match", "Last-Event-ID"),
        description="The log as the caller may see it, forced moves and chance included, each "
        "entry with a sentence in English. A stream, where `Accept` asks for one, tells what "
        "happened after `Last-Event-ID` or `after`, then what happens; every 15 seconds without "
        "anything else comes an empty comment or an empty line. It ends with an event `over` once "
        "the match has ended, with one `problem` where it cannot go on, and without either where "
        "the process stops: then ask again with the version of the last event.",
    ),
    Route(
        "get",
        "/",
        "get_entrance",
        "What is here",
        "documentation",
        {200: Answer("Where to go on.", responses.Entrance)},
        ALWAYS,
    ),
    Route(
        "get",
        "/healthz",
        "get_health",
        "Whether the process answers",
        "operations",
        {200: Answer("It does.", responses.Health)},
        (errors.InvalidRequest, errors.InternalError),
    ),
    Route(
        "get",
        "/readyz",
        "get_readiness",
        "Whether the service can take requests",
        "operations",
        {
            200: Answer("It can.", responses.Readiness),
            503: Answer("It cannot; `problems` says why.", responses.Readiness),
        },
        ALWAYS,
    ),
    Route(
        "get",
        "/openapi.json",
        "get_contract",
        "This document",
        "documentation",
        {200: Answer("The OpenAPI document.", raw={"type": "object"})},
        ALWAYS,
    ),
    Route(
        "get",
        "/docs/",
        "get_documentation",
        "This document, to read and to try out",
        "documentation",
        {200: Answer("A page.", media_type="text/html", raw={"type": "string"})},
        (errors.InternalError, errors.Overloaded),
    ),
    Route(
        "get",
        "/problems/{slug}",
        "get_problem",
        "What a problem type means and what to do about it",
        "documentation",
        {200: Answer("A page.", media_type="text/html", raw={"type": "string"})},
        (*ALWAYS, errors.NotFound),
    ),
)


def address(name: str, **parameters: str) -> str:
    """Where the route of this name is, such as `address("get_match", match=...)`."""
    (path,) = (route.path for route in ROUTES if route.name == name)
    return path.format(**parameters)
