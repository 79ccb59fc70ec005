"""Beginning a request where it comes in, without a turn of the event loop.

granian makes a task of each request and lets the loop run it. Ours needs nothing of the loop where
it does not wait: begun at once, by the thread that read it, it takes a third less of the processor.
So what would schedule such a task calls `Begin` instead, and whoever is told of its body by way of
the loop is told at once if it says so of itself (`AtOnce`).
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol as HTTPProtocol
    from granian.rsgi import Scope

SCHEDULER: Final = "granian._futures"
"""Where granian's function stands that makes a task of a coroutine and what it watches."""


class Incoming(Protocol):
    """A request as granian watches it; `done` is called once it is answered."""

    @property
    def scope(self) -> Scope:
        """What is asked."""

    @property
    def proto(self) -> HTTPProtocol:
        """What reads the body and takes the answer."""

    def done(self) -> None:
        """Let go of the request, from any thread."""


Begin = Callable[[Incoming], None]
"""Sees to a request from now on. Called by granian's thread: it may not block."""


class AtOnce:
    """A callback for a future of granian's that is called by granian's thread. It may not block.

    Where the future was done or cancelled before, the loop calls it, as it calls any other.
    """

    __slots__ = ()

    def __call__(self, come: Any) -> None:
        """Take the future, which is done."""
        raise NotImplementedError


def begin_at_once(loop: AbstractEventLoop, begin: Begin) -> None:
    """Let `begin` see to every request that granian would schedule in this loop."""
    schedule = loop.call_soon_threadsafe

    def call_soon_threadsafe(callback: Callable[..., Any], *args: Any, **rest: Any) -> Any:
        if getattr(callback, "__module__", "") == SCHEDULER and len(args) == 2:
            coroutine, incoming = args
            coroutine.close()
            return begin(incoming)
        if isinstance(callback, AtOnce):
            return callback(*args)
        return schedule(callback, *args, **rest)

    loop.call_soon_threadsafe = call_soon_threadsafe  # type: ignore[method-assign, assignment] # granian asks the loop by this name
