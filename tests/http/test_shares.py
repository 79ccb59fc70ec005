"""What one address takes is nobody else's: bodies, streams, long polls, threads and their queue."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from railhead.service.server.thread_pool import ThreadPool
from railhead.service.settings import Settings
from tests.http.api import Api, SeatedMatch, Server, server
from tests.http.crowd import Answered, Crowd, Line, get
from tests.service.conftest import silenced

HOSTILE, OTHER = "192.0.2.66", "198.51.100.7"
NEW = b'{"game":"veil","seats":[{"kind":"human","name":"A"},{"kind":"human","name":"B"}]}'
STREAMED = "application/x-ndjson"


@pytest.fixture
def door(store_url: str, settings: Settings) -> Iterator[Server]:
    """An API behind a proxy, with few places of each kind, of which an address has half."""
    few = {
        "RAILHEAD_MAX_BODIES": "20",
        "RAILHEAD_MAX_STREAMS": "8",
        "RAILHEAD_MAX_LONG_POLLS": "8",
        "RAILHEAD_MAX_REQUESTS": "12",
        "RAILHEAD_API_THREADS": "4",
        "RAILHEAD_BODY_SECONDS": "60",
    }
    with server(store_url, RAILHEAD_PROXIES="1", RAILHEAD_ADDRESS_SHARE="0.5", **few) as started:
        yield started


def creating(address: str, length: int) -> bytes:
    """A creation from an address, with a body of `length` stated bytes of which some are there."""
    head = f"POST /v1/matches HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    return head.encode() + NEW


WHOLE = len(NEW)


@pytest.mark.full
def test_slow_bodies_take_the_place_of_their_own_address(door: Server) -> None:
    async def scene() -> None:
        async with Crowd(door.port) as crowd:
            slow = await crowd.lines(50, creating(HOSTILE, WHOLE + 1))
            for _ in range(10):
                for address in (OTHER, HOSTILE):
                    answered = await crowd.asked(creating(address, WHOLE))
                    assert answered.status == 201, answered.body
            displaced = [line for line in slow if await line.has_come(0.01)]
            assert 30 <= len(displaced) <= 50
            for line in displaced:
                assert overloaded(await line.answer(5), 20)
            kept = [line for line in slow if line not in displaced]
            if kept:
                kept[-1].send(b" ")
                assert (await kept[-1].answer(10)).status == 201

    asyncio.run(scene())


def overloaded(answered: Answered, limit: int) -> bool:
    return answered.status == 503 and f'"limit":{limit}'.encode() in answered.body


def tokens(matches: list[SeatedMatch]) -> list[tuple[str, str]]:
    """The paths of matches and a token of each."""
    return [(one.path, one.created["seats"][0]["token"]) for one in matches]


@pytest.mark.full
def test_many_tokens_have_no_more_streams_than_their_address(door: Server) -> None:
    asked = tokens([Api(door.address).created() for _ in range(5)])

    def wanted(at: int, address: str) -> bytes:
        path, token = asked[at]
        return get(f"{path}/events", token, Accept=STREAMED, X_Forwarded_For=address)

    async def scene() -> None:
        async with Crowd(door.port) as crowd:
            for at in range(4):
                assert b" 200 " in await first_line(await crowd.line(wanted(at, HOSTILE)))
            refused = await crowd.asked(wanted(4, HOSTILE))
            assert refused.status == 429
            assert b"/problems/too-many-streams" in refused.body
            policy = '"streams-of-an-address";q=4;qu="concurrent-requests"'
            assert refused.headers["ratelimit-policy"] == policy
            assert b" 200 " in await first_line(await crowd.line(wanted(4, OTHER)))

    asyncio.run(scene())


async def first_line(line: Line) -> bytes:
    async with asyncio.timeout(20):
        return await line.reader.readuntil(b"\r\n")


@pytest.mark.full
def test_nor_long_polls(door: Server) -> None:
    made = [Api(door.address).created() for _ in range(5)]
    asked = tokens(made)

    def wanted(at: int, address: str) -> bytes:
        path, token = asked[at]
        known = f'"{made[at].created["version"]}"'
        return get(f"{path}?wait=20", token, If_None_Match=known, X_Forwarded_For=address)

    async def scene() -> None:
        async with Crowd(door.port) as crowd:
            waiting = [await crowd.line(wanted(at, HOSTILE)) for at in range(4)]
            await asyncio.sleep(0.5)
            refused = await crowd.asked(wanted(4, HOSTILE))
            assert (refused.status, refused.headers["retry-after"]) == (304, "1")
            assert refused.headers["ratelimit-policy"].startswith('"waits-of-an-address";q=4')
            other = await crowd.line(wanted(4, OTHER))
            assert not await other.has_come(1), "another's is held"
            assert not [line for line in waiting if await line.has_come(0.01)]

    asyncio.run(scene())


@pytest.mark.full
def test_requests_that_hang_leave_others_threads_and_places_in_the_queue(
    door: Server, store_url: str
) -> None:
    """The store hangs, and with it all that one address asks for."""

    async def scene() -> None:
        async with Crowd(door.port) as crowd:
            with silenced(store_url):
                hanging = await crowd.lines(30, get("/v1/matches", X_Forwarded_For=HOSTILE))
                await asyncio.sleep(1)
                refused = [line for line in hanging if await line.has_come(0.01)]
                assert len(refused) >= 18
                for line in refused:
                    assert overloaded(await line.answer(5), 12)
                for _ in range(20):
                    answered = await crowd.asked(get("/v1/games", X_Forwarded_For=OTHER))
                    assert answered.status == 200
            others = [line for line in hanging if line not in refused]
            answers = [await line.answer(60) for line in others]
            assert [answer.status for answer in answers].count(200) >= 2, "those at work"

    asyncio.run(scene())


def test_who_asks_for_much_waits_for_itself() -> None:
    """Of several with tasks that wait each has one begun in turn, none more than its threads."""
    begun: list[str] = []
    at_once: list[int] = []
    working = 0
    lock = threading.Lock()
    gate, all_done = threading.Semaphore(0), threading.Event()

    def work(asker: str) -> None:
        nonlocal working
        with lock:
            begun.append(asker)
            working += asker == "much"
            at_once.append(working)
        gate.acquire()
        with lock:
            working -= asker == "much"
            if len(begun) == 45:
                all_done.set()

    threads = ThreadPool[str](4, work, lambda asker: 2 if asker == "much" else 4)
    for _ in range(40):
        threads.submit("much", "much")
    for _ in range(5):
        threads.submit("one", "one")
    assert threads.load == 45
    gate.release(1000)
    assert all_done.wait(20)
    assert max(at_once) == 2
    assert begun.index("one") <= 2, "it finds a thread free"
    assert max(at for at, asker in enumerate(begun) if asker == "one") <= 14, "and has every other"


def test_the_one_with_most_that_waits_loses_its_newest() -> None:
    gate = threading.Event()

    def work(_task: str) -> None:
        gate.wait(20)

    threads = ThreadPool[str](1, work, lambda _asker: 1)
    for task in ("a1", "a2", "a3"):
        threads.submit(task, "a")
    threads.submit("b1", "b")
    assert threads.evict("a") is None, "nobody has more"
    assert threads.evict("c") == "a3"
    assert threads.evict("b") is None, "one each"
    assert threads.evict("c") in ("a2", "b1")
    assert threads.load == 2
    gate.set()
