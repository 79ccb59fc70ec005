"""The news of a client as a stream: server-sent events, or JSON, a line each."""

from __future__ import annotations

from typing import Any, Final

import orjson

from railhead.service.clients.notifications import ClientNotifications
from railhead.service.errors import Problem
from railhead.service.http.event_sources import LINES, EventSource
from railhead.service.http.token_watch import TokenWatch

OPEN: Final = {"kind": "open", "match": None, "game": None, "version": None, "seat": None}
"""The event after all that was open when the stream began."""


class ClientStream(EventSource):
    """What concerns a client, over all its matches: a `waiters.Stream`."""

    def __init__(self, news: ClientNotifications, form: str, token: TokenWatch) -> None:
        super().__init__(form, token)
        self._notifications = news
        self._caught_up = False

    def new_events(self) -> bytes:
        """See `EventSource.new_events`."""
        events = self._notifications.next_events()
        if self._notifications.pending:
            self.pause = 0
        elif not self._caught_up:
            self._caught_up = True
            events.append(dict(OPEN))
        return self._encode(events)

    def final_event(self, problem: Problem) -> bytes:
        """See `EventSource.final_event`."""
        return self._encode([{**OPEN, "kind": "problem", "problem": problem.document()}])

    def _encode(self, events: list[dict[str, Any]]) -> bytes:
        if self.form == LINES:
            return b"".join(orjson.dumps(event) + b"\n" for event in events)
        return b"".join(
            b"event: %s\ndata: %s\n\n" % (event["kind"].encode(), orjson.dumps(event))
            for event in events
        )
