"""`/v1/matches/{match}`: reading and deleting one."""

from __future__ import annotations

from flask import Response

from service.errors import MatchWentBack
from service.http import auth
from service.http.answers import RETRY_SECONDS, not_modified, private_answer
from service.http.rendering import Renderings, match_bytes, rendered
from service.http.request_parts import holds_later_version, holds_version, query
from service.http.routing import Handlers
from service.http.schemas.requests import ReadQuery
from service.http.waiting_room import WaitingRoom
from service.matches.matches import Matches
from service.model import Head


def one_match(matches: Matches, renderings: Renderings, room: WaitingRoom) -> Handlers:
    """The handlers of one match."""

    def get_match(match: str) -> Response:
        caller = auth.reader(matches, match)
        head = matches.head(match)
        wanted = query(ReadQuery)
        if holds_later_version(head.version):
            raise MatchWentBack(version=head.version)
        if holds_version(head.version):
            changed = _changed(matches, room, caller, head, wanted["wait"])
            if isinstance(changed, Response):
                return changed
            head = changed
        with_actions = "include" in wanted
        body = rendered(
            renderings,
            (match, head.mark, caller.viewer, with_actions),
            lambda: match_bytes(matches.at(caller.record, head), caller.viewer, with_actions),
        )
        return private_answer(body, head.version)

    def delete_match(match: str) -> Response:
        auth.owner(matches, match)
        query()
        matches.delete(match)
        return Response(status=204)

    return [get_match, delete_match]


def _changed(
    matches: Matches, room: WaitingRoom, caller: auth.Caller, head: Head, seconds: int
) -> Head | Response:
    """The head once it differs from `head`, else the answer that it does not."""
    if not seconds or head.status == "over":
        return not_modified(head.version)
    with room.place(caller.name) as free:
        if not free:
            return not_modified(head.version, RETRY_SECONDS)
        if matches.wait(caller.record.id, head.version, seconds) is None:
            return not_modified(head.version)
    return matches.head(caller.record.id)
