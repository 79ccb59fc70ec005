"""What each installation costs: packages, megabytes and seconds, in empty environments.

    python deploy/measure_installs.py dist

prints a table of Markdown. `dist` has the wheels of `make wheels`; all else comes from the index.
Seconds are those of a processor, and so the same on a busy machine; what the network takes comes on
top.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from typing import Final

INSTALLED: Final = (
    ("client", ""),
    ("engines", ""),
    ("engines", "[rl]"),
    ("engines", "[openspiel]"),
    ("service", ""),
    ("service", "[agents,tournaments]"),
)
NAMES: Final = {
    "client": "railhead-boardgames-client",
    "engines": "railhead-boardgames-engines",
    "service": "railhead-boardgames",
}
MEGABYTE: Final = 1e6


def measure(dist: Path, wanted: str, folder: Path) -> tuple[int, float, float]:
    """How many packages `wanted` brings, their megabytes, and the seconds of pip."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install"]
    pip += ["--quiet", "--disable-pip-version-check", "--find-links", str(dist)]
    began = processor_seconds()
    subprocess.run([*pip, wanted], check=True)
    seconds = processor_seconds() - began
    (site,) = (folder / "lib").glob("python*/site-packages")
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    return len(list(site.glob("*.dist-info"))), size / MEGABYTE, seconds


def processor_seconds() -> float:
    """The seconds of a processor that programs run from here have taken."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(dist: Path) -> None:
    """Print the table."""
    print("| `pip install` | packages | MB | seconds |")
    print("| --- | --- | --- | --- |")
    for name, extras in INSTALLED:
        wanted = NAMES[name] + extras
        with TemporaryDirectory() as folder:
            packages, megabytes, seconds = measure(dist, wanted, Path(folder) / "env")
        print(f"| `{wanted}` | {packages} | {megabytes:.0f} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
