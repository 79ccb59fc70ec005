"""The news of a client as a stream: server-sent events, or JSON, a line each."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Final

import orjson
import structlog

from service.errors import InternalError, Problem, Unavailable
from service.http.event_streams import HEARTBEATS, LINES, RETRY_SECONDS
from service.http.holds import HEARTBEAT_SECONDS
from service.matches.client_news import ClientNews

log = structlog.get_logger()

OPEN: Final = {"kind": "open", "match": None, "game": None, "version": None, "seat": None}
"""The event after all that was open when the stream began."""


class ClientStream:
    """What concerns a client, over all its matches: a `holds.Stream`."""

    def __init__(self, news: ClientNews, form: str) -> None:
        self._news = news
        self._form = form
        self._caught_up = False
        self.heartbeat = HEARTBEATS[form]
        self.ended = False
        self.pause: float | None = None

    def piece(self) -> bytes:
        """What is new, or the problem that ends the stream."""
        self.pause = None
        try:
            events = self._news.more()
        except Unavailable:
            self.pause = RETRY_SECONDS
            return b""
        except Problem as problem:
            return self._refused(problem)
        except Exception as error:
            log.exception("stream failed", exc_info=error)
            return self._refused(InternalError())
        if self._news.pending:
            self.pause = 0
        elif not self._caught_up:
            self._caught_up = True
            events.append(dict(OPEN))
        return self._written(events)

    def _refused(self, problem: Problem) -> bytes:
        self.ended = True
        return self._written([{**OPEN, "kind": "problem", "problem": problem.document()}])

    def _written(self, events: list[dict[str, Any]]) -> bytes:
        if self._form == LINES:
            return b"".join(orjson.dumps(event) + b"\n" for event in events)
        return b"".join(
            b"event: %s\ndata: %s\n\n" % (event["kind"].encode(), orjson.dumps(event))
            for event in events
        )

    def blocking(self, first: bytes, changed: threading.Event) -> Iterator[bytes]:
        """All pieces from `first` on, where a thread can be kept waiting for them."""
        yield first
        while not self.ended:
            pause = self.pause
            if not changed.wait(HEARTBEAT_SECONDS if pause is None else pause) and pause is None:
                yield self.heartbeat
                continue
            changed.clear()
            yield self.piece()
