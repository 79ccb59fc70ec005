"""The turns of bots that are due, in the store: who holds which, and which nobody has taken.

Every method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import redis

from service.settings import DAY
from service.store.connection import answering, match_key

DUE: Final = "due"
GRACE: Final = 1000
"""Milliseconds until a due turn that no worker has taken is offered again."""

TAKE: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
RENEW: Final = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""
DROP: Final = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
"""
SWEEP: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local overdue = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[2])) do
  local left = redis.call('PTTL', 'match:' .. id .. ':lease')
  if left <= 0 then
    overdue[#overdue + 1] = id
    left = tonumber(ARGV[1])
  end
  redis.call('ZADD', KEYS[1], 'XX', now + left, id)
end
return overdue
"""

T = TypeVar("T")


class DueTurns:
    """The due turns of one server; `lease_seconds` is how long one is held without renewal."""

    def __init__(self, client: redis.Redis, lease_seconds: float) -> None:
        self.client = client
        self.lease_milliseconds = int(lease_seconds * 1000)
        self._take = client.register_script(TAKE)
        self._renew = client.register_script(RENEW)
        self._drop = client.register_script(DROP)
        self._sweep = client.register_script(SWEEP)

    def take_lease(self, match_id: str, holder: str) -> bool:
        """Take the lease of a match; False where another holds it."""
        return bool(
            self._write(
                lambda: self._take(
                    [match_key(match_id, "lease")], [holder, self.lease_milliseconds]
                )
            )
        )

    def renew_lease(self, match_id: str, holder: str) -> bool:
        """Hold the lease of a match for longer; False where it has run out or is another's."""
        key = match_key(match_id, "lease")
        return bool(self._write(lambda: self._renew([key], [holder, self.lease_milliseconds])))

    def drop_lease(self, match_id: str, holder: str) -> bool:
        """Let go of the lease of a match; False where it was not `holder`'s."""
        return bool(self._write(lambda: self._drop([match_key(match_id, "lease")], [holder])))

    def overdue(self, limit: int = 100) -> list[str]:
        """Matches whose due turn nobody holds, each offered to one caller a second."""
        found: list[bytes] = self._write(lambda: self._sweep([DUE], [GRACE, limit]))
        return [match_id.decode() for match_id in found]

    def not_due(self, match_id: str) -> None:
        """Take back the due mark of a match that is gone."""
        self._write(lambda: self.client.zrem(DUE, match_id))

    def count_failure(self, match_id: str, by: int = 1) -> int:
        """Count a begun attempt at the present decision; the next commit starts at 0 again."""

        def write() -> Any:
            with self.client.pipeline(transaction=True) as batch:
                batch.incrby(match_key(match_id, "failures"), by)
                batch.expire(match_key(match_id, "failures"), DAY)
                return batch.execute()[0]

        return int(self._write(write))

    def _write(self, write: Callable[[], T]) -> T:
        with answering():
            return write()
