"""What callers cost is counted for them: in processor time, and in the access log."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from railhead.service.errors import TooMuchSpent
from railhead.service.http.access_log import access_log, shorten
from railhead.service.http.costs import PROCESSOR, SECONDS, Meter
from railhead.service.settings import Settings
from tests.http.api import Api, Server, problem, server

HOSTILE, OTHER = "2001:db8:0:66::1", "2001:db8:0:7::1"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_an_account_is_of_one_caller_and_kind_and_is_forgotten_bit_by_bit() -> None:
    clock = Clock()
    meter = Meter({PROCESSOR: 1000.0}, clock)
    meter.charge("a", PROCESSOR, 600)
    meter.charge("a", "streams", 5000)
    meter.check("a", PROCESSOR)
    assert meter.spent_share("a", PROCESSOR) == pytest.approx(0.6)
    assert meter.spent_share("b", PROCESSOR) == 0
    assert meter.spent_share("a", "streams") == 0, "it has no budget"
    meter.charge("a", PROCESSOR, 600)
    with pytest.raises(TooMuchSpent) as refused:
        meter.check("a", PROCESSOR)
    told = refused.value.members
    assert (told["policy"], told["quota"], told["spent"]) == (PROCESSOR, 1000, 1200)
    clock.now += told["retry_after"]
    meter.check("a", PROCESSOR)
    clock.now = 100 + SECONDS * 1.5
    assert meter.spent_share("a", PROCESSOR) == pytest.approx(0.6), "half of what was before"
    clock.now += SECONDS
    assert meter.spent_share("a", PROCESSOR) == 0


@pytest.mark.parametrize("spent", [1001.0, 1500.0, 40_000.0])
@pytest.mark.parametrize("passed", [0.0, 4.0, 9.9, 10.5])
def test_after_as_long_as_it_says_there_is_some_left(spent: float, passed: float) -> None:
    clock = Clock()
    meter = Meter({PROCESSOR: 1000.0}, clock)
    meter.charge("a", PROCESSOR, 10)
    clock.now += passed
    meter.charge("a", PROCESSOR, spent)
    for _ in range(3):
        try:
            meter.check("a", PROCESSOR)
            break
        except TooMuchSpent as refused:
            seconds = refused.members["retry_after"]
            assert 1 <= seconds <= 2 * SECONDS
            clock.now += seconds
    meter.check("a", PROCESSOR)


@pytest.fixture
def door(store_url: str, settings: Settings) -> Iterator[Server]:
    """An API behind a proxy, where an address may have 60 ms of the processor in ten seconds."""
    few = {"RAILHEAD_ADDRESS_SHARE": "0.006", "RAILHEAD_API_THREADS": "4"}
    with server(store_url, RAILHEAD_PROXIES="1", **few) as started:
        yield started


def asked(door: Server, path: str, address: str, token: str = "") -> requests.Response:
    headers = {"X-Forwarded-For": address}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return requests.get(f"{door.address}{path}", headers=headers, timeout=30)


def spend(door: Server, path: str, address: str, token: str = "") -> requests.Response:
    """Ask until that is refused; the refusal."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        answered = asked(door, path, address, token)
        if answered.status_code == 429:
            return answered
        assert answered.status_code == 200, answered.text
    raise AssertionError("never refused")


@pytest.mark.full
def test_who_asks_for_much_is_told_and_others_go_on(door: Server) -> None:
    path = "/v1/games/steam/components"
    told = problem(spend(door, path, HOSTILE), 429, "too-much-spent")
    assert told["policy"] == "processor"
    assert told["quota"] == 60
    assert told["spent"] >= 60
    refused = asked(door, "/v1/games", "2001:db8:0:66:ffff::9")
    problem(refused, 429, "too-much-spent")
    assert refused.headers["RateLimit-Policy"] == '"processor";q=60;qu="milliseconds";w=10'
    assert refused.headers["RateLimit"].startswith('"processor";r=0;t=')
    assert asked(door, "/healthz", HOSTILE).status_code == 200, "that needs no thread"
    assert asked(door, "/v1/games", OTHER).status_code == 200
    time.sleep(int(refused.headers["Retry-After"]))
    assert asked(door, "/v1/games", HOSTILE).status_code == 200


@pytest.mark.sampled
def test_an_address_is_told_how_much_is_left_before_it_is_refused(door: Server) -> None:
    left = []
    for _ in range(2000):
        answered = asked(door, "/v1/games/steam/components", HOSTILE)
        if answered.status_code == 429:
            break
        left += [answered.headers.get("RateLimit", "")]
    assert any('"processor";r=' in one for one in left)
    assert "processor" not in left[0], "at first there is nothing to be said of it"


@pytest.mark.full
def test_a_client_has_one_account_wherever_it_asks_from(door: Server) -> None:
    made = requests.post(
        f"{door.address}/v1/clients",
        json={"name": "C"},
        headers={"X-Forwarded-For": OTHER},
        timeout=30,
    ).json()
    until = time.monotonic() + 60
    statuses: list[int] = []
    number = 0
    while 429 not in statuses and time.monotonic() < until:
        number += 1  # from an address that it has not asked from before
        statuses.append(asked(door, "/v1/me", f"2001:db8:{number:x}::1", made["token"]).status_code)
    assert statuses[-1] == 429
    assert number > 10
    assert asked(door, "/v1/games", f"2001:db8:{number:x}::1").status_code == 200


@pytest.mark.full
def test_creations_of_clients_count_for_their_address(store_url: str, settings: Settings) -> None:
    limits = {"RAILHEAD_CREATION_LIMIT": "4/hour", "RAILHEAD_ADDRESS_SHARE": "0.5"}
    with server(store_url, RAILHEAD_PROXIES="1", **limits) as started:
        body = {"game": "veil", "seats": [{"kind": "human", "name": "A"}] * 2}

        def made(path: str, address: str, body: Any, token: str = "") -> requests.Response:
            headers = {"X-Forwarded-For": address}
            headers |= {"Authorization": f"Bearer {token}"} if token else {}
            where = started.address + path
            return requests.post(where, json=body, headers=headers, timeout=30)

        tokens = [
            made("/v1/clients", HOSTILE, {"name": f"C{number}"}).json()["token"]
            for number in range(2)
        ]
        for token in tokens:
            assert made("/v1/matches", HOSTILE, body, token).status_code == 201
        refused = made("/v1/matches", HOSTILE, body, tokens[0])
        assert problem(refused, 429, "too-many-requests")["policy"] == "creation"
        assert made("/v1/matches", OTHER, body, tokens[0]).status_code == 201


@pytest.mark.parametrize(
    ("address", "short"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("unix", ""),
        ("", ""),
    ],
)
def test_addresses_are_shortened(address: str, short: str) -> None:
    assert shorten(address) == short
    assert access_log("off") is None


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["short", "whole"])
def test_the_access_log_says_who_asks_and_nothing_secret(
    store_url: str, settings: Settings, tmp_path: Path, kind: str
) -> None:
    out = tmp_path / "access.log"
    api_log = {"RAILHEAD_ACCESS_LOG": kind, "RAILHEAD_PROXIES": "1"}
    with out.open("wb") as log, server(store_url, log, **api_log) as started:
        api = Api(started.address)
        api.session.headers["X-Forwarded-For"] = "192.0.2.77"
        match = api.created()
        match.anybody.session.headers["X-Forwarded-For"] = "192.0.2.77"
        me = api.post("/v1/clients", json={"name": "Secretive"}).json()
        assert api.holding(me["token"]).get("/v1/me").status_code == 200
        assert api.get("/v1/matches?status=active&limit=3").status_code == 200
        assert api.get(f"{match.path}/nowhere?token=hush").status_code == 404
        token = match.created["owner_token"]
        assert api.holding(token).get(match.path).status_code == 200
    text = out.read_text()
    lines = [json.loads(line) for line in text.splitlines() if '"answered"' in line]
    found = {(line["method"], line["route"], line["status"]): line for line in lines}
    assert found["POST", "create_match", 201]["bytes"] > 100
    listing = found["GET", "list_matches", 200]
    assert listing["address"] == ("192.0.2.0/24" if kind == "short" else "192.0.2.77")
    mine = found["GET", "get_me", 200]
    assert mine["client"] == me["id"]
    assert ("address" in mine) == (kind == "whole")
    assert all(line["ms"] >= 0 for line in lines)
    for secret in (me["token"], token, "hush", "Secretive", match.created["id"], "limit=3"):
        assert secret not in text
