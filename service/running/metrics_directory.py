"""Where the processes of a host count what they do, and the start of the process that shows it.

That process (`service.running.metrics_exporter`) is started beside an API, workers or both, where
the settings name a port. It answers on that port alone, so that the API has no address of it that
strangers could try.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from railhead.service.running.child_processes import start_bound
from railhead.service.settings import Settings

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that says where to count; `prometheus_client` reads it when it is imported."""
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - folders in it are made for us alone
"""Where files cost no disk, where there is such a place."""


def prepare(settings: Settings) -> bool:
    """Make the folder for this process and its children; whether there is something to show.

    There is not where the settings say so, and where the process that started us shows it. To be
    called before anything is imported that counts; raises `RuntimeError` otherwise.
    """
    if not settings.metrics_port or FOLDER in os.environ:
        return False
    if "prometheus_client" in sys.modules:
        raise RuntimeError("this process counts for itself already")
    base = MEMORY if os.access(MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    _remove_left_behind(base)
    os.environ[FOLDER] = tempfile.mkdtemp(prefix=f"{_prefix()}{os.getpid()}-", dir=base)
    return True


def clean() -> None:
    """Remove the prepared folder, if there is one."""
    folder = os.environ.pop(FOLDER, None)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def start(environment: Mapping[str, str] = os.environ) -> subprocess.Popen[bytes]:
    """Start the process that shows what is counted in the prepared folder."""
    return start_bound(
        [sys.executable, "-m", "railhead.service.cli", "metrics"], environment=environment
    )


@contextmanager
def metrics_process(wanted: bool) -> Iterator[None]:
    """A block whose counts are shown, where `prepare` says so, by a process that ends with it."""
    if not wanted:
        yield
        return
    process = start()
    try:
        yield
    finally:
        process.terminate()
        process.wait()
        clean()


def alive(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _prefix() -> str:
    return f"railhead-metrics-{os.getuid()}-"


def _remove_left_behind(base: Path) -> None:
    """Remove the folders of processes that were killed."""
    for folder in base.glob(f"{_prefix()}*"):
        pid = int(folder.name.removeprefix(_prefix()).partition("-")[0])
        # Our own number is that of a process before us, as in a container after a restart.
        if pid == os.getpid() or not alive(pid):
            shutil.rmtree(folder, ignore_errors=True)
