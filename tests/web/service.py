"""The whole service for a browser: store, API and a worker, which can be restarted where it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import requests

from tests.ports import free_port

PATIENCE = 90
SETTINGS = {
    "RAILHEAD_WORKERS": "1",
    "RAILHEAD_BOT_BUDGET_FACTOR": "0.05",
    "RAILHEAD_CREATION_LIMIT": "",
    "RAILHEAD_STORED_BYTES_LIMIT": "",
    "RAILHEAD_BOT_MATCHES": "0",
    "RAILHEAD_ANALYSIS_LIMIT": "",
    "RAILHEAD_METRICS_PORT": "0",
    "REDIS_URL": "",
}


class Service:
    """`railhead serve` at a port of its own, over a folder that outlives its restarts."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._settings = {
            **SETTINGS,
            "RAILHEAD_DATA_DIR": str(folder),
            "RAILHEAD_PORT": str(self.port),
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "railhead.service.cli", "serve"]
        self._process = subprocess.Popen(
            command,
            env={**os.environ, **self._settings},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        until = time.monotonic() + PATIENCE
        while not self._ready():
            assert self._process.poll() is None, "the service ended"
            assert time.monotonic() < until, "the service does not answer"
            time.sleep(0.1)

    def _ready(self) -> bool:
        with suppress(requests.ConnectionError, requests.Timeout):
            return requests.get(f"{self.address}/readyz", timeout=5).status_code == 200
        return False

    def stop(self) -> None:
        """Stop it and all that it has started."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process = None
