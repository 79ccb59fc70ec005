"""`/v1/matches`: creating, listing, reading and deleting matches."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from flask import Response

from railhead.service import errors
from railhead.service.core.matches import Matches
from railhead.service.errors import MatchWentBack
from railhead.service.http import auth
from railhead.service.http.concurrency_limiter import ConcurrencyLimiter
from railhead.service.http.cursors import decode_cursor, encode_cursor
from railhead.service.http.long_poll import WaitLimitReached, wait_for_news
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import (
    MatchExtras,
    Renderings,
    created_json,
    get_or_render,
    listed_json,
    match_bytes,
)
from railhead.service.http.request_parsing import idempotency, json_body, query
from railhead.service.http.responses import (
    empty_response,
    json_response,
    listing_response,
    not_modified_response,
    read_response,
    wait_limit_response,
)
from railhead.service.http.route import (
    LIMIT_REACHED,
    OF_A_CLIENT,
    OF_A_MATCH,
    PLAY,
    READ,
    STORED,
    WITH_BODY,
    ResponseSpec,
    address,
    route,
)
from railhead.service.http.schemas import queries, responses
from railhead.service.http.schemas.creation_requests import known_game, new_match
from railhead.service.http.schemas.queries import ListQuery, ReadQuery, included_in
from railhead.service.http.validation_waits import validation_ticket
from railhead.service.http.version_tags import holds_later_version, holds_version
from railhead.service.model import Head, ListedMatch, Record
from railhead.service.seats.rematch import rematch_of


class MatchListRoutes:
    """The handlers of all matches."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits

    @route(
        "post",
        "/v1/matches",
        "Create a match",
        "matches",
        {
            201: ResponseSpec(
                "The match, with its tokens.", responses.CreatedMatch, headers=("Location",)
            )
        },
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
    )
    def create_match(self) -> Response:
        client = auth.client_or_nobody(self._matches)
        self._limits.creations.count(auth.client_or_address(client))
        body = json_body()
        query()
        new = replace(new_match(body, client), asked_by=auth.asked_by(self._matches, client))
        auth.check_invited(self._matches, new.seats)
        caller = auth.client_or_address(client)
        key = idempotency(f"create {caller}", body, known=client is not None)
        with self._limits.stored.count_bytes(caller):
            created = self._matches.create(new, key, validation_ticket(caller))
        location = address("get_match", match=created.match.record.id)
        headers = {"Location": location, "Cache-Control": "no-store"}
        return json_response(created_json(created), 201, headers)

    @route(
        "get",
        "/v1/matches",
        "Public matches, newest first",
        "matches",
        {200: ResponseSpec("A page of matches.", responses.MatchPage)},
        (*STORED, errors.UnknownGame),
        query=queries.ListQuery,
        description="By game and status, a page at a time: `cursor` of one page leads to the next.",
    )
    def list_matches(self) -> Response:
        wanted = query(ListQuery)
        game = wanted.get("game")
        if game is not None:
            known_game(game)
        cursor = decode_cursor(wanted["cursor"]) if "cursor" in wanted else None
        page = self._matches.list_matches(game, wanted.get("status"), cursor, wanted["limit"])
        shown: dict[str, Any] = {"matches": [_row_json(self._matches, one) for one in page.matches]}
        shown["cursor"] = None if page.cursor is None else encode_cursor(page.cursor)
        return listing_response(shown, {"Cache-Control": "no-cache"})


def _row_json(matches: Matches, listed: ListedMatch) -> dict[str, Any]:
    return listed_json(listed, matches.absent_seats(listed.record, listed.head))


class MatchRoutes:
    """The handlers of one match."""

    def __init__(self, matches: Matches, renderings: Renderings, room: ConcurrencyLimiter) -> None:
        self._matches = matches
        self._renderings = renderings
        self._room = room

    @route(
        "get",
        "/v1/matches/{match}",
        "A match as the caller may see it",
        "matches",
        {
            200: ResponseSpec("The match.", responses.MatchShown, headers=("ETag",)),
            304: ResponseSpec("Nothing has changed.", headers=("ETag", *LIMIT_REACHED)),
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
    )
    def get_match(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        head = caller.head
        wanted = query(ReadQuery)
        if holds_later_version(head.version, caller.viewer):
            raise MatchWentBack(version=head.version)
        besides = _besides(self._matches, caller.record, head)
        further = besides.tag
        if holds_version(head.version, caller.viewer, further):
            nothing_new = not_modified_response(head.version, caller.viewer, further)
            awaited = "until" in wanted and besides.following is None
            if not wanted["wait"] or (head.status == "over" and not awaited):
                return nothing_new
            has_news = partial(_has_news, self._matches, caller.record, head)
            wait = self._matches, self._room, caller, [match], wanted["wait"], has_news
            try:
                if not wait_for_news(*wait):
                    return nothing_new
            except WaitLimitReached as full:
                return wait_limit_response(nothing_new, full.limit, full.bound)
            caller = auth.reader(self._matches, match)  # who held a seat may have left it meanwhile
            head = caller.head
            if holds_later_version(head.version, caller.viewer):
                raise MatchWentBack(version=head.version)
            besides = _besides(self._matches, caller.record, head)
        included = included_in(wanted)
        viewer, record = caller.viewer, caller.record
        body = get_or_render(
            self._renderings,
            (match, head.mark, viewer, (included, besides, self._matches.clock_pause(record))),
            lambda: match_bytes(self._matches.at(record, head), viewer, included, besides),
        )
        return read_response(body, head.version, viewer, further=besides.tag)

    @route(
        "delete",
        "/v1/matches/{match}",
        "Delete a match",
        "matches",
        {204: ResponseSpec("It is gone.")},
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
        scopes=PLAY,
        description="Needs the owner token.",
    )
    def delete_match(self, match: str) -> Response:
        auth.owner(self._matches, match)
        query()
        self._matches.delete(match)
        return empty_response()


def _besides(matches: Matches, record: Record, head: Head) -> MatchExtras:
    """What an answer says besides its version."""
    return MatchExtras(
        matches.absent_seats(record, head),
        matches.halt_of(record, head),
        rematch_of(matches, record, head),
    )


def _has_news(matches: Matches, record: Record, head: Head) -> bool:
    """Whether a match has gone on since `head`, or another one follows it by now."""
    newest = matches.head(record.id)
    return newest.version != head.version or rematch_of(matches, record, newest) is not None
