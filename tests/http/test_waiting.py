"""ETags, 304 and long polls: what is compared, who waits, and who may not."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from railhead.service.settings import Settings
from tests.http.api import Api, SeatedMatch, problem, serving
from tests.service.conftest import eventually


def test_304_while_nothing_has_changed(match: SeatedMatch) -> None:
    seat = match.seats[0]
    tag = seat.get(match.path).headers["ETag"]
    for value in (tag, f"W/{tag}", "*", f'"99", {tag}'):
        answered = seat.get(match.path, headers={"If-None-Match": value})
        assert answered.status_code == 304
        assert answered.content == b""
        held = tag.replace("-gzip", "") if value == "*" else tag  # which names no form
        assert answered.headers["ETag"] == held
        assert answered.headers["Vary"] == "Authorization, Accept-Encoding"
        assert answered.headers["Cache-Control"] == "private, no-cache"
    for value in ("nonsense", ""):
        assert seat.get(match.path, headers={"If-None-Match": value}).status_code == 200
    for query in ("", "?wait=30"):
        answered = seat.get(match.path + query, headers={"If-None-Match": '"99"'})
        version = problem(answered, 409, "match-went-back")["version"]
        assert tag in (f'"{version}-0"', f'"{version}-0-gzip"')
    assert match.act(0).status_code == 200
    assert seat.get(match.path, headers={"If-None-Match": tag}).status_code == 200


def test_a_tag_is_compared_only_after_the_token(api: Api, match: SeatedMatch) -> None:
    tag = match.seats[0].get(match.path).headers["ETag"]
    problem(api.get(match.path, headers={"If-None-Match": tag}), 401, "unauthorized")
    stranger = api.holding("x" * 32)
    problem(stranger.get(match.path, headers={"If-None-Match": tag}), 404, "no-such-match")


def held(match: SeatedMatch, seat: int) -> dict[str, str]:
    """The header of who has the match as the seat sees it now."""
    return {"If-None-Match": match.seats[seat].get(match.path).headers["ETag"]}


def polled(match: SeatedMatch, seat: int, seconds: int, tag: dict[str, str]) -> int:
    """The status of a long poll of who has what the tag says."""
    client = match.anybody.holding(match.created["seats"][seat]["token"])
    return client.get(f"{match.path}?wait={seconds}", headers=tag).status_code


def waited(match: SeatedMatch, seat: int, seconds: int) -> tuple[int, float]:
    """The status of a long poll, and how long it took."""
    tag = held(match, seat)
    started = time.monotonic()
    return polled(match, seat, seconds, tag), time.monotonic() - started


def test_a_long_poll_ends_when_something_happens(match: SeatedMatch) -> None:
    tag = held(match, 0)
    with ThreadPoolExecutor(1) as pool:
        poll = pool.submit(polled, match, 0, 50, tag)
        time.sleep(0.5)
        assert not poll.done()
        assert match.act(1).status_code == 200
        assert poll.result(10) == 200


def test_a_long_poll_ends_with_304_after_its_time(match: SeatedMatch) -> None:
    status, seconds = waited(match, 0, 1)
    assert status == 304
    assert 0.9 < seconds < 10


def test_a_long_poll_ends_when_the_match_is_deleted(match: SeatedMatch) -> None:
    tag = held(match, 0)
    with ThreadPoolExecutor(1) as pool:
        poll = pool.submit(polled, match, 0, 50, tag)
        time.sleep(0.5)
        assert match.owner.delete(match.path).status_code == 204
        assert poll.result(10) == 404


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
    with serving(
        store_url, RAILHEAD_MAX_LONG_POLLS="6", RAILHEAD_LONG_POLLS_PER_CALLER="4"
    ) as where:
        yield Api(where)


def polls(match: SeatedMatch, seats: list[int]) -> list[threading.Thread]:
    """Long polls of these seats until something changes, each in a thread of its own."""

    def follow(seat: int, tag: dict[str, str]) -> None:
        while polled(match, seat, 20, tag) == 304:
            time.sleep(0.05)

    threads = [
        threading.Thread(target=follow, args=(seat, held(match, seat)), daemon=True)
        for seat in seats
    ]
    for thread in threads:
        thread.start()
    return threads


def refused_at_once(match: SeatedMatch, seat: int, limit: str) -> None:
    """Nobody else may wait, once all of those that do are under way."""
    client, tag = match.seats[seat], held(match, seat)
    eventually(lambda: "Retry-After" in client.get(f"{match.path}?wait=1", headers=tag).headers)
    started = time.monotonic()
    answered = client.get(f"{match.path}?wait=20", headers=tag)
    assert answered.status_code == 304
    assert answered.headers["Retry-After"] == "1"
    assert answered.headers["RateLimit-Policy"] == f'{limit};qu="concurrent-requests"'
    assert answered.headers["RateLimit"] == f"{limit.partition(';')[0]};r=0;t=1"
    assert time.monotonic() - started < 5


def test_one_caller_may_wait_a_few_times_at_once(small: Api) -> None:
    match = small.created()
    waiting = polls(match, [0] * 4)
    refused_at_once(match, 0, '"waits-of-a-caller";q=4')
    status, seconds = waited(match, 1, 1)
    assert (status, seconds > 0.9) == (304, True), "another caller still may"
    assert match.act(1).status_code == 200
    for thread in waiting:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.full
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
