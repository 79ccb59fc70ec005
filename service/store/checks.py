"""Whether the store is set up to keep what it is given, as the settings want it kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import redis
from redis.cluster import RedisCluster

from railhead.service.settings import Settings
from railhead.service.store.connection import (
    STORE_ERRORS,
    Client,
    command,
    primaries,
    translating_errors,
)
from railhead.service.store.embedded_server import misplaced_files, url_of
from railhead.service.store.keys import PARTITIONS, trial_key

REWRITING: Final = "auto-aof-rewrite-percentage"
WANTED: Final = (
    *("maxmemory-policy", "appendonly", "appendfsync", "min-replicas-to-write"),
    *(REWRITING, "maxclients"),
)

SILENT: Final = "the store does not say its maxmemory-policy; it must be noeviction"
VOLATILE: Final = "the store keeps no append-only file: a crash loses matches"
NOT_ON_DISK: Final = (
    "RAILHEAD_DURABILITY is {durability}, but the store's appendfsync is {found}; set it to always"
)
NOT_SAID: Final = (
    "RAILHEAD_DURABILITY is {durability}, but the store does not say that its appendfsync is always"
)
NOT_REWRITTEN: Final = (
    "the store never rewrites its append-only file, which grows until the disk is full: set its "
    "auto-aof-rewrite-percentage to 100, as `railhead backup` does for an embedded store"
)
FULL_SHARE: Final = 0.8
"""From which share of its bounds on an operator is told that a store fills up."""
ALMOST_FULL: Final = (
    "the store uses {used:.0%} of its maxmemory of {most} MiB; when it is full, every match stops: "
    "give it more (RAILHEAD_STORE_MEMORY_MIB for an embedded store), or let matches expire earlier"
)
UNBOUNDED: Final = (
    "the store has no maxmemory: it grows until the system ends it, or others; set one below what "
    "the host has (RAILHEAD_STORE_MEMORY_MIB for an embedded store)"
)
CROWDED: Final = (
    "{clients} of {most} connections of the store are in use (maxclients, or its open files): "
    "raise them before further processes are refused"
)
FAILED_REWRITE: Final = (
    "the store could not rewrite its append-only file, which grows: look at its log and its disk"
)
TOO_FEW: Final = (
    "RAILHEAD_DURABILITY is {durability} with {wanted} replicas, but a primary has {found}"
)
LONELY: Final = (
    "a primary that has lost its replicas goes on writing, in vain; set min-replicas-to-write to "
    "{wanted} and min-replicas-max-lag to 10"
)
TRIED_SECONDS: Final = 60
"""How long what is written only to be tried stays."""


def condition(client: Client, settings: Settings) -> tuple[list[str], list[str]]:
    """What keeps the store from keeping matches, and what its operator should look at.

    Raises `Unavailable`.
    """
    problems: list[str] = []
    warnings: list[str] = []
    with translating_errors():
        for server in primaries(client):
            command(server, "PING")
            _look_at(server, settings, problems, warnings)
    return list(dict.fromkeys(problems)), list(dict.fromkeys(warnings))


def _look_at(
    server: redis.Redis, settings: Settings, problems: list[str], warnings: list[str]
) -> None:
    said = configuration(server)
    policy = said.get("maxmemory-policy")
    if policy is None:
        warnings.append(SILENT)
    elif policy != "noeviction":
        problems.append(f"the store's maxmemory-policy is {policy}; it must be noeviction")
    told = _information(server)
    _look_at_bounds(told, said, warnings)
    if settings.redis_url == url_of(settings.data_dir) and "process_id" in told:
        problems += misplaced_files(settings.data_dir, told["process_id"])
    durability = settings.durability
    if said.get("appendonly") != "yes":
        # A hosted server that tells nothing may keep a log all the same.
        (problems if settings.is_on_disk and said else warnings).append(VOLATILE)
    elif said.get(REWRITING) == "0":
        warnings.append(NOT_REWRITTEN)
    if settings.is_on_disk and "appendfsync" not in said:
        warnings.append(NOT_SAID.format(durability=durability))
    elif settings.is_on_disk and said["appendfsync"] != "always":
        problems.append(NOT_ON_DISK.format(durability=durability, found=said["appendfsync"]))
    if settings.is_replicated:
        wanted, found = settings.replicas, replicas(server)
        if found < wanted:
            problems.append(TOO_FEW.format(durability=durability, wanted=wanted, found=found))
        if int(said.get("min-replicas-to-write", wanted)) < wanted:
            warnings.append(LONELY.format(wanted=wanted))


def _look_at_bounds(told: dict[str, Any], said: dict[str, str], warnings: list[str]) -> None:
    """Whether a server comes near to what it may have."""
    used = memory_used(told)
    if used is None and "maxmemory" in told:
        warnings.append(UNBOUNDED)
    elif used is not None and used > FULL_SHARE:
        warnings.append(ALMOST_FULL.format(used=used, most=told["maxmemory"] >> 20))
    clients, most = told.get("connected_clients", 0), int(said.get("maxclients", 0))
    if most and clients > FULL_SHARE * most:
        warnings.append(CROWDED.format(clients=clients, most=most))
    if told.get("aof_last_bgrewrite_status", "ok") != "ok":
        warnings.append(FAILED_REWRITE)


def memory_used(told: Mapping[str, Any]) -> float | None:
    """Which share of its memory a server uses, of what it tells; None where it has no bound."""
    most = told.get("maxmemory")
    return told["used_memory"] / most if most else None


def fullest(client: Client) -> float | None:
    """The share of its memory that the fullest server uses; None where none has a bound.

    Raises `Unavailable`.
    """
    with translating_errors():
        shares = [memory_used(_information(server)) for server in primaries(client)]
    return max((share for share in shares if share is not None), default=None)


def _information(server: redis.Redis) -> dict[str, Any]:
    """What a server tells of its state; empty where it does not."""
    try:
        told: dict[str, Any] = server.info()
    except STORE_ERRORS:
        return {}
    return told


def configuration(server: redis.Redis) -> dict[str, str]:
    """What a server says of itself; empty where it does not tell, as hosted ones may not."""
    try:
        answer = command(server, "CONFIG", "GET", *WANTED)
    except STORE_ERRORS:
        return {}
    return {name.decode(): value.decode() for name, value in _pairs(answer)}


def _pairs(answer: Any) -> list[tuple[bytes, bytes]]:
    """Names and values of an answer, which is a map or a flat list by protocol version."""
    if isinstance(answer, dict):
        return list(answer.items())
    return list(zip(answer[::2], answer[1::2], strict=True))


def replicas(server: redis.Redis) -> int:
    """How many replicas of a server are connected to it and up to date."""
    told = command(server, "INFO", "replication")
    return sum(
        one.get("state") == "online"
        for name, one in told.items()
        if name.startswith("slave") and isinstance(one, dict)
    )


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
                command(client, "SET", key, 1, "EX", TRIED_SECONDS)
        except STORE_ERRORS as error:
            problems.append(f"the store does not take writes: {error}")
    return list(dict.fromkeys(problems))


def _name_of_server(client: Client, key: str) -> str:
    """Which server has the key. Raises one of `STORE_ERRORS` where none has."""
    if isinstance(client, RedisCluster):
        node = client.get_node_from_key(key)
        return "" if node is None else str(node.name)
    return ""
