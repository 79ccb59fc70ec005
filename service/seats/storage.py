"""Which match follows a finished one: kept beside it, as its log has been folded by then."""

from __future__ import annotations

from typing import Any

from railhead.service.model import Rematch
from railhead.service.store import keys
from railhead.service.store.connection import Script, translating_errors
from railhead.service.store.store import Store

NOTE = Script("""
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('GET', KEYS[2]) == ARGV[1] then return 1 end
redis.call('SET', KEYS[2], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left > 0 then redis.call('PEXPIRE', KEYS[2], left) end
redis.call(ARGV[2], ARGV[3], ARGV[4])
return 1
""")
"""Keep a rematch as long as the match, and wake whoever waits for it. KEYS: its head, and where the
rematch is kept. ARGV: what is kept, the command that tells changes, its channel, the match."""


class RematchStorage:
    """The rematches of all matches. Every method raises `Unavailable` as the store does."""

    def __init__(self, store: Store) -> None:
        self._reader = store.reader
        self._writer = store.writer
        self._tell = store.tell

    def note(self, match_id: str, rematch: Rematch) -> None:
        """Let a match say that `rematch` follows it; where it says so already, nobody is woken."""
        involved = keys.match_keys(match_id, "head", "rematch")
        channel = keys.channel(keys.partition_of(match_id))
        kept = f"{rematch.match} {rematch.created_at}"
        with translating_errors():
            NOTE(self._writer, involved, [kept, self._tell, channel, match_id])

    def of(self, match_id: str) -> Rematch | None:
        """The rematch of a match, which may have been deleted meanwhile."""
        with translating_errors():
            kept: Any = self._reader.get(keys.match_key(match_id, "rematch"))
        if kept is None:
            return None
        match, _, created_at = kept.decode().partition(" ")
        return Rematch(match, created_at)
