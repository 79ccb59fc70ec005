"""`/versions`, `/undo`, `/forks`, `/export` and `/v1/imports`: what was, and matches out of it."""

from __future__ import annotations

from flask import Response

from railhead.games.game import SPECTATOR
from railhead.service import errors
from railhead.service.boards.document_limits import check_limits
from railhead.service.core.absence import USUAL_SECONDS
from railhead.service.core.matches import Matches
from railhead.service.errors import Forbidden, MatchNotOver, NoSuchSeat
from railhead.service.history import responses as past_responses
from railhead.service.history.documents import Importer, check_lengths, export_match, import_match
from railhead.service.history.forking import Fork, fork
from railhead.service.history.past_versions import PastVersions
from railhead.service.history.visibility import knows_all
from railhead.service.http import auth
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import created_json, match_json, submission_json
from railhead.service.http.request_parsing import idempotency, json_body, query
from railhead.service.http.responses import (
    json_response,
    not_modified_response,
    read_response,
    submission_response,
)
from railhead.service.http.route import (
    OF_A_CLIENT,
    OF_A_MATCH,
    PLAY,
    READ,
    UNKEYED_BODY,
    WITH_BODY,
    ResponseSpec,
    address,
    route,
)
from railhead.service.http.schemas import (
    creation_requests,
    queries,
    requests,
    responses,
    submission_responses,
)
from railhead.service.http.schemas.creation_requests import fork_wanted
from railhead.service.http.schemas.fields import parse
from railhead.service.http.schemas.import_requests import NewImport
from railhead.service.http.schemas.queries import ImportQuery, VersionQuery
from railhead.service.http.schemas.requests import NewUndo
from railhead.service.http.schemas.seat_requests import seats_wanted
from railhead.service.http.validation_waits import validation_ticket
from railhead.service.http.version_tags import holds_version
from railhead.service.model import CreationResult, Match, Record, Seat

_UNSTORED = {"Cache-Control": "no-store"}


class VersionRoutes:
    """The handlers of what was."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits
        self._looking_back = PastVersions(matches)

    @route(
        "get",
        "/v1/matches/{match}/versions/{version}",
        "The match as the caller saw it at a version",
        "past",
        {
            200: ResponseSpec("The match as it was.", responses.MatchShown, headers=("ETag",)),
            304: ResponseSpec("The caller has it.", headers=("ETag",)),
        },
        (*OF_A_MATCH, errors.Forbidden, errors.NoSuchVersion, errors.NoSuchSeat),
        token="optional",
        scopes=READ,
        query=queries.VersionQuery,
        headers=("If-None-Match",),
        description="After the end `as` shows any seat's view, unless the match was made sealed.",
    )
    def get_version(self, match: str, version: int) -> Response:
        caller = auth.reader(self._matches, match)
        wanted = query(VersionQuery)
        now = self._matches.at(caller.record, caller.head)
        viewer = seen_as(now, caller.viewer, wanted.get("viewer"))
        then = self._looking_back.at(caller.record, now, version)
        if holds_version(version, viewer):
            return not_modified_response(version, viewer)
        return read_response(match_json(then, viewer), version, viewer)

    @route(
        "get",
        "/v1/matches/{match}/scores",
        "How the scores of a finished match came about",
        "past",
        {
            200: ResponseSpec("The scores.", past_responses.ScoresShown, headers=("ETag",)),
            304: ResponseSpec("The caller has it.", headers=("ETag",)),
        },
        (*OF_A_MATCH, errors.Forbidden, errors.MatchNotOver),
        token="optional",
        scopes=READ,
        headers=("If-None-Match",),
        description="Every seat's points as the rules would count them at each version at which "
        "they were others than before. Only after the end, unless the match was made sealed.",
    )
    def get_scores(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        query()
        now = self._matches.at(caller.record, caller.head)
        if now.status != "over":
            raise MatchNotOver()
        if not knows_all(now):
            raise Forbidden("the match was made sealed: how its scores came about is not shown")
        if holds_version(now.version, caller.viewer):
            return not_modified_response(now.version, caller.viewer)
        changes = self._matches.event_renderer.scores(caller.record, caller.head)
        shown = [{"version": version, "scores": points} for version, points in changes]
        body = {"version": now.version, "scores": shown}
        return read_response(body, now.version, caller.viewer)

    @route(
        "get",
        "/v1/matches/{match}/undo",
        "How far the caller may go back, and why not further",
        "past",
        {200: ResponseSpec("The versions.", past_responses.UndoReach, headers=("ETag",))},
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
        scopes=READ,
        description="What `POST` there takes, with the reason why not further.",
    )
    def get_undo(self, match: str) -> Response:
        caller = auth.holder_or_owner(self._matches, match)
        query()
        now = self._matches.at(caller.record, caller.head)
        reach = self._looking_back.undo_limit(
            now, None if _acts_as_owner(caller) else caller.viewer
        )
        body = {"version": now.version, "versions": list(reach.versions), "reason": reach.reason}
        return read_response(body, now.version, caller.viewer)

    @route(
        "post",
        "/v1/matches/{match}/undo",
        "Go back to an earlier version",
        "past",
        {
            200: ResponseSpec(
                "The match after it.", submission_responses.Submission, headers=("ETag",)
            )
        },
        (
            *OF_A_MATCH,
            *UNKEYED_BODY,
            errors.Forbidden,
            errors.SeatChanged,
            errors.LogFull,
            errors.MatchOver,
            errors.MatchNotStarted,
            errors.StaleVersion,
            errors.TimeOver,
            errors.CannotGoBack,
            errors.TooManyRequests,
            errors.TooMuchStored,
        ),
        token="needed",
        scopes=PLAY,
        body=requests.NewUndo,
        description="A seat takes its own moves back, as far as nothing was drawn or shown to "
        "anybody and nobody else has acted. The owner of a match made with `undo: any` may go back "
        "to every version; chance is drawn anew. The log keeps what was taken back.",
    )
    def undo(self, match: str) -> Response:
        caller = auth.holder_or_owner(self._matches, match)
        self._limits.actions.count(caller.name)
        query()
        wanted = parse(NewUndo, json_body())
        holder = None if _acts_as_owner(caller) else caller.seat
        with self._limits.stored.count_bytes(auth.client_or_address(caller.client)):
            done = self._looking_back.undo(match, holder, wanted["to"], wanted["version"])
        body = submission_json(done, caller.viewer)
        return submission_response(body, done.match.version, caller.viewer)


def _acts_as_owner(caller: auth.Caller) -> bool:
    """Whether a caller goes back as the owner: a client may own a match and hold a seat of it."""
    return caller.owner and (caller.viewer == SPECTATOR or caller.record.undo == "any")


def seen_as(now: Match, viewer: int, wanted: int | None) -> int:
    """The viewer whose eyes a caller looks through. Raises `NoSuchSeat`, `Forbidden`."""
    if wanted is None or wanted == viewer:
        return viewer
    NoSuchSeat.check(wanted, len(now.seats))
    if not knows_all(now):
        raise Forbidden(
            "through other eyes only after the end, and only if the match was not made sealed"
        )
    return wanted


class ForkRoutes:
    """The handler of forks."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits

    @route(
        "post",
        "/v1/matches/{match}/forks",
        "Make a new match out of a version of this one",
        "past",
        {
            201: ResponseSpec(
                "The match, with its tokens.", responses.CreatedMatch, headers=("Location",)
            )
        },
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.InvalidSeats,
            errors.NoSuchClient,
            errors.UnknownLevel,
            errors.NoSuchVersion,
            errors.MatchOver,
            errors.TooManyRequests,
            errors.TooMuchStored,
            errors.TooManyBotMatches,
        ),
        token="optional",
        scopes=PLAY,
        body=creation_requests.NewFork,
        headers=("Idempotency-Key",),
        description="Of a finished match as it was; of a running or sealed one as the caller knows "
        "it: what its seat cannot know is dealt anew.",
    )
    def create_fork(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        client = auth.client_if_one(self._matches)
        self._limits.creations.count(auth.client_or_address(client))
        query()
        body = json_body()
        wanted = fork_wanted(body)
        seats = seats_wanted(wanted["seats"], client)
        auth.check_invited(self._matches, seats)
        now = self._matches.at(caller.record, caller.head)
        new = Fork(
            wanted["version"],
            seats,
            wanted["visibility"],
            wanted["undo"],
            wanted["sealed"],
            wanted["analyses"],
            None if client is None else client.id,
            wanted.get("absent_after", _absent_after(caller.record)),
            wanted["claims"],
            auth.asked_by(self._matches, client),
        )
        key = idempotency(f"fork {match} {caller.own_name}", body, known=caller.is_one)
        with self._limits.stored.count_bytes(auth.client_or_address(client)):
            return _creation_response(fork(self._matches, now, caller.viewer, new, key))


class ExportRoutes:
    """The handlers of exports and imports."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits

    @route(
        "get",
        "/v1/matches/{match}/export",
        "A finished match as one document",
        "past",
        {200: ResponseSpec("The document.", past_responses.Export, headers=("ETag",))},
        (*OF_A_MATCH, errors.Forbidden, errors.MatchNotOver),
        token="optional",
        scopes=READ,
        description="All that replays it; `POST /v1/imports` takes it.",
    )
    def export_match(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        query()
        now = self._matches.at(caller.record, caller.head)
        if now.status == "over" and not knows_all(now):
            raise Forbidden("the match was made sealed: its log is nobody's to see")
        return read_response(export_match(self._matches, now), now.version, caller.viewer)

    @route(
        "post",
        "/v1/imports",
        "Make a finished match of a document",
        "past",
        {
            201: ResponseSpec(
                "The match, with its tokens.", responses.CreatedMatch, headers=("Location",)
            )
        },
        (
            *OF_A_CLIENT,
            *WITH_BODY,
            errors.RulesChanged,
            errors.ImportRefused,
            errors.InvalidData,
            errors.TooManyRequests,
            errors.TooMuchStored,
            errors.TooManyTrials,
        ),
        token="optional",
        scopes=PLAY,
        body=NewImport,
        query=queries.ImportQuery,
        headers=("Idempotency-Key",),
        description="The document is replayed; one that breaks a rule of the game, or of this "
        "service, is refused, and the entry named. Its bots must be of levels that the game has "
        "here. The match is public only where its document says that this was agreed.",
    )
    def import_match(self) -> Response:
        client = auth.client_or_nobody(self._matches)
        self._limits.creations.count(auth.client_or_address(client))
        visibility = query(ImportQuery).get("visibility")
        body = json_body()
        check_lengths(body, self._matches.store.settings.log_entries)
        document = parse(NewImport, body)
        if document["data"] is not None or document["opening"] is not None:
            self._limits.data.count(auth.client_or_address(client))
        if document["data"] is not None:
            check_limits(document["data"], "data")
        seats = [
            Seat(number, seat["kind"], seat["name"], seat["level"])
            for number, seat in enumerate(document["seats"])
        ]
        importer = Importer(seats, visibility, None if client is None else client.id)
        whole_body = body if visibility is None else {"visibility": visibility, "document": body}
        by = auth.client_or_address(client)
        key = idempotency(f"import {by}", whole_body, known=client is not None)
        with self._limits.stored.count_bytes(by):
            return _creation_response(
                import_match(self._matches, document, importer, key, validation_ticket(by))
            )


def _absent_after(record: Record) -> int | None:
    """After how long a holder is absent in a fork of a match, which has no clocks."""
    return record.absent_after if record.clock is None else USUAL_SECONDS


def _creation_response(created: CreationResult) -> Response:
    location = address("get_match", match=created.match.record.id)
    return json_response(created_json(created), 201, {"Location": location, **_UNSTORED})
