"""The queue of hints on a server of its own: losing it costs time, and no turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from railhead.games.random import Random
from railhead.service import QUEUE_PREFIX
from railhead.service.bots.turns import TurnScheduler
from railhead.service.bots.worker import TurnPlayer
from railhead.service.core.matches import Matches, open_matches
from railhead.service.queue import backpressure
from railhead.service.queue.hint_worker import HintWorker
from railhead.service.queue.jobs import FAILED_JOBS_SECONDS, TurnQueue, job_id, match_of
from railhead.service.queue.processes import Heartbeat
from railhead.service.settings import Settings
from railhead.service.store.due_turns import GRACE
from railhead.service.store.keys import due_key, partition_of
from tests.service.conftest import Processes, eventually
from tests.service.test_bot_turns import (
    assert_whole,
    decide,
    human_or_over,
    new_match,
    play_to_the_end,
)
from tests.stores import Server, store_kind

__all__ = ["store_kind"]


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "queue").start()
    yield server
    server.stop()


@pytest.fixture
def matches(settings: Settings, queue: Server) -> Iterator[Matches]:
    apart = replace(settings, queue_url=queue.url)
    opened = open_matches(apart, TurnScheduler(apart).announce)
    yield opened
    opened.close()


@pytest.mark.sampled
def test_bots_play_on_every_kind_of_store(matches: Matches, processes: Processes) -> None:
    processes.workers(matches, 2, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    for game, kinds in [("veil", "hbb"), ("montana", "bb")]:
        match_id = new_match(matches, kinds, game=game)
        assert play_to_the_end(matches, match_id).status == "over"
        assert_whole(matches, match_id)


@pytest.mark.sampled
def test_a_queue_that_is_wiped_again_and_again_loses_no_turn(
    matches: Matches, processes: Processes, queue: Server
) -> None:
    processes.workers(matches, 2, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    done = threading.Event()

    def wipe() -> None:
        with queue.client as client:
            while not done.wait(0.15):
                client.flushall()

    wiping = threading.Thread(target=wipe)
    wiping.start()
    try:
        for _ in range(3):
            match_id = new_match(matches, "hb", game="veil")
            while matches.match(match_id).status == "active":
                eventually(lambda: human_or_over(matches, match_id), 5)  # noqa: B023 - at once
                play_one_decision(matches, match_id)
            assert_whole(matches, match_id)
    finally:
        done.set()
        wiping.join()


def play_one_decision(matches: Matches, match_id: str) -> None:
    match = matches.match(match_id)
    if 0 in match.to_act:
        decide(matches, match, Random(match.version))


@pytest.mark.full
def test_a_queue_that_is_gone_for_a_while_loses_no_turn(
    matches: Matches, processes: Processes, queue: Server
) -> None:
    processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    queue.kill()
    match_id = new_match(matches, "bb", game="veil")
    time.sleep(1)
    assert matches.match(match_id).status == "active"
    queue.start()
    eventually(lambda: matches.match(match_id).status == "over")
    assert_whole(matches, match_id)


@pytest.fixture
def turns(matches: Matches) -> Iterator[TurnScheduler]:
    """The queues of a service whose API tells nobody of due turns."""
    matches.announce = None
    opened = TurnScheduler(matches.store.settings)
    yield opened
    opened.close()


def sweep(matches: Matches, turns: TurnScheduler, due: list[str]) -> None:
    """Sweep as a second later."""
    for match_id in due:
        marks = due_key(partition_of(match_id))
        matches.store.writer.zadd(marks, {match_id: -GRACE}, xx=True, incr=True)
    turns.sweep(matches.store)


def is_due(matches: Matches, match_id: str) -> bool:
    return matches.store.reader.zscore(due_key(partition_of(match_id)), match_id) is not None


def test_turns_that_wait_long_do_not_fill_the_queue(
    matches: Matches, turns: TurnScheduler, queue: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backpressure, "ENOUGH_HINTS", 5)
    due = [new_match(matches, "bb", game="veil") for _ in range(5)]
    sweep(matches, turns, due)
    assert {match_of(job) for job in turns.queue.job_ids} == {*due}
    for _ in range(10):
        sweep(matches, turns, due)
    assert turns.queue.count <= 15
    assert all(is_due(matches, match_id) for match_id in due)
    with queue.client as client:
        client.flushall()
    sweep(matches, turns, due)
    assert {match_of(job) for job in turns.queue.job_ids} == {*due}


def test_a_lost_hint_is_offered_although_the_queue_has_enough_of_others(
    matches: Matches, turns: TurnScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backpressure, "ENOUGH_HINTS", 2)
    due = [new_match(matches, "bb", game="veil") for _ in range(4)]
    for match_id in due[:3]:
        turns.announce(match_id, 0)
    for _ in range(64):  # each time another partition comes first
        sweep(matches, turns, due)
    assert due[3] in map(match_of, turns.queue.job_ids)


def test_hints_that_nobody_takes_are_thrown_away(
    matches: Matches, turns: TurnScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backpressure, "MOST_HINTS", 20)
    monkeypatch.setattr("railhead.service.queue.jobs.AT_ONCE", 7)
    for version in range(30):
        turns.announce("gone", version)
    due = [new_match(matches, "bb", game="veil") for _ in range(2)]
    sweep(matches, turns, due)
    assert sorted(filter(None, map(match_of, turns.queue.job_ids))) == sorted(due)
    assert len(list(turns.connection.scan_iter(f"{QUEUE_PREFIX}:job:*", 1000))) == 2


def test_a_queue_that_does_not_answer_is_asked_once_a_sweep(
    matches: Matches, turns: TurnScheduler, queue: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = [new_match(matches, "bb", game="veil") for _ in range(3)]
    announced: list[str] = []
    monkeypatch.setattr(turns, "announce", lambda match_id, *_: announced.append(match_id))
    queue.kill()
    sweep(matches, turns, due)
    assert announced == []
    queue.start()
    sweep(matches, turns, due)
    assert sorted(announced) == sorted(due)


def worker_of(turns: TurnScheduler, heartbeat: Heartbeat) -> HintWorker:
    return HintWorker(
        TurnQueue.all_of(turns.connection, TurnPlayer),
        connection=turns.connection,
        job_class=TurnPlayer,
        queue_class=TurnQueue,
        heartbeat=heartbeat,
        slice_seconds=2,
    )


def test_nothing_is_left_in_the_queue_of_what_a_lost_host_had_begun(turns: TurnScheduler) -> None:
    """Nobody tells the queue of its end: another worker finds the job when it tidies up."""
    lost = worker_of(turns, Heartbeat())
    turns.announce("gone", 1)
    job = TurnPlayer.fetch(job_id("gone", 1), turns.connection)
    lost.prepare_execution(job)
    lost.prepare_job_execution(job)
    assert turns.connection.ttl(job.key) == -1
    turns.queue.started_job_registry.cleanup(time.time() + 3600)
    assert 0 < turns.connection.ttl(job.key) <= FAILED_JOBS_SECONDS
    assert turns.queue.started_job_registry.count == 0


class Counted(Heartbeat):
    """A heartbeat that counts its beats."""

    beats = 0

    def beat(self) -> None:
        super().beat()
        self.beats += 1


def test_a_worker_gives_signs_of_life_while_it_passes_over_old_hints(turns: TurnScheduler) -> None:
    heartbeat = Counted()
    worker = worker_of(turns, heartbeat)
    queues = worker.queues
    for version in range(50):
        turns.connection.rpush(turns.queue.key, job_id("gone", version))
    before = heartbeat.beats
    assert worker.queue_class.dequeue_any(queues, None, turns.connection, TurnPlayer) is None
    assert heartbeat.beats - before == 50
