"""A short run of `make chaos` on one server, and a judge that is not easily satisfied."""

from __future__ import annotations

from pathlib import Path

import pytest

from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.model import Match
from railhead.service.store.connection import command
from railhead.service.store.keys import match_key
from tests.chaos.checker import FORKED, LOST
from tests.chaos.history import History, Operation
from tests.chaos.run import Size, run
from tests.chaos.trials import ROOT, TRIALS, tried
from tests.chaos.verdict import MAY_GO_BACK, READS_AHEAD, STRICT, Verdict, judge
from tests.service.test_matches import any_notation, create


@pytest.mark.full
@pytest.mark.timeout(400)
def test_a_service_whose_parts_are_killed_and_cut_off_holds(tmp_path: Path) -> None:
    size = Size(durable=True, matches=20, faults=20, seconds=30, finish=150, games=("veil",))
    outcome = run(size, tmp_path / "run")
    assert outcome.sound, outcome.summary()
    assert sum(outcome.faults.values()) == size.faults
    assert len(outcome.faults) >= 10
    assert outcome.counts["over"] >= size.matches
    assert sum(outcome.restarts.values()) > 2


class Recorded:
    """A match that is played in this process, with a history of it."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.time = 0.0
        match = create(matches, "veil", seed=3).match
        self.id = match.record.id
        self.history = History([self._operation("create", match)], None)
        random = Random(5)
        for _ in range(4):
            seat, before = match.to_act[0], match.version
            notation = any_notation(match, seat, random)
            done = matches.submit(self.id, seat, notation, before)
            match = done.match
            members = {"seat": seat, "before": before, "action": notation}
            members |= {"first": done.events[0].version, "key": f"k{before}"}
            self.history.operations.append(self._operation("submit", match, **members))

    def _operation(self, kind: str, match: Match, **members: object) -> Operation:
        self.time += 1
        times = (self.time, self.time + 0.5)
        version = match.version
        return Operation("c", self.id, kind, *times, "ok", version=version, **members)  # type: ignore[arg-type] # by name

    def judged(self, promise: str = STRICT) -> Verdict:
        return judge(self.history, self.matches, promise)


@pytest.fixture
def recorded(matches: Matches) -> Recorded:
    return Recorded(matches)


def test_what_is_whole_is_accepted(recorded: Recorded) -> None:
    verdict = recorded.judged()
    assert (verdict.findings, verdict.lost, verdict.unsound) == ([], [], [])
    assert verdict.unfinished == [recorded.id]


def test_a_store_that_went_back_has_lost_actions(recorded: Recorded) -> None:
    writer = recorded.matches.store.writer
    head = match_key(recorded.id, "head")
    earlier = writer.get(head)
    last = recorded.matches.match(recorded.id)
    notation = any_notation(last, last.to_act[0], Random(1))
    match = recorded.matches.submit(recorded.id, last.to_act[0], notation, last.version).match
    members = {"seat": last.to_act[0], "before": last.version, "action": notation}
    done = recorded._operation("submit", match, first=last.version + 1, key="k", **members)
    recorded.history.operations.append(done)
    assert recorded.judged().lost == []
    assert earlier is not None
    writer.set(head, earlier)
    log = match_key(recorded.id, "log")
    for version in range(last.version + 1, match.version + 1):
        command(writer, "XDEL", log, f"{version}-0")
    verdict = recorded.judged()
    assert verdict.lost == [done]
    assert {finding.kind for finding in verdict.findings} == {LOST}
    assert {finding.kind for finding in recorded.judged(READS_AHEAD).findings} == {LOST}
    set_back = recorded.judged(MAY_GO_BACK)
    assert (set_back.findings, set_back.set_back, set_back.lost) == ([], {recorded.id}, [done])


def test_an_entry_that_is_not_there_is_noticed(recorded: Recorded) -> None:
    first = recorded.history.operations[2].first
    command(recorded.matches.store.writer, "XDEL", match_key(recorded.id, "log"), f"{first}-0")
    verdict = recorded.judged()
    assert verdict.unsound


def test_a_match_that_is_gone_is_lost(recorded: Recorded) -> None:
    recorded.matches.delete(recorded.id)
    verdict = recorded.judged()
    assert len(verdict.lost) == len(recorded.history.operations)
    assert {finding.kind for finding in verdict.findings} == {LOST}


def test_a_table_that_the_log_does_not_lead_to_is_noticed(recorded: Recorded) -> None:
    version = recorded.history.operations[-1].version
    read = Operation("c", recorded.id, "read", 90.0, 91.0, "ok", 0, version, "another")
    recorded.history.operations.append(read)
    verdict = recorded.judged()
    assert verdict.unlasting == [read]
    assert {finding.kind for finding in verdict.findings} == {FORKED}
    assert recorded.judged(READS_AHEAD).findings == []


def test_a_match_that_nobody_created_is_named(recorded: Recorded) -> None:
    other = create(recorded.matches, "veil").match.record.id
    assert recorded.judged().unknown == [other]


@pytest.mark.full
def test_every_trial_is_a_test_that_there_is(tmp_path: Path) -> None:
    for nodes in TRIALS.values():
        for path, _, name in (node.partition("::") for node in nodes):
            text = (ROOT / path).read_text(encoding="utf-8")
            assert f"def {name}(" in text if name else "def test_" in text
    assert tried("store: emptied", tmp_path).held
