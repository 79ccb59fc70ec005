"""A copy of the embedded store, taken while it is in use or stopped, without asking it anything.

The store's log is a base and what came after it, in files that a manifest names. They are only
appended to; a rewriting makes others and deletes these. So whoever has opened the files of one
manifest can copy them whatever the store does meanwhile, and several may at once: nothing has to be
switched off, and nothing is left behind by a copy that is broken off. It is the store as it was at
one moment; an entry that was cut off is dropped when it is read.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final, NoReturn

import redis

from railhead.service.running.embedded_store import REWRITE_PERCENTAGE, StoreProblem
from railhead.service.store.checks import REWRITING, configuration
from railhead.service.store.connection import connect_to_server
from railhead.service.store.own_server import LOG, MANIFEST, url_of

ATTEMPTS: Final = 100
"""How often the files may be replaced while they are opened, which takes no time to speak of."""
CHUNK: Final = 1 << 20
DELETED: Final = b" type h"
"""How a line of the manifest ends that names a file that is no longer needed."""


def back_up(data_dir: Path, target: Path) -> int:
    """Copy the store of a data folder to `target`, a data folder for another; returns its bytes.

    The folder is there once it is whole and on disk: what is broken off, by SIGTERM too, leaves
    none. Raises `StoreProblem`.
    """
    if target.exists() and any(target.iterdir()):
        raise StoreProblem(f"{target} is not empty; name a folder that is not there yet")
    if not (data_dir / LOG / MANIFEST).is_file():
        raise StoreProblem(f"there is no store in {data_dir}; set RAILHEAD_DATA_DIR")
    try:
        with _opened(data_dir / LOG) as (manifest, files), _ended_by_signals():
            size = _copy(manifest, files, target.absolute())
    except OSError as error:
        raise StoreProblem(f"the store is not copied to {target}: {error}") from error
    _let_rewrite(url_of(data_dir))
    return size


@contextmanager
def _opened(log: Path) -> Iterator[tuple[bytes, dict[str, IO[bytes]]]]:
    """A manifest without what it says is no longer needed, and all its files, open.

    Raises `StoreProblem` where that does not come together.
    """
    for _ in range(ATTEMPTS):
        with ExitStack() as stack:
            manifest = (log / MANIFEST).read_bytes()
            lines = [one for one in manifest.splitlines(keepends=True) if DELETED not in one]
            names = [line.split()[1].decode() for line in lines]
            try:
                files: dict[str, IO[bytes]] = {
                    name: stack.enter_context((log / name).open("rb")) for name in names
                }
            except FileNotFoundError:  # replaced since the manifest was read
                continue
            if (log / MANIFEST).read_bytes() == manifest:
                yield b"".join(lines), files
                return
    raise StoreProblem(f"{log / MANIFEST} names files that are not there")


def _copy(manifest: bytes, files: dict[str, IO[bytes]], target: Path) -> int:
    """Write the files beside `target`, and give them its name once they are on disk."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{target.name}-partial-", dir=target.parent))
    try:
        log = partial / LOG
        log.mkdir()
        for name, file in files.items():
            _write(log / name, file)
        (log / MANIFEST).write_bytes(manifest)
        for written in (log / MANIFEST, log, partial):
            _sync(written)
        size = sum(file.stat().st_size for file in log.iterdir())
        partial.rename(target)  # an empty folder is replaced; one that has become full is not
        _sync(target.parent)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return size


def _write(copy: Path, file: IO[bytes]) -> None:
    """Copy an open file, as long as it is now."""
    left = os.fstat(file.fileno()).st_size
    with copy.open("wb") as written:
        while left > 0 and (chunk := file.read(min(left, CHUNK))):
            written.write(chunk)
            left -= len(chunk)
        written.flush()
        os.fsync(written.fileno())


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """A block that SIGTERM and SIGHUP end as SIGINT does: what it has begun is undone."""

    def end(number: int, _: Any) -> NoReturn:
        raise SystemExit(128 + number)

    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _let_rewrite(url: str) -> None:
    """Let the store rewrite its log again: earlier versions, when ended, left it forbidden."""
    with connect_to_server(url) as client:
        try:
            if configuration(client).get(REWRITING) == "0":
                client.config_set(REWRITING, REWRITE_PERCENTAGE)
        except redis.RedisError:
            return  # it is stopped; it may again when it is started
