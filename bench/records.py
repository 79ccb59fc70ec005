"""What was measured, by part: the figures in `bench/data`, with when, where and of which commit.

`docs/performance.md` is made of it.
"""

from __future__ import annotations

import os
import platform
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil
import yaml

from bench.figure import Figure
from railhead.games import COMPILED

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"
UNMEASURED = (":!bench/data", ":!docs")
"""What differs in a checkout without any difference to what is measured."""


@dataclass(frozen=True)
class Circumstances:
    """Where and when something was measured; `busy` is how many cores others took just before."""

    date: str
    commit: str
    machine: str
    busy: float
    compiled: bool


@dataclass(frozen=True)
class Record:
    """The figures of one part."""

    part: str
    circumstances: Circumstances
    figures: tuple[Figure, ...]


def circumstances() -> Circumstances:
    """How things are now; it looks for two seconds at what else the machine does."""
    busy = psutil.cpu_percent(interval=2) / 100 * (os.cpu_count() or 1)
    today = datetime.now(UTC).date().isoformat()
    return Circumstances(today, commit(), machine(), round(busy, 1), COMPILED)


def commit() -> str:
    """The commit of the checkout, `-dirty` where files differ that are measured."""
    here = _git("rev-parse", "--short=12", "HEAD")
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", *UNMEASURED)
    return f"{here}-dirty" if changed else here


def _git(*words: str) -> str:
    command = ["git", *words]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return process.stdout.strip()


def machine() -> str:
    """The processor with its cores, the memory, the system and Python."""
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    memory = round(psutil.virtual_memory().total / 2**30)
    cores = f"{os.cpu_count()} cores of {names[0] if names else platform.machine()}"
    return f"{cores}, {memory} GiB, {platform.system()}, Python {platform.python_version()}"


def write(record: Record, folder: Path = DATA) -> None:
    """Keep a record in place of the one before of the same part."""
    folder.mkdir(exist_ok=True)
    document = {
        **vars(record.circumstances),
        "figures": [
            {name: value for name, value in vars(one).items() if value not in (None, "")}
            for one in record.figures
        ],
    }
    text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)
    (folder / f"{record.part}.yaml").write_text(text, encoding="utf-8")


def read(folder: Path = DATA) -> dict[str, Record]:
    """All records, by part."""
    found = {}
    for file in sorted(folder.glob("*.yaml")):
        document = yaml.safe_load(file.read_text(encoding="utf-8"))
        figures = tuple(Figure(**{"unit": "", **one}) for one in document.pop("figures"))
        found[file.stem] = Record(file.stem, Circumstances(**document), figures)
    return found
