"""The progress of an analysis as a stream: server-sent events, or JSON, a line each."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import orjson

from railhead.service.analyses.storage import AnalysisStorage
from railhead.service.core.matches import Matches
from railhead.service.errors import NoSuchAnalysis, Problem
from railhead.service.http.event_sources import LINES, EventSource
from railhead.service.http.token_watch import TokenWatch
from railhead.service.model import StoredAnalysis


def analysis_json(kept: StoredAnalysis) -> dict[str, Any]:
    """An analysis as who asked for it is shown it."""
    asked_at = datetime.fromtimestamp(kept.asked_at, UTC).isoformat(timespec="milliseconds")
    return {
        "analysis": kept.name.number,
        "status": kept.status,
        "version": kept.request.version,
        "seat": kept.request.seat,
        "seconds": kept.request.seconds,
        "asked_at": asked_at.replace("+00:00", "Z"),
        "reason": kept.reason or None,
        "simulations": 0,
        "candidates": [],
        "line": [],
        **kept.found,
    }


class AnalysisStream(EventSource):
    """An analysis again and again as it goes on, until it has ended: a `waiters.Stream`."""

    def __init__(
        self, matches: Matches, kept: StoredAnalysis, form: str, token: TokenWatch
    ) -> None:
        super().__init__(form, token)
        self.name = kept.name
        self._matches = matches
        self._kept = kept
        self._seen = -1

    def new_events(self) -> bytes:
        """See `EventSource.new_events`."""
        kept = self._matches.store.storage(AnalysisStorage).get(self.name)
        if kept is None:
            raise NoSuchAnalysis()
        if kept.changes == self._seen:
            return b""
        self._kept, self._seen = kept, kept.changes
        self.has_ended = kept.status != "running"
        kind = "progress" if kept.status == "running" else "end"
        return self._encode({"kind": kind, **analysis_json(kept)})

    def final_event(self, problem: Problem) -> bytes:
        """See `EventSource.final_event`."""
        event = {"kind": "problem", **analysis_json(self._kept), "problem": problem.document()}
        return self._encode(event)

    def _encode(self, event: dict[str, Any]) -> bytes:
        if self.form == LINES:
            return orjson.dumps(event) + b"\n"
        number = b"" if event["kind"] == "problem" else b"id: %d\n" % self._seen
        kind = event["kind"].encode()
        return b"%sevent: %s\ndata: %s\n\n" % (number, kind, orjson.dumps(event))
