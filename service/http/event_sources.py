"""What streams have in common: news again and again, waiting where the store does not answer."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final

import structlog

from railhead.service.errors import InternalError, Problem, Unavailable
from railhead.service.http.token_watch import TokenWatch
from railhead.service.http.waiters import HEARTBEAT_SECONDS

log = structlog.get_logger()

SERVER_SENT: Final = "text/event-stream"
LINES: Final = "application/x-ndjson"
HEARTBEATS: Final = {SERVER_SENT: b":\n\n", LINES: b"\n"}
RETRY_SECONDS: Final = 1.0
"""After so long a stream looks again where the store did not answer."""


class EventSource(ABC):
    """A `waiters.Stream` of `form`, one of `HEARTBEATS`, as long as `token` is good.

    It ends at a problem, which is its last word.
    """

    __slots__ = ("form", "has_ended", "heartbeat", "pause", "token")

    def __init__(self, form: str, token: TokenWatch) -> None:
        self.form = form
        self.token = token
        self.heartbeat = HEARTBEATS[form]
        self.has_ended = False
        self.pause: float | None = None

    @abstractmethod
    def new_events(self) -> bytes:
        """What is new, empty where nothing is. Raises `Problem`."""

    @abstractmethod
    def final_event(self, problem: Problem) -> bytes:
        """What is told of the problem that ends the stream."""

    def next_chunk(self) -> bytes:
        """What is new, or the problem that ends the stream."""
        self.pause = None
        try:
            self.token.check()
            return self.new_events()
        except Unavailable:
            self.pause = RETRY_SECONDS
            return b""
        except Problem as problem:
            return self._end(problem)
        except Exception as error:
            log.exception("stream failed", exc_info=error)
            return self._end(InternalError())

    def _end(self, problem: Problem) -> bytes:
        self.has_ended = True
        return self.final_event(problem)

    def blocking_chunks(self, first: bytes, changed: threading.Event) -> Iterator[bytes]:
        """All pieces from `first` on, where a thread can be kept waiting for them.

        `changed` is set at each change.
        """
        yield first
        while not self.has_ended:
            pause, left = self.pause, self.token.until - time.monotonic()
            seconds = HEARTBEAT_SECONDS if pause is None else pause
            if not changed.wait(max(0, min(seconds, left))) and pause is None and left > seconds:
                yield self.heartbeat
                continue
            changed.clear()
            yield self.next_chunk()
