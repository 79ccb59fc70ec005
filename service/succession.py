"""Whether the process that takes over from this one is ready, while processes are replaced."""

from __future__ import annotations

import os
from typing import Final

import psutil

PARENT: Final = os.getppid()
"""Who started this process, and would start what takes over from it."""
START_SECONDS: Final = 60
"""A successor that takes longer than this to start is not waited for."""


def successors_are_ready() -> bool:
    """Whether every younger child of this process's parent listens for connections.

    So it is where there is none, or where that parent has died: then this process is not replaced,
    the service stops.
    """
    if os.getppid() != PARENT:
        return True
    own = psutil.Process()
    parent = own.parent()
    children = [] if parent is None else parent.children()
    return all(_listens(one) for one in children if one.create_time() > own.create_time())


def _listens(process: psutil.Process) -> bool:
    try:
        connections = process.net_connections("tcp")
    except psutil.Error:
        return True  # it is gone, or not ours to ask
    return any(one.status == psutil.CONN_LISTEN for one in connections)
