"""What befalls a store while it is used is noticed, said once, and mended where it can be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import redis
import requests
import structlog
from structlog.testing import capture_logs

from railhead.service import doctor
from railhead.service.logs import CALM_SECONDS
from railhead.service.running.data_folder import CHECK_SECONDS
from railhead.service.running.metrics_exporter import StoreGauges
from railhead.service.settings import Settings
from railhead.service.store import layout
from railhead.service.store.checks import FULL_SHARE
from railhead.service.store.connection import connect_to_server
from railhead.service.store.embedded_server import LOG, url_of
from railhead.service.store.keys import LAYOUT
from railhead.service.store.presence import EVERY_SECONDS, give_sign, here
from railhead.service.store.store import Store
from tests.http.api import Api, server
from tests.ports import free_port
from tests.service.conftest import Processes, eventually
from tests.service.test_serve import Guest, Served
from tests.stores import Server

BOTS = {"game": "montana", "seats": [{"kind": "bot", "level": "easy"}] * 2}
KEEPING = ("--appendonly", "yes", "--maxmemory-policy", "noeviction", "--maxmemory", "1gb")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path / "own", *KEEPING).start()
    yield started
    started.kill()


def ready(address: str) -> tuple[int, dict[str, Any]]:
    answered = requests.get(f"{address}/readyz", timeout=20)
    return answered.status_code, answered.json()


@pytest.mark.full
def test_a_store_that_is_emptied_is_not_ready_until_it_is_laid_out_again(own: Server) -> None:
    with server(own.url) as started, own.client as client:
        api = Api(started.address)
        body = {"game": "montana", "seats": [{"kind": "human", "name": "A"}] * 2}
        assert api.post("/v1/matches", json=body).status_code == 201
        assert ready(started.address) == (200, {"status": "ready", "problems": [], "warnings": []})
        client.flushall()
        status, told = ready(started.address)
        assert status == 503
        assert "the store was emptied" in told["problems"][0]
        status, told = ready(started.address)
        assert status == 200
        assert "was found empty at" in told["warnings"][0]
        assert client.hget(LAYOUT, "version") == b"2"
        assert api.post("/v1/matches", json=body).status_code == 201


def test_every_process_looks_and_one_says_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "log", structlog.get_logger())
    stores = [Store(settings) for _ in range(3)]
    for store in stores:
        give_sign(store, here("api"))
    stores[0].writer.delete(LAYOUT)
    with capture_logs() as lines:
        for store in stores:
            give_sign(store, here("api"))
    assert [line["event"] for line in lines].count("the store was emptied") == 1
    warned = [one.text for one in doctor.findings(settings) if one.kind == "warning"]
    assert "was found empty at" in " ".join(warned)
    assert stores[1].writer.hget(LAYOUT, "version") == b"2"


def test_a_store_of_another_version_is_not_touched(settings: Settings) -> None:
    store = Store(settings)
    store.prepare()
    store.writer.hset(LAYOUT, "version", 99)
    assert store.lay_out_again() is None
    assert store.writer.hget(LAYOUT, "version") == b"99"


@pytest.mark.full
def test_a_log_that_is_deleted_is_written_anew(processes: Processes, tmp_path: Path) -> None:
    data = tmp_path / "data"
    served = Served(processes, data, free_port())
    guest = Guest(served.url)
    shutil.rmtree(data / LOG)
    eventually(lambda: "the store's files are gone" in served.text(), 3 * CHECK_SECONDS)
    eventually(lambda: "writes to its folder again" in served.text())
    assert ready(served.url)[0] == 200
    os.kill(served.child("unixsocket"), 9)

    def there() -> bool:
        with suppress(requests.RequestException):
            return bool(guest.get()["id"] in guest.path)
        return False

    eventually(there)
    served.interrupt()


@pytest.mark.full
@pytest.mark.parametrize("moved", [False, True])
def test_a_data_folder_that_is_gone_is_a_problem(
    processes: Processes, tmp_path: Path, moved: bool
) -> None:
    data = tmp_path / "data"
    served = Served(processes, data, free_port())
    guest = Guest(served.url)
    assert ready(served.url)[0] == 200
    data.rename(tmp_path / "elsewhere")
    if not moved:
        shutil.rmtree(tmp_path / "elsewhere")
        data.mkdir()
    status, told = ready(served.url)
    assert status == 503
    assert f"does not write to {data}" in told["problems"][0]
    checked = ran("doctor", RAILHEAD_DATA_DIR=str(data))
    assert checked.returncode == 1
    assert f"does not write to {data}" in checked.stdout
    if moved:
        (tmp_path / "elsewhere").rename(data)
        assert ready(served.url)[0] == 200
    saved = ran("backup", str(tmp_path / "saved"), RAILHEAD_DATA_DIR=str(data))
    assert saved.returncode == 0, saved.stderr
    served.interrupt()
    port = int(served.url.rpartition(":")[2])
    again = Served(processes, tmp_path / "saved", port)
    guest.decide_until_the_bot_acts()
    eventually(guest.my_turn)
    again.interrupt()


def ran(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "railhead.service.cli", *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.full
def test_a_full_store_is_said_once_and_that_it_is_over(
    processes: Processes, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    served = Served(processes, data, free_port(), RAILHEAD_LOG_LEVEL="info")
    assert requests.post(f"{served.url}/v1/matches", json=BOTS, timeout=20).ok
    before = served.text().count("\n")
    began = time.monotonic()
    with connect_to_server(url_of(data)) as client:
        client.config_set("maxmemory", "1mb")
        for _ in range(200):
            refused = requests.post(f"{served.url}/v1/matches", json=BOTS, timeout=20)
            assert refused.status_code == 503
        eventually(lambda: time.monotonic() > began + 15, 60)
        said = served.text().splitlines()[before:]
        client.config_set("maxmemory", "1gb")
    assert len(said) < 30, said
    assert sum("request failed" in line for line in said) == 1
    assert not any("Traceback" in line for line in said)
    eventually(lambda: "outage over" in served.text(), 2 * EVERY_SECONDS + CALM_SECONDS + 20)
    assert requests.post(f"{served.url}/v1/matches", json=BOTS, timeout=20).ok
    served.interrupt()


def test_a_store_that_fills_up_is_named_before_it_is_full(own: Server) -> None:
    settings = Settings(redis_url=own.url)
    with own.client as client:
        assert Store(settings).condition() == ([], [])
        client.config_set("maxmemory", int(client.info()["used_memory"] / (FULL_SHARE + 0.1)))
    problems, warnings = Store(settings).condition()
    assert not problems
    assert "of its maxmemory" in warnings[0]
    (gauge,) = [one for one in StoreGauges(settings).collect() if "memory" in one.name]
    assert FULL_SHARE < gauge.samples[0].value < 1
    with own.client as client:
        client.config_set("maxmemory", 0)
    assert "has no maxmemory" in Store(settings).condition()[1][0]


def test_connections_that_run_out_are_named(own: Server) -> None:
    with own.client as client:
        client.config_set("maxclients", 40)
        others = [redis.Connection(port=own.port) for _ in range(34)]
        for other in others:
            other.connect()
        warnings = Store(Settings(redis_url=own.url)).condition()[1]
        for other in others:
            other.disconnect()
    assert "connections of the store are in use" in warnings[0]


@pytest.mark.full
def test_the_embedded_store_has_a_bound(processes: Processes, tmp_path: Path) -> None:
    served = Served(processes, tmp_path / "data", free_port(), RAILHEAD_STORE_MEMORY_MIB="64")
    with connect_to_server(url_of(tmp_path / "data")) as client:
        assert client.config_get("maxmemory") == {"maxmemory": str(64 << 20)}
    served.interrupt()
    assert Settings().store_memory_mib > 0
