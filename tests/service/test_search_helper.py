"""Turns that several workers search: with real workers, on every kind of store."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import requests

from railhead.ai.search.levels import STRONGEST
from railhead.service import QUEUE_PREFIX
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches, open_matches
from railhead.service.queue.jobs import SEARCHES
from railhead.service.queue.processes import WorkerProcess
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.settings import Settings
from railhead.service.store.keys import match_key
from tests.ports import HOST, free_port
from tests.service.conftest import Processes, Started, children_of, eventually, waiting_workers
from tests.service.test_bot_turns import (
    assert_whole,
    holder_of,
    new_match,
    play_to_the_end,
    until_a_bot_acts,
)
from tests.stores import on_a_server, store_kind

__all__ = ["store_kind"]

QUEUE = f"{QUEUE_PREFIX}:queue:{SEARCHES.queue}"
SLOW = {"RAILHEAD_BOT_BUDGET_FACTOR": "0.5", "RAILHEAD_WORKERS_PER_TURN": "3"}
ON_TIME = 60.0
"""Seconds within which a slow decision is taken also on a busy machine."""
AT_ONCE = 30.0
"""Seconds within which others hear of something, long before an endless decision is taken."""
ENDLESS = {**SLOW, "RAILHEAD_BOT_BUDGET_FACTOR": "16"}


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    """Matches whose leases do not run out meanwhile."""
    held = replace(settings, lease_seconds=60.0)
    opened = open_matches(held, TurnScheduler(held).announce)
    yield opened
    opened.announce = None
    opened.close()


def lines(process: Started, event: str) -> list[dict[str, Any]]:
    """What a process has logged about an event."""
    written = [line for line in process.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in map(json.loads, written) if line["event"] == event]


def thinking(matches: Matches) -> tuple[str, int]:
    """A match in which the strongest bot is to act, and its version."""
    match_id = new_match(matches, level=STRONGEST)
    return match_id, until_a_bot_acts(matches, match_id).version


def begun(workers: Started, version: int) -> int:
    """How often a decision was begun to be thought about."""
    begins = lines(workers, "bot begins to think")
    return [line["version"] for line in begins].count(version)


def left(matches: Matches, match_id: str) -> dict[int, int]:
    """The simulations that others have left for a match, by the process."""
    kept: Any = matches.store.reader.hgetall(match_key(match_id, "parts"))
    return {
        int(field.split(b",")[1]): json.loads(value)[0]
        for field, value in kept.items()
        if field.startswith(b"by ")
    }


@pytest.mark.sampled
def test_three_trees_make_one_choice(matches: Matches, processes: Processes) -> None:
    """On two hosts, of which it is open which one plays the turn."""
    hosts = [processes.workers(matches, count, **SLOW) for count in (2, 1)]
    match_id, version = thinking(matches)

    def told(event: str) -> list[dict[str, Any]]:
        all_of_them = [line for host in hosts for line in lines(host, event)]
        return [line for line in all_of_them if line["version"] == version]

    def ended() -> list[int]:
        return [line["simulations"] for line in told("shared search ends")]

    eventually(lambda: matches.match(match_id).version > version, ON_TIME)
    (merged,) = eventually(lambda: told("shared search merged"))
    assert (merged["called"], merged["results"]) == (2, 2)
    assert merged["own"] > 0
    eventually(lambda: len(ended()) == 2)
    # All of it counts but what they did after they had last left something.
    assert 0.7 * sum(ended()) < merged["simulations"] <= sum(ended())
    assert_whole(matches, match_id)


@pytest.mark.full
def test_matches_are_played_to_their_end_and_nothing_stays(
    matches: Matches, processes: Processes
) -> None:
    workers = processes.workers(matches, 3, **{**SLOW, "RAILHEAD_BOT_BUDGET_FACTOR": "0.15"})
    match_id = new_match(matches, "hb", level=STRONGEST, game="veil")
    play_to_the_end(matches, match_id)
    assert_whole(matches, match_id)
    eventually(lambda: waiting_workers(matches) == 3)
    assert matches.store.reader.exists(match_key(match_id, "parts")) == 0
    assert not lines(workers, "shared search failed")
    assert not lines(workers, "search failed")


@pytest.mark.full
def test_a_killed_worker_costs_its_part_and_not_the_turn(
    matches: Matches, processes: Processes
) -> None:
    port = free_port()
    workers = processes.workers(matches, 3, **SLOW, RAILHEAD_METRICS_PORT=str(port))
    match_id, version = thinking(matches)
    eventually(lambda: len(left(matches, match_id)) == 2)
    leader = holder_of(matches, match_id)
    assert leader is not None
    helpers = set(left(matches, match_id))
    assert leader.pid not in helpers
    assert helpers < set(children_of(workers.pid))
    for pid in helpers:
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: matches.match(match_id).version > version, ON_TIME)
    assert begun(workers, version) == 1, "it was thought about but once"
    (merged,) = [
        line for line in lines(workers, "shared search merged") if line["version"] == version
    ]
    assert merged["results"] == 2, "what they had left counts"
    assert_whole(matches, match_id)

    def counted(stage: str) -> float:
        page = requests.get(f"http://{HOST}:{port}/metrics", timeout=20).text
        sample = rf'^railhead_parts_total{{game="montana",stage="{stage}"}} (.+)$'
        return sum(map(float, re.findall(sample, page, re.MULTILINE)))

    eventually(lambda: "metrics are shown" in workers.log.read_text())
    eventually(lambda: counted("lost") == 2)
    assert counted("called") >= counted("merged") >= 2
    assert counted("begun") >= 2


@pytest.mark.full
@on_a_server
def test_parts_stop_where_their_leader_is_gone(matches: Matches, processes: Processes) -> None:
    workers = processes.workers(matches, 3, **ENDLESS)
    match_id, version = thinking(matches)
    eventually(lambda: len(left(matches, match_id)) == 2)
    workers_before = set(children_of(workers.pid))
    leader = holder_of(matches, match_id)
    assert leader is not None
    os.kill(leader.pid, signal.SIGKILL)
    eventually(lambda: len(lines(workers, "shared search ends")) == 2, AT_ONCE)

    def another() -> WorkerProcess | None:
        found = holder_of(matches, match_id)
        return None if found == leader else found

    second = eventually(another, AT_ONCE)
    assert second.pid in workers_before | set(children_of(workers.pid))
    assert matches.match(match_id).version == version


@pytest.mark.full
@on_a_server
def test_a_turn_is_played_by_one_where_nobody_else_is_free(
    matches: Matches, processes: Processes
) -> None:
    workers = processes.workers(matches, 1, **SLOW)
    match_id, version = thinking(matches)
    eventually(lambda: matches.match(match_id).version > version, ON_TIME)
    merged = eventually(lambda: lines(workers, "shared search merged"))[0]
    assert (merged["called"], merged["results"]) == (2, 0)
    assert begun(workers, version) == 1
    with connect_to_queue(matches.store.settings) as queue:
        eventually(lambda: queue.llen(QUEUE) == 0, ON_TIME)
    assert not lines(workers, "shared search begins")


@pytest.mark.full
@on_a_server
def test_a_waiting_turn_is_played_before_parts(matches: Matches, processes: Processes) -> None:
    workers = processes.workers(matches, 3, **ENDLESS)
    long_match, _ = thinking(matches)
    eventually(lambda: len(left(matches, long_match)) == 2)
    assert waiting_workers(matches) == 0
    other = new_match(matches, level="easy", game="veil")
    before = until_a_bot_acts(matches, other).version
    due = time.monotonic()
    # The parts themselves would go on for more than a minute.
    eventually(lambda: holder_of(matches, other) or matches.match(other).version > before, AT_ONCE)
    print(f"begun after {1000 * (time.monotonic() - due):.0f} ms")
    eventually(lambda: matches.match(other).version > before)

    def stood_back() -> int:
        return len([line for line in lines(workers, "shared search ends") if line["again"]])

    assert stood_back() > 0
    # Who had to stand back goes on with its tree, or another takes the part up.
    eventually(lambda: len(lines(workers, "shared search begins")) == 2 + stood_back(), AT_ONCE)


@pytest.mark.full
@on_a_server
def test_a_queue_that_is_wiped_again_and_again_loses_no_turn(
    matches: Matches, processes: Processes
) -> None:
    workers = processes.workers(matches, 2, **{**SLOW, "RAILHEAD_BOT_BUDGET_FACTOR": "0.2"})
    done = threading.Event()

    def wipe() -> None:
        with connect_to_queue(matches.store.settings) as queue:
            while not done.wait(0.03):
                for key in queue.scan_iter(f"{QUEUE_PREFIX}:*"):
                    queue.delete(key)

    wiping = threading.Thread(target=wipe)
    wiping.start()
    try:
        for _ in range(2):
            match_id, version = thinking(matches)
            eventually(lambda: matches.match(match_id).version > version, ON_TIME)  # noqa: B023 - at once
            assert_whole(matches, match_id)
    finally:
        done.set()
        wiping.join()
    assert not lines(workers, "search failed")
