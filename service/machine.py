"""What the machine has that the service runs on, or the container."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

CONTAINER_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
"""Where Linux says how much memory the processes of a container may take."""


def memory() -> int:
    """How much memory there is, in MiB."""
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for limit in CONTAINER_LIMITS:
        with suppress(OSError, ValueError):  # another system, or no limit
            available = min(available, int(limit.read_text()))
    return available >> 20
