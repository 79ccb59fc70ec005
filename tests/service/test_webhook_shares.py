"""How those who deliver share their slots, and what is remembered of endpoints that are silent."""

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
    QUICK,
    SLOTS_IN_ALL,
    SLOTS_PER_ENDPOINT,
    SLOTS_PER_OWNER,
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


def acquire_all(slots: DeliverySlots, kind: str, owners: int, endpoints: int) -> int:
    """How many slots so many owners get, whose endpoints are of one kind."""
    return sum(
        slots.acquire(f"{kind} {number}", Endpoint(f"{kind} {number % endpoints}:443", kind))
        for number in range(owners)
        for _ in range(SLOTS_PER_OWNER[QUICK])
    )


def test_one_owner_and_one_endpoint_have_few_places() -> None:
    for kind in (QUICK, NEW, SLOW):
        assert acquire_all(DeliverySlots(), kind, 1, 1) == SLOTS_PER_OWNER[kind]
        assert acquire_all(DeliverySlots(), kind, 100, 1) == SLOTS_PER_ENDPOINT[kind]


def test_the_slow_leave_places_to_the_new_and_these_to_the_quick() -> None:
    slots = DeliverySlots()
    assert acquire_all(slots, SLOW, 1000, 1000) == SLOTS_IN_ALL[SLOW]
    assert acquire_all(slots, NEW, 1000, 1000) == SLOTS_IN_ALL[NEW] - SLOTS_IN_ALL[SLOW]
    assert acquire_all(slots, QUICK, 1000, 1000) == SLOTS_IN_ALL[QUICK] - SLOTS_IN_ALL[NEW]
    assert not slots.acquire("one more", Endpoint("one.example:443", QUICK))
    slots.release("slow 0", Endpoint("slow 0:443", SLOW))
    assert slots.acquire("one more", Endpoint("one.example:443", QUICK))


def test_owners_come_in_turn_and_who_took_long_comes_last() -> None:
    slots = DeliverySlots()
    for lane in ("one", "two"):
        for owner in ("a", "b", "c"):
            slots.enqueue(owner, lane)
    assert [slots.next() for _ in range(4)] == [
        ("a", "one"),
        ("b", "one"),
        ("c", "one"),
        ("a", "two"),
    ]
    slots.charge("b", 10.0)
    slots.enqueue("c", "three")
    assert [slots.next() for _ in range(3)] == [("c", "two"), ("c", "three"), ("b", "two")]
    assert slots.next() is None


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
