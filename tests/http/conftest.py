"""A real API process for the tests of this folder, over the store of the test run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from railhead.service.core.matches import Matches
from railhead.service.settings import Settings
from railhead.service.store.connection import connect
from railhead.service.store.layout import prepare
from tests.http.api import Api, SeatedMatch, serving
from tests.http.playing import BUDGET_FACTOR
from tests.service.conftest import Processes, processes

__all__ = ["processes"]


@pytest.fixture(scope="session")
def address(store_url: str) -> Iterator[str]:
    """Where the API of the test run listens."""
    with serving(store_url) as where:
        yield where


@pytest.fixture
def api(address: str, settings: Settings) -> Api:
    """The API over an empty store, for nobody in particular."""
    client = connect(settings.redis_url)
    prepare(client)  # or the API would find that its store was emptied
    client.close()
    return Api(address)


@pytest.fixture
def match(api: Api) -> SeatedMatch:
    """A match of Veil with two humans, at its first decision."""
    return api.created(seed=3)


@pytest.fixture
def bots(processes: Processes, matches: Matches) -> None:
    """Worker processes that play the bots of the API's store, each at a small budget."""
    processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR=BUDGET_FACTOR)
