"""Analyses where workers die, queues are lost and stores are clusters."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from railhead.service import QUEUE_PREFIX
from railhead.service.analyses.storage import KEPT_FOR_ONE, RUNNING_AT_ONCE, AnalysisStorage
from railhead.service.bots import turns as hints
from railhead.service.bots.analysis_worker import ATTEMPTS, AnalysisWorker
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches, open_matches
from railhead.service.errors import NoSuchMatch
from railhead.service.model import AnalysisName, AnalysisRequest, StoredAnalysis
from railhead.service.queue import backpressure
from railhead.service.queue.jobs import ANALYSES, TURNS
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.settings import Settings
from railhead.service.store.keys import match_key
from tests.service.conftest import Processes, children_of, eventually, waiting_workers
from tests.service.test_bot_turns import new_match
from tests.stores import store_kind

__all__ = ["store_kind"]

ASKER = "0123456789abcdef"
OTHER = "f" * 16


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    """Matches whose leases do not run out meanwhile: only the supervisor can free an analysis."""
    held = replace(settings, lease_seconds=60.0)
    opened = open_matches(held)
    opened.announce_analysis = TurnScheduler(held).announce_analysis
    yield opened
    opened.close()


def asked(
    matches: Matches, seconds: int = 30, simulations: int | None = None, game: str = "montana"
) -> AnalysisName:
    """An analysis that was asked for and announced."""
    match_id = new_match(matches, "hh", game=game)
    match = matches.match(match_id)
    wanted = AnalysisRequest(match.to_act[0], match.version, seconds, simulations)
    name = matches.store.storage(AnalysisStorage).ask(match_id, ASKER, wanted)
    assert name is not None
    assert matches.announce_analysis is not None
    matches.announce_analysis(name, 0)
    return name


def stored_analysis(matches: Matches, name: AnalysisName) -> StoredAnalysis:
    found = matches.store.storage(AnalysisStorage).get(name)
    assert found is not None
    return found


def ended(matches: Matches, name: AnalysisName, seconds: float = 30) -> StoredAnalysis:
    eventually(lambda: stored_analysis(matches, name).status != "running", seconds)
    return stored_analysis(matches, name)


def thinker(matches: Matches, name: AnalysisName) -> int:
    """The process that goes on with an analysis, once it has found something."""

    def found() -> bytes | None:
        saved = stored_analysis(matches, name).changes > 1
        lease = match_key(name.match, f"lease:{name.asker}:{name.number}")
        return matches.store.reader.get(lease) if saved else None  # type: ignore[return-value]

    return int(eventually(found).decode().split(",")[1])


def analyst(matches: Matches, number: int = 1) -> AnalysisWorker:
    settings = matches.store.settings
    return AnalysisWorker(
        matches,
        TurnScheduler(settings),
        WorkerProcess("here", number, number),
        lambda: False,
        Heartbeat(),
    )


@pytest.mark.sampled
def test_an_analysis_is_done_on_every_kind_of_store(matches: Matches, processes: Processes) -> None:
    processes.workers(matches)
    name = asked(matches, simulations=200)
    done = ended(matches, name)
    assert (done.status, done.found["simulations"]) == ("done", 200)
    assert matches.store.storage(AnalysisStorage).offer_overdue() == []
    assert matches.store.storage(AnalysisStorage).of(name.match, ASKER) == [done]
    assert matches.store.storage(AnalysisStorage).of(name.match, OTHER) == []
    matches.delete(name.match)
    assert matches.store.storage(AnalysisStorage).get(name) is None


@pytest.mark.full
def test_a_killed_worker_costs_an_analysis_next_to_nothing(
    matches: Matches, processes: Processes
) -> None:
    supervisor = processes.workers(matches)
    name = asked(matches, seconds=2)  # less than fills a tree, which would begin another
    worker = thinker(matches, name)
    assert worker in children_of(supervisor.pid)
    before = stored_analysis(matches, name)
    os.kill(worker, signal.SIGKILL)
    done = ended(matches, name)
    assert done.status == "done"
    assert done.found["simulations"] > before.found["simulations"]
    assert done.tally is not None
    assert done.tally["trees"] == 2, "it went on with another tree, from the counts"
    assert done.tally["spent"] < 4


@pytest.mark.full
def test_a_worker_that_hangs_over_an_analysis_is_replaced(
    matches: Matches, processes: Processes
) -> None:
    processes.workers(matches, RAILHEAD_WORKER_HEARTBEAT_TIMEOUT_SECONDS="2")
    name = asked(matches, seconds=3)
    worker = thinker(matches, name)
    os.kill(worker, signal.SIGSTOP)
    assert ended(matches, name).status == "done"


@pytest.mark.sampled
def test_a_lost_hint_is_found_by_the_sweep(matches: Matches, processes: Processes) -> None:
    name = asked(matches, simulations=64)
    with TurnScheduler(matches.store.settings).connection as queue:
        queue.flushall()
    processes.workers(matches)
    if matches.store.settings.queue_url:
        assert ended(matches, name, 10).status == "done"
    else:  # the store is lost with it
        assert matches.store.storage(AnalysisStorage).get(name) is None
        name = asked(matches, simulations=64)
        queue.delete(f"{QUEUE_PREFIX}:queue:{ANALYSES.queue}")
        assert ended(matches, name, 10).status == "done"


@pytest.mark.full
def test_a_worker_told_to_stop_gives_its_analysis_back(
    matches: Matches, processes: Processes
) -> None:
    supervisor = processes.workers(matches)
    name = asked(matches)
    thinker(matches, name)
    supervisor.terminate()
    assert supervisor.wait(10) == 0
    before = stored_analysis(matches, name)
    assert before.status == "running"
    settings = matches.store.settings
    processes.start(
        "worker",
        REDIS_URL=settings.redis_url,
        RAILHEAD_QUEUE_URL=settings.queue_url,
        RAILHEAD_WORKERS="1",
    )
    eventually(lambda: stored_analysis(matches, name).changes > before.changes + 1)
    assert matches.store.storage(AnalysisStorage).end(name, "cancelled")
    eventually(lambda: waiting_workers(matches) == 1, seconds=3)


def test_a_search_that_fails_is_said_to_have_failed(matches: Matches) -> None:
    name = asked(matches, game="failing_search")
    analyst(matches).work(name)
    failed = stored_analysis(matches, name)
    assert (failed.status, failed.reason) == ("failed", "the search has failed")
    assert failed.found == {}


def test_an_analysis_that_costs_worker_after_worker_fails(matches: Matches) -> None:
    name = asked(matches)
    store = matches.store.storage(AnalysisStorage)
    for number in range(ATTEMPTS):
        assert store.take(name, f"worker {number}") is not None
        assert store.take(name, "another") is None, "one at a time"
        store.drop_lease(name, f"worker {number}")
    analyst(matches).work(name)
    assert stored_analysis(matches, name).status == "failed"
    assert store.take(name, "late") is None


def test_who_has_lost_the_lease_saves_nothing(matches: Matches) -> None:
    name = asked(matches)
    store = matches.store.storage(AnalysisStorage)
    assert store.take(name, "first")
    store.drop_lease(name, "first")
    assert store.take(name, "second")
    assert store.save(name, "first", "running", {}, {"simulations": 1}) == 0
    assert store.save(name, "second", "running", {}, {"simulations": 2}) == 1
    assert store.end(name, "cancelled")
    assert store.save(name, "second", "done", {}, {"simulations": 3}) == 0
    assert stored_analysis(matches, name).found == {"simulations": 2}
    assert not store.end(name, "failed", "late")
    assert stored_analysis(matches, name).status == "cancelled"


def test_an_analysis_goes_on_where_it_was_let_go(matches: Matches) -> None:
    name = asked(matches, simulations=6400)
    one, two = analyst(matches, 1), analyst(matches, 2)
    queue = TurnScheduler(matches.store.settings).connection
    queue.rpush(f"{QUEUE_PREFIX}:queue:{TURNS.queue}", "abc_1")
    for worker, trees in ((one, 1), (one, 1), (two, 2), (one, 3)):
        before = stored_analysis(matches, name).found.get("simulations", 0)
        worker.work(name)
        now = stored_analysis(matches, name)
        assert now.status == "running"
        assert now.found["simulations"] > before
        assert now.tally is not None
        assert now.tally["trees"] == trees, "who has the tree still goes on with it"
    queue.delete(f"{QUEUE_PREFIX}:queue:{TURNS.queue}", f"{QUEUE_PREFIX}:queue:{ANALYSES.queue}")
    one.work(name)
    done = stored_analysis(matches, name)
    assert (done.status, done.found["simulations"]) == ("done", 6400)


def test_what_was_thought_about_one_analysis_is_not_told_of_another(matches: Matches) -> None:
    name = asked(matches)
    wanted = stored_analysis(matches, name).request
    one, two = analyst(matches, 1), analyst(matches, 2)
    TurnScheduler(matches.store.settings).connection.rpush(
        f"{QUEUE_PREFIX}:queue:{TURNS.queue}", "abc_1"
    )
    one.work(name)
    before = stored_analysis(matches, name)
    matches.store.writer.delete(match_key(name.match, "analyses"))
    time.sleep(0.005)
    assert matches.store.storage(AnalysisStorage).ask(name.match, ASKER, wanted) == name, (
        "the number comes again"
    )
    two.work(name)
    assert stored_analysis(matches, name).changes == before.changes
    one.work(name)
    tally = stored_analysis(matches, name).tally
    assert tally is not None
    assert tally["trees"] == 2, "a tree of its own, beside what the other has counted"


def test_the_sweep_ends_what_nobody_comes_to(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, begun = asked(matches), asked(matches)
    store = matches.store.storage(AnalysisStorage)
    assert store.take(begun, "worker")
    tally = {"spent": 1.0, "simulations": 64, "trees": 1, "rounds": 1, "counts": []}
    assert store.save(begun, "worker", "running", tally, {"simulations": 64}, let_go=True)
    monkeypatch.setattr(hints, "PATIENCE_SECONDS", -100)
    time.sleep(1.1)
    TurnScheduler(matches.store.settings).sweep_analyses(matches.store)
    assert (stored_analysis(matches, waiting).status, stored_analysis(matches, begun).status) == (
        "failed",
        "done",
    )
    assert stored_analysis(matches, waiting).reason


def test_a_match_that_has_expired_keeps_the_sweep_from_no_other(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [asked(matches) for _ in range(3)]
    for name in names:
        matches.store.writer.delete(match_key(name.match, "head"), match_key(name.match, "record"))
    monkeypatch.setattr(hints, "PATIENCE_SECONDS", -100)
    time.sleep(1.1)
    other = open_matches(matches.store.settings)
    TurnScheduler(other.store.settings).sweep_analyses(other.store)
    other.close()
    assert [stored_analysis(matches, name).status for name in names] == ["failed"] * 3


@pytest.mark.full
def test_a_sweep_offers_nothing_to_a_queue_that_has_enough(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(matches), asked(matches)
    turns = TurnScheduler(matches.store.settings)
    monkeypatch.setattr(backpressure, "ENOUGH_HINTS", 2)
    time.sleep(1.1)
    turns.sweep_analyses(matches.store)
    assert turns.analyses.count == 2
    monkeypatch.setattr(backpressure, "ENOUGH_HINTS", 3)
    time.sleep(1.1)
    turns.sweep_analyses(matches.store)
    assert turns.analyses.count > 2


def test_how_many_are_kept_and_run(matches: Matches) -> None:
    name = asked(matches)
    store = matches.store.storage(AnalysisStorage)
    wanted = stored_analysis(matches, name).request
    for _ in range(RUNNING_AT_ONCE - 1):
        assert store.ask(name.match, ASKER, wanted)
    assert store.ask(name.match, ASKER, wanted) is None
    assert store.ask(name.match, OTHER, wanted) == AnalysisName(name.match, OTHER, 1)
    for _ in range(KEPT_FOR_ONE + 3):
        (last, *_) = store.of(name.match, ASKER)
        store.end(last.name, "cancelled")
        assert store.ask(name.match, ASKER, wanted)
    found = store.of(name.match, ASKER)
    assert len(found) == KEPT_FOR_ONE
    numbers = [one.name.number for one in found]
    assert numbers == sorted(numbers, reverse=True)
    assert stored_analysis(matches, name).status == "running", "what runs makes no room"
    expiry = matches.store.settings.analysis_expiry_seconds
    ttl = int(matches.store.reader.ttl(match_key(name.match, "analyses")))
    assert expiry - 60 < ttl <= expiry


def test_an_analysis_of_a_match_that_is_gone_is_forgotten(matches: Matches) -> None:
    name = asked(matches)
    matches.delete(name.match)
    analyst(matches).work(name)
    assert matches.store.storage(AnalysisStorage).get(name) is None
    with pytest.raises(NoSuchMatch):
        matches.head(name.match)
    TurnScheduler(matches.store.settings).sweep_analyses(matches.store)
    assert matches.store.storage(AnalysisStorage).offer_overdue() == []
