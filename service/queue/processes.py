"""Worker processes: their names, and their signs of life in memory shared with the supervisor.

A stamp is one number that a worker writes and the supervisor reads: no call into the kernel, and
nothing that a worker which hangs could hold up.
"""

from __future__ import annotations

import mmap
import socket
import time
from dataclasses import dataclass
from typing import Final

SIZE: Final = 8
"""Bytes of a stamp: the seconds of a clock that all processes of a machine share."""


class Heartbeat:
    """The sign of life of one worker at a time. Make it before the process is forked."""

    def __init__(self) -> None:
        self._stamp = memoryview(mmap.mmap(-1, SIZE)).cast("d")
        self.beat()

    def beat(self) -> None:
        """Be alive now."""
        # An aligned double is written in one piece: neither side needs a lock.
        self._stamp[0] = time.monotonic()

    @property
    def last_beat(self) -> float:
        """When the last sign was given, by `time.monotonic`."""
        return self._stamp[0]


@dataclass(frozen=True)
class WorkerProcess:
    """A worker process, which holds leases by this name."""

    host: str
    pid: int
    started: int

    @classmethod
    def of(cls, pid: int) -> WorkerProcess:
        """The process `pid` of this host, which has just started."""
        return cls(socket.gethostname(), pid, time.time_ns())

    def __str__(self) -> str:
        return f"{self.host},{self.pid},{self.started}"

    @property
    def worker_name(self) -> str:
        """The name the worker has in the queue."""
        return f"{self.host}-{self.pid}-{self.started}"
