"""A small pool of threads, for work that should be begun as soon as it is given."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, TypeVar

Task = TypeVar("Task")

Allowed = Callable[[str], int]
"""How many threads may work at once for whom."""


class _Lane(Generic[Task]):
    """What is given for one asker: how much of it is at work, and what waits, the oldest first.

    `weight` is that of all that waits.
    """

    __slots__ = ("waiting", "weight", "working")

    def __init__(self) -> None:
        self.working = 0
        self.weight = 0
        self.waiting: deque[Task] = deque()


class ThreadPool(Generic[Task]):
    """A pool of threads, of which the one that became idle last is the next to work.

    So as few of them as will do share the interpreter's lock, and their memory is warm. Each task
    is somebody's. No asker has more threads at once than `allowed` says, and where several have
    tasks that wait, each of them has one begun in turn: who asks for much waits for itself. A task
    that takes much memory counts as several, by its `weight`, which stays the same.
    """

    def __init__(
        self,
        most: int,
        work: Callable[[Task], None],
        allowed: Allowed,
        weight: Callable[[Task], int] = lambda _: 1,
    ) -> None:
        self._most = most
        self._work = work
        self._allowed = allowed
        self._weight = weight
        self._lock = threading.Lock()
        self._started = 0
        self._idle: list[SimpleQueue[tuple[Task, str]]] = []
        self._lanes: dict[str, _Lane[Task]] = {}
        self._turns: deque[str] = deque()
        """Those with tasks that wait, whose turn is next first."""
        self._load = 0

    @property
    def load(self) -> int:
        """How many tasks are given and not yet done, each as often as it counts."""
        return self._load

    def submit(self, task: Task, asker: str) -> None:
        """Let a thread work on it, a new one where all are busy and there may be another."""
        weight = self._weight(task)
        with self._lock:
            self._load += weight
            lane = self._lanes.get(asker)
            if lane is None:
                lane = self._lanes[asker] = _Lane()
            free = self._idle or self._started < self._most
            if lane.waiting or not free or lane.working >= self._allowed(asker):
                if not lane.waiting:
                    self._turns.append(asker)
                lane.waiting.append(task)
                lane.weight += weight
                return
            lane.working += 1
            if self._idle:
                self._idle.pop().put((task, asker))
                return
            self._started += 1
        threading.Thread(target=self._run, args=(task, asker), name="request", daemon=True).start()

    def evict(self, asker: str) -> Task | None:
        """Take away the newest task of who has most that wait, if that is more than `asker` has."""
        with self._lock:
            own = self._lanes.get(asker)
            most = max(self._turns, key=lambda one: self._lanes[one].weight, default=asker)
            waiting = 0 if own is None else own.weight
            if most == asker or self._lanes[most].weight <= waiting:
                return None
            lane = self._lanes[most]
            task = lane.waiting.pop()
            lane.weight -= self._weight(task)
            self._load -= self._weight(task)
            if not lane.waiting:
                self._turns.remove(most)
            return task

    def _run(self, task: Task, asker: str) -> None:
        given: SimpleQueue[tuple[Task, str]] = SimpleQueue()
        while True:
            weight = self._weight(task)
            self._work(task)
            with self._lock:
                self._release(asker, weight)
                following = self._next()
                if following is None:
                    self._idle.append(given)
            task, asker = given.get() if following is None else following

    def _release(self, asker: str, weight: int) -> None:
        self._load -= weight
        lane = self._lanes[asker]
        lane.working -= 1
        if not lane.working and not lane.waiting:
            del self._lanes[asker]

    def _next(self) -> tuple[Task, str] | None:
        """The task to begin now: of the first whose turn it is and who may have another thread."""
        for asker in self._turns:
            lane = self._lanes[asker]
            if lane.working < self._allowed(asker):
                break
        else:
            return None
        lane.working += 1
        self._turns.remove(asker)
        task = lane.waiting.popleft()
        lane.weight -= self._weight(task)
        if lane.waiting:
            self._turns.append(asker)
        return task, asker
