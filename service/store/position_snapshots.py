"""What matches were at some of their versions, kept beside their logs: so looking back is quick.

It says nothing that the log does not: without it everything is replayed from the beginning. A log
that is not the one a place was made of is noticed by the entry that the place has its digest of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Final

import orjson

from railhead.service.model import Event, Head, Record
from railhead.service.store.connection import Client, Script, translating_errors
from railhead.service.store.keys import match_keys
from railhead.service.store.serialization import event_to_text, head_from_bytes, head_to_bytes

SNAPSHOT_INTERVAL: Final = 100
"""How many entries of a log lie between two places."""
UNDO_SNAPSHOT_INTERVAL: Final = 10
"""The same where the log goes back."""
MAX_SNAPSHOTS: Final = 4000
"""How many places a match has at most, wherever its log goes back to."""

KEEP: Final = Script("""
local head = redis.call('GET', KEYS[1])
if not head or string.match(head, '^%d+ %S+') ~= ARGV[1] then return 0 end
if ARGV[2] == 'scores' then
  redis.call('SET', KEYS[3], ARGV[3])
elseif redis.call('ZCARD', KEYS[2]) < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[3])
end
-- What is kept beside a match expires with it.
local left = redis.call('PTTL', KEYS[1])
for key = 2, 3 do
  if left > 0 then redis.call('PEXPIRE', KEYS[key], left) end
end
return 1
""")
"""Keeps what was made of a log, if the match is still where it was when that was read."""


class PositionSnapshots:
    """The places of the matches of a store, whose reading commands `read` carries out."""

    def __init__(self, read: Callable[..., Any], writer: Client) -> None:
        self._read = read
        self._writer = writer

    def latest_before(self, match_id: str, version: int) -> bytes | None:
        """The latest place at or before a version, as `encode_snapshot` wrote it, if any."""
        (key,) = match_keys(match_id, "places")
        wanted = ("ZREVRANGEBYSCORE", key, version, "-inf", "LIMIT", 0, 1)
        found = self._read(*wanted)
        return found[0] if found else None

    def keep(self, match_id: str, mark: str, version: int, made: bytes) -> None:
        """Keep a place, made of the log as it was while the head had this mark."""
        self._keep(match_id, [mark, MAX_SNAPSHOTS, made, version])

    def drop(self, match_id: str, made: bytes | None = None) -> None:
        """Keep a place no longer, or none of a match."""
        (key,) = match_keys(match_id, "places")
        with translating_errors():
            if made is None:
                self._writer.delete(key)
            else:
                self._writer.zrem(key, made)

    def scores(self, match_id: str) -> tuple[str, list[tuple[int, list[int]]]] | None:
        """How scores came about, and of which match that was found, as `keep_scores` has them."""
        (key,) = match_keys(match_id, "scores")
        stored = self._read("GET", key)
        if stored is None:
            return None
        made_of, found = orjson.loads(stored)
        return made_of, [(version, points) for version, points in found]

    def keep_scores(
        self, match_id: str, mark: str, made_of: str, found: Sequence[tuple[int, list[int]]]
    ) -> None:
        """Keep how the scores of a finished match came about, whose head has this mark."""
        self._keep(match_id, [mark, "scores", orjson.dumps([made_of, found])])

    def _keep(self, match_id: str, arguments: list[Any]) -> None:
        with translating_errors():
            KEEP(self._writer, match_keys(match_id, "head", "places", "scores"), arguments)


def encode_snapshot(record: Record, head: Head, last: Event) -> bytes:
    """A place at the version of a head, whose entry in the log is `last`."""
    kept = head_to_bytes(head)
    return _digest(record, last, kept) + kept


def decode_snapshot(stored: bytes) -> Head:
    """What the match was at a place."""
    return head_from_bytes(stored[_DIGEST_BYTES:])


def snapshot_matches(record: Record, stored: bytes, last: Event) -> bool:
    """Whether a place was made of this match, whose log has the entry `last` at its version."""
    kept = stored[_DIGEST_BYTES:]
    return stored[:_DIGEST_BYTES] == _digest(record, last, kept)


_DIGEST_BYTES: Final = 12


def _digest(record: Record, last: Event, kept: bytes) -> bytes:
    rules = f"{record.id} {record.game} {record.rules_version} {record.data_hash} {last.version}"
    text = f"{rules}\n{event_to_text(last)}\n".encode()
    return blake2b(text + kept, digest_size=_DIGEST_BYTES).digest()
