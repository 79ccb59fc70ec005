"""What listings have of matches that have expired, and who clears it away."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.service.core.matches import Matches
from railhead.service.store import listings
from railhead.service.store.keys import PARTITIONS, index_key, match_key, new_id, partition_of
from tests.service.conftest import Processes, eventually
from tests.service.test_matches import create, ids
from tests.stores import all_keys, store_kind

__all__ = ["store_kind"]


def public(matches: Matches, game: str = "veil") -> str:
    return create(matches, game, visibility="public").match.record.id


def expire(matches: Matches, match_id: str) -> None:
    """Let all keys of the match go, as its time would."""
    for key in all_keys(matches.store.reader):
        if match_id.encode() in key:
            matches.store.writer.delete(key)


def left_over(matches: Matches, count: int, partition: int | None = None) -> list[str]:
    """Rows of matches of long ago that are gone, in all four listings that each was in."""
    rows = []
    for number in range(count):
        match_id = new_id(partition)
        rows.append(f"2020-01-01T00:00:00.{number:06}+00:00 {match_id}")
        for game in ("", "veil"):
            for status in ("", "over"):
                key = index_key(partition_of(match_id), game, status)
                matches.store.writer.zadd(key, {rows[-1]: 0})
    return rows


def rows_of(matches: Matches) -> set[str]:
    """All rows of all listings."""
    found: set[str] = set()
    for key in all_keys(matches.store.reader):
        if key.startswith(b"public:"):
            rows: Any = matches.store.reader.zrange(key, 0, -1)
            found.update(row.decode() for row in rows)
    return found


def test_a_row_of_a_match_that_has_expired_goes_from_all_listings(matches: Matches) -> None:
    gone, kept = public(matches), public(matches)
    expire(matches, gone)
    page = matches.list_matches(None, None, None, 10)
    assert ids(page) == [kept]
    assert [listings.id_of(row) for row in rows_of(matches)] == [kept]


def test_a_request_does_no_more_than_so_much_about_what_has_expired(matches: Matches) -> None:
    limit = 4
    looked_at = listings.ROUNDS * (limit + 1)
    left_over(matches, 3 * looked_at)
    kept = public(matches)
    first = matches.list_matches(None, None, None, limit)
    assert ids(first) == [kept]
    assert first.cursor is not None
    assert len(rows_of(matches)) == 1 + 3 * looked_at - (looked_at - 1)
    pages = [first]
    while pages[-1].cursor is not None:
        pages.append(matches.list_matches(None, None, pages[-1].cursor, limit))
    assert [ids(page) for page in pages] == [[kept], [], [], []]
    assert [listings.id_of(row) for row in rows_of(matches)] == [kept]


def test_nothing_is_missed_between_short_pages(matches: Matches) -> None:
    wanted = []
    for _ in range(4):
        wanted.append(public(matches))
        for match_id in [public(matches) for _ in range(12)]:
            expire(matches, match_id)
    pages = [matches.list_matches("veil", None, None, 1)]
    while pages[-1].cursor is not None:
        pages.append(matches.list_matches("veil", None, pages[-1].cursor, 1))
    assert [match_id for page in pages for match_id in ids(page)] == wanted[::-1]


def test_leftovers_are_cleared_from_the_old_end_a_few_at_a_time(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listings, "AT_ONCE", 5)
    rows = left_over(matches, 12, partition=3)
    kept = [listings.id_of(row) for row in rows[:6]]  # the oldest are kept
    for match_id in kept:
        matches.store.writer.set(match_key(match_id, "head"), "kept")
    leftovers = matches.store.leftovers
    assert [leftovers.clear(3) for _ in range(3)] == [0, 4, 2]
    assert rows_of(matches) == {*rows[:6]}
    for match_id in kept:
        matches.store.writer.delete(match_key(match_id, "head"))
    assert [leftovers.clear(3) for _ in range(2)] == [5, 1]
    assert rows_of(matches) == set()


def test_a_row_that_is_left_in_one_listing_alone_is_found_too(matches: Matches) -> None:
    row = left_over(matches, 1, partition=0)[0]
    for status in ("", "over"):
        matches.store.writer.zrem(index_key(0, "", status), row)
    assert sum(matches.store.leftovers.clear(number) for number in range(PARTITIONS)) == 1
    assert rows_of(matches) == set()


@pytest.mark.sampled
def test_a_supervisor_clears_what_has_expired(matches: Matches, processes: Processes) -> None:
    left_over(matches, 30, partition=1)
    kept = public(matches)
    processes.workers(matches)
    eventually(lambda: len(rows_of(matches)) == 11)
    assert kept in {listings.id_of(row) for row in rows_of(matches)}
