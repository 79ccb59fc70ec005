"""Signs of life of worker processes, in memory that they share with their supervisor.

A stamp is one number that a worker writes and the supervisor reads: no call into the kernel, and
nothing that a worker which hangs could hold up.
"""

from __future__ import annotations

import mmap
import time
from typing import Final

SIZE: Final = 8
"""Bytes of a stamp: the seconds of a clock that all processes of a machine share."""


class Pulse:
    """The sign of life of one worker at a time. Make it before the process is forked."""

    def __init__(self) -> None:
        self._stamp = memoryview(mmap.mmap(-1, SIZE)).cast("d")
        self.beat()

    def beat(self) -> None:
        """Be alive now."""
        self._stamp[0] = time.monotonic()

    @property
    def last(self) -> float:
        """When the last sign was given, by `time.monotonic`."""
        return self._stamp[0]
