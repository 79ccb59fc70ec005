"""Our clients come back when the service says, and not before."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from railhead.service.commands.play.client import Client, Refused

OURS = {"status": "active", "version": 3, "you": 0, "to_act": [1], "result": None}
OVER = {**OURS, "status": "over", "version": 4, "result": {"ranking": [[0], [1]]}}

CREATED = {
    "id": "m",
    "owner_token": "o",
    "spectator_token": "s",
    "seats": [{"seat": 0, "kind": "human", "token": "t"}],
}


class Busy(ThreadingHTTPServer):
    """A service whose waiting room is full the first two times, and which then is done."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.waits: list[float] = []
        self.status = 304

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def refuses(self) -> bool:
        self.waits.append(time.monotonic())
        return len(self.waits) < 3

    def pauses(self) -> list[float]:
        return [later - one for one, later in zip(self.waits, self.waits[1:], strict=False)]


class Answers(BaseHTTPRequestHandler):
    server: Busy

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.say(201, CREATED, Location="/v1/matches/m")

    def do_GET(self) -> None:
        if self.path.startswith("/v1/games/"):
            self.say(200, {"seats": {"min": 2}})
        elif self.path.endswith("legal-actions") and "?" not in self.path:
            status = "over" if len(self.server.waits) > 2 else "active"
            self.say(200, {"version": 3, "status": status, "seat": 0, "actions": []})
        elif "wait=" not in self.path:
            self.say(200, OVER if len(self.server.waits) > 2 else OURS)
        elif self.server.refuses():
            self.say(self.server.status, None, **{"Retry-After": "1"})
        else:
            self.say(200, OVER)

    def say(self, status: int, body: object, **headers: str) -> None:
        raw = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
        self.send_response(status)
        given = {"Content-Type": "application/json", "Content-Length": str(len(raw)), **headers}
        for name, text in given.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def busy() -> Iterator[Busy]:
    with Busy() as service:
        serving = threading.Thread(target=service.serve_forever, args=(0.01,))
        serving.start()
        yield service
        service.shutdown()
        serving.join()


def test_the_example_bot_comes_back_when_it_is_told(busy: Busy) -> None:
    command = [sys.executable, "examples/random_bot.py", "--url", busy.url]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert len(busy.waits) == 3
    assert min(busy.pauses()) >= 1


@pytest.mark.full
@pytest.mark.parametrize("status", [304, 503, 429])
def test_the_terminal_client_comes_back_when_it_is_told(busy: Busy, status: int) -> None:
    busy.status = status
    client = Client(busy.url)
    client.resume("m", "t")
    match = None
    while match is None:
        match = client.read(3)
    assert match["status"] == "over"
    assert len(busy.waits) == 3
    assert min(busy.pauses()) >= 1


def test_the_terminal_client_gives_up_in_the_end(
    busy: Busy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Busy, "refuses", lambda service: service.waits.append(0) or True)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    busy.status = 503
    client = Client(busy.url)
    client.resume("m", "t")
    with pytest.raises(Refused):
        client.read(3)
    assert len(busy.waits) == 5


def test_the_loop_of_the_guide_comes_back_when_it_is_told(busy: Busy, tmp_path: Path) -> None:
    (loop,) = re.findall(r"^while curl.*?^done$", Path("docs/api.md").read_text(), re.DOTALL | re.M)
    script = f"MATCH_URL={busy.url}/v1/matches/m TOKEN=t\n{loop}"
    subprocess.run(
        ["bash", "-eu", "-c", script], cwd=tmp_path, check=True, capture_output=True, timeout=60
    )
    assert len(busy.waits) == 3
    assert min(busy.pauses()) >= 1
