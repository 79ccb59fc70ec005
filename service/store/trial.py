"""A write for no other purpose than to see that the store takes writes."""

from __future__ import annotations

from typing import Final

from redis.cluster import RedisCluster

from railhead.service.store.connection import STORE_ERRORS, Client, command
from railhead.service.store.keys import PARTITIONS, trial_key

SECONDS: Final = 60
"""How long what was written stays."""


def refused_writes(client: Client) -> list[str]:
    """Why the store does not take writes: where it is full, a replica, without a disk, in pieces.

    One write goes to each server that has partitions.
    """
    problems: list[str] = []
    tried: set[str] = set()
    for partition in range(PARTITIONS):
        key = trial_key(partition)
        try:
            server = _name_of_server(client, key)
            if server not in tried:
                tried.add(server)
                command(client, "SET", key, 1, "EX", SECONDS)
        except STORE_ERRORS as error:
            problems.append(f"the store does not take writes: {error}")
    return list(dict.fromkeys(problems))


def _name_of_server(client: Client, key: str) -> str:
    """Which server has the key. Raises one of `STORE_ERRORS` where none has."""
    if isinstance(client, RedisCluster):
        node = client.get_node_from_key(key)
        return "" if node is None else str(node.name)
    return ""
