"""Endpoints of webhooks that do not answer, in the store, so that all hosts know of them.

One that has let several attempts in a row wait in vain, whoever's they were, rests: it is tried one
attempt at a time, after pauses that grow, until one is answered. Every method raises `Unavailable`
where the store does not answer or refuses to write.
"""

from __future__ import annotations

from typing import Final

from railhead.service.environment import DAY
from railhead.service.store import keys
from railhead.service.store.connection import Script, translating_errors
from railhead.service.store.due_turns import NOW
from railhead.service.store.store import Store

IN_VAIN: Final = 5
"""After how many attempts in a row an endpoint rests."""
FIRST_PAUSE: Final = 15.0
LONGEST_PAUSE: Final = 600.0
"""Seconds that it rests at first, and at most: twice as long after each further attempt."""

ASK: Final = Script(
    NOW
    + """
local failed = tonumber(redis.call('HGET', KEYS[1], 'failed') or '0')
if failed < tonumber(ARGV[1]) then return 0 end
local left = tonumber(redis.call('HGET', KEYS[1], 'until') or '0') - now
if left > 0 then return left end
redis.call('HSET', KEYS[1], 'until', now + ARGV[2])
return 0
"""
)
"""Key: endpoint. Arguments: how many attempts may be in vain, for how many milliseconds this one
keeps others away. Answers after how many to ask again, 0 to try."""
IN_VAIN_AGAIN: Final = Script(
    NOW
    + """
local failed = redis.call('HINCRBY', KEYS[1], 'failed', 1)
redis.call('EXPIRE', KEYS[1], ARGV[4])
local further = failed - ARGV[1]
if further >= 0 then
  local pause = math.min(ARGV[2] * 2 ^ math.min(further, 20), tonumber(ARGV[3]))
  redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + pause))
end
return failed
"""
)
"""Key: endpoint. Arguments: how many attempts may be in vain, the first and the longest pause in
milliseconds, for how many seconds this is kept. Answers how many have been in vain in a row."""


class Endpoints:
    """The endpoints that rest, by name."""

    def __init__(self, store: Store) -> None:
        self._writer = store.writer
        pace = store.settings.webhook_backoff_factor
        self._first, self._longest = (
            int(seconds * 1000 * pace) for seconds in (FIRST_PAUSE, LONGEST_PAUSE)
        )

    def wait(self, name: str, milliseconds: int) -> int:
        """After how many milliseconds an endpoint may be tried; 0 for now.

        Where it rests, nobody else is let to it for so many milliseconds, or until this attempt is
        over.
        """
        with translating_errors():
            return int(ASK(self._writer, [keys.endpoint_key(name)], [IN_VAIN, milliseconds]))

    def note_success(self, name: str) -> None:
        """An endpoint has answered, whatever that was: it rests no more."""
        with translating_errors():
            self._writer.delete(keys.endpoint_key(name))

    def note_failure(self, name: str) -> int:
        """An endpoint has let an attempt wait in vain: how many it has in a row."""
        arguments = [IN_VAIN, self._first, self._longest, DAY]
        with translating_errors():
            return int(IN_VAIN_AGAIN(self._writer, [keys.endpoint_key(name)], arguments))
