"""ETags, 304 and long polls: what is compared, who waits, and who may not."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.http.api import Api, Table, problem, serving


def test_304_while_nothing_has_changed(table: Table) -> None:
    seat = table.seats[0]
    tag = seat.get(table.path).headers["ETag"]
    for value in (tag, f"W/{tag}", "*", f'"99", {tag}'):
        answered = seat.get(table.path, headers={"If-None-Match": value})
        assert answered.status_code == 304
        assert answered.content == b""
        assert answered.headers["ETag"] == tag
        assert answered.headers["Vary"] == "Authorization"
        assert answered.headers["Cache-Control"] == "private, no-cache"
    for value in ("nonsense", ""):
        assert seat.get(table.path, headers={"If-None-Match": value}).status_code == 200
    for query in ("", "?wait=30"):
        answered = seat.get(table.path + query, headers={"If-None-Match": '"99"'})
        assert f'"{problem(answered, 409, "match-went-back")["version"]}"' == tag
    assert table.act(0).status_code == 200
    assert seat.get(table.path, headers={"If-None-Match": tag}).status_code == 200


def test_a_tag_is_compared_only_after_the_token(api: Api, table: Table) -> None:
    tag = table.seats[0].get(table.path).headers["ETag"]
    problem(api.get(table.path, headers={"If-None-Match": tag}), 401, "unauthorized")
    stranger = api.holding("x" * 32)
    problem(stranger.get(table.path, headers={"If-None-Match": tag}), 401, "unauthorized")


def test_equal_tags_do_not_mean_equal_views(table: Table) -> None:
    first, second = (table.seats[seat].get(table.path) for seat in (0, 1))
    assert first.headers["ETag"] == second.headers["ETag"]
    assert first.json()["view"] != second.json()["view"]


def waited(table: Table, seat: int, seconds: int) -> tuple[int, float]:
    """The status of a long poll, and how long it took."""
    client = table.anybody.holding(table.created["seats"][seat]["token"])
    tag = client.get(table.path).headers["ETag"]
    started = time.monotonic()
    answered = client.get(f"{table.path}?wait={seconds}", headers={"If-None-Match": tag})
    return answered.status_code, time.monotonic() - started


def test_a_long_poll_ends_when_something_happens(table: Table) -> None:
    with ThreadPoolExecutor(1) as pool:
        poll = pool.submit(waited, table, 0, 30)
        time.sleep(0.5)
        assert not poll.done()
        assert table.act(1).status_code == 200
        status, seconds = poll.result(10)
    assert status == 200
    assert 0.4 < seconds < 10


def test_a_long_poll_ends_with_304_after_its_time(table: Table) -> None:
    status, seconds = waited(table, 0, 1)
    assert status == 304
    assert 0.9 < seconds < 10


def test_a_long_poll_ends_when_the_match_is_deleted(table: Table) -> None:
    with ThreadPoolExecutor(1) as pool:
        poll = pool.submit(waited, table, 0, 30)
        time.sleep(0.5)
        assert table.owner.delete(table.path).status_code == 204
        assert poll.result(10)[0] == 404


def test_nobody_waits_for_a_match_that_is_over(api: Api) -> None:
    table = api.created(options={"deck": "small"})
    table.play_out()
    status, seconds = waited(table, 0, 30)
    assert status == 304
    assert seconds < 5


def test_without_a_tag_there_is_nothing_to_wait_for(table: Table) -> None:
    started = time.monotonic()
    assert table.seats[0].get(f"{table.path}?wait=30").status_code == 200
    assert time.monotonic() - started < 5


@pytest.fixture
def small(store_url: str, settings):
    """A server of 8 threads, of which 6 may wait."""
    with serving(store_url, threads=8) as where:
        yield Api(where)


def polls(table: Table, seats: list[int]) -> list[threading.Thread]:
    """Long polls of these seats under way, each in a thread of its own."""
    threads = [threading.Thread(target=waited, args=(table, seat, 20)) for seat in seats]
    for thread in threads:
        thread.start()
    time.sleep(1)
    return threads


def refused_at_once(table: Table, seat: int) -> None:
    client = table.seats[seat]
    tag = client.get(table.path).headers["ETag"]
    started = time.monotonic()
    answered = client.get(f"{table.path}?wait=20", headers={"If-None-Match": tag})
    assert answered.status_code == 304
    assert answered.headers["Retry-After"] == "1"
    assert time.monotonic() - started < 5


def test_one_caller_may_wait_a_few_times_at_once(small: Api) -> None:
    table = small.created()
    waiting = polls(table, [0] * 4)
    refused_at_once(table, 0)
    other = polls(table, [1])
    assert other[0].is_alive(), "another caller still may"
    assert table.act(1).status_code == 200
    for thread in waiting + other:
        thread.join(10)
        assert not thread.is_alive()


def test_waiting_never_takes_the_last_threads(small: Api) -> None:
    table = small.created()
    waiting = polls(table, [0, 0, 0, 0, 1, 1])
    refused_at_once(table, 1)
    assert small.get("/healthz").status_code == 200
    assert table.act(0).status_code == 200
    for thread in waiting:
        thread.join(10)
        assert not thread.is_alive()
    assert waited(table, 1, 1)[0] == 304, "the places are free again"
