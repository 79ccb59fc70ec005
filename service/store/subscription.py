"""The changes of matches as the store tells them, whatever kind of store it is."""

from __future__ import annotations

import selectors
import time
from typing import Any, Final, Protocol

import redis
from redis.cluster import RedisCluster
from redis.exceptions import ConnectionError as Disconnected

from railhead.service.store import keys
from railhead.service.store.connection import PATIENCE, Client, disconnect

ASK_AFTER: Final = 2.0
"""Seconds of silence after which a server is asked whether it is still there."""
ANSWER_WITHIN: Final = PATIENCE
"""Seconds that it may take to say so."""

Message = dict[str, Any]


class Subscription(Protocol):
    """What tells changes: each message has the id of a match under `data`."""

    def get_message(self, timeout: float) -> Message | None:
        """The next message, None where none comes in time. Raises `RedisError`."""

    def close(self) -> None:
        """Close its connections."""


def subscribe(client: Client) -> Subscription:
    """A confirmed subscription to all partitions, over connections of its own."""
    return Sharded(client) if isinstance(client, RedisCluster) else Plain(client)


class Listening:
    """One connection that tells changes, and is asked whether it still does.

    Where a server or the way to it goes without a word, a connection says nothing for ever, just as
    one on which nothing happens.
    """

    def __init__(self, told: Any) -> None:
        self._pubsub = told
        self._heard = time.monotonic()
        self._pinged_at: float | None = None

    def await_confirmations(self, subscriptions: int) -> None:
        """Wait until so many subscriptions stand. Raises `RedisError`."""
        for _ in range(subscriptions):
            if self._pubsub.get_message(timeout=PATIENCE) is None:
                raise Disconnected("a subscription is not confirmed")

    def message(self, timeout: float = 0.0) -> Message | None:
        """The next message, answers to what is asked here included; None where none comes in time.

        Raises `RedisError`, also where the server has not answered for too long.
        """
        began = time.monotonic()
        message: Message | None = self._pubsub.get_message(timeout=timeout)
        if message is not None:
            self._heard, self._pinged_at = time.monotonic(), None
        # By `began`, not by now: a message may have come while this call waited for the processor.
        elif self._pinged_at is None:
            if began - self._heard >= ASK_AFTER:
                self._pubsub.ping()
                self._pinged_at = time.monotonic()
        elif began - self._pinged_at >= ANSWER_WITHIN:  # what had come by then would have been read
            raise Disconnected("the server says nothing any more")
        return message

    def fileno(self) -> int:
        """What to wait on for more to read."""
        number: int = self._pubsub.connection._sock.fileno()
        return number

    def close(self) -> None:
        """Close the connection."""
        self._pubsub.close()


class Plain:
    """A subscription to one server.

    It keeps the client, which would cut all its connections when nobody keeps it any more; this one
    would then be opened anew, and miss what was told in between.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        subscription: redis.client.PubSub = client.pubsub()
        subscription.psubscribe(f"{keys.CHANGES}*")
        self._listening = Listening(subscription)
        self._listening.await_confirmations(1)

    def get_message(self, timeout: float) -> Message | None:
        """The next message, None where none comes in time.

        Raises `RedisError`, also where the server does not answer any more.
        """
        message = self._listening.message(timeout)
        return message if message is not None and message["type"] == "pmessage" else None

    def close(self) -> None:
        """Close its connections."""
        self._listening.close()
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

    def _part(self, node_name: str, channels: list[str]) -> Listening:
        node = self._cluster.get_node(node_name=node_name)
        subscription: Any = self._cluster.get_redis_connection(node).pubsub()
        for channel in channels:
            subscription.ssubscribe(channel)
        part = Listening(subscription)
        part.await_confirmations(len(channels))
        self._selector.register(part, selectors.EVENT_READ)
        return part

    def get_message(self, timeout: float) -> Message | None:
        """The next message, None where none comes in time.

        Raises `RedisError`, also where a partition has moved to another server, or where a server
        does not answer any more.
        """
        until = time.monotonic() + timeout
        while True:
            # Before waiting: what a connection has read ahead wakes no selector.
            for part in self._parts:
                message = _change(part)
                if message is not None:
                    return message
            left = until - time.monotonic()
            if left <= 0 or not self._selector.select(left):
                return None

    def close(self) -> None:
        """Close its connections."""
        self._selector.close()
        for part in self._parts:
            part.close()
        disconnect(self._cluster)


def _change(part: Listening) -> Message | None:
    """What one server has told, if it has. Raises `RedisError`."""
    while (message := part.message()) is not None:
        if message["type"] == "smessage":
            return message
        if message["type"] == "sunsubscribe":
            # Nobody has asked for it: the server ends the subscription of a slot that it gives
            # away.
            raise Disconnected("a partition has moved to another server")
    return None
