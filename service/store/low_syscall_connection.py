"""Connections that spend less on a command, for those that only ask and are answered.

The library's own ones poll the socket three times for each command: whether something is left to
read from the one before, whether it can be written to, and whether an answer is there. Each poll
gives up the interpreter's lock, which in a process of many threads costs more than the call. And
its client takes a connection from a pool and gives it back for each command, which takes longer
than to ask and to be answered.
"""

from __future__ import annotations

import os
import time
from typing import Any, Final
from urllib.parse import urlsplit
from weakref import WeakSet

import redis
from hiredis import pack_command
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as TimedOut

from railhead.service.shortcuts import KernelTimedTcp, KernelTimedUnix, fits
from railhead.service.store.connection import PATIENCE, Client, connect

TRUSTED_SECONDS: Final = 1.0
"""How long a connection is taken to be as it was left; what fails then fails as a lost one does."""


class _LowSyscall:
    """Looks whether a connection stands only after a pause."""

    _looked = 0.0

    def is_trusted(self) -> bool:
        """Whether it has been looked at a moment ago."""
        return time.monotonic() - self._looked < TRUSTED_SECONDS

    def can_read(self, timeout: float = 0) -> bool:
        """Whether something is left to read; asked before each use."""
        if timeout == 0 and self.is_trusted():
            return False
        self._looked = time.monotonic()
        left: bool = super().can_read(timeout)  # type: ignore[misc] # of the class beside
        return left


class _LowSyscallTcp(_LowSyscall, KernelTimedTcp):
    """Over TCP."""

    patience = PATIENCE


class _LowSyscallUnix(_LowSyscall, KernelTimedUnix):
    """Over a Unix socket."""

    patience = PATIENCE


class _LowSyscallClient(redis.Redis):
    """A client that keeps connections at hand, which its pool counts as in use.

    One that is trusted no longer goes back to the pool, which looks at it, and connects it anew
    where that is needed.
    """

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.at_hand: list[Any] = []
        retry = self.get_retry()
        assert retry is not None  # `connect` gives one
        self._tries = 1 + retry.get_retries()
        _CLIENTS.add(self)

    def execute_command(self, *words: Any, **options: Any) -> Any:
        """The answer to one command. Raises `redis.RedisError`."""
        if options or self.connection is not None or " " in words[0]:  # what we never send
            return super().execute_command(*words, **options)  # type: ignore[no-untyped-call] # redis does not type it
        connection = self._take_connection()
        try:
            answer = self._call(connection, words)
        except ResponseError:
            self._give_back(connection)
            raise
        except BaseException:
            # Half of an answer may be in it, which the next command would take for its own.
            connection.disconnect()
            self.connection_pool.release(connection)
            raise
        self._give_back(connection)
        read = self.response_callbacks.get(words[0])
        return answer if read is None else read(answer)

    def _call(self, connection: Any, words: Any) -> Any:
        """The answer as it comes; asked for again as often as this client may."""
        packed = [pack_command(words)]
        for left in reversed(range(self._tries)):
            try:
                connection.send_packed_command(packed)
                return connection.read_response()
            except (Disconnected, TimedOut):  # the connection has closed itself
                if not left:
                    raise
        raise AssertionError("the last try is answered or raises")

    def _take_connection(self) -> Any:
        try:
            # Pop and append of a list are atomic: threads need no lock here. The connection used
            # last comes first, so that the trusted ones stay in use.
            connection = self.at_hand.pop()
        except IndexError:
            return self.connection_pool.get_connection()
        if connection.is_trusted():
            return connection
        self.connection_pool.release(connection)
        return self.connection_pool.get_connection()

    def _give_back(self, connection: Any) -> None:
        if connection.should_reconnect():
            self.connection_pool.release(connection)
        else:
            self.at_hand.append(connection)


_CLIENTS: Final[WeakSet[_LowSyscallClient]] = WeakSet()


def _after_fork() -> None:
    """Leave the connections at hand to the process that opened them."""
    for client in _CLIENTS:
        client.at_hand = []


os.register_at_fork(after_in_child=_after_fork)


def connect_with_few_syscalls(url: str, retries: int = 0, shortcuts: bool = True) -> Client:
    """As `connect`, with such connections where they are made for this kind of `url`.

    Without `shortcuts`, or with a redis-py that is not known, it is `connect`.

    Not for commands that block, nor for subscriptions: their limits differ from one to the next.
    """
    kinds: dict[str, type] = {"redis": _LowSyscallTcp, "unix": _LowSyscallUnix}
    kind = kinds.get(urlsplit(url).scheme)
    if kind is None or not (shortcuts and fits("redis")):
        return connect(url, retries)
    return connect(url, retries, _LowSyscallClient, connection_class=kind)
