"""Turns of bots that failed again and again, in the store: kept aside, with the reason.

Why a turn is halted stands where its attempts were counted, so that the next commit, whatever it
is, takes that back: then it is another turn. Every method raises `Unavailable` where the server
does not answer or refuses to write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import orjson

from railhead.service.environment import DAY
from railhead.service.model import Halted
from railhead.service.store.connection import Client, Script, command, translating_errors
from railhead.service.store.due_turns import NOW
from railhead.service.store.keys import (
    PARTITIONS,
    channel,
    due_key,
    halted_key,
    match_key,
    partition_of,
)

AGAIN: Final = DAY // 4
"""Seconds after which a halted turn is tried again."""

HALT: Final = Script(
    NOW
    + f"""
local attempts = tonumber(redis.call('GET', KEYS[1]) or '')
-- A commit has taken the count away, and with it the reason to halt.
if not attempts or attempts < tonumber(ARGV[2]) then return 0 end
local why = string.format('%.0f', now) .. ' ' .. ARGV[3]
redis.call('SET', KEYS[1], why, 'EX', {2 * AGAIN})
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[3], now + {AGAIN * 1000}, ARGV[1])
redis.call(ARGV[4], ARGV[5], ARGV[1])
return 1
"""
)
"""Keys: attempts, due marks, halted marks. Arguments: the match, how many attempts there must have
been, reason and version of the service as JSON, command that tells changes, its channel."""
TAKE_UP: Final = Script("""
redis.call('ZREM', KEYS[3], ARGV[1])
-- A count, or nothing: a commit has come, and the turn is another one.
if tonumber(redis.call('GET', KEYS[1]) or '0') then return 0 end
redis.call('DEL', KEYS[1])
if redis.call('EXISTS', KEYS[4]) == 0 then return 0 end
redis.call('ZADD', KEYS[2], 0, ARGV[1])
redis.call(ARGV[2], ARGV[3], ARGV[1])
return 1
""")
"""Keys as of `HALT`, then the head. Arguments: the match, command that tells changes, its channel.
Whether it was halted still."""
DUE_AGAIN: Final = Script(
    NOW + "return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])"
)


class HaltedTurns:
    """The halted turns of a store; `version` is that of this service, `tell` tells changes."""

    def __init__(self, client: Client, tell: str, version: str) -> None:
        self._client = client
        self._tell = tell
        self._version = version

    def halt(self, match_id: str, reason: str, attempts: int) -> bool:
        """Halt a turn after so many attempts; False where the match has gone on meanwhile."""
        why = orjson.dumps({"reason": reason, "version": self._version})
        words = [match_id, attempts, why, *self._tell_arguments(match_id)]
        with translating_errors():
            return bool(HALT(self._client, _keys(match_id), words))

    def of(self, match_id: str) -> Halted | None:
        """Why the turn of a match is halted; None where it is not."""
        with translating_errors():
            stored = command(self._client, "GET", match_key(match_id, "failures"))
        at, _, why = (stored or b"").partition(b" ")
        if not why:
            return None
        told = orjson.loads(why)
        when = datetime.fromtimestamp(int(at) / 1000, UTC).isoformat(timespec="seconds")
        return Halted(told["reason"], when.replace("+00:00", "Z"), told["version"])

    def take_up(self, match_id: str) -> bool:
        """Let the turn be due again, with all its attempts; whether it was halted still."""
        words = [match_id, *self._tell_arguments(match_id)]
        with translating_errors():
            keys = [*_keys(match_id), match_key(match_id, "head")]
            return bool(TAKE_UP(self._client, keys, words))

    def due_again(self, partition: int, limit: int) -> list[str]:
        """Up to `limit` matches of a partition that were halted for long enough."""
        with translating_errors():
            found: list[bytes] = DUE_AGAIN(self._client, [halted_key(partition)], [limit])
        return [match_id.decode() for match_id in found]

    def all(self) -> Iterator[tuple[str, Halted]]:
        """Every match that is halted, and why; forgets those that have gone on since."""
        for partition in range(PARTITIONS):
            with translating_errors():
                found = command(self._client, "ZRANGE", halted_key(partition), 0, -1)
            for match_id in (one.decode() for one in found):
                halted = self.of(match_id)
                if halted is not None:
                    yield match_id, halted
                else:
                    self.take_up(match_id)

    def of_other_versions(self) -> Sequence[str]:
        """The matches that a service of another version has halted."""
        return [match_id for match_id, why in self.all() if why.version != self._version]

    def count(self) -> int:
        """About how many there are."""
        with translating_errors(), self._client.pipeline(transaction=False) as batch:
            for partition in range(PARTITIONS):
                batch.zcard(halted_key(partition))
            counts: list[Any] = batch.execute()
        return sum(counts)

    def _tell_arguments(self, match_id: str) -> list[str]:
        return [self._tell, channel(partition_of(match_id))]


def _keys(match_id: str) -> list[str]:
    partition = partition_of(match_id)
    return [match_key(match_id, "failures"), due_key(partition), halted_key(partition)]
