"""Connections that spend fewer system calls on a command, for those that only ask and answer.

The client's own ones poll the socket three times for each command: whether something is left to
read from the one before, whether it can be written to, and whether an answer is there. Each poll
gives up the interpreter's lock, which in a process of many threads costs more than the call.
"""

from __future__ import annotations

import socket
import struct
import time
from typing import Any, Final
from urllib.parse import urlsplit

from redis.connection import Connection, UnixDomainSocketConnection

from service.store.connection import PATIENCE

LIMIT: Final = struct.pack("ll", int(PATIENCE), 0)
TRUSTED_SECONDS: Final = 1.0
"""How long a connection is taken to be as it was left; what fails then fails as a lost one does."""


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


class _Brisk:
    """Lets the kernel keep the time limits, and looks at a connection only after a pause."""

    _looked = 0.0

    def _connect(self) -> socket.socket:
        """A connected socket; the client's way to make one, which has no public name."""
        made: socket.socket = super()._connect()  # type: ignore[misc] # of the class beside
        connected = _TimedSocket(fileno=made.detach())
        connected.settimeout(None)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, LIMIT)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, LIMIT)
        return connected

    def can_read(self, timeout: float = 0) -> bool:
        """Whether something is left to read; asked before each use."""
        now = time.monotonic()
        if timeout == 0 and now - self._looked < TRUSTED_SECONDS:
            return False
        self._looked = now
        left: bool = super().can_read(timeout)  # type: ignore[misc] # of the class beside
        return left


class _BriskTcp(_Brisk, Connection):
    """Over TCP."""


class _BriskUnix(_Brisk, UnixDomainSocketConnection):
    """Over a Unix socket."""


def brisk(url: str) -> dict[str, Any]:
    """What makes a client use such connections; nothing where they are not made for its `url`.

    Not for commands that block, nor for subscriptions: their limits differ from one to the next.
    """
    kinds: dict[str, type] = {"redis": _BriskTcp, "unix": _BriskUnix}
    kind = kinds.get(urlsplit(url).scheme)
    return {} if kind is None else {"connection_class": kind}
