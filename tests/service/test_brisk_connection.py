"""Connections with fewer system calls give up, and notice what is lost, like the client's own."""

from __future__ import annotations

import time

import pytest

from service.errors import Unavailable
from service.matches.matches import Matches
from service.store import brisk_connection
from service.store.connection import command, connect, disconnect
from tests.service.conftest import silenced
from tests.service.test_matches import create


def test_a_silent_store_is_given_up_in_seconds(matches: Matches, store_url: str) -> None:
    match_id = create(matches).match.record.id
    with silenced(store_url):
        began = time.monotonic()
        with pytest.raises(Unavailable):
            matches.store.keep_data(match_id, "digest", {})
        assert 4 < time.monotonic() - began < 9
    assert matches.head(match_id).version >= 0, "it is asked again once it answers"


def test_a_connection_that_was_closed_is_noticed_after_a_pause_and_a_read_sent_again(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = create(matches).match.record.id
    other = connect(matches.store.settings.redis_url)
    for trusted in (0.0, 60.0):
        matches.head(match_id)
        monkeypatch.setattr(brisk_connection, "TRUSTED_SECONDS", trusted)
        command(other, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        if not trusted:
            matches.store.keep_data(match_id, "digest", {})
        assert matches.head(match_id).version >= 0
    disconnect(other)


def test_other_addresses_keep_the_client_s_own_connections() -> None:
    assert brisk_connection.brisk("rediss://example") == {}
    assert brisk_connection.brisk("redis://example") != brisk_connection.brisk("unix:///x")
