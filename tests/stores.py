"""Servers for the tests besides the embedded store, from the same binary."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from redis.cluster import RedisCluster

from railhead.service.running.child_processes import start_bound
from railhead.service.running.embedded_store import Embedded, server_binary
from railhead.service.store.connection import Client, primaries
from railhead.service.store.keys import LAYOUT, PARTITIONS, beat_key
from railhead.service.store.presence import HOSTS
from tests.ports import HOST, free_port

on_a_server = pytest.mark.parametrize("store_kind", ["server"])
"""Keeps a test of a module that has `store_kind` from here to a single server."""

PATIENCE = 60.0


@pytest.fixture(params=["server", "cluster"])
def store_kind(request: pytest.FixtureRequest) -> str:
    """Imported into a module, lets all its tests run on each kind of store."""
    kind: str = request.param
    return kind


@contextmanager
def embedded_store(folder: Path) -> Iterator[str]:
    """The URL of a server of ours, over a unix socket."""
    server = Embedded(folder, memory=1024)
    server.lock()
    process = server.start()
    yield server.url
    process.terminate()
    process.wait(60)
    server.close()


def all_keys(client: Client) -> list[bytes]:
    """Every key of matches that a store has."""
    found: list[bytes] = []
    for server in primaries(client):
        found += server.execute_command("KEYS", "*")
    others = {LAYOUT, HOSTS, *(beat_key(partition) for partition in range(PARTITIONS))}
    return sorted(key for key in found if key.decode() not in others)


@contextmanager
def with_options(client: Client, **options: str) -> Iterator[None]:
    """Every server runs with these options, named with `_` for `-`, and afterwards as before.

    The servers are shared with the tests that run later in the same process.
    """
    servers = primaries(client)
    asked = {name.replace("_", "-"): value for name, value in options.items()}
    before = [server.config_get(*asked) for server in servers]
    try:
        for server in servers:
            set_options(server, asked)
        yield
    finally:
        for server, values in zip(servers, before, strict=True):
            set_options(server, {str(name): str(value) for name, value in values.items()})


def set_options(server: redis.Redis, options: Mapping[str, str]) -> None:
    """Change options of a running server, by their names."""
    for name, value in options.items():
        server.config_set(name, value)


def server_of(client: Client, key: str) -> redis.Redis:
    """The server that has a key."""
    if isinstance(client, RedisCluster):
        return client.get_redis_connection(client.get_node_from_key(key))
    return client


class Server:
    """One server process over TCP, with these further options; `kill` is a crash."""

    def __init__(self, folder: Path, *options: str, port: int | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = port or free_port()
        self.options = options
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}"

    @property
    def client(self) -> redis.Redis:
        return redis.Redis(HOST, self.port)

    def start(self, environment: dict[str, str] | None = None) -> Server:
        command = [str(server_binary()), *self._arguments()]
        self.process = start_bound(command, environment=environment)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self.client as client:
                    client.ping()
                return self
            except redis.RedisError:
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.01)

    def _arguments(self) -> list[str]:
        arguments = ["--port", str(self.port), "--bind", HOST, "--dir", str(self.folder)]
        arguments += ["--logfile", str(self.folder / "server.log"), "--daemonize", "no"]
        return [*arguments, "--save", "", *self.options]

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(PATIENCE)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)


class Sentinel(Server):
    """A Sentinel that watches one primary, which it calls `main`."""

    def __init__(self, folder: Path, primary: Server) -> None:
        super().__init__(folder)
        self.configuration = folder / "sentinel.conf"
        self.configuration.write_text(
            f"port {self.port}\nbind {HOST}\ndir {folder}\n"
            f"sentinel monitor main {HOST} {primary.port} 1\n"
            "sentinel down-after-milliseconds main 2000\n"
            "sentinel failover-timeout main 3000\n"
        )

    def _arguments(self) -> list[str]:
        return [str(self.configuration), "--sentinel"]


@contextmanager
def one_node_cluster(folder: Path, port: int = 0, announced: int = 0) -> Iterator[str]:
    """The URL of a cluster of one server, which has all slots and refuses to mix them.

    It listens at `port`, and tells clients that it does at `announced`, where these are given.
    """
    port = port or free_port()
    options = ["--cluster-enabled", "yes", "--cluster-port", str(free_port())]
    options += ["--cluster-announce-port", str(announced)] if announced else []
    server = Server(folder, *options, port=port).start()
    try:
        with server.client as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            until = time.monotonic() + PATIENCE
            while b"cluster_state:ok" not in client.execute_command("CLUSTER", "INFO"):
                assert time.monotonic() < until, "the cluster does not come up"
                time.sleep(0.01)
        yield f"redis+cluster://{HOST}:{announced or port}"
    finally:
        server.stop()


class ThreePrimaries:
    """A cluster of three servers that share the slots."""

    def __init__(self, folder: Path) -> None:
        buses = [free_port() for _ in range(3)]
        self.servers = [
            Server(
                folder / str(bus), "--cluster-enabled", "yes", "--cluster-port", str(bus)
            ).start()
            for bus in buses
        ]
        first = self.servers[0]
        bounds = [0, 5461, 10923, 16384]
        for number, server in enumerate(self.servers):
            with server.client as client:
                slots = bounds[number], bounds[number + 1] - 1
                client.execute_command("CLUSTER", "ADDSLOTSRANGE", *slots)
                client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
                client.execute_command("CLUSTER", "MEET", HOST, first.port, buses[0])
        for server in self.servers:
            with server.client as client:
                _until(lambda: b"cluster_state:ok" in client.execute_command("CLUSTER", "INFO"))

    @property
    def url(self) -> str:
        return f"redis+cluster://{HOST}:{self.servers[0].port}"

    def kill(self) -> None:
        for server in self.servers:
            server.kill()


class ClusterPair:
    """A cluster of a primary with all slots and its replica, at addresses of their own."""

    def __init__(self, folder: Path) -> None:
        buses = free_port(), free_port()
        self.primary, self.replica = (
            Server(folder / name, "--cluster-enabled", "yes", "--cluster-port", str(bus)).start()
            for name, bus in zip(("primary", "replica"), buses, strict=True)
        )
        with self.primary.client as first, self.replica.client as second:
            first.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            first.execute_command("CLUSTER", "MEET", HOST, self.replica.port, buses[1])
            own_id = first.execute_command("CLUSTER", "MYID").decode()
            _until(lambda: own_id in str(second.execute_command("CLUSTER", "NODES")))
            second.execute_command("CLUSTER", "REPLICATE", own_id)
            _until(lambda: second.info("replication").get("master_link_status") == "up")
            _until(lambda: str(self.replica.port) in str(first.execute_command("CLUSTER SLOTS")))

    @property
    def url(self) -> str:
        return f"redis+cluster://{HOST}:{self.primary.port}"

    def promote(self) -> None:
        """Let the replica have all slots, whoever agrees."""
        with self.replica.client as client:
            client.execute_command("CLUSTER", "FAILOVER", "TAKEOVER")
            _until(lambda: client.info("replication")["role"] == "master")

    def kill(self) -> None:
        self.primary.kill()
        self.replica.kill()


def _until(check: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < until, "the cluster does not come up"
        time.sleep(0.05)
