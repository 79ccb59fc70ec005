"""`/v1/matches/{match}`: reading and deleting one."""

from __future__ import annotations

from functools import partial

from flask import Response

from railhead.service.errors import MatchWentBack
from railhead.service.http import auth
from railhead.service.http.answers import (
    empty_answer,
    no_place_to_wait,
    not_modified,
    private_answer,
)
from railhead.service.http.current_request import current
from railhead.service.http.holds import HOLD, Hold
from railhead.service.http.rendering import Renderings, match_bytes, rendered
from railhead.service.http.request_parts import query
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.queries import ReadQuery
from railhead.service.http.version_tags import holds_later_version, holds_version
from railhead.service.http.waiting_room import WaitingRoom
from railhead.service.matches.matches import Matches
from railhead.service.matches.rematch import rematch_of
from railhead.service.model import Head, Rematch


def one_match(matches: Matches, renderings: Renderings, room: WaitingRoom) -> Handlers:
    """The handlers of one match."""

    def get_match(match: str) -> Response:
        caller = auth.reader(matches, match)
        head = caller.head
        wanted = query(ReadQuery)
        if holds_later_version(head.version, caller.viewer):
            raise MatchWentBack(version=head.version)
        following = rematch_of(matches, caller.record, head)
        if holds_version(head.version, caller.viewer, _id(following)):
            awaited = "until" in wanted and following is None
            changed = _changed(
                matches, room, caller, head, following, wanted["wait"], awaited=awaited
            )
            if isinstance(changed, Response):
                return changed
            head = changed
            following = rematch_of(matches, caller.record, head)
        with_actions = "include" in wanted
        body = rendered(
            renderings,
            (match, head.mark, caller.viewer, f"{with_actions} {_id(following)}"),
            lambda: match_bytes(
                matches.at(caller.record, head), caller.viewer, with_actions, following
            ),
        )
        return private_answer(body, head.version, caller.viewer, _id(following))

    def delete_match(match: str) -> Response:
        auth.owner(matches, match)
        query()
        matches.delete(match)
        return empty_answer()

    return [get_match, delete_match]


def _id(rematch: Rematch | None) -> str:
    return "" if rematch is None else rematch.match


def _changed(
    matches: Matches,
    room: WaitingRoom,
    caller: auth.Caller,
    head: Head,
    following: Rematch | None,
    seconds: int,
    awaited: bool,
) -> Head | Response:
    """The head once it differs from `head` or a match follows, else the answer that neither is so.

    At a match that is over nobody waits, but who has `awaited` a rematch.
    """
    nothing_new = not_modified(head.version, caller.viewer, _id(following))
    if not seconds or (head.status == "over" and not awaited):
        return nothing_new
    hold: Hold | None = current().get(HOLD)
    if hold is not None and hold.watching:
        hold.hold(seconds)
        return nothing_new
    refused = room.enter(caller.name)
    if refused is not None:
        return no_place_to_wait(nothing_new, *refused)
    if hold is None:
        return _blocked(matches, room, caller, head, seconds)
    hold.at_end(partial(room.leave, caller.name))
    hold.watch(caller.record.id)
    newest = matches.head(caller.record.id)
    if newest.version != head.version or rematch_of(matches, caller.record, newest) != following:
        return newest
    hold.hold(seconds)
    return nothing_new


def _blocked(
    matches: Matches, room: WaitingRoom, caller: auth.Caller, head: Head, seconds: int
) -> Head | Response:
    """As `_changed`, under a server where only a thread can wait."""
    try:
        if head.status == "over":
            return _after_rematch(matches, caller, head, seconds)
        if matches.wait(caller.record.id, head.version, seconds) is None:
            return not_modified(head.version, caller.viewer)
    finally:
        room.leave(caller.name)
    return matches.head(caller.record.id)


def _after_rematch(
    matches: Matches, caller: auth.Caller, head: Head, seconds: int
) -> Head | Response:
    """As `_blocked`, of a match that is over and has no rematch yet."""
    with matches.changes.of(caller.record.id) as changed:
        if rematch_of(matches, caller.record, head) is None:
            changed.wait(seconds)
    newest = matches.head(caller.record.id)
    if rematch_of(matches, caller.record, newest) is None:
        return not_modified(newest.version, caller.viewer)
    return newest
