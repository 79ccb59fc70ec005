"""What strangers do to the door, done over TCP, and that nobody else is kept waiting by it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from railhead.service.settings import Settings
from tests.http.api import Api, SeatedMatch, Server, server, stop
from tests.http.crowd import HALF_BODY, HALF_HEAD, Answered, Crowd, Line, allow_many_files, get
from tests.service.conftest import silenced

IDLE, POLLS, HALVES = 2000, 500, 200
HEALTH = get("/healthz")


@pytest.fixture(scope="module")
def door(store_url: str) -> Iterator[Server]:
    """An API with the default settings, but that it is patient with who sends slowly."""
    allow_many_files()
    patient = {"RAILHEAD_HEADER_SECONDS": "60", "RAILHEAD_BODY_SECONDS": "60"}
    with server(store_url, **patient) as started:
        yield started


def tables(door: Server, number: int) -> list[SeatedMatch]:
    """Matches of two humans each."""
    api = Api(door.address)
    return [api.created(seed=seed) for seed in range(number)]


def poll(match: SeatedMatch, seat: int, version: int, seconds: int = 50) -> bytes:
    """A long poll of a seat that knows the match up to `version`."""
    token = match.created["seats"][seat]["token"]
    return get(f"{match.path}?wait={seconds}", token, If_None_Match=f'"{version}"')


async def polls(crowd: Crowd, matches: list[SeatedMatch], number: int) -> list[Line]:
    """So many long polls, spread over matches at their openings, and over their seats."""
    found = []
    for at in range(number):
        match = matches[at // 2 % len(matches)]
        found.append(await crowd.line(poll(match, at % 2, match.created["version"])))
    return found


Scene = Callable[[Crowd], Coroutine[Any, Any, None]]


def play(door: Server, scene: Scene) -> None:
    """Let the scene happen at the door, and close its connections."""

    async def whole() -> None:
        async with Crowd(door.port) as crowd:
            await scene(crowd)

    asyncio.run(whole())


async def acted(match: SeatedMatch, seat: int) -> int:
    """The status of an action of the seat."""
    return (await asyncio.to_thread(match.act, seat)).status_code


@pytest.mark.full
def test_idle_waiting_and_half_sent_connections_keep_nobody_waiting(
    door: Server, settings: Settings
) -> None:
    matches = tables(door, 10)

    async def scene(crowd: Crowd) -> None:
        idle = await crowd.lines(IDLE, HEALTH)
        assert {(await line.answer()).status for line in idle} == {200}
        waiting = await polls(crowd, matches, POLLS)
        halves = await crowd.lines(HALVES // 2, HALF_HEAD)
        halves += await crowd.lines(HALVES // 2, HALF_BODY)
        await asyncio.sleep(0.5)
        assert door.threads() < 40, "none of them has a thread of its own"
        wanted = [get(match.path, match.created["owner_token"]) for match in matches] * 30
        answers = await several(crowd, wanted)
        assert [answer.status for answer in answers] == [200] * len(wanted)
        assert max(answer.seconds for answer in answers) < 5
        assert not any(line.reader.at_eof() for line in idle + waiting + halves)
        for match in matches:
            assert await acted(match, 0) == 200
        woken = [await line.answer() for line in waiting]
        assert [answer.status for answer in woken] == [200] * POLLS

    play(door, scene)


async def several(crowd: Crowd, requests: list[bytes], clients: int = 8) -> list[Answered]:
    """The answers to requests that a few clients send one after the other."""

    async def one(own: list[bytes]) -> list[Answered]:
        line = await crowd.line()
        found = []
        for request in own:
            line.send(request)
            found.append(await line.answer())
        return found

    parts = await asyncio.gather(*(one(requests[first::clients]) for first in range(clients)))
    return [answer for part in parts for answer in part]


@pytest.mark.full
def test_a_thousand_waits_are_held_without_threads_and_wake_once_each(
    store_url: str, settings: Settings
) -> None:
    async def scene(crowd: Crowd) -> None:
        before = door.threads()
        waiting = await polls(crowd, matches, 1000)
        await asyncio.sleep(0.5)
        assert door.threads() <= before + Settings().api_threads, "those that work"
        early = [line for line in waiting if await line.has_come(0.001)]
        assert not early, "all are held"
        for match in matches:
            assert await acted(match, 1) == 200
        woken = [await line.answer(20) for line in waiting]
        assert [answer.status for answer in woken] == [200] * 1000
        tags = {f'"{version + 1}-{seat}"' for seat in (0, 1)}
        assert {answer.headers["etag"] for answer in woken} == tags

    # All ask at once, and once more when they are woken: no bound of another test may be met.
    with server(store_url, RAILHEAD_MAX_REQUESTS="2000") as door:
        matches = tables(door, 20)
        version = matches[0].created["version"]
        play(door, scene)


def test_no_change_is_lost_however_close_it_comes_to_the_wait(
    door: Server, settings: Settings
) -> None:
    """A poll and an action at the same moment, again and again: the poll always ends with it."""

    async def scene(crowd: Crowd) -> None:
        for match in matches:
            acting = asyncio.create_task(acted(match, 1))
            answer = await (await crowd.line(poll(match, 0, match.created["version"]))).answer(25)
            assert answer.status == 200
            assert await acting == 200

    matches = tables(door, 40)
    play(door, scene)


@pytest.mark.full
def test_who_goes_away_gives_the_place_to_wait_back(store_url: str, settings: Settings) -> None:
    async def scene(crowd: Crowd) -> None:
        for _ in range(3):
            waiting: list[Line] = []
            until = time.monotonic() + 40
            while len(waiting) < 3:
                line = await crowd.line(request)
                if not await line.has_come(1):
                    waiting.append(line)
                waiting = [one for one in waiting if not await one.has_come(0.001)]
                assert time.monotonic() < until, "places are given back"
            refused_one = await crowd.asked(request)
            assert refused_one.status == 304
            assert refused_one.headers["retry-after"] == "1"
            for line in waiting:
                line.writer.close()

    with server(store_url, RAILHEAD_MAX_LONG_POLLS="3", RAILHEAD_ADDRESS_SHARE="1") as door:
        (match,) = tables(door, 1)
        request = poll(match, 0, match.created["version"])
        play(door, scene)


@pytest.mark.full
def test_beyond_the_bounds_there_is_a_refusal_at_once_and_health(
    store_url: str, settings: Settings
) -> None:
    async def scene(crowd: Crowd) -> None:
        with silenced(store_url):
            hanging = await crowd.lines(6, get("/v1/matches"))
            await asyncio.sleep(1)
            for _ in range(20):
                refusal = await crowd.asked(get("/v1/games"))
                assert refused(refusal, 503, "overloaded")
                assert refusal.headers["retry-after"] == "1"
                assert refusal.seconds < 2
                health = await crowd.asked(HEALTH)
                assert (health.status, health.body) == (200, b'{"status":"ok"}')
                assert health.seconds < 2
        assert [(await line.answer()).status for line in hanging] == [200] * 6
        assert (await crowd.asked(get("/v1/games"))).status == 200

    bounds = {"RAILHEAD_API_THREADS": "2", "RAILHEAD_MAX_REQUESTS": "6"}
    with server(store_url, **bounds) as door:
        play(door, scene)


def refused(answer: Answered, status: int, slug: str) -> bool:
    """Whether it is this problem, dressed like every other answer."""
    assert answer.status == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-request-id"]
    return f'"/problems/{slug}"'.encode() in answer.body


@pytest.mark.full
def test_heads_and_bodies_have_deadlines(store_url: str, settings: Settings) -> None:
    async def scene(crowd: Crowd) -> None:
        (idle,) = await crowd.lines(1, HEALTH)
        assert (await idle.answer()).status == 200
        heads = [idle, *await crowd.lines(5, HALF_HEAD)]
        bodies = await crowd.lines(5, HALF_BODY)
        await asyncio.sleep(0.5)
        bodies.append(await crowd.line(HALF_BODY))
        displaced = await bodies.pop(0).answer(3)
        assert refused(displaced, 503, "overloaded"), "the oldest"
        assert displaced.headers["retry-after"] == "1"
        trickle = asyncio.create_task(trickled(bodies[0]))
        for line in bodies:
            assert refused(await line.answer(15), 408, "body-too-slow")
        trickle.cancel()
        for line in heads:
            assert await line.closed(15) == b""
        again = await crowd.line(HALF_BODY)
        again.send(b" 1}".ljust(92))
        assert refused(await again.answer(10), 422, "invalid-request")

    limits = {"RAILHEAD_HEADER_SECONDS": "1", "RAILHEAD_BODY_SECONDS": "4"}
    with server(store_url, **limits, RAILHEAD_MAX_BODIES="5") as door:
        play(door, scene)


async def trickled(line: Line) -> None:
    """A byte now and then: the deadline is for all of the body."""
    while True:
        line.writer.write(b" ")
        await asyncio.sleep(0.2)


HEAD = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n\r\n"


@pytest.mark.parametrize(("length", "status"), [(131072, 422), (131073, 413), (300_000, 413)])
def test_a_body_is_bounded_whether_its_length_is_stated_or_not(
    door: Server, settings: Settings, length: int, status: int
) -> None:
    body = b"{}".ljust(length)
    parts = [body[at : at + 10_000] for at in range(0, length, 10_000)]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"

    async def scene(crowd: Crowd) -> None:
        stated = await crowd.asked(HEAD % b"Content-Length: %d" % length + body)
        assert stated.status == status
        chunked = await crowd.asked(HEAD % b"Transfer-Encoding: chunked" + chunks)
        # The framework cannot tell a body of unstated length that ends at the limit from a longer.
        assert chunked.status == (413 if length >= 131072 else status)

    play(door, scene)


@pytest.mark.full
def test_the_order_of_checks_is_kept_for_a_body_that_is_too_long(
    door: Server, settings: Settings
) -> None:
    (match,) = tables(door, 1)
    head = f"POST {match.path}/actions HTTP/1.1\r\nHost: x\r\nContent-Length: 140000\r\n\r\n"

    async def scene(crowd: Crowd) -> None:
        answer = await crowd.asked(head.encode() + b" " * 140_000)
        assert refused(answer, 401, "unauthorized")

    play(door, scene)


@pytest.mark.full
def test_a_stop_ends_in_seconds_whoever_is_connected(store_url: str, settings: Settings) -> None:
    async def scene(crowd: Crowd) -> None:
        await crowd.lines(200, HEALTH)
        await crowd.lines(50)
        await crowd.lines(50, HALF_HEAD)
        bodies = await crowd.lines(50, HALF_BODY)
        waiting = await polls(crowd, matches, 500)
        assert (await crowd.asked(HEALTH)).status == 200
        await asyncio.sleep(1)
        ending = asyncio.create_task(asyncio.to_thread(stop, door.process))
        assert {(await line.answer(10)).status for line in waiting} == {304}
        for line in bodies:
            assert refused(await line.answer(10), 503, "overloaded")
        assert await ending < 4

    allow_many_files()
    with server(store_url) as door:
        matches = tables(door, 10)
        play(door, scene)


@pytest.mark.full
def test_a_stop_lets_what_is_in_work_finish(store_url: str, settings: Settings) -> None:
    async def scene(crowd: Crowd) -> None:
        with silenced(store_url):
            reading = await crowd.line(get(match.path, match.created["owner_token"]))
            await asyncio.sleep(1)
            ending = asyncio.create_task(asyncio.to_thread(stop, door.process))
            await asyncio.sleep(0.7)
            assert not ending.done(), "it waits for the request"
        assert (await reading.answer(10)).status == 200
        assert await ending < 4

    with server(store_url) as door:
        (match,) = tables(door, 1)
        play(door, scene)
