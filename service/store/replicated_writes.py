"""Commits that are acknowledged only once replicas have them.

A replica is asked for what was written before, over the connection that wrote or read it (`WAIT`):
so the answer and the confirmation are those of one and the same server.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import redis
from redis.cluster import RedisCluster
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    ResponseError,
    SlotNotCoveredError,
)
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut

from railhead.service.errors import Unavailable
from railhead.service.store.connection import STORE_ERRORS, Client, Script


class ReplicatedWrites:
    """Runs what is acknowledged, and waits up to `seconds` until `replicas` have it."""

    def __init__(self, client: Client, replicas: int, seconds: float) -> None:
        self.client = client
        self.replicas = replicas
        self.milliseconds = int(seconds * 1000)
        self._looking = threading.Lock()

    def run(self, script: Script, keys: list[str], arguments: list[Any]) -> Any:
        """The answer of a script. Raises `Unavailable` where it is not confirmed."""
        try:
            return self.read(keys[0], *script.call(keys, arguments))
        except NoScriptError:
            return self.read(keys[0], *script.first_call(keys, arguments))

    def read(self, key: str, *command: Any) -> Any:
        """The answer of a command about `key`, once replicas have what it tells.

        Raises `Unavailable` where they do not in time: what was written stays written, and may or
        may not outlive the primary.
        """
        # A pipeline follows no redirection by itself; once more, with the slots read anew, is
        # enough.
        answer, copies = self._call(key, command)
        if isinstance(answer, MovedError | AskError) and isinstance(self.client, RedisCluster):
            self.client.nodes_manager.initialize()
            answer, copies = self._call(key, command)
        if isinstance(answer, ResponseError):
            raise answer
        if isinstance(copies, ResponseError):
            raise copies
        if copies < self.replicas:
            raise Unavailable(
                f"stored, but {copies} of {self.replicas} replicas have confirmed it in time: "
                "repeat the request with the same Idempotency-Key"
            )
        return answer

    def _call(self, key: str, command: tuple[Any, ...]) -> tuple[Any, Any]:
        """The answer of the server that has the key, and how many copies there are.

        Raises `RedisError`; a cluster is asked then which server has the key by now.
        """
        if not isinstance(self.client, RedisCluster):
            return self._call_server(self.client, command)
        node: Any = None
        try:
            node = self.client.get_node_from_key(key)
            answers = self._call_server(self.client.get_redis_connection(node), command)
        except (Disconnected, TimedOut, SlotNotCoveredError):
            self._look_around(self.client, node)
            raise
        if isinstance(answers[0], ClusterDownError):
            self._look_around(self.client, node)
        return answers

    def _call_server(self, server: redis.Redis, command: tuple[Any, ...]) -> tuple[Any, Any]:
        batch: Any
        with server.pipeline(transaction=False) as batch:
            batch.execute_command(*command)
            # In the pipeline of the command: WAIT speaks of what its own connection has written.
            batch.execute_command("WAIT", self.replicas, self.milliseconds)
            answer, copies = batch.execute(raise_on_error=False)
        return answer, copies

    def _look_around(self, cluster: RedisCluster, failed: Any) -> None:
        """Ask the others which server has what, the one that failed only where no other answers.

        The library does that for commands that it sends itself. Where a server dies, all threads
        come here at once: one asks, and the others do not wait for it, since those who do not
        answer take seconds each.
        """
        if not self._looking.acquire(blocking=False):
            return
        name = None if failed is None else failed.name
        try:
            with suppress(*STORE_ERRORS):  # what has failed is told by who has noticed it
                cluster.nodes_manager.initialize(last_failed_node_name=name)
        finally:
            self._looking.release()
