"""A gateway before a service that fails as it is told to."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

Fault = str | tuple[int, dict[str, str], bytes]
"""`unsent` cuts before the service hears of a request, `unanswered` after; `half` cuts an answer
in its middle, `late` lets it come after `LATE_SECONDS`, `twice` asks the service twice and passes
the second answer on; three parts are an answer instead of the service's."""
LATE_SECONDS = 0.3


class Gateway(ThreadingHTTPServer):
    """Passes requests on; the next ones of a method have the faults that are set for it, the others
    those that `misfortune` draws for their path."""

    daemon_threads = True

    def __init__(self, service: str) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.service = urlsplit(service).netloc
        self.faults: dict[str, list[Fault]] = {}
        self.seen: list[tuple[str, str, dict[str, str]]] = []
        self.cut_after: list[int] = []
        self.misfortune: Callable[[str], Fault | None] = lambda path: None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def keys(self) -> list[str | None]:
        """The idempotency keys of the POST requests that came."""
        return [
            headers.get("idempotency-key") for method, _, headers in self.seen if method == "POST"
        ]


class Passing(BaseHTTPRequestHandler):
    server: Gateway

    def do_GET(self) -> None:
        self.pass_on()

    def do_POST(self) -> None:
        self.pass_on()

    def do_OPTIONS(self) -> None:
        self.pass_on()

    def do_DELETE(self) -> None:
        self.pass_on()

    def pass_on(self) -> None:
        self.close_connection = True
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): text for name, text in self.headers.items()}
        self.server.seen.append((self.command, self.path, headers))
        waiting = self.server.faults.get(self.command, [])
        fault = waiting.pop(0) if waiting else self.server.misfortune(self.path)
        if fault == "unsent":
            return
        if isinstance(fault, tuple):
            status, more, raw = fault
            self.answer(status, {**more, "Content-Length": str(len(raw))})
            self.wfile.write(raw)
            return
        if fault == "late":
            time.sleep(LATE_SECONDS)
        for last in (False, True) if fault == "twice" else (True,):
            with closing(http.client.HTTPConnection(self.server.service, timeout=60)) as service:
                service.request(self.command, self.path, body, {**headers, "connection": "close"})
                with service.getresponse() as reply:
                    if last:
                        self.tell(reply, fault)
                    else:
                        reply.read()

    def tell(self, reply: http.client.HTTPResponse, fault: Fault | None) -> None:
        """Pass the service's answer on, as far as the fault lets it through."""
        if fault == "unanswered":
            reply.read()
            return
        told = {n: v for n, v in reply.getheaders() if n.lower() not in ("transfer-encoding",)}
        self.answer(reply.status, told)
        left = self.server.cut_after.pop(0) if self.server.cut_after else None
        while chunk := reply.read1(4096):
            if fault == "half":
                chunk = chunk[: len(chunk) // 2]
            if left is not None:
                chunk, left = chunk[:left], left - len(chunk)
            self.wfile.write(chunk)
            if fault == "half" or (left is not None and left <= 0):
                break

    def answer(self, status: int, headers: dict[str, str]) -> None:
        self.send_response_only(status)
        for name, text in headers.items():
            self.send_header(name, text)
        self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def gateway(service: str) -> Iterator[Gateway]:
    with Gateway(service) as opened:
        serving = threading.Thread(target=opened.serve_forever, args=(0.01,))
        serving.start()
        try:
            yield opened
        finally:
            opened.shutdown()
            serving.join()
