"""The load tool plays whole matches and counts what it should; filled stores hold real matches."""

from __future__ import annotations

import asyncio

from bench.loading.client import ACT, CREATE, READ, crowd
from bench.loading.stored import fill, templates, used_bytes
from railhead.service.matches.matches import Matches
from railhead.service.settings import Settings
from tests.http.api import server


def test_a_crowd_plays_matches_to_their_end(settings: Settings) -> None:
    with server(settings.redis_url) as running:
        counted = asyncio.run(crowd(running.port, 3, "veil", warm_up=0, seconds=8))
    assert counted.finished > 0
    assert {ACT, READ, CREATE} <= set(counted.seconds)
    assert len(counted.seconds[CREATE]) >= counted.finished
    assert len(counted.seconds[ACT]) > counted.finished
    assert all(0 < seconds < 4 for found in counted.seconds.values() for seconds in found)


def test_a_filled_store_holds_matches_that_can_be_played(
    settings: Settings, matches: Matches
) -> None:
    before = used_bytes(settings.redis_url)
    fill(settings.redis_url, templates(settings.redis_url, "veil"), 400, processes=2)
    assert used_bytes(settings.redis_url) > before
    public = matches.listed("veil", None, None, 50).matches
    assert len(public) == 40
    for listed in public:
        match = matches.match(listed.record.id)
        assert matches.replay(match.record.id).save() == match.state.save()
