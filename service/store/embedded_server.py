"""The embedded store as its clients see it: where it listens, and where it writes.

`service.running.embedded_store` starts it. All of its processes are of one host and one user.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

LOG: Final = "appendonlydir"
"""The folder of a data folder that has the append-only files."""
MANIFEST: Final = "appendonly.aof.manifest"
"""The file in it that names the others: a base, and what came after it."""

GONE: Final = (
    "the store does not write to {folder}: its files were deleted, moved or replaced while it ran, "
    "and a restart loses what it has. Before it is stopped put back what was moved, or take what "
    "it has in its memory: `railhead backup FOLDER`"
)


def runtime_folder(folder: Path) -> Path:
    """A short path, the same for the same data folder, for the socket of its server.

    The path of a unix socket has to stay below 108 bytes, which a data folder often does not.
    """
    digest = blake2b(os.fsencode(folder.absolute()), digest_size=6).hexdigest()
    preferred = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    short = Path("/tmp")  # noqa: S108 - a folder in it is ours alone, or refused
    base = preferred if len(os.fsencode(preferred)) < 60 else short
    return base / f"railhead-{os.getuid()}-{digest}"


def url_of(folder: Path) -> str:
    """The URL of the server over a data folder."""
    return f"unix://{runtime_folder(folder) / 'store.sock'}"


def misplaced_files(folder: Path, pid: int) -> list[str]:
    """What is wrong with where the server writes, which is process `pid` over a data folder.

    A file that it has open has to be the one of that name in the folder. Where a process cannot be
    looked into, as without /proc, the folder only has to have the manifest.
    """
    log = folder.absolute() / LOG
    opened = _open_log_files(pid)
    if (log / MANIFEST).is_file() and (not opened or any(_lies_in(log, one) for one in opened)):
        return []
    return [GONE.format(folder=folder.absolute())]


def _open_log_files(pid: int) -> list[tuple[str, os.stat_result]]:
    """The append-only files that a process has open, deleted ones too: names, and what they are."""
    found = []
    for link in Path(f"/proc/{pid}/fd").glob("*"):
        with suppress(OSError):  # closed meanwhile
            name = link.readlink().name.removesuffix(" (deleted)")
            if name.endswith(".aof"):
                found.append((name, link.stat()))
    return found


def _lies_in(log: Path, opened: tuple[str, os.stat_result]) -> bool:
    name, found = opened
    try:
        return os.path.samestat((log / name).stat(), found)
    except OSError:
        return False
