"""An API process that is replaced lets go of connections between requests, never in one."""

from __future__ import annotations

import http.client
import os
import signal
import threading
import time

from tests.http.api import server
from tests.service.conftest import children_of, eventually

CLIENTS = 24


class Client(threading.Thread):
    """Asks on one connection for as long as the server keeps it, and repeats nothing."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
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
            time.sleep(0.0005)  # in which the connection is idle
        self.connection.close()


def test_no_request_meets_a_connection_that_closes(store_url: str) -> None:
    with server(store_url) as door:
        clients = [Client(door.port) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        eventually(lambda: all(client.answered > 10 for client in clients))
        old = set(children_of(door.process.pid))
        os.kill(door.process.pid, signal.SIGHUP)
        eventually(lambda: not old & set(children_of(door.process.pid)))
        before = [client.answered for client in clients]
        eventually(
            lambda: all(c.answered > was for c, was in zip(clients, before, strict=True)),
        )
        for client in clients:
            client.enough.set()
        for client in clients:
            client.join()
    assert [client.failed for client in clients] == [[]] * CLIENTS
