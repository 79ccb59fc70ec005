"""Commits: what changes a match, as one script that compares before it writes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut

from railhead.service import metrics
from railhead.service.environment import DAY
from railhead.service.errors import NoSuchMatch, Unavailable
from railhead.service.model import (
    EarlierRequest,
    Event,
    Head,
    Idempotency,
    Record,
    Seat,
    bots,
    clients_of,
    seats_of,
)
from railhead.service.settings import Settings
from railhead.service.store import keys, listings
from railhead.service.store.clocks import deadline_of
from railhead.service.store.connection import STORE_ERRORS, Client, Script
from railhead.service.store.due_turns import GRACE
from railhead.service.store.match_logs import MatchLogs
from railhead.service.store.position_snapshots import (
    SNAPSHOT_INTERVAL,
    UNDO_SNAPSHOT_INTERVAL,
    encode_snapshot,
)
from railhead.service.store.replicated_writes import ReplicatedWrites
from railhead.service.store.serialization import (
    earlier_from_bytes,
    earlier_to_text,
    event_to_text,
    head_from_bytes,
    head_to_bytes,
    idempotency_field,
    record_to_bytes,
    seconds_between,
)
from railhead.service.store.written_bytes import MATCH_BYTES, STREAM_BYTES, count_written

IDEMPOTENCY_SECONDS: Final = DAY
NONCE_IN_LOG: Final = 4
"""How many letters of its nonce the first entry of a commit has."""
PAUSES: Final = (0.05, 0.5, None)
"""How long to wait after each time that the answer to a commit was lost."""

KEYED: Final = slice(5, 7)
ENTERED: Final = 16
"""Where among the arguments of a commit stand an idempotency key and what it has made, and from
where on what is added to what a match has: a place, and entries."""

COMMIT: Final = Script(Path(__file__).with_name("commit.lua").read_text(encoding="utf-8"))


class CommitConflict(Exception):
    """Another commit came first; `head` is the match as it is now."""

    def __init__(self, head: Head) -> None:
        super().__init__(f"the match is at version {head.version}")
        self.head = head


class DuplicateRequest(Exception):
    """The idempotency key has been used before; `earlier` says for what."""

    def __init__(self, earlier: EarlierRequest) -> None:
        super().__init__("the idempotency key has been used before")
        self.earlier = earlier


@dataclass(frozen=True)
class Commit:
    """What one commit writes: the new head and the entries that led to it from `expected`.

    `expected` is None for a creation. `idempotency` goes with the record of what the key made.
    """

    record: Record
    expected: Head | None
    head: Head
    events: Sequence[Event]
    idempotency: tuple[Idempotency, EarlierRequest] | None = None

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """The seats of the match from it on."""
        return seats_of(self.record, self.head)

    @property
    def acting_bots(self) -> Sequence[int]:
        """The seats of bots that are to act after it."""
        return bots(self.seats, self.head.opened)

    @cached_property
    def clients(self) -> list[str]:
        """The clients that may have news by it: those before and those after."""
        return clients_of(self.record, self.expected, self.head)


class Commits:
    """Writes commits. `logs` and `record` read what a commit has to be compared with."""

    def __init__(
        self,
        writer: Client,
        confirming: ReplicatedWrites | None,
        settings: Settings,
        tell: str,
        logs: MatchLogs,
        record: Callable[[str], Record],
    ) -> None:
        self._writer = writer
        self._replicated_writes = confirming
        self._settings = settings
        self._tell = tell
        self._logs = logs
        self._record = record

    def write(self, commit: Commit) -> None:
        """Write a commit as a whole or not at all.

        Raises `CommitConflict` where the head is not the expected one, `DuplicateRequest` where
        its idempotency key was used before, `NoSuchMatch`. A connection lost on the way is settled
        here: the script compares the head, so sending again does nothing twice, and the nonce says
        whose the commit is that came first.
        """
        involved, arguments = self._arguments(commit)
        began = time.perf_counter()
        answer, lost = self._send(involved, arguments)
        metrics.observe_store("commit", time.perf_counter() - began)
        if answer[0] == b"moved":
            head = head_from_bytes(answer[1])
            # Only where an answer was lost: else "moved" is what it says, and reading the log is
            # for nothing.
            if not (lost and self._is_ours(commit, head)):
                raise CommitConflict(head)
        if answer[0] == b"repeat":
            raise DuplicateRequest(earlier_from_bytes(answer[1]))
        if answer[0] == b"missing":
            raise NoSuchMatch()
        # After the answer: a commit that was refused has written nothing.
        _count(commit, arguments)
        metrics.count_commit(commit.record.game)

    def _send(self, involved: list[str], arguments: list[Any]) -> tuple[Any, bool]:
        """The answer of the script, and whether an earlier one was lost."""
        for tried, pause in enumerate(PAUSES):
            try:
                if self._replicated_writes is not None:
                    return self._replicated_writes.run(COMMIT, involved, arguments), tried > 0
                return COMMIT(self._writer, involved, arguments), tried > 0
            except (Disconnected, TimedOut) as error:
                if pause is None:
                    raise Unavailable("the store does not answer") from error
                time.sleep(pause)
            except STORE_ERRORS as error:
                raise Unavailable(f"the store refuses to write: {error}") from error
        raise AssertionError("the last pause is None")

    def _arguments(self, commit: Commit) -> tuple[list[str], list[Any]]:
        record, head, expected = commit.record, commit.head, commit.expected
        over = head.status == "over"
        partition = keys.partition_of(record.id)
        head_key, log, creation, failures, key, whole, data = keys.match_keys(
            record.id, "head", "log", "record", "failures", "idempotency", "folded", "data"
        )
        name, value = "", ""
        if commit.idempotency is not None:
            idempotency, made = commit.idempotency
            name, value = idempotency_field(idempotency), earlier_to_text(made)
            # A creation is repeated by who does not know the match's id yet.
            key = keys.created_key(name) if expected is None else key
        add, remove = _changes_of_listings(commit)
        entries = _entries(commit)
        # In the order in which `commit.lua` reads them, all of one partition, so that one server of
        # a cluster has them.
        marks = keys.due_key(partition), keys.clock_key(partition)
        own = [data, keys.news_key(partition), keys.match_key(record.id, "places")]
        involved = [head_key, log, creation, failures, key, marks[0], whole, marks[1], *own]
        return [*involved, *add, *remove], [
            record.id,
            "" if expected is None else expected.mark,
            head_to_bytes(head),
            GRACE if commit.acting_bots else -1,
            self._expiry_seconds(over),
            name,
            value,
            IDEMPOTENCY_SECONDS,
            self._tell,
            keys.channel(partition),
            record_to_bytes(record) if expected is None else "",
            listings.member(record) if add else "",
            len(add),
            self._fold_log(commit, entries) if over else "",
            "" if head.times is None else deadline_of(head.times),
            " ".join(commit.clients),
            _place(commit),
            *([] if over else entries),
        ]

    def _expiry_seconds(self, over: bool) -> int:
        """How long the match is kept if nothing happens any more."""
        if over:
            return self._settings.finished_expiry_seconds
        return self._settings.idle_expiry_seconds

    def _fold_log(self, commit: Commit, entries: Sequence[str]) -> bytes:
        """The whole log with these last entries; of use only while the head is the expected one."""
        version = 0 if commit.expected is None else commit.expected.version
        return self._logs.folded_with(commit.record.id, version, entries)

    def _is_ours(self, commit: Commit, now: Head) -> bool:
        """Whether the commit that came first is this one, whose answer was lost."""
        if now.mark == commit.head.mark:
            return True
        if commit.expected is None:
            # Others may have gone on since; the record stays as the creation has written it.
            return self._record(commit.record.id) == commit.record
        if now.version <= commit.expected.version:
            return False
        # The head is a later one by now: only the log still says whose commit came first.
        first = commit.expected.version + 1
        nonce = commit.head.nonce[:NONCE_IN_LOG]
        return self._logs.begins_with(commit.record.id, first, nonce)


def _changes_of_listings(commit: Commit) -> tuple[list[str], list[str]]:
    """The indexes that the match comes into, and those that it leaves."""
    record, status = commit.record, commit.head.status
    before = "" if commit.expected is None else commit.expected.status
    if record.visibility != "public" or status == before:
        return [], []
    add = listings.indexes(record, status)
    return add, [index for index in listings.indexes(record, before) if index not in add]


def _entries(commit: Commit) -> list[str]:
    """The entries as the log has them; those of one time follow the first one that says it."""
    written: list[str] = []
    before: str | None = None
    for event in commit.events:
        nonce = "" if written else commit.head.nonce[:NONCE_IN_LOG]
        at = None if event.at == before else event.at
        seconds = None if at is None else seconds_between(commit.record.created_at, at)
        times = None if written else commit.head.times
        written.append(event_to_text(event, nonce, seconds, times))
        before = event.at
    return written


def _count(commit: Commit, arguments: Sequence[Any]) -> None:
    """Count what a commit has added to what the store keeps, not what it has replaced."""
    if commit.expected is not None:
        count_written([*arguments[KEYED], *arguments[ENTERED:]])
        return
    has_stream = commit.events and commit.head.status != "over"
    count_written(arguments, MATCH_BYTES + (STREAM_BYTES if has_stream else 0))


def _place(commit: Commit) -> bytes:
    """What the match is after the commit, where looking back is to begin there; else empty.

    So it is more often where the match goes back, which takes longer to be replayed.
    """
    before = 0 if commit.expected is None else commit.expected.version
    head = commit.head
    every = (
        UNDO_SNAPSHOT_INTERVAL
        if commit.events and commit.events[0].kind == "undo"
        else SNAPSHOT_INTERVAL
    )
    # By whole multiples, not by the distance: a commit of many entries may leap over one.
    if head.status == "over" or head.version // every == before // every:
        return b""
    return encode_snapshot(commit.record, head, commit.events[-1])
