"""A small pool of threads, for work that should be begun as soon as it is given."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, TypeVar

Task = TypeVar("Task")


class Threads(Generic[Task]):
    """A pool of threads, of which the one that became idle last is the next to work.

    So as few of them as will do share the interpreter's lock, and their memory is warm.
    """

    def __init__(self, most: int, work: Callable[[Task], None]) -> None:
        self._most = most
        self._work = work
        self._lock = threading.Lock()
        self._started = 0
        self._idle: list[SimpleQueue[Task]] = []
        self._queue: deque[Task] = deque()

    @property
    def busy(self) -> int:
        """How many tasks are given and not yet done."""
        return self._started - len(self._idle) + len(self._queue)

    def give(self, task: Task) -> None:
        """Let a thread work on it, a new one where all are busy and there may be another."""
        with self._lock:
            if self._idle:
                self._idle.pop().put(task)
                return
            if self._started == self._most:
                self._queue.append(task)
                return
            self._started += 1
        threading.Thread(target=self._run, args=(task,), name="request", daemon=True).start()

    def _run(self, task: Task) -> None:
        given: SimpleQueue[Task] = SimpleQueue()
        while True:
            self._work(task)
            with self._lock:
                following = self._queue.popleft() if self._queue else None
                if following is None:
                    self._idle.append(given)
            task = given.get() if following is None else following
