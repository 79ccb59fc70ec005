"""What a worker process does while no turn of a bot is due, and lets go as soon as one is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from redis.exceptions import RedisError

from railhead.games.recently_used import RecentlyUsed
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches
from railhead.service.queue.processes import Heartbeat, WorkerProcess

LOOK_SECONDS: Final = 0.02
"""How often it is looked whether something else waits, and whether this is still wanted.

That is about how long a turn waits for such a worker; a look asks the queue for its length."""
MOST_KEPT: Final = 2
"""How many trees a process keeps that it has let go: each may take some 90 MB."""

Key = TypeVar("Key", bound=Hashable)
Task = TypeVar("Task")


class SpareTimeWorker(Generic[Key, Task]):
    """Works on tasks that give way to turns, and keeps the last ones that it has let go.

    `stopping` and `heartbeat` are as those of `TurnWorker`.
    """

    def __init__(
        self,
        matches: Matches,
        turns: TurnScheduler,
        holder: WorkerProcess,
        stopping: Callable[[], bool],
        heartbeat: Heartbeat,
    ) -> None:
        self.matches = matches
        self.turns = turns
        self.holder = str(holder)
        self.stopping = stopping
        self.heartbeat = heartbeat
        self._kept: RecentlyUsed[Key, Task] = RecentlyUsed(MOST_KEPT)

    def _must_yield(self, *, to_analyses: bool) -> bool:
        """Whether a turn, or with `to_analyses` an analysis, is to be done, or the process ends."""
        if self.stopping():
            return True
        try:
            if self.turns.queue.count:
                return True
            return to_analyses and self.turns.analyses.count > 0
        except RedisError:  # a queue that does not answer has nothing for us either
            return False
