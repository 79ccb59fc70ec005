"""The clock that matches are played by, and those of its seats' clocks that have run out.

It is the store's own, less the time in which nothing could be committed: every process that takes
actions beats in every partition each `BEAT_SECONDS`, by a write. While no beat comes, because the
service or its store is down, or where the store's time steps, the clock goes on for `GAP` at the
most and then stands. So no host's time is asked for, each outage costs whoever is to act no more
than `GAP`, and a step back of the store's time gives nobody more than what has passed since a beat.

Every method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

import structlog
from redis.cluster import RedisCluster

from railhead.service.errors import Unavailable
from railhead.service.model import Times
from railhead.service.store.connection import STORE_ERRORS, Client, Script, answering
from railhead.service.store.keys import PARTITIONS, beat_key, clock_key, partition_of

log = structlog.get_logger()

BEAT_SECONDS: Final = 1.0
GAP: Final = 3_000
"""Milliseconds without a beat after which the clock stands: the resolution of an outage."""
FRESH_SECONDS: Final = 60.0
"""How long a process that does not beat counts on from what it has read."""
LEFT: Final = 2_000
"""Milliseconds for which a clock that has run out is left to hosts that can play the match."""
PUT_OFF: Final = 60_000
"""Milliseconds until it is looked at again once none of them has come."""

READ: Final = f"""
local time = redis.call('TIME')
local wall = time[1] * 1000 + math.floor(time[2] / 1000)
local function read(beat)
  local kept = redis.call('HMGET', beat, 'at', 'stood')
  if not kept[1] then return wall, 0 end
  local passed, stood = wall - kept[1], tonumber(kept[2])
  if passed < 0 then
    stood = stood + passed
  elseif passed > {GAP} then
    stood = stood + passed - {GAP}
  end
  return wall - stood, stood
end
"""
"""What all scripts begin with: the time by the clock of a partition, and how long it has stood."""

NOW: Final = Script(READ + "return {read(KEYS[1])}")
"""Key: the beat of a partition."""
BEAT: Final = Script(
    READ
    + """
local function whole(number) return string.format('%.0f', number) end
local found = {}
for index, beat in ipairs(KEYS) do
  local before = tonumber(redis.call('HGET', beat, 'stood') or '0')
  local now, stood = read(beat)
  redis.call('HSET', beat, 'at', whole(wall), 'stood', whole(stood))
  found[index] = {whole(now), whole(stood), whole(stood - before)}
end
return found
"""
)
"""Keys: the beats of partitions. Answers for each the time, how long it has stood in all, and how
much of that since the beat before."""
OUT: Final = Script(
    READ
    + """
local found = {}
for index = 1, #KEYS, 2 do
  local now = read(KEYS[index])
  local out = redis.call('ZRANGEBYSCORE', KEYS[index + 1], '-inf', now, 'LIMIT', 0, ARGV[1])
  for _, id in ipairs(out) do
    found[#found + 1] = id
  end
end
return found
"""
)
"""Keys: the beat and the marks of each partition. Argument: the most matches of each."""
AGAIN: Final = Script(
    READ
    + """
local now = read(KEYS[1])
local score = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or '')
if not score or score > now - ARGV[2] then return 0 end
return redis.call('ZADD', KEYS[2], 'CH', now + ARGV[3], ARGV[1])
"""
)
"""Keys: the beat and the marks of a partition. Arguments: the match, how long it is left alone and
put off."""


def deadline_of(times: Times) -> str:
    """When the first clock that runs has no time left, as a commit writes it; `-` for none."""
    ends = [account.since + account.left for account in times.values() if account.runs]
    return str(min(ends)) if ends else "-"


class HasClocks(Protocol):
    """A store."""

    @property
    def clocks(self) -> Clocks:
        """Its clocks; raises `Unavailable` where it cannot be connected to."""


class Clocks:
    """The clocks of a store."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._read: dict[int, tuple[int, int, float]] = {}
        """By partition the time, how long it has stood, and when here that was read."""

    def now(self, match_id: str) -> int:
        """The milliseconds that a match is played by: those of the epoch less what was no time."""
        partition = partition_of(match_id)
        with answering():
            now, stood = NOW(self._client, [beat_key(partition)], [])
        self._read[partition] = int(now), int(stood), _passed()
        return int(now)

    def about(self, match_id: str) -> int:
        """As `now`, counted on here from what was read last: for what is a matter of days."""
        now, _, at = self._recently(match_id)
        return now + int((_passed() - at) * 1000)

    def stood(self, match_id: str) -> int:
        """For how many milliseconds the clock of a match has stood: to tell its times to people."""
        return self._recently(match_id)[1]

    def _recently(self, match_id: str) -> tuple[int, int, float]:
        partition = partition_of(match_id)
        kept = self._read.get(partition)
        if kept is None or kept[2] < _passed() - FRESH_SECONDS:
            self.now(match_id)
            kept = self._read[partition]
        return kept

    def beat(self) -> None:
        """Say that this process could commit now, in every partition that can be written to.

        Raises `Unavailable` once all were tried, where any could not.
        """
        failed: Unavailable | None = None
        silent: set[str] = set()  # each would be waited for once for each of its partitions
        for partitions in self._groups():
            server = self._server_of(partitions[0])
            if server in silent:
                continue
            try:
                with answering():
                    keys = [beat_key(partition) for partition in partitions]
                    answers: Any = BEAT(self._client, keys, [])
            except Unavailable as error:
                failed = error
                silent.add(server)
                continue
            self._note(partitions, [tuple(map(int, answer)) for answer in answers])
        if failed is not None:
            raise failed

    def _note(self, partitions: Sequence[int], answers: Sequence[tuple[int, ...]]) -> None:
        at = _passed()
        for partition, (now, stood, _) in zip(partitions, answers, strict=True):
            self._read[partition] = now, stood, at
        longest = max((since_last for _, _, since_last in answers), key=abs)
        if longest:
            log.warning("clocks stood", seconds=longest / 1000, partitions=len(partitions))

    def run_out(self, limit: int) -> list[str]:
        """Up to `limit` matches of each partition with a clock that has run out."""
        found: list[bytes] = []
        for partitions in self._groups():
            keys = [key(one) for one in partitions for key in (beat_key, clock_key)]
            with answering():
                found += OUT(self._client, keys, [limit])
        return [match_id.decode() for match_id in found]

    def forget(self, match_id: str) -> None:
        """Take back the mark of a match that is gone."""
        with answering():
            self._client.zrem(clock_key(partition_of(match_id)), match_id)

    def put_off(self, match_id: str) -> bool:
        """Look at a match that cannot be played here again after a while; whether that is new.

        False also where its mark has changed, and for a moment in which others may come first.
        """
        partition = partition_of(match_id)
        keys = [beat_key(partition), clock_key(partition)]
        with answering():
            return bool(AGAIN(self._client, keys, [match_id, LEFT, PUT_OFF]))

    def _groups(self) -> Iterator[Sequence[int]]:
        """The partitions, those together that one script may speak of: single ones in a cluster."""
        if not isinstance(self._client, RedisCluster):
            yield range(PARTITIONS)
            return
        for partition in range(PARTITIONS):
            yield [partition]

    def _server_of(self, partition: int) -> str:
        """The server of a cluster that has a partition, as far as it is known."""
        if not isinstance(self._client, RedisCluster):
            return ""
        with suppress(*STORE_ERRORS):
            node: Any = self._client.get_node_from_key(beat_key(partition))
            return str(node.name)
        return ""


def _passed() -> float:
    """Seconds since some moment, those in which the machine sleeps included where it says so."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def keep_beating(store: HasClocks) -> None:
    """Beat for as long as this process lives, from a thread of its own."""

    def beat() -> None:
        while True:
            try:
                store.clocks.beat()
            except (Unavailable, *STORE_ERRORS) as error:
                log.debug("no beat", problem=repr(error))
            time.sleep(BEAT_SECONDS)

    threading.Thread(target=beat, name="clock", daemon=True).start()
