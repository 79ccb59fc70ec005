"""What several workers find of one decision, in the store until its leader has decided.

The leader, who plays the turn, announces a search; helpers search the same decision and leave their
results, as long as the search stands: as long as nobody has ended it and its leader has the lease
of the match. All of it lies under one key, which goes with the match, and by itself some time after
anything was last added. Every method raises `Unavailable` where the store does not answer or
refuses to write.
"""

from __future__ import annotations

from typing import Any, Final

import orjson

from railhead.service.model import SearchResult, SharedSearch
from railhead.service.store.connection import Script, translating_errors
from railhead.service.store.keys import match_keys
from railhead.service.store.store import Store

KEPT_SECONDS: Final = 600
"""How long a search is kept that nobody has ended."""

_BY: Final = b"by "
"""What the names of the fields begin with that have results; the rest is who counted."""

_STANDS: Final = """
local kept = redis.call('HMGET', KEYS[1], 'mark', 'leader', 'asked')
-- A leader that has died ends no call: its lease runs out, and with it the call.
local stands = kept[2] and redis.call('GET', KEYS[2]) == kept[2]
"""

ASK: Final = Script("""
if redis.call('GET', KEYS[2]) ~= ARGV[2] then return 0 end
-- What was counted for the call before is of another position.
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'mark', ARGV[1], 'leader', ARGV[2], 'asked', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1
""")
"""Keys: search, lease. Arguments: mark, leader, what else is asked, seconds it is kept."""

READ: Final = Script(_STANDS + "return stands and kept or false")
"""Keys: search, lease. Answers mark, leader and what else is asked where a search stands."""

KEEP: Final = Script(
    _STANDS
    + """
if not stands or kept[1] ~= ARGV[1] or kept[2] ~= ARGV[2] then return 0 end
if ARGV[3] then
  redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
  redis.call('EXPIRE', KEYS[1], ARGV[5])
end
return 1
"""
)
"""Keys: search, lease. Arguments: mark, leader; then, to leave a result: its field, the result,
seconds the search is kept from now on. Answers whether the search stands."""

END: Final = Script("""
local kept = redis.call('HMGET', KEYS[1], 'mark', 'leader')
if kept[1] ~= ARGV[1] or kept[2] ~= ARGV[2] then return {} end
local all = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
return all
""")
"""Keys: search. Arguments: mark, leader. Answers all fields and values of the search."""


class SharedSearches:
    """The shared searches of one store, and what was found for them."""

    def __init__(self, store: Store) -> None:
        self._client = store.writer

    def announce(self, search: SharedSearch) -> bool:
        """Announce a search, in place of any before; False where the leader has no lease."""
        request = orjson.dumps([search.seat, search.before])
        with translating_errors():
            arguments = [search.mark, search.leader, request, KEPT_SECONDS]
            return bool(ASK(self._client, _keys(search.match), arguments))

    def current(self, match_id: str) -> SharedSearch | None:
        """The search of a match that stands now; None where there is none."""
        with translating_errors():
            kept: list[bytes] | None = READ(self._client, _keys(match_id), [])
        if not kept:
            return None
        seat, before = orjson.loads(kept[2])
        before = None if before is None else (before[0], before[1])
        return SharedSearch(match_id, kept[0].decode(), kept[1].decode(), seat, before)

    def is_current(self, search: SharedSearch) -> bool:
        """Whether a search stands; writes nothing."""
        with translating_errors():
            return bool(KEEP(self._client, _keys(search.match), [search.mark, search.leader]))

    def report(self, search: SharedSearch, holder: str, result: SearchResult) -> bool:
        """Leave what has been counted, in place of what this holder left before; False, and
        nothing is kept, where the search does not stand any longer."""
        written = orjson.dumps([result.simulations, result.counts])
        with translating_errors():
            arguments = [search.mark, search.leader, _BY + holder.encode(), written, KEPT_SECONDS]
            return bool(KEEP(self._client, _keys(search.match), arguments))

    def end(self, search: SharedSearch) -> list[SearchResult]:
        """End a search: what was left for it. None of it once it has been ended."""
        with translating_errors():
            keys = _keys(search.match)[:1]
            found: list[bytes] = END(self._client, keys, [search.mark, search.leader])
        fields = zip(found[::2], found[1::2], strict=True)
        return [_decode_result(value) for field, value in fields if field.startswith(_BY)]


def _keys(match_id: str) -> list[str]:
    return match_keys(match_id, "parts", "lease")


def _decode_result(written: bytes) -> SearchResult:
    stored: Any = orjson.loads(written)
    simulations, counts = stored
    return SearchResult(simulations, [(action, *rest) for action, *rest in counts])
