"""The bodies of requests: read beside the event loop, within bounds of size, time and number.

granian gives a body, or the next part of one, as a future. Its own thread calls us when it has come
(`service.shortcuts`), so that a body takes no turn of the loop; the loop only looks now and then
for those that are late.
"""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from railhead.service.errors import BodyTooSlow, MalformedJson, Overloaded, Problem
from railhead.service.http.request_parsing import BodySizes
from railhead.service.server.request_context import RequestContext
from railhead.service.shortcuts import ImmediateCallback, Incoming

SHUTDOWN_SECONDS: Final = 0.5
"""How long a stopping process still waits for the rest of a body."""
READ_AHEAD: Final = 256 * 1024
"""What is read of a body that is too long, so that a client finds the refusal and no reset."""
CHECK_SECONDS: Final = 0.1
"""From one look for late bodies to the next, while there are any under way."""


@dataclass(frozen=True)
class BodyBounds:
    """At most `number` bodies of usual size are under way at once, each complete in `seconds`.

    One that is longer counts as several. Beyond that number the address that has most under way
    loses the oldest of them, so that who sends slowly or much costs nobody else a place.
    """

    number: int
    sizes: BodySizes
    seconds: float

    def places(self, request: RequestContext) -> int:
        """How many places the body of a request takes: as long as it says, or as it may be."""
        most = self.sizes.of(request.environ["PATH_INFO"])
        stated = request.environ.get("CONTENT_LENGTH", "")
        length = min(int(stated), most) if stated.isdecimal() else most
        return min(self.number, self.sizes.places(length))


class BodyReader:
    """The bodies under way in a process.

    `whole` is called with each request whose body has come, in `RequestContext.body`: all of it,
    or its beginning where it is longer than allowed. `refused` is called with any other, and why.
    Both from any thread.
    """

    def __init__(
        self,
        bounds: BodyBounds,
        whole: Callable[[RequestContext], None],
        refused: Callable[[RequestContext, Problem], None],
    ) -> None:
        self.bounds = bounds
        self.on_read = whole
        self._on_refused = refused
        self._under_way: dict[_Body, float] = {}
        self._lock = Lock()
        self._of_addresses: dict[str, dict[_Body, None]] = {}
        """Those that have places, by address, the oldest first."""
        self._places: Counter[str] = Counter()
        """How many places they have, by address."""
        self._reserved = 0
        """How many these are together."""
        self._is_checking = False
        self._stopping = False
        self._loop: AbstractEventLoop

    def begin(self, loop: AbstractEventLoop) -> None:
        """Look for late bodies in this loop from now on."""
        self._loop = loop

    def __len__(self) -> int:
        return len(self._under_way)

    def begin_read(self, incoming: Incoming) -> Any:
        """The future of a body whose stated length is within bounds; None for all others.

        Asked for before anything else is done with a request, it comes meanwhile.
        """
        stated = incoming.scope.headers.get("content-length")
        if stated is None:
            return None
        most = self.bounds.sizes.of(incoming.scope.path)
        return incoming.proto() if 0 < int(stated) <= most else None

    def read(self, request: RequestContext, coming: Any = None) -> None:
        """Read the body of a request, which may be `coming`, as `begin_read` says.

        Called by any thread; does not block.
        """
        if request.environ.get("CONTENT_LENGTH") == "0":
            self.on_read(request)
            return
        seconds = SHUTDOWN_SECONDS if self._stopping else self.bounds.seconds
        body = _Body(self, request, coming is not None)
        # Before it has places: another thread may displace it at once, and `finish` looks it up
        # here.
        self._under_way[body] = self._loop.time() + seconds
        for displaced in self._reserve(body):
            self._loop.call_soon_threadsafe(displaced.give_up)
        # One timer for all bodies: one each would wake the loop once for every request with a body.
        if not self._is_checking:
            self._is_checking = True
            self._loop.call_soon_threadsafe(
                self._loop.call_later, CHECK_SECONDS, self._end_late_bodies
            )
        body.go_on(coming)

    def stop(self) -> None:
        """Wait for no body longer than `SHUTDOWN_SECONDS` from now on. Called in the loop."""
        self._stopping = True
        last = self._loop.time() + SHUTDOWN_SECONDS
        for body, until in list(self._under_way.items()):
            self._under_way[body] = min(until, last)

    def finish(self, body: _Body, problem: Problem | None = None) -> None:
        """Let go of a body that is read, or that comes to nothing for this reason."""
        del self._under_way[body]
        with self._lock:
            self._forget(body)
        if problem is None:
            self.on_read(body.request)
        else:
            self._on_refused(body.request, problem)

    def _reserve(self, body: _Body) -> list[_Body]:
        """Give a body its places; returns those whose places these were, where all are taken."""
        displaced: list[_Body] = []
        address = body.request.address
        with self._lock:
            self._of_addresses.setdefault(address, {})[body] = None
            self._places[address] += body.places
            self._reserved += body.places
            while self._reserved > self.bounds.number:
                # Linear in the addresses, and only where all places are taken.
                most = max(self._places, key=self._places.__getitem__)
                oldest = next(iter(self._of_addresses[most]))
                self._forget(oldest)
                oldest.is_evicted = True
                displaced.append(oldest)
        return displaced

    def _forget(self, body: _Body) -> None:
        address = body.request.address
        own = self._of_addresses.get(address, {})
        if body in own:
            del own[body]
            self._places[address] -= body.places
            self._reserved -= body.places
            if not own:
                del self._of_addresses[address], self._places[address]

    def timeout_problem(self, body: _Body) -> Problem:
        """Why a body is refused that is waited for no longer."""
        if self._stopping:
            return Overloaded("the service is stopping")
        if body.is_evicted:
            return Overloaded(limit=self.bounds.number)
        return BodyTooSlow(seconds=self.bounds.seconds)

    def _end_late_bodies(self) -> None:
        now = self._loop.time()
        # A copy, since other threads add and remove meanwhile.
        for body, until in list(self._under_way.items()):
            if until <= now or body.is_evicted:
                body.give_up()
        self._is_checking = False
        if self._under_way:
            self._is_checking = True
            self._loop.call_later(CHECK_SECONDS, self._end_late_bodies)


class _Body(ImmediateCallback):
    """One body under way; called whenever what it waits for has come."""

    __slots__ = (
        *("_bodies", "_in_one_piece", "_length", "_most", "_parts", "_waiting_for"),
        *("request", "is_evicted", "places"),
    )

    def __init__(self, bodies: BodyReader, request: RequestContext, in_one_piece: bool) -> None:
        self.request = request
        self.is_evicted = False
        self.places = bodies.bounds.places(request)
        self._most = bodies.bounds.sizes.of(request.environ["PATH_INFO"])
        self._bodies = bodies
        self._in_one_piece = in_one_piece
        self._parts: list[bytes] = []
        self._length = 0
        self._waiting_for: Any = None
        if not in_one_piece:
            # granian gives a body in parts only once it was asked for an iterator.
            aiter(request.incoming.proto)

    def go_on(self, coming: Any = None) -> None:
        """Read until something has to be waited for, or the body has ended."""
        proto: Any = self.request.incoming.proto
        while True:
            try:
                coming = anext(proto) if coming is None else coming
            except StopAsyncIteration:
                self._end()
                return
            self._waiting_for = coming
            if not coming.done():
                coming.add_done_callback(self)
                return
            if not self._take(coming):
                return
            coming = None

    def give_up(self) -> None:
        """Wait no longer; what has come in this moment still counts."""
        waiting_for = self._waiting_for
        if waiting_for is not None:
            waiting_for.cancel()

    def __call__(self, come: Any) -> None:
        """See `ImmediateCallback`: all of it, or a part, has come."""
        if self._take(come):
            self.go_on()

    def _take(self, come: Any) -> bool:
        """Take what has come; returns whether to go on reading."""
        # It knows us as we know it, and is of a kind that the garbage collector cannot look into.
        self._waiting_for = None
        try:
            part: bytes = come.result()
        except asyncio.CancelledError:
            self._bodies.finish(self, self._bodies.timeout_problem(self))
            return False
        except RuntimeError:
            self._bodies.finish(self, MalformedJson("the body is not whole"))
            return False
        if self._length <= self._most:
            self._parts.append(part)
        self._length += len(part)
        if self._in_one_piece or self._length > self._most + READ_AHEAD:
            self._end()
            return False
        return True

    def _end(self) -> None:
        self.request.body = b"".join(self._parts)
        self._bodies.finish(self)
