"""The jobs of the queue: each says that the turn of one match is due, and can say nothing else.

Whoever can write to the queue can push anything. So of a job that is read back only its id counts,
and it is only read where all it asks for is exactly what we ask for ourselves. No name that comes
from the queue is ever imported, and nothing is unpickled: what would call further functions
(callbacks, webhooks, retries, dependents) is not taken from the store at all.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from typing import Any, Final

import structlog
from redis import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.intermediate_queue import IntermediateQueue
from rq.job import Job
from rq.serializers import JSONSerializer

log = structlog.get_logger()

QUEUE: Final = "turns"
JOB: Final = "service.bots.worker.play_turn"
"""What a job says is to be done. A name to compare with: what is called is set by the worker."""
FAILED_JOBS_SECONDS: Final = 60
LONGEST_PAYLOAD: Final = 1024

_JOB_ID: Final = re.compile(r"([A-Za-z0-9_-]{1,64})_\d{1,10}")


def job_id(match_id: str, version: int) -> str:
    """The id of the job for a due turn."""
    return f"{match_id}_{version}"


def match_of(job: str) -> str | None:
    """The match that a job is for; None where this is the id of no job of ours."""
    found = _JOB_ID.fullmatch(job)
    return None if found is None else found[1]


class TurnJob(Job):
    """The due turn of a match. A worker's own kind of it says in `func` how it is played."""

    @property
    def func(self) -> Callable[..., Any]:
        """Nothing: only workers play."""
        raise TypeError("this process plays no turns")

    @classmethod
    def fetch(cls, id: str, connection: Redis | None = None, serializer: Any = None) -> TurnJob:
        """The job of this id. Raises `NoSuchJobError`, also for all that is no job of ours."""
        if match_of(id) is None:
            raise NoSuchJobError(f"{id!r} is not the id of a turn")
        job = cls(id, connection=connection, serializer=JSONSerializer)
        try:
            job.refresh()  # type: ignore[no-untyped-call] # rq types it in part
        except (NoSuchJobError, Disconnected, TimedOut):
            raise
        except Exception as error:
            assert connection is not None
            _refused(connection, id, f"{type(error).__name__}: {error}")
            connection.unlink(cls.key_for(id))
            raise NoSuchJobError(f"{id} is not a turn") from error
        return job

    def restore(self, raw_data: Any) -> None:
        """Be the turn that the id names. Raises `ValueError` where the stored job is another."""
        match_id = match_of(self.id)
        payload = zlib.decompressobj().decompress(raw_data[b"data"], LONGEST_PAYLOAD)
        if json.loads(payload) != [JOB, None, [match_id], {}]:
            raise ValueError("it asks for something else than a turn of its match")
        own = {
            "data": json.dumps([JOB, None, [match_id], {}]).encode(),
            "origin": QUEUE.encode(),
            "status": b"queued",
            "timeout": b"-1",
            "result_ttl": b"0",
            "failure_ttl": str(FAILED_JOBS_SECONDS).encode(),
        }
        super().restore({name.encode(): value for name, value in own.items()})


class TurnQueue(Queue):
    """The queue of turns; ids of other things are dropped as they come."""

    def __init__(self, name: str = QUEUE, connection: Redis | None = None, **rest: Any) -> None:
        rest |= {"job_class": rest.get("job_class") or TurnJob, "serializer": JSONSerializer}
        super().__init__(name, connection=connection, **rest)

    @classmethod
    def lmove(cls, connection: Redis, queue_key: str, timeout: int | None) -> Any:
        """The key of the queue and the next id of a turn, which is put aside in the store."""
        while True:
            taken = super().lmove(connection, queue_key, timeout)
            if taken is None:
                return None
            name = bytes(taken[1]).decode(errors="replace")
            if match_of(name) is not None:
                return taken
            connection.lrem(IntermediateQueue.get_intermediate_queue_key(queue_key), 0, taken[1])
            _refused(connection, name, "not the id of a turn")

    def enqueue_dependents(self, *_: Any, **__: Any) -> None:
        """Nothing: no turn waits for another."""


def _refused(connection: Redis, job: str, why: str) -> None:
    """Log what was pushed, without what it holds, and forget that it was taken."""
    log.warning("job refused", job=job[:100], why=why[:200])
    key = f"{Queue.redis_queue_namespace_prefix}{QUEUE}"
    connection.lrem(IntermediateQueue.get_intermediate_queue_key(key), 0, job)
