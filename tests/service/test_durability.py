"""What an acknowledged action survives, by mode: servers are killed, disks are slow, power is cut.

A preloaded library makes the disk of a server slow and knows how much of each file has been synced;
cut power leaves that much of it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sysconfig
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from railhead.games.random import Random
from railhead.service import errors
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Idempotency, Match
from railhead.service.settings import Settings
from railhead.service.store.connection import connect_to_server
from tests.ports import HOST
from tests.service.conftest import eventually
from tests.service.test_matches import any_notation, create
from tests.stores import Server

ROOT = Path(__file__).parents[1]
LOG = "appendonlydir/appendonly.aof.1.incr.aof"


@pytest.fixture(scope="session")
def slow_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library, compiled."""
    library = tmp_path_factory.mktemp("slow_disk") / "slow_disk.so"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    source = str(ROOT / "slow_disk.c")
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), source, "-ldl"], check=True
    )
    return library


class Disk:
    """A server over a disk whose syncs take so many milliseconds longer."""

    def __init__(self, folder: Path, library: Path, sync: str, milliseconds: int) -> None:
        self.server = Server(folder, "--appendonly", "yes", "--appendfsync", sync)
        self.environment = {
            **os.environ,
            "LD_PRELOAD": str(library),
            "SLOW_DISK_MS": str(milliseconds),
        }
        self.server.start(self.environment)

    def kill(self) -> None:
        self.server.kill()

    def cut_power(self) -> None:
        """Kill the server, and leave of its log what was synced."""
        self.server.kill()
        log = self.server.folder / LOG
        mark = log.with_name(f"{log.name}.synced")
        synced = int(mark.read_text()) if mark.exists() else 0
        assert synced <= log.stat().st_size
        os.truncate(log, synced)

    def start_again(self) -> None:
        self.environment["SLOW_DISK_MS"] = "0"
        self.server.start(self.environment)


class Players:
    """Match after match played by several threads; what was acknowledged is written down."""

    def __init__(self, matches: Matches, count: int = 4) -> None:
        self.matches = matches
        created = [create(matches, "montana", seed=seed).match for seed in range(count)]
        self.acknowledged = {match.record.id: match.version for match in created}
        self._end = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(match,)) for match in created]
        for thread in self._threads:
            thread.start()

    def _play(self, match: Match) -> None:
        random = Random(7)
        while not self._end.is_set():
            try:
                match = self._next(match, random)
            except errors.Problem:
                return
            self.acknowledged[match.record.id] = match.version
            time.sleep(0.005)

    def _next(self, match: Match, random: Random) -> Match:
        if match.status == "over":
            return create(self.matches, "montana").match
        seat = match.to_act[0]
        notation = any_notation(match, seat, random)
        return self.matches.submit(match.record.id, seat, notation, match.version).match

    def stop(self) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join()

    def lost(self, matches: Matches) -> int:
        """How many versions were acknowledged and are no more; what is left must be whole."""
        lost = 0
        for match_id, version in self.acknowledged.items():
            try:
                match = matches.match(match_id)
            except errors.NoSuchMatch:
                lost += version
                continue
            assert matches.replay(match_id).save() == match.state.save()
            lost += max(0, version - match.version)
        return lost


@contextmanager
def opened(
    url: str, durability: str = "everysec", replicas: int = 1, seconds: float = 1.0
) -> Iterator[Matches]:
    settings = Settings(redis_url=url, durability=durability, replicas=replicas)
    matches = open_matches(replace(settings, replica_seconds=seconds))
    yield matches
    matches.close()


def played_until_it_ends(disk: Disk, seconds: float, end: str, durability: str) -> int:
    """How many acknowledged versions are lost."""
    with opened(disk.server.url, durability) as matches:
        players = Players(matches)
        time.sleep(seconds)
        (disk.cut_power if end == "power" else disk.kill)()
        players.stop()
    assert sum(players.acknowledged.values()) > 0
    disk.start_again()
    with opened(disk.server.url, durability) as matches:
        return players.lost(matches)


@pytest.mark.sampled
@pytest.mark.parametrize("end", ["kill", "power"])
@pytest.mark.parametrize("milliseconds", [0, 150])
def test_on_disk_nothing_that_was_acknowledged_is_lost(
    tmp_path: Path, slow_disk: Path, end: str, milliseconds: int
) -> None:
    disk = Disk(tmp_path / "server", slow_disk, "always", milliseconds)
    assert played_until_it_ends(disk, 2.0, end, "disk") == 0
    disk.server.stop()


def test_every_second_on_a_quick_disk_a_kill_loses_nothing(tmp_path: Path, slow_disk: Path) -> None:
    disk = Disk(tmp_path / "server", slow_disk, "everysec", 0)
    assert played_until_it_ends(disk, 1.5, "kill", "everysec") == 0
    disk.server.stop()


def test_every_second_cut_power_loses_what_came_last(tmp_path: Path, slow_disk: Path) -> None:
    """The damage is done as it should be: power that is cut does take what was not synced.

    Unless it was synced just then, for which reason it is cut up to three times.
    """

    def lost(attempt: int) -> int:
        disk = Disk(tmp_path / f"server{attempt}", slow_disk, "everysec", 0)
        found = played_until_it_ends(disk, 1.5 + 0.23 * attempt, "power", "everysec")
        disk.server.stop()
        return found

    assert any(lost(attempt) > 0 for attempt in range(3))


@pytest.mark.full
def test_every_second_on_a_slow_disk_even_a_kill_loses_what_came_last(
    tmp_path: Path, slow_disk: Path
) -> None:
    """While a sync takes long, the server does not write either, for up to two seconds."""
    disk = Disk(tmp_path / "server", slow_disk, "everysec", 1900)
    with opened(disk.server.url) as matches:
        players = Players(matches)

        def holds_back() -> bool:
            with connect_to_server(disk.server.url) as client:
                return int(client.info("persistence")["aof_buffer_length"]) > 30_000

        eventually(holds_back, 20)
        disk.kill()
        players.stop()
    disk.start_again()
    with opened(disk.server.url) as matches:
        assert players.lost(matches) > 0
    disk.server.stop()


class Pair:
    """A primary and its replica."""

    def __init__(self, folder: Path) -> None:
        self.primary = Server(folder / "primary").start()
        self.replica = Server(
            folder / "replica", "--replicaof", f"{HOST} {self.primary.port}"
        ).start()
        eventually(self.in_step)

    def in_step(self) -> bool:
        with self.replica.client as client:
            return str(client.info("replication")["master_link_status"]) == "up"

    def promote(self) -> None:
        with self.replica.client as client:
            client.replicaof("NO", "ONE")


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    both = Pair(tmp_path)
    yield both
    for server in (both.primary, both.replica):
        server.kill()


@pytest.mark.full
def test_replicated_nothing_that_was_acknowledged_dies_with_its_primary(pair: Pair) -> None:
    with opened(pair.primary.url, "replicated") as matches:
        players = Players(matches)
        time.sleep(1.5)
        pair.primary.kill()
        players.stop()
    assert sum(players.acknowledged.values()) > 0
    pair.promote()
    with opened(pair.replica.url) as matches:
        assert players.lost(matches) == 0


def test_what_no_replica_confirms_is_not_acknowledged(pair: Pair) -> None:
    with opened(pair.primary.url, "replicated", seconds=0.2) as matches:
        match = create(matches, "montana").match
        match_id, seat = match.record.id, match.to_act[0]
        notation = any_notation(match, seat, Random(1))
        assert pair.replica.process is not None
        pair.replica.process.send_signal(signal.SIGSTOP)
        key = Idempotency("here", "k", "print")
        for _ in range(2):  # written the first time, found written the second
            with pytest.raises(errors.Unavailable, match="0 of 1 replicas"):
                matches.submit(match_id, seat, notation, match.version, key)
        assert matches.head(match_id).version > match.version
        pair.replica.process.send_signal(signal.SIGCONT)
        done = matches.submit(match_id, seat, notation, match.version, key)
        assert done.events[0].notation == notation
        assert matches.head(match_id).version == done.match.version


@pytest.mark.full
def test_a_store_that_is_not_set_up_for_it_is_named(pair: Pair) -> None:
    with opened(pair.primary.url, "disk+replicated", replicas=2) as matches:
        problems, warnings = matches.store.condition()
        assert [text for text in problems if "append-only" in text]
        assert [text for text in problems if "appendfsync is everysec" in text]
        assert [text for text in problems if "with 2 replicas" in text]
        assert [text for text in warnings if "min-replicas-to-write" in text]
    with pair.primary.client as client:
        for name, value in {
            "appendonly": "yes",
            "appendfsync": "always",
            "min-replicas-to-write": 1,
            "maxmemory-policy": "noeviction",
            "maxmemory": "1gb",
        }.items():
            client.config_set(name, value)
    with opened(pair.primary.url, "disk+replicated") as matches:
        assert matches.store.condition() == ([], [])
    with opened(pair.replica.url, "everysec") as matches, pytest.raises(errors.Unavailable):
        create(matches, "montana")
