"""An embedded store that takes long to start: it is waited for, and never started beside itself."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
import requests

from railhead.service.running.embedded_store import server_binary
from railhead.service.store.connection import connect_to_server
from railhead.service.store.embedded_server import url_of
from tests.ports import free_port
from tests.service.conftest import Processes, eventually
from tests.service.test_serve import Guest, Served, alive

SLOW_SERVER = """#!/bin/sh
last=$(cat "{folder}/pid" 2>/dev/null)
lives='^State:[[:space:]]*[^ZX[:space:]]'
if grep -qs "$lives" "/proc/$last/status"; then touch "{folder}/twice"; fi
echo $$ > "{folder}/pid"
echo $$ >> "{folder}/starts"
sleep "$(cat "{folder}/delay")"
exec "{server}" "$@" $(cat "{folder}/options")
"""
"""A server that takes its time before it begins, and notes where an earlier one still lives."""


class SlowServer:
    """Stands before the real server on the PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        script = folder / "redis-server"
        script.write_text(SLOW_SERVER.format(folder=folder, server=server_binary()))
        script.chmod(0o755)
        self.take(0)

    @property
    def path(self) -> str:
        return f"{self.folder}:{os.environ['PATH']}"

    def take(self, seconds: float, options: str = "") -> None:
        """Let the next starts take so long, with these further options."""
        (self.folder / "delay").write_text(str(seconds))
        (self.folder / "options").write_text(options)

    @property
    def starts(self) -> int:
        return len((self.folder / "starts").read_text().split())

    @property
    def twice(self) -> bool:
        """Whether one was ever started while another lived."""
        return (self.folder / "twice").exists()

    @property
    def pid(self) -> int:
        return int((self.folder / "pid").read_text())


@pytest.fixture
def slow(tmp_path: Path) -> SlowServer:
    return SlowServer(tmp_path / "slow")


def served(processes: Processes, data: Path, slow: SlowServer, patience: float) -> Served:
    return Served(
        processes,
        data,
        free_port(),
        PATH=slow.path,
        RAILHEAD_STORE_START_SECONDS=str(patience),
    )


def all_there(guests: list[Guest]) -> bool:
    try:
        return all(guest.get()["id"] in guest.path for guest in guests)
    except requests.RequestException:
        return False


@pytest.mark.full
def test_a_store_that_starts_slowly_is_waited_for(
    processes: Processes, tmp_path: Path, slow: SlowServer
) -> None:
    slow.take(7)
    running = served(processes, tmp_path / "data", slow, 60)
    assert slow.starts == 1
    assert "waiting for the store" in running.text()
    guests = [Guest(running.url) for _ in range(3)]
    os.kill(slow.pid, signal.SIGKILL)
    eventually(lambda: slow.starts == 2)
    assert requests.get(f"{running.url}/readyz", timeout=20).status_code == 503
    eventually(lambda: all_there(guests))
    assert slow.starts == 2
    assert not slow.twice
    running.interrupt()


@pytest.mark.full
def test_one_that_comes_to_nothing_is_ended_before_another_is_started(
    processes: Processes, tmp_path: Path, slow: SlowServer
) -> None:
    running = served(processes, tmp_path / "data", slow, 1.5)
    guests = [Guest(running.url) for _ in range(3)]
    slow.take(600)
    os.kill(slow.pid, signal.SIGKILL)
    eventually(lambda: slow.starts >= 3)
    assert "nor done anything for 1.5 s" in running.text()
    slow.take(0)
    eventually(lambda: all_there(guests))
    assert not slow.twice
    running.interrupt()
    assert not alive(slow.pid)


@pytest.mark.full
def test_a_long_log_is_read_to_its_end(
    processes: Processes, tmp_path: Path, slow: SlowServer
) -> None:
    """Reading takes several times as long as the store may be silent."""
    data = tmp_path / "data"
    running = served(processes, data, slow, 2.5)
    guest = Guest(running.url)
    with connect_to_server(url_of(data)) as client:
        for number in range(12_000):
            client.set(f"trial:{number}", "x")
    slow.take(0, "--key-load-delay 1000")
    os.kill(slow.pid, signal.SIGKILL)
    eventually(lambda: "it reads its log" in running.text())
    eventually(lambda: all_there([guest]))
    assert slow.starts == 2
    running.interrupt()


def test_signals_are_heard_while_the_store_is_waited_for(
    processes: Processes, tmp_path: Path, slow: SlowServer
) -> None:
    slow.take(600)
    process = processes.start(
        "serve",
        PATH=slow.path,
        RAILHEAD_PORT=str(free_port()),
        RAILHEAD_DATA_DIR=str(tmp_path / "data"),
        REDIS_URL="",
    )
    eventually((slow.folder / "starts").exists)
    time.sleep(0.2)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert not alive(slow.pid)


def test_the_first_start_ends_with_a_reason(
    processes: Processes, tmp_path: Path, slow: SlowServer
) -> None:
    slow.take(600)
    process = processes.start(
        "serve",
        PATH=slow.path,
        RAILHEAD_PORT=str(free_port()),
        RAILHEAD_DATA_DIR=str(tmp_path / "data"),
        RAILHEAD_STORE_START_SECONDS="1",
        REDIS_URL="",
    )
    assert process.wait(60) == 1
    assert "RAILHEAD_STORE_START_SECONDS higher" in process.log.read_text()
    assert not alive(slow.pid)


@pytest.mark.full
def test_the_server_of_a_killed_service_is_waited_for(
    processes: Processes, tmp_path: Path, slow: SlowServer
) -> None:
    """It has the folder until it has ended, though who started it is gone."""
    data = tmp_path / "data"
    running = served(processes, data, slow, 60)
    guest = Guest(running.url)
    first = slow.pid
    os.kill(first, signal.SIGSTOP)  # so that it does not end when it is told to
    try:
        running.process.kill()
        running.process.wait()
        environment = {"PATH": slow.path, "RAILHEAD_DATA_DIR": str(data), "REDIS_URL": ""}
        refused = processes.start(
            "serve",
            RAILHEAD_PORT=str(free_port()),
            RAILHEAD_STORE_START_SECONDS="1",
            **environment,
        )
        assert refused.wait(60) == 1
        assert f"process {first} of an earlier service still" in refused.log.read_text()
        port = running.url.rpartition(":")[2]
        second = processes.start("serve", RAILHEAD_PORT=port, **environment)
        eventually(lambda: "waiting for the data folder" in second.log.read_text())
        assert slow.starts == 1
    finally:
        os.kill(first, signal.SIGCONT)
    eventually(lambda: all_there([guest]))
    assert slow.starts == 2
    assert not slow.twice
