"""All processes are replaced by new ones while they are in use: nobody notices."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.ports import free_port
from tests.service.conftest import Processes, children_of, eventually
from tests.service.test_serve import Guest, Served, alive

CLIENTS = 6
ROUNDS = 2


class Player(threading.Thread):
    """A client that keeps one connection, asks without a pause and repeats nothing."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.guest = Guest(url)
        self.session = requests.Session()
        self.session.headers.update(self.guest.headers)
        self.enough = threading.Event()
        self.answered = 0
        self.failed: list[str] = []

    def run(self) -> None:
        """Play until told to stop."""
        while not self.enough.is_set():
            try:
                self.play()
            except requests.RequestException as error:
                self.failed.append(repr(error))

    def ask(self, method: str, path: str, **rest: Any) -> dict[str, Any]:
        answer = self.session.request(
            method, f"{self.guest.url}{self.guest.path}{path}", timeout=30, **rest
        )
        answer.raise_for_status()
        self.answered += 1
        return dict(answer.json()) if answer.content else {}

    def play(self) -> None:
        match = self.ask("GET", "")
        if match["status"] == "over":
            self.guest = Guest(self.guest.url)
            self.session.headers.update(self.guest.headers)
        elif 0 in match["to_act"]:
            legal = self.ask("GET", "/legal-actions")
            body = {"action": legal["actions"][-1]["action"], "version": legal["version"]}
            self.ask("POST", "/actions", json=body)
        else:
            known = {"If-None-Match": f'"{match["version"]}"'}
            self.ask("GET", "?wait=5", headers=known)


def until_gone(pids: set[int]) -> None:
    eventually(lambda: not any(map(alive, pids)))


def until_each_is_answered(players: list[Player]) -> None:
    before = [player.answered for player in players]
    eventually(lambda: all(p.answered > b for p, b in zip(players, before, strict=True)))


@pytest.mark.full
def test_processes_are_replaced_under_load(processes: Processes, tmp_path: Path) -> None:
    """No request fails without being repeated, and no bot gives up what it thinks about."""
    served = Served(processes, tmp_path / "data", free_port(), RAILHEAD_CREATION_LIMIT="")
    players = [Player(served.url) for _ in range(CLIENTS)]
    for player in players:
        player.start()
    for _ in range(ROUNDS):
        store, supervisor = (
            served.child("valkey") or served.child("redis"),
            served.child("cli\0worker"),
        )
        api = set(children_of(served.child("granian")))
        os.kill(served.process.pid, signal.SIGUSR2)
        old = {supervisor, *api}
        until_gone(old)
        assert alive(store)
        until_each_is_answered(players)
    eventually(lambda: sum(player.answered for player in players) > 100)
    for player in players:
        player.enough.set()
    for player in players:
        player.join()
    assert [player.failed for player in players] == [[]] * CLIENTS
    assert "turn given up" not in served.text()
    served.interrupt()


@pytest.mark.full
def test_who_is_replaced_leaves_new_connections_to_its_successor(
    processes: Processes, tmp_path: Path
) -> None:
    """Else it would accept for as long as it drains, and cut what it accepted last."""
    long = {"RAILHEAD_DRAIN_SECONDS": "600", "RAILHEAD_CREATION_LIMIT": ""}
    served = Served(processes, tmp_path / "data", free_port(), **long)
    enough = threading.Event()
    statuses: list[int] = []

    def connect() -> None:
        while not enough.is_set():
            statuses.append(requests.get(f"{served.url}/v1/games", timeout=30).status_code)

    clients = [threading.Thread(target=connect, daemon=True) for _ in range(2)]
    for client in clients:
        client.start()
    old = set(children_of(served.child("granian")))
    os.kill(served.process.pid, signal.SIGUSR2)
    until_gone(old)
    enough.set()
    for client in clients:
        client.join()
    assert set(statuses) == {200}
