"""Marks of what is to be looked at, in the store, so that it is looked at although workers die.

A mark is a name in a sorted set of its partition. Its score says when it is looked at next, in
milliseconds of the epoch: a quarter behind them says that it has been offered to the workers, a
half that one has taken it until then. Whoever marks it anew takes both away, so that what has
happened meanwhile is looked at again. Every method raises `Unavailable`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from railhead.service.store.connection import Client, Script, translating_errors
from railhead.service.store.due_turns import CLOCK, GRACE, NOW
from railhead.service.store.keys import PARTITIONS, partition_of

OFFER: Final = Script(
    NOW
    + """
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
-- As text, since a number that a script answers loses its fraction.
local offered = string.format('%.2f', now + ARGV[2] + 0.25)
for _, name in ipairs(found) do
  redis.call('ZADD', KEYS[1], offered, name)
end
return {offered, found}
"""
)
LEASE: Final = Script(
    NOW
    + """
local score = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '')
-- Due, or offered (.25) and taken by nobody (.5) since.
if not score or (score > now and score % 1 ~= 0.25) then return '' end
local hold = string.format('%.2f', now + ARGV[2] + 0.5)
redis.call('ZADD', KEYS[1], hold, ARGV[1])
return hold
"""
)
ACKNOWLEDGE: Final = Script("""
-- Another score: it was marked anew meanwhile, and is to be looked at again.
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '') ~= tonumber(ARGV[2]) then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
""")
DROP: Final = Script("""
for index = 1, #ARGV, 2 do
  local score = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[index]) or '')
  if score == tonumber(ARGV[index + 1]) then redis.call('ZREM', KEYS[1], ARGV[index]) end
end
return 1
""")
MARK: Final = Script(NOW + "return redis.call('ZADD', KEYS[1], now, ARGV[1])")
RETRY: Final = Script(
    NOW
    + """
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '') ~= tonumber(ARGV[2]) then return 0 end
return redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
"""
)
HASTEN: Final = Script(
    NOW
    + """
local score = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '')
if not score or score <= now or score % 1 ~= 0 then return 0 end
return redis.call('ZADD', KEYS[1], 'CH', now, ARGV[1])
"""
)


class ReliableQueue:
    """The marks of one kind; `key_of` says where those of a partition are.

    The first word of a name is an id that says which partition it belongs to.
    """

    def __init__(self, client: Client, key_of: Callable[[int], str]) -> None:
        self._client = client
        self._key_of = key_of
        self._first = 0

    def add(self, name: str) -> None:
        """Let it be looked at now."""
        with translating_errors():
            MARK(self._client, [self._key(name)], [name])

    def lease(self, name: str, milliseconds: int) -> str | None:
        """Keep others from it for so long; what to show when it is done.

        None where it is not marked, is another's, or not to be looked at yet.
        """
        with translating_errors():
            token = LEASE(self._client, [self._key(name)], [name, milliseconds])
        return token.decode() or None

    def acknowledge(self, name: str, token: str) -> bool:
        """Remove the mark, if it is as it was taken or offered."""
        with translating_errors():
            return bool(ACKNOWLEDGE(self._client, [self._key(name)], [name, token]))

    def acknowledge_all(self, offered: Iterable[tuple[str, str]]) -> None:
        """As `acknowledge`, for all that was offered and is of no concern to anybody."""
        by_key: dict[str, list[str]] = {}
        for name, token in offered:
            by_key.setdefault(self._key(name), []).extend((name, token))
        with translating_errors():
            for key, words in by_key.items():
                DROP(self._client, [key], words)

    def retry_later(self, name: str, token: str, milliseconds: int) -> None:
        """Let it be looked at after so long, if it is as it was taken."""
        with translating_errors():
            RETRY(self._client, [self._key(name)], [name, token, milliseconds])

    def hasten(self, name: str) -> None:
        """Let it be looked at now, if it waits for a later time."""
        with translating_errors():
            HASTEN(self._client, [self._key(name)], [name])

    def offer_overdue(self, limit: int) -> list[tuple[str, str]]:
        """Up to `limit` names that nobody has taken, each offered to one caller a second.

        Each with what to show to `acknowledge`. One look at all partitions; those with something
        overdue share the limit, and another one comes first each time.
        """
        with translating_errors():
            self._first = (self._first + 1) % PARTITIONS
            keys = [self._key_of((self._first + step) % PARTITIONS) for step in range(PARTITIONS)]
            now = CLOCK(self._client, [keys[0]], [])
            with self._client.pipeline(transaction=False) as batch:
                for key in keys:
                    batch.zcount(key, "-inf", now)
                counts: list[int] = batch.execute()
            waiting = [key for key, count in zip(keys, counts, strict=True) if count]
            found: list[tuple[str, str]] = []
            for key in waiting:
                share = max(1, limit // len(waiting))
                if len(found) < limit:
                    offered, names = OFFER(self._client, [key], [share, GRACE])
                    found += [(name.decode(), offered.decode()) for name in names]
            return found

    def _key(self, name: str) -> str:
        return self._key_of(partition_of(name.partition(" ")[0]))
