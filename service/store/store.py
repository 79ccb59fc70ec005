"""Matches in a Redis-protocol server.

This file, `service.store.connection` and `service.store.due_turns` are all that know a key. Every
method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import orjson
import redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut

from service.errors import NoSuchMatch, Unavailable
from service.model import Earlier, Event, Head, Idempotency, Record, bots
from service.settings import DAY, Settings
from service.store.brisk_connection import brisk
from service.store.connection import PATIENCE, answering, connect, match_key
from service.store.due_turns import DUE, GRACE, DueTurns
from service.store.serialization import (
    earlier_from_bytes,
    earlier_to_text,
    event_from_bytes,
    event_to_text,
    folded,
    head_from_bytes,
    head_to_bytes,
    idempotency_field,
    record_from_bytes,
    record_to_bytes,
    unfolded,
)

CHANGES: Final = "changes"
IDEMPOTENCY_SECONDS: Final = DAY
TOKENS_SECONDS: Final = 600

COMMIT: Final = Path(__file__).with_name("commit.lua").read_text(encoding="utf-8")


class Moved(Exception):
    """Another commit came first; `head` is the match as it is now."""

    def __init__(self, head: Head) -> None:
        super().__init__(f"the match is at version {head.version}")
        self.head = head


class Repeated(Exception):
    """The idempotency key has been used before; `earlier` says for what."""

    def __init__(self, earlier: Earlier) -> None:
        super().__init__("the idempotency key has been used before")
        self.earlier = earlier


@dataclass(frozen=True)
class Commit:
    """What one commit writes: the new head and the entries that led to it from `expected`.

    `expected` is None for a creation. `idempotency` goes with the record of what the key made.
    """

    record: Record
    expected: int | None
    head: Head
    events: Sequence[Event]
    idempotency: tuple[Idempotency, Earlier] | None = None


def _keys(match_id: str) -> list[str]:
    parts = ("head", "log", "folded", "record", "idempotency", "failures", "lease", "tokens")
    return [match_key(match_id, part) for part in parts]


def _index(game: str, status: str) -> str:
    return f"public:{game or '*'}:{status or '*'}"


def _indexes(record: Record, status: str) -> list[str]:
    return [_index(game, state) for game in ("", record.game) for state in ("", status)]


def _member(record: Record) -> str:
    return f"{record.created_at} {record.id}"


class Store:
    """The matches of one server. Safe to share between threads, and to use after a fork."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        quickly = brisk(settings.redis_url)
        self.writer = connect(settings.redis_url, **quickly)
        self.reader = connect(settings.redis_url, retries=1, **quickly)
        self._commit = self.writer.register_script(COMMIT)
        self.due = DueTurns(self.writer, settings.lease_seconds)
        self._record = lru_cache(maxsize=4096)(self._load_record)

    def close(self) -> None:
        """Close all connections; the next use opens them again."""
        self.writer.connection_pool.disconnect()
        self.reader.connection_pool.disconnect()

    def _read(self, *command: Any) -> Any:
        with answering():
            return self.reader.execute_command(*command)  # type: ignore[no-untyped-call] # not typed

    def durability(self) -> dict[str, str | None]:
        """What the server does about memory and disk: `maxmemory-policy` and `appendonly`.

        None for what a server does not tell, as hosted ones may not.
        """
        self._read("PING")
        found: dict[str, str | None] = {"maxmemory-policy": None, "appendonly": None}
        with suppress(Unavailable):
            answer = self._read("CONFIG", "GET", *found)
            found |= {name.decode(): value.decode() for name, value in _pairs(answer)}
        return found

    # Matches.

    def record(self, match_id: str) -> Record:
        """The creation record. Raises `NoSuchMatch`."""
        return self._record(match_id)

    def _load_record(self, match_id: str) -> Record:
        stored = self._read("GET", match_key(match_id, "record"))
        if stored is None:
            raise NoSuchMatch()
        return record_from_bytes(stored)

    def head(self, match_id: str) -> Head:
        """The match as it is now. Raises `NoSuchMatch`."""
        stored = self._read("GET", match_key(match_id, "head"))
        if stored is None:
            raise NoSuchMatch()
        return head_from_bytes(stored)

    def heads(self, match_ids: Sequence[str]) -> list[Head | None]:
        """The heads of several matches, None for those that are gone."""
        if not match_ids:
            return []
        stored = self._read("MGET", *(match_key(match_id, "head") for match_id in match_ids))
        return [None if head is None else head_from_bytes(head) for head in stored]

    def log(self, match_id: str, after: int = 0, until: int | None = None) -> list[Event]:
        """The entries of the log with versions above `after`, up to `until`."""
        entries = self._entries(match_id, after, until)
        return [event_from_bytes(version, entry)[0] for version, entry in entries]

    def _entries(
        self, match_id: str, after: int = 0, until: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Versions and entries as written: of the stream, or once it is over of the folded log."""
        first, last = f"{after + 1}-0", "+" if until is None else f"{until}-0"
        stored = self._read("XRANGE", match_key(match_id, "log"), first, last)
        if stored:
            return [_entry(entry) for entry in stored]
        whole = self._read("GET", match_key(match_id, "folded"))
        entries = [] if whole is None else unfolded(whole)
        return list(enumerate(entries, 1))[after:until]

    def commit(self, commit: Commit) -> None:
        """Write a commit as a whole or not at all.

        Raises `Moved` where the head is not the expected one, `Repeated` where its idempotency key
        was used before, `NoSuchMatch`. A connection lost on the way is settled here: the script
        compares the head, so sending again does nothing twice, and the nonce says whose the entry
        is that came first.
        """
        nonce = secrets.token_urlsafe(3)
        keys, arguments = self._arguments(commit, nonce)
        lost = False
        for pause in (0.05, 0.5, None):
            try:
                answer = self._commit(keys, arguments)
                break
            except (Disconnected, TimedOut) as error:
                lost = True
                if pause is None:
                    raise Unavailable("the store does not answer") from error
                time.sleep(pause)
            except RedisError as error:
                raise Unavailable(f"the store refuses to write: {error}") from error
        if answer[0] == b"moved" and lost and self._is_ours(commit, nonce):
            return
        if answer[0] == b"moved":
            raise Moved(head_from_bytes(answer[1]))
        if answer[0] == b"repeat":
            raise Repeated(earlier_from_bytes(answer[1]))
        if answer[0] == b"missing":
            raise NoSuchMatch()

    def _arguments(self, commit: Commit, nonce: str) -> tuple[list[str], list[Any]]:
        record, head = commit.record, commit.head
        over = head.status == "over"
        expiry = self.settings.finished_expiry if over else self.settings.idle_expiry
        name, key, value = "", match_key(record.id, "idempotency"), ""
        if commit.idempotency is not None:
            idempotency, made = commit.idempotency
            name, value = idempotency_field(idempotency), earlier_to_text(made)
            key = f"created:{name}" if commit.expected is None else key
        add: list[str] = []
        remove: list[str] = []
        if record.visibility == "public" and (over or commit.expected is None):
            add = _indexes(record, head.status)
            remove = [key for key in _indexes(record, "active") if key not in add]
        entries = [
            event_to_text(event, "" if index else nonce)
            for index, event in enumerate(commit.events)
        ]
        creating = commit.expected is None
        keys = [match_key(record.id, part) for part in ("head", "log", "record", "failures")]
        keys += [key, DUE, match_key(record.id, "folded"), *add, *remove]
        return keys, [
            record.id,
            -1 if commit.expected is None else commit.expected,
            head_to_bytes(head),
            GRACE if bots(record, head.opened) else -1,
            expiry,
            name,
            value,
            IDEMPOTENCY_SECONDS,
            CHANGES,
            record_to_bytes(record) if creating else "",
            _member(record) if add else "",
            len(add),
            *([self._folded(commit, entries)] if over else ["", *entries]),
        ]

    def _folded(self, commit: Commit, entries: Sequence[str]) -> bytes:
        """The whole log with these last entries; of use only while the head is the expected one."""
        before = self._entries(commit.record.id, until=commit.expected) if commit.expected else []
        return folded([*(entry for _, entry in before), *(entry.encode() for entry in entries)])

    def _is_ours(self, commit: Commit, nonce: str) -> bool:
        """Whether the commit after the expected head is the one with this nonce."""
        if commit.expected is None:
            return self.record(commit.record.id) == commit.record
        after = commit.expected
        entries = self._entries(commit.record.id, after, after + 1)
        return any(event_from_bytes(*entry)[1] == nonce for entry in entries)

    def delete(self, record: Record) -> None:
        """Delete all of a match, and wake whoever waits for it. Raises `NoSuchMatch`."""
        with answering(), self.writer.pipeline(transaction=True) as batch:
            batch.delete(*_keys(record.id))
            batch.zrem(DUE, record.id)
            self._forget(batch, [_member(record)], record.game)
            batch.publish(CHANGES, record.id)
            gone = batch.execute()[0]
        if not gone:
            raise NoSuchMatch()

    def _forget(self, batch: Any, members: Sequence[str], game: str) -> None:
        for name in {"", game}:
            for status in ("", "active", "over"):
                batch.zrem(_index(name, status), *members)

    # Idempotency.

    def earlier(self, idempotency: Idempotency, match_id: str | None = None) -> Earlier | None:
        """What a key was used for in a match, or to create one where `match_id` is None."""
        name = idempotency_field(idempotency)
        key = f"created:{name}" if match_id is None else match_key(match_id, "idempotency")
        stored = self._read("HGET", key, name)
        if stored is None or int(stored.split(b" ", 1)[0]) < (time.time() - DAY) * 1000:
            return None
        return earlier_from_bytes(stored)

    def keep_tokens(self, match_id: str, tokens: Mapping[str, str]) -> None:
        """Keep the tokens of a creation in the clear, for its repetition within ten minutes."""
        with answering():
            key = match_key(match_id, "tokens")
            self.writer.set(key, orjson.dumps(dict(tokens)), ex=TOKENS_SECONDS)

    def kept_tokens(self, match_id: str) -> dict[str, str]:
        """The tokens of a creation by seat number and `owner`; empty once they are forgotten."""
        stored = self._read("GET", match_key(match_id, "tokens"))
        return {} if stored is None else orjson.loads(stored)

    # Data sets.

    def keep_data(self, digest: str, data: Mapping[str, Any]) -> None:
        """Keep a validated data set for every host that plays with it."""
        with answering():
            self.writer.set(f"data:{digest}", orjson.dumps(dict(data)), nx=True)

    def data(self, digest: str) -> dict[str, Any] | None:
        """A data set by its digest."""
        stored = self._read("GET", f"data:{digest}")
        return None if stored is None else orjson.loads(stored)

    # Listings.

    def listed(
        self, game: str, status: str, before: str | None, limit: int
    ) -> tuple[list[tuple[Record, Head]], str | None]:
        """Up to `limit` public matches, newest first, and where the next page starts.

        `game` and `status` may be empty for all. Entries of matches that are gone are removed.
        """
        found: list[tuple[Record, Head]] = []
        top = "+" if before is None else f"({before}"
        while True:
            rows = self._read(
                "ZREVRANGEBYLEX", _index(game, status), top, "-", "LIMIT", 0, limit + 1
            )
            members = [row.decode() for row in rows]
            heads = self.heads([_id_of(member) for member in members])
            self._prune([m for m, head in zip(members, heads, strict=True) if head is None], game)
            for member, head in zip(members, heads, strict=True):
                if head is not None and len(found) == limit:
                    return found, _member(found[-1][0])
                if head is not None:
                    found.append((self.record(_id_of(member)), head))
            if len(members) <= limit:
                return found, None
            top = f"({members[-1]}"

    def _prune(self, dead: Sequence[str], game: str) -> None:
        if not dead:
            return
        with answering(), self.writer.pipeline(transaction=False) as batch:
            self._forget(batch, dead, game)
            batch.execute()

    # Changes.

    def subscribed(self) -> redis.client.PubSub:
        """A subscription of its own connection to the ids of matches that change, confirmed."""
        with answering():
            client = connect(self.settings.redis_url)
            subscription: redis.client.PubSub = client.pubsub()  # type: ignore[no-untyped-call] # redis has no types
            subscription.subscribe(CHANGES)
            subscription.get_message(timeout=PATIENCE)
            return subscription


def _pairs(answer: Any) -> list[tuple[bytes, bytes]]:
    """Names and values of an answer, which is a map or a flat list by protocol version."""
    if isinstance(answer, dict):
        return list(answer.items())
    return list(zip(answer[::2], answer[1::2], strict=True))


def _entry(stored: Any) -> tuple[int, bytes]:
    version, fields = stored
    return int(version.split(b"-")[0]), fields[1] if isinstance(fields, list) else fields[b"e"]


def _id_of(member: str) -> str:
    return member.rpartition(" ")[2]
