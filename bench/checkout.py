"""What whoever has just cloned the repository waits for: the first answer, and the quick tests."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import requests

from bench.figure import Figure
from bench.records import ROOT
from bench.running import free_port

PATIENCE = 600.0
UNCACHED = {"PIP_NO_CACHE_DIR": "1", "UV_NO_CACHE": "1"}


def first_answer() -> list[Figure]:
    """Seconds from `git clone` to the first answer of `make serve`."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        began = time.monotonic()
        words = ["git", "clone", "--quiet", f"file://{ROOT}", str(clone)]
        subprocess.run(words, check=True)
        settings = {"RAILHEAD_PORT": str(port), "RAILHEAD_DATA_DIR": f"{folder}/data"}
        process = subprocess.Popen(
            ["make", "serve"],  # noqa: S607  # whichever make a reader of the README has
            cwd=clone,
            env={**os.environ, **UNCACHED, **settings},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            while not answers(port):
                if process.poll() is not None or time.monotonic() - began > PATIENCE:
                    raise RuntimeError("`make serve` of a clone does not answer")
                time.sleep(0.1)
            seconds = time.monotonic() - began
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            process.wait(60)
    name = "git clone, make serve, first answer"
    return [Figure(name, round(seconds), "s", "<= 60", "packages and compiling included")]


def answers(port: int) -> bool:
    """Whether the service is ready."""
    with suppress(requests.RequestException):
        return requests.get(f"http://127.0.0.1:{port}/readyz", timeout=5).ok
    return False


def suite() -> list[Figure]:
    """Seconds of `make test`, in a checkout that is built."""
    began = time.monotonic()
    words = ["make", "test"]
    process = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    seconds = time.monotonic() - began
    (passed,) = re.findall(r"(\d+) passed", process.stdout)
    return [Figure("make test", round(seconds), "s", "<= 240", f"{passed} tests passed")]
