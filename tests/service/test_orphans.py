"""Whoever dies, and in which order: nothing of a service outlives it, or holds its port."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations
from pathlib import Path

import pytest
import requests

from railhead.service.core.matches import Matches
from tests.ports import free_port
from tests.service.conftest import Processes, children_of, eventually
from tests.service.test_bot_turns import thinking_bot
from tests.service.test_serve import Served, alive, answers

FAMILY = ("server", "store", "api", "process of the api", "workers", "worker")
PARTS = ("server", "api", "workers")
SOON = 15.0
"""Seconds in which all has to be gone: bots give their turns back, the store writes its log."""


def related(data: Path) -> list[int]:
    """Every process of the service over this data folder, whoever is its parent now."""
    wanted = f"RAILHEAD_DATA_DIR={data}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                environment = (entry / "environ").read_bytes().split(b"\0")
                at_home = (entry / "cwd").readlink() == data  # the store writes over the other
            except OSError:
                continue
            if (at_home or wanted in environment) and alive(int(entry.name)):
                found.append(int(entry.name))
    return found


def connected(pid: int) -> bool:
    """Whether a process has got as far as to speak to others."""
    links = (os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir())
    return any(link.startswith("socket:") for link in links)


def can_listen(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    for pid in related(folder):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.full
@pytest.mark.parametrize("pause", [0.0, 0.4], ids=["at once", "one by one"])
@pytest.mark.parametrize("order", [*permutations(PARTS)], ids=", ".join)
def test_nothing_is_left_in_whatever_order_they_are_killed(
    processes: Processes, data: Path, order: tuple[str, ...], pause: float
) -> None:
    port = free_port()
    served = Served(processes, data, port)
    eventually(lambda: len(related(data)) >= len(FAMILY))
    pids = {
        "server": lambda: served.process.pid,
        "api": lambda: served.child("granian"),
        "workers": lambda: served.child("\0worker"),
    }
    for part in order:
        pid = pids[part]() if served.process.poll() is None else 0
        if pid and alive(pid):
            os.kill(pid, signal.SIGKILL)
        if part == "server":
            served.process.wait()
        time.sleep(pause)
    eventually(lambda: not related(data), SOON, 0.05)
    eventually(lambda: can_listen(port), 5)  # threads end a moment after their process


@pytest.mark.full
@pytest.mark.parametrize("part", ["api", "workers"])
def test_stopped_processes_do_not_outlive_their_parents(
    processes: Processes, data: Path, part: str
) -> None:
    port = free_port()
    served = Served(processes, data, port)
    parent = served.child("granian" if part == "api" else "\0worker")
    children = eventually(lambda: children_of(parent))
    # Until it has asked the kernel for its signal, one that is stopped stays as it is.
    eventually(lambda: all(connected(child) for child in children))
    for child in children:
        os.kill(child, signal.SIGSTOP)
    os.kill(parent, signal.SIGKILL)
    served.process.kill()
    served.process.wait()
    eventually(lambda: not related(data), SOON, 0.05)
    eventually(lambda: can_listen(port), 5)  # threads end a moment after their process


def test_the_api_of_a_host_leaves_no_process_behind(processes: Processes, matches: Matches) -> None:
    port = free_port()
    api = processes.start(
        "api",
        RAILHEAD_PORT=str(port),
        REDIS_URL=matches.store.settings.redis_url,
        RAILHEAD_API_WORKERS="2",
    )
    eventually(lambda: answers(f"http://127.0.0.1:{port}"), 60)
    children = children_of(api.pid)
    assert len(children) == 2
    api.kill()
    api.wait()
    eventually(lambda: not [pid for pid in children if alive(pid)], 2)
    eventually(lambda: can_listen(port), 5)  # threads end a moment after their process


def test_a_thinking_worker_ends_with_its_supervisor(matches: Matches, processes: Processes) -> None:
    supervisor = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="100")
    _, _, holder = thinking_bot(matches, supervisor)
    supervisor.kill()
    supervisor.wait()
    eventually(lambda: not alive(holder.pid), 2)


@pytest.mark.full
@pytest.mark.parametrize(
    "part", ["unixsocket", "\0worker", "granian"], ids=["store", "workers", "api"]
)
def test_a_part_that_dies_while_the_service_starts_is_started_again(
    processes: Processes, data: Path, part: str
) -> None:
    port = free_port()
    process = processes.start(
        "serve",
        RAILHEAD_PORT=str(port),
        RAILHEAD_DATA_DIR=str(data),
        RAILHEAD_WORKERS="1",
        REDIS_URL="",
    )
    served = Served.__new__(Served)
    served.process = process

    def kill_the_part() -> bool:
        pid = served.child(part) if served.child("\0worker") else 0
        if pid:
            os.kill(pid, signal.SIGKILL)
        return pid != 0

    eventually(kill_the_part, 60, 0.001)
    eventually(lambda: "Railhead is ready" in served.text() or process.poll() is not None, 90)
    assert process.poll() is None, served.text()
    eventually(lambda: answers(f"http://127.0.0.1:{port}"), 60)
    eventually(lambda: served.child(part))
    answered = requests.get(f"http://127.0.0.1:{port}/readyz", timeout=5)
    assert answered.json()["problems"] == []
