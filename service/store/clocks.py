"""The clocks of players that run, in the store: when they run out, by the time that it has itself.

Every method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

from typing import Any

from railhead.service.model import Times
from railhead.service.store.connection import Client, answering
from railhead.service.store.due_turns import CLOCK
from railhead.service.store.keys import PARTITIONS, clock_key, match_key, partition_of


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
