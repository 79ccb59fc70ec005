"""The past: versions, taking back, forks, export and import."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import (
    OF_A_CLIENT,
    OF_A_MATCH,
    PLAY,
    READ,
    WITH_BODY,
    Answer,
    Route,
)
from railhead.service.http.schemas import (
    creation_requests,
    import_requests,
    past_responses,
    queries,
    requests,
    responses,
)

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "get",
        "/v1/matches/{match}/versions/{version}",
        "get_version",
        "The match as the caller saw it at a version",
        "past",
        {
            200: Answer("The match as it was.", responses.MatchShown, headers=("ETag",)),
            304: Answer("The caller has it.", headers=("ETag",)),
        },
        (*OF_A_MATCH, errors.Forbidden, errors.NoSuchVersion, errors.NoSuchSeat),
        token="optional",
        scopes=READ,
        query=queries.VersionQuery,
        headers=("If-None-Match",),
        description="After the end `as` shows any seat's view, unless the match was made sealed.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/scores",
        "get_scores",
        "How the scores of a finished match came about",
        "past",
        {
            200: Answer("The scores.", past_responses.ScoresShown, headers=("ETag",)),
            304: Answer("The caller has it.", headers=("ETag",)),
        },
        (*OF_A_MATCH, errors.Forbidden, errors.MatchNotOver),
        token="optional",
        scopes=READ,
        headers=("If-None-Match",),
        description="Every seat's points as the rules would count them at each version at which "
        "they were others than before. Only after the end, unless the match was made sealed.",
    ),
    Route(
        "get",
        "/v1/matches/{match}/undo",
        "get_undo",
        "How far the caller may go back, and why not further",
        "past",
        {200: Answer("The versions.", past_responses.UndoReach, headers=("ETag",))},
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
        scopes=READ,
        description="What `POST` there takes, with the reason why not further.",
    ),
    Route(
        "post",
        "/v1/matches/{match}/undo",
        "undo",
        "Go back to an earlier version",
        "past",
        {200: Answer("The match after it.", responses.Submission, headers=("ETag",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.Forbidden,
            errors.SeatChanged,
            errors.LogFull,
            errors.MatchOver,
            errors.MatchNotStarted,
            errors.StaleVersion,
            errors.CannotGoBack,
            errors.TooManyRequests,
        ),
        token="needed",
        scopes=PLAY,
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
            errors.NoSuchClient,
            errors.UnknownLevel,
            errors.NoSuchVersion,
            errors.MatchOver,
            errors.TooManyRequests,
            errors.TooManyBotMatches,
        ),
        token="optional",
        scopes=PLAY,
        body=creation_requests.NewFork,
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
        {200: Answer("The document.", past_responses.Export, headers=("ETag",))},
        (*OF_A_MATCH, errors.Forbidden, errors.MatchNotOver),
        token="optional",
        scopes=READ,
        description="All that replays it; `POST /v1/imports` takes it.",
    ),
    Route(
        "post",
        "/v1/imports",
        "import_match",
        "Make a finished match of a document",
        "past",
        {201: Answer("The match, with its tokens.", responses.CreatedMatch, headers=("Location",))},
        (
            *OF_A_CLIENT,
            *WITH_BODY,
            errors.RulesChanged,
            errors.ImportRefused,
            errors.InvalidData,
            errors.TooManyRequests,
            errors.TooManyTrials,
        ),
        token="optional",
        scopes=PLAY,
        body=import_requests.NewImport,
        query=queries.ImportQuery,
        headers=("Idempotency-Key",),
        description="The document is replayed; one that breaks a rule of the game, or of this "
        "service, is refused, and the entry named. Its bots must be of levels that the game has "
        "here. The match is public only where its document says that this was agreed.",
    ),
)
