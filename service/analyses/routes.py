"""`/v1/matches/{match}/analyses`: asking for analyses, reading, following and cancelling them."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any, Final

from flask import Response, request

from railhead.service import errors, metrics
from railhead.service.analyses import requests as analysis_requests
from railhead.service.analyses import responses as analysis_responses
from railhead.service.analyses.analysis_results import check_allowed, decision_asked_about
from railhead.service.analyses.requests import AnalysisQuery, NewAnalysis
from railhead.service.analyses.storage import RUNNING_AT_ONCE, AnalysisStorage
from railhead.service.analyses.streams import AnalysisStream, analysis_json
from railhead.service.core.matches import Matches
from railhead.service.errors import NoSuchAnalysis
from railhead.service.events.routes import accepted_media_type
from railhead.service.events.streams import prologue
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.concurrency_limiter import ConcurrencyLimiter
from railhead.service.http.content_negotiation import JSON
from railhead.service.http.current_request import current
from railhead.service.http.long_poll import WaitLimitReached, wait_for_news
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.request_parsing import idempotency, json_body, query
from railhead.service.http.responses import (
    analysis_limit_response,
    empty_response,
    json_response,
    listing_response,
    stream_limit_response,
    wait_limit_response,
)
from railhead.service.http.route import (
    LIMIT_REACHED,
    OF_A_MATCH,
    PLAY,
    READ,
    WITH_BODY,
    ResponseSpec,
    StreamSpec,
    address,
    route,
)
from railhead.service.http.schemas.fields import parse
from railhead.service.http.token_watch import TokenWatch
from railhead.service.http.waiters import WAITER, Waiter
from railhead.service.model import AnalysisName, AnalysisRequest, Match, StoredAnalysis

_UNSTORED = {"Cache-Control": "no-store", "Vary": "Authorization, Accept"}


EXAMPLE: Final = (
    '{"kind":"end","analysis":1,"status":"done","version":12,"seat":0,"seconds":2,'
    '"asked_at":"2026-11-22T10:00:00.000Z","reason":null,"simulations":41216,'
    '"candidates":[{"action":"spin","label":"Hire: spin the wheel","targets":["wheel-0"],'
    '"visits":30112,'
    '"score":{"low":11.2,"value":11.5,"high":11.8},'
    '"win":{"low":0.51,"value":0.54,"high":0.57},"sheet":{"settlements":11.5}}],'
    '"line":[{"seat":0,"action":"spin","label":"Hire: spin the wheel","targets":["wheel-0"]}]}'
)
STREAMS: Final = (
    StreamSpec(
        "text/event-stream",
        analysis_responses.AnalysisEvent,
        "Events, each with this as its data.",
        f"retry: 1000\n\nid: 9\nevent: end\ndata: {EXAMPLE}\n\n",
    ),
    StreamSpec(
        "application/x-ndjson",
        analysis_responses.AnalysisEvent,
        "Lines, each of which is this, or empty.",
        f"\n{EXAMPLE}\n",
    ),
)


class AnalysisRoutes:
    """The handlers of analyses."""

    def __init__(
        self,
        matches: Matches,
        waits: ConcurrencyLimiter,
        streams: ConcurrencyLimiter,
        limits: RateLimits,
    ) -> None:
        self._matches = matches
        self._waits = waits
        self._streams = streams
        self._limits = limits

    @route(
        "post",
        "/v1/matches/{match}/analyses",
        "Have a decision analysed",
        "analyses",
        {202: ResponseSpec("It will be.", analysis_responses.AnalysisShown, headers=("Location",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.AnalysesNotAllowed,
            errors.Forbidden,
            errors.NoSuchVersion,
            errors.NoSuchSeat,
            errors.MatchNotStarted,
            errors.MatchOver,
            errors.NotYourTurn,
            errors.TooManyAnalyses,
            errors.TooManyRequests,
        ),
        token="optional",
        scopes=PLAY,
        body=analysis_requests.NewAnalysis,
        headers=("Idempotency-Key",),
        description="A worker searches the decision as bots do, by what the seat knew, whenever no "
        "bot is to act. `analyses` of the match says who may ask.",
    )
    def create_analysis(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        now = self._matches.at(caller.record, caller.head)
        check_allowed(now, caller.viewer)
        self._limits.analyses.count(auth.client_or_address(auth.client_if_one(self._matches)))
        query()
        body = json_body()
        key = idempotency(f"analysis {caller.name}", body, known=True)
        # Before it is looked at: a repetition is answered where the match has gone on, too.
        name = self._matches.store.storage(AnalysisStorage).earlier_request(
            match, _asker(caller), key
        )
        if name is None:
            request = _analysis_request(self._matches, now, caller, body)
            name = self._matches.store.storage(AnalysisStorage).ask(
                match, _asker(caller), request, key
            )
        if name is None:
            return analysis_limit_response(RUNNING_AT_ONCE)
        shown = analysis_json(_find_analysis(self._matches, name))
        if self._matches.announce_analysis is not None:
            self._matches.announce_analysis(name, 0)
        place = address("get_analysis", match=match, analysis=f"{name.number}")
        headers = {**_UNSTORED, "Location": place}
        return json_response(shown, 202, headers)

    @route(
        "get",
        "/v1/matches/{match}/analyses",
        "The caller's analyses of a match",
        "analyses",
        {200: ResponseSpec("All that are kept.", analysis_responses.AnalysisList)},
        OF_A_MATCH,
        token="optional",
        scopes=READ,
        description="The last first; the oldest make room for others.",
    )
    def list_analyses(self, match: str) -> Response:
        caller = auth.reader(self._matches, match)
        query()
        kept = self._matches.store.storage(AnalysisStorage).of(match, _asker(caller))
        return listing_response({"analyses": [analysis_json(one) for one in kept]}, _UNSTORED)

    @route(
        "get",
        "/v1/matches/{match}/analyses/{analysis}",
        "An analysis as far as it is, or as it goes on",
        "analyses",
        {
            200: ResponseSpec(
                "The analysis, or a stream.",
                analysis_responses.AnalysisShown,
                headers=LIMIT_REACHED,
                streams=STREAMS,
            )
        },
        (
            *OF_A_MATCH,
            errors.NoSuchAnalysis,
            errors.NotAcceptable,
            errors.TooManyStreams,
            errors.TooManyRequests,
        ),
        token="optional",
        scopes=READ,
        query=analysis_requests.AnalysisQuery,
        description="`?wait=30` answers once it has ended. A stream, where `Accept` asks for one, "
        "shows it now and after each change, until it has ended.",
    )
    def get_analysis(self, match: str, analysis: int) -> Response:
        caller = auth.reader(self._matches, match)
        wanted = query(AnalysisQuery)
        name = AnalysisName(match, _asker(caller), analysis)
        form = accepted_media_type()
        if form == JSON:
            return self._when_ended(caller, name, wanted["wait"])
        kept = _find_analysis(self._matches, name)
        if request.method == "HEAD":
            return Response(headers=_UNSTORED, content_type=form)
        self._limits.streams.count(caller.name)
        return _stream(self._matches, self._streams, caller, kept, form)

    @route(
        "delete",
        "/v1/matches/{match}/analyses/{analysis}",
        "Cancel an analysis",
        "analyses",
        {204: ResponseSpec("It does not run any more.")},
        (*OF_A_MATCH, errors.NoSuchAnalysis),
        token="optional",
        scopes=PLAY,
        description="What it has found until then can still be read.",
    )
    def cancel_analysis(self, match: str, analysis: int) -> Response:
        caller = auth.reader(self._matches, match)
        query()
        name = _find_analysis(self._matches, AnalysisName(match, _asker(caller), analysis)).name
        if self._matches.store.storage(AnalysisStorage).end(name, "cancelled"):
            metrics.count_analysis(caller.record.game, "cancelled")
        return empty_response()

    def _when_ended(self, caller: auth.Caller, name: AnalysisName, seconds: int) -> Response:
        """The analysis once it has ended, or after so many seconds."""
        kept = _find_analysis(self._matches, name)
        if not seconds or kept.status != "running":
            return _analysis_response(kept)

        def has_ended() -> bool:
            return _find_analysis(self._matches, name).status != "running"

        wait = self._matches, self._waits, caller, _channels(name), seconds, has_ended
        try:
            wait_for_news(*wait)
        except WaitLimitReached as full:
            return wait_limit_response(_analysis_response(kept), full.limit, full.bound)
        return _analysis_response(_find_analysis(self._matches, name))


def _analysis_request(
    matches: Matches, now: Match, caller: auth.Caller, body: Any
) -> AnalysisRequest:
    """What the body of a request asks to be analysed, within what the settings allow."""
    wanted = parse(NewAnalysis, body)
    version, seat = decision_asked_about(
        matches, now, caller.viewer, wanted.get("version"), wanted.get("seat")
    )
    seconds = min(wanted["seconds"], matches.store.settings.analysis_seconds)
    return AnalysisRequest(seat, version, seconds, wanted.get("simulations"))


def _asker(caller: auth.Caller) -> str:
    """What stands for a caller in the store, and does not give a token away."""
    return hashlib.blake2b(caller.name.encode(), digest_size=8).hexdigest()


def _find_analysis(matches: Matches, name: AnalysisName) -> StoredAnalysis:
    """The analysis as it is. Raises `NoSuchAnalysis`."""
    kept = matches.store.storage(AnalysisStorage).get(name)
    if kept is None:
        raise NoSuchAnalysis()
    return kept


def _analysis_response(kept: StoredAnalysis) -> Response:
    return listing_response(analysis_json(kept), _UNSTORED)


def _stream(
    matches: Matches, room: ConcurrencyLimiter, caller: auth.Caller, kept: StoredAnalysis, form: str
) -> Response:
    """The progress of an analysis, as it comes."""
    headers = {**_UNSTORED, "X-Accel-Buffering": "no"}
    place = caller.name, caller_address()
    refused = room.acquire(*place)
    if refused is not None:
        return stream_limit_response(*refused)
    leave = partial(room.release, *place)
    token = TokenWatch(matches, caller.client)
    stream = AnalysisStream(matches, kept, form, token)
    waiter: Waiter | None = current().get(WAITER)
    if waiter is None:
        answered = Response(_blocking_chunks(matches, stream), headers=headers, content_type=form)
        answered.call_on_close(leave)
        return answered
    waiter.on_end(leave)
    # Before it is read, so that no change in between is missed.
    for channel in _channels(kept.name):
        waiter.on_end(matches.changes.watch(channel, waiter.notify))
    waiter.on_end(token.watch(waiter.notify))
    waiter.expires = token.until
    body = prologue(form) + stream.next_chunk()
    waiter.respond_with_stream(stream)
    return Response(iter([body]), headers=headers, content_type=form)


def _blocking_chunks(matches: Matches, stream: AnalysisStream) -> Iterator[bytes]:
    """The stream under a server where only a thread can wait."""
    changed = threading.Event()
    with ExitStack() as ends:
        for channel in _channels(stream.name):
            ends.callback(matches.changes.watch(channel, changed.set))
        ends.callback(stream.token.watch(changed.set))
        yield from stream.blocking_chunks(prologue(stream.form) + stream.next_chunk(), changed)


def _channels(name: AnalysisName) -> tuple[str, str]:
    """Where an analysis is told to have changed, and its match to be gone."""
    return name.mark, name.match
