"""A primary and a replica behind a Sentinel, and a failover of theirs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from railhead.games.random import Random
from railhead.service import errors
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Match
from railhead.service.settings import Settings
from tests.ports import HOST
from tests.service.conftest import Processes, eventually
from tests.service.test_bot_turns import assert_whole, new_match, play_to_the_end
from tests.service.test_durability import Pair, Players
from tests.service.test_matches import any_notation, create, play
from tests.stores import Sentinel


class Watched:
    """A pair behind a Sentinel; `url` is what the service is given."""

    def __init__(self, folder: Path) -> None:
        self.pair = Pair(folder)
        self.sentinel = Sentinel(folder / "sentinel", self.pair.primary)
        self.sentinel.start()
        self.url = f"redis+sentinel://{HOST}:{self.sentinel.port}/main"
        eventually(self._knows_the_replica, 30)

    def _knows_the_replica(self) -> bool:
        with self.sentinel.client as client:
            found = client.execute_command("SENTINEL", "REPLICAS", "main")
        return len(found) == 1

    def primary_port(self) -> int:
        with self.sentinel.client as client:
            _, port = client.execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main")
        return int(port)

    def fail_over(self) -> None:
        """Kill the primary, and wait until the replica has taken over."""
        self.pair.primary.kill()
        eventually(lambda: self.primary_port() == self.pair.replica.port, 30)

        def writes() -> bool:
            with self.pair.replica.client as client:
                return str(client.info("replication")["role"]) == "master"

        eventually(writes, 30)

    def stop(self) -> None:
        for server in (self.sentinel, self.pair.primary, self.pair.replica):
            server.kill()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    running = Watched(tmp_path)
    yield running
    running.stop()


def moved_on(matches: Matches, match: Match) -> Match | None:
    """The match after a decision, None where the store does not take it yet."""
    try:
        match = matches.match(match.record.id)
        seat = match.to_act[0]
        notation = any_notation(match, seat, Random(match.version))
        return matches.submit(match.record.id, seat, notation, match.version).match
    except (errors.Unavailable, errors.MatchWentBack):
        return None


@pytest.mark.full
def test_after_a_failover_everything_goes_on_and_nothing_is_lost(watched: Watched) -> None:
    matches = open_matches(Settings(redis_url=watched.url, durability="replicated"))
    waiting_for = create(matches, "montana").match
    woken: list[int | None] = []

    def wait() -> None:
        while not woken:
            try:
                woken.append(matches.wait(waiting_for.record.id, waiting_for.version, 60))
            except errors.Unavailable:
                time.sleep(0.1)

    waiting = threading.Thread(target=wait)
    waiting.start()
    players = Players(matches)
    eventually(lambda: min(players.acknowledged.values()) > 20)
    watched.fail_over()
    players.stop()
    eventually(lambda: reachable(matches, waiting_for.record.id), 30)
    assert players.lost(matches) == 0
    # The new primary has no replica: what it is given is not acknowledged until it has one again.
    with pytest.raises(errors.Unavailable, match="0 of 1 replicas"):
        create(matches, "montana")
    watched.pair.primary.start()
    eventually(lambda: moved_on(matches, waiting_for), 60)
    waiting.join(30)
    assert woken
    assert woken[0] is not None
    play(matches, matches.match(waiting_for.record.id))
    assert_whole(matches, waiting_for.record.id)
    matches.close()


@pytest.mark.full
def test_workers_go_on_after_a_failover(watched: Watched, processes: Processes) -> None:
    settings = Settings(redis_url=watched.url)
    matches = open_matches(settings, TurnScheduler(settings).announce)
    processes.workers(matches, 2, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    match_id = new_match(matches, "hbb", game="veil")
    watched.fail_over()
    matches.announce = None
    eventually(lambda: reachable(matches, match_id), 30)
    assert play_to_the_end(matches, match_id).status == "over"
    assert_whole(matches, match_id)
    matches.close()


def reachable(matches: Matches, match_id: str) -> bool:
    try:
        return bool(matches.match(match_id))
    except (errors.Unavailable, redis.RedisError):
        return False
