"""Analyses in the store: what was asked, how far each is, and which nobody goes on with.

All that is kept of those of a match lies under one key, which goes with the match, and by itself
some time after the last was asked for. Every method raises `Unavailable` where the store does not
answer or refuses to write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import orjson

from railhead.service.analyses.storage_scripts import ASK, END, SAVE, TAKE
from railhead.service.errors import IdempotencyMismatch
from railhead.service.model import AnalysisName, AnalysisRequest, Idempotency, StoredAnalysis
from railhead.service.store.commits import IDEMPOTENCY_SECONDS
from railhead.service.store.connection import command, translating_errors
from railhead.service.store.due_turns import DROP, GRACE, Overdue
from railhead.service.store.keys import analyses_key, channel, match_key, partition_of
from railhead.service.store.serialization import idempotency_field
from railhead.service.store.store import Store

RUNNING_AT_ONCE: Final = 2
"""How many analyses of one match run at once for one who asks."""
KEPT_FOR_ONE: Final = 20
MARK: Final = re.compile(r"[^.]+\.[^:]+:\d{1,9}")
"""What the marks of analyses look like; nobody looks after others."""
KEPT_OF_A_MATCH: Final = 100
"""How many are kept: beyond that the oldest that have ended make room."""


class AnalysisStorage:
    """The analyses of one store, each kept for `analysis_expiry_seconds` or longer."""

    def __init__(self, store: Store) -> None:
        self._reader = store.reader
        self._writer = store.writer
        self._tell = store.tell
        self._lease_milliseconds = int(store.settings.lease_seconds * 1000)
        self._expiry = store.settings.analysis_expiry_seconds
        self._overdue = Overdue(self._writer, analyses_key, lambda mark: _lease(name_of(mark)))

    def ask(
        self,
        match_id: str,
        asker: str,
        request: AnalysisRequest,
        idempotency: Idempotency | None = None,
    ) -> AnalysisName | None:
        """Keep what is asked; None where as many run for the asker, or in the match, as may.

        With the same idempotency key it is the analysis from before, as long as that is kept.
        Raises `IdempotencyMismatch`.
        """
        written = orjson.dumps(request.to_json())
        return self._ask(match_id, asker, written, idempotency)

    def earlier_request(
        self, match_id: str, asker: str, idempotency: Idempotency | None
    ) -> AnalysisName | None:
        """What was asked with this key, if it is kept. Raises `IdempotencyMismatch`."""
        return None if idempotency is None else self._ask(match_id, asker, b"", idempotency)

    def _ask(
        self, match_id: str, asker: str, written: bytes, idempotency: Idempotency | None
    ) -> AnalysisName | None:
        bounds = [RUNNING_AT_ONCE, KEPT_FOR_ONE, KEPT_OF_A_MATCH, self._expiry, GRACE]
        field, fingerprint = "", ""
        if idempotency is not None:
            field, fingerprint = idempotency_field(idempotency), idempotency.fingerprint
        arguments = [asker, match_id, written, *bounds, field, fingerprint, IDEMPOTENCY_SECONDS]
        with translating_errors():
            involved = [*_keys(match_id), match_key(match_id, "idempotency")]
            answer: str = ASK(self._writer, involved, arguments).decode()
        if not answer:
            return None
        kept, _, number = answer.partition(" ")
        if kept != fingerprint:
            raise IdempotencyMismatch()
        return AnalysisName(match_id, asker, int(number))

    def get(self, name: AnalysisName) -> StoredAnalysis | None:
        """The analysis of this name; None where there is none, or no longer."""
        with translating_errors():
            stored = command(self._reader, "HGET", _keys(name.match)[0], _field(name))
        return None if stored is None else _stored_analysis(name, stored)

    def of(self, match_id: str, asker: str) -> list[StoredAnalysis]:
        """The analyses of one who asks, the last first."""
        with translating_errors():
            found: Any = self._reader.hgetall(_keys(match_id)[0])
        pairs = {field.decode(): value for field, value in found.items()}
        names = [name_of(f"{match_id}.{field}") for field in pairs if field.startswith(f"{asker}:")]
        names.sort(key=lambda name: -name.number)
        return [_stored_analysis(name, pairs[_field(name)]) for name in names]

    def take(self, name: AnalysisName, holder: str) -> StoredAnalysis | None:
        """Go on with an analysis; None where it has ended, or another goes on with it."""
        with translating_errors():
            arguments = [_field(name), name.mark, holder, self._lease_milliseconds]
            stored = TAKE(self._writer, _keys_and_lease(name), arguments)
        return _stored_analysis(name, stored) if stored else None

    def save(
        self,
        name: AnalysisName,
        holder: str,
        status: str,
        tally: Mapping[str, Any],
        found: Mapping[str, Any],
        let_go: bool = False,
    ) -> int:
        """Keep how far an analysis is, and wake who waits for that: how often it has changed now.

        0 where it was cancelled, is gone or is another's. `let_go`: anybody may go on with it.
        """
        rest = orjson.dumps(tally) + b"\n" + orjson.dumps(found)
        own = [_field(name), name.mark, holder, self._lease_milliseconds]
        released = GRACE if let_go else ""
        with translating_errors():
            arguments = [*own, status, rest, released, *self._tell_arguments(name)]
            return int(SAVE(self._writer, _keys_and_lease(name), arguments))

    def end(self, name: AnalysisName, status: str, reason: str = "") -> bool:
        """End an analysis that is running, and wake who waits for that; whether it was."""
        with translating_errors():
            arguments = [_field(name), name.mark, status, reason, *self._tell_arguments(name)]
            return bool(END(self._writer, _keys(name.match), arguments))

    def drop_lease(self, name: AnalysisName, holder: str) -> None:
        """Let go of an analysis that a worker had that is dead."""
        with translating_errors():
            DROP(self._writer, [_lease(name)], [holder])

    def offer_overdue(self) -> list[AnalysisName]:
        """Some of those that nobody goes on with, each offered to one caller a second."""
        found = [mark for mark in self._overdue.offer() if MARK.fullmatch(mark)]
        return [name_of(mark) for mark in found]

    def _tell_arguments(self, name: AnalysisName) -> list[str]:
        return [self._tell, channel(partition_of(name.match))]


def name_of(mark: str) -> AnalysisName:
    """The name that has this mark."""
    match_id, _, field = mark.rpartition(".")
    asker, _, number = field.partition(":")
    return AnalysisName(match_id, asker, int(number))


def _field(name: AnalysisName) -> str:
    return f"{name.asker}:{name.number}"


def _keys(match_id: str) -> list[str]:
    return [match_key(match_id, "analyses"), analyses_key(partition_of(match_id))]


def _lease(name: AnalysisName) -> str:
    return match_key(name.match, f"lease:{_field(name)}")


def _keys_and_lease(name: AnalysisName) -> list[str]:
    return [*_keys(name.match), _lease(name)]


def _stored_analysis(name: AnalysisName, stored: bytes) -> StoredAnalysis:
    head, request, reason, tally, found = stored.split(b"\n", 4)
    status, at, attempts, changes = head.decode().split(" ")
    return StoredAnalysis(
        name,
        status,
        int(at) / 1000,
        int(attempts),
        int(changes),
        AnalysisRequest(**orjson.loads(request)),
        reason.decode(),
        orjson.loads(tally) if tally else None,
        orjson.loads(found) if found else {},
    )
