"""A server of chat completions that plays number 1, and fails as it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TEXT = "Let me see.\n\nPLAN: keep; select\n**ACTION: 1**"
LOOK = "I have seen nothing.\n\n**LOOK: table**"
KEY = "a-key-for-tests"


class Completions(ThreadingHTTPServer):
    """Every `fails`-th request gets `status`; a request without the key 401.

    Where it `looks`, it looks at the table before it acts.
    """

    daemon_threads = True

    def __init__(self, fails: int, status: int, looks: bool) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.fails, self.status, self.looks = fails, status, looks
        self.seen: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Completions

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append(body)
        if self.headers["Authorization"] != f"Bearer {KEY}":
            self.answer(401, {"error": {"message": "who are you?"}})
        elif self.server.fails and len(self.server.seen) % self.server.fails == 0:
            self.answer(self.server.status, {"error": {"message": "busy"}})
        else:
            blind = self.server.looks and "Table:" not in body["messages"][-1]["content"]
            message = {"role": "assistant", "content": LOOK if blind else TEXT}
            usage = {"prompt_tokens": 1000, "completion_tokens": 10}
            self.answer(200, {"choices": [{"message": message}], "usage": usage})

    def answer(self, status: int, document: dict[str, Any]) -> None:
        content = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def completions(fails: int = 0, status: int = 503, looks: bool = False) -> Iterator[Completions]:
    with Completions(fails, status, looks) as opened:
        serving = threading.Thread(target=opened.serve_forever, args=(0.01,))
        serving.start()
        try:
            yield opened
        finally:
            opened.shutdown()
            serving.join()
