"""Turns of bots that were due and that no host could play: kept aside until one can.

Every method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

from typing import Final

from railhead.service.store.connection import Client, Script, answering, command
from railhead.service.store.due_turns import NOW
from railhead.service.store.keys import due_key, match_key, parked_key, partition_of

PARK: Final = Script(
    NOW
    + """
local head = redis.call('GET', KEYS[1])
if not head or string.sub(head, 1, #ARGV[2]) ~= ARGV[2] then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[3], now, ARGV[1])
return 1
"""
)
"""Keys: head, due marks, parked marks. Arguments: the match, what its head begins with."""
TAKE_UP: Final = Script("""
redis.call('ZREM', KEYS[3], ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('ZADD', KEYS[2], 0, ARGV[1]) end
return 1
""")
"""Keys as of `PARK`; the argument is the match."""
PUT_BACK: Final = Script(NOW + "return redis.call('ZADD', KEYS[1], 'XX', now, ARGV[1])")


class ParkedTurns:
    """The parked turns of a store."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def park(self, match_id: str, mark: str) -> bool:
        """Park the due turn of a match whose head has this mark; False where it has moved on."""
        with answering():
            return bool(PARK(self.client, _keys(match_id), [match_id, f"{mark} "]))

    def of(self, partition: int, limit: int) -> list[str]:
        """Up to `limit` parked matches of a partition, those longest not looked at first."""
        with answering():
            found = command(self.client, "ZRANGE", parked_key(partition), 0, limit - 1)
            return [match_id.decode() for match_id in found]

    def take_up(self, match_id: str) -> None:
        """Let the turn be due again; a match that is gone is only forgotten."""
        with answering():
            TAKE_UP(self.client, _keys(match_id), [match_id])

    def put_back(self, match_id: str) -> None:
        """Look at the others first the next time."""
        with answering():
            PUT_BACK(self.client, [parked_key(partition_of(match_id))], [match_id])


def _keys(match_id: str) -> list[str]:
    partition = partition_of(match_id)
    return [match_key(match_id, "head"), due_key(partition), parked_key(partition)]
