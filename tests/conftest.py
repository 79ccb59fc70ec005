"""A real store for the tests: one server process a test run, emptied before each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import tiers

if TYPE_CHECKING:
    from railhead.service.core.matches import Matches
    from railhead.service.settings import Settings

BREAKING = "tests.small_games.breaking"
_named = os.environ.get("RAILHEAD_EXTRA_GAMES", "").split(",")
os.environ["RAILHEAD_EXTRA_GAMES"] = ",".join(
    dict.fromkeys(
        filter(None, [*_named, "examples.veil", "tests.small_games.failing_search", BREAKING])
    )
)
os.environ.setdefault("RAILHEAD_LOG_LEVEL", "warning")
# All tests come from one address, and ask for more than one may have of a server.
os.environ.setdefault("RAILHEAD_ADDRESS_SHARE", "1")
# Each of several processes of tests would multiply matrices on all cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def pytest_configure(config: pytest.Config) -> None:
    """Name the markers of `tests.tiers`."""
    for marker in tiers.MARKERS:
        config.addinivalue_line("markers", marker)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tell what `make test` leaves out, before `-m` selects."""
    tiers.mark_what_is_left_out(items, tiers.commit())


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server for the test run, over a unix socket."""
    from tests.stores import embedded_store

    with embedded_store(tmp_path_factory.mktemp("store")) as url:
        yield url


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a cluster of one server for the test run."""
    from tests.stores import one_node_cluster

    with one_node_cluster(tmp_path_factory.mktemp("cluster")) as url:
        yield url


@pytest.fixture
def store_kind() -> str:
    """What kind of store a test has; `tests.stores` has a fixture of each kind in turn."""
    return "server"


@pytest.fixture
def settings(
    store_kind: str, store_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Settings:
    """Settings over an empty store."""
    from railhead.service.settings import Settings

    if store_kind == "cluster":
        store_url = request.getfixturevalue("cluster_url")
    return emptied(Settings(redis_url=store_url, data_dir=tmp_path / "data"))


def emptied(settings: Settings) -> Settings:
    """The settings, over a store without any key."""
    from railhead.service.store.connection import connect, primaries

    for url in {settings.redis_url, settings.queue}:
        client = connect(url)
        for server in primaries(client):
            server.flushall()
        client.close()
    return settings


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    """All matches of the store, without workers."""
    from railhead.service.core.matches import open_matches

    opened = open_matches(settings)
    yield opened
    opened.close()
