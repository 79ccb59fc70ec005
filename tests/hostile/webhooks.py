"""What others notice of somebody whose endpoints of webhooks take their time, or never answer.

`python -m tests.hostile.webhooks` starts a service of its own and prints what it has measured.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from tests.http.api import Api, stop
from tests.ports import free_port
from tests.receiver import Receiver, receiving

NEEDED = {
    "RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES": "127.0.0.0/8",
    "RAILHEAD_CREATION_LIMIT": "",
    "RAILHEAD_STORED_BYTES_LIMIT": "",
    "RAILHEAD_EXTRA_GAMES": "examples.veil",
}
"""The settings of a service that lets all of this come from one address and go to this host."""
LONGEST = 150.0


@dataclass(frozen=True)
class Delays:
    """Seconds from a turn to its event at the endpoint of somebody else, longest last.

    `undisturbed` before, `beside` of one whose endpoint has always been quick, `newcomers` of
    clients that have never been sent anything; `attempts` were begun at the slow endpoints.
    """

    undisturbed: Sequence[float]
    beside: Sequence[float]
    newcomers: Sequence[float]
    attempts: int

    @property
    def worst(self) -> float:
        """The longest delay of anybody beside the slow ones."""
        return max([*self.beside, *self.newcomers])


class SlowEndpoint:
    """An endpoint that takes each connection and answers after so many seconds."""

    def __init__(self, seconds: float, ends: ExitStack) -> None:
        self.asked = 0
        self._seconds = seconds
        self._socket = ends.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/"
        self._taken: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                taken, _ = self._socket.accept()
            except OSError:  # closed: it is over
                return
            self.asked += 1
            self._taken.append(taken)
            late = threading.Timer(self._seconds, self._answer, [taken])
            late.daemon = True
            late.start()

    @staticmethod
    def _answer(taken: socket.socket) -> None:
        with closing(taken):
            try:
                taken.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            except OSError:  # who asked has not waited for it
                return


def hooked(api: Api, url: str) -> Api:
    """A new client whose events go to `url`."""
    client = api.holding(api.post("/v1/clients", json={"name": "hooked"}).json()["token"])
    answered = client("PUT", "/v1/me/webhook", json={"url": url})
    assert answered.status_code in (200, 201), answered.text
    return client


def turn(client: Api) -> str:
    """The id of a new match in which it is the client's turn, of which it is told."""
    me = client.get("/v1/me").json()["id"]
    seats: list[dict[str, Any]] = [{"kind": "human", "name": "one"}, {"kind": "open", "client": me}]
    made = client.post("/v1/matches", json={"game": "veil", "seats": seats})
    assert made.status_code == 201, made.text
    match: str = made.json()["id"]
    return match


def delay(client: Api, receiver: Receiver) -> float:
    """Seconds until the client is told of a match that has just been made."""
    match, began = turn(client), time.time()
    while time.time() < began + LONGEST:
        for one in list(receiver.seen):
            if one.event["match"] == match:
                return max(0.0, one.at - began)
        time.sleep(0.01)
    return LONGEST


def beside_slow_endpoints(
    address: str,
    *,
    clients: int = 50,
    endpoints: int = 1,
    lanes: int = 4,
    seconds: float = 30,
    tries: int = 12,
) -> Delays:
    """How long others wait beside so many clients of one address with slow endpoints.

    The service at `address` has the settings `NEEDED`. Each of the slow clients has as many matches
    as `lanes` that it is told of; the endpoints answer after so many seconds.
    """
    api = Api(address)
    with ExitStack() as ends, receiving() as receiver:
        client = hooked(api, receiver.url)
        undisturbed = [delay(client, receiver) for _ in range(tries)]
        slow = [SlowEndpoint(seconds, ends) for _ in range(endpoints)]
        for number in range(clients):
            attacker = hooked(api, slow[number % endpoints].url)
            for _ in range(lanes):
                turn(attacker)
        beside, newcomers = [], []
        for _ in range(tries):
            beside.append(delay(client, receiver))
            newcomers.append(delay(hooked(api, receiver.url), receiver))
            time.sleep(0.5)
        attempts = sum(one.asked for one in slow)
    return Delays(sorted(undisturbed), sorted(beside), sorted(newcomers), attempts)


@contextmanager
def service(**environment: str) -> Iterator[str]:
    """The address of a whole service with a store of its own, with these settings."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            **NEEDED,
            "RAILHEAD_PORT": str(port),
            "RAILHEAD_DATA_DIR": folder,
            "RAILHEAD_WORKERS": "1",
            "RAILHEAD_LOG_LEVEL": "error",
            **environment,
        }
        command = [sys.executable, "-m", "railhead.service.cli", "serve"]
        process = subprocess.Popen(command, env={**os.environ, **settings}, start_new_session=True)
        try:
            _until_ready(f"http://127.0.0.1:{port}", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            stop(process)


def _until_ready(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        assert process.poll() is None, "the service ended"
        try:
            if Api(address).get("/readyz").status_code == 200:
                return
        except OSError:  # not there yet
            pass
        time.sleep(0.2)
    raise AssertionError("the service does not start")


def main() -> None:
    """Measure one slow endpoint of many clients, and many endpoints."""
    for endpoints in (1, 50):
        with service() as address:
            found = beside_slow_endpoints(address, endpoints=endpoints)
        told = {name: value for name, value in asdict(found).items() if name != "attempts"}
        medians = {name: round(median(values), 3) for name, values in told.items()}
        longest = {name: round(max(values), 3) for name, values in told.items()}
        line = {"endpoints": endpoints, "median": medians, "longest": longest}
        print(json.dumps({**line, "attempts": found.attempts}))


if __name__ == "__main__":
    main()
