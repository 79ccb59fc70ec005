"""`/readyz` tries a write, here on real stores that take none; `/healthz` asks nobody."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import redis

from railhead.service.core.matches import Matches, open_matches
from railhead.service.operations.routes import readiness
from railhead.service.settings import Settings
from tests.http.api import Api, serving
from tests.service.conftest import eventually, silenced
from tests.stores import Server, one_node_cluster

KEEPING = ["--appendonly", "yes", "--maxmemory-policy", "noeviction"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path / "own", *KEEPING).start()
    yield started
    started.kill()


def problems_of(url: str, queue: str = "") -> list[str]:
    """The problems that a service over this store says it has."""
    matches: Matches = open_matches(replace(Settings(), redis_url=url, queue_url=queue))
    try:
        return readiness(matches)[0]
    finally:
        matches.close()


@pytest.mark.full
def test_a_full_store_is_not_ready_and_is_again_when_there_is_room(server: Server) -> None:
    with serving(server.url) as address, server.client as client:
        api = Api(address)
        assert api.get("/readyz").status_code == 200
        client.config_set("maxmemory", "1")
        refused = api.get("/readyz")
        assert refused.status_code == 503
        (problem,) = refused.json()["problems"]
        assert "does not take writes" in problem
        assert "maxmemory" in problem
        assert api.get("/healthz").status_code == 200
        client.config_set("maxmemory", "0")
        assert api.get("/readyz").status_code == 200


@pytest.mark.full
def test_a_replica_is_not_ready(server: Server, tmp_path: Path) -> None:
    assert problems_of(server.url) == []
    replica = Server(tmp_path / "replica", *KEEPING, "--replicaof", f"127.0.0.1 {server.port}")
    replica.start()
    try:
        with replica.client as client:
            eventually(lambda: client.exists("layout"))
        (problem,) = problems_of(replica.url)
        assert "read only replica" in problem
    finally:
        replica.kill()


def test_a_store_that_cannot_write_to_its_disk_is_not_ready(tmp_path: Path) -> None:
    folder = tmp_path / "snapshots"
    server = Server(folder, "--maxmemory-policy", "noeviction").start()
    try:
        with server.client as client:
            client.config_set("save", "3600 1")
            assert problems_of(server.url) == []
            shutil.rmtree(folder)
            client.bgsave()
            eventually(lambda: client.info("persistence")["rdb_last_bgsave_status"] == "err")
        (problem,) = problems_of(server.url)
        assert "MISCONF" in problem or "disk" in problem
    finally:
        server.kill()


def test_a_primary_without_the_replicas_it_needs_is_not_ready(server: Server) -> None:
    with server.client as client:
        client.config_set("min-replicas-to-write", 1)
    assert problems_of(server.url)


def test_a_cluster_that_has_lost_slots_is_not_ready(tmp_path: Path, store_url: str) -> None:
    with one_node_cluster(tmp_path / "cluster") as url:
        assert problems_of(url, store_url) == []
        with redis.Redis(port=int(url.rpartition(":")[2])) as client:
            client.execute_command("CLUSTER", "DELSLOTS", 0, 5, 12000)
            eventually(lambda: b"cluster_state:fail" in client.execute_command("CLUSTER", "INFO"))
        assert problems_of(url, store_url)


@pytest.mark.full
def test_health_asks_nobody(server: Server) -> None:
    with serving(server.url) as address, silenced(server.url):
        for _ in range(20):
            began = time.monotonic()
            assert Api(address).get("/healthz").status_code == 200
            assert time.monotonic() - began < 1
        assert Api(address).get("/readyz").status_code == 503
