"""What is kept of webhooks, for how long, and since when it counts as kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.service.core.matches import Matches, open_matches
from railhead.service.errors import Unavailable, WebhookDisabled
from railhead.service.model import Client
from railhead.service.settings import Settings
from railhead.service.store.keys import news_key, partition_of
from railhead.service.webhooks.storage import KEPT, KEPT_SECONDS, Delivery, WebhookStorage
from tests.service.conftest import eventually, webhooks_of
from tests.service.test_webhooks import seated
from tests.stores import on_a_server, store_kind

__all__ = ["store_kind"]

PUBLIC = "https://hooks.example/"


@pytest.fixture
def client(matches: Matches) -> Client:
    """A client with a webhook, to which nobody delivers."""
    made, _ = matches.accounts.create("hooked", "")
    webhooks_of(matches).put(made, PUBLIC)
    return made


@pytest.mark.full
def test_a_webhook_for_which_too_much_waits_is_switched_off(
    matches: Matches, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railhead.service.webhooks.storage.MOST_WAITING", 3)
    playing = [seated(matches, client) for _ in range(5)]
    for match_id in playing:
        webhooks_of(matches).tell(client.id, match_id)
    webhook = webhooks_of(matches).get(client)
    assert (webhook.disabled_why, matches.store.storage(WebhookStorage).backlog()[0]) == ("full", 3)
    for refused in (
        webhooks_of(matches).test,
        lambda one: webhooks_of(matches).replay(one, "evt_1"),
    ):
        with pytest.raises(WebhookDisabled):
            refused(client)
    assert not webhooks_of(matches).put(client, webhook.url).disabled_at


@pytest.mark.full
@on_a_server
def test_a_mark_stays_until_replicas_have_what_was_noted(
    settings: Settings, matches: Matches, client: Client
) -> None:
    match_id = seated(matches, client)
    wanting = replace(settings, durability="replicated", replica_seconds=0.05)
    strict = open_matches(wanting)
    with pytest.raises(Unavailable, match="replicas"):
        webhooks_of(strict).tell(client.id, match_id)
    strict.close()
    name = f"{match_id} {client.id}"
    assert matches.store.writer.zscore(news_key(partition_of(match_id)), name)
    assert len(webhooks_of(matches).deliveries(client, None, 5)) == 1
    eventually(lambda: matches.store.news.offer_overdue(10) == [])
    assert eventually(lambda: matches.store.news.offer_overdue(10))[0][0] == name
    webhooks_of(matches).tell(client.id, match_id)
    assert not matches.store.writer.zscore(news_key(partition_of(match_id)), name)
    assert len(webhooks_of(matches).deliveries(client, None, 5)) == 1


@pytest.mark.sampled
def test_the_log_is_bounded(matches: Matches, client: Client) -> None:
    kept = matches.store.storage(WebhookStorage)
    for number in range(KEPT + 5):
        name = f"evt_{number}"
        kept.push(client.id, Delivery(name, name, "{}", "2026-01-01T00:00:00Z"))
        hold = kept.lanes.lease(f"{client.id} {name}", 60_000)
        assert hold is not None
        done = Delivery(name, name, "{}", "2026-01-01T00:00:00Z", status="delivered")
        assert kept.finish(client.id, name, hold, name, done, 1000) is None
    rows = kept.deliveries(client.id, None, KEPT + 10)
    assert len(rows) == KEPT
    assert rows[0][1].id == f"evt_{KEPT + 4}"
    assert kept.delivery(client.id, "evt_4") is None
    assert kept.backlog() == (0, 0.0)
    assert KEPT_SECONDS == 7 * 24 * 3600
