"""Workers that hang: they are noticed, killed and replaced, and their turn is offered at once."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches, open_matches
from railhead.service.queue.processes import WorkerProcess
from railhead.service.settings import Settings
from tests.service.conftest import Processes, Started, children_of, eventually, waiting_workers
from tests.service.test_bot_turns import (
    ENDLESS,
    assert_whole,
    holder_of,
    new_match,
    thinking_bot,
    until_a_bot_acts,
)

SLICE = 2.0
MARGIN = 1.0
"""Seconds for the supervisor to look and for a process to start, on a busy machine."""


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    """Matches whose leases do not run out meanwhile: only the supervisor can free a turn."""
    held = replace(settings, lease_seconds=60.0)
    opened = open_matches(held, TurnScheduler(held).announce)
    yield opened
    opened.announce = None
    opened.close()


def logged(supervisor: Started, event: str) -> list[dict[str, object]]:
    lines = map(json.loads, supervisor.log.read_text().splitlines())
    return [line for line in lines if line["event"] == event]


@pytest.mark.full
def test_a_stopped_worker_is_replaced_and_its_turn_taken_up(
    matches: Matches, processes: Processes
) -> None:
    supervisor = processes.workers(
        matches,
        RAILHEAD_WORKER_HEARTBEAT_TIMEOUT_SECONDS=str(SLICE),
        RAILHEAD_BOT_BUDGET_FACTOR=ENDLESS,
    )
    match_id, before, first = thinking_bot(matches, supervisor)
    os.kill(first.pid, signal.SIGSTOP)
    began = time.monotonic()

    def another() -> WorkerProcess | None:
        found = holder_of(matches, match_id)
        return None if found == first else found

    second = eventually(another)
    taken = time.monotonic() - began
    assert SLICE - MARGIN < taken < 2 * SLICE + MARGIN
    assert first.pid not in children_of(supervisor.pid)
    assert second.pid in children_of(supervisor.pid)
    assert [line["pid"] for line in logged(supervisor, "worker hangs")] == [first.pid]
    assert matches.match(match_id).version == before.version


def test_an_idle_worker_that_is_stopped_is_replaced(matches: Matches, processes: Processes) -> None:
    supervisor = processes.workers(matches, RAILHEAD_WORKER_HEARTBEAT_TIMEOUT_SECONDS=str(SLICE))
    (idle,) = children_of(supervisor.pid)
    os.kill(idle, signal.SIGSTOP)
    eventually(lambda: children_of(supervisor.pid) not in ([idle], []), 2 * SLICE + MARGIN)
    eventually(lambda: waiting_workers(matches) == 1)


@pytest.mark.full
def test_a_worker_that_spins_outside_the_search_is_replaced(
    matches: Matches, processes: Processes, tmp_path: Path
) -> None:
    marker = tmp_path / "spin"
    supervisor = processes.start(
        "worker",
        module="tests.service.spinning_worker",
        REDIS_URL=matches.store.settings.redis_url,
        RAILHEAD_WORKERS="1",
        RAILHEAD_LEASE_SECONDS="60",
        RAILHEAD_WORKER_HEARTBEAT_TIMEOUT_SECONDS=str(SLICE),
        RAILHEAD_BOT_BUDGET_FACTOR="0.02",
        RAILHEAD_SPIN=str(marker),
    )
    eventually(lambda: waiting_workers(matches) == 1)
    (first,) = children_of(supervisor.pid)
    match_id = new_match(matches)
    marker.touch()
    before = until_a_bot_acts(matches, match_id)
    eventually(lambda: not marker.exists())
    began = time.monotonic()
    eventually(lambda: matches.match(match_id).version > before.version)
    assert time.monotonic() - began < 2 * SLICE + MARGIN
    assert [line["pid"] for line in logged(supervisor, "worker hangs")] == [first]
    assert_whole(matches, match_id)


@pytest.mark.full
def test_workers_that_think_or_wait_are_left_alone(matches: Matches, processes: Processes) -> None:
    supervisor = processes.workers(
        matches,
        2,
        RAILHEAD_WORKER_HEARTBEAT_TIMEOUT_SECONDS=str(SLICE),
        RAILHEAD_BOT_BUDGET_FACTOR=ENDLESS,
    )
    workers = children_of(supervisor.pid)
    thinking_bot(matches, supervisor)
    time.sleep(2.5 * SLICE)
    assert children_of(supervisor.pid) == workers
    assert not logged(supervisor, "worker hangs")
