"""One run: a store, APIs and workers behind proxies, clients that play, faults, and the verdict."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from typing import Any

import requests

from railhead.service.core.matches import open_matches
from railhead.service.settings import Settings
from tests.chaos.checker import STALE, UNCOMMITTED, counted, longest_lag
from tests.chaos.faults import Faults, Site
from tests.chaos.history import History, log_line, read
from tests.chaos.kept import Kept
from tests.chaos.players import COUNTS, Plan, Shared, play
from tests.chaos.proxy import HOST, Proxies
from tests.chaos.topologies import Topology, Wanted, topology
from tests.chaos.verdict import MAY_GO_BACK, READS_AHEAD, STRICT, Verdict, judge
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
READY_SECONDS = 180.0
SETTLE_SECONDS = 60.0
"""How long the store may take to come to rest after the last fault."""
EXTRA_GAMES = "examples.veil"


@dataclass(frozen=True)
class Size:
    """What a run is like."""

    topology: str = "single"
    durable: bool = False
    matches: int = 24
    faults: int = 20
    seconds: float = 60.0
    """Within which the faults are dealt; matches are played on after that."""
    finish: float = 120.0
    """How long, at most."""
    seed: int = 1
    clients: int = 2
    live: int = 12
    apis: int = 2
    supervisors: int = 2
    games: tuple[str, ...] = ("montana", "veil")

    @property
    def promise(self) -> str:
        """What the history is held to."""
        if not self.durable:
            return MAY_GO_BACK
        return STRICT if self.topology == "single" else READS_AHEAD


@dataclass
class Outcome:
    """What a run came to."""

    size: Size
    verdict: Verdict
    history: History
    counts: dict[str, int]
    faults: dict[str, int]
    restarts: dict[str, int]
    crashed: int
    """Clients that ended with an error of their own."""
    seconds: float

    @property
    def excused(self) -> tuple[str, ...]:
        """Kinds of findings that are reported only.

        While a replica takes over, both servers answer reads, and neither asks the other.
        """
        return () if self.size.topology == "single" else (STALE, UNCOMMITTED)

    @property
    def sound(self) -> bool:
        """Whether everything holds that is promised for this kind of store."""
        found = self.verdict
        serious = [one for one in found.findings if one.kind not in self.excused]
        wrong = (serious, found.unsound, found.unfinished, found.unknown)
        if any(wrong) or self.crashed or self.counts["failures"]:
            return False
        if not self.counts["acknowledged"]:
            return False
        return not (self.size.durable and (found.lost or self.counts["gone"]))

    def summary(self) -> dict[str, Any]:
        """All of it in numbers, and what is wrong in words."""
        found = self.verdict
        return {
            "sound": self.sound,
            **asdict(self.size),
            "took": round(self.seconds, 1),
            **self.counts,
            "operations": len(self.history.operations),
            "logs": len(self.history.logs or {}),
            "entries": sum(len(log.entries) for log in (self.history.logs or {}).values()),
            "lost": len(found.lost),
            "matches set back": len(found.set_back),
            "reads that did not last": len(found.unlasting),
            "stale by seconds at most": round(longest_lag(found.findings), 3),
            "findings": counted(found.findings),
            "unsound": found.unsound,
            "unfinished": found.unfinished,
            "unknown": found.unknown,
            "crashed clients": self.crashed,
            "faults by kind": self.faults,
            "restarts": self.restarts,
            "wrong": [f"{one.match}: {one.kind}: {one.text}" for one in found.findings],
        }


class Running:
    """The service over a topology, and the clients."""

    def __init__(self, size: Size, folder: Path, proxies: Proxies) -> None:
        self.size = size
        self.folder = folder
        wanted = Wanted(folder / "store", size.durable, bad_disk(folder))
        self.store: Topology = topology(size.topology, wanted, proxies)
        environment = {
            "REDIS_URL": self.store.url,
            "RAILHEAD_QUEUE_URL": self.store.queue_url,
            "RAILHEAD_DURABILITY": self.store.durability,
            "RAILHEAD_EXTRA_GAMES": EXTRA_GAMES,
            "RAILHEAD_BOT_BUDGET_FACTOR": "0.02",
            "RAILHEAD_CREATION_LIMIT": "",
            "RAILHEAD_STORED_BYTES_LIMIT": "",
            "RAILHEAD_BOT_MATCHES": "0",
            "RAILHEAD_WORKERS": "1",
            "RAILHEAD_LEASE_SECONDS": "2",
            "RAILHEAD_LOG_FORMAT": "json",
            "RAILHEAD_LOG_LEVEL": "warning",
        }
        apis = []
        for number in range(size.apis):
            port = free_port()
            own = {**environment, "RAILHEAD_PORT": str(port)}
            apis.append((self._service(f"api-{number}", "api", own), proxies.to(port)))
        supervisors = [
            self._service(f"workers-{number}", "worker", environment)
            for number in range(size.supervisors)
        ]
        self.site = Site(apis, supervisors, self.store, proxies)

    def _service(self, name: str, command: str, environment: dict[str, str]) -> Kept:
        words = [sys.executable, "-m", "railhead.service.cli", command]
        return Kept(name, words, self.folder / f"{name}.log", environment)

    def start(self) -> None:
        """Start everything, and wait until the APIs answer."""
        self.store.start()
        for kept in [*(api for api, _ in self.site.apis), *self.site.supervisors]:
            kept.start()
        until = time.monotonic() + READY_SECONDS
        for _, proxy in self.site.apis:
            while not _ready(f"http://{HOST}:{proxy.port}/readyz"):
                if time.monotonic() > until:
                    raise RuntimeError(f"the service does not get ready; see {self.folder}")
                self.site.look_after()
                time.sleep(0.1)

    def stop(self) -> None:
        """End all processes."""
        for kept in [*(api for api, _ in self.site.apis), *self.site.supervisors]:
            kept.stop()
        self.store.stop()

    def clients(self) -> tuple[Shared, list[SpawnProcess]]:
        """Start the client processes."""
        size, context = self.size, multiprocessing.get_context("spawn")
        shared = Shared(
            context.Array("q", len(COUNTS) * size.clients),
            [context.Queue() for _ in range(size.clients)],
            context.Event(),
            context.Event(),
        )
        urls = tuple(f"http://{HOST}:{proxy.port}" for _, proxy in self.site.apis)
        started = []
        for number in range(size.clients):
            plan = Plan(
                name=f"client-{number}",
                number=number,
                clients=size.clients,
                urls=urls,
                matches=_share(size.matches, size.clients, number),
                live=max(1, _share(size.live, size.clients, number)),
                games=size.games,
                seed=size.seed,
                folder=self.folder,
                threads=6,
                deadline=time.monotonic() + 3 * size.seconds + size.finish + 60,
            )
            process = context.Process(target=play, args=(plan, shared), daemon=True)
            process.start()
            started.append(process)
        return shared, started


def _share(whole: int, parts: int, number: int) -> int:
    return whole // parts + (number < whole % parts)


def _ready(url: str) -> bool:
    try:
        return requests.get(url, timeout=5).ok
    except requests.RequestException:
        return False


def bad_disk(folder: Path) -> Path:
    """The library that makes disks slow and full, compiled. Raises where there is no compiler."""
    library = folder / "slow_disk.so"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    source = str(ROOT / "tests" / "slow_disk.c")
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), source, "-ldl"]
    subprocess.run(command, check=True)
    return library


def run(size: Size, folder: Path) -> Outcome:
    """A run of this size; everything that it writes is in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("RAILHEAD_EXTRA_GAMES", EXTRA_GAMES)
    began = time.monotonic()
    with ExitStack() as stack:
        proxies = stack.enter_context(Proxies())
        running = Running(size, folder, proxies)
        stack.callback(running.stop)
        running.start()
        shared, clients = running.clients()
        stack.callback(_end, clients)
        faults = Faults(running.site, Random(size.seed))
        faults.run(size.faults, size.seconds)
        shared.faults_over.set()
        _finish(running, clients, time.monotonic() + size.finish)
        shared.stop.set()
        for client in clients:
            client.join(60)
        crashed = sum(client.exitcode != 0 for client in clients)
        _until_settled(running)
        history = read(sorted(folder.glob("client-*.jsonl")))
        verdict = _judged(running, history)
        kept = {one.name: one.restarts for one in running.site.kept}
    counts = {name: sum(shared.counts[n :: len(COUNTS)]) for n, name in enumerate(COUNTS)}
    lines = [log_line(match, log) + "\n" for match, log in (history.logs or {}).items()]
    (folder / "logs.jsonl").write_text("".join(lines), encoding="utf-8")
    struck, took = dict(faults.struck), time.monotonic() - began
    outcome = Outcome(size, verdict, history, counts, struck, kept, crashed, took)
    summary = {**outcome.summary(), "diary": faults.diary}
    (folder / "summary.json").write_text(json.dumps(summary, indent=2, default=str) + "\n")
    return outcome


def _finish(running: Running, clients: Sequence[SpawnProcess], until: float) -> None:
    """Look after the processes until the clients have played all matches to their end."""
    while time.monotonic() < until and any(client.is_alive() for client in clients):
        running.site.look_after()
        time.sleep(0.1)


def _until_settled(running: Running) -> None:
    until = time.monotonic() + SETTLE_SECONDS
    while not all(map(running.store.settled, running.store.groups)):
        running.site.look_after()
        if time.monotonic() > until:
            raise RuntimeError(f"the store does not come to rest; see {running.folder}")
        time.sleep(0.2)


def _judged(running: Running, history: History) -> Verdict:
    settings = Settings(redis_url=running.store.url, queue_url=running.store.queue_url)
    matches = open_matches(replace(settings, durability="everysec"))
    try:
        return judge(history, matches, running.size.promise)
    finally:
        matches.close()


def _end(clients: Sequence[SpawnProcess]) -> None:
    for client in clients:
        if client.is_alive():
            client.kill()
        client.join(10)
