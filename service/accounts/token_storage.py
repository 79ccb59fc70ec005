"""The tokens of clients in the store: part of what is kept of the client, so that one read has all.

The hash of the main token is the field `token` of a client, with the time it was made, where it is
not the client's own, as `token_at`. A further one is the field `token:<id>`: its hash, a space, and
what else is known of it as JSON. It never changes. `used:<id>` is the hour of its last use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import orjson

from railhead.service.model import MAIN, SCOPES, Client, ClientToken, Idempotency
from railhead.service.store import keys
from railhead.service.store.connection import Script, translating_errors
from railhead.service.store.serialization import idempotency_field
from railhead.service.store.store import Store
from railhead.service.store.ttl_cache import TOKENS_SECONDS
from railhead.service.store.written_bytes import count_written

HELD: Final = """
local held = redis.call('HGET', KEYS[1], ARGV[1])
if not held or string.sub(held, 1, 64) ~= ARGV[2] then return 'gone' end
"""
"""Ends a script where the token that allows it is no longer its client's.

Key 1: the client. Arguments 1 and 2: `proof` of the client.
"""
ADD: Final = Script(
    HELD
    + """
local keyed = ARGV[6] ~= ''
local before = keyed and redis.call('GET', KEYS[2])
if before then return before end
for index = 8, #ARGV do
  redis.call('HDEL', KEYS[1], 'token:' .. ARGV[index], 'used:' .. ARGV[index])
end
local count = 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 6) == 'token:' then count = count + 1 end
end
if count >= tonumber(ARGV[3]) then return 'full' end
redis.call('HSET', KEYS[1], 'token:' .. ARGV[4], ARGV[5])
if keyed then redis.call('SET', KEYS[2], ARGV[6], 'EX', ARGV[7]) end
return 'kept'
"""
)
"""Key 2: what an idempotency key has made. Further arguments: how many there may be, the id of the
token and the token, what is to be answered to a repetition, empty where there is no key, for how
many seconds, then the ids of those that have expired, which are forgotten. Answers `kept`, or what
the key has made before."""
REVOKE: Final = Script(
    HELD
    + """
if redis.call('HDEL', KEYS[1], 'token:' .. ARGV[3]) == 0 then return 'none' end
redis.call('HDEL', KEYS[1], 'used:' .. ARGV[3])
-- In the same step: whatever dies now, no stream outlives its token.
redis.call(ARGV[4], ARGV[5], ARGV[6])
return 'revoked'
"""
)
"""Further arguments: the id of the token, then how its client is told to have changed."""
ROTATE: Final = Script(
    HELD
    + """
redis.call('HSET', KEYS[1], 'token', ARGV[3], 'token_at', ARGV[4])
redis.call('HDEL', KEYS[1], 'used:' .. ARGV[5])
redis.call(ARGV[6], ARGV[7], ARGV[8])
return 'rotated'
"""
)
"""Further arguments: the hash of the new main token, the time, the id of a main token, then as
above."""
USED: Final = Script(
    HELD
    + """
redis.call('HSET', KEYS[1], 'used:' .. ARGV[3], ARGV[4])
return 'noted'
"""
)
"""Further arguments: the id of the token, and when it was used."""


class TokenStorage:
    """The tokens of all clients of one store.

    `tell` is the command that tells a channel. Every method goes by the token that the client was
    found by, answers `gone` where that is no longer the client's, and raises `Unavailable` where
    the store does not answer or refuses to write.
    """

    def __init__(self, store: Store) -> None:
        self._writer = store.writer
        self._tell = store.tell

    def add(
        self,
        client: Client,
        token: ClientToken,
        most: int,
        expired: Sequence[str],
        idempotency: Idempotency | None = None,
        answered: str = "",
    ) -> str:
        """Keep a further token: `kept`, or `full` where there are `most` of them.

        Those of the ids `expired` are forgotten. With a key `answered` is kept for ten minutes; it
        is what is returned to whoever comes with the same key, in place of `kept`.
        """
        name = "" if idempotency is None else idempotency_field(idempotency)
        written = _token_field(token)
        arguments: list[str | bytes | int] = [most, token.id, written, answered, TOKENS_SECONDS]
        outcome = self._run(ADD, client, [*arguments, *expired], f"made:{name}")
        if outcome == "kept":
            count_written([written])
        return outcome

    def revoke(self, client: Client, token_id: str) -> str:
        """Forget a further token, and wake who waits with it: `revoked`, `none` where none is."""
        return self._run(REVOKE, client, [token_id, *self._channel_arguments(client)])

    def rotate(self, client: Client, token_hash: str, at: str) -> str:
        """Another main token, and who waits with the one before is woken: `rotated`."""
        return self._run(ROTATE, client, [token_hash, at, MAIN, *self._channel_arguments(client)])

    def note_use(self, client: Client, at: str) -> str:
        """Note when the token that the client was found by was used: `noted`."""
        return self._run(USED, client, [client.token.id, at])

    def _channel_arguments(self, client: Client) -> list[str]:
        return [self._tell, keys.channel(keys.partition_of(client.id)), client.id]

    def _run(
        self,
        script: Script,
        client: Client,
        arguments: Sequence[str | bytes | int],
        *further: str,
    ) -> str:
        involved = [keys.client_key(client.id, part) for part in ("self", *further)]
        with translating_errors():
            return str(script(self._writer, involved, [*proof(client), *arguments]).decode())


def proof(client: Client) -> tuple[str, str]:
    """Where the token lies that a client was found by, and what lies there: for `HELD`."""
    token = client.token
    return "token" if token.id == MAIN else f"token:{token.id}", token.hash


def tokens_of(fields: Mapping[str, str]) -> list[ClientToken]:
    """The tokens of a client of which these fields are kept, the main one first, then by age."""
    main = ClientToken(
        MAIN,
        MAIN,
        fields["token"],
        SCOPES,
        fields.get("token_at", fields["created_at"]),
        used_at=fields.get(f"used:{MAIN}", ""),
    )
    further = [
        _read(name.removeprefix("token:"), value, fields)
        for name, value in fields.items()
        if name.startswith("token:")
    ]
    return [main, *sorted(further, key=lambda one: (one.created_at, one.id))]


def _token_field(token: ClientToken) -> bytes:
    told = {
        "name": token.name,
        "scopes": list(token.scopes),
        "created_at": token.created_at,
        "expires_at": token.expires_at,
    }
    return token.hash.encode() + b" " + orjson.dumps(told)


def _read(token_id: str, value: str, fields: Mapping[str, str]) -> ClientToken:
    token_hash, _, told = value.partition(" ")
    return ClientToken(
        token_id, hash=token_hash, used_at=fields.get(f"used:{token_id}", ""), **orjson.loads(told)
    )
