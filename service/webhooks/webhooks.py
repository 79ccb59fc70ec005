"""Webhooks: what a client's stream tells, sent to an address of the client's.

What is to be sent is noted here, and what becomes of it; `Deliverer` sends it.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from time import monotonic
from typing import Any, Final

import orjson

from railhead.games.recently_used import RecentlyUsed
from railhead.service.accounts.storage import ClientStorage
from railhead.service.clients.client_status import (
    event_of,
    follows_another,
    is_untouched,
    rematch_event,
    status_of,
)
from railhead.service.core.matches import Matches
from railhead.service.errors import (
    NoSuchDelivery,
    NoWebhook,
    Unauthorized,
    Unavailable,
    WebhookDisabled,
)
from railhead.service.model import Client
from railhead.service.store import keys
from railhead.service.store.clocks import add_seconds
from railhead.service.store.store import Store
from railhead.service.webhooks.storage import REFRESH, Delivery, Webhook, WebhookStorage

PREFIX: Final = "whsec_"
"""What a secret of the scheme begins with."""
SECRET_BYTES: Final = 32
OVERLAP: Final = timedelta(hours=24)
"""How long the secret before signs too."""
LEASE_MILLISECONDS: Final = 5000
"""How long a worker may take to tell a client what a match is."""
LOOKED_AT: Final = 200
"""How many matches of a client are read at once."""
REMEMBERED: Final = 4096
KNOWN_SECONDS: Final = 10.0
"""How long a process goes by what it knows of whether a client has a webhook."""
REMATCH: Final = "rematch 0"
"""What a client was told of a match that it was told to be a rematch, and nothing else yet."""
TRIES: Final = 50
"""How often what a client is told is worked out anew where others do the same."""

Hint = Callable[[str, str], None]
"""Tells the workers that a lane of a client has something to do."""


class Webhooks:
    """The webhooks of all clients. `hint` is called where something may be to be delivered.

    Every method raises `Unavailable` as the store does.
    """

    def __init__(self, store: Store, hint: Hint | None = None) -> None:
        self.store = store
        self.hint = hint
        self._known: RecentlyUsed[str, tuple[bool, float]] = RecentlyUsed(REMEMBERED)

    @cached_property
    def storage(self) -> WebhookStorage:
        """What the store has of them."""
        return self.store.storage(WebhookStorage)

    # What a client does with its webhook.

    def put(self, client: Client, url: str) -> Webhook:
        """Let events go to `url`, also where the webhook was switched off.

        The secret stays where there was one. All that is open is told anew, as a stream that is
        opened does, unless nothing changes. Raises `Unauthorized` where the client, or the token
        that it was found by, is gone.
        """
        for _ in range(TRIES):
            before = self.storage.get(client.id)
            if before is not None and before.url == url and not before.disabled_at:
                return before
            at = self.store.clocks.at(client.id)
            if before is None:
                made = Webhook(client.id, url, _new_secret(), at, at)
            else:
                made = replace(before, url=url, disabled_at="", disabled_why="", failing_since="")
            outcome = self.storage.put(client, made, before)
            if outcome == "gone":
                raise Unauthorized()
            if outcome == "kept":
                self._known.keep(client.id, (True, monotonic()))
                self._hint(client.id, REFRESH)
                return made
        raise Unavailable("the webhook changes faster than it can be put")

    def get(self, client: Client) -> Webhook:
        """The webhook of a client. Raises `NoWebhook`."""
        found = self.storage.get(client.id)
        if found is None:
            raise NoWebhook()
        return found

    def remove(self, client: Client) -> None:
        """Let nothing more go to the client, if anything did."""
        self.storage.remove(client.id)

    def rotate(self, client: Client) -> Webhook:
        """Another secret; the one before signs too for `OVERLAP`. Raises `NoWebhook`."""
        for _ in range(TRIES):
            before, at = self.get(client), self.store.clocks.at(client.id)
            fields = {
                "secret": _new_secret(),
                "secret_at": at,
                "old_secret": before.secret,
                "old_until": add_seconds(at, OVERLAP.total_seconds()),
            }
            if self.storage.change(before, "secret", **fields):
                return replace(before, **fields)
        raise Unavailable("the secret changes faster than it can be renewed")

    def test(self, client: Client) -> Delivery:
        """Send an event of kind `test`. Raises `NoWebhook`, `WebhookDisabled`."""
        self._switch_on(client)
        nothing = {"match": None, "game": None, "version": None, "seat": None}
        delivery = self._delivery(client.id, {"kind": "test", **nothing}, None)
        if not self.storage.push(client.id, delivery):
            raise NoWebhook()
        self._hint(client.id, delivery.lane)
        return delivery

    def deliveries(
        self, client: Client, below: int | None, limit: int
    ) -> list[tuple[int, Delivery]]:
        """The deliveries of a client with their numbers, newest first. Raises `NoWebhook`."""
        self.get(client)
        return self.storage.deliveries(client.id, below, limit)

    def replay(self, client: Client, name: str) -> Delivery:
        """Send what was delivered or given up once more, whatever its match has to deliver.

        What waits for its next attempt is tried now. Raises `NoWebhook`, `WebhookDisabled`,
        `NoSuchDelivery`.
        """
        self._switch_on(client)
        found = self.storage.delivery(client.id, name)
        if found is None:
            raise NoSuchDelivery()
        again = replace(found, lane=name, status="waiting", tries=0, next_at=None, finished_at=None)
        if not self.storage.replay(client.id, again):
            self.storage.lanes.hasten(f"{client.id} {found.lane}")
            self._hint(client.id, found.lane)
            return found
        self._hint(client.id, name)
        return again

    def _switch_on(self, client: Client) -> None:
        if self.get(client).disabled_at:
            raise WebhookDisabled()

    # What happens in matches.

    def note_change(self, match_id: str, clients: Sequence[str]) -> None:
        """Give a hint for those of these clients that have a webhook, as far as is known.

        It is only a hint: that the match has changed is noted with the change.
        """
        if self.hint is None:
            return
        for client_id in clients:
            if self._has_one(client_id):
                self.hint(client_id, match_id)

    def _has_one(self, client_id: str) -> bool:
        known = self._known.get(client_id)
        if known is None or monotonic() - known[1] > KNOWN_SECONDS:
            try:
                known = bool(self.storage.with_webhooks([client_id])), monotonic()
            except Unavailable:  # the commit stands; who sweeps finds what it has marked
                return False
            self._known.keep(client_id, known)
        return known[0]

    def _hint(self, client_id: str, lane: str) -> None:
        if self.hint is not None:
            self.hint(client_id, lane)

    def live_webhook(self, client_id: str) -> Webhook | None:
        """The webhook of a client, where it is switched on."""
        found = self.storage.get(client_id)
        return None if found is None or found.disabled_at else found

    def tell(self, client_id: str, match_id: str) -> None:
        """Note what a client is to be told of a match, if it is marked that there may be news."""
        name = f"{match_id} {client_id}"
        lease = self.store.news.lease(name, LEASE_MILLISECONDS)
        if lease is None:
            return
        if self.live_webhook(client_id) is not None:
            self._tell(client_id, match_id, ended=True)
        # The mark goes after the note: of a worker that dies in between it stays, and nothing is
        # noted twice.
        self.store.news.acknowledge(name, lease)

    def tell_all(self, client_id: str) -> Iterator[str]:
        """Note what is open in each match of a client, and let what waits of it be tried now.

        The ids of the matches, as they are dealt with.
        """
        for match_id, noted in self._matches_of(client_id):
            if not self._tell(client_id, match_id, ended=False):
                self.store.storage(ClientStorage).forget_gone(client_id, match_id, noted)
            self.storage.lanes.hasten(f"{client_id} {match_id}")
            yield match_id

    def hasten_all(self, client_id: str) -> Iterator[str]:
        """Let what waits in each match of a client be looked at now; the ids as of `tell_all`."""
        for match_id, _ in self._matches_of(client_id):
            self.storage.lanes.hasten(f"{client_id} {match_id}")
            yield match_id

    def _matches_of(self, client_id: str) -> Iterator[tuple[str, str]]:
        """The ids of a client's matches, with when they were noted."""
        below: str | None = None
        while True:
            rows = self.store.storage(ClientStorage).matches(client_id, below, LOOKED_AT)
            yield from rows
            if len(rows) < LOOKED_AT:
                return
            below = rows[-1][1]

    def _tell(self, client_id: str, match_id: str, ended: bool) -> bool:
        """Note what a client is to be told of a match; whether that is kept still.

        `ended` says whether it is told the end of a match that it was told nothing of, and that a
        match in which something has happened is a rematch.
        """
        for _ in range(TRIES):
            # First what was told, then what is: where another notes something newer in between, the
            # script refuses what is made of this.
            told = self.storage.last_announced(client_id, match_id)
            before = _status_of(told)
            (head,) = self.store.heads([match_id])
            record = None if head is None else self.store.record(match_id)
            here = status_of(client_id, record, head)
            if here == before or (here[0] == "gone" and (before is None or before[0] == "over")):
                return head is not None
            fresh = ended or is_untouched(record, head)
            if before is None and fresh and follows_another(record, head, here):
                asking = rematch_event(client_id, match_id, record, head)
                first = self._delivery(client_id, asking, match_id)
                noted = self.storage.tell(client_id, match_id, told, REMATCH, first)
                if not noted and self.live_webhook(client_id) is None:
                    return True
                continue  # what it asks of the client is another event
            if before is None and here[0] == "over" and not ended:
                return True  # and noted nowhere: where it is marked as news, it is told by that
            known = ("idle", 0) if before is None else before
            event = event_of(client_id, match_id, record, head, known, here)
            delivery = None
            if event is not None:
                delivery = self._delivery(client_id, event, match_id)
            if self.storage.tell(client_id, match_id, told, f"{here[0]} {here[1]}", delivery):
                return head is not None
            if self.live_webhook(client_id) is None:
                return True
        raise Unavailable("the match changes faster than a client can be told of it")

    def _delivery(self, client_id: str, event: dict[str, Any], match_id: str | None) -> Delivery:
        """An event on its way: in the lane of its match, else in one of its own."""
        name, at = f"evt_{keys.new_id(None)}", self.store.clocks.at(client_id)
        kind = f"match.{event['kind']}" if match_id is not None else f"webhook.{event['kind']}"
        body = orjson.dumps({"type": kind, "timestamp": at, "data": event}).decode()
        lane = name if match_id is None else match_id
        return Delivery(name, lane, body, at, once=match_id is None)


def tell_webhooks(matches: Matches, hint: Hint) -> Webhooks:
    """The webhooks of the clients of these matches, which every change is told to from now on."""
    webhooks = Webhooks(matches.store, hint)
    matches.announce_change = webhooks.note_change
    return webhooks


def signing_secrets(webhook: Webhook, at: datetime) -> list[str]:
    """The secrets that sign at a time, the present one first."""
    if webhook.old_secret and datetime.fromisoformat(webhook.old_until) > at:
        return [webhook.secret, webhook.old_secret]
    return [webhook.secret]


def _status_of(told: str) -> tuple[str, int] | None:
    """What a match was to a client when it was told last, None where it was told nothing."""
    if not told:
        return None
    kind, version, _ = told.split(" ")
    return kind, int(version)


def _new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
