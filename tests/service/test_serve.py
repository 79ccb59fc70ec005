"""`railhead serve` as a user runs it: one command, Ctrl-C, again; and what it refuses."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from railhead.service.core.matches import Matches
from railhead.service.running.child_processes import start_bound
from tests.ports import free_port
from tests.service.conftest import Processes, children_of, eventually

NEW = {
    "game": "montana",
    "seats": [{"kind": "human", "name": "me"}, {"kind": "bot", "level": "easy"}],
}


class Served:
    """A service over a data folder, and what it started."""

    def __init__(self, processes: Processes, data: Path, port: int, **environment: str) -> None:
        self.process = processes.start(
            "serve",
            RAILHEAD_PORT=str(port),
            RAILHEAD_DATA_DIR=str(data),
            RAILHEAD_WORKERS="1",
            RAILHEAD_BOT_BUDGET_FACTOR="0.1",
            REDIS_URL="",
            **environment,
        )
        self.url = f"http://127.0.0.1:{port}"
        eventually(lambda: "Railhead is ready" in self.text() or self.process.poll(), 180)
        assert self.process.poll() is None, self.text()

    def text(self) -> str:
        return self.process.log.read_text()

    def family(self) -> list[int]:
        found = [self.process.pid]
        for pid in found:
            found += children_of(pid)
        return found[1:]

    def child(self, word: str) -> int:
        named = (pid for pid in children_of(self.process.pid) if word in command_of(pid))
        return next(named, 0)

    def interrupt(self) -> None:
        family = self.family()
        assert len(family) >= 4
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(90) == 0, self.text()
        assert not [pid for pid in family if alive(pid)]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def command_of(pid: int) -> str:
    """The command line of a process, empty where it has gone meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


class Guest:
    """A human at a match, over HTTP."""

    def __init__(self, url: str) -> None:
        self.url = url
        created = requests.post(f"{url}/v1/matches", json=NEW, timeout=30).json()
        self.path = f"/v1/matches/{created['id']}"
        self.headers = {"Authorization": f"Bearer {created['seats'][0]['token']}"}

    def get(self, path: str = "") -> dict[str, Any]:
        answer = requests.get(self.url + self.path + path, headers=self.headers, timeout=30)
        answer.raise_for_status()
        document: dict[str, Any] = answer.json()
        return document

    def my_turn(self) -> dict[str, Any] | None:
        match = self.get()
        return match if 0 in match["to_act"] or match["status"] == "over" else None

    def decide(self) -> None:
        legal = self.get("/legal-actions")
        body = {"action": legal["actions"][-1]["action"], "version": legal["version"]}
        path = f"{self.url}{self.path}/actions"
        requests.post(path, json=body, headers=self.headers, timeout=30).raise_for_status()

    def decide_until_the_bot_acts(self) -> None:
        while 0 in self.get()["to_act"]:
            self.decide()


@pytest.mark.full
def test_stopped_and_started_again_the_matches_are_still_there(
    processes: Processes, tmp_path: Path
) -> None:
    port = free_port()
    served = Served(processes, tmp_path / "data", port)
    assert re.search(r"curl http://127\.0\.0\.1:\d+/v1/games", served.text())
    guest = Guest(served.url)
    for _ in range(3):
        eventually(guest.my_turn)
        guest.decide_until_the_bot_acts()
    before = eventually(guest.my_turn)
    served.interrupt()
    assert "Stopped" in served.text()
    again = Served(processes, tmp_path / "data", port)
    after = guest.get()
    # Absence does not grow nearer while the service is down: where that was long, it is told anew.
    assert [one.pop("absent_at") for one in after["waited_for"]] >= [
        one.pop("absent_at") for one in before["waited_for"]
    ]
    assert after == before
    guest.decide_until_the_bot_acts()
    eventually(guest.my_turn)
    again.interrupt()


@pytest.mark.full
def test_api_and_workers_of_other_hosts_share_one_store(
    processes: Processes, matches: Matches
) -> None:
    ports = [free_port(), free_port()]
    store = matches.store.settings.redis_url
    for port in ports:
        processes.start("api", RAILHEAD_PORT=str(port), REDIS_URL=store)
    processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.1")
    one, other = (f"http://127.0.0.1:{port}" for port in ports)
    for url in (one, other):
        eventually(partial(answers, url), 180)
    guest = Guest(one)
    for url in (one, other, one, other):
        guest.url = url
        guest.decide_until_the_bot_acts()
        eventually(guest.my_turn)


def answers(url: str) -> bool:
    try:
        return requests.get(f"{url}/readyz", timeout=10).ok
    except requests.RequestException:
        return False


@pytest.mark.full
def test_a_second_service_on_the_same_data_or_port_is_refused(
    processes: Processes, tmp_path: Path
) -> None:
    served = Served(processes, tmp_path / "data", free_port())
    second: Any = processes.start(
        "serve", RAILHEAD_PORT=str(free_port()), RAILHEAD_DATA_DIR=str(tmp_path / "data")
    )
    assert second.wait(90) == 1
    assert "is in use by another Railhead" in second.log.read_text()
    port = served.url.rpartition(":")[2]
    third: Any = processes.start(
        "serve", RAILHEAD_PORT=port, RAILHEAD_DATA_DIR=str(tmp_path / "other")
    )
    assert third.wait(90) == 1
    assert f"cannot listen on 127.0.0.1:{port}" in third.log.read_text()
    assert requests.get(f"{served.url}/healthz", timeout=30).ok
    served.interrupt()


@pytest.mark.full
def test_the_api_may_end_and_begin_while_a_bot_thinks(processes: Processes, tmp_path: Path) -> None:
    served = Served(processes, tmp_path / "data", free_port())
    guest = Guest(served.url)
    eventually(guest.my_turn)
    guest.decide_until_the_bot_acts()
    api = served.child("granian")
    workers = children_of(api)
    os.kill(api, signal.SIGKILL)

    assert workers

    def answered() -> bool:
        try:
            return guest.my_turn() is not None
        except requests.RequestException:
            return False

    eventually(lambda: not [pid for pid in workers if alive(pid)])
    eventually(lambda: served.child("granian") not in (0, api))
    eventually(answered, 60)
    served.interrupt()


@pytest.mark.full
def test_a_killed_store_comes_back_with_what_was_acknowledged(
    processes: Processes, tmp_path: Path
) -> None:
    served = Served(processes, tmp_path / "data", free_port())
    guests = [Guest(served.url) for _ in range(5)]
    os.kill(served.child("unixsocket"), signal.SIGKILL)

    def all_there() -> bool:
        try:
            return all(guest.get()["id"] in guest.path for guest in guests)
        except requests.RequestException:
            return False

    eventually(all_there, 60)
    guests[0].decide_until_the_bot_acts()
    eventually(guests[0].my_turn, 60)
    served.interrupt()


@pytest.mark.full
def test_nothing_outlives_a_killed_service(processes: Processes, tmp_path: Path) -> None:
    port = free_port()
    served = Served(processes, tmp_path / "data", port)
    guest = Guest(served.url)
    family = served.family()
    served.process.kill()
    served.process.wait()
    eventually(lambda: not [pid for pid in family if alive(pid)])
    again = Served(processes, tmp_path / "data", port)
    assert guest.get()["id"] in guest.path
    again.interrupt()


@pytest.mark.parametrize("by_kernel", [True, False])
def test_a_bound_child_ends_with_its_parent(tmp_path: Path, by_kernel: bool) -> None:
    if by_kernel and sys.platform != "linux":
        pytest.fail("only Linux has the kernel's way")
    code = (
        "from railhead.service.running.child_processes import start_bound; import time\n"
        f"child = start_bound(['sleep', '600'], by_kernel={by_kernel})\n"
        "print(child.pid, flush=True); time.sleep(600)"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        if not by_kernel:
            child = eventually(lambda: children_of(child))[0]
        time.sleep(0.1)
        assert alive(child)
        parent.kill()
    eventually(lambda: not alive(child))


def test_a_bound_child_can_be_stopped() -> None:
    for by_kernel in (True, False):
        child = start_bound(["sleep", "600"], by_kernel=by_kernel)
        if not by_kernel:
            eventually(lambda: catches_its_end(child.pid))  # noqa: B023 - asked at once
        child.terminate()
        assert child.wait(60) != 0
        if child.stdin is not None:
            child.stdin.close()


def catches_its_end(pid: int) -> bool:
    """Whether a process has said what to do when it is told to end."""
    (caught,) = re.findall(r"^SigCgt:\s*(\w+)$", Path(f"/proc/{pid}/status").read_text(), re.M)
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


@pytest.mark.parametrize(("name", "value"), [("RAILHEAD_PORT", "many"), ("RAILHEAD_WORKERS", "0")])
def test_a_bad_setting_is_named(processes: Processes, name: str, value: str) -> None:
    process: Any = processes.start("serve", **{name: value})
    assert process.wait(90) == 1
    assert name in process.log.read_text()


def with_files(files: int, words: str, folder: Path, port: int) -> subprocess.Popen[bytes]:
    """A command of ours in a shell that lets a process open so many files."""
    command = f"ulimit -n {files} && exec {sys.executable} -m railhead.service.cli {words}"
    own = {
        "RAILHEAD_PORT": str(port),
        "RAILHEAD_DATA_DIR": str(folder / "data"),
        "RAILHEAD_WORKERS": "1",
        "REDIS_URL": "" if words == "serve" else "redis://127.0.0.1:1/0",
    }
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            ["sh", "-c", command], env={**os.environ, **own}, stdout=log, stderr=log
        )


@pytest.mark.parametrize("words", ["serve", "api"])
def test_too_few_files_are_refused_with_what_to_do(tmp_path: Path, words: str) -> None:
    process = with_files(256, words, tmp_path, free_port())
    assert process.wait(60) == 1
    said = (tmp_path / "log").read_text()
    assert "may open 256 files" in said
    assert "512 at least: raise the hard limit" in said


@pytest.mark.full
def test_few_files_are_named_and_do(tmp_path: Path) -> None:
    port = free_port()
    process = with_files(600, "serve", tmp_path, port)
    try:
        eventually(lambda: "Railhead is ready" in (tmp_path / "log").read_text(), 180)
        assert "too few files" in (tmp_path / "log").read_text()
        with ExitStack() as stack:
            for _ in range(150):
                session = stack.enter_context(requests.Session())
                assert session.get(f"http://127.0.0.1:{port}/healthz", timeout=30).ok
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


def test_the_doctor_says_what_is_here(processes: Processes) -> None:
    process: Any = processes.start("doctor")
    assert process.wait(90) == 0
    text = process.log.read_text()
    for part in ("python", "build", "compiler", "store", "rq", "granian"):
        assert re.search(rf"^{part} +\S", text, re.MULTILINE)
