"""The jobs of the queues: each says that something is to be done, and can say nothing else.

That is the due turn of one match, or an analysis that was asked for: each has a queue, and workers
look into that of the turns first. Whoever can write to the queues can push anything. So of a job
that is read back only its id counts, and it is only read where all it asks for is exactly what we
ask for ourselves. No name that comes from a queue is ever imported, and nothing is unpickled: what
would call further functions (callbacks, webhooks, retries, dependents) is not taken from the store
at all.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import structlog
from redis import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import as_text

from service.model import AnalysisName

log = structlog.get_logger()

QUEUE: Final = "turns"
ANALYSES: Final = "analyses"
JOB: Final = "service.bots.worker.play_turn"
"""What a job says is to be done. A name to compare with: what is called is set by the worker."""
ANALYSIS: Final = "service.bots.worker.analyse"
"""As `JOB`."""
FAILED_JOBS_SECONDS: Final = 60
LONGEST_PAYLOAD: Final = 1024

_JOB_ID: Final = re.compile(r"([A-Za-z0-9_-]{1,64})_\d{1,10}")
_ANALYSIS_ID: Final = re.compile(r"([A-Za-z0-9_-]{1,64})_([0-9a-f]{16})_(\d{1,9})_\d{1,9}a")


@dataclass(frozen=True)
class Wanted:
    """What a job is to do: a function, by what it is called, with these arguments."""

    queue: str
    function: str
    arguments: Sequence[str | int]

    @property
    def payload(self) -> list[Any]:
        """How a job writes it."""
        return [self.function, None, list(self.arguments), {}]


def job_id(match_id: str, version: int) -> str:
    """The id of the job for a due turn."""
    return f"{match_id}_{version}"


def analysis_id(name: AnalysisName, changes: int) -> str:
    """The id of the job for an analysis that has changed so often."""
    return f"{name.match}_{name.asker}_{name.number}_{changes}a"


def match_of(job: str) -> str | None:
    """The match whose turn a job is; None where this is the id of no such job of ours."""
    found = _JOB_ID.fullmatch(job)
    return None if found is None else found[1]


def analysis_of(job: str) -> AnalysisName | None:
    """The analysis that a job is for; None where this is the id of no such job of ours."""
    found = _ANALYSIS_ID.fullmatch(job)
    return None if found is None else AnalysisName(found[1], found[2], int(found[3]))


def wanted(job: str) -> Wanted | None:
    """What the job of this id is to do; None where this is the id of no job of ours."""
    analysis, match_id = analysis_of(job), match_of(job)
    if analysis is not None:
        arguments = (analysis.match, analysis.asker, analysis.number)
        return Wanted(ANALYSES, ANALYSIS, arguments)
    return None if match_id is None else Wanted(QUEUE, JOB, (match_id,))


class TurnJob(Job):
    """A job of ours. A worker's own kind of it says in `func` how it is done."""

    @property
    def func(self) -> Callable[..., Any]:
        """Nothing: only workers play."""
        raise TypeError("this process plays no turns")

    @classmethod
    def fetch(cls, id: str, connection: Redis | None = None, serializer: Any = None) -> TurnJob:
        """The job of this id. Raises `NoSuchJobError`, also for all that is no job of ours."""
        if wanted(id) is None:
            raise NoSuchJobError(f"{id!r} is not the id of a turn or an analysis")
        job = cls(id, connection=connection, serializer=JSONSerializer)
        try:
            job.refresh()  # type: ignore[no-untyped-call] # rq types it in part
        except (NoSuchJobError, Disconnected, TimedOut):
            raise
        except Exception as error:
            assert connection is not None
            _refused(id, f"{type(error).__name__}: {error}")
            connection.unlink(cls.key_for(id))
            raise NoSuchJobError(f"{id} is not a turn or an analysis") from error
        return job

    def restore(self, raw_data: Any) -> None:
        """Be what the id names. Raises `ValueError` where the stored job is another."""
        own = wanted(self.id)
        payload = zlib.decompressobj().decompress(raw_data[b"data"], LONGEST_PAYLOAD)
        if own is None or json.loads(payload) != own.payload:
            raise ValueError("it asks for something else than its id says")
        fields = {
            "data": json.dumps(own.payload).encode(),
            "origin": own.queue.encode(),
            "status": b"queued",
            "timeout": b"-1",
            "result_ttl": b"0",
            "failure_ttl": str(FAILED_JOBS_SECONDS).encode(),
        }
        super().restore({name.encode(): value for name, value in fields.items()})


class TurnQueue(Queue):
    """A queue of our jobs; ids of other things are dropped as they come."""

    def __init__(self, name: str = QUEUE, connection: Redis | None = None, **rest: Any) -> None:
        rest |= {"job_class": rest.get("job_class") or TurnJob, "serializer": JSONSerializer}
        super().__init__(name, connection=connection, **rest)

    @classmethod
    def lpop(
        cls, queue_keys: Sequence[str], timeout: int | None, connection: Redis | None = None
    ) -> Any:
        """The key of the first queue that has a job of ours, and the next id in it.

        Nothing is put aside meanwhile: a job that is lost is only a hint.
        """
        while True:
            taken = super().lpop(queue_keys, timeout, connection=connection)
            if taken is None:
                return None
            key, name = as_text(taken[0]), bytes(taken[1]).decode(errors="replace")
            own = wanted(name)
            if own is not None and key == f"{cls.redis_queue_namespace_prefix}{own.queue}":
                return taken
            _refused(name, "not the id of a job of this queue")

    def enqueue_dependents(self, *_: Any, **__: Any) -> None:
        """Nothing: no job waits for another."""


def _refused(job: str, why: str) -> None:
    """Log what was pushed, without what it holds."""
    log.warning("job refused", job=job[:100], why=why[:200])
