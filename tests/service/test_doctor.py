"""`railhead doctor` over deployments that are well, and over such as are not."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import namedtuple
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from railhead.service import doctor
from railhead.service.settings import Settings
from railhead.service.store.connection import connect
from railhead.service.store.presence import HOSTS, Present, announce, clock_warnings, here, present
from railhead.service.store.store import Store
from tests.ports import free_port
from tests.service.conftest import Processes, eventually
from tests.service.test_serve import Served
from tests.stores import store_kind, with_options

__all__ = ["store_kind"]


def said(settings: Settings, about: str) -> list[str]:
    """What the doctor says about something, without what is in order."""
    found = [one for one in doctor.findings(settings) if one.about == about and one.kind != "ok"]
    return [f"{one.kind}: {one.text}" for one in found]


def tell(settings: Settings, process: Present) -> None:
    announce(Store(settings).writer, process)


@pytest.mark.full
def test_a_running_service_is_well(processes: Processes, tmp_path: Path) -> None:
    served = Served(processes, tmp_path / "data", free_port())
    url = Path(f"/proc/{served.child('granian')}/environ").read_text()
    (store,) = [one for one in url.split("\0") if one.startswith("REDIS_URL=")]
    settings = replace(Settings(), redis_url=store.partition("=")[2])
    eventually(lambda: len(present(Store(settings).reader)) == 2)
    run = subprocess.run(
        [sys.executable, "-m", "railhead.service.cli", "doctor"],
        env={**os.environ, "REDIS_URL": settings.redis_url},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 processes on 1 hosts: api, workers" in run.stdout
    assert "problem" not in run.stdout
    served.interrupt()


def test_a_store_that_is_away_is_a_problem() -> None:
    settings = replace(Settings(), redis_url=f"redis://:hidden@127.0.0.1:{free_port()}/0")
    assert "does not answer" in said(settings, "store")[0]
    assert "bots wait until it does" in said(settings, "queue")[0]
    assert "hidden" not in "".join(map(str, doctor.findings(settings)))


def test_a_store_that_throws_away_is_a_problem(settings: Settings) -> None:
    with ExitStack() as changed:
        for url in {settings.redis_url, settings.queue}:
            client = changed.enter_context(closing(connect(url)))
            changed.enter_context(with_options(client, maxmemory_policy="allkeys-lru"))
        assert "must be noeviction" in "".join(said(settings, "store") + said(settings, "queue"))
        assert "may throw turns away" in said(settings, "queue")[0]


def test_processes_that_are_not_alike(settings: Settings) -> None:
    own = here("api")
    assert "no process has said" in said(settings, "hosts")[0]
    tell(settings, own)
    assert said(settings, "hosts") == ["warning: there is no process for workers: start one"]
    tell(settings, replace(here("workers"), host="elsewhere"))
    assert said(settings, "hosts") == said(settings, "versions") == said(settings, "clock") == []
    tell(settings, replace(own, host="old", version="0.0.1"))
    tell(settings, replace(own, host="odd", rules={**own.rules, "montana": "1-changed"}))
    found = " ".join(said(settings, "versions"))
    assert "on old has version 0.0.1" in found
    assert "on odd has other rules or data of montana" in found
    assert found.count("problem") == 2


def test_a_clock_that_is_wrong(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time
    with monkeypatch.context() as patch:
        patch.setattr("railhead.service.store.presence.time.time", lambda: now() - 90)
        tell(settings, here("api"))
    (found,) = said(settings, "clock")
    assert found.startswith("warning: "), "the store's time counts"
    (ahead,) = re.findall(r"(-\d+\.\d) s from the store's: set up NTP", found)
    assert float(ahead) == pytest.approx(-90, abs=5)


def test_a_clock_that_is_wrong_elsewhere_is_told_without_a_name(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, now = Store(settings), time.time
    tell(settings, here("api"))
    assert clock_warnings(store.reader) == []
    for host, ahead in (("behind", -90), ("ahead", 30), ("near enough", 0.2)):
        with monkeypatch.context() as patch:
            patch.setattr("railhead.service.store.presence.time.time", lambda: now() + ahead)  # noqa: B023 - at once
            tell(settings, replace(here("workers"), host=host))
    (told,) = clock_warnings(store.reader)
    assert told.startswith("of 2 other hosts the clocks are up to ")
    assert float(told.split(" up to ")[1].split()[0]) == pytest.approx(90, abs=5)
    assert "behind" not in told


def test_who_says_nothing_any_more_is_forgotten(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(settings, here("api"))
    reader = Store(settings).reader
    assert len(present(reader)) == 1
    monkeypatch.setattr("railhead.service.store.presence.LAPSES_SECONDS", -1.0)
    assert present(reader) == []
    assert reader.hlen(HOSTS) == 0


def test_too_few_files_and_too_little_room(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(settings, "files") == []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 1024))
    assert said(settings, "files")[0].startswith("warning: a process may open 1024 files, of 8768")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 256))
    assert said(settings, "files")[0].startswith("problem: a process may open 256 files, and needs")
    own = replace(settings, redis_url="")
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1 << 40, 0, 1 << 39))
    assert said(own, "disk") == []
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1 << 40, 0, 1 << 29))
    assert "0.5 GiB free" in said(own, "disk")[0]


def test_the_doctor_ends_with_an_error_where_there_is_a_problem(processes: Processes) -> None:
    process = processes.start("doctor", REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    assert process.wait(60) == 1
    assert "problem  store" in process.log.read_text()
