"""`/v1/matches/{match}/picture.svg`: the table drawn as the caller sees it."""

from __future__ import annotations

from flask import Response

from service.errors import MatchWentBack
from service.http import auth
from service.http.answers import not_modified, picture_answer
from service.http.rendering import Renderings, picture_bytes, rendered
from service.http.request_parts import holds_later_version, holds_version, query
from service.http.routing import Handlers
from service.matches.matches import Matches
from service.model import Match


def picture(matches: Matches, renderings: Renderings) -> Handlers:
    """The handler of the picture."""

    def get_picture(match: str) -> Response:
        caller = auth.reader(matches, match)
        head = matches.head(match)
        query()
        if holds_later_version(head.version):
            raise MatchWentBack(version=head.version)
        if holds_version(head.version):
            return not_modified(head.version)
        body = rendered(
            renderings,
            (match, head.mark, caller.viewer, False),
            lambda: drawn(matches, matches.at(caller.record, head), caller.viewer),
        )
        return picture_answer(body, head.version)

    return [get_picture]


def drawn(matches: Matches, match: Match, viewer: int) -> bytes:
    """The table of `match` as `viewer` sees it, with what was done last."""
    return picture_bytes(match, viewer, matches.latest(match.record.id, match.version))
