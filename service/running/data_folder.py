"""Whether the embedded store writes to its data folder, whatever befalls that meanwhile."""

from __future__ import annotations

import time
from typing import Final

import redis
import structlog

from railhead.service.running.embedded_store import Embedded
from railhead.service.store.connection import connect_to_server
from railhead.service.store.embedded_server import misplaced_files

log = structlog.get_logger()

CHECK_SECONDS: Final = 5.0
"""How often the folder is checked."""


class DataFolderMonitor:
    """Watches the data folder of a store in use; `check` is called again and again."""

    def __init__(self, store: Embedded) -> None:
        self.store = store
        self._next_check = 0.0
        self._problems: list[str] = []

    def check(self) -> None:
        """Log once that the store writes elsewhere, and once that it writes there again.

        A store whose log was deleted is told to write it anew, which it can where the folder itself
        is still the one that it was started in.
        """
        if time.monotonic() < self._next_check:
            return
        self._next_check = time.monotonic() + CHECK_SECONDS
        assert self.store.process is not None
        problems = misplaced_files(self.store.folder, self.store.process.pid)
        if problems and not self._problems:
            log.error("the store's files are gone", problem=problems[0])
            self._write_anew()
        elif self._problems and not problems:
            log.info("the store writes to its folder again", folder=str(self.store.folder))
        self._problems = problems

    def _write_anew(self) -> None:
        with connect_to_server(self.store.url) as client:
            try:
                client.bgrewriteaof()
            except redis.RedisError as error:
                log.error("the store's log is not written anew", error=str(error))
