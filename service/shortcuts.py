"""Shortcuts through private parts of libraries: all that the service takes, in one place.

Each saves processor time and changes no answer. Together they let a request cost what a plain WSGI
server takes, although waits and streams cost no thread.

- granian makes a task of each request and lets the event loop run it. `dispatch_directly` has it
  begun by the thread that read it instead: a third less of the processor. What would schedule such
  a task is told by the module it comes from.
- asyncio wakes a loop from another thread by a byte through a pair of sockets: a write, a poll and
  two reads, at each of which the interpreter's lock changes hands. In the bridge's loop nothing
  else is read or written, as granian does that outside of Python; `use_lock_selector` lets it sleep
  on a lock: up to a fifth less.
- redis-py polls a socket three times for each command. `KernelTimedTcp` and `KernelTimedUnix` leave
  the limits of time to the kernel: two polls less.

A library of a version that is not known, or of another make, is used by its public names alone, and
a warning says so; with `RAILHEAD_SHORTCUTS=false` all are.
"""

from __future__ import annotations

import socket
import struct
import sys
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import structlog
from redis.connection import Connection, UnixDomainSocketConnection

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol
    from granian.rsgi import Scope

    HTTPProtocol: TypeAlias = RSGIHTTPProtocol
    """What granian gives to read a body and to send an answer by, which has no public type."""

log = structlog.get_logger()

KNOWN_BELOW: Final = {"granian": (2, 9), "python": (3, 15), "redis": (9, 0)}
"""The first versions whose private parts nobody has looked at."""
SCHEDULER: Final = "granian._futures"
"""Where granian's function stands that makes a task of a coroutine and what it watches."""


@cache
def fits(library: str) -> bool:
    """Whether the private parts of a library are those known here; warns once where not."""
    found = sys.version_info[:2] if library == "python" else _version(library)
    if found < KNOWN_BELOW[library]:
        return True
    log.warning("a shortcut is not taken: the library is newer", library=library, version=found)
    return False


def _version(library: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version(library).split(".")[:2])


# granian.


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


class ImmediateCallback:
    """Marks a callback for a future of granian's that its own thread calls. It may not block.

    Where the future was done or cancelled before, or the shortcut is not taken, the loop calls it,
    as it calls any other.
    """

    __slots__ = ()


def dispatch_directly(loop: AbstractEventLoop, begin: Callable[[Incoming], None]) -> None:
    """Let `begin` see to every request that granian would schedule in this loop.

    It is called by granian's thread, so it may not block.
    """
    if not fits("granian"):
        return
    schedule = loop.call_soon_threadsafe

    def call_soon_threadsafe(callback: Callable[..., Any], *args: Any, **rest: Any) -> Any:
        if getattr(callback, "__module__", "") == SCHEDULER and len(args) == 2:
            coroutine, incoming = args
            # It is never run: unless it is closed, Python warns of that.
            coroutine.close()
            return begin(incoming)
        marked: object = callback
        if isinstance(marked, ImmediateCallback):
            return callback(*args)
        return schedule(callback, *args, **rest)

    loop.call_soon_threadsafe = call_soon_threadsafe  # type: ignore[method-assign, assignment] # granian asks the loop by this name


# asyncio.


class _LockSelector:
    """In place of a loop's selector: a lock to sleep on, and the true selector after a signal."""

    def __init__(self, selector: Any) -> None:
        self._selector = selector
        self._awake = False
        self._signalled = False
        self._lock = threading.Lock()
        self._lock.acquire()

    def select(self, timeout: float | None = None) -> list[Any]:
        """Sleep until woken, or for so many seconds; what there is to read, after a signal."""
        if timeout is None:
            self._lock.acquire()
        else:
            self._lock.acquire(timeout > 0, timeout if timeout > 0 else -1)
        # Before looking at anything: a `wake` from now on ends the next sleep.
        self._awake = False
        if not self._signalled:
            return []
        self._signalled = False
        ready: list[Any] = self._selector.select(0)
        return ready

    def wake(self) -> None:
        """End the sleep, or the next one; from any thread."""
        if not self._awake:
            self._awake = True
            try:
                self._lock.release()
            except RuntimeError:
                return  # another thread was as quick

    def on_signal(self) -> None:
        """End the sleep and look at what a signal has written."""
        self._signalled = True
        self.wake()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._selector, name)


def use_lock_selector(loop: AbstractEventLoop) -> Callable[[], None]:
    """Let the loop sleep on a lock; returns what to call, in a handler, when a signal has come.

    A loop that is made in another way than asyncio's own stays as it is.
    """
    if not (hasattr(loop, "_selector") and hasattr(loop, "_write_to_self") and fits("python")):
        return lambda: None
    known: Any = loop
    sleep = _LockSelector(known._selector)
    known._selector = sleep
    known._write_to_self = sleep.wake
    return sleep.on_signal


# redis-py.


class _TimedSocket(socket.socket):
    """A socket whose limits are the kernel's, and which says like any other that one is reached."""

    def recv_into(self, *arguments: Any) -> int:
        """Read into a buffer. Raises `TimeoutError`."""
        try:
            return super().recv_into(*arguments)
        except BlockingIOError:
            raise TimeoutError("timed out") from None

    def sendall(self, *arguments: Any) -> None:
        """Send all of it. Raises `TimeoutError`."""
        try:
            return super().sendall(*arguments)
        except BlockingIOError:
            raise TimeoutError("timed out") from None


class _KernelTimed:
    """Lets the kernel keep the time limits of a connection: `patience` seconds for each step."""

    patience = 5.0

    def _connect(self) -> socket.socket:
        """A connected socket; the client's way to make one."""
        made: socket.socket = super()._connect()  # type: ignore[misc] # of the class beside
        connected = _TimedSocket(fileno=made.detach())
        # With a limit of its own Python would poll before each call.
        connected.settimeout(None)
        limit = struct.pack("ll", int(self.patience), 0)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        return connected


class KernelTimedTcp(_KernelTimed, Connection):
    """Over TCP."""


class KernelTimedUnix(_KernelTimed, UnixDomainSocketConnection):
    """Over a Unix socket."""
