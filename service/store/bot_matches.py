"""Which matches between bots alone run for one who has created them.

Every method raises `Unavailable` where the server does not answer or refuses to write.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from railhead.service.settings import DAY
from railhead.service.store.connection import Client, Script, answering
from railhead.service.store.due_turns import NOW
from railhead.service.store.keys import limit_key

MAKING: Final = 60_000
"""Milliseconds that a creation may take: so long a match that is not kept yet counts as one."""

NOTE: Final = Script(
    NOW
    + f"""
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('EXPIRE', KEYS[1], {7 * DAY})
return 1
"""
)
MADE: Final = Script(
    NOW
    + """
local names = redis.call('ZRANGE', KEYS[1], 0, -1)
local made = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
return {names, made}
"""
)


class BotMatches:
    """The matches between bots alone of a store, by creator."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def note(self, creator: str, match_id: str, most: int) -> bool:
        """Count a match that is about to be created; False where `most` are counted already."""
        with answering():
            return bool(NOTE(self._client, [_key(creator)], [match_id, most]))

    def counted(self, creator: str) -> tuple[list[str], set[str]]:
        """The matches that are counted, and those of them whose creation has ended by now."""
        with answering():
            names, made = MADE(self._client, [_key(creator)], [MAKING])
        return [name.decode() for name in names], {name.decode() for name in made}

    def forget(self, creator: str, match_ids: Iterable[str]) -> None:
        """Count these no longer."""
        ended = list(match_ids)
        if ended:
            with answering():
                self._client.zrem(_key(creator), *ended)


def _key(creator: str) -> str:
    return limit_key(f"bots:{creator}")
