"""ETags, 304 and long polls: what is compared, who waits, and who may not."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from railhead.service.settings import Settings
from tests.http.api import Api, SeatedMatch, problem, serving


def test_304_while_nothing_has_changed(match: SeatedMatch) -> None:
    seat = match.seats[0]
    tag = seat.get(match.path).headers["ETag"]
    for value in (tag, f"W/{tag}", "*", f'"99", {tag}'):
        answered = seat.get(match.path, headers={"If-None-Match": value})
        assert answered.status_code == 304
        assert answered.content == b""
        assert answered.headers["ETag"] == tag
        assert answered.headers["Vary"] == "Authorization"
        assert answered.headers["Cache-Control"] == "private, no-cache"
    for value in ("nonsense", ""):
        assert seat.get(match.path, headers={"If-None-Match": value}).status_code == 200
    for query in ("", "?wait=30"):
        answered = seat.get(match.path + query, headers={"If-None-Match": '"99"'})
        assert f'"{problem(answered, 409, "match-went-back")["version"]}-0"' == tag
    assert match.act(0).status_code == 200
    assert seat.get(match.path, headers={"If-None-Match": tag}).status_code == 200


def test_a_tag_is_compared_only_after_the_token(api: Api, match: SeatedMatch) -> None:
    tag = match.seats[0].get(match.path).headers["ETag"]
    problem(api.get(match.path, headers={"If-None-Match": tag}), 401, "unauthorized")
    stranger = api.holding("x" * 32)
    problem(stranger.get(match.path, headers={"If-None-Match": tag}), 404, "no-such-match")


def waited(match: SeatedMatch, seat: int, seconds: int) -> tuple[int, float]:
    """The status of a long poll, and how long it took."""
    client = match.anybody.holding(match.created["seats"][seat]["token"])
    tag = client.get(match.path).headers["ETag"]
    started = time.monotonic()
    answered = client.get(f"{match.path}?wait={seconds}", headers={"If-None-Match": tag})
    return answered.status_code, time.monotonic() - started


def test_a_long_poll_ends_when_something_happens(match: SeatedMatch) -> None:
    with ThreadPoolExecutor(1) as pool:
        poll = pool.submit(waited, match, 0, 30)
        time.sleep(0.5)
        assert not poll.done()
        assert match.act(1).status_code == 200
        status, seconds = poll.result(10)
    assert status == 200
    assert 0.4 < seconds < 10


def test_a_long_poll_ends_with_304_after_its_time(match: SeatedMatch) -> None:
    status, seconds = waited(match, 0, 1)
    assert status == 304
    assert 0.9 < seconds < 10


def test_a_long_poll_ends_when_the_match_is_deleted(match: SeatedMatch) -> None:
    with ThreadPoolExecutor(1) as pool:
        poll = pool.submit(waited, match, 0, 30)
        time.sleep(0.5)
        assert match.owner.delete(match.path).status_code == 204
        assert poll.result(10)[0] == 404


def test_nobody_waits_for_a_match_that_is_over(api: Api) -> None:
    match = api.created(options={"deck": "small"})
    match.play_out()
    status, seconds = waited(match, 0, 30)
    assert status == 304
    assert seconds < 5


def test_without_a_tag_there_is_nothing_to_wait_for(match: SeatedMatch) -> None:
    started = time.monotonic()
    assert match.seats[0].get(f"{match.path}?wait=30").status_code == 200
    assert time.monotonic() - started < 5


@pytest.fixture
def small(store_url: str, settings: Settings) -> Iterator[Api]:
    """A server where six may wait, four of them for one caller."""
    with serving(store_url, RAILHEAD_MAX_WAITS="6", RAILHEAD_WAITS_PER_CALLER="4") as where:
        yield Api(where)


def polls(match: SeatedMatch, seats: list[int]) -> list[threading.Thread]:
    """Long polls of these seats under way, each in a thread of its own."""
    threads = [threading.Thread(target=waited, args=(match, seat, 20)) for seat in seats]
    for thread in threads:
        thread.start()
    time.sleep(1)
    return threads


def refused_at_once(match: SeatedMatch, seat: int, limit: str) -> None:
    client = match.seats[seat]
    tag = client.get(match.path).headers["ETag"]
    started = time.monotonic()
    answered = client.get(f"{match.path}?wait=20", headers={"If-None-Match": tag})
    assert answered.status_code == 304
    assert answered.headers["Retry-After"] == "1"
    assert answered.headers["RateLimit-Policy"] == f'{limit};qu="concurrent-requests"'
    assert answered.headers["RateLimit"] == f"{limit.partition(';')[0]};r=0;t=1"
    assert time.monotonic() - started < 5


def test_one_caller_may_wait_a_few_times_at_once(small: Api) -> None:
    match = small.created()
    waiting = polls(match, [0] * 4)
    refused_at_once(match, 0, '"waits-of-a-caller";q=4')
    other = polls(match, [1])
    assert other[0].is_alive(), "another caller still may"
    assert match.act(1).status_code == 200
    for thread in waiting + other:
        thread.join(10)
        assert not thread.is_alive()


def test_a_process_holds_so_many_waits_and_gives_their_places_back(small: Api) -> None:
    match = small.created()
    waiting = polls(match, [0, 0, 0, 0, 1, 1])
    refused_at_once(match, 1, '"waits";q=6')
    assert small.get("/healthz").status_code == 200
    assert match.act(0).status_code == 200
    for thread in waiting:
        thread.join(10)
        assert not thread.is_alive()
    assert waited(match, 1, 1)[0] == 304, "the places are free again"
