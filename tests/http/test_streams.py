"""Streams of events over HTTP: nothing twice, nothing missed, whatever ends them."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from railhead.games.random import Random
from railhead.service.app import create_app
from railhead.service.core.matches import Matches
from railhead.service.settings import Settings
from tests.http.api import Api, SeatedMatch, fields_of, problem, server, serving
from tests.http.streams import FORMS, LINES, SERVER_SENT, stream
from tests.service.conftest import eventually

each_form = pytest.mark.parametrize("form", FORMS)
RECONNECTS = 100


def log_of(match: SeatedMatch, client: Api) -> list[dict[str, Any]]:
    """The log of a match, as pages tell it."""
    events: list[dict[str, Any]] = client.get(f"{match.path}/events?limit=1000").json()["events"]
    return events


class Reader(threading.Thread):
    """Follows a match to its end; opens its stream anew after each `most` events, if that is set.

    It goes on from the last event that it had, or where it began; `ended` has the last ones.
    """

    def __init__(
        self, match: SeatedMatch, token: str, form: str, after: int = 0, most: int | None = None
    ) -> None:
        super().__init__(daemon=True)
        self.match = match
        self.client = match.anybody.holding(token)
        self.form = form
        self.most = most
        self.after = after
        self.events: list[dict[str, Any]] = []
        self.opened = 0
        self.start()

    def run(self) -> None:
        while not self.events or self.events[-1]["kind"] not in ("over", "problem"):
            self.opened += 1
            headers = {"Last-Event-ID": str(self.after)} if self.opened > 1 else {}
            after = {"after": self.after} if self.opened == 1 else {}
            with stream(
                self.client, self.match.path, self.form, headers=headers, params=after
            ) as opened:
                for event in opened:
                    self.events.append(event)
                    self.after = event["version"]
                    if self.most is not None and len(self.events) >= self.opened * self.most:
                        break

    def whole(self) -> list[dict[str, Any]]:
        """All that it has read, once the match has ended."""
        self.join(60)
        assert not self.is_alive(), "the stream does not end"
        return self.events


def token_of(match: SeatedMatch, seat: int) -> str:
    token: str = match.created["seats"][seat]["token"]
    return token


@each_form
def test_a_finished_match_is_taken_up_at_every_version(api: Api, form: str) -> None:
    match = api.created(options={"deck": "small"}, seed=4)
    shown = match.play_out()
    log = log_of(match, match.seats[1])
    assert len(log) == shown["version"]
    for after in range(len(log) + 1):
        asked: list[dict[str, Any]] = [{"params": {"after": after}}]
        asked.append({"headers": {"Last-Event-ID": str(after)}, "params": {"after": 1}})
        for how in asked:
            with stream(match.seats[1], match.path, form, **how) as opened:
                *events, over = opened.rest()
            assert events == log[after:]
            assert list(over) == ["version", "kind", "seat", "action", "label", "at", "result"]
            assert over["version"] == shown["version"]
            assert over["result"] == shown["result"]
            assert (over["kind"], over["seat"], over["action"]) == ("over", None, "over")
            assert over["label"].startswith("The match is over: Seat ")


@each_form
def test_what_was_missed_comes_first_and_then_what_happens(match: SeatedMatch, form: str) -> None:
    assert match.act(0).status_code == 200
    assert match.act(1).status_code == 200
    version = match.shown(0)["version"]
    readers = [
        Reader(match, match.created["owner_token"], form),
        Reader(match, token_of(match, 0), form, after=3),
        Reader(match, token_of(match, 1), form, after=version),
        Reader(match, token_of(match, 1), form, most=3),
        Reader(match, token_of(match, 1), form, most=1),
    ]
    eventually(lambda: len(readers[0].events) == version)
    assert not readers[2].events
    match.play_out()
    clients = [match.owner, match.seats[0], *[match.seats[1]] * 3]
    for reader, client, first in zip(readers, clients, [0, 3, version, 0, 0], strict=True):
        events = reader.whole()
        assert [event["kind"] for event in events].count("over") == 1
        assert events[:-1] == log_of(match, client)[first:]
    assert readers[3].opened > 3


@pytest.mark.full
def test_many_reconnects_miss_nothing_and_repeat_nothing(api: Api) -> None:
    """Streams that are cut off at any moment, and taken up by what was read last."""
    match = api.created(game="montana", seats=[{"kind": "human"}] * 2, seed=9)
    done = threading.Event()
    random = Random(2, 9)

    def play() -> None:
        while not done.is_set():
            shown = match.shown(0)
            if shown["status"] == "over":
                return
            seat = shown["to_act"][0]
            actions = match.legal(seat)["actions"]
            assert match.act(seat, int(random.below(len(actions)))).status_code == 200
            time.sleep(0.02)

    player = threading.Thread(target=play)
    player.start()
    reader = match.anybody.holding(token_of(match, 1))
    events: list[dict[str, Any]] = []
    cut = Random(4, 2)
    for _ in range(RECONNECTS):
        last = events[-1]["version"] if events else 0
        headers = {"Last-Event-ID": str(last)}
        with stream(reader, match.path, LINES, headers=headers) as opened:
            events += opened.take(int(cut.below(4)))
            if events and events[-1]["kind"] == "over":
                break
    done.set()
    player.join()
    log = log_of(match, match.seats[1])
    told = [event for event in events if event["kind"] != "over"]
    assert told == log[: len(told)]
    assert len(told) > RECONNECTS / 2


@each_form
def test_the_stream_of_a_match_that_is_deleted_ends(match: SeatedMatch, form: str) -> None:
    reader = Reader(match, token_of(match, 0), form)
    eventually(lambda: len(reader.events) == match.created["version"])
    assert match.owner.delete(match.path).status_code == 204
    last = reader.whole()[-1]
    assert last["kind"] == "problem"
    assert last["problem"]["type"] == "/problems/no-such-match"
    assert last["version"] == match.created["version"]


def test_who_may_not_read_the_match_gets_no_stream(match: SeatedMatch) -> None:
    headers = {"Accept": SERVER_SENT}
    path = f"{match.path}/events"
    problem(match.anybody.get(path, headers=headers), 401, "unauthorized")
    for id_ in ("x", "-1", "12345678901", "9999999999"):
        answered = match.owner.get(path, headers={**headers, "Last-Event-ID": id_})
        assert fields_of(problem(answered, 422, "invalid-request")) == ["Last-Event-ID"]
    assert match.owner.get(path, headers={"Last-Event-ID": "x"}).status_code == 200


@each_form
def test_the_head_of_a_stream_ends(match: SeatedMatch, form: str) -> None:
    answered = match.owner("HEAD", f"{match.path}/events", headers={"Accept": form})
    assert (answered.status_code, answered.content) == (200, b"")
    assert answered.headers["Content-Type"].startswith(form)


def test_nothing_between_may_keep_a_stream(match: SeatedMatch) -> None:
    with stream(match.owner, match.path) as opened:
        headers = opened.answered.headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Vary"] == "Authorization, Accept"
        assert headers["X-Accel-Buffering"] == "no"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Content-Length" not in headers


# What a process that stops does, and how many streams it has.


@pytest.fixture
def small(store_url: str, settings: Settings) -> Iterator[Api]:
    """A server where six streams may be open, four of them for one caller."""
    with serving(store_url, RAILHEAD_MAX_STREAMS="6", RAILHEAD_STREAMS_PER_CALLER="4") as where:
        yield Api(where)


def opened_by(match: SeatedMatch, seat: int) -> Any:
    """The answer to who would have a stream."""
    client = match.anybody.holding(token_of(match, seat))
    headers = {"Accept": SERVER_SENT}
    return client.session.get(
        f"{client.address}{match.path}/events", headers=headers, stream=True, timeout=20
    )


def is_opened_by(match: SeatedMatch, seat: int) -> bool:
    """Whether who would have a stream gets one, and lets it go."""
    with opened_by(match, seat) as answered:
        opened: bool = answered.status_code == 200
    return opened


def refused(answered: Any, status: int, slug: str, limit: str, places: int) -> None:
    assert problem(answered, status, slug)["limit"] == places
    assert answered.headers["Retry-After"] == "1"
    assert answered.headers["RateLimit-Policy"] == f'"{limit}";q={places};qu="concurrent-requests"'
    assert answered.headers["RateLimit"] == f'"{limit}";r=0;t=1'


def test_so_many_streams_are_open_and_no_more(small: Api) -> None:
    match = small.created()
    streams = [opened_by(match, 0) for _ in range(4)]
    refused(opened_by(match, 0), 429, "too-many-streams", "streams-of-a-caller", 4)
    streams += [opened_by(match, 1) for _ in range(2)]
    refused(opened_by(match, 1), 503, "overloaded", "streams", 6)
    assert {answered.status_code for answered in streams} == {200}
    assert match.act(0).status_code == 200, "others are answered"
    for answered in streams:
        answered.close()
    eventually(lambda: is_opened_by(match, 0))


@pytest.mark.full
def test_a_process_that_stops_ends_its_streams_and_another_goes_on(
    store_url: str, settings: Settings
) -> None:
    with server(store_url) as first, serving(store_url) as other:
        match = Api(first.address).created()
        assert match.act(0).status_code == 200
        version = match.shown(0)["version"]
        with stream(match.seats[1], match.path) as opened:
            events = opened.take(version)
            os.kill(first.process.pid, signal.SIGTERM)
            began = time.monotonic()
            assert opened.rest() == []
            assert time.monotonic() - began < 5
        first.process.wait(20)
        moved = Api(other).holding(token_of(match, 1))
        last = {"Last-Event-ID": str(events[-1]["version"])}
        with stream(moved, match.path, headers=last) as resumed:
            match.anybody.address = other
            for client in (*match.seats.values(), match.owner):
                client.address = other
            match.play_out()
            events += resumed.rest()
        assert events[:-1] == log_of(match, match.seats[1])


@pytest.mark.full
def test_who_reads_nothing_keeps_nobody_waiting(store_url: str, settings: Settings) -> None:
    """Streams that nobody reads take no thread and do not grow; others are told as ever."""
    with server(store_url) as door:
        match = Api(door.address).created(game="montana", seats=[{"kind": "human"}] * 2, seed=5)
        request = (
            f"GET {match.path}/events HTTP/1.1\r\nHost: x\r\nAccept: {SERVER_SENT}\r\n"
            f"Authorization: Bearer {token_of(match, 0)}\r\n\r\n"
        )
        deaf = []
        for _ in range(40):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect(("127.0.0.1", door.port))
            line.sendall(request.encode())
            deaf.append(line)
        reader = Reader(match, token_of(match, 1), SERVER_SENT)
        shown = match.play_out()
        assert len(reader.whole()) == shown["version"] + 1
        assert door.threads() < 40
        for line in deaf:
            line.close()


# Other ways to ask.


@pytest.fixture
def plain(matches: Matches) -> Flask:
    """The application without its shell, as any WSGI server has it."""
    return create_app(Settings(creation_limit=""), matches, matches.catalogue)


def test_without_the_bridge_a_stream_blocks_and_is_the_same(
    match: SeatedMatch, plain: Flask
) -> None:
    headers = {"Authorization": f"Bearer {token_of(match, 0)}", "Accept": LINES}
    answered = plain.test_client().get(f"{match.path}/events", headers=headers)
    assert answered.status_code == 200
    pieces: Iterator[bytes] = iter(answered.response)  # type: ignore[arg-type] # never text
    text = b""
    while text.count(b"\n{") < match.created["version"]:
        text += next(pieces)
    assert match.act(0).status_code == 200
    text += next(pieces)
    match.play_out()
    text += b"".join(pieces)
    reader = Reader(match, token_of(match, 0), LINES)
    lines = [line for line in text.splitlines() if line]
    assert len(lines) == len(reader.whole())


def test_without_the_bridge_who_left_meanwhile_is_shown_nothing(
    match: SeatedMatch, plain: Flask
) -> None:
    held = {
        "Authorization": f"Bearer {token_of(match, 0)}",
        "If-None-Match": f'"{match.shown(0)["version"]}"',
    }
    answers: list[int] = []
    waiting = threading.Thread(
        target=lambda: answers.append(
            plain.test_client().get(f"{match.path}?wait=20", headers=held).status_code
        )
    )
    waiting.start()
    time.sleep(0.5)
    left = match.seats[0]("PUT", f"{match.path}/seats/0", json={"kind": "open"})
    assert left.status_code == 200
    waiting.join()
    assert answers == [404]


def test_streams_are_taken_by_server_sent_and_lines_alike(match: SeatedMatch) -> None:
    with (
        stream(match.seats[0], match.path, SERVER_SENT) as one,
        stream(match.seats[0], match.path, LINES) as other,
    ):
        number = match.created["version"]
        assert one.take(number) == other.take(number)
