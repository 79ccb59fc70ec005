"""A client for the tests, and the real server that it talks to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

from tests.ports import free_port

VEIL_SEATS = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Ben"}]
PATIENCE = 60
STOP_SECONDS = 20


class Api:
    """The API at one address, for one caller: nobody, or the holder of `token`."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address
        self.session = requests.Session()
        if token is not None:
            self.session.headers["Authorization"] = f"Bearer {token}"

    def __call__(self, method: str, path: str, **rest: Any) -> requests.Response:
        return self.session.request(method, self.address + path, timeout=PATIENCE, **rest)

    def get(self, path: str, **rest: Any) -> requests.Response:
        return self("GET", path, **rest)

    def post(self, path: str, **rest: Any) -> requests.Response:
        return self("POST", path, **rest)

    def delete(self, path: str, **rest: Any) -> requests.Response:
        return self("DELETE", path, **rest)

    def holding(self, token: str) -> Api:
        return Api(self.address, token)

    def created(self, **members: Any) -> SeatedMatch:
        """A new match, of Veil with two humans where nothing else is said."""
        body = {"game": "veil", "seats": VEIL_SEATS, **members}
        answered = self.post("/v1/matches", json=body)
        assert answered.status_code == 201, answered.text
        return SeatedMatch(self, answered.json())


class SeatedMatch:
    """One match with the clients of its owner and its human seats."""

    def __init__(self, api: Api, created: dict[str, Any]) -> None:
        self.created = created
        self.path = f"/v1/matches/{created['id']}"
        self.anybody = api
        self.owner = api.holding(created["owner_token"])
        self.seats = {
            seat["seat"]: api.holding(seat["token"])
            for seat in created["seats"]
            if seat["kind"] == "human"
        }

    def shown(self, seat: int, **rest: Any) -> dict[str, Any]:
        answered = self.seats[seat].get(self.path, **rest)
        assert answered.status_code == 200, answered.text
        document: dict[str, Any] = answered.json()
        return document

    def legal(self, seat: int) -> dict[str, Any]:
        answered = self.seats[seat].get(f"{self.path}/legal-actions")
        assert answered.status_code == 200, answered.text
        document: dict[str, Any] = answered.json()
        return document

    def act(self, seat: int, choice: int = 0, **rest: Any) -> requests.Response:
        """The seat takes one of its legal actions, the first where nothing else is said."""
        legal = self.legal(seat)
        body = {"action": legal["actions"][choice]["action"], "version": legal["version"]}
        return self.seats[seat].post(f"{self.path}/actions", json=body, **rest)

    def submit(self, seat: int, body: Any, **headers: str) -> requests.Response:
        return self.seats[seat].post(f"{self.path}/actions", json=body, headers=headers)

    def play_out(self) -> dict[str, Any]:
        """Play to the end, each human taking its first legal action; bots are waited for."""
        first = min(self.seats)
        shown = self.shown(first)
        while shown["status"] != "over":
            ours = [seat for seat in shown["to_act"] if seat in self.seats]
            if ours:
                assert self.act(ours[0]).status_code == 200
                shown = self.shown(first)
            else:
                shown = self.changed(first, shown["version"])
        return shown

    def changed(self, seat: int, version: int) -> dict[str, Any]:
        """The match once it is past `version`."""
        for _ in range(6):
            headers = {"If-None-Match": f'"{version}"'}
            answered = self.seats[seat].get(f"{self.path}?wait=10", headers=headers)
            if answered.status_code == 200:
                document: dict[str, Any] = answered.json()
                return document
            assert answered.status_code == 304, answered.text
        raise AssertionError(f"nothing happens after version {version}")


def problem(answered: requests.Response, status: int, slug: str) -> dict[str, Any]:
    """The problem document of an answer, held against what it should be."""
    assert answered.status_code == status, answered.text
    assert answered.headers["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = answered.json()
    assert document["type"] == f"/problems/{slug}", document
    assert document["status"] == status
    return document


def raw(
    api: Api, path: str, encodings: str | None, method: str = "GET", **rest: Any
) -> tuple[requests.Response, bytes]:
    """The answer, and its bytes as they came."""
    headers = {**rest.pop("headers", {}), "Accept-Encoding": encodings}
    answered = api(method, path, headers=headers, stream=True, **rest)
    return answered, answered.raw.read(decode_content=False)


def fields_of(document: dict[str, Any]) -> list[str]:
    return [error["field"] for error in document["errors"]]


@dataclass(frozen=True)
class Server:
    """An API process of its own session: where it listens, and the process itself."""

    address: str
    port: int
    process: subprocess.Popen[bytes]

    def threads(self) -> int:
        """How many threads the process has that answers requests."""
        return len(list(Path(f"/proc/{self._child()}/task").iterdir()))

    def memory(self) -> int:
        """How many bytes of memory the process holds that answers requests."""
        pages = int(Path(f"/proc/{self._child()}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def _child(self) -> str:
        task = Path(f"/proc/{self.process.pid}/task")
        (child,) = {pid for one in task.iterdir() for pid in (one / "children").read_text().split()}
        return child


@contextmanager
def server(store_url: str, output: Any = None, **environment: str) -> Iterator[Server]:
    """An API over the store, with these settings, that writes to `output` where that is given."""
    port = int(environment.get("RAILHEAD_PORT", free_port()))
    settings = {
        "REDIS_URL": store_url,
        "RAILHEAD_PORT": str(port),
        "RAILHEAD_EXTRA_GAMES": "examples.veil",
        "RAILHEAD_CREATION_LIMIT": "",
        "RAILHEAD_STORED_BYTES_LIMIT": "",
        "RAILHEAD_BOT_MATCHES": "0",
        "RAILHEAD_CLAIM_LIMIT": "",
        "RAILHEAD_ANALYSIS_LIMIT": "",
        **environment,
    }
    command = [sys.executable, "-m", "railhead.service.cli", "api"]
    process = subprocess.Popen(
        command, env={**os.environ, **settings}, start_new_session=True, stdout=output
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_until_well(address, process)
        yield Server(address, port, process)
    finally:
        stop(process)


def _wait_until_well(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    with requests.Session() as session:
        while True:
            try:
                if session.get(f"{address}/healthz", timeout=5).status_code == 200:
                    return
            except (requests.ConnectionError, requests.Timeout):
                assert process.poll() is None, "the server ended"
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.1)


@contextmanager
def serving(store_url: str, **environment: str) -> Iterator[str]:
    """The address of an API over the store, with these settings."""
    with server(store_url, **environment) as started:
        yield started.address


def stop(process: subprocess.Popen[bytes]) -> float:
    """End a server and all that it started; how many seconds it took to end by itself."""
    began = time.monotonic()
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"the server did not stop within {STOP_SECONDS} s") from None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return time.monotonic() - began
