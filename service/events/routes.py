"""`/v1/matches/{match}/events`: what has happened, in pages, and what happens, as a stream."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Final

from flask import Response, request

from railhead.service import errors
from railhead.service.core.matches import Matches
from railhead.service.errors import InvalidRequest, MatchWentBack, NotAcceptable
from railhead.service.events.feeds import Feeds
from railhead.service.events.streams import Beginning, EventStream, prologue
from railhead.service.history.routes import seen_as
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.concurrency_limiter import ConcurrencyLimiter
from railhead.service.http.content_negotiation import JSON, preferred_media_type
from railhead.service.http.current_request import current
from railhead.service.http.event_sources import LINES, SERVER_SENT
from railhead.service.http.rate_limits import RateLimit
from railhead.service.http.rendering import event_json, halted_json, rematch_json
from railhead.service.http.request_parsing import query
from railhead.service.http.responses import (
    not_modified_response,
    read_response,
    stream_limit_response,
)
from railhead.service.http.route import (
    OF_A_MATCH,
    READ,
    ResponseSpec,
    StreamSpec,
    route,
)
from railhead.service.http.schemas import queries, responses
from railhead.service.http.schemas.fields import WHOLE_NUMBER
from railhead.service.http.schemas.queries import EventsQuery
from railhead.service.http.schemas.requests import MOST_VERSIONS
from railhead.service.http.token_watch import TokenWatch
from railhead.service.http.version_tags import holds_version
from railhead.service.http.waiters import WAITER, Waiter
from railhead.service.seats.rematch import rematch_of

OFFERED: Final = (JSON, SERVER_SENT, LINES)
_ID: Final = re.compile(WHOLE_NUMBER)
_STREAMED: Final = {
    "Cache-Control": "no-store",
    "Vary": "Authorization, Accept",
    "X-Accel-Buffering": "no",
}


EXAMPLE_EVENT: Final = (
    '{"version":13,"kind":"action","seat":1,"action":"hire:2:cowboy",'
    '"label":"Seat 1 (medium bot) hires a cowboy for $7 (row 2 of the job market)",'
    '"at":"2026-11-22T10:00:00Z","targets":["job-2-cowboy"]}'
)
EVENT_STREAMS: Final = (
    StreamSpec(
        "text/event-stream",
        responses.StreamEvent,
        "Events, each with this as its data.",
        f"retry: 1000\n\nid: 13\nevent: action\ndata: {EXAMPLE_EVENT}\n\n:\n\n",
    ),
    StreamSpec(
        "application/x-ndjson",
        responses.StreamEvent,
        "Lines, each of which is this, or empty.",
        f"\n{EXAMPLE_EVENT}\n\n",
    ),
)


class EventRoutes:
    """The handler of the events of a match; `limit` bounds how often a caller opens a stream."""

    def __init__(self, matches: Matches, room: ConcurrencyLimiter, limit: RateLimit) -> None:
        self._matches = matches
        self._room = room
        self._limit = limit
        self._feeds = Feeds(matches)

    @route(
        "get",
        "/v1/matches/{match}/events",
        "What has happened in a match, and what happens",
        "matches",
        {
            200: ResponseSpec(
                "A page of events, or a stream.",
                responses.EventPage,
                headers=("ETag",),
                streams=EVENT_STREAMS,
            ),
            304: ResponseSpec("Nothing is newer than the version of the ETag.", headers=("ETag",)),
        },
        (
            *OF_A_MATCH,
            errors.Forbidden,
            errors.NoSuchSeat,
            errors.NotAcceptable,
            errors.MatchWentBack,
            errors.TooManyStreams,
            errors.TooManyRequests,
        ),
        token="optional",
        scopes=READ,
        query=queries.EventsQuery,
        headers=("If-None-Match", "Last-Event-ID"),
        description="The log as the caller may see it, forced moves and chance included, each "
        "entry with a sentence in English. A stream, where `Accept` asks for one, tells what "
        "happened after `Last-Event-ID` or `after`, then what happens; every 15 seconds without "
        "anything else comes an empty comment or an empty line. It ends with an event `over` once "
        "the match has ended, with one `problem` where it cannot go on, and without either where "
        "the process stops: then ask again with the version of the last event. With "
        "`?until=rematch` it goes on after `over`, until an event `rematch`.",
    )
    def list_events(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        head = caller.head
        wanted = query(EventsQuery)
        if "viewer" in wanted:
            now = self._matches.at(caller.record, head)
            caller = replace(caller, viewer=seen_as(now, caller.viewer, wanted["viewer"]))
        form = accepted_media_type()
        after = wanted["after"] if form == JSON else last_event(wanted["after"])
        if after > head.version:
            raise MatchWentBack(version=head.version)
        if form != JSON:
            if request.method != "HEAD":
                self._limit.count(caller.name)
            begins = Beginning(after, "until" in wanted)
            return _stream(self._matches, self._feeds, self._room, caller, begins, form)
        following = rematch_of(self._matches, caller.record, head)
        halted = self._matches.halt_of(caller.record, head)
        known = following.match if following else "halted" if halted else ""
        if holds_version(head.version, caller.viewer, known):
            unchanged = not_modified_response(head.version, caller.viewer, known)
            unchanged.vary.add("Accept")
            return unchanged
        until = min(after + wanted["limit"], head.version)
        told = self._matches.event_renderer.render(caller.record, after, until)
        page = {
            "version": head.version,
            "next": told[-1].event.version if told else after,
            "events": [event_json(one, caller.viewer) for one in told],
            "rematch": rematch_json(following),
            "halted": halted_json(halted),
        }
        answered = read_response(page, head.version, caller.viewer, further=known)
        answered.vary.add("Accept")
        return answered


def accepted_media_type() -> str:
    """The media type of the answer by `Accept`; pages where nothing is asked for.

    Raises `NotAcceptable`.
    """
    best = preferred_media_type(OFFERED)
    if best is None:
        raise NotAcceptable(offered=list(OFFERED))
    return best


def last_event(after: int) -> int:
    """The version that a stream goes on from: `Last-Event-ID`, else `after`.

    Raises `InvalidRequest`.
    """
    header: str | None = current().get("HTTP_LAST_EVENT_ID")
    if header is None:
        return after
    if not _ID.fullmatch(header) or int(header) > MOST_VERSIONS:
        problem = "must be the id of an event, which is a version of the match"
        raise InvalidRequest(errors=[{"field": "Last-Event-ID", "problem": problem}])
    return int(header)


def _stream(
    matches: Matches,
    feeds: Feeds,
    room: ConcurrencyLimiter,
    caller: auth.Caller,
    begins: Beginning,
    form: str,
) -> Response:
    """The answer that goes on, or the refusal where there are too many such."""
    if request.method == "HEAD":
        return Response(headers=_STREAMED, content_type=form)
    slot = caller.name, caller_address()
    refused = room.acquire(*slot)
    if refused is not None:
        return stream_limit_response(*refused)
    leave = partial(room.release, *slot)
    waiter: Waiter | None = current().get(WAITER)
    if waiter is None:
        pieces = _blocking_chunks(matches, feeds, caller, begins, form)
        answered = Response(pieces, headers=_STREAMED, content_type=form)
        answered.call_on_close(leave)
        return answered
    waiter.on_end(leave)
    feed, end = feeds.follow(caller.record, waiter.notify)
    waiter.on_end(end)
    token = TokenWatch(matches, caller.client)
    waiter.on_end(token.watch(waiter.notify))
    waiter.expires = token.until
    stream = EventStream(matches, feed, caller, begins, form, token)
    body = prologue(form) + stream.next_chunk()
    waiter.respond_with_stream(stream)
    # An iterator, as of a sequence the framework would tell the length.
    return Response(iter([body]), headers=_STREAMED, content_type=form)


def _blocking_chunks(
    matches: Matches, feeds: Feeds, caller: auth.Caller, begins: Beginning, form: str
) -> Iterator[bytes]:
    """The stream under a server where only a thread can wait."""
    changed = threading.Event()
    feed, end = feeds.follow(caller.record, changed.set)
    with ExitStack() as ends:
        ends.callback(end)
        token = TokenWatch(matches, caller.client)
        ends.callback(token.watch(changed.set))
        stream = EventStream(matches, feed, caller, begins, form, token)
        yield from stream.blocking_chunks(prologue(form) + stream.next_chunk(), changed)
