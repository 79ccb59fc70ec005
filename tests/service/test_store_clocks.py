"""The clock that matches are played by: it stands while nobody can commit, and never goes back."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from railhead.service.core.matches import Matches
from railhead.service.store.clocks import GAP, TOLD_FOR, Clocks, format_time
from railhead.service.store.due_turns import CLOCK
from railhead.service.store.keys import PARTITIONS, beat_key, partition_of
from tests.service.conftest import eventually, silenced
from tests.service.test_matches import create
from tests.stores import embedded_store, on_a_server, one_node_cluster, store_kind

__all__ = ["store_kind"]

HOUR = 3_600_000
ONE_BEAT = 1000
SLACK = 1_500
"""Milliseconds that a busy machine may take between two looks."""


@pytest.fixture(scope="module")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A store that no API process of other tests beats in."""
    with embedded_store(tmp_path_factory.mktemp("store")) as url:
        yield url


@pytest.fixture(scope="module")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same of a cluster."""
    with one_node_cluster(tmp_path_factory.mktemp("cluster")) as url:
        yield url


@pytest.fixture
def clocks(matches: Matches) -> Clocks:
    matches.store.clocks.beat()
    return matches.store.clocks


def step(matches: Matches, match_id: str, milliseconds: int) -> None:
    """Let the store's time be so much later than it was at the last beat."""
    key = beat_key(partition_of(match_id))
    for name in ("at", "stood"):
        matches.store.writer.hincrby(key, name, -milliseconds)


@pytest.mark.parametrize("milliseconds", [HOUR, -HOUR, 10 * GAP])
def test_a_step_of_the_stores_time_is_no_time(
    matches: Matches, clocks: Clocks, milliseconds: int
) -> None:
    before = clocks.now("some match")
    step(matches, "some match", milliseconds)
    longest = GAP + SLACK if milliseconds > 0 else SLACK
    for _ in range(2):
        assert before - ONE_BEAT <= clocks.now("some match") <= before + longest
        clocks.beat()


def test_time_passes_between_beats_and_then_stands(matches: Matches, clocks: Clocks) -> None:
    """Whoever only reads does not let it run: a sweep of the workers, say, while no API lives."""
    before = clocks.now("some match")
    time.sleep(0.3)
    assert clocks.now("some match") >= before + 290
    step(matches, "some match", GAP)
    stands = clocks.now("some match")
    assert before - SLACK <= stands - GAP <= before
    time.sleep(0.3)
    assert clocks.now("some match") == stands


def test_every_partition_has_a_beat_of_its_own(matches: Matches, clocks: Clocks) -> None:
    for partition in range(PARTITIONS):
        kept = matches.store.reader.hgetall(beat_key(partition))
        assert sorted(kept) == [b"at", b"stood"]


@pytest.mark.parametrize(("milliseconds", "told"), [(HOUR, "stood for"), (-HOUR, "went back by")])
def test_a_step_of_the_stores_time_is_told_for_a_while(
    matches: Matches, clocks: Clocks, milliseconds: int, told: str
) -> None:
    assert clocks.recent_pauses() == []
    for partition in range(PARTITIONS):
        for name in ("at", "stood"):
            matches.store.writer.hincrby(beat_key(partition), name, -milliseconds)
    clocks.beat()
    clocks.beat()
    (found,) = {re.sub(r"[\d.:+T-]+", "", one) for one in clocks.recent_pauses()}
    assert told in found
    for partition in range(PARTITIONS):
        matches.store.writer.hincrby(beat_key(partition), "last_at", -TOLD_FOR)
    assert clocks.recent_pauses() == []


def test_the_time_of_dates_is_the_stores_and_never_goes_back(
    matches: Matches, clocks: Clocks
) -> None:
    def stores() -> float:
        return float(CLOCK(matches.store.reader, [beat_key(partition_of("some match"))], [])) / 1000

    before = 0.0
    for number in range(300):
        if number % 7 == 0:
            clocks.now("some match")  # read anew, by an answer that took another time
        least, told = stores(), clocks.wall("some match")
        assert least - 0.05 <= told <= stores() + 0.05
        assert told >= before
        before = told
    assert clocks.at("some match")[:10] == format_time(before)[:10]


def test_what_is_out_is_found_by_that_clock(matches: Matches, clocks: Clocks) -> None:
    clock = {"kind": "turn", "seconds": 2, "increment": 0, "then": {"kind": "bot", "level": "easy"}}
    match_id = create(matches, clock=clock).match.record.id
    assert match_id not in clocks.run_out(10)
    step(matches, match_id, HOUR)
    clocks.beat()
    # An outage costs GAP at the most, not nothing: the two seconds are over at once.
    eventually(lambda: match_id in clocks.run_out(10), 1)
    other = create(matches, clock={**clock, "seconds": 10}).match.record.id
    step(matches, other, HOUR)
    clocks.beat()
    assert other not in clocks.run_out(10)
    assert not matches.run_out(other)
    assert clocks.now(other) - (matches.match(other).times or {})[0].since <= GAP + SLACK


@pytest.mark.full
@on_a_server
def test_a_store_that_is_silent_costs_nobody_his_time(matches: Matches, clocks: Clocks) -> None:
    clock = {"kind": "turn", "seconds": 5, "increment": 0, "then": {"kind": "bot", "level": "easy"}}
    match_id = create(matches, clock=clock).match.record.id
    with silenced(matches.store.settings.redis_url):
        time.sleep(6)
    clocks.beat()
    assert not matches.run_out(match_id)
    assert clocks.paused_milliseconds(match_id) >= 6000 - GAP - SLACK
