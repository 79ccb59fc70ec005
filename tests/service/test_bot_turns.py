"""Bot turns through real workers, also where these are killed."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rq import SimpleWorker

from railhead.games.random import Random
from railhead.service.bots.turns import Lease, TurnScheduler
from railhead.service.bots.worker import TurnWorker
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Match, NewMatch, SearchSummary, Seat
from railhead.service.queue.hint_worker import LONGEST_JOB_SECONDS
from railhead.service.queue.jobs import match_of
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.settings import Settings
from railhead.service.store.keys import match_key
from tests.service.conftest import (
    Processes,
    Started,
    children_of,
    eventually,
    silenced,
    text_of,
    waiting_workers,
)

SLOW = "4"
"""A bot budget that makes `hard` think for seconds."""
ENDLESS = "100"
"""A bot budget that makes `hard` think for minutes."""


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    opened = open_matches(settings, TurnScheduler(settings).announce)
    yield opened
    opened.announce = None
    opened.close()


def new_match(
    matches: Matches, kinds: str = "hb", level: str = "easy", game: str = "montana"
) -> str:
    """The id of a new match with a human for each h of `kinds` and a bot for each b."""
    seats = [
        Seat(number, "human", f"human {number}")
        if kind == "h"
        else Seat(number, "bot", f"bot {number}", level)
        for number, kind in enumerate(kinds)
    ]
    return matches.create(NewMatch(game, {}, seats, seed=4)).match.record.id


def decide(matches: Matches, match: Match, random: Random) -> Match:
    """Any legal action of the first human seat to act."""
    seat = next(s for s in match.to_act if match.record.seats[s].kind == "human")
    actions = match.state.legal_actions(seat)
    notation = match.game.vocabulary.notation(actions[random.below(len(actions))])
    return matches.submit(match.record.id, seat, notation, match.version).match


def human_or_over(matches: Matches, match_id: str) -> Match | None:
    match = matches.match(match_id)
    kinds = [match.record.seats[seat].kind for seat in match.to_act]
    return match if "human" in kinds or match.status == "over" else None


def play_to_the_end(matches: Matches, match_id: str) -> Match:
    random = Random(1)
    while True:
        match = eventually(lambda: human_or_over(matches, match_id))
        if match.status == "over":
            return match
        decide(matches, match, random)


def until_a_bot_acts(matches: Matches, match_id: str) -> Match:
    """Play the human's moves until a bot has more than one action to choose from."""
    random = Random(2)
    match = matches.match(match_id)
    while not all(match.record.seats[seat].kind == "bot" for seat in match.to_act):
        match = decide(matches, match, random)
    return match


def holder_of(matches: Matches, match_id: str) -> WorkerProcess | None:
    lease = matches.store.reader.get(match_key(match_id, "lease"))
    if lease is None:
        return None
    host, pid, started = text_of(lease).split(",")
    return WorkerProcess(host, int(pid), int(started))


def thinking_bot(matches: Matches, supervisor: Started) -> tuple[str, Match, WorkerProcess]:
    """A match in which a bot has begun to think: its id, how it stands, and the worker."""
    match_id = new_match(matches, level="hard")
    before = until_a_bot_acts(matches, match_id)
    holder = eventually(lambda: holder_of(matches, match_id))
    assert holder.pid in children_of(supervisor.pid)
    return match_id, before, holder


def assert_whole(matches: Matches, match_id: str) -> None:
    """The log has every version once, and leads to the stored position byte for byte.

    What bots move meanwhile is read again.
    """
    for _ in range(100):
        match = matches.match(match_id)
        versions = [event.version for event in matches.events(match_id)]
        replayed = matches.replay(match_id)
        if matches.head(match_id).version == match.version:
            break
    assert versions == list(range(1, match.version + 1))
    assert replayed.save() == match.state.save()


@pytest.mark.full
def test_bots_and_humans_play_to_the_end(matches: Matches, processes: Processes) -> None:
    processes.workers(matches, 2, RAILHEAD_BOT_BUDGET_FACTOR="0.05")
    for game, kinds in [("montana", "hb"), ("montana", "hbbb"), ("veil", "hbbh"), ("veil", "bb")]:
        match_id = new_match(matches, kinds, game=game)
        match = play_to_the_end(matches, match_id)
        decided = {event.seat for event in matches.events(match_id) if event.kind == "action"}
        assert decided == set(range(len(kinds)))
        ranked = [seat for tied in match.state.ranking() for seat in tied]
        assert sorted(ranked) == list(range(len(kinds)))
        assert_whole(matches, match_id)


def test_a_long_turn_stays_with_its_worker(matches: Matches, processes: Processes) -> None:
    """Beyond its lease, and what a worker may be silent for, while another worker is free."""
    matches.store.settings = replace(matches.store.settings, lease_seconds=0.6)
    supervisor = processes.workers(
        matches,
        2,
        RAILHEAD_BOT_BUDGET_FACTOR=ENDLESS,
        RAILHEAD_WORKER_HEARTBEAT_TIMEOUT_SECONDS="2",
    )
    match_id, before, holder = thinking_bot(matches, supervisor)
    workers = children_of(supervisor.pid)
    time.sleep(3.0)
    assert holder_of(matches, match_id) == holder
    assert children_of(supervisor.pid) == workers
    assert matches.match(match_id).version == before.version
    assert matches.store.due.count_failure(match_id, 0) == 1, "it is one attempt"
    queue = connect_to_queue(matches.store.settings)
    left = queue.ttl(f"{SimpleWorker.redis_worker_namespace_prefix}{holder.worker_name}")
    assert left > LONGEST_JOB_SECONDS / 2, "the queue's books know the worker still"
    queue.close()


@pytest.mark.full
def test_a_killed_workers_turn_is_played_at_once_and_once(
    matches: Matches, processes: Processes
) -> None:
    matches.store.settings = replace(matches.store.settings, lease_seconds=600.0)
    supervisor = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR=SLOW)
    match_id, before, first = thinking_bot(matches, supervisor)
    os.kill(first.pid, signal.SIGKILL)
    killed = time.monotonic()

    def taken_again() -> bool:
        holder = holder_of(matches, match_id)
        return holder is not None and holder != first

    eventually(taken_again, seconds=10)
    print(f"taken again after {1000 * (time.monotonic() - killed):.0f} ms")
    assert matches.match(match_id).version == before.version
    assert supervisor.poll() is None
    eventually(lambda: matches.match(match_id).version > before.version)
    assert matches.events(match_id, before.version)[0].seat == 1
    assert_whole(matches, match_id)


@pytest.mark.full
def test_after_a_lost_host_another_plays_when_the_lease_has_run_out(
    matches: Matches, processes: Processes
) -> None:
    matches.store.settings = replace(matches.store.settings, lease_seconds=6.0)
    lost = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR=ENDLESS)
    match_id, before, first = thinking_bot(matches, lost)
    processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.2")
    os.kill(lost.pid, signal.SIGSTOP)  # so that it cannot notice what follows
    os.kill(first.pid, signal.SIGKILL)
    os.kill(lost.pid, signal.SIGKILL)
    assert matches.match(match_id).version == before.version
    eventually(lambda: matches.match(match_id).version > before.version)
    assert_whole(matches, match_id)


@pytest.mark.full
def test_a_stalled_worker_whose_turn_was_taken_over_changes_nothing(
    matches: Matches, processes: Processes
) -> None:
    matches.store.settings = replace(matches.store.settings, lease_seconds=0.6)
    stalled = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR=ENDLESS)
    match_id, before, first = thinking_bot(matches, stalled)
    processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.05")
    os.kill(first.pid, signal.SIGSTOP)
    eventually(lambda: human_or_over(matches, match_id))
    after = matches.match(match_id).version
    os.kill(first.pid, signal.SIGCONT)
    eventually(lambda: waiting_workers(matches) == 2)
    assert matches.match(match_id).version == after > before.version
    stalled.terminate()
    play_to_the_end(matches, match_id)
    assert_whole(matches, match_id)


def test_a_search_that_always_fails_does_not_hang_the_match(
    matches: Matches, processes: Processes
) -> None:
    supervisor = processes.workers(matches)
    match_id = new_match(matches, "hb", game="failing_search")
    match = play_to_the_end(matches, match_id)
    assert match.status == "over"
    assert_whole(matches, match_id)
    lines = [json.loads(line) for line in supervisor.log.read_text().splitlines()]
    failed = [line for line in lines if line["event"] == "search failed"]
    attempts: dict[int, list[int]] = {}
    for line in failed:
        attempts.setdefault(line["version"], []).append(line["attempt"])
    # Where the other seat moves meanwhile, the decision is one of a later version.
    assert [1, 2, 3] in attempts.values()
    assert any(line["event"] == "bot plays without search" for line in lines)
    searches = [event.search for event in matches.events(match_id) if event.seat == 1]
    assert SearchSummary(0, 0.0, cut_short=True) in searches


def test_two_workers_given_the_same_turn_commit_it_once(matches: Matches) -> None:
    matches.announce = None
    settings = replace(matches.store.settings, bot_budget_factor=0.05)
    match_id = new_match(matches)
    before = until_a_bot_acts(matches, match_id)
    workers = [
        TurnWorker(settings, WorkerProcess("here", n, n), lambda: False, Heartbeat())
        for n in (1, 2)
    ]
    lease = Lease(matches.store, match_id, workers[0].holder)
    assert lease.take()
    workers[1].play(match_id)
    assert matches.match(match_id).version == before.version
    for worker in workers:
        worker._decide(before, 1, {}, lambda: True)
    events = matches.events(match_id, before.version)
    assert [event.kind for event in events].count("action") == 1
    assert_whole(matches, match_id)


def test_a_worker_leaves_a_match_after_a_turn_where_another_waits(matches: Matches) -> None:
    settings = replace(matches.store.settings, bot_budget_factor=0.01, bot_job_seconds=600.0)
    worker = TurnWorker(settings, WorkerProcess("here", 1, 1), lambda: False, Heartbeat())
    queue = worker.turns.queue
    waiting, played = [new_match(matches, "bb") for _ in range(2)]
    worker.turns.connection.delete(queue.key)
    worker.turns.announce(waiting, 0)
    worker.play(played)
    seats = [event.seat for event in matches.events(played) if event.kind == "action"]
    assert len(set(seats)) == 1, "no decision of the second seat while the other match waits"
    assert [match_of(job) for job in queue.job_ids] == [waiting, played]
    worker.turns.connection.delete(queue.key)
    worker.play(played)
    assert matches.match(played).status == "over", "nobody waits: to the end at once"


def test_a_lost_hint_is_found_by_the_sweep(matches: Matches, processes: Processes) -> None:
    matches.announce = None
    processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.05")
    match_id = new_match(matches)
    before = until_a_bot_acts(matches, match_id)
    eventually(lambda: matches.match(match_id).version > before.version)


@pytest.mark.full
def test_a_worker_told_to_stop_gives_its_turn_back(matches: Matches, processes: Processes) -> None:
    supervisor = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR=ENDLESS)
    match_id = new_match(matches, level="hard")
    before = until_a_bot_acts(matches, match_id)
    eventually(lambda: holder_of(matches, match_id))
    supervisor.terminate()
    assert supervisor.wait(60) == 0
    assert holder_of(matches, match_id) is None
    assert matches.match(match_id).version == before.version
    processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.05")
    eventually(lambda: matches.match(match_id).version > before.version)


@pytest.mark.full
def test_a_supervisor_stops_although_the_store_is_silent(
    matches: Matches, processes: Processes, store_url: str
) -> None:
    supervisor = processes.workers(matches, count=4)
    with silenced(store_url):
        supervisor.terminate()
        began = time.monotonic()
        assert supervisor.wait(60) == 0
    assert time.monotonic() - began < 17, "not once more for each worker"
