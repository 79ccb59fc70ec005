"""A client of that one server of a cluster which has a key, wherever it moves.

For libraries that know single servers only, and whose keys all have one hash tag. It asks the
cluster for the server whenever it opens a connection, as the client behind a Sentinel asks for the
primary, whose part the cluster plays here.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.cluster import cleanup_kwargs
from redis.connection import SSLConnection
from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, RedisError, TryAgainError
from redis.exceptions import ConnectionError as Disconnected
from redis.retry import Retry
from redis.sentinel import SentinelConnectionPool, SentinelManagedConnection
from redis.utils import str_if_bytes

from railhead.service.store.connection import LOOK_AFTER, PATIENCE, address_of, options_of

_MOVING: Final = (AskError, ClusterDownError, TryAgainError)
"""What a server answers that has not got the key, or not yet, or not any more."""


def connect_to_owner(url: str, key: str, **further: Any) -> redis.Redis:
    """A client of the primary that has the slot of `key`; it gives up in seconds.

    `url` is that of a cluster, and `further` goes to each connection. Nothing is asked before the
    first use. While the slot moves, commands raise `ConnectionError`, and none is sent twice.
    """
    parts = urlsplit(url)
    user, _, hosts = parts.netloc.rpartition("@")
    said = options_of(parts.scheme.partition("+")[0], user, dict(parse_qsl(parts.query)))
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE} | further
    options = patience | cleanup_kwargs(**said)  # what the URL says goes first, as everywhere
    owners = _Owners([address_of(host, url) for host in hosts.split(",")], options)
    encrypted = options.pop("ssl", False)
    pool = SentinelConnectionPool(
        key,
        owners,
        connection_class=_TlsConnection if encrypted else _Connection,
        health_check_interval=LOOK_AFTER,
        retry=Retry(NoBackoff(), 0),
        **options,
    )
    return redis.Redis.from_pool(pool)


class _Owners:
    """Says where the primary with a slot is: a Sentinel, as far as the pool asks one.

    `RedisCluster` knows it too, with a table of all slots that takes two megabytes of each client.
    """

    def __init__(self, addresses: list[tuple[str, int]], options: dict[str, Any]) -> None:
        self._addresses = addresses
        self._options = {**options, "retry": Retry(NoBackoff(), 0)}

    def discover_master(self, key: str) -> tuple[str, int]:
        """Its host and port, as one server of the cluster knows it. Raises `ConnectionError`.

        Each time another one is asked first: one that is cut off tells what was.
        """
        slot, known, why = key_slot(key.encode()), self._addresses, "none of them says"
        self._addresses = [*known[1:], known[0]]
        for host, port in known:
            try:
                with redis.Redis(host, port, **self._options) as server:
                    shares = server.cluster("SLOTS")
            except RedisError as error:
                why = str(error)
                continue
            for first, last, *servers in shares:
                if first <= slot <= last:
                    found = [(str_if_bytes(one[0]) or host, int(one[1])) for one in servers]
                    self._addresses = list(dict.fromkeys([*self._addresses, *found]))
                    return found[0]
        raise Disconnected(f"which server of the cluster has {key} is not known: {why}")


class _Connection(SentinelManagedConnection):
    """A connection that ends where the server has the key no more, and then goes to another."""

    def read_response(self, *args: Any, **kwargs: Any) -> Any:
        """What the server answers. Raises `ConnectionError` where another is to be asked."""
        try:
            return super().read_response(*args, **kwargs)
        except _MOVING as error:
            self.disconnect()  # type: ignore[no-untyped-call] # not typed
            raise Disconnected(f"another server has the key now: {error}") from error


class _TlsConnection(_Connection, SSLConnection):
    """The same over TLS."""
