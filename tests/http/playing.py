"""One supervisor with its worker for all tests of a module, whose bots play on in one store.

A module with these fixtures empties the store before its first test only: none of its tests may
count what is in it, and none needs a bot that waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from railhead.service.core.matches import Matches, open_matches
from railhead.service.settings import Settings
from railhead.service.store.connection import connect_to_server
from tests.conftest import emptied
from tests.service.conftest import Processes

BUDGET_FACTOR = "0.05"
"""How long a bot thinks, as a part of what its level thinks."""


@pytest.fixture(scope="module")
def settings(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over a store that was empty before the first test."""
    return emptied(Settings(redis_url=store_url, data_dir=tmp_path_factory.mktemp("data")))


@pytest.fixture(autouse=True)
def uncounted(settings: Settings) -> None:
    """Nothing that the tests before have created counts as created lately."""
    with connect_to_server(settings.redis_url) as store:
        counters = [*store.scan_iter("limit:*")]
        if counters:
            store.delete(*counters)


@pytest.fixture(scope="module")
def matches(settings: Settings) -> Iterator[Matches]:
    """All matches of the store."""
    opened = open_matches(settings)
    yield opened
    opened.close()


@contextmanager
def playing_bots(matches: Matches, folder: Path, factor: str = BUDGET_FACTOR) -> Iterator[None]:
    """While bots of these matches play, each thinking for this part of what its level thinks."""
    processes = Processes(folder)
    try:
        processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR=factor)
        yield
    finally:
        processes.kill_all()


@pytest.fixture(scope="module")
def bots(matches: Matches, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Worker processes that play the bots of the API's store, from the first test that asks."""
    with playing_bots(matches, tmp_path_factory.mktemp("workers")):
        yield
