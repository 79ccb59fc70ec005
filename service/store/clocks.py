"""The clocks of players that run, in the store: when they run out, by the time that it has itself.

Every method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

from typing import Any, Final

from railhead.service.model import Times
from railhead.service.store.connection import Client, Script, answering
from railhead.service.store.due_turns import CLOCK, NOW
from railhead.service.store.keys import PARTITIONS, clock_key, match_key, partition_of

LEFT: Final = 2_000
"""Milliseconds for which a clock that has run out is left to hosts that can play the match."""
PUT_OFF: Final = 60_000
"""Milliseconds until it is looked at again once none of them has come."""

AGAIN: Final = Script(
    NOW
    + """
local score = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '')
if not score or score > now - ARGV[2] then return 0 end
return redis.call('ZADD', KEYS[1], 'CH', now + ARGV[3], ARGV[1])
"""
)
"""Keys: the marks of a partition. Arguments: the match, how long it is left alone and put off."""


def deadline_of(times: Times) -> str:
    """When the first clock that runs has no time left, as a commit writes it; `-` where none "
    "runs."""
    ends = [since + left for left, since in times.values() if since]
    return str(min(ends)) if ends else "-"


class Clocks:
    """The matches of a store whose clocks run."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def now(self, match_id: str) -> int:
        """The milliseconds of the epoch, where the match is kept."""
        with answering():
            return int(CLOCK(self._client, [match_key(match_id, "head")], []))

    def run_out(self, limit: int) -> list[str]:
        """Up to `limit` matches of each partition with a clock that has run out."""
        with answering():
            now: Any = CLOCK(self._client, [clock_key(0)], [])
            with self._client.pipeline(transaction=False) as batch:
                for partition in range(PARTITIONS):
                    batch.zrangebyscore(clock_key(partition), "-inf", now, 0, limit)
                found: list[list[bytes]] = batch.execute()
        return [match_id.decode() for ids in found for match_id in ids]

    def forget(self, match_id: str) -> None:
        """Take back the mark of a match that is gone."""
        with answering():
            self._client.zrem(clock_key(partition_of(match_id)), match_id)

    def put_off(self, match_id: str) -> bool:
        """Look at a match that cannot be played here again after a while; whether that is new.

        False also where its mark has changed, and for a moment in which others may come first.
        """
        key = clock_key(partition_of(match_id))
        with answering():
            return bool(AGAIN(self._client, [key], [match_id, LEFT, PUT_OFF]))
