"""The queue of data to be validated: several at once, and each caller in turn.

A request that waits here needs no thread: it raises `ValidationPending`, and comes again once it is
woken.
"""

from __future__ import annotations

import math
import threading
from collections import Counter, deque
from collections.abc import Callable
from typing import Final

from railhead.service.errors import Overloaded, Problem, TooManyTrials

TYPICAL_SECONDS: Final = 2.0
"""How long a validation takes: what `Retry-After` is reckoned with."""
MOST_SECONDS_WAITED: Final = 50.0
"""How long a request waits for its validation; many a proxy cuts one off that takes a minute."""

Key = tuple[str, str]
"""A game, and the hash of the data."""


class ValidationPending(Exception):
    """The data is not validated yet; whoever asked is woken once it is."""


class ValidationJob:
    """A validation of data, and the tickets of the requests that wait for it."""

    def __init__(self, key: Key, caller: str, work: Callable[[], None]) -> None:
        self.key = key
        self.caller = caller
        self.work = work
        self.tickets: list[ValidationTicket] = []
        self.ended = threading.Event()
        self.error: Exception | None = None

    def result(self) -> None:
        """Nothing where the data passed. Raises `ValidationPending`, and what its work raised."""
        if not self.ended.is_set():
            raise ValidationPending
        if isinstance(self.error, Problem):  # one for each request, as each has its own traceback
            raise type(self.error)(self.error.detail, **self.error.members)
        if self.error is not None:
            raise self.error


class ValidationTicket:
    """The place of one request of `caller` in the queue, with its job once it has one.

    `wake` is called, by a thread that it may not keep, when the job has ended; without it the
    request waits here.
    """

    def __init__(self, caller: str, wake: Callable[[], None] | None = None) -> None:
        self.caller = caller
        self.wake = wake
        self.job: ValidationJob | None = None
        self._queue: ValidationQueue | None = None

    def validate(self, queue: ValidationQueue, key: Key, work: Callable[[], None]) -> None:
        """Let `work` try out the data of `key`, and say what came of it.

        Raises `ValidationPending` until it has ended, `TooManyTrials`, `Overloaded`, and what
        `work` raises.
        """
        if self.job is None or self.job.key != key:
            self.leave()
            self.job, self._queue = queue.enter(self, key, work), queue
        if self.wake is None and not self.job.ended.wait(MOST_SECONDS_WAITED):
            self.leave()
            raise out_of_time()
        self.job.result()

    def leave(self) -> None:
        """Give the place up: a job that nobody waits for is not begun."""
        if self.job is not None and self._queue is not None:
            self._queue.leave(self, self.job)


class ValidationQueue:
    """Validations of data: `at_once` run, and so many requests wait, `most_of_a_caller` of any one.

    Next is always the caller who has the fewest under way, of several the one who waits longest.
    Safe to use from several threads.
    """

    def __init__(self, at_once: int, most: int, most_of_a_caller: int) -> None:
        self._at_once = at_once
        self._most = most
        self._most_of_a_caller = most_of_a_caller
        self._lock = threading.Lock()
        self._threads = 0
        self._open: dict[Key, ValidationJob] = {}
        self._queues: dict[str, deque[ValidationJob]] = {}
        self._running: Counter[str] = Counter()
        self._tickets: Counter[str] = Counter()

    def enter(self, ticket: ValidationTicket, key: Key, work: Callable[[], None]) -> ValidationJob:
        """The job of the data of `key`, begun or queued; the same for all who wait for it.

        Raises `TooManyTrials`, `Overloaded`.
        """
        with self._lock:
            self._check_room(ticket.caller)
            job = self._open.get(key)
            if job is None:
                job = self._open[key] = ValidationJob(key, ticket.caller, work)
                self._queues.setdefault(ticket.caller, deque()).append(job)
            job.tickets.append(ticket)
            self._tickets[ticket.caller] += 1
            # No more threads than jobs; each ends when nothing waits, so none is there in quiet
            # times.
            starting = self._threads < min(self._at_once, len(self._open))
            self._threads += starting
        if starting:
            threading.Thread(target=self._run, name="validation", daemon=True).start()
        return job

    def leave(self, ticket: ValidationTicket, job: ValidationJob) -> None:
        """Wait no longer for a job."""
        with self._lock:
            if ticket in job.tickets:
                self._free(job, ticket)

    def _check_room(self, caller: str) -> None:
        own, total = self._tickets[caller], self._tickets.total()
        if own >= self._most_of_a_caller:
            raise TooManyTrials(limit=own, retry_after=self._seconds(own))
        if total >= self._most:
            detail = "too much other data waits to be tried out"
            raise Overloaded(detail, limit=total, retry_after=self._seconds(total))

    def _seconds(self, jobs: int) -> int:
        return max(1, math.ceil(jobs * TYPICAL_SECONDS / self._at_once))

    def _free(self, job: ValidationJob, ticket: ValidationTicket) -> None:
        job.tickets.remove(ticket)
        self._tickets[ticket.caller] -= 1
        if not self._tickets[ticket.caller]:
            del self._tickets[ticket.caller]

    def _run(self) -> None:
        """What a thread does until nothing waits."""
        while (job := self._next()) is not None:
            try:
                job.work()
            except Exception as error:  # noqa: BLE001 - whoever waits for it raises it
                job.error = error
            self._end(job)

    def _next(self) -> ValidationJob | None:
        """The job to run; None, with the thread counted out, where none waits."""
        with self._lock:
            while self._queues:
                # `min` takes the first of equals, and callers are put back last: so they have
                # turns.
                caller = min(self._queues, key=self._running.__getitem__)
                queue = self._queues.pop(caller)
                job = queue.popleft()
                if queue:
                    self._queues[caller] = queue  # behind all others
                if job.tickets:
                    self._running[caller] += 1
                    return job
                del self._open[job.key]
            self._threads -= 1
            return None

    def _end(self, job: ValidationJob) -> None:
        with self._lock:
            del self._open[job.key]
            self._running[job.caller] -= 1
            if not self._running[job.caller]:
                del self._running[job.caller]
            waiting = list(job.tickets)
            for ticket in waiting:
                self._free(job, ticket)
            job.ended.set()
        # Outside of the lock: what is woken may come here at once.
        for ticket in waiting:
            if ticket.wake is not None:
                ticket.wake()


def out_of_time() -> Overloaded:
    """The refusal of a request that has waited as long as one may."""
    return Overloaded("other data is being tried out; this is not tried out yet")
