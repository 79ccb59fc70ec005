"""When entries of a log were committed: what is stored of it, and what is read back."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.model import Event
from railhead.service.store.clocks import Clocks
from railhead.service.store.keys import match_key
from railhead.service.store.serialization import (
    event_from_bytes,
    event_to_text,
    seconds_between,
    without_old_nonces,
)
from tests.service.test_matches import any_notation, create
from tests.stores import store_kind

__all__ = ["store_kind"]


@pytest.mark.parametrize(
    ("seconds", "written", "at"),
    [
        (0, "1keep#Xy_-@0", "2026-01-31T23:59:58Z"),
        (35, "1keep#Xy_-@z", "2026-02-01T00:00:33Z"),
        (36 * 36 + 1, "1keep#Xy_-@101", "2026-02-01T00:21:35Z"),
    ],
)
def test_the_time_of_a_commit_is_written_short(seconds: int, written: str, at: str) -> None:
    event = Event(7, "action", 1, "keep", at=at)
    created_at = "2026-01-31T23:59:58.999999Z"
    assert event_to_text(event, "Xy_-", seconds) == written
    assert event_from_bytes(7, written.encode(), created_at) == (event, "Xy_-")
    assert seconds_between(created_at, f"{at[:-1]}.000001Z") == seconds
    assert seconds_between(f"{at[:-1]}.000001Z", created_at) == 0


def test_what_opens_a_match_happens_when_it_is_created(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()
    monkeypatch.setattr(Clocks, "at", lambda *_: f"2026-01-31T12:00:{next(seconds):02}.000000Z")
    match = create(matches, "santa_fe").match
    log = matches.events(match.record.id)
    assert {event.at for event in log} == {f"{match.record.created_at[:19]}Z"}
    assert match.updated_at == match.record.created_at


def test_a_log_says_when_each_entry_was_committed(matches: Matches) -> None:
    """Those of one commit say the same, wherever the reading of the log begins."""
    match = create(matches, "santa_fe").match
    log, lengths = matches.events(match.record.id), set()
    assert {event.at for event in log} == {f"{match.record.created_at[:19]}Z"}
    while match.status != "over":
        notation = any_notation(match, match.to_act[0], Random(match.version))
        done = matches.submit(match.record.id, match.to_act[0], notation, match.version)
        match = done.match
        assert {event.at for event in done.events} == {f"{match.updated_at[:19]}Z"}
        log += done.events
        lengths.add(len(done.events))
        if match.version % 5 == 0:
            (last,) = matches.store.log(match.record.id, match.version - 1)
            assert last == log[-1]
    assert max(lengths) > 1
    for after in range(0, match.version, 7):
        assert matches.store.log(match.record.id, after, after + 1) == [log[after]]


def test_old_logs_do_not_say_when(matches: Matches) -> None:
    """As they were before the time was stored: with the nonces of their commits, and earlier."""
    match = create(matches).match
    key = match_key(match.record.id, "log")
    stored: Any = matches.store.writer.xrange(key)
    matches.store.writer.delete(key)
    for version, fields in stored[:-1]:
        entry = fields[b"e"].partition(b"@")[0]
        matches.store.writer.xadd(key, {"e": entry}, id=version)
    assert {event.at for event in matches.events(match.record.id)} == {None}
    version, fields = stored[-1]
    matches.store.writer.xadd(key, {"e": fields[b"e"].partition(b"#")[0] + b"#none@1"}, id=version)
    *old, last = matches.events(match.record.id)
    assert {event.at for event in old} == {None}
    assert last.at is not None


def test_a_folded_log_keeps_the_nonces_of_its_last_commits() -> None:
    entries = [b"0a#aaaa", b"cb", b"0c#bbbb@0", b"1d#cccc@4", b"f1e", b"0f#dddd@5", b"0g#eeee@1t"]
    assert without_old_nonces(entries) == [
        *(b"0a#aaaa", b"cb", b"0c@0", b"1d@4", b"f1e"),
        *(b"0f#dddd@5", b"0g#eeee@1t"),
    ]
    assert without_old_nonces([]) == []
    quick = [b"0a#aaaa@1"] * 100
    assert without_old_nonces(quick) == [b"0a@1"] * 36 + [b"0a#aaaa@1"] * 64
