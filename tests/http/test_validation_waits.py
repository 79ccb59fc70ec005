"""Boards that several send at once: they are tried out in turn, and nobody is kept out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest
import requests

from railhead.service.settings import Settings
from tests.http import boards
from tests.http.api import Api, SeatedMatch, problem
from tests.ports import free_port
from tests.service.conftest import Processes, Started, eventually

GAME = "santa_fe"
MANY = 20


class Busy:
    """An API process with its log, and the boards that are sent to it."""

    def __init__(self, api: Api, process: Started) -> None:
        self.api = api
        self.process = process
        self.board = boards.changed(api, GAME)
        self.answered: list[str] = []

    def put(self, owner: Api, title: str, patience: float = 120) -> requests.Response:
        """Send the board with a title of its own; notes the title once it is answered."""
        answered = requests.put(
            self.api.address + boards.home(GAME, title),
            json={**self.board, "title": title},
            headers=owner.session.headers,
            timeout=patience,
        )
        self.answered.append(title)
        return answered

    def errors(self) -> list[str]:
        """The lines of the log that say that something failed."""
        lines = self.process.log.read_text().splitlines()
        return [line for line in lines if "error" in line.lower() or "failed" in line.lower()]


@contextmanager
def busy_api(processes: Processes, store_url: str, **environment: str) -> Iterator[Busy]:
    port = free_port()
    process = processes.start(
        "api",
        REDIS_URL=store_url,
        RAILHEAD_PORT=str(port),
        **{"RAILHEAD_DATA_LIMIT": "", "RAILHEAD_API_THREADS": "4", **environment},
        RAILHEAD_DATA_DOCUMENTS="100",
        RAILHEAD_DATA_BYTES="10000000",
    )
    api = Api(f"http://127.0.0.1:{port}")
    eventually(lambda: is_well(api), 60)
    yield Busy(api, process)


def is_well(api: Api) -> bool:
    try:
        return api.get("/healthz").ok
    except requests.ConnectionError:
        return False


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2 * MANY) as pool:
        yield pool


def sent(
    pool: ThreadPoolExecutor, busy: Busy, owner: Api, titles: list[str]
) -> list[Future[requests.Response]]:
    return [pool.submit(busy.put, owner, title) for title in titles]


@pytest.mark.full
def test_who_sends_many_keeps_nobody_waiting(
    processes: Processes, store_url: str, settings: Settings, threads: ThreadPoolExecutor
) -> None:
    with busy_api(processes, store_url) as busy:
        heavy, other = boards.client(busy.api, "heavy"), boards.client(busy.api, "other")
        many = sent(threads, busy, heavy, [f"heavy-{number}" for number in range(MANY)])
        eventually(lambda: busy.answered, 60)
        earlier = len(busy.answered)
        (one,) = sent(threads, busy, other, ["other"])
        assert busy.api.get("/v1/games").ok  # all threads are free: those that wait take none
        assert one.result().status_code == 201, one.result().text
        overtaken = busy.answered.index("other") - earlier
        assert overtaken <= 6, f"{overtaken} of the others came first"
        outcomes = [answer.result() for answer in many]
        assert {answer.status_code for answer in outcomes} <= {201, 503}
        for answer in outcomes:
            if answer.status_code == 503:  # a machine too slow to try so many out in time
                problem(answer, 503, "overloaded")
                assert int(answer.headers["Retry-After"]) >= 1
        kept = heavy.get("/v1/me/data").json()["documents"]
        assert len(kept) == sum(answer.status_code == 201 for answer in outcomes) > 0
        assert busy.errors() == []


@pytest.mark.full
def test_a_queue_that_is_full_says_so(
    processes: Processes, store_url: str, settings: Settings, threads: ThreadPoolExecutor
) -> None:
    bounds = {
        "RAILHEAD_DATA_VALIDATIONS": "1",
        "RAILHEAD_MAX_DATA_VALIDATIONS": "3",
        "RAILHEAD_DATA_VALIDATIONS_PER_CALLER": "2",
    }
    with busy_api(processes, store_url, **bounds) as busy:
        first, second = boards.client(busy.api, "first"), boards.client(busy.api, "second")
        own = sent(threads, busy, first, ["a", "b", "c"])
        refused = eventually(lambda: next((one for one in own if one.done()), None), 60).result()
        document = problem(refused, 429, "too-many-trials")
        assert document["limit"] == 2
        assert int(refused.headers["Retry-After"]) == document["retry_after"] >= 1
        assert "trials-of-a-caller" in refused.headers["RateLimit-Policy"]
        theirs = sent(threads, busy, second, ["d", "e"])
        full = eventually(lambda: next((one for one in theirs if one.done()), None), 60).result()
        if full.status_code != 201:  # else one of the first was done before
            document = problem(full, 503, "overloaded")
            assert (document["limit"], full.headers["Retry-After"]) == (
                3,
                str(document["retry_after"]),
            )
        outcomes = [one.result().status_code for one in (*own, *theirs)]
        assert outcomes.count(201) >= 3
        assert busy.errors() == []
        again = busy.put(first, "a")
        assert again.status_code in (200, 201)


@pytest.mark.full
def test_a_request_that_waits_counts_once(
    processes: Processes, store_url: str, settings: Settings, threads: ThreadPoolExecutor
) -> None:
    limits = {"RAILHEAD_DATA_VALIDATIONS": "1", "RAILHEAD_DATA_LIMIT": "4/hour"}
    with busy_api(processes, store_url, **limits) as busy:
        owner = boards.client(busy.api)
        answers = [one.result() for one in sent(threads, busy, owner, ["a", "b", "c", "d"])]
        assert [answer.status_code for answer in answers] == [201] * 4
        problem(busy.put(owner, "e"), 429, "too-many-requests")


@pytest.mark.full
def test_an_import_waits_for_its_turn_too(
    processes: Processes, store_url: str, settings: Settings, threads: ThreadPoolExecutor
) -> None:
    with busy_api(processes, store_url, RAILHEAD_DATA_VALIDATIONS="1") as busy:
        owner = boards.client(busy.api)
        assert busy.put(owner, "mine").status_code == 201
        made = played_on(busy.api, owner, "mine")
        document = made.owner.get(f"{made.path}/export").json()
        (option,) = document["data"]
        document["data"][option]["title"] = "Brought along"
        many = sent(threads, busy, owner, [f"more-{number}" for number in range(6)])
        eventually(lambda: len(busy.answered) > 1, 60)
        imported = busy.api.post("/v1/imports", json=document)
        assert imported.status_code == 201, imported.text
        assert sum(not one.done() for one in many) >= 2
        assert busy.errors() == []


def played_on(api: Api, owner: Api, name: str) -> SeatedMatch:
    option, _, seats, _ = boards.CHANGES[GAME]
    humans = [{"kind": "human"}] * seats
    made = SeatedMatch(
        api,
        owner.post(
            "/v1/matches",
            json={"game": GAME, "options": {option: f"mine/{name}"}, "seats": humans, "seed": 4},
        ).json(),
    )
    made.play_out()
    return made


@pytest.mark.full
def test_who_hangs_up_waits_no_longer(
    processes: Processes, store_url: str, settings: Settings, threads: ThreadPoolExecutor
) -> None:
    bounds = {"RAILHEAD_DATA_VALIDATIONS": "1", "RAILHEAD_DATA_VALIDATIONS_PER_CALLER": "3"}
    with busy_api(processes, store_url, **bounds) as busy:
        owner = boards.client(busy.api)
        for round_ in range(3):  # nine in all, where three may wait: places are given back
            for number in range(3):
                with pytest.raises(requests.Timeout):
                    busy.put(owner, f"left-{round_}-{number}", patience=0.05)
            time.sleep(0.3)
        eventually(lambda: busy.put(owner, "stays").ok, 60)
        assert busy.errors() == []
