"""The turns of bots that are due, in the store: who holds which, and which nobody has taken.

Every method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from railhead.service.environment import DAY
from railhead.service.store.connection import Client, Script, translating_errors
from railhead.service.store.keys import PARTITIONS, due_key, match_key, partition_of
from railhead.service.store.serialization import HEAD_LINE, updated_at_of

GRACE: Final = 1000
"""Milliseconds until a due turn that no worker has taken is offered again."""
LOOKED_AT: Final = 16
"""How many turns of a partition are looked at for the oldest: those offered next."""
MOST_OFFERED: Final = 100
"""How many turns one sweep offers."""

TAKE: Final = Script("""
local holder = redis.call('GET', KEYS[1])
-- One's own is taken again: letting go of it may have failed.
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
""")
RENEW: Final = Script("""
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
""")
DROP: Final = Script("""
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
""")
COUNT: Final = Script("""
local before = redis.call('GET', KEYS[1])
-- Not a number: the turn is halted, and why stands in the place of the count.
if before and not tonumber(before) then return -1 end
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if count <= 0 then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return count
""")
NOW: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
CLOCK: Final = Script(NOW + "return now")
OFFER: Final = Script(
    NOW
    + """
local overdue = {}
for index = 2, #KEYS do
  local id = ARGV[index]
  local due = redis.call('ZSCORE', KEYS[1], id)
  if due and tonumber(due) <= now then
    local left = redis.call('PTTL', KEYS[index])
    if left <= 0 then
      overdue[#overdue + 1] = id
      left = tonumber(ARGV[1])
    end
    -- One that is held is looked at again when the lease runs out, unless it is renewed.
    redis.call('ZADD', KEYS[1], 'XX', now + left, id)
  end
end
return overdue
"""
)
"""Keys: the marks of a partition, then the leases of what is named behind the grace."""


PUT_OFF: Final = Script(NOW + "return redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])")


class Overdue:
    """What is marked in all partitions, under `marks_of` each, and held by nobody.

    `lease_of` says which key is there as long as somebody holds what is marked.
    """

    def __init__(
        self, client: Client, marks_of: Callable[[int], str], lease_of: Callable[[str], str]
    ) -> None:
        self._client = client
        self._marks_of = marks_of
        self._lease_of = lease_of
        self._first = 0

    def offer(self, limit: int = MOST_OFFERED) -> list[str]:
        """Up to `limit` of what is overdue, each offered to one caller a second.

        One look at all partitions; those with something overdue share the limit, and another one
        comes first each time.
        """
        with translating_errors():
            # Else the first partitions would have the whole limit whenever there is much to do.
            self._first = (self._first + 1) % PARTITIONS
            # In a cluster that is one server's clock: it only narrows down, each partition compares
            # its own.
            now = CLOCK(self._client, [self._marks_of(self._first)], [])
            order = [(self._first + step) % PARTITIONS for step in range(PARTITIONS)]
            with self._client.pipeline(transaction=False) as batch:
                for partition in order:
                    batch.zrangebyscore(self._marks_of(partition), "-inf", now, 0, limit)
                marks: list[list[bytes]] = batch.execute()
            # Read without locks, in one round trip: the script looks again, since others sweep too.
            share = max(1, limit // max(1, sum(map(bool, marks))))
            found: list[str] = []
            for partition, marked in zip(order, marks, strict=True):
                if marked and len(found) < limit:
                    found += self._offer_partition(
                        partition, [one.decode() for one in marked[:share]]
                    )
            return found

    def _offer_partition(self, partition: int, candidates: list[str]) -> list[str]:
        leases = [self._lease_of(name) for name in candidates]
        marks = self._marks_of(partition)
        offered = OFFER(self._client, [marks, *leases], [GRACE, *candidates])
        return [name.decode() for name in offered]


class DueTurns:
    """The due turns of a store; `lease_seconds` is how long one is held without renewal."""

    def __init__(self, client: Client, lease_seconds: float) -> None:
        self.client = client
        self.lease_milliseconds = int(lease_seconds * 1000)
        self._overdue = Overdue(client, due_key, lambda match_id: match_key(match_id, "lease"))

    def take_lease(self, match_id: str, holder: str) -> bool:
        """Take the lease of a match; False where another holds it."""
        return self._lease(TAKE, match_id, [holder, self.lease_milliseconds])

    def renew_lease(self, match_id: str, holder: str) -> bool:
        """Hold the lease of a match for longer; False where it has run out or is another's."""
        return self._lease(RENEW, match_id, [holder, self.lease_milliseconds])

    def drop_lease(self, match_id: str, holder: str) -> bool:
        """Let go of the lease of a match; False where it was not `holder`'s."""
        return self._lease(DROP, match_id, [holder])

    def _lease(self, script: Script, match_id: str, arguments: list[str | int]) -> bool:
        with translating_errors():
            return bool(script(self.client, [match_key(match_id, "lease")], arguments))

    def offer_overdue(self, limit: int = MOST_OFFERED) -> list[str]:
        """Up to `limit` matches whose due turn nobody holds; see `Overdue.offer`."""
        return self._overdue.offer(limit)

    def backlog(self) -> tuple[int, float]:
        """How many turns are due, those being played included, and how old the oldest is.

        The age is in seconds, since the match last changed.
        """
        with translating_errors(), self.client.pipeline(transaction=False) as batch:
            for partition in range(PARTITIONS):
                batch.zcard(due_key(partition))
            for partition in range(PARTITIONS):
                batch.zrange(due_key(partition), 0, LOOKED_AT - 1)
            answers = batch.execute()
            count = sum(answers[:PARTITIONS])
            for match_id in (one.decode() for ids in answers[PARTITIONS:] for one in ids):
                batch.getrange(match_key(match_id, "head"), 0, HEAD_LINE - 1)
            heads: list[bytes] = batch.execute()
        since = list(filter(None, map(_changed_at, heads)))
        if not since:
            return count, 0.0
        with translating_errors():
            now = CLOCK(self.client, [due_key(0)], []) / 1000
        return count, max(0.0, now - min(since).timestamp())

    def not_due(self, match_id: str) -> None:
        """Take back the due mark of a match that is gone."""
        with translating_errors():
            self.client.zrem(due_key(partition_of(match_id)), match_id)

    def put_off(self, match_id: str, seconds: float) -> None:
        """Let a due turn that nobody holds be offered again only after some time."""
        with translating_errors():
            PUT_OFF(self.client, [due_key(partition_of(match_id))], [match_id, int(seconds * 1000)])

    def count_failure(self, match_id: str, by: int = 1) -> int:
        """Count a begun attempt at the present decision; the next commit starts at 0 again.

        -1 where the turn was halted, see `HaltedTurns`.
        """
        with translating_errors():
            return int(COUNT(self.client, [match_key(match_id, "failures")], [by, DAY]))


def _changed_at(beginning: bytes) -> datetime | None:
    """When a match last changed; None where it is gone, or its head cannot be read."""
    try:
        return datetime.fromisoformat(updated_at_of(beginning))
    except (ValueError, IndexError):
        return None
