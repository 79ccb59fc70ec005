"""A server that receives webhooks, as a client's endpoint does."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook


@dataclass(frozen=True)
class Received:
    """One request to the endpoint, and what was answered."""

    at: float
    path: str
    headers: dict[str, str]
    body: bytes
    status: int

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def event(self) -> dict[str, Any]:
        event: dict[str, Any] = json.loads(self.body)["data"]
        return event

    def verified(self, secret: str) -> Any:
        """What the official library makes of it. Raises where the signature does not fit."""
        return Webhook(secret).verify(self.body, self.headers)


Behaviour = Callable[[dict[str, Any]], int]
"""The status to answer to what comes; it may take its time."""


class Receiver:
    """An endpoint of this address, which answers as `behaviour` says."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self.behaviour: Behaviour = lambda _: 200
        self.headers: dict[str, str] = {}
        self.seen: list[Received] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                at = time.time()
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.behaviour(json.loads(body)["data"])
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.seen.append(Received(at, self.path, headers, body, status))
                self.send_response(status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            do_GET = do_POST  # noqa: N815 - a redirect that is followed asks so

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                pass  # whoever was killed in the middle of it

        self.server = Server((host, port), Handler)
        self.url = f"http://{host}:{self.server.server_port}/hook?from=railhead"

    @property
    def taken(self) -> list[Received]:
        """What was answered with success, in order."""
        return [one for one in self.seen if 200 <= one.status < 300]

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """The events that were taken, each as often as it was."""
        events = [one.event for one in self.taken]
        return [event for event in events if not kinds or event["kind"] in kinds]


@contextmanager
def receiving(host: str = "127.0.0.1", port: int = 0) -> Iterator[Receiver]:
    """A receiver, as long as the block lasts."""
    receiver = Receiver(host, port)
    thread = threading.Thread(target=receiver.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()
