"""The bridge around the application: it reads requests and waits, so that threads only work.

An RSGI application for granian (`--interface rsgi`, asyncio). It reads each request whole, within
bounds of size and time (`body_reader`), lets a thread of a small pool ask the WSGI application, and
sends the answer. So a slow body, an idle connection or a client that waits for a change costs no
thread. A request goes from granian's thread to one of the pool, past the loop
(`service.shortcuts`).

It knows no match, no token and no rule. A route that wants to wait says so through the `Waiter` it
finds in its environment under `WAITER`: it watches a channel, and only then reads what stands
there; if its caller has that already, it waits and answers "nothing new". The bridge keeps this
answer, and asks the application the same request again when the channel changes. When the time is
up, or the service stops, the kept answer is sent. Under a plain WSGI server there is no `WAITER`,
and such a route blocks.

A stream is the same again and again: a route that gives its `Waiter` a stream has answered with the
first piece of it, and after each change a thread asks the stream for the next, which
`service.server.streaming` sends. What wakes, counts and stops is the same for both.

Backpressure counts requests, not connections: where too many are in work, or too many bodies are
under way, one is refused at once, of the address that has most of them. No address has more than
its share of the threads, and those with requests that wait have one begun in turn.
"""

from __future__ import annotations

import asyncio
import io
import os
import resource
import signal
import sys
import time
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import structlog

from railhead.service import metrics
from railhead.service.errors import InternalError, Overloaded, Problem, TooMuchSpent
from railhead.service.graceful_restart import leave_new_connections
from railhead.service.http.access_log import Log
from railhead.service.http.addresses import address_behind, address_key
from railhead.service.http.costs import (
    CLIENT,
    METER,
    PROCESSOR,
    REQUEST_MS,
    Meter,
    remaining_quota,
)
from railhead.service.http.rate_limit_headers import QUOTAS
from railhead.service.http.waiters import WAITER, Waiter, Watch
from railhead.service.server.body_reader import BodyBounds, BodyReader
from railhead.service.server.bounds import Bounds
from railhead.service.server.draining import wait_for_successor, wait_until_quiet
from railhead.service.server.loop_calls import LoopCalls
from railhead.service.server.request_context import (
    CoroutineRequest,
    RequestContext,
    WsgiResponse,
    problem_as_wsgi,
)
from railhead.service.server.streaming import cancel_on_disconnect, send_stream
from railhead.service.server.thread_pool import ThreadPool
from railhead.service.server.wsgi_environment import environment_of
from railhead.service.shortcuts import Incoming, dispatch_directly, use_lock_selector

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from granian.rsgi import Scope

    from railhead.service.shortcuts import HTTPProtocol

log = structlog.get_logger()

ROUTE: Final = "railhead.route"
"""Where the application leaves the name of the route that answers."""
THROTTLE_SHARE: Final = 0.1
"""From this share of its processor time on an address has one thread at once."""
ANNOUNCE_SHARE: Final = 0.5
"""From this share on it is told how much is left."""
SWITCH_SECONDS: Final = 0.0005
"""How long a thread keeps the interpreter from others that want it. Python's own 5 ms would be what
each answer waits, several times over, while another takes long to make."""
FLUSH_SECONDS: Final = 0.3
"""From the last answer of a stopping process to its end."""


class Bridge:
    """The RSGI application around a WSGI application.

    `watch` tells of changes of channels, and `log_access` writes down each answer. Requests for
    the paths `inline_paths` are answered without a thread: their handlers touch nothing that can
    hang, and answer whatever else does.
    """

    def __init__(
        self,
        app: WSGIApplication,
        watch: Watch,
        bounds: Bounds,
        inline_paths: Collection[str] = (),
        log_access: Log | None = None,
    ) -> None:
        self._app = app
        self._watch = watch
        self._bounds = bounds
        self._inline_paths = frozenset(inline_paths)
        self._log = log_access
        self._meter = Meter({PROCESSOR: bounds.processor_ms} if bounds.processor_ms else {})
        self._threads = ThreadPool(bounds.threads, self._work, self._threads_of, self._weight_of)
        # What waited has threads of its own: many that are woken at once hold up no request.
        self._waking_threads = ThreadPool(max(1, bounds.threads // 2), self._work, self._threads_of)
        self._calls = LoopCalls()
        self._tasks: set[asyncio.Task[None]] = set()
        read = BodyBounds(bounds.bodies, bounds.body_sizes, bounds.body_seconds)
        self._bodies = BodyReader(read, self._submit, self._refuse)
        self._waiters: set[Waiter] = set()
        self._draining = False
        self._last_request_at = 0.0
        self._stopping = False
        self._ending: asyncio.Task[None] | None = None
        self._loop: AbstractEventLoop
        self._notify_signal: Callable[[], None] = lambda: None

    # Called by granian.

    def __rsgi_init__(self, loop: AbstractEventLoop) -> None:
        """Start the threads, and listen for the signals that end the process."""
        self._loop = loop
        sys.setswitchinterval(SWITCH_SECONDS)
        self._bodies.begin(loop)
        self._calls.begin(loop)
        if self._bounds.shortcuts:
            self._notify_signal = use_lock_selector(loop)
            dispatch_directly(loop, self._begin)
        # Each idle connection is an open file: the usual soft limit of 1,024 is soon reached.
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        # The loop calls its handlers, granian's among them, by the signal's wake-up descriptor;
        # what Python itself would call is free, and comes in addition.
        signal.signal(signal.SIGINT, self._on_stop_signal)
        loop.add_signal_handler(signal.SIGTERM, self._drain)
        signal.signal(signal.SIGTERM, lambda *_: self._notify_signal())

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        """Answer one request that came as a coroutine."""
        answered = self._loop.create_future()

        def finish() -> None:
            self._loop.call_soon_threadsafe(answered.set_result, None)

        self._begin(CoroutineRequest(scope, proto, finish))
        await answered

    def _begin(self, incoming: Incoming) -> None:
        """See to a request, from any thread."""
        # First of all: granian's thread reads the body while the rest of this is done.
        body = self._bodies.begin_read(incoming)
        environ = environment_of(incoming.scope)
        self._last_request_at = self._loop.time()
        address = address_key(address_behind(self._bounds.proxies, environ))
        request = RequestContext(incoming, environ, Waiter(self._watch, self._wake), address)
        # Liveness must not wait for a thread: under full load that would have us restarted.
        if environ["PATH_INFO"] in self._inline_paths:
            self._finish(request, self._call_app(request))
        elif body is not None or "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
            self._bodies.read(request, body)
        else:
            self._submit(request)

    def _submit(self, request: RequestContext) -> None:
        """Let a thread answer; where they have too much to do, refuse whoever asks for most."""
        try:
            self._meter.check(request.address, PROCESSOR)
        except TooMuchSpent as problem:
            self._refuse(request, problem)
            return
        # Several small ones may have to go for one with a large body.
        while self._threads.load + self._weight_of(request) > self._bounds.requests:
            displaced = self._threads.evict(request.address)
            self._refuse(displaced or request, Overloaded(limit=self._bounds.requests))
            if displaced is None:
                return
        self._threads.submit(request, request.address)

    def _weight_of(self, request: RequestContext) -> int:
        """As how many requests one counts for the memory that its body takes."""
        return min(self._bounds.requests, self._bounds.body_sizes.places(len(request.body)))

    def _threads_of(self, address: str) -> int:
        """How many threads may work for an address at once: one, if it has taken much lately."""
        much = self._meter.spent_share(address, PROCESSOR) > THROTTLE_SHARE
        return 1 if much else self._bounds.threads_of_an_address

    def _refuse(self, request: RequestContext, problem: Problem) -> None:
        self._finish(request, problem_as_wsgi(request.environ, problem))

    def _finish(self, request: RequestContext, answer: WsgiResponse) -> None:
        """Send the answer to a request, from any thread, and let go of it."""
        # The answer first: to let go of the request tells granian that it is over.
        self._send(request, answer)
        request.waiter.end()
        request.incoming.done()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let the loop do something for a request."""
        task = self._loop.create_task(work)
        # The loop itself has weak references only: a task that nobody else has may be lost.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Threads.

    def _work(self, request: RequestContext) -> None:
        """What a thread does with a request."""
        if request.retried is None and request.waiter.stream is None:
            try:  # those of its address that went first may have spent what there was
                self._meter.check(request.address, PROCESSOR)
            except TooMuchSpent as problem:
                self._refuse(request, problem)
                return
        # Of this thread alone: to wait for the store or the interpreter is nobody's use of it.
        began = time.thread_time()
        self._answer(request)
        spent = 1000 * (time.thread_time() - began) + REQUEST_MS
        for caller in filter(None, (request.address, request.client)):
            self._meter.charge(caller, PROCESSOR, spent)

    def _answer(self, request: RequestContext) -> None:
        """Make and send the answer to a request, or let it wait, or go on."""
        waiter = request.waiter
        if waiter.stream is not None:
            request.response.body = waiter.stream.next_chunk()
        else:
            request.response = self._call_app(request)
        if request.retried is not None:
            self._calls.submit(partial(_resume, request.retried))
        elif waiter.until is None and waiter.stream is None:
            self._finish(request, request.response)
        else:
            going_on = self._long_poll(request) if waiter.stream is None else self._stream(request)
            with suppress(RuntimeError):  # the loop is closed: the process ends
                self._loop.call_soon_threadsafe(self._start, going_on)

    def _call_app(self, request: RequestContext) -> WsgiResponse:
        """What the application answers."""
        answer = WsgiResponse()
        environ = {
            **request.environ,
            "wsgi.input": io.BytesIO(request.body),
            WAITER: request.waiter,
        }
        environ[METER] = self._meter
        environ[QUOTAS] = request.quotas
        if (
            request.retried is None
            and self._meter.spent_share(request.address, PROCESSOR) > ANNOUNCE_SHARE
        ):
            request.quotas.append(remaining_quota(self._meter, request.address))
        try:
            parts = self._app(environ, answer.start)
            try:
                answer.body = b"".join(parts)
            finally:
                if hasattr(parts, "close"):
                    parts.close()
        except Exception as error:
            log.exception("request failed", exc_info=error)
            return problem_as_wsgi(request.environ, InternalError())
        finally:
            request.route = environ.get(ROUTE, metrics.NO_ROUTE)
            request.client = environ.get(CLIENT, "")
        return answer

    def _send(self, request: RequestContext, answer: WsgiResponse) -> None:
        """Send the answer to a request, from any thread, and count it."""
        if self._draining:
            answer.headers = [*answer.headers, ("Connection", "close")]
        answer.send(request.incoming.proto)
        self._count(request, answer)

    def _count(self, request: RequestContext, answer: WsgiResponse) -> None:
        waiter = request.waiter
        seconds = None if waiter.is_watching else time.monotonic() - waiter.began
        method = request.environ["REQUEST_METHOD"]
        metrics.count_request(request.route, method, answer.status, seconds)
        if self._log is not None:
            ms, size = 1000 * (time.monotonic() - waiter.began), len(answer.body)
            self._log(
                method, request.route, answer.status, ms, size, request.client, request.address
            )

    # Waiting.

    def _wake(self, waiter: Waiter) -> None:
        self._calls.submit(waiter.wake)

    async def _long_poll(self, request: RequestContext) -> None:
        """Wait, and ask again at each change, until the route waits no longer or time is up."""
        waiter = request.waiter
        # A stop that came before this is among the waiters would not reach it.
        waiter.is_over = self._stopping
        self._waiters.add(waiter)
        leaving = self._loop.create_task(cancel_on_disconnect(request.incoming.proto, waiter))
        try:
            while waiter.until is not None:
                await waiter.sleep(self._loop, min(waiter.until, waiter.expires))
                if not waiter.has_changed and (waiter.is_over or time.monotonic() < waiter.expires):
                    break
                # Before the application is called: a change during the call must not be lost.
                waiter.until, waiter.has_changed = None, False
                await self._call_app_again(request)
        finally:
            self._waiters.discard(waiter)
            leaving.cancel()
            self._finish(request, request.response)

    async def _call_app_again(self, request: RequestContext) -> None:
        request.retried = self._loop.create_future()
        self._waking_threads.submit(request, request.address)
        await request.retried

    async def _stream(self, request: RequestContext) -> None:
        """Send the answer that has begun, and piece after piece, until it or the process ends."""
        waiter, answer, proto = request.waiter, request.response, request.incoming.proto
        assert waiter.stream is not None
        self._count(request, answer)
        request.environ = {}  # some kilobytes, which nobody needs any more
        waiter.is_over = self._stopping
        self._waiters.add(waiter)
        leaving = self._loop.create_task(cancel_on_disconnect(proto, waiter))
        try:
            transport = proto.response_stream(answer.status, answer.headers)
            await send_stream(
                transport, waiter, waiter.stream, answer, partial(self._call_app_again, request)
            )
        finally:
            self._waiters.discard(waiter)
            leaving.cancel()
            waiter.end()
            request.incoming.done()

    # Stopping.

    def _drain(self) -> None:
        """Once its successor listens, accept no connection any more, let go of each with its next
        answer, and stop when they ask no more.

        A client that finds its connection closed while it asks cannot know whether it was heard.
        """
        if self._ending is None:
            self._ending = self._loop.create_task(self._stop_once_quiet())

    async def _stop_once_quiet(self) -> None:
        await wait_for_successor(self._loop)
        self._draining = True
        if leave_new_connections():
            self._last_request_at = self._loop.time()  # what was accepted last has yet to ask
        await wait_until_quiet(
            self._loop, self._bounds.drain_seconds, lambda: self._last_request_at
        )
        os.kill(os.getpid(), signal.SIGINT)

    def _on_stop_signal(self, *_: object) -> None:
        self._notify_signal()
        self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        """Answer who waits, refuse who dawdles, and end once the rest is answered.

        Granian stops accepting by itself, and closes idle connections; one with half a request's
        head it would wait for.
        """
        if self._stopping:
            return
        self._stopping = True
        for waiter in self._waiters:
            waiter.cancel()
        self._bodies.stop()
        self._ending = self._loop.create_task(self._end_once_idle())

    async def _end_once_idle(self) -> None:
        threads = self._threads, self._waking_threads
        while any(some.load for some in threads) or self._bodies or self._waiters:
            await asyncio.sleep(0.02)
        self._loop.call_later(FLUSH_SECONDS, sys.exit)


def _resume(answered: Future[None]) -> None:
    if not answered.done():  # its task may have been cancelled meanwhile
        answered.set_result(None)
