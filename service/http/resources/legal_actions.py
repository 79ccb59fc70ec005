"""`/v1/matches/{match}/legal-actions`: every decision open to the caller's seat."""

from __future__ import annotations

from flask import Response

from railhead.service.http import auth
from railhead.service.http.answers import not_modified, read_answer
from railhead.service.http.rendering import legal_json
from railhead.service.http.request_parts import query
from railhead.service.http.routing import Handlers
from railhead.service.http.version_tags import holds_version
from railhead.service.matches.matches import Matches


def legal_actions(matches: Matches) -> Handlers:
    """The handler of the legal actions."""

    def list_legal_actions(match: str) -> Response:
        caller = auth.player(matches, match)
        query()
        if holds_version(caller.head.version, caller.viewer):
            return not_modified(caller.head.version, caller.viewer)
        now = matches.at(caller.record, caller.head)
        return read_answer(legal_json(now, caller.viewer), now.version, caller.viewer)

    return [list_legal_actions]
