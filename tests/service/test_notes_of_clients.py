"""Notes of a client's matches: those of matches that are gone do not pile up."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from railhead.service.accounts.storage import ClientStorage
from railhead.service.clients.notifications import ClientNotifications
from railhead.service.core.matches import Matches
from railhead.service.model import Client
from railhead.service.store import keys
from railhead.service.webhooks.storage import WebhookStorage
from tests.service.conftest import webhooks_of
from tests.service.test_webhooks import client, matches, queue, receiver, seated
from tests.stores import on_a_server, store_kind, with_options

__all__ = ["client", "matches", "queue", "receiver", "store_kind"]

LONG_AGO = 2 * 3600.0


def noted(matches: Matches, client: Client) -> set[str]:
    """The matches that are noted as the client's."""
    return {
        match_id
        for match_id, _ in matches.store.storage(ClientStorage).matches(client.id, None, 100)
    }


def aged(matches: Matches, client: Client, match_id: str) -> str:
    """The match, noted long ago."""
    at = time.time() - LONG_AGO
    matches.store.writer.zadd(keys.client_key(client.id, "matches"), {match_id: at})
    return match_id


def looked_at(matches: Matches, client: Client) -> None:
    """Let a client ask for its news."""
    news = ClientNotifications(matches, client, lambda: None)
    try:
        news.next_events()
        while news.pending:
            news.next_events()
    finally:
        news.close()


def told(matches: Matches, client: Client) -> None:
    """Let all be told that is open."""
    assert list(webhooks_of(matches).tell_all(client.id))


@pytest.mark.sampled
@pytest.mark.parametrize("look", [looked_at, told])
def test_a_match_that_is_gone_is_forgotten_once_none_is_being_made(
    matches: Matches, client: Client, look: Callable[[Matches, Client], None]
) -> None:
    kept, gone, new = (seated(matches, client) for _ in range(3))
    told(matches, client)
    for match_id in (gone, new):
        matches.delete(match_id)
    aged(matches, client, kept)
    aged(matches, client, gone)
    look(matches, client)
    assert noted(matches, client) == {kept, new}, "one that was just noted may be on its way"
    assert matches.store.storage(WebhookStorage).last_announced(client.id, kept)
    assert not matches.store.storage(WebhookStorage).last_announced(client.id, gone)


@on_a_server
def test_a_store_that_refuses_to_write_tells_the_news_all_the_same(
    matches: Matches, client: Client
) -> None:
    match_id = aged(matches, client, seated(matches, client))
    matches.delete(match_id)
    with with_options(matches.store.writer, min_replicas_to_write="1"):
        looked_at(matches, client)
    assert noted(matches, client) == {match_id}
