"""How a store is laid out: written into it at first, checked at every start.

A store of the first layout, whose keys had no partitions, is moved to the present one in batches. A
match is moved as a whole or not at all, and moving it again does nothing: a move that was broken
off goes on at the next start, and several processes may move at once. Only a single server can have
the first layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import structlog
from redis.cluster import RedisCluster

from railhead.service import metrics
from railhead.service.environment import DAY
from railhead.service.errors import Unavailable
from railhead.service.model import Record
from railhead.service.store import keys
from railhead.service.store.connection import Client, Script, translating_errors
from railhead.service.store.due_turns import CLOCK
from railhead.service.store.serialization import record_from_bytes

log = structlog.get_logger()

VERSION: Final = 2
EMPTIED: Final = (
    "the store was emptied, or replaced by another, while it was in use: the matches that it had "
    "are gone. It was laid out again; restore a backup, or go on without"
)
FOUND_EMPTY: Final = (
    "the store was found empty at {when} while it was in use: the matches from before are gone. "
    "Restore a backup, or go on without"
)
TOLD_SECONDS: Final = 7 * DAY
"""For how long that is said."""
PARTS: Final = (
    "head",
    "log",
    "folded",
    "record",
    "idempotency",
    "failures",
    "lease",
    "tokens",
    "analyses",
    "parts",
    "data",
    "rematch",
    "places",
    "scores",
)
"""All that a match may have, each under a key of its own."""
BATCH: Final = 500
STATUSES: Final = ("", "open", "active", "over")

MOVE: Final = Script(Path(__file__).with_name("move.lua").read_text(encoding="utf-8"))
AGAIN: Final = Script(
    "local time = redis.call('TIME')\n"
    "if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end\n"
    "redis.call('HSET', KEYS[1], 'version', ARGV[1], 'partitions', ARGV[2],"
    " 'found_empty', time[1])\n"
    "return 1"
)
RENAME: Final = Script(
    "if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end\n"
    "redis.call('RENAME', KEYS[1], KEYS[2])\n"
    "return 1"
)


def prepare(client: Client) -> None:
    """Check how the store is laid out, and lay it out where that has not been done.

    Raises `Unavailable`, also for a store that is laid out for another version of the service.
    """
    with translating_errors():
        found = client.hgetall(keys.LAYOUT)
        if not found:
            if not isinstance(client, RedisCluster):
                _move_all(client)
            wanted: Any = {"version": VERSION, "partitions": keys.PARTITIONS}
            client.hset(keys.LAYOUT, mapping=wanted)
            return
    version, partitions = (int(found.get(name, 0)) for name in (b"version", b"partitions"))
    if (version, partitions) != (VERSION, keys.PARTITIONS):
        raise Unavailable(
            f"the store has layout {version} with {partitions} partitions; this version of the "
            f"service reads layout {VERSION} with {keys.PARTITIONS}"
        )


def lay_out_again(client: Client) -> str | None:
    """What to say where a store that has been in use has lost its layout, as one that is emptied.

    It is laid out again, as at a first start: what keys of the first layout it has are moved. Since
    when is kept in it for `found_empty`. None where all is well, or another process was first.
    Raises `Unavailable`.
    """
    with translating_errors():
        if client.exists(keys.LAYOUT):
            return None
        if not isinstance(client, RedisCluster):
            _move_all(client)
        if not AGAIN(client, [keys.LAYOUT], [VERSION, keys.PARTITIONS]):
            return None
    log.error("the store was emptied", fix="restore a backup, or go on without")
    metrics.count_emptied_store()
    return EMPTIED


def found_empty(client: Client) -> list[str]:
    """A warning where the store was found empty lately. Raises `Unavailable`."""
    with translating_errors():
        told = client.hget(keys.LAYOUT, "found_empty")
        now = CLOCK(client, [keys.LAYOUT], []) / 1000
    if told is None or now > int(told) + TOLD_SECONDS:
        return []
    return [FOUND_EMPTY.format(when=datetime.fromtimestamp(int(told), UTC).isoformat())]


def _move_all(client: Any) -> None:
    """Move all that has the keys of the first layout, and remove what is left of these."""
    moved, left, cursor = 0, {b"due"}, 0
    while True:
        cursor, page = client.scan(cursor, count=BATCH)
        old = [key for key in page if b"{" not in key]
        matches = [
            key.decode().split(":")[1]
            for key in old
            if key.startswith(b"match:") and key.endswith(b":head")
        ]
        moved += _move_matches(client, matches)
        for key in old:
            if key.startswith(b"created:"):
                name = key.decode()
                RENAME(client, [name, keys.created_key(name.partition(":")[2])], [])
        left |= {key for key in old if key.startswith((b"public:", b"data:"))}
        if matches:
            log.info("matches moved to partitions", so_far=moved)
        if not cursor:
            break
    # Last: a move that is broken off needs the data sets and listings when it goes on.
    client.delete(*left)


def _move_matches(client: Any, match_ids: Sequence[str]) -> int:
    """Move these matches; returns how many another process had not moved before."""
    if not match_ids:
        return 0
    stored = client.mget([f"match:{match_id}:record" for match_id in match_ids])
    records = [record_from_bytes(one) for one in stored if one is not None]
    if not records:
        return 0
    # Before the matches: none may lie where its data is not.
    _copy_data(client, records)
    calls = [_move(record) for record in records]
    # Alone, since it may have to send the script: in a pipeline nothing can be tried again.
    MOVE(client, *calls[0])
    with client.pipeline(transaction=False) as batch:
        for call in calls[1:]:
            batch.execute_command(*MOVE.call(*call))
        moved: list[int] = batch.execute()
    return 1 + sum(moved)


def _move(record: Record) -> tuple[list[str], list[str | int]]:
    """The keys and arguments that move one match."""
    partition = keys.partition_of(record.id)
    old = [f"match:{record.id}:{part}" for part in PARTS]
    due = ["due", keys.due_key(partition)]
    listings: list[str] = []
    for game in ("", record.game):
        for status in STATUSES:
            listings.append(f"public:{game or '*'}:{status or '*'}")
            listings.append(keys.index_key(partition, game, status))
    member = f"{record.created_at} {record.id}"
    involved = [*old, *keys.match_keys(record.id, *PARTS), *due, *listings]
    return involved, [record.id, member, len(PARTS)]


def _copy_data(client: Any, records: Sequence[Record]) -> None:
    """Put the data sets of these matches into their partitions."""
    digests = sorted({record.data_hash for record in records})
    stored = client.mget([f"data:{digest}" for digest in digests])
    data = dict(zip(digests, stored, strict=True))
    wanted = {(keys.partition_of(record.id), record.data_hash) for record in records}
    with client.pipeline(transaction=False) as batch:
        for partition, digest in sorted(wanted):
            found = data[digest]
            if found is not None:
                batch.set(keys.data_key(partition, digest), found, nx=True)
        batch.execute()
