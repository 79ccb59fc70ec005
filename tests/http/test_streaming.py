"""How the bridge sends a stream: when it asks for pieces, signs of life, and who takes nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from railhead.service.http.waiters import Waiter
from railhead.service.server import streaming
from railhead.service.server.request_context import WsgiResponse
from railhead.service.server.streaming import send_stream


class Pieces:
    """A stream with these pieces, which ends with the last."""

    heartbeat = b"beat"

    def __init__(self, *pieces: bytes, pause: float | None = None) -> None:
        self.left = list(pieces)
        self.has_ended = not pieces
        self.pause = pause
        self.asked = 0

    def next_chunk(self) -> bytes:
        self.asked += 1
        piece = self.left.pop(0)
        self.has_ended = not self.left
        return piece


class Client:
    """What takes pieces: at once, or from the piece number `deaf` on never; then it is gone."""

    def __init__(self, deaf: int = 1000, gone: int = 1000) -> None:
        self.deaf = deaf
        self.gone = gone
        self.taken: list[bytes] = []

    async def send_bytes(self, data: bytes) -> None:
        if len(self.taken) == self.gone:
            raise RuntimeError("closed")
        if len(self.taken) == self.deaf:
            await asyncio.sleep(1000)
        self.taken.append(data)


def send(client: Client, held: Waiter, stream: Pieces, first: bytes) -> Coroutine[Any, Any, None]:
    """What the bridge does for a stream whose first piece is `first`."""
    answer = WsgiResponse(200, [], first)

    async def ask() -> None:
        answer.body = stream.next_chunk()

    return send_stream(client, held, stream, answer, ask)


def hold() -> Waiter:
    return Waiter(lambda channel, wake: wake, lambda changed: changed.wake())


def run(scene: Coroutine[Any, Any, None]) -> float:
    """How many seconds it takes."""
    began = time.monotonic()
    asyncio.run(asyncio.wait_for(scene, 20))
    return time.monotonic() - began


def test_a_stream_that_has_ended_is_one_piece() -> None:
    async def scene() -> None:
        stream = Pieces()
        await send(client, hold(), stream, b"all")

    client = Client()
    run(scene())
    assert client.taken == [b"all"]


def test_pieces_are_asked_for_after_changes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "HEARTBEAT_SECONDS", 0.2)

    async def scene() -> None:
        held = hold()
        sending = send(client, held, stream, b"first")
        began = time.monotonic()
        task = asyncio.create_task(sending)
        while len(client.taken) < 3:
            await asyncio.sleep(0.01)
        assert time.monotonic() - began > 0.39
        assert (client.taken[:3], stream.asked) == ([b"first", b"beat", b"beat"], 0)
        held.notify()
        held.notify()
        while b"second" not in client.taken:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert stream.asked == 1
        held.notify()
        await task

    client, stream = Client(), Pieces(b"second", b"third")
    run(scene())
    assert [one for one in client.taken if one != b"beat"] == [b"first", b"second", b"third"]


def test_where_there_is_more_it_is_asked_for_at_once() -> None:
    async def scene() -> None:
        stream = Pieces(b"2", b"3", b"", b"4", pause=0)
        await send(client, hold(), stream, b"1")

    client = Client()
    assert run(scene()) < 5
    assert client.taken == [b"1", b"2", b"3", b"4"]


def test_where_the_store_does_not_answer_it_is_asked_again() -> None:
    async def scene() -> None:
        stream = Pieces(b"", b"", b"news", pause=0.1)
        await send(client, hold(), stream, b"1")

    client = Client()
    assert 0.29 < run(scene()) < 5
    assert client.taken == [b"1", b"news"]


@pytest.mark.parametrize(("client", "most"), [(Client(deaf=2), 1.0), (Client(gone=2), 0.0)])
def test_who_takes_nothing_is_let_go(
    monkeypatch: pytest.MonkeyPatch, client: Client, most: float
) -> None:
    """And nothing is asked for on its behalf meanwhile, however much happens."""
    monkeypatch.setattr(streaming, "SEND_SECONDS", 1.0)
    stream = Pieces(*[b"piece"] * 100, pause=0)

    async def scene() -> None:
        await send(client, hold(), stream, b"first")

    assert most <= run(scene()) < most + 5
    assert client.taken == [b"first", b"piece"]
    assert stream.asked == 2


@pytest.mark.parametrize("begun", [False, True])
def test_a_process_that_stops_sends_what_is_begun_and_no_more(begun: bool) -> None:
    async def scene() -> None:
        held = hold()
        if not begun:
            held.cancel()
        sending = send(client, held, stream, b"first")
        task = asyncio.create_task(sending)
        await asyncio.sleep(0.1)
        held.cancel()
        await task

    client, stream = Client(), Pieces(b"second")
    run(scene())
    assert client.taken == [b"first"]
    assert stream.asked == 0


def test_a_stream_is_asked_once_more_when_what_opened_it_has_expired(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streaming, "HEARTBEAT_SECONDS", 0.2)

    async def scene() -> None:
        held = hold()
        held.expires = time.monotonic() + 0.5
        await send(client, held, stream, b"first")

    client, stream = Client(), Pieces(b"over")
    assert 0.4 < run(scene()) < 5
    assert client.taken == [b"first", b"beat", b"beat", b"over"]
