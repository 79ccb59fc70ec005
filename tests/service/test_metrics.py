"""What Prometheus is shown: everything that is counted, nothing of anybody, to nobody else."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import requests
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from railhead.ai.search.levels import LEVELS
from railhead.games.registry import rulesets
from railhead.service.documentation.routes import problem_types
from railhead.service.features import ROUTES
from railhead.service.running import metrics_directory as memory_metrics
from tests.ports import free_port
from tests.service.conftest import Processes, children_of, eventually
from tests.service.test_serve import Guest, Served

KNOWN = {
    "route": {route.name for route in ROUTES} | {"none"},
    "method": {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "other"},
    "status": {str(status) for status in range(200, 600)},
    "problem": set(problem_types()),
    "game": set(rulesets()) | {"veil"},
    "level": set(LEVELS),
    "operation": {"read", "commit"},
    "end": {"done", "cancelled", "failed"},
    "outcome": {"delivered", "failed"},
    "stage": {"called", "begun", "merged", "lost"},
}
"""All values that a label may have, whatever matches, seats and clients there are."""


PROMETHEUS_WAITS = 10.0
"""Seconds for an answer, unless it is set up otherwise."""


class Watched(Served):
    """A service whose metrics are shown."""

    def __init__(self, processes: Processes, data: Path, **environment: str) -> None:
        self.metrics_port = free_port()
        shown = {"RAILHEAD_METRICS_PORT": str(self.metrics_port)}
        super().__init__(processes, data, free_port(), **shown, **environment)
        eventually(lambda: "metrics are shown" in self.text(), 60)

    def page(self) -> str:
        return requests.get(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=60).text

    def shown(self) -> dict[str, Metric]:
        return {one.name: one for one in text_string_to_metric_families(self.page())}

    def value(self, name: str, **labels: str) -> float:
        """The sum of the samples of this name that have these labels."""
        return sum(
            sample.value
            for metric in self.shown().values()
            for sample in metric.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def counted(self, name: str, least: float = 1, **labels: str) -> float:
        """The value once it is as large: what is there to see is counted a moment later."""

        def enough() -> float | None:
            found = self.value(name, **labels)
            return found if found >= least else None

        return eventually(enough)

    def folders(self) -> list[Path]:
        name = f"railhead-metrics-{os.getuid()}-{self.process.pid}-*"
        return list(memory_metrics.MEMORY.glob(name))


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("watched")
    running = Processes(folder)
    yield Watched(running, folder / "data")
    running.kill_all()


@pytest.mark.full
def test_what_happens_is_counted(watched: Watched) -> None:
    guest = Guest(watched.url)
    eventually(guest.my_turn, 60)
    guest.decide_until_the_bot_acts()
    eventually(guest.my_turn, 60)
    assert requests.get(f"{watched.url}/v1/matches/nosuch", timeout=10).status_code == 401
    assert requests.get(f"{watched.url}/metrics", timeout=10).status_code == 404

    def now(name: str) -> float:
        return watched.value(f"railhead_{name}")

    def count(name: str, least: float = 1, **labels: str) -> float:
        return watched.counted(f"railhead_{name}", least, **labels)

    eventually(lambda: now("due_turns") == 0 == now("queue_depth"))
    assert count("requests_total", route="create_match", method="POST", status="201") == 1
    assert count("request_seconds_count", route="create_match") == 1
    assert count("requests_total", route="submit_action", status="200") >= 1
    assert count("requests_total", route="none", status="404") >= 1
    assert count("refusals_total", problem="not-found") >= 1
    assert count("refusals_total", problem="unauthorized") >= 1
    assert count("commits_total", 2, game="montana") >= 2
    assert count("store_seconds_count", 2, operation="commit") >= 2
    assert count("store_seconds_count", operation="read") >= 1
    assert count("thinking_seconds_count", game="montana", level="easy") >= 1
    assert count("simulations_total", game="montana", level="easy") >= 1
    assert now("store_ready") == 1 == now("queue_ready")


def test_webhooks_are_counted_and_what_waits_is_shown(watched: Watched) -> None:
    made = requests.post(f"{watched.url}/v1/clients", json={"name": "hooked"}, timeout=10).json()
    mine = {"Authorization": f"Bearer {made['token']}"}
    address = f"{watched.url}/v1/me/webhook"
    body: dict[str, object] = {"url": "https://nowhere.invalid/"}
    assert requests.put(address, json=body, headers=mine, timeout=10).ok
    seats = [{"kind": "human", "mine": True}, {"kind": "human", "name": "other"}]
    body = {"game": "montana", "seats": seats, "seed": 1}
    began = time.time()
    created = requests.post(f"{watched.url}/v1/matches", json=body, headers=mine, timeout=20)
    assert created.ok
    assert watched.counted("railhead_webhook_attempts_total", outcome="failed") >= 1
    assert watched.value("railhead_webhook_attempts_total", outcome="delivered") == 0
    eventually(lambda: watched.value("railhead_webhook_waiting") == 1)
    assert 0 < watched.value("railhead_webhook_oldest_seconds") < time.time() - began
    assert made["id"] not in watched.page()
    assert requests.delete(address, headers=mine, timeout=10).ok
    assert watched.counted("railhead_webhook_seconds_count") >= 1


def test_no_label_says_anything_of_anybody(watched: Watched) -> None:
    """Whoever plays, and whatever is asked for: labels have values that are known beforehand."""
    name = "Grizelda"
    body = {"game": "montana", "seats": [{"kind": "human", "name": name}] * 2, "seed": 5}
    created = requests.post(f"{watched.url}/v1/matches", json=body, timeout=20).json()
    token = created["seats"][1]["token"]
    where = f"{watched.url}/v1/matches/{created['id']}"
    requests.get(where, headers={"Authorization": f"Bearer {token}"}, timeout=10)
    requests.request("BREW", where, timeout=10)
    requests.get(f"{watched.url}/{token}?{name}", headers={"X-Request-Id": name}, timeout=10)
    page = watched.page()
    for secret in (name, created["id"], created["owner_token"], token, "127.0.0.1"):
        assert secret not in page
    for metric in watched.shown().values():
        for sample in metric.samples:
            for label, value in sample.labels.items():
                assert label == "le" or value in KNOWN[label], (sample.name, label, value)


def test_analyses_are_counted_by_how_they_end(watched: Watched) -> None:
    guest = Guest(watched.url)
    eventually(guest.my_turn)
    where = f"{watched.url}{guest.path}/analyses"
    for seconds, end in ((1, "done"), (9, "cancelled")):
        body = {"seconds": seconds}
        asked = requests.post(where, json=body, headers=guest.headers, timeout=10).json()
        place = f"/analyses/{asked['analysis']}"
        if end == "cancelled":
            requests.delete(f"{watched.url}{guest.path}{place}", headers=guest.headers, timeout=10)
        assert eventually(lambda: ended(guest, place)) == end  # noqa: B023 - asked at once
    for end in ("done", "cancelled"):
        assert watched.counted("railhead_analyses_total", game="montana", end=end) == 1


def ended(guest: Guest, place: str) -> str | None:
    """How an analysis has ended, None where it has not."""
    status = str(guest.get(f"{place}?wait=9")["status"])
    return None if status == "running" else status


@pytest.mark.full
def test_waiting_clients_of_a_killed_process_are_forgotten(watched: Watched) -> None:
    guest = Guest(watched.url)
    match = eventually(guest.my_turn)
    known = {"If-None-Match": f'"{match["version"]}"', **guest.headers}

    def wait() -> None:
        with pytest.raises(requests.ConnectionError):
            requests.get(f"{watched.url}{guest.path}?wait=30", headers=known, timeout=40)

    waiting = threading.Thread(target=wait)
    waiting.start()
    eventually(lambda: watched.value("railhead_waiting_clients") == 1)
    (process,) = [pid for pid in children_of(watched.child("granian")) if _serves(pid)]
    os.kill(process, signal.SIGKILL)
    waiting.join(40)
    assert not waiting.is_alive()
    eventually(lambda: watched.value("railhead_waiting_clients") == 0)
    eventually(lambda: _answers(f"{watched.url}/healthz"))


def test_open_streams_are_counted_until_they_are_closed(watched: Watched) -> None:
    guest = Guest(watched.url)
    asked = {"Accept": "text/event-stream", **guest.headers}
    where = f"{watched.url}{guest.path}/events"
    with requests.get(where, headers=asked, stream=True, timeout=10) as one:
        assert one.ok
        eventually(lambda: watched.value("railhead_open_streams") == 1)
        with requests.get(where, headers=asked, stream=True, timeout=10) as other:
            assert other.ok
            eventually(lambda: watched.value("railhead_open_streams") == 2)
    eventually(lambda: watched.value("railhead_open_streams") == 0)


def _answers(url: str) -> bool:
    with suppress(requests.RequestException):
        return requests.get(url, timeout=10).ok
    return False


def _serves(pid: int) -> bool:
    return "resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_text()


@pytest.mark.full
def test_a_silent_store_is_said(watched: Watched) -> None:
    os.kill(watched.child("valkey") or watched.child("redis"), signal.SIGSTOP)
    try:
        for _ in range(2):
            began = time.monotonic()
            page = watched.page()
            assert time.monotonic() - began < PROMETHEUS_WAITS
            assert re.search(r"^railhead_store_ready 0.0$", page, re.MULTILINE)
            assert re.search(r"^railhead_queue_ready 0.0$", page, re.MULTILINE)
    finally:
        os.kill(watched.child("valkey") or watched.child("redis"), signal.SIGCONT)
    eventually(lambda: watched.value("railhead_store_ready") == 1)


@pytest.mark.full
def test_the_folder_goes_with_the_service(processes: Processes, tmp_path: Path) -> None:
    served = Watched(processes, tmp_path / "data")
    (folder,) = served.folders()
    assert list(folder.glob("*.db"))
    served.process.kill()
    eventually(lambda: not served.folders())


@pytest.mark.full
def test_nothing_is_shown_unless_it_is_asked_for(processes: Processes, tmp_path: Path) -> None:
    served = Served(processes, tmp_path / "data", free_port())
    assert not served.child("metrics")
    assert (
        "PROMETHEUS_MULTIPROC_DIR"
        not in Path(f"/proc/{served.child('granian')}/environ").read_text()
    )
    served.interrupt()
