"""`/v1/matches`: creating, listing, reading and deleting matches."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any, Final

from flask import Response

from railhead.service import errors
from railhead.service.core.matches import Matches
from railhead.service.errors import MatchWentBack
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.answers import (
    answer,
    empty_answer,
    listing_answer,
    no_place_to_wait,
    not_modified,
    read_answer,
)
from railhead.service.http.current_request import current
from railhead.service.http.cursors import decode_cursor, encode_cursor
from railhead.service.http.holds import HOLD, Hold
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import (
    Besides,
    Renderings,
    created_json,
    listed_json,
    match_bytes,
    rendered,
)
from railhead.service.http.request_parts import idempotency, json_body, query
from railhead.service.http.route import (
    LIMIT_REACHED,
    OF_A_CLIENT,
    OF_A_MATCH,
    PLAY,
    READ,
    STORED,
    WITH_BODY,
    Answer,
    address,
    route,
)
from railhead.service.http.schemas import queries, responses
from railhead.service.http.schemas.creation_requests import known_game, new_match
from railhead.service.http.schemas.queries import ListQuery, ReadQuery
from railhead.service.http.token_watch import TokenWatch
from railhead.service.http.trial_places import trial_place
from railhead.service.http.version_tags import holds_later_version, holds_version
from railhead.service.http.waiting_room import WaitingRoom
from railhead.service.model import Head, Listed, Record
from railhead.service.seats.rematch import rematch_of

CHECK_SECONDS: Final = 1.0
"""How often a thread that waits looks whether its caller's token is still good."""


class AllMatches:
    """The handlers of all matches."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits

    @route(
        "post",
        "/v1/matches",
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
            created = self._matches.create(new, key, trial_place(caller))
        location = address("get_match", match=created.match.record.id)
        headers = {"Location": location, "Cache-Control": "no-store"}
        return answer(created_json(created), 201, headers)

    @route(
        "get",
        "/v1/matches",
        "Public matches, newest first",
        "matches",
        {200: Answer("A page of matches.", responses.MatchPage)},
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
        page = self._matches.listed(game, wanted.get("status"), cursor, wanted["limit"])
        shown: dict[str, Any] = {"matches": [_row_json(self._matches, one) for one in page.matches]}
        shown["cursor"] = None if page.cursor is None else encode_cursor(page.cursor)
        return listing_answer(shown, {"Cache-Control": "no-cache"})


def _row_json(matches: Matches, listed: Listed) -> dict[str, Any]:
    return listed_json(listed, matches.absent(listed.record, listed.head))


class OneMatch:
    """The handlers of one match."""

    def __init__(self, matches: Matches, renderings: Renderings, room: WaitingRoom) -> None:
        self._matches = matches
        self._renderings = renderings
        self._room = room

    @route(
        "get",
        "/v1/matches/{match}",
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
            awaited = "until" in wanted and besides.following is None
            unchanged = _unchanged(
                self._matches, self._room, caller, head, further, wanted["wait"], awaited=awaited
            )
            if unchanged is not None:
                return unchanged
            caller = auth.reader(self._matches, match)  # who held a seat may have left it meanwhile
            head = caller.head
            besides = _besides(self._matches, caller.record, head)
        with_actions = "include" in wanted
        viewer, record = caller.viewer, caller.record
        body = rendered(
            self._renderings,
            (match, head.mark, viewer, (with_actions, besides, self._matches.stood(record))),
            lambda: match_bytes(self._matches.at(record, head), viewer, with_actions, besides),
        )
        return read_answer(body, head.version, viewer, further=besides.tag)

    @route(
        "delete",
        "/v1/matches/{match}",
        "Delete a match",
        "matches",
        {204: Answer("It is gone.")},
        (*OF_A_MATCH, errors.Forbidden),
        token="needed",
        scopes=PLAY,
        description="Needs the owner token.",
    )
    def delete_match(self, match: str) -> Response:
        auth.owner(self._matches, match)
        query()
        self._matches.delete(match)
        return empty_answer()


def _besides(matches: Matches, record: Record, head: Head) -> Besides:
    """What an answer says besides its version."""
    return Besides(
        matches.absent(record, head),
        matches.halted(record, head),
        rematch_of(matches, record, head),
    )


def _unchanged(
    matches: Matches,
    room: WaitingRoom,
    caller: auth.Caller,
    head: Head,
    further: str,
    seconds: int,
    *,
    awaited: bool,
) -> Response | None:
    """The answer that all is as it was at `head`; None once it differs, or a match follows.

    At a match that is over nobody waits, but who has `awaited` a rematch.
    """
    nothing_new = not_modified(head.version, caller.viewer, further)
    if not seconds or (head.status == "over" and not awaited):
        return nothing_new
    hold: Hold | None = current().get(HOLD)
    token = TokenWatch(matches, caller.client)
    if hold is not None and hold.watching:
        hold.expires = token.until
        hold.hold(seconds)
        return nothing_new
    place = caller.name, caller_address()
    refused = room.enter(*place)
    if refused is not None:
        return no_place_to_wait(nothing_new, *refused)
    if hold is None:
        changed = _blocked(matches, room, caller, head, seconds, token)
        return None if changed else nothing_new
    hold.at_end(partial(room.leave, *place))
    hold.watch(caller.record.id)
    hold.at_end(token.watch(hold.wake_up))
    hold.expires = token.until
    token.check()
    newest = matches.head(caller.record.id)
    if newest.version != head.version or rematch_of(matches, caller.record, newest) is not None:
        return None
    hold.hold(seconds)
    return nothing_new


def _blocked(
    matches: Matches,
    room: WaitingRoom,
    caller: auth.Caller,
    head: Head,
    seconds: int,
    token: TokenWatch,
) -> bool:
    """Whether the head differs or a match follows in time, where only a thread can wait."""
    until, record = time.monotonic() + seconds, caller.record
    with ExitStack() as ends:
        ends.callback(room.leave, caller.name, caller_address())
        ends.callback(token.watch(_nothing))
        while (left := until - time.monotonic()) > 0:
            _wait(matches, record, head, min(left, CHECK_SECONDS))
            token.check()
            newest = matches.head(record.id)
            if newest.version != head.version or rematch_of(matches, record, newest) is not None:
                return True
    return False


def _wait(matches: Matches, record: Record, head: Head, seconds: float) -> None:
    if head.status != "over":
        matches.wait(record.id, head.version, seconds)
        return
    with matches.changes.of(record.id) as changed:
        if rematch_of(matches, record, head) is None:
            changed.wait(seconds)


def _nothing() -> None:
    pass
