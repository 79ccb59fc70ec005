"""Real processes for the tests: supervisors with workers, and the whole service."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from railhead.service.core.matches import Matches
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.store.connection import connect
from railhead.service.webhooks.webhooks import Webhooks

ROOT = Path(__file__).parents[2]


Found = TypeVar("Found")


SELDOM = 0.04
"""Seconds between two looks at what takes its time."""
START_SELDOM = 0.15
"""The same where a process starts, which takes a second or two of a core."""


def eventually(
    check: Callable[[], Found | None], seconds: float = 60.0, pause: float = 0.005
) -> Found:
    """The first true answer of `check`; fails when none comes in time.

    It is asked ever more seldom: who asks all the time takes the cores from what is waited for.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = check()
        if found:
            return found
        time.sleep(pause)
        pause = max(pause, min(1.5 * pause, SELDOM))
    raise AssertionError(f"not within {seconds} s: {check}")


def text_of(stored: bytes | str) -> str:
    """What the store answers, as text."""
    return stored.decode() if isinstance(stored, bytes) else stored


def children_of(pid: int) -> list[int]:
    """The processes whose parent is `pid`; none where it has gone meanwhile."""
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(child) for child in found]


class Started(subprocess.Popen[bytes]):
    """A process of ours, and the file that it writes to."""

    log: Path


class Processes:
    """Starts our own command line, and kills all of it in the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[Started] = []

    def start(
        self, command: str, module: str = "railhead.service.cli", **environment: str
    ) -> Started:
        """Start a command; one that starts workers starts none for webhooks unless told so."""
        webhooks = {"RAILHEAD_WEBHOOK_WORKERS": "0"} if command == "worker" else {}
        log = (self.folder / f"{command}-{len(self.started)}.log").open("wb")
        process = Started(
            [sys.executable, "-m", module, command],
            env={
                **os.environ,
                "RAILHEAD_LOG_FORMAT": "json",
                "RAILHEAD_LOG_LEVEL": "debug",
                **webhooks,
                **environment,
            },
            cwd=ROOT,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        process.log = Path(log.name)
        log.close()
        self.started.append(process)
        return process

    def workers(self, matches: Matches, count: int = 1, **environment: str) -> Started:
        """A supervisor whose workers are all waiting for jobs."""
        before = waiting_workers(matches)
        wanted = {
            "REDIS_URL": matches.store.settings.redis_url,
            "RAILHEAD_QUEUE_URL": matches.store.settings.queue_url,
            "RAILHEAD_WORKERS": str(count),
            "RAILHEAD_LEASE_SECONDS": str(matches.store.settings.lease_seconds),
            **environment,
        }
        supervisor = self.start("worker", **wanted)
        all_of_them = before + count + int(wanted.get("RAILHEAD_WEBHOOK_WORKERS", 0))
        eventually(lambda: waiting_workers(matches) >= all_of_them, pause=START_SELDOM)
        return supervisor

    def kill_all(self) -> None:
        for process in self.started:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self.started:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def waiting_workers(matches: Matches) -> int:
    """How many worker processes wait for a job now."""
    with connect_to_queue(matches.store.settings) as queue:
        clients = queue.client_list()
    asking = [client for client in clients if client["cmd"] in ("blmove", "blpop")]
    return sum("b" in client["flags"] for client in asking)  # the others have got their answer


@contextmanager
def silenced(store_url: str) -> Iterator[None]:
    """While the store says nothing, so that whoever asks it hangs."""
    store = connect(store_url)
    pid = int(store.info("server")["process_id"])
    store.close()
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    running = Processes(tmp_path)
    yield running
    running.kill_all()


def webhooks_of(matches: Matches) -> Webhooks:
    """The webhooks of these matches: those that their changes are told to, where there are any."""
    told = getattr(matches.announce_change, "__self__", None)
    return told if isinstance(told, Webhooks) else Webhooks(matches.store)
