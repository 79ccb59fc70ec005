"""Clients in the store: accounts without a password, and which matches are theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from railhead.service.accounts.token_storage import tokens_of
from railhead.service.errors import IdempotencyMismatch, Unavailable
from railhead.service.model import Client, Idempotency
from railhead.service.store import keys
from railhead.service.store.connection import Script, command, translating_errors
from railhead.service.store.due_turns import NOW
from railhead.service.store.serialization import idempotency_field
from railhead.service.store.store import Store
from railhead.service.store.ttl_cache import TOKENS_SECONDS
from railhead.service.store.written_bytes import KEY_BYTES, count_written

ADD = Script("""
local kept = redis.call('GET', KEYS[2])
if kept then return kept end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[2])
return ARGV[1]
""")
"""Keys: the client itself, and what an idempotency key has made. Arguments: what that is, for how
many seconds it is kept, then the fields of the client. Answers what the key has made."""
_REMOVE = (
    NOW
    + """
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('ZADD', KEYS[1], now, ARGV[4]) end
for index = 2, #KEYS do redis.call('DEL', KEYS[index]) end
redis.call(ARGV[1], ARGV[2], ARGV[3])
return 1
"""
)
REMOVE = Script(_REMOVE)
"""Keys: the marks of who is leaving, the client itself, and what else is forgotten of it. Tells a
channel of their partition."""
REMOVE_IDLE = Script(
    """
-- In the script, so that a use that comes meanwhile keeps the client; times are texts of one form
-- and compare as these.
local fields = redis.call('HGETALL', KEYS[2])
for index = 1, #fields, 2 do
  local name = fields[index]
  local is_use = name == 'created_at' or name == 'token_at' or string.sub(name, 1, 5) == 'used:'
  if is_use and fields[index + 1] > ARGV[5] then return 0 end
end
"""
    + _REMOVE
)
"""The same of a client that has not been used since the time that the last argument is; 1 where it
is removed with this."""
NOTE = Script(
    NOW
    + """
local noted = string.format('%.6f', time[1] + time[2] / 1000000)
redis.call('ZADD', KEYS[2], noted, ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('ZADD', KEYS[3], now, ARGV[2]) end
return 1
"""
)
"""Keys: the client itself, its matches, and the marks of who is leaving."""
SCANNED = 500
"""About how many keys one look for clients passes over."""
MAKING_SECONDS = 3600.0
"""A match is noted before it is kept: for so long one that is not there may still come."""
TELL = Script("return redis.call(ARGV[1], ARGV[2], ARGV[3])")
"""Tell a channel of the partition of the key."""


class ClientStorage:
    """All clients of one store.

    Every method raises `Unavailable` where the store does not answer or refuses to write.
    """

    def __init__(self, store: Store) -> None:
        self._clocks = store.clocks
        self._reader = store.reader
        self._writer = store.writer
        self._tell = store.tell

    def add(self, client: Client, token: str, idempotency: Idempotency | None) -> str:
        """Keep a new client, unless this key has made one within ten minutes; its main token.

        Where there is a key, the token is kept in the clear for so long, and the client has the
        id that `id_for` makes of that key. Raises `IdempotencyMismatch`.
        """
        fields = [word for pair in _fields(client).items() for word in pair]
        own = keys.client_key(client.id, "self")
        with translating_errors():
            if idempotency is None:
                command(self._writer, "HSET", own, *fields)
                count_written(fields, KEY_BYTES)
                return token
            made = keys.created_client_key(idempotency_field(idempotency))
            kept = f"{idempotency.fingerprint} {token}"
            answer: bytes = ADD(self._writer, [own, made], [kept, TOKENS_SECONDS, *fields])
        if answer.decode() == kept:
            count_written(fields, KEY_BYTES)
        fingerprint, _, first = answer.decode().partition(" ")
        if fingerprint != idempotency.fingerprint:
            raise IdempotencyMismatch()
        return first

    def get(self, client_id: str) -> Client | None:
        """The client of this id, None where there is none."""
        with translating_errors():
            kept = command(self._reader, "HGETALL", keys.client_key(client_id, "self"))
        if not kept:
            return None
        pairs = (
            kept.items() if isinstance(kept, Mapping) else zip(kept[::2], kept[1::2], strict=True)
        )
        text = {name.decode(): value.decode() for name, value in pairs}
        tokens = tokens_of(text)
        return Client(
            client_id, text["name"], text["contact"], text["created_at"], tokens, tokens[0]
        )

    def remove(self, client_id: str) -> None:
        """Forget a client with its tokens, the documents that it kept, and its webhook; mark it as
        leaving, and wake whoever waits for its news.

        Which matches are its own stays noted until it has left them.
        """
        with translating_errors():
            REMOVE(self._writer, *self._removal(client_id))

    def remove_idle(self, client_id: str, since: str) -> bool:
        """Do so where no token of the client was used, or made, since a time as of `Clocks.at`."""
        involved, arguments = self._removal(client_id)
        with translating_errors():
            return bool(REMOVE_IDLE(self._writer, involved, [*arguments, since]))

    def all_ids(self) -> Iterator[str]:
        """The ids of all clients, in no order, read as they are asked for; one may come twice."""
        with translating_errors():
            for key in self._reader.scan_iter(match=keys.client_key_pattern("self"), count=SCANNED):
                yield keys.id_in(key.decode())

    def _removal(self, client_id: str) -> tuple[list[str], list[str]]:
        parts = ("self", "data", "seconds", *keys.WEBHOOK_PARTS)
        involved = [
            self._leaving_key(client_id),
            *(keys.client_key(client_id, one) for one in parts),
        ]
        channel = keys.channel(keys.partition_of(client_id))
        return involved, [self._tell, channel, client_id, client_id]

    def _leaving_key(self, client_id: str) -> str:
        return keys.leaving_key(keys.partition_of(client_id))

    def note(self, client_id: str, match_id: str) -> None:
        """Note that a match is among the client's, and tell those who wait for that.

        It is noted before the match says so itself, which is what holds: a note may be wrong. A
        client that is gone is marked as leaving again.
        """
        own = [keys.client_key(client_id, part) for part in ("self", "matches")]
        with translating_errors():
            NOTE(
                self._writer,
                [*own, self._leaving_key(client_id)],
                [match_id, client_id],
            )

    def tell(self, client_id: str) -> None:
        """Wake whoever waits for news of a client."""
        with translating_errors():
            channel = keys.channel(keys.partition_of(client_id))
            key = keys.client_key(client_id, "self")
            TELL(self._writer, [key], [self._tell, channel, client_id])

    def forget(self, client_id: str, match_id: str) -> None:
        """Take back what `note` has noted, and forget what the client was told of the match."""
        with translating_errors():
            self._writer.zrem(keys.client_key(client_id, "matches"), match_id)
            self._writer.hdel(keys.client_key(client_id, "told"), match_id)

    def forget_gone(self, client_id: str, match_id: str, noted: str) -> None:
        """Do so for a match that is not kept, once it can no longer be one that is being made."""
        if self.is_made_by_now(client_id, noted):
            with suppress(Unavailable):  # a store that refuses to write still says what there is
                self.forget(client_id, match_id)

    def is_made_by_now(self, client_id: str, noted: str) -> bool:
        """Whether a match of a client that was noted then would be kept if it ever came."""
        return self._clocks.wall(client_id) - float(noted) > MAKING_SECONDS

    def has_matches(self, client_id: str) -> bool:
        """Whether any match is noted for a client."""
        with translating_errors():
            return bool(self._writer.exists(keys.client_key(client_id, "matches")))

    def matches(self, client_id: str, below: str | None, limit: int) -> list[tuple[str, str]]:
        """Up to `limit` matches with their times, last noted first, those before `below`."""
        top = "+inf" if below is None else f"({below}"
        with translating_errors():
            rows: Any = self._reader.zrevrangebyscore(
                keys.client_key(client_id, "matches"), top, "-inf", 0, limit, withscores=True
            )
        # With all digits: where a page ends is the very score of its last row.
        return [(match_id.decode(), repr(noted)) for match_id, noted in rows]


def _fields(client: Client) -> dict[str, Any]:
    return {
        "name": client.name,
        "token": client.token.hash,
        "contact": client.contact,
        "created_at": client.created_at,
    }
