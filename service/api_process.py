"""What granian loads in each of its processes: `railhead.service.api_process:bridge`.

Until a server's own handlers stand, such a process has those of granian's parent, which would lose
a SIGTERM; so that ends it, first of all, while the application loads.
"""

from __future__ import annotations

import multiprocessing
import signal
from typing import Any

if multiprocessing.parent_process() is not None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def __getattr__(name: str) -> Any:
    """The bridge, once a server asks for it."""
    if name != "bridge":
        raise AttributeError(name)
    from railhead.service.app import bridge

    return bridge
