"""The jobs of the queues: hints that something is to be done, which can say nothing else.

That is the due turn of one match, an analysis that was asked for, a shared search of a turn that
another worker plays, or something that the webhook of a client has to deliver. Each kind has a
queue of its own, from which nothing else is taken; workers that play look into that of the turns
first, then into that of the analyses, then into that of the shared searches. Of the turns each
takes the one that `fair_order` has next. Whoever can write to the queues can push anything. So of
a job that is read back only its id counts, and it is only read where all it asks for is exactly
what we ask for ourselves. No name that comes from a queue is ever imported, and nothing is
unpickled: what would call further functions (callbacks, webhooks, retries, dependents) is not
taken from the store at all.
"""

from __future__ import annotations

import json
import re
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import structlog
from redis import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import as_text

from railhead.service.model import AnalysisName
from railhead.service.queue.fair_order import exchange_hint, forget

log = structlog.get_logger()

FAILED_JOBS_SECONDS: Final = 60
LONGEST_PAYLOAD: Final = 1024
AT_ONCE: Final = 1000
"""How many jobs are thrown away at a time: in between the server answers others."""


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
        """The arguments of the job with this id; None where it is the id of no job of this kind."""
        found = self.ids.fullmatch(job)
        return None if found is None else list(found.groups())


TURNS: Final = Kind(
    "turns", "service.bots.worker.play_turn", re.compile(r"([A-Za-z0-9_-]{1,64})_\d{1,10}")
)
ANALYSES: Final = Kind(
    "analyses",
    "service.bots.worker.analyse",
    re.compile(r"([A-Za-z0-9_-]{1,64})_([0-9a-f]{16})_(\d{1,9})_\d{1,9}a"),
)
SEARCHES: Final = Kind(
    "parts",
    # The function has another name by now: hosts of other versions compare with this one.
    "service.bots.worker.search_part",
    re.compile(r"([A-Za-z0-9_-]{1,64})_(\d{1,10})_\d{1,20}p"),
)
DELIVERIES: Final = Kind(
    "webhooks",
    "service.webhooks.worker.deliver",
    re.compile(r"([a-z0-9]{20})-([A-Za-z0-9_-]{1,64})_\d{1,20}"),
)


def job_id(match_id: str, version: int) -> str:
    """The id of the job for a due turn."""
    return f"{match_id}_{version}"


def again_id(match_id: str) -> str:
    """An id for the job of a turn that goes on although its version is the same."""
    # Cut to the ten digits that a version may have in an id.
    return job_id(match_id, time.time_ns() // 1_000_000 % 10**10)


def analysis_id(name: AnalysisName, changes: int) -> str:
    """The id of the job for an analysis that has changed so often."""
    return f"{name.match}_{name.asker}_{name.number}_{changes}a"


def search_id(match_id: str, version: int) -> str:
    """An id for one more job for a shared search of the decision at a version."""
    return f"{match_id}_{version}_{time.time_ns()}p"


def match_of(job: str) -> str | None:
    """The match whose turn a job is; None where this is the id of no such job of ours."""
    found = TURNS.arguments(job)
    return None if found is None else found[0]


def analysis_of(job: str) -> AnalysisName | None:
    """The analysis that a job is for; None where this is the id of no such job of ours."""
    found = ANALYSES.arguments(job)
    return None if found is None else AnalysisName(found[0], found[1], int(found[2]))


def search_of(job: str) -> tuple[str, int] | None:
    """The match and version whose decision a job helps to search; None where it is no such job."""
    found = SEARCHES.arguments(job)
    return None if found is None else (found[0], int(found[1]))


class HintJob(Job):
    """A job of one of some kinds. A worker's own kind of it says in `func` what is called."""

    kinds: ClassVar[tuple[Kind, ...]]
    """No id is of two of them."""
    looked_for: ClassVar[Callable[[], None]] = staticmethod(lambda: None)
    """Called for each id that comes: many may be of jobs that are done by now."""

    @classmethod
    def kind_of(cls, job: str) -> Kind | None:
        """The kind that the job with this id is of; None where it is no job of ours."""
        return next((kind for kind in cls.kinds if kind.arguments(job) is not None), None)

    @property
    def func(self) -> Callable[..., Any]:
        """Nothing: only workers work."""
        raise TypeError("this process takes no jobs")

    @classmethod
    def fetch(cls, id: str, connection: Redis | None = None, serializer: Any = None) -> Self:
        """The job of this id. Raises `NoSuchJobError`, also for all that is no job of ours."""
        cls.looked_for()
        kind = cls.kind_of(id)
        if kind is None:
            raise NoSuchJobError(f"{id!r} is not the id of a job of ours")
        job = cls(id, connection=connection, serializer=JSONSerializer)
        try:
            job.refresh()  # type: ignore[no-untyped-call] # rq types it in part
        except (NoSuchJobError, Disconnected, TimedOut):
            raise
        except Exception as error:
            assert connection is not None
            _discard_job(id, f"{type(error).__name__}: {error}")
            connection.unlink(cls.key_for(id))
            raise NoSuchJobError(f"{id} is not a job of {kind.queue}") from error
        return job

    def restore(self, raw_data: Any) -> None:
        """Be the job that the id names. Raises `ValueError` where the stored one is another."""
        kind = self.kind_of(self.id)
        wanted: list[Any] | None
        wanted = None if kind is None else [kind.job, None, kind.arguments(self.id), {}]
        # Bounded, since a few bytes of a forged job may unpack into gigabytes.
        payload = zlib.decompressobj().decompress(raw_data[b"data"], LONGEST_PAYLOAD)
        if kind is None or json.loads(payload) != wanted:
            raise ValueError("it asks for something else than its id says")
        begun = raw_data.get(b"status") == b"started"
        own = {
            "data": json.dumps(wanted).encode(),
            "origin": kind.queue.encode(),
            # What a host that is lost had begun is only cleared away where it says that it has.
            "status": b"started" if begun else b"queued",
            "timeout": b"-1",
            "result_ttl": b"0",
            "failure_ttl": str(FAILED_JOBS_SECONDS).encode(),
        }
        super().restore({name.encode(): value for name, value in own.items()})


class TurnJob(HintJob):
    """The due turn of a match, an analysis, or a shared search."""

    kinds = (TURNS, ANALYSES, SEARCHES)


class DeliveryJob(HintJob):
    """Something that the webhook of a client has to do: arguments are the client and a lane."""

    kinds = (DELIVERIES,)


class HintQueue(Queue):
    """A queue of one kind of jobs; ids of other things are dropped as they come."""

    job_type: ClassVar[type[HintJob]]

    def __init__(
        self, name: str | None = None, connection: Redis | None = None, **rest: Any
    ) -> None:
        rest |= {"job_class": rest.get("job_class") or self.job_type, "serializer": JSONSerializer}
        super().__init__(name or self.job_type.kinds[0].queue, connection=connection, **rest)

    @classmethod
    def all_of(cls, connection: Redis, job_class: type[HintJob] | None = None) -> list[Self]:
        """The queues of all kinds that such jobs may be of, in the order to look into them."""
        return [
            cls(kind.queue, connection=connection, job_class=job_class)
            for kind in cls.job_type.kinds
        ]

    @classmethod
    def lpop(
        cls, queue_keys: Sequence[str], timeout: int | None, connection: Redis | None = None
    ) -> Any:
        """The key of the first of several queues that has a job, and its id.

        Nothing is put aside meanwhile: a job that is lost is only a hint.
        """
        while True:
            taken = super().lpop(queue_keys, timeout, connection=connection)
            if taken is None or cls._is_of(as_text(taken[0]), taken[1]):
                return taken

    @classmethod
    def lmove(cls, connection: Redis, queue_key: str, timeout: int | None) -> Any:
        """The same for one queue: RQ would put the job aside in the store until it is begun."""
        return cls.lpop([queue_key], timeout, connection=connection)

    @classmethod
    def _is_of(cls, queue_key: str, job: bytes) -> bool:
        """Whether this is the id of a job of the queue with this key; logs where it is not."""
        name = bytes(job).decode(errors="replace")
        kind = cls.job_type.kind_of(name)
        if kind is not None and queue_key == f"{cls.redis_queue_namespace_prefix}{kind.queue}":
            return True
        _discard_job(name, "not the id of a job of this queue")
        return False

    def move_dependents_to_ready(self, *_: Any, **__: Any) -> dict[str, list[str]]:
        """Nothing: no job waits for another."""
        return {}

    def enqueue_hint(self, job: str) -> None:
        """Add the job of this id. Raises `RedisError`."""
        kind = self.job_type.kind_of(job)
        assert kind is not None
        with self.connection.pipeline() as at_once:  # of itself it would ask the store twice
            self.enqueue_call(
                kind.job,
                args=kind.arguments(job),
                job_id=job,
                # None of RQ's: that is a signal, which compiled code that hangs never hears.
                timeout=-1,
                result_ttl=0,
                failure_ttl=FAILED_JOBS_SECONDS,
                pipeline=at_once,
            )
            at_once.execute()

    def discard(self, count: int) -> None:
        """Remove the first `count` jobs or so. Raises `RedisError`."""
        for _ in range(0, count, AT_ONCE):
            gone: Any = self.connection.lpop(self.key, AT_ONCE)
            if not gone:
                return
            self.connection.unlink(*(self.job_type.key_for(as_text(job)) for job in gone))


class TurnQueue(HintQueue):
    """The queue of turns, that of analyses, or that of shared searches."""

    job_type = TurnJob

    @classmethod
    def lpop(
        cls, queue_keys: Sequence[str], timeout: int | None, connection: Redis | None = None
    ) -> Any:
        """As that of all queues; a hint of a turn is exchanged for the one whose turn it is."""
        turns = f"{cls.redis_queue_namespace_prefix}{TURNS.queue}"
        while True:
            taken = super().lpop(queue_keys, timeout, connection=connection)
            if taken is None or as_text(taken[0]) != turns:
                return taken
            assert connection is not None
            # What was taken says only that a worker is free; the order says for whom.
            hint = exchange_hint(connection, as_text(taken[1])).encode()
            if cls._is_of(turns, hint):
                return taken[0], hint

    def discard(self, count: int) -> None:
        """As that of all queues; nobody waits any more."""
        super().discard(count)
        if self.name == TURNS.queue:
            forget(self.connection)


class DeliveryQueue(HintQueue):
    """The queue of webhooks."""

    job_type = DeliveryJob


def _discard_job(job: str, why: str) -> None:
    """Log what was pushed, without what it holds."""
    log.warning("job refused", job=job[:100], why=why[:200])
