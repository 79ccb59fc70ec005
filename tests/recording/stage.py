"""A whole service for the story: a store, the API, a worker, and an endpoint for webhooks."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from railhead.service.running.embedded_store import Embedded
from tests.http.api import serving
from tests.receiver import receiving
from tests.service.conftest import Processes

SETTINGS: Final = {
    "RAILHEAD_EXTRA_GAMES": "",
    "RAILHEAD_LOG_LEVEL": "warning",
    "RAILHEAD_BOT_BUDGET_FACTOR": "0.05",
    "RAILHEAD_WORKERS": "1",
    "RAILHEAD_WEBHOOK_WORKERS": "1",
    "RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES": "127.0.0.0/8",
}


@dataclass(frozen=True)
class Stage:
    """Where the API listens, and where events of clients may be sent."""

    address: str
    endpoint: str


@contextmanager
def stage() -> Iterator[Stage]:
    """The service, over an empty store, as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="railhead-recording-") as name:
        folder = Path(name)
        store = Embedded(folder / "store", memory=64)
        store.lock()
        server = store.start()
        processes = Processes(folder)
        try:
            with serving(store.url, **SETTINGS) as address, receiving() as receiver:
                processes.start("worker", REDIS_URL=store.url, **SETTINGS)
                yield Stage(address, receiver.url)
                processes.kill_all()
        finally:
            processes.kill_all()
            server.terminate()
            server.wait(60)
            store.close()
