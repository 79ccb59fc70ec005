"""The alerts and the query that scales workers, in a real Prometheus that scrapes a real service.

The files are those of `deploy/`. Only times are shorter, and a name is an address of this machine.
"""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import requests
import yaml

from tests.deploy.manifests import ALERTS, DEPLOY, of_kind
from tests.deploy.tools import program
from tests.ports import free_port
from tests.service.conftest import Processes, children_of, eventually
from tests.service.test_metrics import Watched
from tests.service.test_serve import Guest

pytestmark = pytest.mark.full

FOLDER = DEPLOY / "prometheus"
NAMES = {rule["alert"] for rule in ALERTS}
WAITING = 10
"""Matches of bots that wait for a worker."""


OFTEN = {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}


class Told(BaseHTTPRequestHandler):
    """Takes what Prometheus tells an Alertmanager; the server's `firing` are the alerts' labels."""

    def do_POST(self) -> None:
        alerts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        firing: dict[str, dict[str, str]] = self.server.firing  # type: ignore[attr-defined]
        firing.update({one["labels"]["alertname"]: one["labels"] for one in alerts})
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Monitor:
    """A Prometheus with our rules, and what it tells an Alertmanager."""

    def __init__(self, folder: Path, target: int, **times: str) -> None:
        self.port = free_port()
        self.firing: dict[str, dict[str, str]] = {}
        self.alertmanager = ThreadingHTTPServer(("127.0.0.1", 0), Told)
        self.alertmanager.firing = self.firing  # type: ignore[attr-defined]
        threading.Thread(target=self.alertmanager.serve_forever, daemon=True).start()
        folder.mkdir()
        config = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
        config["global"] |= times
        (job,) = config["scrape_configs"]
        del job["dns_sd_configs"]
        job["static_configs"] = [{"targets": [f"127.0.0.1:{target}"]}]
        told = [{"targets": [f"127.0.0.1:{self.alertmanager.server_port}"]}]
        config["alerting"]["alertmanagers"] = [{"static_configs": told}]
        (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
        rules = re.sub(r"for: \w+", "for: 1s", (FOLDER / "alerts.yml").read_text())
        (folder / "alerts.yml").write_text(rules)
        words = [program("prometheus"), "--config.file=prometheus.yml", "--storage.tsdb.path=data"]
        words += [f"--web.listen-address=127.0.0.1:{self.port}", "--log.level=warn"]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, cwd=folder)

    def is_ready(self) -> bool:
        assert self.process.poll() is None, "it has ended; its log is in the folder of the test"
        try:
            return requests.get(f"http://127.0.0.1:{self.port}/-/ready", timeout=5).ok
        except requests.ConnectionError:
            return False

    def ask(self, path: str, **parameters: str) -> Any:
        where = f"http://127.0.0.1:{self.port}/api/v1/{path}"
        answer = requests.get(where, params=parameters, timeout=10)
        assert answer.ok, answer.text
        return answer.json()["data"]

    def query(self, expression: str) -> float | None:
        """The one value of an expression; None where there is none."""
        found = self.ask("query", query=expression)["result"]
        assert len(found) <= 1
        return float(found[0]["value"][1]) if found else None

    def states(self) -> dict[str, str]:
        """Of each alert `inactive`, `pending` or `firing`; empty until all were evaluated."""
        (group,) = self.ask("rules", type="alert")["groups"]
        health = {rule["health"] for rule in group["rules"]}
        if "unknown" in health:
            return {}
        assert health == {"ok"}, group
        return {rule["name"]: rule["state"] for rule in group["rules"]}

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.alertmanager.shutdown()
        self.alertmanager.server_close()


@contextmanager
def monitored(folder: Path, target: int, **times: str) -> Iterator[Monitor]:
    """While a Prometheus watches the service whose metrics are at the port `target`."""
    made = Monitor(folder, target, **times)
    try:
        eventually(made.is_ready)
        yield made
    finally:
        made.stop()


def receiver_of(labels: dict[str, str]) -> str:
    """Who is told of an alert with these labels, by alertmanager.yml."""
    words = [program("amtool"), "config", "routes", "test", "--config.file=alertmanager.yml"]
    words += [f"{name}={value}" for name, value in labels.items()]
    return subprocess.check_output(words, cwd=FOLDER, text=True).strip()


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("watched")
    running = Processes(folder)
    yield Watched(running, folder / "data")
    running.kill_all()


@pytest.fixture(scope="module")
def monitor(watched: Watched, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Monitor]:
    folder = tmp_path_factory.mktemp("monitor") / "often"
    with monitored(folder, watched.metrics_port, **OFTEN) as made:
        yield made


def test_every_alert_is_quiet_over_a_service_that_works(watched: Watched, monitor: Monitor) -> None:
    guest = Guest(watched.url)
    eventually(guest.my_turn)
    guest.decide_until_the_bot_acts()
    eventually(guest.my_turn)
    asked = set(re.findall(r"railhead_\w+", str([rule["expr"] for rule in ALERTS])))
    for name in asked - {"railhead_webhook_attempts_total"}:  # of which there was none yet
        eventually(lambda: monitor.query(f"count({name})"))  # noqa: B023 - asked at once
    assert monitor.query('sum(up{job="railhead"})') == 1
    # Before the first look at the service it was not seen.
    eventually(lambda: monitor.states() == dict.fromkeys(NAMES, "inactive"))
    assert monitor.firing.keys() <= {"RailheadNotSeen"}


def test_workers_are_added_while_turns_wait_for_one(watched: Watched, monitor: Monitor) -> None:
    (scaled,) = of_kind("ScaledObject")
    (trigger,) = scaled["spec"]["triggers"]
    query, each = trigger["metadata"]["query"], float(trigger["metadata"]["threshold"])
    assert eventually(lambda: monitor.query(query) is not None)

    supervisor = watched.child("worker")
    workers = [supervisor, *children_of(supervisor)]
    for process in workers:
        os.kill(process, signal.SIGSTOP)
    try:
        body = {"game": "montana", "seats": [{"kind": "bot", "level": "easy"}] * 2}
        for _ in range(WAITING):
            requests.post(f"{watched.url}/v1/matches", json=body, timeout=20).raise_for_status()
        # A worker that is stopped while it waits still takes one.
        waiting = eventually(lambda: _at_least(monitor.query(query), WAITING - 1))
        wanted = math.ceil(waiting / each)
        assert wanted > scaled["spec"]["minReplicaCount"]
    finally:
        for process in reversed(workers):
            os.kill(process, signal.SIGCONT)
    eventually(lambda: (monitor.query(query) or 0) <= each)


def _at_least(value: float | None, least: float) -> float | None:
    return value if value is not None and value >= least else None


def test_a_silent_store_is_told_within_the_time_that_prometheus_waits(
    processes: Processes, tmp_path: Path
) -> None:
    """With the times of the files: a scrape that takes longer would show nothing at all."""
    watched = Watched(processes, tmp_path / "data")
    store = watched.child("valkey") or watched.child("redis")
    with monitored(tmp_path / "monitor", watched.metrics_port) as monitor:
        eventually(lambda: monitor.query("min(railhead_store_ready)") == 1)
        os.kill(store, signal.SIGSTOP)
        try:
            eventually(lambda: monitor.query("min(railhead_store_ready)") == 0)
            eventually(lambda: "RailheadStoreNotReady" in monitor.firing, 90)
            assert monitor.query("min(up)") == 1
        finally:
            os.kill(store, signal.SIGCONT)
    assert receiver_of(monitor.firing["RailheadStoreNotReady"]) == "page"


def test_events_that_no_process_delivers_are_told(processes: Processes, tmp_path: Path) -> None:
    """Since its start no process has tried one, and so there is no count of attempts either."""
    data = tmp_path / "data"
    watched = Watched(processes, data)
    made = requests.post(f"{watched.url}/v1/clients", json={"name": "hooked"}, timeout=10)
    mine = {"Authorization": f"Bearer {made.json()['token']}"}
    seats = [{"kind": "human", "mine": True}, {"kind": "human", "name": "other"}]
    for method, path, sent in (
        ("PUT", "/v1/me/webhook", {"url": "https://nowhere.invalid/"}),
        ("POST", "/v1/matches", {"game": "montana", "seats": seats, "seed": 1}),
    ):
        url = f"{watched.url}{path}"
        assert requests.request(method, url, json=sent, headers=mine, timeout=20).ok
    watched.counted("railhead_webhook_waiting")
    watched.interrupt()

    watched = Watched(processes, data, RAILHEAD_WEBHOOK_WORKERS="0")
    with monitored(tmp_path / "monitor", watched.metrics_port, **OFTEN) as monitor:
        eventually(lambda: "RailheadWebhooksStand" in monitor.firing)
        assert monitor.query("sum(railhead_webhook_attempts_total)") is None
    assert receiver_of(monitor.firing["RailheadWebhooksStand"]) == "ticket"


def test_a_host_that_is_gone_is_told_to_the_alertmanager(
    processes: Processes, tmp_path: Path
) -> None:
    watched = Watched(processes, tmp_path / "data")
    with monitored(tmp_path / "monitor", watched.metrics_port, **OFTEN) as monitor:
        eventually(lambda: monitor.query('min(up{job="railhead"})') == 1)
        monitor.firing.clear()
        watched.interrupt()
        eventually(lambda: "RailheadNotSeen" in monitor.firing)
    assert monitor.firing.keys() == {"RailheadNotSeen"}
    assert receiver_of(monitor.firing["RailheadNotSeen"]) == "ticket"


@pytest.mark.parametrize(
    "words",
    [
        ("promtool", "check", "config", "prometheus.yml"),
        ("promtool", "test", "rules", "alerts_test.yml"),
        ("amtool", "check-config", "alertmanager.yml"),
    ],
    ids=" ".join,
)
def test_tools_of_prometheus_accept_the_files(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [program(words[0]), *words[1:]], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
