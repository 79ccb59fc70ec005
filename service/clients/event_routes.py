"""`/v1/me/events`: what concerns a client, over all its matches."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Final

from flask import Response, request

from railhead.service import errors
from railhead.service.clients import responses as client_responses
from railhead.service.clients.notifications import ClientNotifications
from railhead.service.clients.streams import ClientStream
from railhead.service.core.matches import Matches
from railhead.service.events.routes import accepted_media_type
from railhead.service.events.streams import prologue
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.concurrency_limiter import ConcurrencyLimiter
from railhead.service.http.content_negotiation import JSON
from railhead.service.http.current_request import current
from railhead.service.http.rate_limits import RateLimit
from railhead.service.http.request_parsing import query
from railhead.service.http.responses import json_response, stream_limit_response
from railhead.service.http.route import (
    OF_A_CLIENT,
    READ,
    ResponseSpec,
    StreamSpec,
    route,
)
from railhead.service.http.token_watch import TokenWatch
from railhead.service.http.waiters import WAITER, Waiter
from railhead.service.model import Client

_UNSTORED = {"Cache-Control": "no-store", "Vary": "Authorization, Accept"}


EXAMPLE_TURN: Final = (
    '{"kind":"turn","match":"9johi2p36h7m40bab8of","game":"montana","version":7,"seat":0}'
)
CLIENT_STREAMS: Final = (
    StreamSpec(
        "text/event-stream",
        client_responses.ClientEvent,
        "Events, each with this as its data.",
        f"retry: 1000\n\nevent: turn\ndata: {EXAMPLE_TURN}\n\n:\n\n",
    ),
    StreamSpec(
        "application/x-ndjson",
        client_responses.ClientEvent,
        "Lines, each of which is this, or empty.",
        f"\n{EXAMPLE_TURN}\n\n",
    ),
)


class ClientEventRoutes:
    """The handler of a client's events; `limit` bounds how often a client opens a stream."""

    def __init__(self, matches: Matches, room: ConcurrencyLimiter, limit: RateLimit) -> None:
        self._matches = matches
        self._room = room
        self._limit = limit

    @route(
        "get",
        "/v1/me/events",
        "What concerns the client, over all its matches",
        "clients",
        {
            200: ResponseSpec(
                "What is open now, or a stream.",
                client_responses.ClientEventList,
                streams=CLIENT_STREAMS,
            )
        },
        (
            *OF_A_CLIENT,
            errors.NotAcceptable,
            errors.TooManyStreams,
            errors.TooManyRequests,
        ),
        token="needed",
        scopes=READ,
        description="A stream, where `Accept` asks for one, begins with every turn and every "
        "invitation that is open, then an event of kind `open`, and goes on with what comes. So "
        "whoever is cut off just connects again. One loop over it plays all matches of a client.",
    )
    def list_my_events(self) -> Response:
        client = auth.client(self._matches)
        query()
        form = accepted_media_type()
        if form != JSON:
            if request.method != "HEAD":
                self._limit.count(client.id)
            return _stream(self._matches, self._room, client, form)
        news = ClientNotifications(self._matches, client, lambda: None)
        try:
            events = news.next_events()
            while news.pending:
                events += news.next_events()
        finally:
            news.close()
        return json_response({"events": events}, headers=_UNSTORED)


def _stream(matches: Matches, room: ConcurrencyLimiter, client: Client, form: str) -> Response:
    """The answer that goes on, or the refusal where there are too many such."""
    headers = {**_UNSTORED, "X-Accel-Buffering": "no"}
    if request.method == "HEAD":
        return Response(headers=headers, content_type=form)
    slot = client.id, caller_address()
    refused = room.acquire(*slot)
    if refused is not None:
        return stream_limit_response(*refused)
    leave = partial(room.release, *slot)
    waiter: Waiter | None = current().get(WAITER)
    if waiter is None:
        answered = Response(
            _blocking_chunks(matches, client, form), headers=headers, content_type=form
        )
        answered.call_on_close(leave)
        return answered
    waiter.on_end(leave)
    news = ClientNotifications(matches, client, waiter.notify)
    waiter.on_end(news.close)
    token = TokenWatch(matches, client)
    waiter.on_end(token.watch(waiter.notify))
    waiter.expires = token.until
    stream = ClientStream(news, form, token)
    body = prologue(form) + stream.next_chunk()
    waiter.respond_with_stream(stream)
    # An iterator, as of a sequence the framework would tell the length.
    return Response(iter([body]), headers=headers, content_type=form)


def _blocking_chunks(matches: Matches, client: Client, form: str) -> Iterator[bytes]:
    """The stream under a server where only a thread can wait."""
    changed = threading.Event()
    news, token = ClientNotifications(matches, client, changed.set), TokenWatch(matches, client)
    with ExitStack() as ends:
        ends.callback(news.close)
        ends.callback(token.watch(changed.set))
        stream = ClientStream(news, form, token)
        yield from stream.blocking_chunks(prologue(form) + stream.next_chunk(), changed)
