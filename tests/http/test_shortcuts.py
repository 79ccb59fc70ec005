"""Without private parts of libraries the service does the same, by their public names alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from structlog.testing import capture_logs

from railhead.service import shortcuts
from railhead.service.settings import Settings
from railhead.service.store.connection import disconnect
from railhead.service.store.low_syscall_connection import connect_with_few_syscalls
from tests.http.api import Api, serving
from tests.http.streams import stream


@pytest.fixture
def forgotten() -> Iterator[None]:
    """What has been found of the libraries' versions is found anew, before and after."""
    shortcuts.fits.cache_clear()
    yield
    shortcuts.fits.cache_clear()


@pytest.mark.parametrize("library", ["granian", "python", "redis"])
def test_what_runs_here_is_known(forgotten: None, library: str) -> None:
    assert shortcuts.fits(library)


def test_a_newer_library_is_left_alone_with_one_warning(
    forgotten: None, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    older = dict.fromkeys(shortcuts.KNOWN_BELOW, (1, 0))
    monkeypatch.setattr(shortcuts, "KNOWN_BELOW", older)
    loop = asyncio.new_event_loop()
    before = (loop._selector, loop.call_soon_threadsafe)  # type: ignore[attr-defined] # asyncio's
    with capture_logs() as logged:
        for _ in range(2):
            shortcuts.use_lock_selector(loop)
            shortcuts.dispatch_directly(loop, lambda _: None)
        client = connect_with_few_syscalls(settings.redis_url)
    after = (loop._selector, loop.call_soon_threadsafe)  # type: ignore[attr-defined] # asyncio's
    assert before == after
    loop.close()
    kind = client.connection_pool.connection_class  # type: ignore[union-attr] # no cluster
    assert not issubclass(kind, shortcuts.KernelTimedTcp | shortcuts.KernelTimedUnix)
    disconnect(client)
    assert [one["library"] for one in logged] == ["python", "granian", "redis"]


@pytest.mark.full
def test_a_server_without_shortcuts_reads_acts_waits_and_streams(settings: Settings) -> None:
    with serving(settings.redis_url, RAILHEAD_SHORTCUTS="false") as address:
        table = Api(address).created(visibility="public")
        version = table.shown(0)["version"]
        held = {"If-None-Match": f'"{version}"'}
        with ThreadPoolExecutor(1) as pool, stream(table.anybody, table.path) as events:
            poll = pool.submit(table.seats[0].get, f"{table.path}?wait=50", headers=held)
            time.sleep(0.3)
            assert table.act(1).status_code == 200
            assert poll.result(10).json()["version"] > version
            assert events.take(1)
        assert table.play_out()["status"] == "over"
