"""The jobs of the queues: hints that the turn of one match, or a webhook, is due, and nothing else.

There are two kinds, each with a queue of its own, from which nothing else is taken.

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
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

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

FAILED_JOBS_SECONDS: Final = 60
LONGEST_PAYLOAD: Final = 1024


@dataclass(frozen=True)
class Kind:
    """What the jobs of one queue ask for.

    `job` is a name to compare with: what is called is set by the worker. `ids` is what their ids
    look like; its groups are the arguments.
    """

    queue: str
    job: str
    ids: re.Pattern[str]

    def arguments(self, job: str) -> list[str] | None:
        """The arguments of the job with this id; None where it is the id of no job of ours."""
        found = self.ids.fullmatch(job)
        return None if found is None else list(found.groups())


QUEUE: Final = "turns"
JOB: Final = "service.bots.worker.play_turn"
TURNS: Final = Kind(QUEUE, JOB, re.compile(r"([A-Za-z0-9_-]{1,64})_\d{1,10}"))
DELIVERIES: Final = Kind(
    "webhooks",
    "service.webhooks.worker.deliver",
    re.compile(r"([a-z0-9]{20})-([A-Za-z0-9_-]{1,64})_\d{1,20}"),
)


def job_id(match_id: str, version: int) -> str:
    """The id of the job for a due turn."""
    return f"{match_id}_{version}"


def match_of(job: str) -> str | None:
    """The match that a job is for; None where this is the id of no job of ours."""
    found = TURNS.arguments(job)
    return None if found is None else found[0]


class HintJob(Job):
    """A job of one kind. A worker's own kind of it says in `func` what is called."""

    kind: ClassVar[Kind]

    @property
    def func(self) -> Callable[..., Any]:
        """Nothing: only workers work."""
        raise TypeError("this process takes no jobs")

    @classmethod
    def fetch(cls, id: str, connection: Redis | None = None, serializer: Any = None) -> Self:
        """The job of this id. Raises `NoSuchJobError`, also for all that is no job of ours."""
        if cls.kind.arguments(id) is None:
            raise NoSuchJobError(f"{id!r} is not the id of a job of {cls.kind.queue}")
        job = cls(id, connection=connection, serializer=JSONSerializer)
        try:
            job.refresh()  # type: ignore[no-untyped-call] # rq types it in part
        except (NoSuchJobError, Disconnected, TimedOut):
            raise
        except Exception as error:
            assert connection is not None
            _refused(connection, cls.kind, id, f"{type(error).__name__}: {error}")
            connection.unlink(cls.key_for(id))
            raise NoSuchJobError(f"{id} is not a job of {cls.kind.queue}") from error
        return job

    def restore(self, raw_data: Any) -> None:
        """Be the job that the id names. Raises `ValueError` where the stored one is another."""
        wanted: list[Any] = [self.kind.job, None, self.kind.arguments(self.id), {}]
        payload = zlib.decompressobj().decompress(raw_data[b"data"], LONGEST_PAYLOAD)
        if json.loads(payload) != wanted:
            raise ValueError("it asks for something else than its id says")
        own = {
            "data": json.dumps(wanted).encode(),
            "origin": self.kind.queue.encode(),
            "status": b"queued",
            "timeout": b"-1",
            "result_ttl": b"0",
            "failure_ttl": str(FAILED_JOBS_SECONDS).encode(),
        }
        super().restore({name.encode(): value for name, value in own.items()})


class TurnJob(HintJob):
    """The due turn of a match."""

    kind = TURNS


class DeliveryJob(HintJob):
    """Something that the webhook of a client has to do: arguments are the client and a lane."""

    kind = DELIVERIES


class HintQueue(Queue):
    """The queue of one kind of jobs; ids of other things are dropped as they come."""

    job_kind: ClassVar[type[HintJob]]

    def __init__(
        self, name: str | None = None, connection: Redis | None = None, **rest: Any
    ) -> None:
        rest |= {"job_class": rest.get("job_class") or self.job_kind, "serializer": JSONSerializer}
        super().__init__(name or self.job_kind.kind.queue, connection=connection, **rest)

    @classmethod
    def lmove(cls, connection: Redis, queue_key: str, timeout: int | None) -> Any:
        """The key of the queue and the next id of a job, which is put aside in the store."""
        kind = cls.job_kind.kind
        while True:
            taken = super().lmove(connection, queue_key, timeout)
            if taken is None:
                return None
            name = bytes(taken[1]).decode(errors="replace")
            if kind.arguments(name) is not None:
                return taken
            connection.lrem(IntermediateQueue.get_intermediate_queue_key(queue_key), 0, taken[1])
            _refused(connection, kind, name, "not the id of a job of this queue")

    def enqueue_dependents(self, *_: Any, **__: Any) -> None:
        """Nothing: no job waits for another."""

    def give(self, job: str) -> None:
        """Add the job of this id. Raises `RedisError`."""
        kind = self.job_kind.kind
        self.enqueue_call(
            kind.job,
            args=kind.arguments(job),
            job_id=job,
            timeout=-1,
            result_ttl=0,
            failure_ttl=FAILED_JOBS_SECONDS,
        )


class TurnQueue(HintQueue):
    """The queue of turns."""

    job_kind = TurnJob


class DeliveryQueue(HintQueue):
    """The queue of webhooks."""

    job_kind = DeliveryJob


def _refused(connection: Redis, kind: Kind, job: str, why: str) -> None:
    """Log what was pushed, without what it holds, and forget that it was taken."""
    log.warning("job refused", job=job[:100], why=why[:200])
    key = f"{Queue.redis_queue_namespace_prefix}{kind.queue}"
    connection.lrem(IntermediateQueue.get_intermediate_queue_key(key), 0, job)
