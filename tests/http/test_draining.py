"""An API process that is replaced lets go of connections between requests, never in one."""

from __future__ import annotations

import http.client
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from railhead.service.running.serve import RENEWAL_SECONDS
from tests.http.api import Server, server
from tests.service.conftest import children_of, eventually

SLOW_TO_LOAD = """
import os, sys, time
class Slow:
    def find_spec(self, name, path, target=None):
        if name == "railhead.service.app" and os.path.exists({slow!r}):
            time.sleep({seconds})
sys.meta_path.insert(0, Slow())
"""


class Client(threading.Thread):
    """Asks on one connection for as long as the server keeps it, and repeats nothing."""

    def __init__(self, port: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.pause = pause
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.enough = threading.Event()
        self.answered = 0
        self.failed: list[str] = []

    def run(self) -> None:
        """Ask until told to stop."""
        while not self.enough.is_set():
            try:
                self.connection.request("GET", "/healthz")
                self.connection.getresponse().read()
                self.answered += 1
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(repr(error))
                self.connection.close()
            time.sleep(self.pause)  # in which the connection is idle
        self.connection.close()


def replaced_while_in_use(door: Server, number: int, pause: float) -> list[Client]:
    """Let so many clients ask while the processes of the server are replaced."""
    clients = [Client(door.port, pause) for _ in range(number)]
    for client in clients:
        client.start()
    eventually(lambda: all(client.answered > 10 for client in clients))
    old = set(children_of(door.process.pid))
    os.kill(door.process.pid, signal.SIGHUP)
    eventually(lambda: not old & set(children_of(door.process.pid)), 60)
    before = [client.answered for client in clients]
    eventually(lambda: all(c.answered > was for c, was in zip(clients, before, strict=True)))
    for client in clients:
        client.enough.set()
    for client in clients:
        client.join()
    return clients


@pytest.mark.full
def test_no_request_meets_a_connection_that_closes(store_url: str) -> None:
    with server(store_url) as door:
        clients = replaced_while_in_use(door, 24, 0.0005)
    assert [client.failed for client in clients] == [[]] * len(clients)


@pytest.mark.full
def test_the_old_process_stays_until_the_new_one_listens(store_url: str, tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    hook = SLOW_TO_LOAD.format(slow=str(slow), seconds=RENEWAL_SECONDS + 6)
    (tmp_path / "sitecustomize.py").write_text(hook)
    paths = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', os.getcwd())}"
    with server(store_url, PYTHONPATH=paths, RAILHEAD_API_WORKERS="1") as door:
        slow.touch()
        (client,) = replaced_while_in_use(door, 1, 0.01)
    assert client.failed == []
