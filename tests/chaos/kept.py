"""Processes that are kept running as a service manager would: what ends is started again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from railhead.service.running.child_processes import start_bound

RESTART_SECONDS = 0.3
STOP_SECONDS = 10.0


def children_of(pid: int) -> list[int]:
    """The processes whose parent is `pid`; none where it has ended."""
    with suppress(OSError):
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in found]
    return []


class Kept:
    """A process and all that it starts, in a session of its own."""

    def __init__(
        self, name: str, command: Sequence[str], log: Path, environment: Mapping[str, str]
    ) -> None:
        self.name = name
        self.command = command
        self.log = log
        self.environment = {**os.environ, **environment}
        self.process: subprocess.Popen[bytes] | None = None
        self.not_before = 0.0
        self.restarts = 0

    @property
    def pid(self) -> int:
        """The process itself; 0 where it does not run."""
        running = self.process is not None and self.process.poll() is None
        return self.process.pid if self.process is not None and running else 0

    def start(self) -> None:
        """Start it. Only the main thread may: the process ends with the thread that started it."""
        with self.log.open("ab") as log:
            self.process = start_bound(
                [sys.executable, "-c", _TO_LOG, str(log.fileno()), *self.command],
                environment=self.environment,
                pass_fds=[log.fileno()],
            )

    def look_after(self) -> None:
        """Start it again a moment after it has ended; what is left of it is killed first."""
        if self.process is None or self.process.poll() is None:
            return
        now = time.monotonic()
        if not self.not_before:
            self.not_before = now + RESTART_SECONDS
            self._signal_group(signal.SIGKILL)
        elif now >= self.not_before:
            self.not_before = 0.0
            self.restarts += 1
            self.start()

    def signal(self, number: int) -> bool:
        """Signal the process itself; whether it was there."""
        if not self.pid:
            return False
        os.kill(self.pid, number)
        return True

    def child(self, chance: random.Random) -> int:
        """One of its children, 0 where it has none."""
        found = children_of(self.pid) if self.pid else []
        return chance.choice(found) if found else 0

    def stop(self) -> None:
        """End it and all that it has started, gently first."""
        if self.process is None:
            return
        self._signal_group(signal.SIGCONT)
        if self.signal(signal.SIGTERM):
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(STOP_SECONDS)
        self._signal_group(signal.SIGKILL)
        self.process.wait()

    def _signal_group(self, number: int) -> None:
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)


_TO_LOG = """
import os, sys
log = int(sys.argv[1])
os.dup2(log, 1), os.dup2(log, 2)
os.execvp(sys.argv[2], sys.argv[2:])
"""
"""Turns both outputs into the log, then becomes the command."""


def signalled(pid: int, number: int) -> bool:
    """Signal a process that may have ended; whether it was there."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)
        return True
    return False
