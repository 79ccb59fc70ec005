"""Reading the logs of matches: a stream while they are played, one folded value thereafter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from railhead.service.model import Event, Times
from railhead.service.store.keys import match_key
from railhead.service.store.serialization import (
    event_from_bytes,
    fold_log,
    nonce_of,
    times_of,
    unfold_log,
    without_old_nonces,
)

BACK: Final = 64
"""How many entries are read at once on the way back to the first of a commit."""


class MatchLogs:
    """The logs of a store whose reading commands `read` carries out."""

    def __init__(self, read: Callable[..., Any]) -> None:
        self._read = read

    def events(self, match_id: str, created_at: str, after: int, until: int | None) -> list[Event]:
        """The entries with versions above `after`, up to `until`, of a match created then.

        Entries that were committed together have the same time.
        """
        events: list[Event] = []
        for version, entry in self.entries(match_id, after, until):
            event, nonce = event_from_bytes(version, entry, created_at)
            if event.at is None and not nonce:
                at = events[-1].at if events else self._committed_at(match_id, after, created_at)
                event = replace(event, at=at)
            events.append(event)
        return events

    def _committed_at(self, match_id: str, version: int, created_at: str) -> str | None:
        """When the commit was that has the entry of `version`, as far as the log says it."""
        while version > 0:
            entries = self.entries(match_id, max(0, version - BACK), version)
            for number, entry in reversed(entries):
                event, nonce = event_from_bytes(number, entry, created_at)
                if event.at is not None or nonce:
                    return event.at
            version -= BACK
        return None

    def times_at(self, match_id: str, version: int) -> Times | None:
        """The accounts of time after the commit that made `version`; none at the opening.

        None where the log does not say them.
        """
        if version == 0:
            return {}
        while version > 0:
            entries = self.entries(match_id, max(0, version - BACK), version)
            for _, entry in reversed(entries):
                times = times_of(entry)
                if times is not None:
                    return times
                if nonce_of(entry):
                    return None
            version -= BACK
        return None

    def entries(
        self, match_id: str, after: int = 0, until: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Versions and entries as written: of the stream, or once it is over of the folded log."""
        first, last = f"{after + 1}-0", "+" if until is None else f"{until}-0"
        # First the stream: a match that ends between the two reads is found folded. The other way
        # round it would be found in neither.
        stored = self._read("XRANGE", match_key(match_id, "log"), first, last)
        if stored:
            return [_entry(entry) for entry in stored]
        whole = self._read("GET", match_key(match_id, "folded"))
        entries = [] if whole is None else unfold_log(whole)
        return list(enumerate(entries, 1))[after:until]

    def folded_with(self, match_id: str, version: int, entries: Sequence[str]) -> bytes:
        """The whole log up to `version` with these last entries, as one value."""
        before = self.entries(match_id, until=version) if version else []
        last = [entry.encode() for entry in entries]
        return fold_log(without_old_nonces([*(entry for _, entry in before), *last]))

    def begins_with(self, match_id: str, version: int, nonce: str) -> bool:
        """Whether the entry of `version` is the first of the commit with this nonce."""
        entries = self.entries(match_id, version - 1, version)
        return any(nonce_of(entry) == nonce for _, entry in entries)


def _entry(stored: Any) -> tuple[int, bytes]:
    version, fields = stored
    return int(version.split(b"-")[0]), fields[1] if isinstance(fields, list) else fields[b"e"]
