"""A match that cannot be read or played ends its own turns: those of others go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner

from railhead.service.bots.attempts import MOST_ATTEMPTS, Attempts, pause_after
from railhead.service.bots.turns import TurnScheduler
from railhead.service.cli import main
from railhead.service.core.matches import Matches, open_matches
from railhead.service.errors import MatchDamaged, Unavailable
from railhead.service.model import NewMatch, Seat
from railhead.service.settings import Settings
from railhead.service.store.halted_turns import AGAIN
from railhead.service.store.keys import (
    clock_key,
    due_key,
    halted_key,
    match_key,
    partition_of,
)
from tests.service.conftest import Processes, Started, eventually
from tests.service.test_bot_turns import assert_whole, new_match
from tests.small_games.breaking import HOW

GARBAGE = b"\xff\x00 not what was written"


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    opened = open_matches(settings, TurnScheduler(settings).announce)
    yield opened
    opened.announce = None
    opened.close()


def reasons(matches: Matches) -> dict[str, str]:
    """Why matches are halted."""
    return {match_id: why.reason for match_id, why in matches.store.halted_turns.all()}


def logged(supervisor: Started, event: str) -> list[dict[str, object]]:
    lines = map(json.loads, supervisor.log.read_text().splitlines())
    return [line for line in lines if line["event"] == event]


def spoil_head(matches: Matches, match_id: str) -> None:
    matches.store.writer.set(match_key(match_id, "head"), GARBAGE)


def spoil_line(matches: Matches, match_id: str) -> None:
    """A head of another version, which says more than this one reads, behind what is told of it."""
    key = match_key(match_id, "head")
    head = matches.store.writer.get(key)
    assert isinstance(head, bytes)
    words = head.split(b" ", 3)
    matches.store.writer.set(key, b" ".join([*words[:2], b"later", b"1 more 2:x", *words[2:]]))


def spoil_position(matches: Matches, match_id: str) -> None:
    key = match_key(match_id, "head")
    head = matches.store.writer.get(key)
    assert isinstance(head, bytes)
    matches.store.writer.set(key, head.partition(b"\n")[0] + b"\n" + GARBAGE)


def spoil_record(matches: Matches, match_id: str) -> None:
    matches.store.writer.set(match_key(match_id, "record"), GARBAGE)


SPOILING: list[Callable[[Matches, str], None]] = [
    spoil_head,
    spoil_line,
    spoil_record,
    spoil_position,
]


def in_order(matches: Matches, kinds: str, count: int, **more: object) -> list[str]:
    """New matches by their partitions."""
    seats = [
        Seat(
            number, "bot" if kind == "b" else "human", f"{number}", "easy" if kind == "b" else None
        )
        for number, kind in enumerate(kinds)
    ]
    made = [
        matches.create(NewMatch("veil", {}, seats, **more)).match.record.id  # type: ignore[arg-type]
        for _ in range(count)
    ]
    return sorted(made, key=partition_of)


@pytest.mark.full
def test_matches_that_cannot_be_read_keep_no_other_from_being_played(
    matches: Matches, processes: Processes
) -> None:
    matches.announce = None  # so that sweeps alone find the turns
    ordered = in_order(matches, "bb", 12)
    broken, well = ordered[: len(SPOILING)], ordered[len(SPOILING) :]
    for spoil, match_id in zip(SPOILING, broken, strict=True):
        spoil(matches, match_id)
    matches.store.record.__self__._record.cache_clear()  # type: ignore[attr-defined]
    supervisor = processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    for match_id in well:
        eventually(lambda: matches.match(match_id).status == "over", 60)  # noqa: B023 - at once
        assert_whole(matches, match_id)
    fresh = open_matches(matches.store.settings)
    unreadable = broken[:3]
    eventually(lambda: {*unreadable} <= reasons(fresh).keys(), 60)
    assert {reasons(fresh)[match_id] for match_id in unreadable} == {"unreadable"}
    # A position that its rules refuse is one of other rules: parked for a host that has them.
    assert fresh.store.reader.zscore(due_key(partition_of(broken[3])), broken[3]) is None
    failed = [line["match"] for line in logged(supervisor, "turn failed")]
    assert all(failed.count(match_id) == MOST_ATTEMPTS for match_id in unreadable)
    fresh.close()


def test_matches_that_cannot_be_read_keep_no_clock_from_running_out(
    matches: Matches, processes: Processes
) -> None:
    then = {"kind": "bot", "level": "easy"}
    clock = {"kind": "turn", "seconds": 1, "increment": 0, "then": then}
    ordered = in_order(matches, "hh", 8, clock=clock)
    broken, well = ordered[:4], ordered[4:]
    for spoil, match_id in zip(SPOILING, broken, strict=True):
        spoil(matches, match_id)
    matches.store.clocks.beat()
    for match_id in ordered:
        key = clock_key(partition_of(match_id))
        matches.store.writer.zadd(key, {match_id: 1}, xx=True)
    before = {match_id: matches.head(match_id).version for match_id in well}
    processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    for match_id in well:
        # Its clock is marked as out although it is not: looked at, and marked as it should be.
        eventually(lambda: mark_of(matches, match_id) != 1, 30)  # noqa: B023 - at once
        assert matches.head(match_id).version >= before[match_id]
    for match_id in broken:
        eventually(lambda: mark_of(matches, match_id) != 1, 30)  # noqa: B023 - at once


def mark_of(matches: Matches, match_id: str) -> float | None:
    score = matches.store.reader.zscore(clock_key(partition_of(match_id)), match_id)
    return None if score is None else float(score)


@pytest.mark.full
def test_a_turn_that_ends_its_worker_is_given_up_and_keeps_no_other_waiting_long(
    matches: Matches, processes: Processes
) -> None:
    faulty = new_match(matches, "bb", game="breaking")
    other = new_match(matches, "bb", game="veil")
    supervisor = processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.02", **{HOW: "crash"})
    eventually(lambda: matches.match(other).status == "over", 60)
    eventually(lambda: reasons(matches) == {faulty: "workers-lost"}, 90)
    deaths = [line for line in logged(supervisor, "worker ended") if line["status"] != 0]
    assert len(deaths) == MOST_ATTEMPTS
    later = new_match(matches, "bb", game="veil")
    eventually(lambda: matches.match(later).status == "over", 60)
    assert matches.store.reader.zscore(due_key(partition_of(faulty)), faulty) is None


def test_rules_that_always_fail_are_given_up_until_an_operator_has_them_tried_again(
    matches: Matches, processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = new_match(matches, "bb", game="breaking")
    supervisor = processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.02", **{HOW: "fail"})
    eventually(lambda: reasons(matches) == {faulty: "fault"}, 60)
    assert len(logged(supervisor, "search failed")) <= MOST_ATTEMPTS
    assert [line["match"] for line in logged(supervisor, "turn halted")] == [faulty]
    supervisor.terminate()
    assert supervisor.wait(60) == 0
    processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    monkeypatch.setenv("REDIS_URL", matches.store.settings.redis_url)
    listed = CliRunner().invoke(main, ["retry"])
    assert faulty in listed.output
    assert "fault" in listed.output
    assert matches.match(faulty).status == "active", "not by itself"
    unknown = CliRunner().invoke(main, ["retry", "nosuchmatch"])
    assert unknown.exit_code == 1
    assert CliRunner().invoke(main, ["retry", faulty]).exit_code == 0
    eventually(lambda: matches.match(faulty).status == "over", 60)
    assert reasons(matches) == {}
    assert_whole(matches, faulty)


def halted_match(matches: Matches) -> tuple[str, Attempts]:
    """A match whose turn has failed so often that it is halted, and who has counted that."""
    matches.announce = None
    match_id = new_match(matches, "bb", game="veil")
    attempts = Attempts(matches.store)
    for number in range(1, MOST_ATTEMPTS + 1):
        assert attempts.begin(match_id) == number
        attempts.record_failure(match_id, ArithmeticError("it fails"))
    return match_id, attempts


@pytest.mark.full
def test_a_halted_turn_is_tried_again_after_a_while_or_by_another_version(
    matches: Matches, processes: Processes
) -> None:
    first, attempts = halted_match(matches)
    second, _ = halted_match(matches)
    assert attempts.begin(first) is None, "whoever comes to it leaves it"
    mark = matches.store.reader.zscore(halted_key(partition_of(first)), first)
    now = float(matches.store.clocks.now(first))
    assert AGAIN * 1000 - 60_000 < float(str(mark)) - now <= AGAIN * 1000 + 1000
    matches.store.writer.zadd(halted_key(partition_of(first)), {first: 1})
    key = match_key(second, "failures")
    stored = matches.store.reader.get(key)
    assert isinstance(stored, bytes)
    at, _, why = stored.partition(b" ")
    matches.store.writer.set(
        key, at + b" " + json.dumps({**json.loads(why), "version": "0"}).encode()
    )
    processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.02")
    for match_id in (first, second):
        eventually(lambda: matches.match(match_id).status == "over", 90)  # noqa: B023 - at once


def test_whoever_acts_in_a_halted_match_begins_the_count_anew(matches: Matches) -> None:
    match_id, attempts = halted_match(matches)
    match = matches.match(match_id)
    seat = match.to_act[0]
    action = match.game.vocabulary.notation(match.state.legal_actions(seat)[0])
    matches.submit(match_id, seat, action, match.version)
    assert matches.store.halted_turns.of(match_id) is None
    assert attempts.begin(match_id) == 1
    assert reasons(matches) == {}


def test_what_is_no_fault_of_a_match_is_no_attempt_at_it(matches: Matches) -> None:
    matches.announce = None
    match_id = new_match(matches, "bb", game="veil")
    attempts = Attempts(matches.store)
    for _ in range(2 * MOST_ATTEMPTS):
        assert attempts.begin(match_id) == 1
        attempts.owe(match_id)
    assert matches.store.reader.exists(match_key(match_id, "failures")) == 0


def test_attempts_come_ever_later() -> None:
    pauses = [pause_after(attempt) for attempt in range(1, MOST_ATTEMPTS)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 0.0, "a worker that was killed is replaced at once"
    assert 0 < pauses[1] <= 1


def test_a_damaged_match_is_told_from_an_outage_and_listed_nowhere(matches: Matches) -> None:
    matches.announce = None
    well = in_order(matches, "bb", 3, visibility="public")
    broken = in_order(matches, "bb", len(SPOILING), visibility="public")
    for spoil, match_id in zip(SPOILING, broken, strict=True):
        spoil(matches, match_id)
    fresh = open_matches(matches.store.settings)
    for match_id in broken[:3]:
        with pytest.raises(MatchDamaged):
            fresh.match(match_id)
    for _ in range(2):  # the rows stay: another version may read them
        page = fresh.list_matches(None, None, None, 20).matches
        assert {one.record.id for one in page if one.playable} == {*well}
        assert {one.record.id for one in page} <= {*well, broken[3]}
    fresh.close()
    assert not issubclass(MatchDamaged, Unavailable)
