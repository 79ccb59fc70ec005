"""The load tool plays whole matches and counts what it should; filled stores hold real matches."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bench.loading.client import ACT, CREATE, READ, crowd
from bench.loading.stored import fill, templates, used_bytes
from railhead.service.core.matches import open_matches
from railhead.service.settings import Settings
from tests.http.api import server
from tests.stores import Server


@pytest.mark.full
def test_a_crowd_plays_matches_to_their_end(settings: Settings) -> None:
    with server(settings.redis_url) as running:
        counted = asyncio.run(crowd(running.port, 3, "veil", warm_up=0, seconds=8))
    assert counted.finished > 0
    assert {ACT, READ, CREATE} <= set(counted.seconds)
    assert len(counted.seconds[CREATE]) >= counted.finished
    assert len(counted.seconds[ACT]) > counted.finished
    assert all(0 < seconds < 4 for found in counted.seconds.values() for seconds in found)


@pytest.mark.full
def test_a_filled_store_holds_matches_that_can_be_played(tmp_path: Path) -> None:
    store = Server(tmp_path / "store").start()  # one whose memory no other connection takes
    before = used_bytes(store.url)
    fill(store.url, templates(store.url, "veil"), 400, processes=2)
    assert used_bytes(store.url) > before + 400 * 500
    matches = open_matches(Settings(redis_url=store.url))
    public = matches.list_matches("veil", None, None, 50).matches
    assert len(public) == 40
    for listed in public:
        match = matches.match(listed.record.id)
        assert matches.replay(match.record.id).save() == match.state.save()
    matches.close()
    store.stop()
