"""How fast an easy bot answers one player while another address lets bots think without end.

A service with one worker is measured alone and beside each kind of load.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import requests
from requests.adapters import HTTPAdapter

from bench.figure import Figure
from bench.running import serving

ANSWERS: Final = 100
MATCHES: Final = 30
"""How many the heavy address has running: half of what it may create in a minute."""
PATIENCE: Final = 20.0
"""Seconds after which an answer that has not come counts as one of so many."""
HEAVY, LIGHT = "127.0.0.2", "127.0.1.{}"
"""Each time it is another player who is measured, who has not played all the while before."""


class From(HTTPAdapter):
    """Connects from an address of this host."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(pool_maxsize=64)

    def init_poolmanager(self, *args: Any, **rest: Any) -> None:
        """As that of all adapters, with the address."""
        super().init_poolmanager(*args, source_address=(self.address, 0), **rest)


@dataclass
class Caller:
    """One who calls the service at `base` from an address, with a client's token or none."""

    base: str
    address: str
    token: str | None = None
    session: requests.Session = field(default_factory=requests.Session)

    def __post_init__(self) -> None:
        self.session.mount("http://", From(self.address))

    def call(self, method: str, path: str, token: str | None = None, **rest: Any) -> Any:
        """The answer as JSON; None where there is no body."""
        sent = token or self.token
        headers = {"Authorization": f"Bearer {sent}"} if sent else {}
        answered = self.session.request(
            method, f"{self.base}{path}", headers=headers | rest.pop("headers", {}), **rest
        )
        if answered.status_code == 304:
            return None
        answered.raise_for_status()
        return answered.json()

    def create(self, *levels: str, human: bool = False, game: str = "montana") -> dict[str, Any]:
        """A new match with bots of these levels, behind a seat of the caller's own if `human`."""
        seats: list[Mapping[str, str]] = [{"kind": "human", "name": "caller"}] if human else []
        seats += [{"kind": "bot", "level": level} for level in levels]
        made: dict[str, Any] = self.call("POST", "/v1/matches", json={"game": game, "seats": seats})
        return made


def act(caller: Caller, match: str, token: str) -> int | None:
    """Take the first action of seat 0; the version after it, None where seat 0 is not to act."""
    path = f"/v1/matches/{match}"
    listed = caller.call("GET", f"{path}/legal-actions", token)
    if not listed["actions"]:
        return None
    choice = {"action": listed["actions"][0]["action"], "version": listed["version"]}
    done = caller.call("POST", f"{path}/actions", token, json=choice)
    return int(done["version"])


def answers(caller: Caller, count: int) -> list[float]:
    """Seconds from an action of the caller until a match with an easy bot waits for it again."""
    found: list[float] = []
    while len(found) < count:
        made = caller.create("easy", human=True)
        match, token = made["id"], made["seats"][0]["token"]
        while len(found) < count:
            began = time.monotonic()
            version = act(caller, match, token)
            shown = caller.call("GET", f"/v1/matches/{match}", token)
            waits = shown["status"] == "active" and 0 not in shown["to_act"]
            while waits and time.monotonic() - began < PATIENCE:
                held = {"If-None-Match": f'"{shown["version"]}"'}
                later = caller.call("GET", f"/v1/matches/{match}?wait=10", token, headers=held)
                shown = later or shown
                waits = shown["status"] == "active" and 0 not in shown["to_act"]
            if version is not None and shown["version"] > version:
                found.append(time.monotonic() - began)
            elif waits:
                found.append(PATIENCE)
                break
            if shown["status"] != "active":
                break
    return found


@contextmanager
def load(base: str, matches: int, clients: bool = False) -> Iterator[None]:
    """While one address has so many matches of experts running: half of them between bots alone,
    as far as that is allowed, in the others it acts as soon as it can. With `clients` each match is
    another client's."""
    stopping = threading.Event()
    caller = Caller(base, HEAVY)
    playing: list[tuple[Caller, str, str]] = []
    for number in range(matches):
        own = caller
        if clients:
            made = caller.call("POST", "/v1/clients", json={"name": f"heavy {number}"})
            own = Caller(base, HEAVY, made["token"])
        if number % 2:
            own.create("expert", "expert", "expert")
            continue
        made = own.create("expert", "expert", human=True)
        playing.append((own, made["id"], str(made["seats"][0]["token"])))

    def act_at_once() -> None:
        while not stopping.wait(0.5):
            for own, match, token in playing:
                if not stopping.is_set():
                    act(own, match, token)

    acting = threading.Thread(target=act_at_once)
    acting.start()
    try:
        yield
    finally:
        stopping.set()
        acting.join()


def percentile(sample: list[float], share: float) -> float:
    """The value that so large a share of a sample is not above."""
    ordered = sorted(sample)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure(base: str, count: int) -> dict[str, float]:
    """The 95th percentile of an easy bot's answers alone, beside a heavy address, and beside one
    whose matches are of many clients."""
    found = {"alone": percentile(answers(Caller(base, LIGHT.format(1)), count), 0.95)}
    for number, clients in enumerate((False, True), 2):
        name = f"{MATCHES} matches of one address{', each of another client' * clients}"
        with load(base, MATCHES, clients):
            found[name] = percentile(answers(Caller(base, LIGHT.format(number)), count), 0.95)
    return found


def figures() -> list[Figure]:
    """The 95th percentile of an easy bot's answers beside each load."""
    with serving() as running:
        found = measure(f"http://127.0.0.1:{running.port}", ANSWERS)
    beside = f"alone {found.pop('alone'):.2f} s; {ANSWERS} answers each"
    return [
        Figure(f"an easy bot's answer beside {name}, p95", round(value, 2), "s", "<= 1", beside)
        for name, value in found.items()
    ]
