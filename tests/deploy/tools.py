"""The real programs that `deploy/` is for: from the PATH, the environment, or fetched."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = (Path(sys.executable).parent, ROOT / "build" / "tools" / "usr" / "bin")


def program(name: str) -> str:
    """The path of a program. Fails where it is not installed and cannot be fetched."""
    found = _path_of(name)
    if found is None and shutil.which("apt-get") is not None:
        _fetch(name)
        found = _path_of(name)
    assert found is not None, f"this test runs {name}: install it (see deploy/tools.sh)"
    return found


def _path_of(name: str) -> str | None:
    paths = (shutil.which(name), *(shutil.which(name, path=str(folder)) for folder in FOLDERS))
    return next(filter(None, paths), None)


def _fetch(name: str) -> None:
    """Fetch what Debian has, once for all processes of a test run."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "tools.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _path_of(name) is None:
            subprocess.run([ROOT / "deploy" / "tools.sh"], check=True, timeout=200)
