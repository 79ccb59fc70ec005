"""Matches: creating, reading, deciding, following."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import (
    LIMIT_REACHED,
    OF_A_CLIENT,
    OF_A_MATCH,
    PLAY,
    READ,
    STORED,
    WITH_BODY,
    Answer,
    Route,
    Streamed,
)
from railhead.service.http.schemas import queries, requests, responses

EXAMPLE_EVENT: Final = (
    '{"version":13,"kind":"action","seat":1,"action":"hire:2:cowboy",'
    '"label":"Seat 1 (medium bot) hires a cowboy for $7 (row 2 of the job market)",'
    '"at":"2026-11-22T10:00:00Z"}'
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

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "post",
        "/v1/matches",
        "create_match",
        "Create a match",
        "matches",
        {201: Answer("The match, with its tokens.", responses.CreatedMatch, headers=("Location",))},
        (
            *OF_A_CLIENT,
            *WITH_BODY,
            errors.UnknownGame,
            errors.InvalidOptions,
            errors.InvalidSeats,
            errors.NoSuchClient,
            errors.UnknownLevel,
            errors.TooManyRequests,
            errors.TooMuchStored,
            errors.TooManyTrials,
            errors.TooManyBotMatches,
        ),
        token="optional",
        scopes=PLAY,
        body="new_match",
        headers=("Idempotency-Key",),
        description="Tokens are shown this once; the service keeps hashes. With an "
        "`Idempotency-Key` a repeated creation gets its first answer, for ten minutes tokens "
        "included. Without a client's token they are null in a repetition at once, unless the key "
        "is hard to guess: 16 characters or more, 6 of them different, as a UUID has.",
    ),
    Route(
        "get",
        "/v1/matches",
        "list_matches",
        "Public matches, newest first",
        "matches",
        {200: Answer("A page of matches.", responses.MatchPage)},
        (*STORED, errors.UnknownGame),
        query=queries.ListQuery,
        description="By game and status, a page at a time: `cursor` of one page leads to the next.",
    ),
    Route(
        "get",
        "/v1/matches/{match}",
        "get_match",
        "A match as the caller may see it",
        "matches",
        {
            200: Answer("The match.", responses.MatchShown, headers=("ETag",)),
            304: Answer("Nothing has changed.", headers=("ETag", *LIMIT_REACHED)),
        },
        (*OF_A_MATCH, errors.MatchWentBack),
        token="optional",
        scopes=READ,
        query=queries.ReadQuery,
        headers=("If-None-Match",),
        description="A seat token shows what that seat may see, the owner token and no token "
        "what a spectator may. `?wait=30` with `If-None-Match` answers as soon as something "
        "changes; where too many are waiting, 304 comes at once with `Retry-After`, and "
        "`RateLimit-Policy` says which limit that is. `?until=rematch` waits at a match that "
        "is over until there is a rematch of it.",
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
        scopes=PLAY,
        description="Needs the owner token.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/legal-actions",
        "list_legal_actions",
        "Every decision open to the caller's seat",
        "play",
        {
            200: Answer("The legal actions.", responses.LegalActions, headers=("ETag",)),
            304: Answer("Nothing has changed.", headers=("ETag",)),
        },
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
        scopes=READ,
        headers=("If-None-Match",),
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
            errors.SeatChanged,
            errors.LogFull,
            errors.TimeOver,
            errors.MatchNotStarted,
            errors.MatchOver,
            errors.NotYourTurn,
            errors.VersionRequired,
            errors.MatchWentBack,
            errors.StaleVersion,
            errors.PreconditionFailed,
            errors.IllegalMove,
            errors.TooManyRequests,
            errors.TooMuchStored,
        ),
        token="needed",
        scopes=PLAY,
        query=queries.SubmitQuery,
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
        (
            *OF_A_MATCH,
            errors.Forbidden,
            errors.NoSuchSeat,
            errors.NotAcceptable,
            errors.MatchWentBack,
            errors.TooManyStreams,
            errors.TooManyRequests,
        ),
        token="optional",
        scopes=READ,
        query=queries.EventsQuery,
        headers=("If-None-Match", "Last-Event-ID"),
        description="The log as the caller may see it, forced moves and chance included, each "
        "entry with a sentence in English. A stream, where `Accept` asks for one, tells what "
        "happened after `Last-Event-ID` or `after`, then what happens; every 15 seconds without "
        "anything else comes an empty comment or an empty line. It ends with an event `over` once "
        "the match has ended, with one `problem` where it cannot go on, and without either where "
        "the process stops: then ask again with the version of the last event. With "
        "`?until=rematch` it goes on after `over`, until an event `rematch`.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/picture.svg",
        "get_picture",
        "The table, drawn as the caller may see it",
        "matches",
        {
            200: Answer(
                "The picture.",
                media_type="image/svg+xml",
                headers=("ETag",),
                raw={"type": "string"},
            ),
            304: Answer("Nothing has changed.", headers=("ETag",)),
        },
        (
            *OF_A_MATCH,
            errors.MatchWentBack,
            errors.NoSuchVersion,
            errors.NoSuchSeat,
            errors.Forbidden,
        ),
        token="optional",
        scopes=READ,
        query=queries.PictureQuery,
        headers=("If-None-Match",),
        description="SVG without scripts or styles. What legal actions name as their `targets` are "
        "the ids of its elements, and the title of each element says what it is. The last action "
        "is marked, as far as the caller may see what it was about.",
    ),
)
