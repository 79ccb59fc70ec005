"""The worker process that delivers webhooks: it takes hints from their queue, and no turns.

So an endpoint that is slow keeps no bot from moving.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from rq.serializers import JSONSerializer

from railhead.service.core.matches import open_matches
from railhead.service.logs import configure
from railhead.service.queue.hint_worker import HintWorker
from railhead.service.queue.jobs import DeliveryJob, DeliveryQueue
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.settings import Settings
from railhead.service.webhooks.deliverer import Deliverer
from railhead.service.webhooks.hints import WebhookHints
from railhead.service.webhooks.sender import Sender

_deliverer: Deliverer | None = None


def deliver(client_id: str, lane: str) -> None:
    """The job: look at a lane of a client. What is not delivered stays marked."""
    assert _deliverer is not None
    _deliverer.attend(client_id, lane)


class WebhookDelivery(DeliveryJob):
    """A job in a process that delivers."""

    @property
    def func(self) -> Callable[[str, str], None]:
        """What a job does, whatever name it has for that."""
        return deliver


def run(settings: Settings, holder: WorkerProcess, heartbeat: Heartbeat) -> None:
    """Take hints and deliver until told to stop."""
    global _deliverer  # noqa: PLW0603 - the queue calls a plain function, once per process
    configure(settings)
    os.nice(settings.worker_nice)
    hints = WebhookHints(settings)
    worker = HintWorker(
        [DeliveryQueue(connection=hints.connection, job_class=WebhookDelivery)],
        name=holder.worker_name,
        connection=hints.connection,
        job_class=WebhookDelivery,
        queue_class=DeliveryQueue,
        serializer=JSONSerializer,
        log_job_description=False,
        heartbeat=heartbeat,
        slice_seconds=settings.worker_heartbeat_timeout_seconds,
    )
    _deliverer = Deliverer(open_matches(settings), Sender(settings))
    worker.work(logging_level="WARNING")
    _deliverer.close(settings.drain_seconds)
