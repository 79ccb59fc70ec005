"""Commits that are acknowledged only once replicas have them.

A replica is asked for what was written before, over the connection that wrote or read it (`WAIT`):
so the answer and the confirmation are those of one and the same server.
"""

from __future__ import annotations

from typing import Any

from redis.cluster import RedisCluster
from redis.exceptions import AskError, MovedError, NoScriptError, ResponseError

from railhead.service.errors import Unavailable
from railhead.service.store.connection import Client, Script, server_of


class Confirming:
    """Runs what is acknowledged, and waits up to `seconds` until `replicas` have it."""

    def __init__(self, client: Client, replicas: int, seconds: float) -> None:
        self.client = client
        self.replicas = replicas
        self.milliseconds = int(seconds * 1000)

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
        answer, copies = self._asked(key, command)
        if isinstance(answer, MovedError | AskError) and isinstance(self.client, RedisCluster):
            self.client.nodes_manager.initialize()
            answer, copies = self._asked(key, command)
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

    def _asked(self, key: str, command: tuple[Any, ...]) -> tuple[Any, Any]:
        batch: Any
        with server_of(self.client, key).pipeline(transaction=False) as batch:
            batch.execute_command(*command)
            batch.execute_command("WAIT", self.replicas, self.milliseconds)
            answer, copies = batch.execute(raise_on_error=False)
        return answer, copies
