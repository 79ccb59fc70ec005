"""Webhooks through real workers to a real server, also where these die, fail or are slow."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from rq import SimpleWorker

from railhead.games.random import Random
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Client, Match, NewMatch, Seat
from railhead.service.seats.seating import Seating
from railhead.service.settings import Settings
from railhead.service.webhooks.delivery_slots import NEW, SLOTS_PER_OWNER
from railhead.service.webhooks.hints import WebhookHints
from railhead.service.webhooks.storage import Attempt, WebhookStorage
from railhead.service.webhooks.webhooks import tell_webhooks
from tests.receiver import Received, Receiver, receiving
from tests.service.conftest import Processes, children_of, eventually, text_of, webhooks_of
from tests.service.test_bot_turns import decide, new_match, play_to_the_end
from tests.stores import Server, all_keys, on_a_server, store_kind

__all__ = ["store_kind"]

QUICK = {
    "RAILHEAD_WEBHOOK_WORKERS": "1",
    "RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES": "127.0.0.0/8",
    "RAILHEAD_WEBHOOK_BACKOFF_FACTOR": "0.002",
    "RAILHEAD_WEBHOOK_TIMEOUT_SECONDS": "1",
    "RAILHEAD_BOT_BUDGET_FACTOR": "0.05",
}
"""Settings with which failures are tried again at once, and endpoints may be here."""
PATIENT = {**QUICK, "RAILHEAD_WEBHOOK_TIMEOUT_SECONDS": "60"}
"""Endpoints of a busy machine may be slow to answer: nothing is sent again that was taken."""


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "queue").start()
    yield server
    server.stop()


@pytest.fixture
def matches(settings: Settings, queue: Server) -> Iterator[Matches]:
    apart = replace(settings, queue_url=queue.url)
    opened = open_matches(apart, TurnScheduler(apart).announce)
    tell_webhooks(opened, WebhookHints(apart).announce)
    yield opened
    opened.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


@pytest.fixture
def client(matches: Matches, receiver: Receiver) -> Client:
    """A client whose events go to the receiver."""
    made, _ = matches.accounts.create("hooked", "")
    webhooks_of(matches).put(made, receiver.url)
    return made


def seated(matches: Matches, client: Client, against: str = "human") -> str:
    """The id of a new match in which the client has the first seat."""
    other = Seat(1, against, "other", "easy" if against == "bot" else None)
    seats = [Seat(0, "human", "hooked", client=client.id), other]
    return matches.create(NewMatch("veil", {}, seats, seed=5, client=client.id)).match.record.id


def until_the_clients_turn(matches: Matches, match_id: str) -> Match:
    """Play the decisions of other people; bots play theirs."""
    match = matches.match(match_id)
    while match.to_act and 0 not in match.to_act and match.seats[1].kind == "human":
        match = decide(matches, match, Random(match.version))
    return match


def play_by_what_comes(
    matches: Matches, receiver: Receiver, playing: Sequence[str], seconds: float = 150
) -> None:
    """Play the client's seat whenever it is told that it is to act, until all are told to be over.

    Whoever is not told does not act: a lost event ends the test.
    """
    until = time.monotonic() + seconds
    looked, left = 0, set(playing)
    while left:
        assert time.monotonic() < until, (left, [one.event for one in receiver.seen[-4:]])
        for taken in receiver.taken[looked:]:
            looked += 1
            event = taken.event
            if event["kind"] == "over":
                left.discard(event["match"])
            match = matches.match(event["match"])
            if event["kind"] == "turn" and 0 in match.to_act:
                decide(matches, match, Random(match.version))
                until_the_clients_turn(matches, event["match"])
        time.sleep(0.005)


def assert_ordered(receiver: Receiver) -> None:
    """No event of a match was sent before the one before it was taken, or out of order."""
    by_match: dict[str, list[Received]] = defaultdict(list)
    for one in receiver.seen:
        by_match[one.event["match"]].append(one)
    for requests in by_match.values():
        first: dict[str, int] = {}
        for number, one in enumerate(requests):
            if one.id not in first:
                first[one.id] = number
                before = {other.id for other in requests[:number]}
                done = {other.id for other in requests[:number] if other.status == 200}
                assert before == done, "sent before the one before it was taken"
        versions = [requests[number].event["version"] for number in first.values()]
        assert versions == sorted(versions)


def webhook_workers(matches: Matches, supervisor_pid: int) -> list[int]:
    """The processes that deliver webhooks."""
    connection = webhooks_of(matches).hint.__self__.connection  # type: ignore[union-attr]
    named = f"{SimpleWorker.redis_worker_namespace_prefix}{os.uname().nodename}-"
    deliver = {
        key
        for key in SimpleWorker.all_keys(connection)
        if text_of(connection.hget(key, "queues") or b"") == "webhooks"
    }
    return [
        pid
        for pid in children_of(supervisor_pid)
        if any(key.startswith(f"{named}{pid}-") for key in deliver)
    ]


@pytest.mark.sampled
def test_a_client_plays_whole_matches_by_its_webhook_alone(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    processes.workers(matches, 1, **PATIENT)
    playing = [seated(matches, client) for _ in range(3)] + [seated(matches, client, "bot")]
    play_by_what_comes(matches, receiver, playing)
    assert_ordered(receiver)
    webhook = webhooks_of(matches).get(client)
    for one in receiver.seen:
        body = one.verified(webhook.secret)
        assert body["type"] == f"match.{one.event['kind']}"
        assert one.path == "/hook?from=railhead"
    ids = [one.id for one in receiver.seen]
    assert len(ids) == len(set(ids)), "nothing failed, and yet something came twice"
    turns = [(event["match"], event["version"]) for event in receiver.events("turn")]
    assert len(turns) == len(set(turns))


@pytest.mark.full
def test_an_endpoint_that_fails_on_and_off_gets_all_in_order(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    answers = iter([500, 200, 429, 302, 503, 200, 200, 404] * 1000)
    receiver.behaviour = lambda _: next(answers)
    processes.workers(matches, 1, **QUICK)
    play_by_what_comes(matches, receiver, [seated(matches, client) for _ in range(2)])
    assert_ordered(receiver)
    assert any(one.status != 200 for one in receiver.seen)
    again = defaultdict(list)
    for one in receiver.seen:
        again[one.id].append(one.body)
    assert all(len(set(bodies)) == 1 for bodies in again.values()), "a repetition differs"


@pytest.mark.sampled
def test_what_waits_in_one_match_holds_up_no_other(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    stuck, free = seated(matches, client), seated(matches, client)
    receiver.behaviour = lambda event: 500 if event["match"] == stuck else 200
    processes.workers(matches, 1, **QUICK)
    turns = 0
    match = matches.match(stuck)
    while match.status == "active":
        noted = f"turn {match.opened[0]} "
        kept = matches.store.storage(WebhookStorage)
        eventually(lambda: kept.last_announced(client.id, stuck).startswith(noted))  # noqa: B023 - called at once
        turns += 1
        decide(matches, match, Random(match.version))
        match = until_the_clients_turn(matches, stuck)
    play_by_what_comes(matches, receiver, [free])
    assert len({one.id for one in receiver.seen if one.event["match"] == stuck}) == 1
    receiver.behaviour = lambda _: 200
    eventually(lambda: [one for one in receiver.events("over") if one["match"] == stuck])
    assert_ordered(receiver)
    taken = {one.id: one.event for one in receiver.taken if one.event["match"] == stuck}
    assert len(taken) == turns + 1, "each turn that was noted is delivered, then the end"


@pytest.mark.full
def test_nothing_is_lost_while_workers_are_killed(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    def slowly(_: object) -> int:
        time.sleep(0.1)
        return 200

    receiver.behaviour = slowly
    supervisor = processes.workers(
        matches, 1, **{**QUICK, "RAILHEAD_WEBHOOK_TIMEOUT_SECONDS": "0.5"}
    )
    done = threading.Event()
    killed: list[int] = []

    def kill() -> None:
        while not done.wait(0.3):
            for pid in webhook_workers(matches, supervisor.pid):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
                done.wait(3)

    killing = threading.Thread(target=kill)
    killing.start()
    try:
        while len(killed) < 4:
            playing = [seated(matches, client) for _ in range(3)]
            play_by_what_comes(matches, receiver, playing, 120)
    finally:
        done.set()
        killing.join()
    assert_ordered(receiver)


@pytest.mark.sampled
def test_a_queue_that_is_wiped_again_and_again_loses_no_event(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client, queue: Server
) -> None:
    processes.workers(matches, 1, **QUICK)
    done = threading.Event()

    def wipe() -> None:
        with queue.client as connection:
            while not done.wait(0.1):
                connection.flushall()

    wiping = threading.Thread(target=wipe)
    wiping.start()
    try:
        play_by_what_comes(matches, receiver, [seated(matches, client) for _ in range(2)])
    finally:
        done.set()
        wiping.join()


@on_a_server
def test_what_happens_while_nobody_delivers_is_delivered_later(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    match_id = seated(matches, client)
    other = seated(matches, client)
    play_to_the_end(matches, match_id)
    matches.delete(other)
    processes.workers(matches, 1, **QUICK)
    eventually(lambda: receiver.events("over"))
    assert {event["match"] for event in receiver.events()} == {match_id}


@pytest.mark.sampled
def test_invitations_ends_and_what_is_open_are_told(
    matches: Matches, processes: Processes, receiver: Receiver
) -> None:
    made, _ = matches.accounts.create("invited", "")
    before = seated(matches, made)
    processes.workers(matches, 1, **QUICK)
    webhooks_of(matches).put(made, receiver.url)
    eventually(lambda: receiver.events("turn"))
    seats = [Seat(0, "human", "host"), Seat(1, "open", "Seat 1", client=made.id)]
    invited = matches.create(NewMatch("veil", {}, seats, seed=1)).match.record.id
    eventually(lambda: receiver.events("invitation"))
    Seating(matches).claim(invited, 1, None, None, made)
    decide(matches, matches.match(invited), Random(1))
    eventually(lambda: [one for one in receiver.events("turn") if one["match"] == invited])
    Seating(matches).leave(invited, 1, matches.match(invited).seats[1])
    eventually(lambda: [one for one in receiver.events("gone") if one["match"] == invited])
    matches.delete(before)
    eventually(lambda: [one for one in receiver.events("gone") if one["match"] == before])
    # On a busy machine an answer may be late, and the same is sent once more.
    told = {one.id: one.event for one in receiver.taken if one.event["kind"] == "invitation"}
    assert [(one["match"], one["seat"], one["game"]) for one in told.values()] == [
        (invited, 1, "veil")
    ]


@pytest.mark.full
@on_a_server
def test_a_slow_endpoint_keeps_no_bot_and_no_other_client_waiting(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    asked: list[object] = []
    over = threading.Event()

    def endlessly(event: object) -> int:
        asked.append(event)
        over.wait(120)
        return 200

    receiver.behaviour = endlessly
    processes.workers(matches, 1, **PATIENT)
    for _ in range(20):
        seated(matches, client)
    eventually(lambda: len(asked) == SLOTS_PER_OWNER[NEW])
    assert play_to_the_end(matches, new_match(matches, "hb", game="veil")).status == "over"
    with receiving() as other:
        made, _ = matches.accounts.create("quick", "")
        webhooks_of(matches).put(made, other.url)
        seated(matches, made)
        eventually(lambda: other.events("turn"))
    assert len(asked) == SLOTS_PER_OWNER[NEW], "none of the slow ones was over"
    over.set()


@pytest.mark.full
@on_a_server
def test_pauses_grow_and_are_kept(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    receiver.behaviour = lambda _: 500
    processes.workers(matches, 1, **{**PATIENT, "RAILHEAD_WEBHOOK_BACKOFF_FACTOR": "0.1"})
    seated(matches, client)
    eventually(lambda: len(receiver.seen) == 3)
    first, second, third = (one.at for one in receiver.seen)
    assert 0.4 < second - first < 2
    assert 2.6 < third - second < 5
    ((_, delivery),) = eventually(lambda: webhooks_of(matches).deliveries(client, None, 5))
    assert delivery.status == "waiting"
    attempts = eventually(lambda: seen_attempts(matches, client, 3))
    assert [one.status for one in attempts] == [500, 500, 500]
    assert webhooks_of(matches).get(client).failing_since


BEFORE_ITS_TIME = 40.0
"""Seconds, fewer than the longest pace has before what has failed is tried again."""


def seen_attempts(matches: Matches, client: Client, number: int) -> tuple[Attempt, ...] | None:
    attempts = [one.attempts for _, one in webhooks_of(matches).deliveries(client, None, 1)]
    return attempts[0] if attempts and len(attempts[0]) == number else None


@pytest.mark.full
@on_a_server
@pytest.mark.parametrize(("status", "why"), [(410, "gone"), (500, "failing")])
def test_an_endpoint_that_is_gone_or_fails_for_long_is_switched_off(
    matches: Matches,
    processes: Processes,
    receiver: Receiver,
    client: Client,
    status: int,
    why: str,
) -> None:
    receiver.behaviour = lambda _: status
    processes.workers(matches, 1, **PATIENT, RAILHEAD_WEBHOOK_DISABLE_AFTER_SECONDS="1")
    match_id = seated(matches, client)
    eventually(lambda: webhooks_of(matches).get(client).disabled_at)
    assert webhooks_of(matches).get(client).disabled_why == why
    eventually(lambda: webhooks_of(matches).deliveries(client, None, 1)[0][1].status == "failed")
    tried = len(receiver.seen)
    assert tried == 1 or why == "failing"
    receiver.behaviour = lambda _: 200
    decide(matches, matches.match(match_id), Random(1))
    until_the_clients_turn(matches, match_id)
    time.sleep(2)
    assert len(receiver.seen) == tried
    put = webhooks_of(matches).put(client, receiver.url)
    assert (put.disabled_at, put.failing_since) == ("", "")
    play_by_what_comes(matches, receiver, [match_id])


@on_a_server
def test_secrets_overlap_and_a_replay_has_the_same_id(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    processes.workers(matches, 1, **PATIENT)
    old = webhooks_of(matches).get(client).secret
    new = webhooks_of(matches).rotate(client)
    assert new.secret != old
    seated(matches, client)
    (first,) = eventually(lambda: receiver.taken)
    assert first.verified(old) == first.verified(new.secret)
    matches.store.storage(WebhookStorage).change(
        new, "secret", old_until="2020-01-01T00:00:00.000000Z"
    )
    eventually(lambda: webhooks_of(matches).deliveries(client, None, 1)[0][1].status == "delivered")
    replayed = webhooks_of(matches).replay(client, first.id)
    assert replayed.status == "waiting"
    _, second = eventually(lambda: receiver.taken if len(receiver.taken) == 2 else None)
    assert (second.id, second.body) == (first.id, first.body)
    assert second.verified(new.secret)
    with pytest.raises(Exception, match="No matching signature"):
        second.verified(old)
    eventually(lambda: len(webhooks_of(matches).deliveries(client, None, 1)[0][1].attempts) == 2)


@pytest.mark.sampled
@on_a_server
@pytest.mark.parametrize("how", ["revoke", "remove"])
def test_what_is_ended_sends_nothing_more_and_leaves_nothing(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client, how: str
) -> None:
    receiver.behaviour = lambda _: 500
    processes.workers(matches, 1, **QUICK)
    for _ in range(3):
        seated(matches, client)
    eventually(lambda: len(receiver.seen) > 3)
    if how == "remove":
        webhooks_of(matches).remove(client)
    else:
        getattr(matches.accounts, how)(client)
    eventually(lambda: not hooked_keys(matches))
    before = len(receiver.seen)
    time.sleep(1.5)
    assert len(receiver.seen) <= before + 3
    assert matches.store.storage(WebhookStorage).backlog() == (0, 0.0)


def hooked_keys(matches: Matches) -> list[bytes]:
    """The keys of webhooks, without matches and clients themselves."""
    parts = (b":self", b":matches", b":seconds")
    found = [key for key in all_keys(matches.store.writer) if not key.startswith(b"match:")]
    return [
        key
        for key in found
        if key.startswith((b"client:", b"lanes:", b"undelivered:")) and not key.endswith(parts)
    ]


@on_a_server
def test_what_waits_is_tried_now_where_that_is_asked_for(
    matches: Matches, processes: Processes, receiver: Receiver, client: Client
) -> None:
    receiver.behaviour = lambda _: 500
    processes.workers(matches, 1, **{**PATIENT, "RAILHEAD_WEBHOOK_BACKOFF_FACTOR": "10"})
    match_id = seated(matches, client)
    attempts = eventually(lambda: seen_attempts(matches, client, 1))
    assert attempts[0].error == "status"
    ((_, waiting),) = webhooks_of(matches).deliveries(client, None, 5)
    assert webhooks_of(matches).replay(client, waiting.id) == waiting
    eventually(lambda: seen_attempts(matches, client, 2), BEFORE_ITS_TIME)
    decide(matches, matches.match(match_id), Random(1))
    until_the_clients_turn(matches, match_id)
    eventually(lambda: len(webhooks_of(matches).deliveries(client, None, 5)) == 2)
    assert len(receiver.seen) == 2
    with receiving() as moved:
        webhooks_of(matches).put(client, moved.url)
        eventually(lambda: len({one.id for one in moved.taken}) >= 2, BEFORE_ITS_TIME)
        assert moved.seen[0].id == waiting.id
        assert_ordered(moved)
