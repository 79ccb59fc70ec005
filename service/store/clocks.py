"""The clock that matches are played by, and those of its seats' clocks that have run out.

It is the store's own, less the time in which nothing could be committed: every process that takes
actions beats in every partition each `BEAT_SECONDS`, by a write. While no beat comes, because the
service or its store is down, or where the store's time steps, the clock goes on for `GAP` at the
most and then stands. So no host's time is asked for, each outage costs whoever is to act no more
than `GAP`, and a step back of the store's time gives nobody more than what has passed since a beat.

What is a matter of dates and deadlines and not of a match goes by `Clocks.wall`, the store's time
as it is: no host's time is compared with what another has written.

Every method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, Protocol

import structlog
from redis.cluster import RedisCluster

from railhead.service.errors import Unavailable
from railhead.service.model import Times
from railhead.service.store.connection import STORE_ERRORS, Client, Script, translating_errors
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
WORTH_TELLING: Final = 1_000
"""Milliseconds of a step or an outage from which on it is kept for the operator."""
TOLD_FOR: Final = 15 * 60_000
"""Milliseconds for which it is told then."""
STOOD: Final = (
    "the clocks of matches stood for {seconds:.1f} s until {when}: nobody could take actions for "
    "so long, or the store's time was set forward"
)
WENT_BACK: Final = (
    "the store's time went back by {seconds:.1f} s at {when}: let its host slew its clock, not "
    "step it"
)

READ: Final = f"""
local time = redis.call('TIME')
local wall = time[1] * 1000 + math.floor(time[2] / 1000)
local function read(beat)
  local kept = redis.call('HMGET', beat, 'at', 'stood')
  if not kept[1] then return wall, 0 end
  local passed, stood = wall - kept[1], tonumber(kept[2])
  if passed < 0 then
    -- A step back: the clock stays at what it was at the last beat.
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
  if math.abs(stood - before) >= tonumber(ARGV[1]) then
    redis.call('HSET', beat, 'last_at', whole(wall), 'last', whole(stood - before))
  end
  found[index] = {whole(now), whole(stood), whole(stood - before)}
end
return found
"""
)
"""Keys: the beats of partitions. Argument: from which milliseconds on it is kept that it stood.
Answers for each the time, how long it has stood in all, and how much of that since the beat
before."""
LAST_BEATS: Final = Script(
    READ
    + """
local last = redis.call('HMGET', KEYS[1], 'last_at', 'last')
return {wall, last[1] or '', last[2] or ''}
"""
)
"""Key: the beat of a partition. Answers the store's time, when it was found last that the clock had
stood, and for how long; empty where that never was."""
EXPIRED: Final = Script(
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
POSTPONE: Final = Script(
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
    ends = [account.since + account.remaining for account in times.values() if account.runs]
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
        self._apart: dict[int, float] = {}
        """By partition how many seconds the store's time is more than what has passed here."""

    def now(self, match_id: str) -> int:
        """The milliseconds that a match is played by: those of the epoch less what was no time."""
        # Read before the store is asked: its answer is of some moment between this one and the
        # next.
        partition, asked = partition_of(match_id), _boot_seconds()
        with translating_errors():
            now, stood = NOW(self._client, [beat_key(partition)], [])
        self._keep(partition, int(now), int(stood), asked)
        return int(now)

    def approximate_now(self, match_id: str) -> int:
        """As `now`, counted on here from what was read last: for what is a matter of days."""
        now, _, at = self._recently(match_id)
        return now + int((_boot_seconds() - at) * 1000)

    def paused_milliseconds(self, match_id: str) -> int:
        """For how many milliseconds the clock of a match has stood: to tell its times to people."""
        return self._recently(match_id)[1]

    def wall(self, name: str) -> float:
        """The store's time in seconds of the epoch, as `time.time` is the host's.

        Counted on here from what was read last, for up to `FRESH_SECONDS`. It is that of the server
        that has `name`, a match or a client, say: what is kept of that is written by the same time.
        """
        partition = partition_of(name)
        self._recently(name)
        return _boot_seconds() + self._apart[partition]

    def at(self, name: str) -> str:
        """That time as records hold it; see `format_time`."""
        return format_time(self.wall(name))

    def _keep(self, partition: int, now: int, stood: int, asked: float) -> None:
        """Keep what was read between the moment `asked` and this one.

        As long as the reading allows it the store's time is told as before: no answer that took
        long lets it go back.
        """
        wall, answered = (now + stood) / 1000, _boot_seconds()
        # Cristian's algorithm: the store read its time, cut to milliseconds, between asking and
        # answering, so what lies between the two times lies between these bounds.
        least, most = wall - answered, wall + 0.001 - asked
        self._apart[partition] = min(max(self._apart.get(partition, least), least), most)
        self._read[partition] = now, stood, answered

    def _recently(self, match_id: str) -> tuple[int, int, float]:
        partition = partition_of(match_id)
        kept = self._read.get(partition)
        # Several threads may find it stale at once and all ask: cheaper than a lock on each look.
        if kept is None or kept[2] < _boot_seconds() - FRESH_SECONDS:
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
            asked = _boot_seconds()
            try:
                with translating_errors():
                    keys = [beat_key(partition) for partition in partitions]
                    answers: Any = BEAT(self._client, keys, [WORTH_TELLING])
            except Unavailable as error:
                failed = error
                silent.add(server)
                continue
            self._note(partitions, [tuple(map(int, answer)) for answer in answers], asked)
        if failed is not None:
            raise failed

    def _note(
        self, partitions: Sequence[int], answers: Sequence[tuple[int, ...]], asked: float
    ) -> None:
        for partition, (now, stood, _) in zip(partitions, answers, strict=True):
            self._keep(partition, now, stood, asked)
        longest = max((since_last for _, _, since_last in answers), key=abs)
        if longest:
            log.warning("clocks stood", seconds=longest / 1000, partitions=len(partitions))

    def recent_pauses(self) -> list[str]:
        """What an operator is told of steps of the store's time and of outages a while ago."""
        told: list[str] = []
        for partitions in self._groups():
            with translating_errors():
                now, at, stood = LAST_BEATS(self._client, [beat_key(partitions[0])], [])
            if at and 0 <= int(now) - int(at) <= TOLD_FOR:
                when = datetime.fromtimestamp(int(at) // 1000, UTC).isoformat()
                text = STOOD if int(stood) > 0 else WENT_BACK
                told.append(text.format(seconds=abs(int(stood)) / 1000, when=when))
        return list(dict.fromkeys(told))

    def run_out(self, limit: int) -> list[str]:
        """Up to `limit` matches of each partition with a clock that has run out."""
        found: list[bytes] = []
        for partitions in self._groups():
            keys = [key(one) for one in partitions for key in (beat_key, clock_key)]
            with translating_errors():
                found += EXPIRED(self._client, keys, [limit])
        return [match_id.decode() for match_id in found]

    def forget(self, match_id: str) -> None:
        """Take back the mark of a match that is gone."""
        with translating_errors():
            self._client.zrem(clock_key(partition_of(match_id)), match_id)

    def put_off(self, match_id: str) -> bool:
        """Look at a match that cannot be played here again after a while; whether that is new.

        False also where its mark has changed, and for a moment in which others may come first.
        """
        partition = partition_of(match_id)
        keys = [beat_key(partition), clock_key(partition)]
        with translating_errors():
            return bool(POSTPONE(self._client, keys, [match_id, LEFT, PUT_OFF]))

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


def format_time(seconds: float) -> str:
    """A time of the epoch as records hold it: UTC, to the microsecond, as in
    `2026-01-31T12:00:00.000000Z`."""
    at = datetime.fromtimestamp(seconds, UTC)
    return at.isoformat(timespec="microseconds").replace("+00:00", "Z")


def add_seconds(time: str, seconds: float) -> str:
    """A time as records hold it, so many seconds later."""
    return format_time(datetime.fromisoformat(time).timestamp() + seconds)


def _boot_seconds() -> float:
    """Seconds since some moment, those in which the machine sleeps included where it says so."""
    # CLOCK_MONOTONIC stands while a laptop sleeps, and the store's time does not.
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
