"""The queue on a cluster: it lies on one server, and is followed where that changes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError

from railhead.service import QUEUE_PREFIX
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches, open_matches
from railhead.service.errors import Unavailable
from railhead.service.queue.jobs import TurnQueue
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.settings import Settings
from tests.service.conftest import Processes, children_of, eventually
from tests.service.test_bot_turns import assert_whole, new_match
from tests.stores import ClusterPair, ThreePrimaries


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[ClusterPair]:
    both = ClusterPair(tmp_path)
    yield both
    both.kill()


@pytest.fixture
def matches(pair: ClusterPair) -> Iterator[Matches]:
    settings = Settings(redis_url=pair.url)
    opened = open_matches(settings, TurnScheduler(settings).announce)
    yield opened
    opened.close()


@pytest.mark.full
def test_a_hint_goes_to_the_replica_that_has_taken_over(pair: ClusterPair) -> None:
    turns = TurnScheduler(Settings(redis_url=pair.url))
    turns.announce("first", 1)
    assert turns.queue.count == 1
    pair.promote()

    def refused() -> bool:
        try:
            turns.queue.enqueue_hint("second_1")
        except Disconnected:
            return True
        return False

    eventually(refused, pause=0.1)  # by who was the primary, and knows who is
    eventually(lambda: not refused())
    with pair.replica.client as client:
        assert b"second_1" in client.lrange(f"{QUEUE_PREFIX}:queue:turns", 0, -1)


@pytest.mark.full
def test_who_waits_at_a_server_that_becomes_a_replica_is_told_to_look_elsewhere(
    pair: ClusterPair,
) -> None:
    queue = connect_to_queue(Settings(redis_url=pair.url), socket_timeout=60)
    assert TurnQueue.all_of(queue)[0].count == 0
    promoting = threading.Timer(0.5, pair.promote)
    promoting.start()
    with pytest.raises(Disconnected):
        queue.blpop([f"{QUEUE_PREFIX}:queue:turns"], 30)
    promoting.join()
    eventually(lambda: _answers(queue))


def _answers(queue: Redis) -> bool:
    try:
        queue.rpush(f"{QUEUE_PREFIX}:queue:turns", "gone_1")
    except RedisError:
        return False
    return True


@pytest.mark.full
def test_a_match_goes_on_while_a_replica_takes_over(
    pair: ClusterPair, matches: Matches, processes: Processes
) -> None:
    supervisor = processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.05")
    workers = children_of(supervisor.pid)
    match_id = new_match(matches, "bb", "hard", game="montana")
    eventually(lambda: matches.head(match_id).version > 3)
    pair.promote()
    eventually(lambda: _status(matches, match_id) == "over", 120)
    assert_whole(matches, match_id)
    assert children_of(supervisor.pid) == workers, "a worker died of it"


def _status(matches: Matches, match_id: str) -> str | None:
    try:
        return matches.match(match_id).status
    except Unavailable:
        return None


def test_no_server_is_asked_before_the_queue_is_used(tmp_path: Path) -> None:
    cluster = ThreePrimaries(tmp_path)
    cluster.kill()
    queue = connect_to_queue(Settings(redis_url=cluster.url))
    with pytest.raises(Disconnected):
        queue.ping()


def test_rq_may_not_be_imported_with_another_prefix() -> None:
    """It reads the prefix once; processes with two of them would not find each other's hints."""
    code = "import rq, railhead.service.bots.turns"
    outside = {key: value for key, value in os.environ.items() if key != "RQ_KEY_PREFIX"}
    ended = subprocess.run(
        [sys.executable, "-c", code], env=outside, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "import railhead.service before rq" in ended.stderr
