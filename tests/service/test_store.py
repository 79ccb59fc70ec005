"""The store: commits as a whole or not at all, lost connections, expiry, size."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from select import select

import pytest

from railhead.games.game import SPECTATOR
from railhead.games.random import Random
from railhead.service import errors
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Event, Idempotency, Match, NewMatch, SearchSummary, Seat
from railhead.service.settings import Settings
from railhead.service.store.commits import Commit, CommitConflict
from railhead.service.store.connection import primaries
from railhead.service.store.keys import LAYOUT, due_key, match_key, partition_of
from railhead.service.store.serialization import (
    event_from_bytes,
    event_to_text,
    fold_log,
    head_from_bytes,
    head_to_bytes,
    unfold_log,
)
from railhead.service.store.store import Store
from tests.service.conftest import eventually
from tests.service.test_matches import any_notation, create, humans, play
from tests.stores import all_keys, on_a_server, store_kind, with_options

__all__ = ["store_kind"]


class Cutting:
    """A way to the server that can lose an answer: the command arrives, the connection breaks."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lose = ""
        self.when = b"EVALSHA"
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self.path)
            request = b""
            while True:
                speaking, _, _ = select([client, server], [], [])
                if client in speaking:
                    request = client.recv(1 << 20)
                    if not request or self._loses("request", request):
                        return
                    server.sendall(request)
                else:
                    answer = server.recv(1 << 20)
                    if not answer or self._loses("answer", request):
                        return
                    client.sendall(answer)

    def _loses(self, what: str, request: bytes) -> bool:
        """Whether this request or its answer is the one to lose, which then is lost."""
        if self.lose != what or self.when not in request:
            return False
        self.lose = ""
        return True


@pytest.fixture
def cutting(matches: Matches) -> Iterator[Cutting]:
    way = Cutting(matches.store.settings.redis_url.removeprefix("unix://"))
    yield way
    way.listening.shutdown(socket.SHUT_RDWR)
    way.listening.close()


@on_a_server
@pytest.mark.parametrize("lose", ["answer", "request"])
def test_a_commit_whose_connection_is_lost_is_made_once(
    matches: Matches, cutting: Cutting, lose: str
) -> None:
    far = open_matches(replace(matches.store.settings, redis_url=cutting.url))
    match = create(far, "montana").match
    seat = match.to_act[0]
    cutting.lose = lose
    notation = any_notation(match, seat, Random(1))
    done = far.submit(match.record.id, seat, notation, match.version)
    assert not cutting.lose
    assert matches.match(match.record.id).version == done.match.version
    events = matches.events(match.record.id, match.version)
    assert [event.kind for event in events].count("action") == 1
    assert events == list(done.events)
    far.close()


@on_a_server
@pytest.mark.parametrize("lose", ["answer", "request"])
def test_the_last_commit_whose_connection_is_lost_is_made_once(
    matches: Matches, cutting: Cutting, lose: str
) -> None:
    far = open_matches(replace(matches.store.settings, redis_url=cutting.url))
    match = create(far, "montana").match
    logged = matches.events(match.record.id)
    cutting.lose, cutting.when = lose, b" over "  # as the head of a finished match begins
    while match.status == "active":
        assert cutting.lose
        seat = match.to_act[0]
        notation = any_notation(match, seat, Random(match.version))
        done = far.submit(match.record.id, seat, notation, match.version)
        match = done.match
        logged += done.events
    assert not cutting.lose
    assert matches.match(match.record.id).status == "over"
    assert matches.events(match.record.id) == logged
    far.close()


def test_the_log_is_the_same_once_it_is_folded(matches: Matches) -> None:
    match = create(matches, "santa_fe").match
    logged = matches.events(match.record.id)
    while match.status == "active":
        seat = match.to_act[0]
        notation = any_notation(match, seat, Random(match.version))
        done = matches.submit(match.record.id, seat, notation, match.version)
        match = done.match
        logged += done.events
    assert not matches.store.reader.exists(match_key(match.record.id, "log"))
    assert matches.events(match.record.id) == logged
    assert matches.events(match.record.id, 7) == logged[7:]
    assert matches.store.log(match.record.id, 3, 9) == logged[3:9]
    assert matches.events(match.record.id, match.version) == []


@on_a_server
def test_a_lost_answer_is_not_taken_for_ours_when_another_came_first(
    matches: Matches, cutting: Cutting
) -> None:
    far = open_matches(replace(matches.store.settings, redis_url=cutting.url))
    match = create(matches, "montana").match
    seat = match.to_act[0]
    notation = any_notation(match, seat, Random(1))
    far.match(match.record.id)
    head = far.store.head(match.record.id)
    first = matches.submit(match.record.id, seat, notation, match.version)
    cutting.lose = "answer"
    with pytest.raises(CommitConflict) as moved:
        far.store.commit(Commit(match.record, head, replace(head, nonce="other"), first.events))
    assert moved.value.head.version == first.match.version
    assert matches.events(match.record.id, match.version) == list(first.events)
    far.close()


@on_a_server
@pytest.mark.parametrize("lose", ["answer", "request"])
def test_a_creation_whose_connection_is_lost_is_made_once(
    matches: Matches, cutting: Cutting, lose: str
) -> None:
    far = open_matches(replace(matches.store.settings, redis_url=cutting.url))
    create(far, "montana")
    far.store.clocks.beat()  # as every process of the API does: it knows the time
    cutting.lose = lose
    created = create(far, "montana", visibility="public")
    assert matches.match(created.match.record.id).record == created.match.record
    assert len(matches.list_matches(None, None, None, 10).matches) == 1
    far.close()


def test_a_refused_commit_changes_nothing(matches: Matches) -> None:
    match = play_some(matches)
    store, record = matches.store, match.record
    before = all_values(matches)
    head = store.head(record.id)
    events = store.log(record.id)[:1]
    with pytest.raises(CommitConflict):
        store.commit(Commit(record, replace(head, version=match.version - 1), head, events))
    with pytest.raises(CommitConflict):
        store.commit(Commit(record, replace(head, nonce="another"), head, events))
    with pytest.raises(CommitConflict):
        store.commit(Commit(record, None, head, events))
    assert all_values(matches) == before


def all_values(matches: Matches) -> dict[bytes, object]:
    reader = matches.store.reader
    return {key: reader.dump(key) for key in all_keys(reader)}


def play_some(matches: Matches) -> Match:
    match = create(matches, "montana").match
    for seed in range(3):
        seat = match.to_act[0]
        notation = any_notation(match, seat, Random(seed))
        match = matches.submit(match.record.id, seat, notation, match.version).match
    return match


def test_commits_survive_scripts_being_forgotten(matches: Matches) -> None:
    match = create(matches, "montana").match
    matches.store.writer.script_flush()
    seat = match.to_act[0]
    notation = any_notation(match, seat, Random(1))
    done = matches.submit(match.record.id, seat, notation, match.version)
    assert matches.match(match.record.id).version == done.match.version


@pytest.mark.sampled
@on_a_server
@pytest.mark.parametrize(
    "url",
    [
        "redis://127.0.0.1:1",
        "redis+cluster://127.0.0.1:1,127.0.0.1:2",
        "redis+sentinel://127.0.0.1:1/here",
    ],
)
def test_without_a_server_the_answer_is_unavailable(settings: Settings, url: str) -> None:
    far = open_matches(replace(settings, redis_url=url))
    with pytest.raises(errors.Unavailable):
        far.match("x")
    with pytest.raises(errors.Unavailable):
        create(far)


def test_a_server_that_is_full_is_unavailable(matches: Matches) -> None:
    match = create(matches, "montana").match
    seat = match.to_act[0]
    notation = any_notation(match, seat, Random(1))
    with with_options(matches.store.writer, maxmemory="1mb"), pytest.raises(errors.Unavailable):
        matches.submit(match.record.id, seat, notation, match.version)
    assert matches.match(match.record.id).version == match.version


def expiries(matches: Matches, match_id: str) -> dict[str, int]:
    return {key.decode(): matches.store.reader.ttl(key) for key in keys_of(matches, match_id)}


def keys_of(matches: Matches, match_id: str) -> list[bytes]:
    return [key for key in all_keys(matches.store.reader) if match_id.encode() in key]


def test_all_of_a_match_expires_together(settings: Settings) -> None:
    matches = open_matches(replace(settings, idle_expiry_seconds=1000, finished_expiry_seconds=500))
    match = play_some(matches)
    assert all(900 < left <= 1000 for left in expiries(matches, match.record.id).values())
    play(matches, match)
    assert all(400 < left <= 500 for left in expiries(matches, match.record.id).values())
    keeping = open_matches(replace(settings, idle_expiry_seconds=1000, finished_expiry_seconds=0))
    match = play(keeping, play_some(keeping))
    assert set(expiries(keeping, match.record.id).values()) == {-1}
    matches.close()
    keeping.close()


def test_an_expired_match_is_gone_and_its_turn_not_due(settings: Settings) -> None:
    matches = open_matches(replace(settings, idle_expiry_seconds=1))
    seats = [replace(seat, kind="bot", level="easy") for seat in humans()]
    match_id = create_with(matches, seats)
    assert is_due(matches, match_id)
    eventually(lambda: not matches.store.reader.exists(match_key(match_id, "head")))
    with pytest.raises(errors.NoSuchMatch):
        matches.match(match_id)
    turns = TurnScheduler(settings)
    eventually(lambda: turns.sweep(matches.store))
    assert not is_due(matches, match_id)
    assert turns.queue.count == 0
    matches.close()


def is_due(matches: Matches, match_id: str) -> bool:
    return matches.store.reader.zscore(due_key(partition_of(match_id)), match_id) is not None


def create_with(matches: Matches, seats: list[Seat]) -> str:
    return matches.create(NewMatch("montana", {}, seats)).match.record.id


def test_the_due_mark_is_there_exactly_while_a_bot_is_to_act(matches: Matches) -> None:
    seats = [humans()[0], replace(humans()[1], kind="bot", level="easy")]
    match_id = create_with(matches, seats)
    match = matches.match(match_id)
    random = Random(1)
    while match.status == "active":
        due = is_due(matches, match_id)
        assert due == (1 in match.to_act)
        seat = match.to_act[0]
        notation = any_notation(match, seat, random)
        match = matches.submit(match_id, seat, notation, match.version).match
    assert not is_due(matches, match_id)


def test_a_subscription_misses_nothing_that_comes_after_it(matches: Matches) -> None:
    with closing(matches.store.subscribe()) as subscription:
        created = create(matches).match.record.id
        heard: list[str] = []

        def told() -> bool:
            message = subscription.get_message(0.1)
            heard.extend([] if message is None else [message["data"].decode()])
            return bool(heard)

        eventually(told)
    assert heard == [created]


def test_old_idempotency_records_no_longer_count(matches: Matches) -> None:
    match = create(matches, "montana").match
    seat = match.to_act[0]
    key = Idempotency("s", "k", "print")
    notation = any_notation(match, seat, Random(1))
    match = matches.submit(match.record.id, seat, notation, match.version, key).match
    name = match_key(match.record.id, "idempotency")
    ((field, record),) = matches.store.reader.hgetall(name).items()
    assert isinstance(record, bytes)
    time, _, rest = record.partition(b" ")
    a_day = 24 * 3600 * 1000
    matches.store.writer.hset(name, field, b"%d %s" % (int(time) - a_day - 1000, rest))
    seat = match.to_act[0]
    notation = any_notation(match, seat, Random(2))
    later = matches.submit(match.record.id, seat, notation, match.version, key)
    assert later.match.version > match.version


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["great_western_trail", "montana", "santa_fe"])
def test_a_finished_match_of_two_takes_less_than_12_kib(matches: Matches, game: str) -> None:
    match = play(matches, create(matches, game).match)
    keys = keys_of(matches, match.record.id)
    used = sum(matches.store.reader.memory_usage(key, samples=0) or 0 for key in keys)
    assert used < 12 * 1024, f"{used} bytes for {match.version} entries"


def test_heads_and_entries_are_read_back_as_written(matches: Matches) -> None:
    match = create(matches, count=4).match
    head = matches.store.head(match.record.id)
    assert head_from_bytes(head_to_bytes(head)) == head
    created_at = match.record.created_at
    for event in matches.events(match.record.id):
        untimed = replace(event, at=None)
        assert event_from_bytes(event.version, event_to_text(event).encode()) == (untimed, "")
        written = event_to_text(event, "nonce").encode()
        assert event_from_bytes(event.version, written) == (untimed, "nonce")
        written = event_to_text(event, "nonce", 0).encode()
        assert event_from_bytes(event.version, written, created_at) == (event, "nonce")


@pytest.mark.parametrize("entries", [[], [b"0hire"], [b"cdeal:0:DEN\n1s?1", b"0hire#none"]])
def test_a_folded_log_is_read_back_as_written(entries: list[bytes]) -> None:
    assert unfold_log(fold_log(entries)) == entries


@pytest.mark.parametrize(
    ("seen", "written"),
    [
        ({}, "cdeal:0:DEN"),
        ({1: "deal:0:?", SPECTATOR: "deal:0:?"}, "cdeal:0:DEN\n1s?1"),
        ({1: "deal:?:?", 2: "deal:0:?"}, "cdeal:0:DEN\n1?01\n2?1"),
        ({3: "burn:?"}, "cdeal:0:DEN\n3 burn:?"),
    ],
)
def test_what_viewers_do_not_see_is_written_short(seen: dict[int, str], written: str) -> None:
    event = Event(7, "chance", None, "deal:0:DEN", seen)
    assert event_to_text(event) == written
    assert event_from_bytes(7, written.encode()) == (event, "")


@pytest.mark.parametrize(
    ("kind", "seat", "written"),
    [("action", 3, "3keep#Xy_-"), ("forced", 4, "f4keep#Xy_-"), ("chance", None, "ckeep#Xy_-")],
)
def test_who_did_it_is_written_short(kind: str, seat: int | None, written: str) -> None:
    event = Event(7, kind, seat, "keep", {})
    assert event_to_text(event, "Xy_-") == written
    assert event_from_bytes(7, written.encode()) == (event, "Xy_-")


@pytest.mark.parametrize(
    ("search", "written"),
    [
        (SearchSummary(1234, 0.8, cut_short=False), "3keep:DEN\n1?0\n 1234 800#Xy_-@2s"),
        (SearchSummary(0, 0.0, cut_short=True), "3keep:DEN\n1?0\n 0 0 c#Xy_-@2s"),
    ],
)
def test_what_a_search_took_stands_where_earlier_versions_pass_it_over(
    search: SearchSummary, written: str
) -> None:
    event = Event(7, "action", 3, "keep:DEN", {1: "keep:?"}, {}, None, search)
    assert event_to_text(event, "Xy_-", 100) == written
    read, nonce = event_from_bytes(7, written.encode(), "2026-01-31T12:00:00.000000Z")
    assert (replace(read, at=None), nonce) == (event, "Xy_-")


def test_a_key_of_digests_is_kept_and_lays_no_store_out(matches: Matches) -> None:
    store = matches.store
    kept = store.digest_key
    other = Store(store.settings)
    assert other.digest_key == kept
    emptied = Store(store.settings)
    emptied.prepare()
    for server in primaries(store.writer):
        server.flushall()
    assert emptied.digest_key != kept
    assert not store.writer.exists(LAYOUT)
    assert emptied.lay_out_again() is not None
    assert emptied.digest_key == Store(store.settings).digest_key
