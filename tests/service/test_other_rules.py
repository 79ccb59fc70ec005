"""Matches of other rules than these: listed as what they are, and left alone by the bots."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from railhead.service import errors
from railhead.service.bots.dead_letters import DeadLetters, DeadLetterStorage
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Match, NewMatch, Seat
from railhead.service.settings import Settings
from railhead.service.store.keys import (
    PARTITIONS,
    clock_key,
    dead_letter_key,
    due_key,
    match_key,
    partition_of,
)
from railhead.service.store.serialization import head_to_bytes, record_to_bytes
from tests.service.conftest import Processes, Started, eventually, waiting_workers
from tests.service.test_bot_turns import assert_whole, play_to_the_end, until_a_bot_acts
from tests.stores import store_kind

__all__ = ["store_kind"]

OTHER = 200
"""A version of the rules that no game has."""


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    opened = open_matches(settings)
    yield opened
    opened.close()


def new(
    matches: Matches,
    kinds: str = "hb",
    visibility: str = "public",
    clock: Mapping[str, Any] | None = None,
) -> Match:
    seats = [
        Seat(n, "human", "Ann") if kind == "h" else Seat(n, "bot", "bot", "easy")
        for n, kind in enumerate(kinds)
    ]
    return matches.create(NewMatch("veil", {}, seats, visibility=visibility, clock=clock)).match


def written_under(matches: Matches, match_id: str, rules_version: int) -> None:
    """Store the match as a service of this version of the rules would have."""
    record, head = matches.store._load_record(match_id), matches.store.head(match_id)
    position = bytes([head.position[0], rules_version]) + head.position[2:]
    stored = {
        "record": record_to_bytes(replace(record, rules_version=rules_version)),
        "head": head_to_bytes(replace(head, position=position, nonce=f"written-{rules_version}")),
    }
    for part, value in stored.items():
        matches.store.writer.set(match_key(match_id, part), value)


def made_old(matches: Matches, match_id: str) -> int:
    """Store the match as one of other rules; returns the version of its own."""
    own = matches.store.record(match_id).rules_version
    written_under(matches, match_id, OTHER)
    return own


def marks(matches: Matches, match_id: str) -> tuple[bool, bool]:
    """Whether the match is due, and whether it is parked."""
    partition, reader = partition_of(match_id), matches.store.reader
    keys = due_key(partition), dead_letter_key(partition)
    due, parked = (reader.zscore(key, match_id) is not None for key in keys)
    return due, parked


def lines(supervisor: Started, match_id: str) -> list[dict[str, object]]:
    logged = map(json.loads, supervisor.log.read_text().splitlines())
    return [line for line in logged if line.get("match") == match_id and line["level"] != "debug"]


def test_one_old_match_is_marked_in_a_listing_and_the_others_are_there(matches: Matches) -> None:
    match_ids = [new(matches).record.id for _ in range(3)]
    made_old(matches, match_ids[1])
    for status in (None, "active"):
        page = matches.list_matches("veil", status, None, 10)
        shown = {listed.record.id: listed.playable for listed in page.matches}
        assert shown == {match_ids[0]: True, match_ids[1]: False, match_ids[2]: True}
    with pytest.raises(errors.RulesChanged):
        matches.match(match_ids[1])


@pytest.mark.sampled
def test_a_turn_of_other_rules_is_parked_and_not_tried_again(
    matches: Matches, processes: Processes
) -> None:
    old, honest = new(matches, "bb").record.id, new(matches, "bb").record.id
    made_old(matches, old)
    supervisor = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    eventually(lambda: marks(matches, old) == (False, True))
    eventually(lambda: matches.match(honest).status == "over")
    time.sleep(3)
    assert marks(matches, old) == (False, True)
    assert [line["event"] for line in lines(supervisor, old)] == ["turn dead-lettered"]
    eventually(lambda: waiting_workers(matches) == 1)


@pytest.mark.sampled
def test_what_is_parked_is_played_by_a_host_that_can(
    matches: Matches, processes: Processes
) -> None:
    match = new(matches, "hb")
    match_id = match.record.id
    until_a_bot_acts(matches, match_id)
    own = made_old(matches, match_id)
    first = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    eventually(lambda: marks(matches, match_id) == (False, True))
    first.terminate()
    assert first.wait(60) == 0
    written_under(matches, match_id, own)
    processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    matches.announce = TurnScheduler(matches.store.settings).announce
    assert play_to_the_end(matches, match_id).status == "over"
    assert_whole(matches, match_id)
    assert marks(matches, match_id) == (False, False)


def test_a_match_that_has_moved_on_is_not_parked(matches: Matches) -> None:
    match_id = new(matches, "bb").record.id
    mark = matches.store.head(match_id).mark
    assert not matches.store.storage(DeadLetterStorage).add(match_id, mark[:-1])
    assert marks(matches, match_id) == (True, False)
    assert matches.store.storage(DeadLetterStorage).add(match_id, mark)
    assert marks(matches, match_id) == (False, True)


def test_parked_matches_that_are_gone_or_over_are_forgotten(matches: Matches) -> None:
    dead_letters = DeadLetters(matches)
    kept, gone = new(matches, "bb"), new(matches, "bb")
    for match in (kept, gone):
        made_old(matches, match.record.id)
        dead_letters.add(match.record.id, errors.RulesChanged())
    assert dead_letters.requeue(range(PARTITIONS)) == 0
    matches.delete(gone.record.id)
    assert dead_letters.requeue(range(PARTITIONS)) == 1
    assert marks(matches, gone.record.id) == (False, False)
    assert marks(matches, kept.record.id) == (False, True)


@pytest.mark.full
def test_a_clock_that_runs_out_where_nobody_has_the_rules_is_seen_to_later(
    matches: Matches, processes: Processes
) -> None:
    then = {"kind": "bot", "level": "easy"}
    match = new(matches, "hh", clock={"kind": "turn", "seconds": 1, "increment": 0, "then": then})
    match_id, seat = match.record.id, match.to_act[0]
    key, own = clock_key(partition_of(match_id)), made_old(matches, match_id)
    supervisor = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.02")

    def put_off() -> bool:
        mark = matches.store.reader.zscore(key, match_id)
        assert mark is not None
        return bool(mark > (time.time() + 30) * 1000)

    eventually(put_off)
    (line,) = eventually(lambda: lines(supervisor, match_id))
    assert line["event"] == "clock put off"
    written_under(matches, match_id, own)
    matches.store.writer.zadd(key, {match_id: 0})  # as if the minute were over
    eventually(lambda: matches.match(match_id).seats[seat].kind == "bot")


@pytest.mark.sampled
def test_a_match_that_cannot_be_read_keeps_nobody_elses_clock(
    matches: Matches, processes: Processes
) -> None:
    then = {"kind": "bot", "level": "easy"}
    clock = {"kind": "turn", "seconds": 1, "increment": 0, "then": then}
    made = sorted(
        (new(matches, "hh", clock=clock) for _ in range(6)),
        key=lambda match: partition_of(match.record.id),  # in which order they are looked at
    )
    for match in made[:-1]:
        matches.store.writer.set(match_key(match.record.id, "head"), b"no head")
    supervisor = processes.workers(matches, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    match_id, seat = made[-1].record.id, made[-1].to_act[0]
    eventually(lambda: matches.match(match_id).seats[seat].kind == "bot", seconds=20)
    (line,) = eventually(lambda: lines(supervisor, made[0].record.id))
    assert (line["event"], line["level"]) == ("clock put off", "error")


def test_a_clock_is_only_put_off_where_it_is_still_out(matches: Matches) -> None:
    clocks, match_id = matches.store.clocks, new(matches).record.id
    key, writer = clock_key(partition_of(match_id)), matches.store.writer
    assert not clocks.put_off(match_id)
    assert writer.zscore(key, match_id) is None
    for ago, expected in ((-5, False), (0, False), (5, True)):  # a new turn, just now, and before
        writer.zadd(key, {match_id: clocks.now(match_id) - ago * 1000})
        assert clocks.put_off(match_id) == expected
    assert clocks.run_out(10) == []
    assert writer.zscore(key, match_id) is not None
