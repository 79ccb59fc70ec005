"""The changes of matches as the store tells them, whatever kind of store it is."""

from __future__ import annotations

import selectors
import time
from typing import Any, Protocol

import redis
from redis.cluster import RedisCluster
from redis.exceptions import ConnectionError as Disconnected

from railhead.service.store import keys
from railhead.service.store.connection import PATIENCE, Client, disconnect


class Subscription(Protocol):
    """What tells changes: each message has the id of a match under `data`."""

    def get_message(
        self, ignore_subscribe_messages: bool = False, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """The next message, None where none comes in time. Raises `RedisError`."""

    def close(self) -> None:
        """Close its connections."""


def subscribed(client: Client) -> Subscription:
    """A confirmed subscription to all partitions, over connections of its own."""
    return Sharded(client) if isinstance(client, RedisCluster) else Plain(client)


class Plain:
    """A subscription to one server.

    It keeps the client, which would cut all its connections when nobody keeps it any more; this one
    would then be opened anew, and miss what was told in between.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._subscription: redis.client.PubSub = client.pubsub()
        self._subscription.psubscribe(f"{keys.CHANGES}*")
        self._subscription.get_message(timeout=PATIENCE)

    def get_message(
        self, ignore_subscribe_messages: bool = False, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """The next message, None where none comes in time. Raises `RedisError`."""
        message: dict[str, Any] | None = self._subscription.get_message(
            ignore_subscribe_messages, timeout
        )
        return message

    def close(self) -> None:
        """Close its connections."""
        self._subscription.close()
        disconnect(self._client)


class Sharded:
    """A subscription to a cluster: one connection to each server, for the partitions it has."""

    def __init__(self, cluster: RedisCluster) -> None:
        self._cluster = cluster
        self._selector = selectors.DefaultSelector()
        channels: dict[str, list[str]] = {}
        for partition in range(keys.PARTITIONS):
            channel = keys.channel(partition)
            node = cluster.get_node_from_key(channel)
            channels.setdefault(node.name, []).append(channel)
        self._parts = [self._part(name, own) for name, own in channels.items()]

    def _part(self, node_name: str, channels: list[str]) -> Any:
        node = self._cluster.get_node(node_name=node_name)
        part: Any = self._cluster.get_redis_connection(node).pubsub()
        for channel in channels:
            part.ssubscribe(channel)
        for _ in channels:
            part.get_message(timeout=PATIENCE)
        self._selector.register(part.connection._sock, selectors.EVENT_READ)
        return part

    def get_message(
        self, ignore_subscribe_messages: bool = False, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """The next message, None where none comes in time.

        Raises `RedisError`, also where a partition has moved to another server.
        """
        until = time.monotonic() + timeout
        while True:
            for part in self._parts:
                message: dict[str, Any] | None = part.get_message(timeout=0)
                if message is not None and message["type"] == "smessage":
                    return message
                if message is not None and message["type"] == "sunsubscribe":
                    raise Disconnected("a partition has moved to another server")
            left = until - time.monotonic()
            if left <= 0 or not self._selector.select(left):
                return None

    def close(self) -> None:
        """Close its connections."""
        self._selector.close()
        for part in self._parts:
            part.close()
        disconnect(self._cluster)
