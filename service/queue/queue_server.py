"""The connection to the one server that has the queues.

All keys of the queues have one hash tag: on a cluster they lie on one server, with all that RQ does
there at once, transactions, scripts and waiting at several queues. RQ does not know clusters; it
gets a client of that server.
"""

from __future__ import annotations

from typing import Any

import redis
from rq.defaults import RQ_KEY_PREFIX

from railhead.service import QUEUE_PREFIX
from railhead.service.settings import Settings
from railhead.service.store.connection import connect_to_server, is_cluster
from railhead.service.store.slot_owner import connect_to_owner

if RQ_KEY_PREFIX != QUEUE_PREFIX:
    raise ImportError("import railhead.service before rq: it sets the prefix that rq reads once")


def connect_to_queue(settings: Settings, **further: Any) -> redis.Redis:
    """A client of the server that has the queues; `further` goes to its connections."""
    if is_cluster(settings.queue):
        return connect_to_owner(settings.queue, RQ_KEY_PREFIX, **further)
    return connect_to_server(settings.queue, **further)
