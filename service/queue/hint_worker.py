"""How a worker process waits for the jobs of a queue."""

from __future__ import annotations

from typing import Any, Final

import structlog
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut
from rq import SimpleWorker
from rq.job import Job
from rq.utils import now

from railhead.service.queue.jobs import HintJob
from railhead.service.queue.processes import Heartbeat

log = structlog.get_logger()

LONGEST_JOB_SECONDS: Final = 3600
"""For how long the queue's books have a job, and its worker, as there without hearing of them."""


class HintWorker(SimpleWorker):
    """Runs jobs in its own process, which `service.running.supervisor` has preloaded.

    It takes no commands from the queue, and keeps nothing but hints in its books.
    """

    # RQ doubles its pauses up to a minute: bots would stand for that long after a short outage.
    max_connection_wait_time = 1.0
    stopping = False
    """Whether this process shall end after the job at hand."""

    def __init__(
        self,
        *args: Any,
        job_class: type[HintJob],
        heartbeat: Heartbeat,
        slice_seconds: float,
        **rest: Any,
    ) -> None:
        self.process_heartbeat = heartbeat
        self.slice_seconds = slice_seconds
        # The queue passes over old ids, thousands perhaps, without coming back here.
        job_class.looked_for = heartbeat.beat
        super().__init__(*args, **rest | {"job_class": job_class})

    @property
    def dequeue_timeout(self) -> int:
        """How long to wait for a job before the next sign of life."""
        # A worker that waits gives no beat: it has to be back well before it is taken for hung.
        return max(1, int(self.slice_seconds / 3))

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """Tell the supervisor and the queue that this process is alive."""
        self.process_heartbeat.beat()
        super().heartbeat(timeout, pipeline)

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        """For how many seconds the queue's books have the worker of a job that begins."""
        # RQ hears of a job without a time limit when it ends. With its own minute and a half it
        # would take the worker of a long turn for lost, and the supervisor would not find in the
        # books what a worker had that died over one.
        return LONGEST_JOB_SECONDS

    def subscribe(self) -> None:
        """Listen to nobody: whoever can write to the queue could stop this process."""

    def run_maintenance_tasks(self) -> None:
        """Tidy the queue's books, as far as they can be read."""
        try:
            self.clean_registries()  # type: ignore[no-untyped-call] # rq types it in part
        except (Disconnected, TimedOut):
            raise
        except Exception:
            log.exception("the books of the queue cannot be tidied")
            # Else RQ would try again before each job.
            self.last_cleaned_at = now()  # type: ignore[assignment] # rq types it in part

    def handle_warm_shutdown_request(self) -> None:
        """End after the job at hand."""
        self.stopping = True
