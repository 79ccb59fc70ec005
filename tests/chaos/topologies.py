"""Stores to do damage to: one server, a pair behind Sentinels, a cluster; each behind proxies.

Every server is known to clients and to the other servers by the port of a proxy in front of it, so
that cutting the proxy cuts it off from all of them. (The bus of a cluster and the Sentinels' own
talk go past the proxies.)
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import redis

from railhead.service.running.embedded_store import server_binary
from tests.chaos.kept import Kept
from tests.chaos.proxy import HOST, Proxies
from tests.ports import free_port

UP_SECONDS = 60.0
TOPOLOGIES = ("single", "sentinel", "cluster")
PRIMARIES = 3
SENTINELS = 3


@dataclass
class Wanted:
    """What a store shall be like: `durable` is on disk and, where there are several, replicated."""

    folder: Path
    durable: bool
    disk: Path
    """The library that makes disks slow and full."""


class StoreServer:
    """One server with its proxy, and a disk that can be made slow or full."""

    def __init__(self, name: str, wanted: Wanted, proxies: Proxies, *options: str) -> None:
        self.name = name
        self.port = free_port()
        self.proxy = proxies.to(self.port)
        folder = wanted.folder / name
        folder.mkdir(parents=True)
        self.control = folder / "disk"
        self.behave_disk()
        configuration = folder / "server.conf"
        lines = [
            f"port {self.port}",
            f"bind {HOST}",
            f"dir {folder}",
            "appendonly yes",
            f"appendfsync {'always' if wanted.durable else 'everysec'}",
            'save ""',
            "maxmemory-policy noeviction",
            f"replica-announce-ip {HOST}",
            f"replica-announce-port {self.proxy.port}",
            "repl-diskless-sync-delay 0",
            *options,
        ]
        configuration.write_text("\n".join(lines) + "\n")
        environment = {"LD_PRELOAD": str(wanted.disk), "SLOW_DISK_CONTROL": str(self.control)}
        command = [str(server_binary()), str(configuration)]
        self.kept = Kept(name, command, folder / "server.log", environment)

    def behave_disk(self, milliseconds: int = 0, full: bool = False) -> None:
        """How long a sync takes longer, and whether nothing can be written."""
        new = self.control.with_suffix(".new")
        new.write_text(f"{milliseconds} {int(full)}\n")
        new.replace(self.control)

    def ask(self, *words: Any) -> Any:
        """The answer to a command, past the proxy; None where none comes."""
        with redis.Redis(
            host=HOST, port=self.port, socket_timeout=2, socket_connect_timeout=2
        ) as client:
            try:
                return client.execute_command(*words)
            except redis.RedisError:
                return None

    def replication(self) -> dict[str, Any]:
        """What it says of its role; empty where it does not answer."""
        found = self.ask("INFO", "replication")
        return found if isinstance(found, dict) else {}


class Topology:
    """A store of groups of servers, each a primary and its replicas; `url` is for the service."""

    def __init__(self, wanted: Wanted, proxies: Proxies) -> None:
        self.wanted = wanted
        self.proxies = proxies
        self.groups: list[list[StoreServer]] = []
        self.others: list[Kept] = []
        self.queue: StoreServer | None = None
        self.durability = "everysec"
        self.build()

    def build(self) -> None:
        """Make the groups, the URL and all configurations."""
        raise NotImplementedError

    @property
    def url(self) -> str:
        """The URL of the store."""
        raise NotImplementedError

    @property
    def queue_url(self) -> str:
        """The URL of the queue; empty where it is in the store."""
        return "" if self.queue is None else f"redis://{HOST}:{self.queue.proxy.port}"

    @property
    def kept(self) -> list[Kept]:
        """All processes of the store."""
        servers = [server for group in self.groups for server in group]
        servers += [] if self.queue is None else [self.queue]
        return [*(server.kept for server in servers), *self.others]

    def start(self) -> None:
        """Start all servers, and wait until the store takes what it is given."""
        for kept in self.kept:
            kept.start()
        for server in (server for group in self.groups for server in group):
            self._wait(lambda server=server: bool(server.ask("PING")), server.name)  # type: ignore[misc] # bound at once
        self.join()
        for group in self.groups:
            self._wait(lambda group=group: self.settled(group), "the store")  # type: ignore[misc] # bound at once

    def join(self) -> None:
        """Make the running servers one store."""

    def _wait(self, check: Callable[[], bool], name: str) -> None:
        until = time.monotonic() + UP_SECONDS
        while not check():
            if time.monotonic() > until:
                raise RuntimeError(f"{name} does not come up; see {self.wanted.folder}")
            time.sleep(0.1)

    def primary(self, group: list[StoreServer]) -> StoreServer | None:
        """The one of a group that takes writes; None where that is none or several."""
        found = [one for one in group if one.replication().get("role") == "master"]
        return found[0] if len(found) == 1 else None

    def settled(self, group: list[StoreServer]) -> bool:
        """Whether a group has its primary, all others follow it, and everybody knows."""
        if any(not one.kept.pid for one in group):
            return False
        primary = self.primary(group)
        if primary is None:
            return False
        state = primary.replication()
        followers = [state.get(f"slave{number}", {}) for number in range(len(group) - 1)]
        return all(one.get("state") == "online" for one in followers) and self.known(primary, group)

    def known(self, _primary: StoreServer, _group: list[StoreServer]) -> bool:
        """Whether those who tell clients where the group is know its primary."""
        return True

    def stop(self) -> None:
        """End all of it."""
        for kept in self.kept:
            if kept.pid:
                kept.signal(signal.SIGCONT)
                kept.signal(signal.SIGKILL)
            kept.stop()


class Single(Topology):
    """One server."""

    def build(self) -> None:
        self.groups = [[StoreServer("store", self.wanted, self.proxies)]]
        self.durability = "disk" if self.wanted.durable else "everysec"

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.groups[0][0].proxy.port}"


class Replicated(Topology):
    """What both topologies with replicas have."""

    def replicas_options(self) -> list[str]:
        self.durability = "disk+replicated" if self.wanted.durable else "everysec"
        if not self.wanted.durable:
            return []
        return ["min-replicas-to-write 1", "min-replicas-max-lag 10"]


class Pair(Replicated):
    """A primary and a replica behind three Sentinels, of which two must agree."""

    def build(self) -> None:
        options = self.replicas_options()
        first = StoreServer("store-0", self.wanted, self.proxies, *options)
        follows = f"replicaof {HOST} {first.proxy.port}"
        second = StoreServer("store-1", self.wanted, self.proxies, follows, *options)
        self.groups = [[first, second]]
        self.ports = [free_port() for _ in range(SENTINELS)]
        for number, port in enumerate(self.ports):
            folder = self.wanted.folder / f"sentinel-{number}"
            folder.mkdir(parents=True)
            configuration = folder / "sentinel.conf"
            configuration.write_text(
                f"port {port}\nbind {HOST}\ndir {folder}\n"
                f"sentinel monitor main {HOST} {first.proxy.port} 2\n"
                "sentinel down-after-milliseconds main 1000\n"
                "sentinel failover-timeout main 5000\n"
            )
            command = [str(server_binary()), str(configuration), "--sentinel"]
            kept = Kept(f"sentinel-{number}", command, folder / "sentinel.log", {})
            self.others.append(kept)

    @property
    def url(self) -> str:
        hosts = ",".join(f"{HOST}:{port}" for port in self.ports)
        return f"redis+sentinel://{hosts}/main"

    def known(self, primary: StoreServer, _group: list[StoreServer]) -> bool:
        for port in self.ports:
            with redis.Redis(host=HOST, port=port, socket_timeout=2) as sentinel:
                try:
                    _, known = sentinel.execute_command(
                        "SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main"
                    )
                    replicas = sentinel.execute_command("SENTINEL", "REPLICAS", "main")
                except redis.RedisError:
                    return False
            if int(known) != primary.proxy.port or len(replicas) != 1:
                return False
        return True


class Cluster(Replicated):
    """Three primaries with a replica each, and a server of its own for the queue."""

    def build(self) -> None:
        options = self.replicas_options()
        for number in range(PRIMARIES):
            names = (f"store-{number}-a", f"store-{number}-b")
            self.groups.append([self._member(name, options) for name in names])
        self.queue = StoreServer("queue", self.wanted, self.proxies)

    def _member(self, name: str, options: list[str]) -> StoreServer:
        bus = free_port()
        member = StoreServer(
            name,
            self.wanted,
            self.proxies,
            "cluster-enabled yes",
            "cluster-node-timeout 2000",
            "cluster-require-full-coverage no",
            f"cluster-port {bus}",
            f"cluster-announce-ip {HOST}",
            f"cluster-announce-bus-port {bus}",
            *options,
        )
        with (self.wanted.folder / name / "server.conf").open("a") as configuration:
            configuration.write(f"cluster-announce-port {member.proxy.port}\n")
        self.buses = {**getattr(self, "buses", {}), name: bus}
        return member

    @property
    def url(self) -> str:
        hosts = ",".join(f"{HOST}:{group[0].proxy.port}" for group in self.groups)
        return f"redis+cluster://{hosts}"

    def join(self) -> None:
        members = [member for group in self.groups for member in group]
        first = members[0]
        for member in members[1:]:
            first.ask("CLUSTER", "MEET", HOST, member.port, self.buses[member.name])
        bounds = [16384 * number // PRIMARIES for number in range(PRIMARIES + 1)]
        for number, (primary, _) in enumerate(self.groups):
            primary.ask("CLUSTER", "ADDSLOTSRANGE", bounds[number], bounds[number + 1] - 1)
        for primary, replica in self.groups:
            name = primary.ask("CLUSTER", "MYID")
            self._wait(
                lambda replica=replica, name=name: bool(replica.ask("CLUSTER", "REPLICATE", name)),  # type: ignore[misc] # bound at once
                replica.name,
            )

    def known(self, _primary: StoreServer, group: list[StoreServer]) -> bool:
        for member in group:
            state = member.ask("CLUSTER INFO")
            if not isinstance(state, dict) or state.get("cluster_state") != "ok":
                return False
        return True


def topology(name: str, wanted: Wanted, proxies: Proxies) -> Topology:
    """The topology of this name."""
    kinds: dict[str, type[Topology]] = {"single": Single, "sentinel": Pair, "cluster": Cluster}
    return kinds[name](wanted, proxies)
