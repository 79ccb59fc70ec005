"""A copy of the embedded store, taken of its files while it is in use or stopped.

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
from railhead.service.running.rdb_dump import NoSnapshot, write_snapshot
from railhead.service.store.checks import REWRITING, configuration
from railhead.service.store.connection import connect_to_server
from railhead.service.store.embedded_server import LOG, MANIFEST, misplaced_files, url_of

ATTEMPTS: Final = 100
"""How often the files may be replaced while they are opened, which takes no time to speak of."""
CHUNK: Final = 1 << 20
BASE: Final = "appendonly.aof.1.base.rdb"
DELETED: Final = b" type h"
"""How a line of the manifest ends that names a file that is no longer needed."""


def back_up(data_dir: Path, target: Path) -> int:
    """Copy the store of a data folder to `target`, a data folder for another; returns its bytes.

    The folder is there once it is whole and on disk: what is broken off, by SIGTERM too, leaves
    none. Where the files of a store that runs are gone, it is asked for what it has in its memory.
    Raises `StoreProblem`.
    """
    if target.exists() and any(target.iterdir()):
        raise StoreProblem(f"{target} is not empty; name a folder that is not there yet")
    try:
        with _ended_by_signals(), _partial(target.absolute()) as log:
            if _only_in_memory(data_dir):
                _copy_memory(url_of(data_dir), log)
            else:
                _copy_files(data_dir / LOG, log)
    except (OSError, NoSnapshot) as error:
        raise StoreProblem(f"the store is not copied to {target}: {error}") from error
    _let_rewrite(url_of(data_dir))
    return sum(file.stat().st_size for file in (target / LOG).iterdir())


@contextmanager
def _partial(target: Path) -> Iterator[Path]:
    """A folder for a log; its data folder gets its name once the block is over and all on disk."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{target.name}-partial-", dir=target.parent))
    try:
        log = partial / LOG
        log.mkdir()
        yield log
        for written in (*log.iterdir(), log, partial):
            _sync(written)
        partial.rename(target)  # an empty folder is replaced; one that has become full is not
        _sync(target.parent)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _only_in_memory(data_dir: Path) -> bool:
    """Whether a store runs over a data folder that does not have its files any more."""
    with connect_to_server(url_of(data_dir)) as client:
        try:
            pid = int(client.info("server")["process_id"])
        except redis.RedisError:
            return False
    return bool(misplaced_files(data_dir, pid))


def _copy_memory(url: str, copy: Path) -> None:
    """Write what a store has, as a log that has a base and nothing since. Raises `NoSnapshot`."""
    with (copy / BASE).open("wb") as file:
        write_snapshot(url, file)
    (copy / MANIFEST).write_text(f"file {BASE} seq 1 type b\n", encoding="utf-8")


def _copy_files(log: Path, copy: Path) -> None:
    """Copy the log of a store, in use or not. Raises `StoreProblem`."""
    if not (log / MANIFEST).is_file():
        raise StoreProblem(f"there is no store in {log.parent}; set RAILHEAD_DATA_DIR")
    with _open_files(log) as (manifest, files):
        for name, file in files.items():
            _write(copy / name, file)
        (copy / MANIFEST).write_bytes(manifest)


@contextmanager
def _open_files(log: Path) -> Iterator[tuple[bytes, dict[str, IO[bytes]]]]:
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
            # Unchanged: all of them were the log at one moment, and once open they stay whole.
            if (log / MANIFEST).read_bytes() == manifest:
                yield b"".join(lines), files
                return
    raise StoreProblem(f"{log / MANIFEST} names files that are not there")


def _write(copy: Path, file: IO[bytes]) -> None:
    """Copy an open file, as long as it is now."""
    left = os.fstat(file.fileno()).st_size
    with copy.open("wb") as written:
        while left > 0 and (chunk := file.read(min(left, CHUNK))):
            written.write(chunk)
            left -= len(chunk)


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
