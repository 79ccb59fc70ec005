"""The whole service in processes of its own, for benchmarks that go over HTTP."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import requests

from railhead.service.core.matches import Matches, open_matches
from railhead.service.running.embedded_store import Embedded
from railhead.service.settings import Settings

THREADS = 32


@dataclass
class Running:
    """A service at `port`, its process and its store, and what it logs."""

    port: int
    store_url: str
    log: Path
    pid: int

    def matches(self) -> Matches:
        """The matches of its store, for preparing positions without HTTP."""
        return open_matches(replace(Settings(), redis_url=self.store_url))

    def log_lines(self, event: str) -> list[dict[str, Any]]:
        """The lines of its log about `event`."""
        found = []
        for line in self.log.read_text().splitlines():
            with suppress(json.JSONDecodeError):
                entry = json.loads(line)
                if entry.get("event") == event:
                    found.append(entry)
        return found


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(**environment: str) -> Iterator[Running]:
    """`railhead serve` over an empty data folder, with one API process and one worker."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        log = Path(folder) / "serve.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "railhead.service.cli", "serve"],
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env={
                    **os.environ,
                    "RAILHEAD_PORT": str(port),
                    "RAILHEAD_DATA_DIR": f"{folder}/data",
                    "RAILHEAD_WORKERS": "1",
                    "RAILHEAD_ADDRESS_SHARE": "1",
                    "RAILHEAD_CREATION_LIMIT": "",
                    "RAILHEAD_STORED_BYTES_LIMIT": "",
                    "RAILHEAD_BOT_MATCHES": "0",
                    "RAILHEAD_CLAIM_LIMIT": "",
                    "RAILHEAD_ACTION_LIMIT": "1000000/second",
                    "RAILHEAD_STREAM_LIMIT": "1000000/second",
                    "RAILHEAD_LOG_LEVEL": "warning",
                    "RAILHEAD_LOG_FORMAT": "json",
                    **environment,
                },
            )
        try:
            wait_for(port, "/readyz", process)
            yield Running(port, Embedded(Path(folder) / "data").url, log, process.pid)
        finally:
            stop(process)


@contextmanager
def serving_bare(store_url: str) -> Iterator[int]:
    """The yardstick of `bench.bare` on granian's WSGI server over the same store; its port."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--http", "1"]
    command += ["--port", str(port), "--workers", "1", "--blocking-threads", str(THREADS)]
    command += ["--backpressure", str(THREADS), "--log-level", "error", "bench.bare:app"]
    process = subprocess.Popen(
        command, env={**os.environ, "BENCH_REDIS_URL": store_url}, start_new_session=True
    )
    try:
        wait_for(port, "/healthz", process)
        yield port
    finally:
        stop(process)


def wait_for(port: int, path: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers at all."""
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        with suppress(requests.ConnectionError):
            requests.get(f"http://127.0.0.1:{port}{path}", timeout=2)
            return
        time.sleep(0.05)
    raise RuntimeError(f"no server answers at port {port}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a server as Ctrl-C would, and wait for it."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(30)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
