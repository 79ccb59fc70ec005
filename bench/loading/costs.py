"""What processor time the API and the store have taken, read from the system and the store."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from railhead.service.store.connection import connect_to_server

TICKS = os.sysconf("SC_CLK_TCK")


def store_seconds(url: str) -> float:
    """Of the store's server since its start."""
    with connect_to_server(url) as client:
        used = client.info("cpu")
    return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])


def api_seconds(url: str) -> float:
    """Of the API processes beside the store of `railhead serve`, since their start."""
    with connect_to_server(url) as client:
        store = int(client.info("server")["process_id"])
    parent = int(_after_name(store)[1])
    seconds = 0.0
    for child in _children(parent):
        if b"granian" in Path(f"/proc/{child}/cmdline").read_bytes():
            seconds += sum(map(_seconds, [child, *_children(child)]))
    return seconds


def _after_name(pid: int) -> list[str]:
    """The fields of a process behind its name: state, parent, and so on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _children(pid: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def _seconds(pid: int) -> float:
    with suppress(OSError):
        fields = _after_name(pid)
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0
