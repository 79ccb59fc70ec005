"""`/v1/matches/{match}`: reading and deleting one."""

from __future__ import annotations

import time
from contextlib import ExitStack
from functools import partial
from typing import Final

from flask import Response

from railhead.service.errors import MatchWentBack
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.answers import (
    empty_answer,
    no_place_to_wait,
    not_modified,
    read_answer,
)
from railhead.service.http.current_request import current
from railhead.service.http.holds import HOLD, Hold
from railhead.service.http.rendering import Besides, Renderings, match_bytes, rendered
from railhead.service.http.request_parts import query
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.queries import ReadQuery
from railhead.service.http.token_watch import TokenWatch
from railhead.service.http.version_tags import holds_later_version, holds_version
from railhead.service.http.waiting_room import WaitingRoom
from railhead.service.matches.matches import Matches
from railhead.service.matches.rematch import rematch_of
from railhead.service.model import Head, Record

CHECK_SECONDS: Final = 1.0
"""How often a thread that waits looks whether its caller's token is still good."""


def one_match(matches: Matches, renderings: Renderings, room: WaitingRoom) -> Handlers:
    """The handlers of one match."""

    def get_match(match: str) -> Response:
        caller = auth.reader(matches, match)
        head = caller.head
        wanted = query(ReadQuery)
        if holds_later_version(head.version, caller.viewer):
            raise MatchWentBack(version=head.version)
        besides = _besides(matches, caller.record, head)
        further = besides.tag
        if holds_version(head.version, caller.viewer, further):
            awaited = "until" in wanted and besides.following is None
            unchanged = _unchanged(
                matches, room, caller, head, further, wanted["wait"], awaited=awaited
            )
            if unchanged is not None:
                return unchanged
            caller = auth.reader(matches, match)  # who held a seat may have left it meanwhile
            head = caller.head
            besides = _besides(matches, caller.record, head)
        with_actions = "include" in wanted
        viewer, record = caller.viewer, caller.record
        body = rendered(
            renderings,
            (match, head.mark, viewer, (with_actions, besides, matches.stood(record))),
            lambda: match_bytes(matches.at(record, head), viewer, with_actions, besides),
        )
        return read_answer(body, head.version, viewer, further=besides.tag)

    def delete_match(match: str) -> Response:
        auth.owner(matches, match)
        query()
        matches.delete(match)
        return empty_answer()

    return [get_match, delete_match]


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
