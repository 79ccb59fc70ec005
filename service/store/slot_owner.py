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
from redis.cluster import RedisCluster, cleanup_kwargs
from redis.connection import SSLConnection
from redis.exceptions import (
    AskError,
    ClusterDownError,
    RedisClusterException,
    TryAgainError,
)
from redis.exceptions import ConnectionError as Disconnected
from redis.retry import Retry
from redis.sentinel import SentinelConnectionPool, SentinelManagedConnection

from railhead.service.store.connection import LOOK_AFTER, PATIENCE, connect, disconnect, options_of

_MOVING: Final = (AskError, ClusterDownError, TryAgainError)
"""What a server answers that has not got the key, or not yet, or not any more."""


def connect_to_owner(url: str, key: str, **further: Any) -> redis.Redis:
    """A client of the primary that has the slot of `key`; it gives up in seconds.

    `url` is that of a cluster, and `further` goes to each connection. Nothing is asked before the
    first use. While the slot moves, commands raise `ConnectionError`, and none is sent twice.
    """
    parts = urlsplit(url)
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE} | further
    said = options_of(
        parts.scheme.partition("+")[0],
        parts.netloc.rpartition("@")[0],
        dict(parse_qsl(parts.query)),
    )
    pool = SentinelConnectionPool(
        key,
        _Owners(url, patience),
        connection_class=_TlsConnection if said.pop("ssl", False) else _Connection,
        **patience | cleanup_kwargs(**said),  # what the URL says goes first, as everywhere
        health_check_interval=LOOK_AFTER,
        retry=Retry(NoBackoff(), 0),
    )
    return redis.Redis.from_pool(pool)


class _Owners:
    """Says where the primary with the slot of a key is: a Sentinel, as far as the pool asks one."""

    def __init__(self, url: str, patience: dict[str, Any]) -> None:
        self._url = url
        self._patience = patience
        self._cluster: RedisCluster | None = None

    def discover_master(self, key: str) -> tuple[str, int]:
        """Its host and port, as the cluster knows it now. Raises `RedisError`."""
        try:
            if self._cluster is None:
                found = connect(self._url, **self._patience)
                assert isinstance(found, RedisCluster)
                disconnect(found)  # processes that are forked shall find nothing open
                self._cluster = found
            else:
                self._cluster.nodes_manager.initialize()
            node = self._cluster.get_node_from_key(key)
        except RedisClusterException as error:
            raise Disconnected(str(error)) from error
        return str(node.host), int(node.port)


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
