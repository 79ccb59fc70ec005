"""Commits that wait for replicas, on a cluster whose servers come and go."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.cluster import RedisCluster
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisClusterException

from railhead.service.store.connection import connect
from railhead.service.store.replicated_writes import ReplicatedWrites
from tests.service.conftest import eventually
from tests.stores import ClusterPair

THREADS = 6


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[ClusterPair]:
    both = ClusterPair(tmp_path)
    yield both
    both.kill()


@pytest.fixture
def confirming(pair: ClusterPair) -> Iterator[ReplicatedWrites]:
    client = connect(pair.url)
    yield ReplicatedWrites(client, 0, 0.1)
    client.close()


def written(confirming: ReplicatedWrites) -> bool:
    try:
        confirming.read("key", "SET", "key", "value")
    except Disconnected:
        return False
    return True


@pytest.mark.full
def test_after_a_failover_commits_go_to_the_new_primary(
    pair: ClusterPair, confirming: ReplicatedWrites
) -> None:
    assert written(confirming)
    pair.primary.kill()
    assert not written(confirming), "the replica is none yet"
    pair.promote()
    eventually(lambda: written(confirming))


@pytest.mark.full
def test_the_error_is_that_of_the_server_where_no_other_answers(
    pair: ClusterPair, confirming: ReplicatedWrites
) -> None:
    assert written(confirming)
    pair.kill()
    for _ in range(2):
        assert not written(confirming)


def test_one_thread_asks_who_has_what_and_the_others_do_not_wait_for_it(
    pair: ClusterPair, confirming: ReplicatedWrites, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(confirming.client, RedisCluster)
    asked: list[Any] = []
    answered = threading.Event()

    def initialize(last_failed_node_name: str | None = None) -> None:
        asked.append(last_failed_node_name)
        answered.wait(30)
        raise RedisClusterException("nobody answers")

    monkeypatch.setattr(confirming.client.nodes_manager, "initialize", initialize)
    pair.primary.kill()
    failed: list[bool] = []
    threads = [
        threading.Thread(target=lambda: failed.append(not written(confirming)))
        for _ in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    eventually(lambda: len(failed) == THREADS - 1, 20)
    assert asked == [f"127.0.0.1:{pair.primary.port}"]
    answered.set()
    for thread in threads:
        thread.join(20)
    assert failed == [True] * THREADS
    assert not written(confirming)
    assert len(asked) == 2
