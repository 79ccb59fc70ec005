"""Matches between bots alone: nobody's turn ever holds them up, so how many run is bounded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from railhead.service.environment import DAY
from railhead.service.errors import TooManyBotMatches
from railhead.service.model import Head, Record, is_somebody
from railhead.service.store.connection import Script, translating_errors
from railhead.service.store.due_turns import NOW
from railhead.service.store.keys import limit_key
from railhead.service.store.store import Store

RETRY_SECONDS: Final = 10
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


class BotMatchStorage:
    """Which matches between bots alone run, by creator. Every method raises `Unavailable`."""

    def __init__(self, store: Store) -> None:
        self._client = store.writer

    def note(self, creator: str, match_id: str, most: int) -> bool:
        """Count a match that is about to be created; False where `most` are counted already."""
        with translating_errors():
            return bool(NOTE(self._client, [_key(creator)], [match_id, most]))

    def counted_matches(self, creator: str) -> tuple[list[str], set[str]]:
        """The matches that are counted, and those of them whose creation has ended by now."""
        with translating_errors():
            names, made = MADE(self._client, [_key(creator)], [MAKING])
        return [name.decode() for name in names], {name.decode() for name in made}

    def forget(self, creator: str, match_ids: Iterable[str]) -> None:
        """Count these no longer."""
        ended = list(match_ids)
        if ended:
            with translating_errors():
                self._client.zrem(_key(creator), *ended)


def _key(creator: str) -> str:
    return limit_key(f"bots:{creator}")


def check_bot_matches(store: Store, record: Record) -> None:
    """Count a match that is about to be created, if bots play it alone and one asked for it.

    Raises `TooManyBotMatches` where as many of its creator run as may.
    """
    most = store.settings.bot_matches
    if not most or record.asked_by is None or any(map(is_somebody, record.seats)):
        return
    address, _, client = record.asked_by.partition(" ")
    creator = client or address
    running = store.storage(BotMatchStorage)
    # Before it is created, so that of two at once only one gets the last place.
    if running.note(creator, record.id, most):
        return
    names, made = running.counted_matches(creator)
    heads = zip(names, store.heads_or_damaged(names), strict=True)
    ended = [
        name
        for name, head in heads
        if (head is None and name in made) or (isinstance(head, Head) and head.status == "over")
    ]
    running.forget(creator, ended)
    if not running.note(creator, record.id, most):
        raise TooManyBotMatches(
            f"{most} matches between bots alone run that you have created",
            limit=most,
            retry_after=RETRY_SECONDS,
        )
