"""Streams of events: reading them line by line, and going on after one is cut off."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

from railhead.client import operations, schemas
from railhead.client.calls import Call, problem_error
from railhead.client.patience import Attempts, Patience

T = TypeVar("T")

SILENCE: Final = 40.0
"""Seconds without a sign of life, which comes every 15, after which a connection is lost."""
LINES: Final = {"Accept": "application/x-ndjson"}


class Following(ABC, Generic[T]):
    """A stream over as many connections as it takes, each opened with `call`."""

    last_kinds: frozenset[str] = frozenset()
    """The kinds of the events after which nothing comes."""

    def __init__(self, token: str, patience: Patience) -> None:
        self.token = token
        self.ended = False
        self._begun = b""
        self.attempts = Attempts(self.call, patience)

    @property
    def call(self) -> Call[Any]:
        """The request that opens the stream, behind what has been told."""
        opening = self.opening().holding(self.token)
        return replace(opening, headers={**opening.headers, **LINES}, longest_wait=SILENCE)

    @abstractmethod
    def opening(self) -> Call[Any]:
        """The operation that is streamed, from where it goes on."""

    def remember(self, event: Mapping[str, Any]) -> None:
        """Remember that an event has come."""

    def reset(self) -> None:
        """A connection is there: what was left of the one before is no whole line."""
        self._begun = b""

    def take(self, chunk: bytes) -> Iterator[T]:
        """The events of the lines that `chunk` ends.

        Raises the `Problem` with which the service ends a stream.
        """
        *lines, self._begun = (self._begun + chunk).split(b"\n")
        if lines:
            self.attempts.renew()
        for line in filter(None, (line.strip() for line in lines)):
            event = json.loads(line)
            if event["kind"] == "problem":
                raise problem_error(event["problem"])
            self.remember(event)
            self.ended = event["kind"] in self.last_kinds
            yield event
            if self.ended:
                return


class MatchEvents(Following[schemas.StreamEvent]):
    """What happens in a match after a version, to its end."""

    last_kinds = frozenset({"over"})

    def __init__(
        self, match: str, after: int, seat: int | None, token: str, patience: Patience
    ) -> None:
        self.match = match
        self.after = after
        self.seat = seat
        super().__init__(token, patience)

    def opening(self) -> Call[Any]:
        """The events after the last that has come."""
        return operations.list_events(self.match, after=self.after, as_=self.seat)

    def remember(self, event: Mapping[str, Any]) -> None:
        """Go on behind it after a cut."""
        self.after = event["version"]


class AnalysisEvents(Following[schemas.AnalysisEvent]):
    """How an analysis goes on, to its end. A new connection begins with how far it is."""

    last_kinds = frozenset({"end"})

    def __init__(self, match: str, analysis: int, token: str, patience: Patience) -> None:
        self.match = match
        self.analysis = analysis
        super().__init__(token, patience)

    def opening(self) -> Call[Any]:
        """The analysis."""
        return operations.get_analysis(self.match, self.analysis)


class ClientEvents(Following[schemas.ClientEvent]):
    """What concerns a client, without end. A new connection begins with all that is open."""

    def opening(self) -> Call[Any]:
        """The client's events."""
        return operations.list_my_events()
