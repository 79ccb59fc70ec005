"""Clients that do nothing for long are revoked, and leave their matches."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from railhead.service.clients.idle import IdleClients
from railhead.service.core.matches import Matches
from railhead.service.environment import DAY
from railhead.service.settings import Settings
from railhead.service.store import keys
from railhead.service.store.clocks import format_time
from tests.http import boards
from tests.http.api import Api, problem, serving
from tests.http.test_departures import joined, made_client, nothing_is_left_of
from tests.service.conftest import Processes, eventually, text_of


def unused_for(matches: Matches, client_id: str, seconds: float) -> None:
    """Let the store say that a client was made, and used last, so long ago."""
    at = format_time(matches.store.clocks.wall(client_id) - seconds)
    key = keys.client_key(client_id, "self")
    fields = [text_of(name) for name in matches.store.writer.hkeys(key)]
    times = ["created_at", *(name for name in fields if name.startswith("used:"))]
    matches.store.writer.hset(key, mapping=dict.fromkeys(times, at))


@pytest.mark.full
def test_who_has_done_nothing_for_long_is_gone_and_has_left(
    api: Api, matches: Matches, processes: Processes
) -> None:
    client_id, client = made_client(api)
    made = joined(api, client)
    assert client("PUT", boards.home("montana"), json=boards.shipped(api, "montana")).ok
    other_id, other = made_client(api)
    unused_for(matches, client_id, 401 * DAY)
    unused_for(matches, other_id, 399 * DAY)
    processes.workers(matches)
    eventually(lambda: client.get("/v1/me").status_code == 401, pause=0.2)
    problem(client.get("/v1/me/matches"), 401, "unauthorized")
    eventually(lambda: made.shown(0)["seats"][1]["kind"] == "open", pause=0.2)
    eventually(lambda: nothing_is_left_of(matches, client_id), pause=0.2)
    assert other.get("/v1/me").status_code == 200


def test_each_use_lets_it_begin_anew(api: Api, matches: Matches) -> None:
    client_id, client = made_client(api)
    unused_for(matches, client_id, 401 * DAY)
    assert client.get("/v1/me/matches").status_code == 200
    IdleClients(matches).sweep()
    assert client.get("/v1/me").status_code == 200


def test_when_it_would_expire_is_told(api: Api) -> None:
    _, client = made_client(api)
    told = datetime.fromisoformat(client.get("/v1/me").json()["expires_at"])
    wanted = datetime.now(UTC) + timedelta(days=400)
    assert wanted - timedelta(minutes=1) <= told <= wanted + timedelta(hours=1)


@pytest.fixture
def for_ever(store_url: str, settings: Settings) -> Iterator[Api]:
    with serving(store_url, RAILHEAD_CLIENT_EXPIRY_SECONDS="0") as where:
        yield Api(where)


@pytest.mark.full
def test_with_0_nobody_expires(for_ever: Api) -> None:
    _, client = made_client(for_ever)
    assert client.get("/v1/me").json()["expires_at"] is None


def test_one_process_looks_at_all_and_goes_on_where_it_was(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [matches.accounts.create(f"client {number}", "")[0] for number in range(30)]
    for client in made[:20]:
        unused_for(matches, client.id, 500 * DAY)
    monkeypatch.setattr("railhead.service.clients.idle.SWEEP_SECONDS", -1.0)
    one, other = IdleClients(matches), IdleClients(matches)
    one.sweep()
    other.sweep()
    until = time.monotonic() + 20
    while sum(matches.accounts.find(client.id) is not None for client in made) > 10:
        assert time.monotonic() < until
        one.sweep()
        other.sweep()
    assert all(matches.accounts.find(client.id) for client in made[20:])
