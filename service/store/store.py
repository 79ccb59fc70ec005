"""Matches in a Redis-protocol store.

Nothing outside `service.store` knows a key. Every method raises `Unavailable` where the store does
not answer or refuses to write.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, TypeVar

from railhead import __version__
from railhead.service import metrics
from railhead.service.environment import DAY
from railhead.service.errors import MatchDamaged, NoSuchMatch, Problem
from railhead.service.model import (
    EarlierRequest,
    Event,
    Head,
    Idempotency,
    Record,
    Times,
    clients_of,
)
from railhead.service.settings import Settings
from railhead.service.store import keys, listings
from railhead.service.store.checks import condition, fullest, refused_writes
from railhead.service.store.clocks import Clocks
from railhead.service.store.commits import Commit, Commits
from railhead.service.store.connection import (
    Client,
    Script,
    command,
    connect,
    disconnect,
    is_cluster,
    translating_errors,
)
from railhead.service.store.data_sets import DataSets
from railhead.service.store.due_turns import DueTurns
from railhead.service.store.halted_turns import HaltedTurns
from railhead.service.store.keys import match_key
from railhead.service.store.layout import PARTS, found_empty, lay_out_again, prepare
from railhead.service.store.low_syscall_connection import connect_with_few_syscalls
from railhead.service.store.match_logs import MatchLogs
from railhead.service.store.position_snapshots import PositionSnapshots
from railhead.service.store.public_matches import PublicMatches
from railhead.service.store.reliable_queue import ReliableQueue
from railhead.service.store.replicated_writes import ReplicatedWrites
from railhead.service.store.serialization import (
    earlier_from_bytes,
    earlier_to_text,
    head_from_bytes,
    id_for,
    idempotency_field,
    record_from_bytes,
)
from railhead.service.store.subscription import Subscription, subscribe
from railhead.service.store.ttl_cache import TtlCache

DIGEST_KEY: Final = "digest_key"
DIGEST_KEY_BYTES: Final = 16
DELETE: Final = Script(Path(__file__).with_name("delete.lua").read_text(encoding="utf-8"))
COUNT: Final = Script("""
local count = redis.call('INCRBY', KEYS[1], ARGV[2])
-- Only the first sets an end: a window is not prolonged by what is counted in it.
if count == tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}
""")
FORGET: Final = Script("""
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if not kept or string.match(kept, '^%d+ (.*)$') ~= ARGV[2] then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])
""")
"""Takes back what a key stands for: its field and the text after the time."""
DRAW_DIGEST_KEY: Final = Script("""
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
return redis.call('HGET', KEYS[1], ARGV[1])
""")
"""Key: the layout. Arguments: its field, and what it shall be where it is nothing yet."""


Storage = TypeVar("Storage")


class Store:
    """The matches of one store. Safe to share between threads, and to use after a fork."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tell = "SPUBLISH" if is_cluster(settings.redis_url) else "PUBLISH"
        """The command by which scripts wake those who wait for a change."""
        self._logs = MatchLogs(self._read)
        # What a match was created with never changes: what is known of it needs no second read.
        self._record = lru_cache(maxsize=4096)(self._load_record)
        self._digest_key: bytes | None = None
        self._storages: dict[Callable[[Store], Any], Any] = {}

    def storage(self, kind: Callable[[Store], Storage]) -> Storage:
        """What a feature keeps in this store: `kind`, called with the store at its first use.

        So the store knows no feature. Raises `Unavailable` where it cannot be connected to.
        """
        if kind not in self._storages:
            self._storages[kind] = kind(self)
        kept: Storage = self._storages[kind]
        return kept

    @cached_property
    def writer(self) -> Client:
        """The client that sends a command once; it comes with the store laid out."""
        with translating_errors():
            client = connect_with_few_syscalls(
                self.settings.redis_url, shortcuts=self.settings.shortcuts
            )
        prepare(client)
        return client

    @cached_property
    def reader(self) -> Client:
        """The client that asks again where a connection breaks."""
        self.prepare()
        with translating_errors():
            return connect_with_few_syscalls(
                self.settings.redis_url, retries=1, shortcuts=self.settings.shortcuts
            )

    @cached_property
    def due(self) -> DueTurns:
        """The turns of bots that are due."""
        return DueTurns(self.writer, self.settings.lease_seconds)

    @property
    def digest_key(self) -> bytes:
        """The key of digests that only this store's processes can make. Raises `Unavailable`."""
        if self._digest_key is None:
            fresh = token_hex(DIGEST_KEY_BYTES)
            with translating_errors():
                kept = DRAW_DIGEST_KEY(self.writer, [keys.LAYOUT], [DIGEST_KEY, fresh])
            if not kept:  # it was emptied a moment ago: the next time it will be laid out again
                return fresh.encode()
            self._digest_key = bytes(kept)
        return self._digest_key

    @cached_property
    def clocks(self) -> Clocks:
        """The clocks of players that run."""
        return Clocks(self.writer)

    @cached_property
    def halted_turns(self) -> HaltedTurns:
        """The turns of bots that failed again and again."""
        return HaltedTurns(self.writer, self.tell, __version__)

    @cached_property
    def news(self) -> ReliableQueue:
        """What has happened and may be news to clients: names are `match client`."""
        return ReliableQueue(self.writer, keys.news_key)

    @cached_property
    def leaving(self) -> ReliableQueue:
        """The clients that are gone and may still have matches to leave, by their ids."""
        return ReliableQueue(self.writer, keys.leaving_key)

    @cached_property
    def leftovers(self) -> listings.Leftovers:
        """What listings still have of matches that have expired."""
        return listings.Leftovers(self.reader, self.writer)

    @cached_property
    def data_sets(self) -> DataSets:
        """The data that matches are played with."""
        return DataSets(self._read, self.writer)

    @cached_property
    def public_matches(self) -> PublicMatches:
        """The public matches."""
        return PublicMatches(self.reader, self.writer, self.heads_or_damaged, self.record)

    @cached_property
    def position_snapshots(self) -> PositionSnapshots:
        """What matches were at some of their versions."""
        return PositionSnapshots(self._read, self.writer)

    @cached_property
    def ttl_cache(self) -> TtlCache:
        """What is kept for a while only."""
        return TtlCache(self.reader, self.writer)

    @cached_property
    def replicated_writes(self) -> ReplicatedWrites | None:
        """What waits for replicas, where commits have to."""
        if not self.settings.is_replicated:
            return None
        return ReplicatedWrites(self.writer, self.settings.replicas, self.settings.replica_seconds)

    @cached_property
    def _commits(self) -> Commits:
        """What writes commits."""
        tools = (self.writer, self.replicated_writes, self.settings, self.tell)
        return Commits(*tools, self._logs, self.record)

    def prepare(self) -> None:
        """See to how the store is laid out, as the first use does.

        Raises `Unavailable`, also for a store that is laid out for another version of the service.
        """
        _ = self.writer

    def close(self) -> None:
        """Close all connections; the next use opens them again."""
        for name in ("writer", "reader"):
            if name in self.__dict__:
                disconnect(self.__dict__[name])

    def condition(self) -> tuple[list[str], list[str]]:
        """What keeps the store from keeping matches, and what its operator should look at.

        Raises `Unavailable`. Tries a write.
        """
        problems, warnings = condition(self.reader, self.settings)
        problems += refused_writes(self.writer)
        if not problems:
            emptied = self.lay_out_again()
            problems += [emptied] if emptied else []
        return problems, [*warnings, *found_empty(self.reader), *self.clocks.recent_pauses()]

    def memory_used(self) -> float | None:
        """The share of its memory that the fullest server uses; None where none has a bound.

        Raises `Unavailable`.
        """
        return fullest(self.reader)

    def lay_out_again(self) -> str | None:
        """As the `layout` module's function; what is wrong where the store was emptied."""
        return lay_out_again(self.writer)

    def _read(self, *words: Any) -> Any:
        began = time.perf_counter()
        with translating_errors():
            answer = command(self.reader, *words)
        metrics.observe_store("read", time.perf_counter() - began)
        return answer

    # Matches.

    def record(self, match_id: str) -> Record:
        """The creation record. Raises `NoSuchMatch`."""
        return self._record(match_id)

    def _load_record(self, match_id: str) -> Record:
        stored = self._read("GET", match_key(match_id, "record"))
        if stored is None:
            raise NoSuchMatch()
        with readable("record"):
            return record_from_bytes(stored)

    def head(self, match_id: str) -> Head:
        """The match as it is now. Raises `NoSuchMatch`."""
        stored = self._read("GET", match_key(match_id, "head"))
        if stored is None:
            raise NoSuchMatch()
        with readable("head"):
            return head_from_bytes(stored)

    def heads(self, match_ids: Sequence[str]) -> list[Head | None]:
        """The heads of several matches, None for those that are gone. Raises `MatchDamaged`."""
        found = self.heads_or_damaged(match_ids)
        for one in found:
            if isinstance(one, MatchDamaged):
                raise one
        return [one for one in found if not isinstance(one, MatchDamaged)]

    def heads_or_damaged(self, match_ids: Sequence[str]) -> list[Head | MatchDamaged | None]:
        """The heads of several matches, None for those that are gone, and for those that cannot be
        read what `head` raises."""
        if not match_ids:
            return []
        with translating_errors(), self.reader.pipeline(transaction=False) as batch:
            for match_id in match_ids:
                batch.get(match_key(match_id, "head"))
            stored = batch.execute()
        return [None if head is None else _head_or_damaged(head) for head in stored]

    def log(self, match_id: str, after: int = 0, until: int | None = None) -> list[Event]:
        """The entries of the log with versions above `after`, up to `until`.

        Raises `NoSuchMatch`. Entries that were committed together have the same time.
        """
        created_at = self.record(match_id).created_at
        with readable("log"):
            return self._logs.events(match_id, created_at, after, until)

    def times_at(self, match_id: str, version: int) -> Times | None:
        """The accounts of time that a match had at a version; None where its log has none."""
        return self._logs.times_at(match_id, version)

    def commit(self, commit: Commit) -> None:
        """Write a commit as a whole or not at all.

        Raises `CommitConflict`, `DuplicateRequest`, `NoSuchMatch`.
        """
        self._commits.write(commit)

    def delete(self, record: Record) -> None:
        """Delete all of a match, and wake whoever waits for it. Raises `NoSuchMatch`."""
        partition = keys.partition_of(record.id)
        own = keys.match_keys(record.id, *PARTS)
        indexes = listings.all_indexes(partition, record.game)
        marks = [keys.due_key(partition), keys.clock_key(partition), keys.news_key(partition)]
        arguments = [record.id, len(own), listings.member(record)]
        clients = clients_of(record, *self.heads([record.id]))
        with translating_errors():
            gone = DELETE(
                self.writer,
                [*own, *marks, *indexes],
                [*arguments, self.tell, keys.channel(partition), *clients],
            )
        if not gone:
            raise NoSuchMatch()

    # Idempotency.

    def new_match_id(self, idempotency: Idempotency | None) -> str:
        """An id for a new match; one commit writes the match and what its key stands for."""
        return id_for(idempotency)

    def earlier(
        self, idempotency: Idempotency, match_id: str | None = None
    ) -> EarlierRequest | None:
        """What a key was used for in a match, or to create one where `match_id` is None.

        Where commits wait for replicas, so does this: it acknowledges one again.
        """
        name = idempotency_field(idempotency)
        key = keys.created_key(name) if match_id is None else match_key(match_id, "idempotency")
        if self.replicated_writes is None:
            stored = self._read("HGET", key, name)
        else:
            with translating_errors():
                stored = self.replicated_writes.read(key, "HGET", key, name)
        where = name if match_id is None else match_id
        if stored is None:
            return None
        if int(stored.split(b" ", 1)[0]) < (self.clocks.wall(where) - DAY) * 1000:
            return None
        return earlier_from_bytes(stored)

    def forget_earlier(self, idempotency: Idempotency, earlier: EarlierRequest) -> None:
        """Let the key of a creation stand for nothing again, unless it does for another by now."""
        name = idempotency_field(idempotency)
        with translating_errors():
            FORGET(self.writer, [keys.created_key(name)], [name, earlier_to_text(earlier)])

    # What is counted and told.

    def count(self, name: str, seconds: int, amount: int = 1) -> tuple[int, float]:
        """Count one of `name`, or as many as are more than none: how many that makes in these
        `seconds`, and how many of these are left.
        """
        with translating_errors():
            count, left = COUNT(self.writer, [keys.limit_key(name)], [seconds, amount])
        return int(count), int(left) / 1000

    def subscribe(self) -> Subscription:
        """A subscription of its own connection to the ids of matches that change, confirmed."""
        with translating_errors():
            return subscribe(connect(self.settings.redis_url))


@contextmanager
def readable(part: str) -> Iterator[None]:
    """Raises `MatchDamaged` where what is kept of a match cannot be read."""
    try:
        yield
    except Problem:
        raise
    except Exception as error:  # whatever bytes may do to what reads them
        raise MatchDamaged(f"the {part} of the match cannot be read") from error


def _head_or_damaged(stored: bytes) -> Head | MatchDamaged:
    try:
        with readable("head"):
            return head_from_bytes(stored)
    except MatchDamaged as damaged:
        return damaged
