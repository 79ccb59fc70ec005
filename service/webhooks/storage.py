"""Webhooks of clients in the store: where they go, and what they deliver.

A delivery lies in a *lane* of its client: those of one match in the order in which they came, each
test and each replay in a lane of its own. `ReliableQueue` of lanes say which have something to do.
All keys of a client lie in one partition, so that each step is one script. Every method raises
`Unavailable` where the store does not answer or refuses to write.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson

from railhead.service.accounts.token_storage import proof
from railhead.service.environment import DAY
from railhead.service.model import Client
from railhead.service.store import keys
from railhead.service.store.connection import command, translating_errors
from railhead.service.store.due_turns import CLOCK
from railhead.service.store.reliable_queue import ReliableQueue
from railhead.service.store.store import Store
from railhead.service.webhooks.storage_scripts import (
    CHANGE,
    FINISH,
    HEALTH,
    POSTPONE,
    PUSH,
    PUT,
    REPLAY,
)

KEPT: Final = 1000
"""How many deliveries of a client are kept that are delivered or given up."""
KEPT_SECONDS: Final = 7 * DAY
"""For how long they are kept."""
MOST_WAITING: Final = 5000
"""How many deliveries of a client may wait; with more its webhook is switched off."""
HOUR: Final = 3600
REFRESH: Final = "all"
"""The lane in which all of a client's matches are looked at."""


@dataclass(frozen=True)
class Webhook:
    """Where the events of a client go. Times are as of `Clocks.at`; empty where it has none.

    Until `old_until` the secret before signs too. `failing_since` is when the first of the attempts
    failed since which none has succeeded.
    """

    client: str
    url: str
    secret: str
    created_at: str
    secret_at: str
    old_secret: str = ""
    old_until: str = ""
    delivered_at: str = ""
    failing_since: str = ""
    disabled_at: str = ""
    disabled_why: str = ""


@dataclass(frozen=True)
class Attempt:
    """One attempt at a delivery: what the endpoint answered, or in a word why it did not."""

    at: str
    status: int | None
    error: str | None
    seconds: float


@dataclass(frozen=True)
class Delivery:
    """An event on its way to a client: `waiting`, `delivered` or `failed`.

    `body` is what is sent. `tries` counts the attempts since it came or was replayed last;
    `attempts` are the last ones of all. One that is for `once` is not tried again by itself.
    """

    id: str
    lane: str
    body: str
    created_at: str
    status: str = "waiting"
    tries: int = 0
    next_at: str | None = None
    finished_at: str | None = None
    once: bool = False
    attempts: tuple[Attempt, ...] = ()


class WebhookStorage:
    """All webhooks of one store; what is to be delivered waits for replicas where commits do."""

    def __init__(self, store: Store) -> None:
        self._reader = store.reader
        self._client = store.writer
        self._confirming = store.replicated_writes
        self.lanes = ReliableQueue(store.writer, keys.lanes_key)

    def get(self, client_id: str) -> Webhook | None:
        """The webhook of a client, None where it has none."""
        with translating_errors():
            kept = command(self._reader, "HGETALL", keys.client_key(client_id, "webhook"))
        pairs = (
            kept.items() if isinstance(kept, Mapping) else zip(kept[::2], kept[1::2], strict=True)
        )
        fields = {name.decode(): value.decode() for name, value in pairs}
        for unsaid in ("number", "token"):  # the second is of webhooks that earlier versions made
            fields.pop(unsaid, None)
        return Webhook(client_id, **fields) if "url" in fields else None

    def with_webhooks(self, client_ids: list[str]) -> set[str]:
        """Those of these clients that have a webhook."""
        with translating_errors(), self._reader.pipeline(transaction=False) as batch:
            for client_id in client_ids:
                batch.exists(keys.client_key(client_id, "webhook"))
            found: list[int] = batch.execute()
        return {one for one, there in zip(client_ids, found, strict=True) if there}

    def put(self, client: Client, webhook: Webhook, before: Webhook | None) -> str:
        """Keep a client's webhook that delivers from now on, beginning with all that is open.

        `kept`; `gone` where the client is, or its token; `changed` where `before` is not what there
        was, or had another secret.
        """
        own = keys.client_key(webhook.client, "self")
        involved = [*self._keys(webhook.client, "webhook", "told"), self._lanes(webhook.client)]
        lane = f"{webhook.client} {REFRESH}"
        with translating_errors():
            secret = "" if before is None else before.secret
            arguments = [*proof(client), lane, secret, *_webhook_fields(webhook)]
            return str(PUT(self._client, [own, *involved], arguments).decode())

    def change(self, webhook: Webhook, same: str, **fields: str) -> bool:
        """Change what is kept of a webhook; False where its field `same` is another by now."""
        words = [word for pair in fields.items() for word in pair]
        key = self._keys(webhook.client, "webhook")
        with translating_errors():
            return bool(CHANGE(self._client, key, [same, getattr(webhook, same), *words]))

    def remove(self, client_id: str) -> None:
        """Forget a webhook and its deliveries; its lanes are cleared as they are looked at."""
        with translating_errors():
            self._client.delete(*self._keys(client_id, *keys.WEBHOOK_PARTS))

    def last_announced(self, client_id: str, match_id: str) -> str:
        """What the client was told last of a match, as it was given to `tell`, and a number."""
        with translating_errors():
            key = keys.client_key(client_id, "told")
            kept = command(self._reader, "HGET", key, match_id)
        return "" if kept is None else str(kept.decode())

    def tell(
        self, client_id: str, match_id: str, before: str, now: str, delivery: Delivery | None
    ) -> bool:
        """Note what the client is told of a match, with the delivery where there is one.

        False where it has been told something else than `before` meanwhile, has no webhook, or has
        one for which too much waits: that is switched off then.
        """
        return self._push(client_id, delivery, match_id, before, now)

    def push(self, client_id: str, delivery: Delivery) -> bool:
        """Add a delivery that is about no match; False as above."""
        return self._push(client_id, delivery, "", "", "")

    def _push(
        self, client_id: str, delivery: Delivery | None, match_id: str, before: str, now: str
    ) -> bool:
        lane = match_id if delivery is None else delivery.lane
        name, written = "", b""
        if delivery is not None:
            name, written = delivery.id, _encode_delivery(delivery)
        involved = [
            *self._keys(client_id, "webhook", "told", "deliveries", "log", f"lane:{lane}"),
            self._lanes(client_id),
            self._undelivered_key(client_id),
            *self._keys(client_id, "finished"),
        ]
        arguments = [f"{client_id} {lane}", name, written, match_id, before, now]
        at = "" if delivery is None else delivery.created_at
        more = [f"{client_id} {name}", MOST_WAITING, at, f"{client_id} {REFRESH}"]
        with translating_errors():
            if self._confirming is not None:
                return bool(self._confirming.run(PUSH, involved, [*arguments, *more]))
            return bool(PUSH(self._client, involved, [*arguments, *more]))

    def first(self, client_id: str, lane: str) -> tuple[str, Delivery | None] | None:
        """The id of the first delivery of a lane, and the delivery, if it is kept still."""
        with translating_errors():
            key = keys.client_key(client_id, f"lane:{lane}")
            found = command(self._reader, "LINDEX", key, 0)
        if found is None:
            return None
        name = found.decode()
        return name, self.delivery(client_id, name)

    def delivery(self, client_id: str, name: str) -> Delivery | None:
        """The delivery of this id, None where there is none."""
        with translating_errors():
            key = keys.client_key(client_id, "deliveries")
            kept = command(self._reader, "HGET", key, name)
        return None if kept is None else _decode_delivery(kept)

    def finish(
        self,
        client_id: str,
        lane: str,
        lease: str,
        name: str,
        delivery: Delivery | None,
        milliseconds: int,
    ) -> str | None:
        """Take the first delivery from a lane, as delivered or given up.

        Returns how the lane is taken for so long for the next one; None where there is none, or the
        lane is no longer ours.
        """
        involved = [
            self._lanes(client_id),
            keys.client_key(client_id, f"lane:{lane}"),
            self._undelivered_key(client_id),
            *self._keys(client_id, "deliveries", "log", "finished"),
        ]
        written = b"" if delivery is None else _encode_delivery(delivery)
        arguments = [f"{client_id} {lane}", lease, name, f"{client_id} {name}", written]
        with translating_errors():
            following = FINISH(
                self._client, involved, [*arguments, KEPT, KEPT_SECONDS, milliseconds]
            )
        return following.decode() or None

    def postpone(
        self, client_id: str, lane: str, lease: str, delivery: Delivery, milliseconds: int
    ) -> bool:
        """Let the first delivery of a lane be tried again in so long; False as above."""
        involved = [self._lanes(client_id), *self._keys(client_id, "deliveries")]
        name = f"{client_id} {lane}"
        arguments = [name, lease, delivery.id, _encode_delivery(delivery), milliseconds]
        with translating_errors():
            return bool(POSTPONE(self._client, involved, arguments))

    def replay(self, client_id: str, delivery: Delivery) -> bool:
        """Deliver again what is delivered or given up; False where it is not, or not any more."""
        involved = [
            *self._keys(client_id, "finished", "deliveries", f"lane:{delivery.lane}"),
            self._lanes(client_id),
            self._undelivered_key(client_id),
        ]
        arguments = [
            delivery.id,
            _encode_delivery(delivery),
            f"{client_id} {delivery.lane}",
            f"{client_id} {delivery.id}",
        ]
        with translating_errors():
            return bool(REPLAY(self._client, involved, arguments))

    def health(self, webhook: Webhook, attempt: Attempt, at: str) -> tuple[str, float, float]:
        """Note how an attempt ended; since when all have failed, empty where this one has not.

        Nothing is noted of an attempt at another address than the present one. Then how many
        seconds the attempts of this hour have taken, and in how many the next hour begins.
        """
        outcome = "delivered" if attempt.error is None else "failed"
        involved = self._keys(webhook.client, "webhook", "seconds", "self")
        took = int(attempt.seconds * 1000)
        with translating_errors():
            answer = HEALTH(self._client, involved, [outcome, at, webhook.url, took, HOUR])
        since, spent, left = answer
        return since.decode(), int(spent) / 1000, max(int(left), 0) / 1000

    def deliveries(
        self, client_id: str, below: int | None, limit: int
    ) -> list[tuple[int, Delivery]]:
        """Up to `limit` deliveries with their numbers, newest first, those before `below`."""
        top = "+inf" if below is None else f"({below}"
        with translating_errors():
            rows: Any = self._reader.zrevrangebyscore(
                keys.client_key(client_id, "log"), top, "-inf", 0, limit, withscores=True
            )
            if not rows:
                return []
            names = [name.decode() for name, _ in rows]
            key = keys.client_key(client_id, "deliveries")
            kept: Any = self._reader.hmget(key, names)
        numbered = zip(rows, kept, strict=True)
        return [
            (int(number), _decode_delivery(one)) for (_, number), one in numbered if one is not None
        ]

    def backlog(self) -> tuple[int, float]:
        """How many deliveries have not been made, and for how many seconds the oldest waits."""
        with translating_errors(), self._reader.pipeline(transaction=False) as batch:
            for partition in range(keys.PARTITIONS):
                batch.zcard(keys.undelivered_key(partition))
            for partition in range(keys.PARTITIONS):
                batch.zrange(keys.undelivered_key(partition), 0, 0, withscores=True)
            answers = batch.execute()
            now = CLOCK(self._client, [keys.undelivered_key(0)], [])
        oldest = [score for rows in answers[keys.PARTITIONS :] for _, score in rows]
        since = min(oldest, default=float(now))
        return sum(answers[: keys.PARTITIONS]), max(0.0, now - since) / 1000

    def _keys(self, client_id: str, *parts: str) -> list[str]:
        return [keys.client_key(client_id, part) for part in parts]

    def _lanes(self, client_id: str) -> str:
        return keys.lanes_key(keys.partition_of(client_id))

    def _undelivered_key(self, client_id: str) -> str:
        return keys.undelivered_key(keys.partition_of(client_id))


def _webhook_fields(webhook: Webhook) -> list[str]:
    fields = asdict(webhook)
    del fields["client"]
    return [word for pair in fields.items() if pair[1] for word in pair]


def _encode_delivery(delivery: Delivery) -> bytes:
    return orjson.dumps(delivery)


def _decode_delivery(kept: bytes) -> Delivery:
    fields = orjson.loads(kept)
    attempts = tuple(Attempt(**one) for one in fields.pop("attempts"))
    return Delivery(**fields, attempts=attempts)
