"""How those who deliver share their places, and what is remembered of endpoints that are silent."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Client
from railhead.service.settings import Settings
from railhead.service.store.keys import lanes_key, partition_of
from railhead.service.webhooks.deliverer import Deliverer
from railhead.service.webhooks.delivery_slots import (
    NEW,
    OF_ALL,
    OF_AN_ENDPOINT,
    OF_ONE,
    QUICK,
    SLOW,
    DeliverySlots,
    Endpoint,
)
from railhead.service.webhooks.endpoints import IN_VAIN, Endpoints
from railhead.service.webhooks.storage import Attempt, Webhook, WebhookStorage
from tests.service.conftest import eventually, webhooks_of
from tests.service.test_webhook_races import TAKEN, Pretended, hooked, pushed
from tests.stores import on_a_server, store_kind

__all__ = ["store_kind"]

SILENT = Attempt("2026-01-01T00:00:00.000Z", None, "timeout", 10.0)
FAILED = Attempt("2026-01-01T00:00:00.000Z", 500, "status", 0.1)


def taken(places: DeliverySlots, kind: str, owners: int, endpoints: int) -> int:
    """How many places so many owners get, whose endpoints are of one kind."""
    return sum(
        places.acquire(f"{kind} {number}", Endpoint(f"{kind} {number % endpoints}:443", kind))
        for number in range(owners)
        for _ in range(OF_ONE[QUICK])
    )


def test_one_owner_and_one_endpoint_have_few_places() -> None:
    for kind in (QUICK, NEW, SLOW):
        assert taken(DeliverySlots(), kind, 1, 1) == OF_ONE[kind]
        assert taken(DeliverySlots(), kind, 100, 1) == OF_AN_ENDPOINT[kind]


def test_the_slow_leave_places_to_the_new_and_these_to_the_quick() -> None:
    places = DeliverySlots()
    assert taken(places, SLOW, 1000, 1000) == OF_ALL[SLOW]
    assert taken(places, NEW, 1000, 1000) == OF_ALL[NEW] - OF_ALL[SLOW]
    assert taken(places, QUICK, 1000, 1000) == OF_ALL[QUICK] - OF_ALL[NEW]
    assert not places.acquire("one more", Endpoint("one.example:443", QUICK))
    places.release("slow 0", Endpoint("slow 0:443", SLOW))
    assert places.acquire("one more", Endpoint("one.example:443", QUICK))


def test_owners_come_in_turn_and_who_took_long_comes_last() -> None:
    places = DeliverySlots()
    for lane in ("one", "two"):
        for owner in ("a", "b", "c"):
            places.want(owner, lane)
    assert [places.next() for _ in range(4)] == [
        ("a", "one"),
        ("b", "one"),
        ("c", "one"),
        ("a", "two"),
    ]
    places.add_time("b", 10.0)
    places.want("c", "three")
    assert [places.next() for _ in range(3)] == [("c", "two"), ("c", "three"), ("b", "two")]
    assert places.next() is None


@pytest.fixture
def several(matches: Matches) -> list[Client]:
    """Clients whose webhooks go to one endpoint, each with something to deliver in two lanes."""
    found = [hooked(matches, f"client {number}") for number in range(IN_VAIN + 2)]
    for client in found:
        for lane in ("one", "two"):
            pushed(matches, client, lane, 1)
    return found


def look(deliverer: Deliverer, clients: list[Client], lane: str) -> None:
    for client in clients:
        deliverer.look_at(client.id, lane)


@on_a_server
def test_an_endpoint_that_is_silent_rests_for_all_owners_and_all_hosts(
    settings: Settings, matches: Matches, several: list[Client]
) -> None:
    sender = Pretended(settings, lambda _: SILENT)
    deliverer = Deliverer(matches, sender)
    look(deliverer, several, "one")
    assert len(sender.asked) == IN_VAIN
    other = open_matches(settings)
    elsewhere = Pretended(settings, lambda _: TAKEN)
    look(Deliverer(other, elsewhere), several, "two")
    assert elsewhere.asked == []
    waiting = [name for _, name in marks_later(matches, several)]
    assert len(waiting) == 2 * len(several), "all are offered again later"
    other.close()


def marks_later(matches: Matches, clients: list[Client]) -> list[tuple[float, str]]:
    """The marks of lanes that are to be looked at later, with in how many seconds."""
    found = []
    for client in clients:
        for lane in ("one", "two"):
            name = f"{client.id} {lane}"
            key = lanes_key(partition_of(client.id))
            score = matches.store.writer.zscore(key, name)
            if score is not None and score / 1000 > time.time():
                found.append((score / 1000 - time.time(), name))
    return found


@on_a_server
def test_one_attempt_at_a_time_tries_an_endpoint_that_rests(
    settings: Settings, matches: Matches
) -> None:
    quick = open_matches(replace(settings, webhook_backoff_factor=0.01))
    endpoints, name = quick.store.storage(Endpoints), "hooks.example:443"
    for number in range(IN_VAIN):
        assert endpoints.wait(name, 60_000) == 0
        assert endpoints.note_failure(name) == number + 1
    first = endpoints.wait(name, 60_000)
    assert 0 < first <= 150
    assert endpoints.wait("other.example:443", 60_000) == 0
    eventually(lambda: endpoints.wait(name, 60_000) == 0)
    assert endpoints.wait(name, 60_000) > 50_000, "the first of them tries it alone"
    endpoints.note_failure(name)
    assert 150 < endpoints.wait(name, 60_000) <= 300, "and it rests for longer"
    endpoints.note_success(name)
    assert [endpoints.wait(name, 60_000) for _ in range(2)] == [0, 0]
    quick.close()


@on_a_server
def test_who_is_answered_there_does_not_wait_for_those_who_are_not(
    settings: Settings, matches: Matches, several: list[Client]
) -> None:
    well = several[0]

    def answer(webhook: Webhook) -> Attempt:
        return TAKEN if webhook.client == well.id else SILENT

    sender = Pretended(settings, answer)
    deliverer = Deliverer(matches, sender)
    deliverer.look_at(well.id, "one")
    look(deliverer, several[1:], "one")
    assert sender.asked.count(well.id) == 1
    assert len(sender.asked) == 1 + IN_VAIN
    deliverer.look_at(well.id, "two")
    assert sender.asked.count(well.id) == 2
    assert matches.store.storage(WebhookStorage).get(well.id).delivered_at  # type: ignore[union-attr] # it has one


@on_a_server
def test_errors_at_once_let_no_endpoint_rest(
    settings: Settings, matches: Matches, several: list[Client]
) -> None:
    sender = Pretended(settings, lambda _: FAILED)
    look(Deliverer(matches, sender), several, "one")
    assert len(sender.asked) == len(several)


@on_a_server
def test_who_has_used_up_the_seconds_of_an_hour_waits_for_the_next(
    settings: Settings, matches: Matches, several: list[Client]
) -> None:
    short = open_matches(replace(settings, webhook_seconds_per_hour=0.1))
    sender = Pretended(settings, lambda _: TAKEN)
    deliverer = Deliverer(short, sender)
    client, other = several[:2]
    for lane in ("one", "two"):
        deliverer.look_at(client.id, lane)
    assert sender.asked == [client.id]
    ((wait, _),) = marks_later(matches, [client])
    assert 3500 < wait < 4000
    webhooks_of(matches).remove(client)
    webhooks_of(matches).put(client, "https://hooks.example/")
    pushed(matches, client, "three", 1)
    deliverer.look_at(client.id, "three")
    assert sender.asked == [client.id], "another webhook has no other hour"
    deliverer.look_at(other.id, "one")
    assert sender.asked == [client.id, other.id]
    short.close()
