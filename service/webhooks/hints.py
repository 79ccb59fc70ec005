"""Hints that a client's webhook has something to do.

The marks in the store are the truth, as they are for turns.
"""

from __future__ import annotations

import time
from typing import Final

import structlog
from redis.exceptions import RedisError

from railhead.service.logs import QUEUE
from railhead.service.queue.backpressure import has_room
from railhead.service.queue.jobs import DeliveryQueue
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.settings import Settings
from railhead.service.store.store import Store
from railhead.service.webhooks.storage import WebhookStorage

log = structlog.get_logger()

MOST_NEWS: Final = 2000
"""How many marks of what may be news one sweep looks at."""
MOST_LANES: Final = 200
"""How many lanes one sweep offers."""


class WebhookHints:
    """The queue of these hints."""

    def __init__(self, settings: Settings) -> None:
        self.connection = connect_to_queue(settings)
        self.queue = DeliveryQueue(connection=self.connection)

    def announce(self, client_id: str, lane: str) -> None:
        """Tell the workers of a lane of a client, or a match; where that fails, the sweep will."""
        try:
            self.queue.enqueue_hint(f"{client_id}-{lane}_{time.time_ns()}")
        except RedisError as error:
            log.warning(
                "hint not sent", client=client_id, lane=lane, outage=QUEUE, error=str(error)
            )

    def sweep(self, store: Store) -> None:
        """Announce what nobody has taken, and forget the news of clients without a webhook."""
        offering = has_room(self.queue)
        news = store.news.offer_overdue(MOST_NEWS)
        clients = sorted({name.split(" ")[1] for name, _ in news})
        listening = store.storage(WebhookStorage).with_webhooks(clients) if clients else set()
        for name, _ in news:
            match_id, client_id = name.split(" ")
            if offering and client_id in listening:
                self.announce(client_id, match_id)
        store.news.acknowledge_all(mark for mark in news if mark[0].split(" ")[1] not in listening)
        for name, _ in (
            store.storage(WebhookStorage).lanes.offer_overdue(MOST_LANES) if offering else ()
        ):
            client_id, lane = name.split(" ")
            self.announce(client_id, lane)

    def close(self) -> None:
        """Close the connection; the next use opens it again."""
        self.connection.connection_pool.disconnect()
