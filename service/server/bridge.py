"""The shell around the application: it reads requests and waits, so that threads only work.

An RSGI application for granian (`--interface rsgi`, asyncio). It reads each request whole, within
bounds of size and time (`bodies`), lets a thread of a small pool ask the WSGI application, and
sends the answer. So a slow body, an idle connection or a client that waits for a change costs no
thread. A request goes from granian's thread to one of the pool, past the loop
(`service.shortcuts`).

It knows no match, no token and no rule. A route that wants to wait says so through the `Waiter` it
finds in its environment under `WAITER`: it watches a channel, and only then reads what stands
there; if its caller has that already, it holds and answers "nothing new". The shell keeps this
answer, and asks the application the same request again when the channel changes. When the time is
up, or the service stops, the kept answer is sent. Under a plain WSGI server there is no `WAITER`,
and such a route blocks.

A stream is the same again and again: a route that gives its `Waiter` a stream has answered with the
first piece of it, and after each change a thread asks the stream for the next, which
`service.http.streaming` sends. What wakes, counts and stops is the same for both.

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
from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import structlog

from railhead.service import metrics
from railhead.service.errors import InternalError, Overloaded, Problem, TooMuchSpent
from railhead.service.graceful_restart import (
    START_SECONDS,
    leave_new_connections,
    successors_are_ready,
)
from railhead.service.http.access_log import Log
from railhead.service.http.addresses import address_behind, address_key
from railhead.service.http.common_headers import with_common_headers
from railhead.service.http.costs import CLIENT, METER, PROCESSOR, REQUEST_MS, SECONDS, Meter
from railhead.service.http.rate_limit_headers import QUOTAS, cost_policy, remaining_of
from railhead.service.http.request_parsing import BodySizes
from railhead.service.http.responses import problem_response
from railhead.service.http.waiters import WAITER, Waiter, Watch
from railhead.service.server.body_reader import BodyBounds, BodyReader
from railhead.service.server.request_context import CoroutineRequest, RequestContext, WsgiResponse
from railhead.service.server.streaming import send_stream
from railhead.service.server.thread_pool import ThreadPool
from railhead.service.server.wsgi_environment import environment_of
from railhead.service.shortcuts import Incoming, dispatch_directly, use_lock_selector

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
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
QUIET_SECONDS: Final = 1.0
"""Once no request has come for so long, a process that is told to stop drains no longer.

A client that is about to ask once more may have to wait for a busy machine before it does.
"""
SUCCESSOR_SECONDS: Final = 0.1
"""From one look whether the successor of a process listens to the next."""
FLUSH_SECONDS: Final = 0.3
"""From the last answer of a stopping process to its end."""


@dataclass(frozen=True)
class Bounds:
    """What a process takes at once: `requests` in work, `bodies` under way, `threads` at work.

    A body is as long as `body_sizes` allows, and comes within `body_seconds`; one that is longer
    than usual counts as several, on its way and in work. For up to `drain_seconds` a
    process that is told to stop goes on answering, and lets go of a connection with each answer.
    One address has at most `threads_of_an_address`, and with one client of it `processor_ms` of the
    processor in `costs.SECONDS`, 0 for no bound; `proxies` in front of us say which it is. Those of
    `service.shortcuts` are taken where `shortcuts` says so.
    """

    threads: int
    requests: int
    bodies: int
    body_sizes: BodySizes
    body_seconds: float
    drain_seconds: float = 0.0
    threads_of_an_address: int = 1
    processor_ms: float = 0
    proxies: int = 0
    shortcuts: bool = True


class Bridge:
    """The RSGI application around a WSGI application.

    `watch` tells of changes of channels, and `log_access` writes down each answer. Requests for the
    paths `prompt` are answered without a thread: their handlers touch nothing that can hang, and
    answer whatever else does.
    """

    def __init__(
        self,
        app: WSGIApplication,
        watch: Watch,
        bounds: Bounds,
        prompt: Collection[str] = (),
        log_access: Log | None = None,
    ) -> None:
        self._app = app
        self._watch = watch
        self._bounds = bounds
        self._inline_paths = frozenset(prompt)
        self._log = log_access
        self._meter = Meter({PROCESSOR: bounds.processor_ms} if bounds.processor_ms else {})
        self._threads = ThreadPool(bounds.threads, self._work, self._threads_of, self._weight_of)
        # What waited has threads of its own: many that are woken at once hold up no request.
        self._waking_threads = ThreadPool(max(1, bounds.threads // 2), self._work, self._threads_of)
        self._finished: deque[RequestContext] = deque()
        self._woken: deque[Waiter] = deque()
        self._waking = False
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

        def done() -> None:
            self._loop.call_soon_threadsafe(answered.set_result, None)

        self._begin(CoroutineRequest(scope, proto, done))
        await answered

    def _begin(self, incoming: Incoming) -> None:
        """See to a request, from any thread."""
        body = self._bodies.begin_read(incoming)
        environ = environment_of(incoming.scope)
        self._last_request_at = self._loop.time()
        address = address_key(address_behind(self._bounds.proxies, environ))
        asked = RequestContext(
            incoming, environ, Waiter(self._watch, self._waiter_changed), address
        )
        if environ["PATH_INFO"] in self._inline_paths:
            self._finish(asked, self._call_app(asked))
        elif body is not None or "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
            self._bodies.read(asked, body)
        else:
            self._submit(asked)

    def _submit(self, asked: RequestContext) -> None:
        """Let a thread answer; where they have too much to do, refuse whoever asks for most."""
        try:
            self._meter.check(asked.address, PROCESSOR)
        except TooMuchSpent as problem:
            self._refuse(asked, problem)
            return
        while self._threads.load + self._weight_of(asked) > self._bounds.requests:
            displaced = self._threads.evict(asked.address)
            self._refuse(displaced or asked, Overloaded(limit=self._bounds.requests))
            if displaced is None:
                return
        self._threads.submit(asked, asked.address)

    def _weight_of(self, asked: RequestContext) -> int:
        """As how many requests one counts for the memory that its body takes."""
        return min(self._bounds.requests, self._bounds.body_sizes.places(len(asked.body)))

    def _threads_of(self, address: str) -> int:
        """How many threads may work for an address at once: one, if it has taken much lately."""
        much = self._meter.spent_share(address, PROCESSOR) > THROTTLE_SHARE
        return 1 if much else self._bounds.threads_of_an_address

    def _refuse(self, asked: RequestContext, problem: Problem) -> None:
        self._finish(asked, _problem_response(asked.environ, problem))

    def _finish(self, asked: RequestContext, answer: WsgiResponse) -> None:
        """Send the answer to a request, from any thread, and let go of it."""
        self._send(asked, answer)
        asked.hold.end()
        asked.incoming.done()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let the loop do something for a request."""
        task = self._loop.create_task(work)
        # The loop itself has weak references only: a task that nobody else has may be lost.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Threads.

    def _work(self, asked: RequestContext) -> None:
        """What a thread does with a request."""
        if asked.retried is None and asked.hold.stream is None:
            try:  # those of its address that went first may have spent what there was
                self._meter.check(asked.address, PROCESSOR)
            except TooMuchSpent as problem:
                self._refuse(asked, problem)
                return
        # Of this thread alone: to wait for the store or the interpreter is nobody's use of it.
        began = time.thread_time()
        self._answer(asked)
        spent = 1000 * (time.thread_time() - began) + REQUEST_MS
        for caller in filter(None, (asked.address, asked.client)):
            self._meter.charge(caller, PROCESSOR, spent)

    def _answer(self, asked: RequestContext) -> None:
        """Make and send the answer to a request, or let it wait, or go on."""
        hold = asked.hold
        if hold.stream is not None:
            asked.response.body = hold.stream.next_chunk()
        else:
            asked.response = self._call_app(asked)
        if asked.retried is not None:
            self._finished.append(asked)
            self._wake_loop()
        elif hold.until is None and hold.stream is None:
            self._finish(asked, asked.response)
        else:
            going_on = self._long_poll(asked) if hold.stream is None else self._stream(asked)
            with suppress(RuntimeError):  # the loop is closed: the process ends
                self._loop.call_soon_threadsafe(self._start, going_on)

    def _call_app(self, asked: RequestContext) -> WsgiResponse:
        """What the application answers."""
        answer = WsgiResponse()
        environ = {**asked.environ, "wsgi.input": io.BytesIO(asked.body), WAITER: asked.hold}
        environ[METER] = self._meter
        environ[QUOTAS] = asked.quotas
        if (
            asked.retried is None
            and self._meter.spent_share(asked.address, PROCESSOR) > ANNOUNCE_SHARE
        ):
            asked.quotas.append(self._remaining_quota(asked.address))
        try:
            parts = self._app(environ, answer.start)
            try:
                answer.body = b"".join(parts)
            finally:
                if hasattr(parts, "close"):
                    parts.close()
        except Exception as error:
            log.exception("request failed", exc_info=error)
            return _problem_response(asked.environ, InternalError())
        finally:
            asked.route = environ.get(ROUTE, metrics.NO_ROUTE)
            asked.client = environ.get(CLIENT, "")
        return answer

    def _remaining_quota(self, address: str) -> tuple[str, str]:
        """What an answer says of the processor time that is left for an address."""
        spent = self._meter.account(address, PROCESSOR)
        left = max(0, round(spent.budget - spent.amount))
        policy = cost_policy(PROCESSOR, spent.budget, SECONDS)
        return policy, remaining_of(PROCESSOR, left, spent.seconds)

    def _send(self, asked: RequestContext, answer: WsgiResponse) -> None:
        """Send the answer to a request, from any thread, and count it."""
        if self._draining:
            answer.headers = [*answer.headers, ("Connection", "close")]
        answer.send(asked.incoming.proto)
        self._count(asked, answer)

    def _count(self, asked: RequestContext, answer: WsgiResponse) -> None:
        hold = asked.hold
        seconds = None if hold.is_watching else time.monotonic() - hold.began
        method = asked.environ["REQUEST_METHOD"]
        metrics.count_request(asked.route, method, answer.status, seconds)
        if self._log is not None:
            ms, size = 1000 * (time.monotonic() - hold.began), len(answer.body)
            self._log(method, asked.route, answer.status, ms, size, asked.client, asked.address)

    def _collect(self) -> None:
        """Let the requests go on that were asked again, and the holds that were woken."""
        # Before looking: whoever adds something from now on wakes the loop again.
        self._waking = False
        while self._finished:
            again = self._finished.popleft().retried
            if again is not None and not again.done():
                again.set_result(None)
        while self._woken:
            self._woken.popleft().wake()

    def _wake_loop(self) -> None:
        """Let the loop collect; many calls at once wake it once."""
        if not self._waking:
            self._waking = True
            with suppress(RuntimeError):  # the loop is closed: the process ends
                self._loop.call_soon_threadsafe(self._collect)

    def _waiter_changed(self, hold: Waiter) -> None:
        self._woken.append(hold)
        self._wake_loop()

    # Holding.

    async def _long_poll(self, asked: RequestContext) -> None:
        """Wait, and ask again at each change, until the route holds no longer or time is up."""
        hold = asked.hold
        # A stop that came before this is among the waiters would not reach it.
        hold.is_over = self._stopping
        self._waiters.add(hold)
        leaving = self._loop.create_task(_cancel_on_disconnect(asked.incoming.proto, hold))
        try:
            while hold.until is not None:
                await hold.sleep(self._loop, min(hold.until, hold.expires))
                if not hold.has_changed and (hold.is_over or time.monotonic() < hold.expires):
                    break
                hold.until, hold.has_changed = None, False
                await self._call_app_again(asked)
        finally:
            self._waiters.discard(hold)
            leaving.cancel()
            self._finish(asked, asked.response)

    async def _call_app_again(self, asked: RequestContext) -> None:
        asked.retried = self._loop.create_future()
        self._waking_threads.submit(asked, asked.address)
        await asked.retried

    async def _stream(self, asked: RequestContext) -> None:
        """Send the answer that has begun, and piece after piece, until it or the process ends."""
        hold, answer, proto = asked.hold, asked.response, asked.incoming.proto
        assert hold.stream is not None
        self._count(asked, answer)
        asked.environ = {}  # some kilobytes, which nobody needs any more
        hold.is_over = self._stopping
        self._waiters.add(hold)
        leaving = self._loop.create_task(_cancel_on_disconnect(proto, hold))
        try:
            transport = proto.response_stream(answer.status, answer.headers)
            await send_stream(
                transport, hold, hold.stream, answer, partial(self._call_app_again, asked)
            )
        finally:
            self._waiters.discard(hold)
            leaving.cancel()
            hold.end()
            asked.incoming.done()

    # Stopping.

    def _drain(self) -> None:
        """Once its successor listens, accept no connection any more, let go of each with its next
        answer, and stop when they ask no more.

        A client that finds its connection closed while it asks cannot know whether it was heard.
        """
        if self._ending is None:
            self._ending = self._loop.create_task(self._stop_once_quiet())

    async def _stop_once_quiet(self) -> None:
        latest = self._loop.time() + START_SECONDS
        while self._loop.time() < latest and not successors_are_ready():
            await asyncio.sleep(SUCCESSOR_SECONDS)
        self._draining = True
        if leave_new_connections():
            self._last_request_at = self._loop.time()  # what was accepted last has yet to ask
        until = self._loop.time() + self._bounds.drain_seconds
        while (now := self._loop.time()) < min(until, self._last_request_at + QUIET_SECONDS):
            await asyncio.sleep(min(until, self._last_request_at + QUIET_SECONDS) - now)
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
        for hold in self._waiters:
            hold.cancel()
        self._bodies.stop()
        self._ending = self._loop.create_task(self._end_once_idle())

    async def _end_once_idle(self) -> None:
        threads = self._threads, self._waking_threads
        while any(some.load for some in threads) or self._bodies or self._waiters:
            await asyncio.sleep(0.02)
        self._loop.call_later(FLUSH_SECONDS, sys.exit)


async def _cancel_on_disconnect(proto: HTTPProtocol, hold: Waiter) -> None:
    """End the hold once its client has closed the connection: nobody reads the answer."""
    await proto.client_disconnect()
    hold.cancel()


def _problem_response(environ: WSGIEnvironment, problem: Problem) -> WsgiResponse:
    """A refusal of the shell's own, as the application would word and dress it."""
    answered = problem_response(problem)
    headers = with_common_headers(environ, list(answered.headers.items()))
    return WsgiResponse(problem.status, headers, answered.get_data())
