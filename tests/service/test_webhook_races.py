"""Webhooks that are changed by several at once, share threads, or have nobody who delivers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from railhead.service import QUEUE_PREFIX
from railhead.service.core.matches import Matches
from railhead.service.errors import Unauthorized
from railhead.service.model import Client
from railhead.service.queue import backpressure
from railhead.service.settings import Settings
from railhead.service.webhooks import deliverer as deliverer_module
from railhead.service.webhooks.deliverer import Deliverer
from railhead.service.webhooks.hints import WebhookHints
from railhead.service.webhooks.sender import Sender
from railhead.service.webhooks.storage import REFRESH, Attempt, Delivery, Webhook, WebhookStorage
from tests.ports import free_port
from tests.service.conftest import eventually, webhooks_of
from tests.service.test_webhooks import hooked_keys, seated
from tests.stores import on_a_server, store_kind

__all__ = ["store_kind"]

URL = "https://hooks.example/"
OTHER_URL = "https://hooks.example/other"
TAKEN = Attempt("2026-01-01T00:00:00.000Z", 200, None, 0.1)
GONE = Attempt("2026-01-01T00:00:00.000Z", 410, "status", 0.1)


class Pretended(Sender):
    """Sends nothing: `answer` says what an endpoint has answered."""

    def __init__(self, settings: Settings, answer: Callable[[Webhook], Attempt]) -> None:
        super().__init__(settings)
        self._answer = answer
        self.asked: list[str] = []

    def attempt(self, webhook: Webhook, delivery: Delivery, at: datetime) -> Attempt:
        self.asked.append(webhook.client)
        return self._answer(webhook)


@pytest.fixture
def client(matches: Matches) -> Client:
    return hooked(matches, "hooked")


def hooked(matches: Matches, name: str) -> Client:
    """A client with a webhook."""
    made, _ = matches.accounts.create(name, "")
    webhooks_of(matches).put(made, URL)
    return made


def pushed(matches: Matches, client: Client, lane: str, number: int) -> None:
    name = f"evt_{client.id}{lane}{number}"
    delivery = Delivery(name, lane, "{}", "2026-01-01T00:00:00Z")
    assert matches.store.storage(WebhookStorage).push(client.id, delivery)


@pytest.fixture
def meanwhile(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Callable[[], object]], None]]:
    """Lets something happen once, right after a webhook was read the next time."""
    read = matches.store.storage(WebhookStorage).get
    waiting: list[Callable[[], object]] = []

    def get(client_id: str) -> Webhook | None:
        found = read(client_id)
        if waiting:
            waiting.pop()()
        return found

    monkeypatch.setattr(matches.store.storage(WebhookStorage), "get", get)
    yield waiting.append
    assert not waiting


def test_two_who_put_a_webhook_at_once_have_the_same_secret(
    matches: Matches, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    made, _ = matches.accounts.create("hooked", "")
    others: list[Webhook] = []
    meanwhile(lambda: others.append(webhooks_of(matches).put(made, URL)))
    mine = webhooks_of(matches).put(made, URL)
    assert [mine.secret] == [one.secret for one in others]
    assert webhooks_of(matches).get(made).secret == mine.secret


def test_an_address_that_is_put_takes_back_no_new_secret(
    matches: Matches, client: Client, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    renewed: list[Webhook] = []
    meanwhile(lambda: renewed.append(webhooks_of(matches).rotate(client)))
    put = webhooks_of(matches).put(client, OTHER_URL)
    assert (put.url, put.secret) == (OTHER_URL, renewed[0].secret)
    assert webhooks_of(matches).get(client) == put


def test_secrets_that_two_renew_at_once_both_sign(
    matches: Matches, client: Client, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    others: list[Webhook] = []
    meanwhile(lambda: others.append(webhooks_of(matches).rotate(client)))
    mine = webhooks_of(matches).rotate(client)
    assert (mine.secret, mine.old_secret) == (
        webhooks_of(matches).get(client).secret,
        others[0].secret,
    )


@pytest.mark.parametrize("how", ["rotate", "revoke"])
def test_who_was_still_the_client_puts_no_webhook_any_more(
    matches: Matches,
    client: Client,
    how: str,
    meanwhile: Callable[[Callable[[], object]], None],
) -> None:
    before = webhooks_of(matches).get(client)
    meanwhile(lambda: getattr(matches.accounts, how)(client))
    with pytest.raises(Unauthorized):
        webhooks_of(matches).put(client, OTHER_URL)
    kept = matches.store.storage(WebhookStorage).get(client.id)
    assert kept == (before if how == "rotate" else None)
    if how == "revoke":
        assert [key for key in hooked_keys(matches) if key.startswith(b"client:")] == []


def test_who_had_a_token_that_was_revoked_meanwhile_puts_no_webhook(
    matches: Matches, client: Client, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    made, token = matches.accounts.add_token(client, "hooks", ["webhooks"])
    holder = matches.accounts.find_by_token(token)
    assert holder is not None
    meanwhile(lambda: matches.accounts.revoke_token(client, made.id))
    with pytest.raises(Unauthorized):
        webhooks_of(matches).put(holder, OTHER_URL)
    assert webhooks_of(matches).get(client).url == URL


@on_a_server
def test_what_the_address_before_answers_late_says_nothing_of_the_present_one(
    settings: Settings, matches: Matches, client: Client
) -> None:
    def answer(_: Webhook) -> Attempt:
        webhooks_of(matches).put(client, OTHER_URL)
        return GONE

    pushed(matches, client, "lane", 1)
    deliverer = Deliverer(matches, Pretended(settings, answer))
    deliverer.look_at(client.id, "lane")
    deliverer.close(1)
    webhook = webhooks_of(matches).get(client)
    assert (webhook.url, webhook.disabled_why, webhook.failing_since) == (OTHER_URL, "", "")
    assert webhooks_of(matches).deliveries(client, None, 1)[0][1].status == "waiting"


@pytest.mark.full
@on_a_server
def test_slow_endpoints_of_some_leave_their_turn_to_others(
    settings: Settings, matches: Matches, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliverer_module, "THREADS", 2)
    monkeypatch.setattr(deliverer_module, "SHARE_SECONDS", 0.05)
    other = hooked(matches, "other")
    in_line = threading.Event()

    def answer(webhook: Webhook) -> Attempt:
        assert in_line.wait(60)
        time.sleep(0.1 if webhook.client == client.id else 0)
        return TAKEN

    sender = Pretended(settings, answer)
    deliverer = Deliverer(matches, sender)
    for lane in ("one", "two", "three"):
        for number in range(20):
            pushed(matches, client, lane, number)
        deliverer.attend(client.id, lane)
    eventually(lambda: sender.asked)
    pushed(matches, other, "lane", 1)
    deliverer.attend(other.id, "lane")
    in_line.set()
    eventually(lambda: other.id in sender.asked)
    assert sender.asked.index(other.id) < 15
    eventually(lambda: matches.store.storage(WebhookStorage).backlog()[0] == 0)
    deliverer.close(5)
    assert sender.asked.count(client.id) == 60


@on_a_server
def test_what_waits_is_given_up_where_too_much_does_and_room_comes_with_it(
    settings: Settings, matches: Matches, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railhead.service.webhooks.storage.MOST_WAITING", 2)
    marked = f"{client.id} {REFRESH}"
    assert matches.store.storage(WebhookStorage).lanes.acknowledge(
        marked, matches.store.storage(WebhookStorage).lanes.lease(marked, 9) or ""
    )
    playing = [seated(matches, client) for _ in range(3)]
    failing = replace(GONE, status=500)
    deliverer = Deliverer(matches, Pretended(settings, lambda _: failing))
    for match_id in playing:
        deliverer.look_at(client.id, match_id)
    assert webhooks_of(matches).get(client).disabled_why == "full"
    assert matches.store.storage(WebhookStorage).backlog()[0] == 2, (
        "both wait for their next attempt"
    )
    deliverer.attend(client.id, REFRESH)
    eventually(lambda: matches.store.storage(WebhookStorage).backlog()[0] == 0)
    deliverer.close(5)
    put = webhooks_of(matches).put(client, URL)
    webhooks_of(matches).tell(client.id, playing[2])
    assert webhooks_of(matches).get(client) == put


@on_a_server
def test_hints_that_nobody_takes_do_not_fill_the_queue(
    settings: Settings, matches: Matches, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backpressure, "MOST_HINTS", 20)
    hints = WebhookHints(settings)
    for number in range(50):
        hints.announce(client.id, f"match{number}")
    seated(matches, client)
    hints.sweep(matches.store)
    assert 0 < hints.queue.count <= 3, "what is marked is offered all the same"
    assert len(list(hints.connection.scan_iter(f"{QUEUE_PREFIX}:job:*", 1000))) == hints.queue.count
    hints.close()


@on_a_server
def test_a_sweep_gives_nothing_to_a_queue_that_has_enough_or_does_not_answer(
    settings: Settings, matches: Matches, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints = WebhookHints(settings)
    nowhere = WebhookHints(replace(settings, queue_url=f"redis://127.0.0.1:{free_port()}/0"))
    monkeypatch.setattr(backpressure, "ENOUGH_HINTS", 1)
    given: list[str] = []
    monkeypatch.setattr(nowhere, "announce", lambda *_: given.append("nowhere"))
    seated(matches, client)
    nowhere.sweep(matches.store)
    assert given == []
    hints.announce(client.id, "match")
    time.sleep(1.1)
    hints.sweep(matches.store)
    assert hints.queue.count == 1
    monkeypatch.setattr(backpressure, "ENOUGH_HINTS", 2)
    time.sleep(1.1)
    hints.sweep(matches.store)
    assert hints.queue.count > 1
    hints.close()
