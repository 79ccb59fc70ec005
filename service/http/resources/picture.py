"""`/v1/matches/{match}/picture.svg`: the table drawn as the caller sees it, or saw it."""

from __future__ import annotations

from typing import Final

from flask import Response

from railhead.service.errors import MatchWentBack
from railhead.service.http import auth
from railhead.service.http.answers import not_modified, read_answer
from railhead.service.http.compression import Body
from railhead.service.http.rendering import Renderings, picture_bytes, rendered
from railhead.service.http.request_parts import query
from railhead.service.http.resources.versions import seen_as
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.queries import PictureQuery
from railhead.service.http.version_tags import holds_later_version, holds_version
from railhead.service.matches.looking_back import LookingBack
from railhead.service.matches.matches import Matches
from railhead.service.model import Match

SVG: Final = "image/svg+xml"


def picture(matches: Matches, renderings: Renderings) -> Handlers:
    """The handler of the picture."""
    looking_back = LookingBack(matches)

    def get_picture(match: str) -> Response:
        caller = auth.reader(matches, match)
        head = caller.head
        wanted = query(PictureQuery)
        layout = wanted["layout"]
        if "viewer" in wanted or "version" in wanted:
            now = matches.at(caller.record, head)
            viewer = seen_as(now, caller.viewer, wanted.get("viewer"))
            then = looking_back.at(caller.record, now, wanted.get("version", now.version))
            if holds_version(then.version, viewer):
                return not_modified(then.version, viewer)
            body = Body(drawn(matches, then, viewer, layout))
            return read_answer(body, then.version, viewer, SVG)
        if holds_later_version(head.version, caller.viewer):
            raise MatchWentBack(version=head.version)
        if holds_version(head.version, caller.viewer):
            return not_modified(head.version, caller.viewer)
        body = rendered(
            renderings,
            (match, head.mark, caller.viewer, layout),
            lambda: drawn(matches, matches.at(caller.record, head), caller.viewer, layout),
        )
        return read_answer(body, head.version, caller.viewer, SVG)

    return [get_picture]


def drawn(matches: Matches, match: Match, viewer: int, layout: str) -> bytes:
    """The table of `match` as `viewer` sees it, with what was done last."""
    return picture_bytes(match, viewer, matches.latest(match.record.id, match.version), layout)
