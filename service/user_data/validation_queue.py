"""The queue of data that is to be tried out: several at once, and each caller in turn.

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
"""How long a trial takes: what `Retry-After` is reckoned with."""
MOST_SECONDS_WAITED: Final = 50.0
"""How long a request waits for its trial; many a proxy cuts one off that takes a minute."""

Key = tuple[str, str]
"""A game, and the hash of the data."""


class ValidationPending(Exception):
    """The data is not tried out yet; whoever asked is woken once it is."""


class ValidationJob:
    """A trial of data, and the places of the requests that wait for it."""

    def __init__(self, key: Key, caller: str, work: Callable[[], None]) -> None:
        self.key = key
        self.caller = caller
        self.work = work
        self.places: list[ValidationTicket] = []
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
    """The place of one request of `caller` in the queue, of its trial once it has one.

    `wake` is called, by a thread that it may not keep, when the trial has ended; without it the
    request waits here.
    """

    def __init__(self, caller: str, wake: Callable[[], None] | None = None) -> None:
        self.caller = caller
        self.wake = wake
        self.job: ValidationJob | None = None
        self._queue: ValidationQueue | None = None

    def validate(self, trials: ValidationQueue, key: Key, work: Callable[[], None]) -> None:
        """Let `work` try out the data of `key`, and say what came of it.

        Raises `ValidationPending` until it has ended, `TooManyTrials`, `Overloaded`, and what
        `work` raises.
        """
        if self.job is None or self.job.key != key:
            self.leave()
            self.job, self._queue = trials.enter(self, key, work), trials
        if self.wake is None and not self.job.ended.wait(MOST_SECONDS_WAITED):
            self.leave()
            raise out_of_time()
        self.job.result()

    def leave(self) -> None:
        """Give the place up: a trial that nobody waits for is not begun."""
        if self.job is not None and self._queue is not None:
            self._queue.leave(self, self.job)


class ValidationQueue:
    """Trials of data: `at_once` run, and so many requests wait, `most_of_a_caller` of any one.

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
        self._places: Counter[str] = Counter()

    def enter(self, place: ValidationTicket, key: Key, work: Callable[[], None]) -> ValidationJob:
        """The trial of the data of `key`, begun or queued; the same for all who wait for it.

        Raises `TooManyTrials`, `Overloaded`.
        """
        with self._lock:
            self._check_room(place.caller)
            trial = self._open.get(key)
            if trial is None:
                trial = self._open[key] = ValidationJob(key, place.caller, work)
                self._queues.setdefault(place.caller, deque()).append(trial)
            trial.places.append(place)
            self._places[place.caller] += 1
            starting = self._threads < min(self._at_once, len(self._open))
            self._threads += starting
        if starting:
            threading.Thread(target=self._run, name="trial", daemon=True).start()
        return trial

    def leave(self, place: ValidationTicket, trial: ValidationJob) -> None:
        """Wait no longer for a trial."""
        with self._lock:
            if place in trial.places:
                self._free(trial, place)

    def _check_room(self, caller: str) -> None:
        own, total = self._places[caller], self._places.total()
        if own >= self._most_of_a_caller:
            raise TooManyTrials(limit=own, retry_after=self._seconds(own))
        if total >= self._most:
            detail = "too much other data waits to be tried out"
            raise Overloaded(detail, limit=total, retry_after=self._seconds(total))

    def _seconds(self, trials: int) -> int:
        return max(1, math.ceil(trials * TYPICAL_SECONDS / self._at_once))

    def _free(self, trial: ValidationJob, place: ValidationTicket) -> None:
        trial.places.remove(place)
        self._places[place.caller] -= 1
        if not self._places[place.caller]:
            del self._places[place.caller]

    def _run(self) -> None:
        """What a thread does until nothing waits."""
        while (trial := self._next()) is not None:
            try:
                trial.work()
            except Exception as error:  # noqa: BLE001 - whoever waits for it raises it
                trial.error = error
            self._end(trial)

    def _next(self) -> ValidationJob | None:
        """The trial to run; None, with the thread counted out, where none waits."""
        with self._lock:
            while self._queues:
                caller = min(self._queues, key=self._running.__getitem__)
                queue = self._queues.pop(caller)
                trial = queue.popleft()
                if queue:
                    self._queues[caller] = queue  # behind all others
                if trial.places:
                    self._running[caller] += 1
                    return trial
                del self._open[trial.key]
            self._threads -= 1
            return None

    def _end(self, trial: ValidationJob) -> None:
        with self._lock:
            del self._open[trial.key]
            self._running[trial.caller] -= 1
            if not self._running[trial.caller]:
                del self._running[trial.caller]
            waiting = list(trial.places)
            for place in waiting:
                self._free(trial, place)
            trial.ended.set()
        # Outside of the lock: what is woken may come here at once.
        for place in waiting:
            if place.wake is not None:
                place.wake()


def out_of_time() -> Overloaded:
    """The refusal of a request that has waited as long as one may."""
    return Overloaded("other data is being tried out; this is not tried out yet")
