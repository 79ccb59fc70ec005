"""A copy of the embedded store, taken while it is in use or stopped.

The store's log is only appended to, but for its rewriting now and then, which waits meanwhile. So
the copy is the store as it was at one moment; an entry that was cut off is dropped when it is read.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import redis

from railhead.service.running.embedded_store import Embedded, StoreProblem
from railhead.service.store.connection import connect_to_server

LOG: Final = "appendonlydir"
REWRITING: Final = "auto-aof-rewrite-percentage"
PATIENCE: Final = 600.0


def back_up(data_dir: Path, target: Path) -> int:
    """Copy the store of a data folder to `target`, a data folder for another; returns its bytes.

    Raises `StoreProblem`.
    """
    if target.exists() and any(target.iterdir()):
        raise StoreProblem(f"{target} is not empty; name a folder that is not there yet")
    if not (data_dir / LOG).is_dir():
        raise StoreProblem(f"there is no store in {data_dir}; set RAILHEAD_DATA_DIR")
    store = Embedded(data_dir)
    client = connect_to_server(store.url)
    try:
        client.ping()
    except redis.RedisError:
        store.lock()  # nobody starts it meanwhile
        shutil.copytree(data_dir / LOG, target / LOG)
        store.close()
    else:
        with _nothing_rewritten(client):
            shutil.copytree(data_dir / LOG, target / LOG)
    finally:
        client.close()
    return sum(file.stat().st_size for file in (target / LOG).iterdir())


@contextmanager
def _nothing_rewritten(client: redis.Redis) -> Iterator[None]:
    """While the log is only appended to. Raises `StoreProblem`."""
    before = str(client.config_get(REWRITING)[REWRITING])
    client.config_set(REWRITING, 0)
    try:
        until = time.monotonic() + PATIENCE
        while _rewrites(client):
            if time.monotonic() > until:
                raise StoreProblem("the store rewrites its log without an end; try again later")
            time.sleep(0.1)
        yield
    finally:
        client.config_set(REWRITING, before)


def _rewrites(client: redis.Redis) -> bool:
    told = client.info("persistence")
    return bool(told["aof_rewrite_in_progress"] or told["aof_rewrite_scheduled"])
