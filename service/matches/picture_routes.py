"""`/v1/matches/{match}/picture.svg`: the table drawn as the caller sees it, or saw it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response

from railhead.service import errors
from railhead.service.core.matches import Matches
from railhead.service.errors import MatchWentBack
from railhead.service.history.past_versions import PastVersions
from railhead.service.history.routes import seen_as
from railhead.service.http import auth
from railhead.service.http.compression import Body
from railhead.service.http.halts import telling_of_halts
from railhead.service.http.pictures import SVG, PictureStyle
from railhead.service.http.rendering import Renderings, get_or_render, picture_bytes
from railhead.service.http.request_parsing import query
from railhead.service.http.responses import not_modified_response, read_response
from railhead.service.http.route import (
    OF_A_MATCH,
    READ,
    ResponseSpec,
    route,
)
from railhead.service.http.schemas import queries
from railhead.service.http.schemas.queries import PictureQuery
from railhead.service.http.version_tags import holds_later_version, holds_version
from railhead.service.model import Event, Match


class PictureRoutes:
    """The handler of the picture."""

    def __init__(self, matches: Matches, renderings: Renderings) -> None:
        self._matches = matches
        self._renderings = renderings
        self._looking_back = PastVersions(matches)

    @route(
        "get",
        "/v1/matches/{match}/picture.svg",
        "The table, drawn as the caller may see it",
        "matches",
        {
            200: ResponseSpec(
                "The picture.",
                media_type="image/svg+xml",
                headers=("ETag",),
                raw={"type": "string"},
            ),
            304: ResponseSpec("Nothing has changed.", headers=("ETag",)),
        },
        (
            *OF_A_MATCH,
            errors.MatchWentBack,
            errors.NoSuchVersion,
            errors.NoSuchSeat,
            errors.Forbidden,
            errors.SeatChanged,
            errors.TimeOver,
            errors.MatchNotStarted,
            errors.MatchOver,
            errors.NotYourTurn,
            errors.IllegalMove,
        ),
        token="optional",
        scopes=READ,
        query=queries.PictureQuery,
        headers=("If-None-Match",),
        description="SVG without scripts or styles. What legal actions name as their `targets` are "
        "the ids of its elements, and the title of each element says what it is. The last action "
        "is marked, as far as the caller may see what it was about. The components say what "
        "regions there are.",
    )
    def get_picture(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        head = caller.head
        wanted = query(PictureQuery)
        style = PictureStyle.of(wanted)
        if "after" in wanted:
            ahead = queries.actions_of(wanted["after"])
            return self._preview(auth.player(self._matches, match), ahead, style)
        if "viewer" in wanted or "version" in wanted:
            now = self._matches.at(caller.record, head)
            viewer = seen_as(now, caller.viewer, wanted.get("viewer"))
            then = self._looking_back.at(caller.record, now, wanted.get("version", now.version))
            if holds_version(then.version, viewer):
                return not_modified_response(then.version, viewer)
            body = Body(draw_picture(self._matches, then, viewer, style))
            return read_response(body, then.version, viewer, SVG)
        if holds_later_version(head.version, caller.viewer):
            raise MatchWentBack(version=head.version)
        if holds_version(head.version, caller.viewer):
            return not_modified_response(head.version, caller.viewer)
        body = get_or_render(
            self._renderings,
            (match, head.mark, caller.viewer, style),
            lambda: draw_picture(
                self._matches, self._matches.at(caller.record, head), caller.viewer, style
            ),
        )
        return read_response(body, head.version, caller.viewer, SVG)

    def _preview(self, caller: auth.Caller, ahead: Sequence[str], style: PictureStyle) -> Response:
        """The picture right after actions of the caller's, refused as the actions would be."""
        seat = caller.viewer
        if holds_later_version(caller.head.version, seat):
            raise MatchWentBack(version=caller.head.version)
        now = self._matches.at(caller.record, caller.head)
        with telling_of_halts(self._matches, caller.record):
            then = self._matches.after(now, seat, *ahead)
        # The address names the action: at a version of the match it has one picture.
        if holds_version(now.version, seat):
            return not_modified_response(now.version, seat)
        done = [Event(now.version + n, "action", seat, one) for n, one in enumerate(ahead, 1)]
        body = Body(draw_picture(self._matches, then, seat, style, done))
        return read_response(body, now.version, seat, SVG)


def draw_picture(
    matches: Matches, match: Match, viewer: int, style: PictureStyle, further: Sequence[Event] = ()
) -> bytes:
    """The table of `match` as `viewer` sees it, with what was done last, of which the log does not
    have what is `further`.
    """
    latest = matches.latest_events(match.record.id, match.version)
    return picture_bytes(match, viewer, [*latest, *further], style)
