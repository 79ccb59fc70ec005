"""What an address counts as: one of IPv6 as its /64, however it is written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests

from railhead.service.http.addresses import address_key
from railhead.service.settings import Settings
from tests.http.api import VEIL_SEATS, problem, server, serving

NEW = {"game": "veil", "seats": VEIL_SEATS}


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("64:ff9b::c000:207", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:0:0:9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_what_an_address_counts_as(address: str, key: str) -> None:
    assert address_key(address) == key


@pytest.fixture
def behind_a_proxy(store_url: str, settings: Settings) -> Iterator[str]:
    """Two creations an hour, one stream and one long poll at once."""
    limits = {
        "RAILHEAD_CREATION_LIMIT": "2/hour",
        "RAILHEAD_STREAMS_PER_CALLER": "1",
        "RAILHEAD_LONG_POLLS_PER_CALLER": "1",
    }
    with serving(store_url, RAILHEAD_PROXIES="1", **limits) as where:
        yield where


def created(where: str, address: str) -> requests.Response:
    headers = {"X-Forwarded-For": address}
    return requests.post(f"{where}/v1/matches", json=NEW, headers=headers, timeout=20)


@pytest.mark.full
def test_all_addresses_of_a_prefix_share_a_limit(behind_a_proxy: str) -> None:
    assert created(behind_a_proxy, "2001:db8:0:1::1").status_code == 201
    assert created(behind_a_proxy, "2001:db8:0:1:abcd::2").status_code == 201
    problem(created(behind_a_proxy, "2001:db8:0:1::3"), 429, "too-many-requests")
    assert created(behind_a_proxy, "2001:db8:0:2::1").status_code == 201
    for address in ("192.0.2.9", "::ffff:192.0.2.9"):
        assert created(behind_a_proxy, address).status_code == 201
    problem(created(behind_a_proxy, "192.0.2.9"), 429, "too-many-requests")


@pytest.mark.full
def test_and_the_places_for_streams_and_waits(behind_a_proxy: str) -> None:
    headers = {"X-Forwarded-For": "192.0.2.1"}
    body = {**NEW, "visibility": "public"}
    made = requests.post(f"{behind_a_proxy}/v1/matches", json=body, headers=headers, timeout=20)
    match = f"{behind_a_proxy}/v1/matches/{made.json()['id']}"

    def stream(address: str) -> requests.Response:
        wanted = {"X-Forwarded-For": address, "Accept": "text/event-stream"}
        return requests.get(f"{match}/events", headers=wanted, stream=True, timeout=20)

    with stream("2001:db8:0:1::1") as first:
        assert first.status_code == 200
        problem(stream("2001:db8:0:1::2"), 429, "too-many-streams")
        with stream("2001:db8:0:2::1") as other:
            assert other.status_code == 200


@pytest.mark.full
def test_over_a_connection_of_either_kind(store_url: str, settings: Settings) -> None:
    """The loopback of IPv6 is one caller, that of IPv4 another."""
    with server(store_url, RAILHEAD_HOST="::", RAILHEAD_CREATION_LIMIT="1/hour") as started:
        for host in ("[::1]", "127.0.0.1"):
            where = f"http://{host}:{started.port}/v1/matches"
            assert requests.post(where, json=NEW, timeout=20).status_code == 201
            problem(requests.post(where, json=NEW, timeout=20), 429, "too-many-requests")
