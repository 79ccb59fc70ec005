"""What one caller may let the store keep, over HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from railhead.service.core.matches import Matches
from railhead.service.settings import Settings
from tests.http import boards
from tests.http.api import VEIL_SEATS, Api, SeatedMatch, problem, serving
from tests.http.limiting import of_address

QUOTA = 100_000
HUMANS = {"game": "veil", "seats": VEIL_SEATS}
SOME = 200
"""Requests within which any of these tests comes to the limit."""


@pytest.fixture
def small(store_url: str, settings: Settings) -> Iterator[Api]:
    """A server behind a proxy where one caller may have 100 KB kept in an hour."""
    limits = {"RAILHEAD_STORED_BYTES_LIMIT": f"{QUOTA}/hour", "RAILHEAD_ADDRESS_SHARE": "0.5"}
    with serving(store_url, RAILHEAD_PROXIES="1", **limits) as where:
        yield Api(where)


def used(store: Any) -> int:
    """How many bytes the store says that all it keeps takes, but for counts of limits."""
    keys = [key for key in store.scan_iter() if not key.startswith(b"limit:")]
    return sum(store.memory_usage(key, samples=0) for key in keys)


def refused(answered: requests.Response) -> int:
    """After how many seconds more may be kept."""
    document = problem(answered, 429, "too-much-stored")
    wait = int(document["retry_after"])
    assert 1 <= wait <= 3600
    assert (document["policy"], document["quota"], document["window"]) == ("stored", QUOTA, 3600)
    assert document["spent"] >= QUOTA
    assert str(document["spent"]) in document["detail"]
    assert answered.headers["Retry-After"] == str(wait)
    assert answered.headers["RateLimit-Policy"] == f'"stored";q={QUOTA};qu="bytes";w=3600'
    assert answered.headers["RateLimit"] == f'"stored";r=0;t={wait}'
    return wait


def until_refused(ask: Any) -> list[requests.Response]:
    """The answers up to the first that says that too much is kept."""
    answers: list[requests.Response] = []
    while not answers or answers[-1].status_code != 429:
        assert len(answers) < SOME, "no limit is reached"
        answers.append(ask())
    refused(answers[-1])
    return answers[:-1]


def test_what_is_counted_is_about_what_the_store_keeps(small: Api, matches: Matches) -> None:
    before = used(matches.store.reader)
    answers = until_refused(lambda: small.post("/v1/matches", json=HUMANS))
    kept = used(matches.store.reader) - before
    assert 0.7 * QUOTA < kept < 1.5 * QUOTA, kept
    assert all(answered.status_code == 201 for answered in answers)
    assert "RateLimit" not in answers[0].headers, "while there is enough there is nothing to say"
    told = answers[-1].headers["RateLimit"]
    found = re.fullmatch(r'"stored";r=(\d+);t=\d+', told)
    assert found is not None, told
    assert int(found[1]) < QUOTA / 2
    assert answers[-1].headers["RateLimit-Policy"] == f'"stored";q={QUOTA};qu="bytes";w=3600'


@pytest.mark.full
def test_whatever_is_kept_counts_together_and_for_its_address(small: Api) -> None:
    one, other = (of_address(small, f"192.0.2.{number}") for number in (1, 2))
    made = one.created()
    made.play_out()
    document = of_address(made.owner, "192.0.2.1").get(f"{made.path}/export").json()
    client = of_address(boards.client(one), "192.0.2.1")
    board, home = boards.shipped(small, "montana"), boards.home("montana")
    assert client("PUT", home, json=board).status_code == 201
    running = one.created()
    until_refused(lambda: one.post("/v1/imports", json=document))
    refused(one.post("/v1/matches", json=HUMANS))
    refused(one.post("/v1/clients", json={"name": "further"}))
    refused(client.post("/v1/matches", json=HUMANS))
    refused(client("PUT", home, json=board))
    owner, seat = (of_address(who, "192.0.2.1") for who in (running.owner, running.seats[0]))
    refused(owner.post(f"{running.path}/forks", json={"version": 0, "seats": VEIL_SEATS}))
    refused(of_address(made.owner, "192.0.2.1").post(f"{made.path}/rematch"))
    running.seats[0] = seat
    refused(running.act(0))
    version = running.shown(0)["version"]
    refused(seat.post(f"{running.path}/undo", json={"to": 0, "version": version}))
    change = {"kind": "bot", "level": "easy"}
    refused(seat("PUT", f"{running.path}/seats/0", json=change))
    assert running.shown(0)["version"] == version, "what was refused was not done"
    assert other.post("/v1/matches", json=HUMANS).status_code == 201
    assert of_address(client, "192.0.2.2").get("/v1/me").status_code == 200


@pytest.mark.full
def test_a_client_has_one_account_wherever_it_is(small: Api) -> None:
    client = boards.client(of_address(small, "192.0.2.1"))
    number = iter(range(2, 250))
    until_refused(
        lambda: of_address(client, f"192.0.2.{next(number)}").post("/v1/matches", json=HUMANS)
    )
    assert of_address(small, "192.0.2.2").post("/v1/matches", json=HUMANS).status_code == 201


@pytest.mark.full
def test_a_repetition_and_a_refusal_keep_nothing(small: Api) -> None:
    key = {"Idempotency-Key": "3f0c6a52-0c1c-4a55-9d86-5dc3ad2c1b71"}
    for _ in range(SOME):
        assert small.post("/v1/matches", json=HUMANS, headers=key).status_code == 201
    for _ in range(SOME):
        assert small.post("/v1/matches", json={"game": "veil"}).status_code == 422
    assert small.post("/v1/matches", json=HUMANS).status_code == 201


@pytest.mark.full
def test_what_is_added_to_a_log_counts_and_what_is_only_read_does_not(small: Api) -> None:
    match = SeatedMatch(small, small.created(undo="any").created)

    def to_and_fro() -> requests.Response:
        seat = next(iter(match.shown(0)["to_act"]))
        acted = match.act(seat)
        if acted.status_code == 429:
            return acted
        version = acted.json()["version"]
        body = {"to": 0, "version": version}
        return match.owner.post(f"{match.path}/undo", json=body)

    for _ in range(SOME):
        assert match.owner.get(f"{match.path}/events").status_code == 200
    count = 0
    while (answered := to_and_fro()).status_code != 429:
        count += 1
        assert answered.status_code == 200, answered.text
        assert count < 2000, "no limit is reached"
    refused(answered)
    assert count > 50


@pytest.mark.full
def test_all_processes_count_together(small: Api, store_url: str) -> None:
    limit = f"{QUOTA}/hour"
    with serving(store_url, RAILHEAD_STORED_BYTES_LIMIT=limit, RAILHEAD_PROXIES="1") as where:
        elsewhere = Api(where)
        made = until_refused(lambda: small.post("/v1/matches", json=HUMANS))
        more = until_refused(lambda: elsewhere.post("/v1/matches", json=HUMANS))
        assert len(more) <= 2 < len(made)
