"""The data sets that matches are played with, in the store: boards, maps, sets of components.

A data set of the service's own is kept once in each partition that has matches with it; that of a
client is kept with the one match that is played with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson

from railhead.service.store import keys
from railhead.service.store.connection import Client, Script, translating_errors
from railhead.service.store.keys import match_key
from railhead.service.store.serialization import pack_data, unpack_data
from railhead.service.store.written_bytes import KEY_BYTES, count_written

UNUSED_DATA_SECONDS: Final = 3600
"""How long the own data of a match is kept whose creation was broken off."""
KEEP_DATA: Final = Script("""
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', ARGV[2]) then return 1 end
local left = redis.call('TTL', KEYS[1])
-- Without an end (-1) it belongs to a match that exists, and stays as long as that does.
if left >= 0 and left < tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 0
""")


class DataSets:
    """The data sets of one store. Every method raises `Unavailable`."""

    def __init__(self, read: Callable[..., Any], writer: Client) -> None:
        self._read = read
        self._writer = writer

    def keep(self, match_id: str, digest: str, data: Mapping[str, Any]) -> None:
        """Keep a validated data set for every host that plays a match with it.

        It is kept in the partition of the match, before the match is: no failover can lose the data
        of a match that it keeps.
        """
        key = keys.data_key(keys.partition_of(match_id), digest)
        with translating_errors():
            # Nearly always it is there: to ask is cheaper than to send a data set for nothing.
            if not self._writer.exists(key):
                self._writer.set(key, orjson.dumps(dict(data)), nx=True)

    def keep_of_match(self, match_id: str, data: Mapping[str, Any]) -> None:
        """Keep a data set that only this match has, before it is created, for as long as it is.

        Another may have created it already, where several create the same: then it stays as it is.
        """
        kept = pack_data(data)
        with translating_errors():
            if KEEP_DATA(self._writer, [match_key(match_id, "data")], [kept, UNUSED_DATA_SECONDS]):
                count_written([kept], KEY_BYTES)

    def find(self, match_id: str, digest: str) -> dict[str, Any] | None:
        """The data set of a match by its digest: its own, or one of many."""
        own = self._read("GET", match_key(match_id, "data"))
        if own is not None:
            return unpack_data(own)
        stored = self._read("GET", keys.data_key(keys.partition_of(match_id), digest))
        return None if stored is None else orjson.loads(stored)
