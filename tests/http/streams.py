"""Streams of events, read as a client reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import requests

from tests.http.api import PATIENCE, Api

SERVER_SENT = "text/event-stream"
LINES = "application/x-ndjson"
FORMS = (SERVER_SENT, LINES)


class Stream:
    """An open stream; `events` waits for the next event, and ends where the stream does."""

    def __init__(self, answered: requests.Response, form: str) -> None:
        self.answered = answered
        self.form = form
        self.beats = 0
        self._lines = answered.iter_lines()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The events as they come."""
        return self._server_sent() if self.form == SERVER_SENT else self._ndjson()

    def _ndjson(self) -> Iterator[dict[str, Any]]:
        for line in self._lines:
            if line:
                yield json.loads(line)
            else:
                self.beats += 1

    def _server_sent(self) -> Iterator[dict[str, Any]]:
        fields: dict[str, str] = {}
        for line in self._lines:
            name, _, text = line.decode().partition(": ")
            if line == b":":
                self.beats += 1
            elif line:
                assert name in ("id", "event", "data", "retry"), line
                fields[name] = text
            elif "data" in fields:
                event = json.loads(fields["data"])
                assert fields["event"] == event["kind"]
                wanted = None if event["kind"] == "problem" else str(event["version"])
                assert fields.get("id") == wanted
                yield event
                fields = {}
            else:
                fields = {}

    def take(self, number: int) -> list[dict[str, Any]]:
        """The next so many events, or fewer where the stream ends."""
        return list(islice(self, number))

    def rest(self) -> list[dict[str, Any]]:
        """All events until the stream ends."""
        return list(self)


@contextmanager
def stream(client: Api, path: str, form: str = SERVER_SENT, **rest: Any) -> Iterator[Stream]:
    """A stream of the events of the match at `path`."""
    headers = {"Accept": form, **rest.pop("headers", {})}
    address = f"{client.address}{path}/events"
    with client.session.get(
        address, headers=headers, stream=True, timeout=PATIENCE, **rest
    ) as answered:
        assert answered.status_code == 200, answered.text
        assert answered.headers["Content-Type"].startswith(form)
        yield Stream(answered, form)
