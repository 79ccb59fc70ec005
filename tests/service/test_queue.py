"""The queue of hints on a server of its own: losing it costs time, and no turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from railhead.games.random import Random
from railhead.service.bots.turns import Turns
from railhead.service.matches.matches import Matches, open_matches
from railhead.service.settings import InvalidSetting, Settings
from railhead.service.store.connection import is_cluster
from tests.service.conftest import Processes, eventually
from tests.service.test_bot_turns import (
    assert_whole,
    decide,
    human_or_over,
    new_match,
    play_to_the_end,
)
from tests.stores import Server, store_kind

__all__ = ["store_kind"]


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "queue").start()
    yield server
    server.stop()


@pytest.fixture
def matches(settings: Settings, queue: Server) -> Iterator[Matches]:
    apart = replace(settings, queue_url=queue.url)
    opened = open_matches(apart, Turns(apart).announce)
    yield opened
    opened.close()


def test_bots_play_on_every_kind_of_store(matches: Matches, processes: Processes) -> None:
    processes.workers(matches, 2, RAILHEAD_BOT_BUDGET="0.02")
    for game, kinds in [("veil", "hbb"), ("montana", "bb")]:
        match_id = new_match(matches, kinds, game=game)
        assert play_to_the_end(matches, match_id).status == "over"
        assert_whole(matches, match_id)


def test_a_queue_that_is_wiped_again_and_again_loses_no_turn(
    matches: Matches, processes: Processes, queue: Server
) -> None:
    processes.workers(matches, 2, RAILHEAD_BOT_BUDGET="0.02")
    done = threading.Event()

    def wipe() -> None:
        with queue.client as client:
            while not done.wait(0.15):
                client.flushall()

    wiping = threading.Thread(target=wipe)
    wiping.start()
    try:
        for _ in range(3):
            match_id = new_match(matches, "hb", game="veil")
            while matches.match(match_id).status == "active":
                began = time.monotonic()
                waiting = eventually(lambda: human_or_over(matches, match_id), 20)  # noqa: B023
                assert time.monotonic() - began < 5
                assert waiting is not None
                play_one_decision(matches, match_id)
            assert_whole(matches, match_id)
    finally:
        done.set()
        wiping.join()


def play_one_decision(matches: Matches, match_id: str) -> None:
    match = matches.match(match_id)
    if 0 in match.to_act:
        decide(matches, match, Random(match.version))


def test_a_queue_that_is_gone_for_a_while_loses_no_turn(
    matches: Matches, processes: Processes, queue: Server
) -> None:
    processes.workers(matches, 1, RAILHEAD_BOT_BUDGET="0.02")
    queue.kill()
    match_id = new_match(matches, "bb", game="veil")
    time.sleep(1)
    assert matches.match(match_id).status == "active"
    queue.start()
    eventually(lambda: matches.match(match_id).status == "over", 30)
    assert_whole(matches, match_id)


def test_a_cluster_needs_a_queue_elsewhere(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", settings.redis_url)
    if is_cluster(settings.redis_url):
        with pytest.raises(InvalidSetting, match="RAILHEAD_QUEUE_URL"):
            Settings.from_environment()
        monkeypatch.setenv("RAILHEAD_QUEUE_URL", settings.queue)
    assert not is_cluster(Settings.from_environment().queue)
