"""How a request waits without a thread: what a route and the bridge tell each other about it."""

from __future__ import annotations

import time
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable
from math import inf
from typing import Final, Protocol

WAITER: Final = "railhead.waiter"
"""Where a route finds its `Waiter` in its environment; absent under any server but our bridge."""

HEARTBEAT_SECONDS: Final = 15.0
"""After so long without anything else a stream sends a sign of life."""

Wake = Callable[[], None]
Watch = Callable[[str, Wake], Wake]
"""Let a function be called, from any thread, at each change of a channel; returns how to end it."""


class Stream(Protocol):
    """An answer without a foreseeable end, in pieces: the first is the body of the answer."""

    heartbeat: bytes
    """What is sent where nothing else was for `HEARTBEAT_SECONDS`."""
    has_ended: bool
    """Whether the last piece has been given."""
    pause: float | None
    """After how many seconds to ask for the next piece even without a change; None for never."""

    def next_chunk(self) -> bytes:
        """What is new, empty where nothing is. May block; raises nothing."""


class Waiter:
    """A request's way to wait. A route uses it while it answers, the bridge in between."""

    __slots__ = (
        *("_ends", "_on_change", "_sleeping", "_watch"),
        *(
            "began",
            "has_changed",
            "expires",
            "route_state",
            "is_over",
            "stream",
            "until",
            "is_watching",
        ),
    )

    def __init__(self, watch: Watch, on_change: Callable[[Waiter], None]) -> None:
        self.began = time.monotonic()
        self._watch = watch
        self._on_change = on_change
        self._ends: list[Wake] = []
        self._sleeping: Future[None] | None = None
        self.is_watching = False
        """Whether a channel is watched: then this is not the first time the route is asked."""
        self.route_state: object = None
        """What a route has left here for when it is asked again."""
        self.until: float | None = None
        self.expires = inf
        """When to ask again without a change, by `time.monotonic`: what opened it has expired."""
        self.has_changed = False
        self.stream: Stream | None = None
        self.is_over = False
        """Whether there is nothing to wait for any more: the client is gone, the service stops."""

    def watch(self, channel: str) -> None:
        """Ask again at each change of the channel from now on; read its state after this."""
        self.on_end(self._watch(channel, self.notify))
        self.is_watching = True

    def wait_for(self, seconds: float) -> None:
        """Keep the answer back until `seconds` after the request came, or until a change."""
        self.until = self.began + seconds

    def on_end(self, act: Wake) -> None:
        """Call `act` once the request is over; it may not block."""
        self._ends.append(act)

    def respond_with_stream(self, stream: Stream) -> None:
        """Let the answer be the first piece of a stream, which `notify` makes go on."""
        self.stream = stream
        self.is_watching = True

    def notify(self) -> None:
        """Ask again, or for the next piece of a stream; may be called from any thread."""
        self.has_changed = True
        self._on_change(self)

    # For the bridge, in its loop.

    async def sleep(self, loop: AbstractEventLoop, until: float) -> None:
        """Wait for a change, for the end, or for the time, whichever comes first."""
        if self.has_changed or self.is_over:
            return
        self._sleeping = loop.create_future()
        late = loop.call_later(until - time.monotonic(), self.wake)
        try:
            await self._sleeping
        finally:
            late.cancel()

    def wake(self) -> None:
        """End the sleep, if there is one."""
        if self._sleeping is not None and not self._sleeping.done():
            self._sleeping.set_result(None)

    def cancel(self) -> None:
        """Let what was kept be sent now."""
        self.is_over = True
        self.wake()

    def end(self) -> None:
        """Give back what the route has taken."""
        while self._ends:
            self._ends.pop()()
