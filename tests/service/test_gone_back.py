"""A store that goes back to an earlier state while the processes over it live on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from railhead.games.random import Random
from railhead.service import errors
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Idempotency, Match
from railhead.service.settings import Settings
from tests.http.api import Api, SeatedMatch, problem, serving
from tests.http.streams import stream
from tests.service.conftest import eventually
from tests.service.test_matches import any_notation, create, play
from tests.stores import Server


class Backup:
    """A server of which a backup is taken, and put in its place while others use it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(folder).start()

    def take(self) -> None:
        with self.server.client as client:
            client.save()
        (self.folder / "dump.rdb").rename(self.folder / "backup.rdb")

    def restore(self) -> None:
        self.server.kill()
        (self.folder / "backup.rdb").replace(self.folder / "dump.rdb")
        self.server.start()


@pytest.fixture
def backup(tmp_path: Path) -> Iterator[Backup]:
    kept = Backup(tmp_path / "server")
    yield kept
    kept.server.stop()


@pytest.fixture
def matches(backup: Backup) -> Iterator[Matches]:
    opened = open_matches(Settings(redis_url=backup.server.url))
    yield opened
    opened.close()


class Waiting(threading.Thread):
    """Waits for a match to change, as a client that comes again after 503; `told` says for what."""

    def __init__(self, matches: Matches, match: Match) -> None:
        super().__init__()
        self.matches = matches
        self.match = match
        self.told: list[str] = []
        self.start()
        eventually(lambda: matches.changes._waiting.get(match.record.id))

    def run(self) -> None:
        while not self.told:
            try:
                version = self.matches.wait(self.match.record.id, self.match.version, 90)
                self.told.append(f"now at {version}")
            except errors.MatchWentBack as back:
                self.told.append(f"back at {back.members['version']}")
            except errors.Unavailable:
                time.sleep(0.1)


def advance(matches: Matches, match: Match, decisions: int, seed: int) -> Match:
    random = Random(seed)
    for _ in range(decisions):
        seat = match.to_act[0]
        notation = any_notation(match, seat, random)
        match = matches.submit(match.record.id, seat, notation, match.version).match
    return match


def assert_whole(matches: Matches, match_id: str) -> None:
    match = matches.match(match_id)
    versions = [event.version for event in matches.events(match_id)]
    assert versions == list(range(1, match.version + 1))
    assert matches.replay(match_id).save() == match.state.save()


def test_a_decision_on_what_is_lost_is_refused(matches: Matches, backup: Backup) -> None:
    early = advance(matches, create(matches, "montana").match, 4, seed=1)
    backup.take()
    late = advance(matches, early, 6, seed=2)
    backup.restore()
    seat = late.to_act[0]
    with pytest.raises(errors.MatchWentBack) as refusal:
        matches.submit(early.record.id, seat, any_notation(late, seat, Random(1)), late.version)
    assert refusal.value.members["version"] == early.version
    with pytest.raises(errors.MatchWentBack):
        matches.wait(early.record.id, late.version, 10)
    again = matches.match(early.record.id)
    assert again.state.save() == early.state.save()
    play(matches, again)
    assert_whole(matches, early.record.id)


def test_another_history_of_the_same_length_is_told_from_the_first(
    matches: Matches, backup: Backup
) -> None:
    """The versions are equal: only the nonce says that the positions are not."""
    early = advance(matches, create(matches, "montana", auto_forced=False, seed=4).match, 4, seed=1)
    other = open_matches(matches.store.settings)
    backup.take()
    ours = advance(matches, early, 8, seed=2)
    backup.restore()
    theirs = other.match(early.record.id)
    seed = 3
    while theirs.version < ours.version:
        theirs = advance(other, theirs, 1, seed)
        seed += 1
    if theirs.version > ours.version:
        pytest.fail("choose other seeds: the histories do not meet at one version")
    assert theirs.state.save() != ours.state.save()
    seat = theirs.to_act[0]
    notation = any_notation(theirs, seat, Random(1))
    with pytest.raises(errors.MatchWentBack):
        matches.submit(early.record.id, seat, notation, theirs.version)
    assert matches.match(early.record.id).state.save() == theirs.state.save()
    done = matches.submit(early.record.id, seat, notation, theirs.version)
    assert done.match.version > theirs.version
    assert_whole(matches, early.record.id)
    assert_whole(other, early.record.id)
    other.close()


def test_an_action_that_was_lost_is_taken_again_with_its_key(
    matches: Matches, backup: Backup
) -> None:
    early = advance(matches, create(matches, "montana").match, 4, seed=1)
    backup.take()
    seat = early.to_act[0]
    notation, key = any_notation(early, seat, Random(5)), Idempotency("here", "k", "print")
    first = matches.submit(early.record.id, seat, notation, early.version, key)
    backup.restore()
    with pytest.raises(errors.MatchWentBack):
        matches.submit(early.record.id, seat, notation, early.version, key)
    again = matches.submit(early.record.id, seat, notation, early.version, key)
    assert replace(again.events[0], at=None) == replace(first.events[0], at=None)
    assert_whole(matches, early.record.id)


def test_who_waits_when_it_happens_is_told(matches: Matches, backup: Backup) -> None:
    early = advance(matches, create(matches, "montana").match, 3, seed=1)
    backup.take()
    late = advance(matches, early, 3, seed=2)
    waiting = Waiting(matches, late)
    backup.restore()
    waiting.join(60)
    assert waiting.told == [f"back at {early.version}"]


@pytest.mark.full
def test_who_waits_hears_of_changes_once_a_lost_store_is_back(
    matches: Matches, backup: Backup
) -> None:
    """It stays away for longer than the first tries to listen again take."""
    match = create(matches, "montana").match
    waiting = Waiting(matches, match)
    backup.take()
    backup.server.kill()
    time.sleep(1.5)
    backup.restore()
    eventually(lambda: matches.changes._waiting.get(match.record.id))
    time.sleep(3)
    assert not waiting.told
    after = advance(matches, matches.match(match.record.id), 1, seed=1)
    began = time.monotonic()
    waiting.join(30)
    assert waiting.told == [f"now at {after.version}"]
    assert time.monotonic() - began < 5


def test_a_match_created_after_the_backup_is_gone(matches: Matches, backup: Backup) -> None:
    create(matches, "montana")
    backup.take()
    match = advance(matches, create(matches, "montana").match, 2, seed=1)
    backup.restore()
    for _ in range(2):
        with pytest.raises(errors.NoSuchMatch):
            matches.match(match.record.id)
        seat = match.to_act[0]
        with pytest.raises(errors.NoSuchMatch):
            matches.submit(match.record.id, seat, "hire", match.version)


def views(table: SeatedMatch) -> list[Any]:
    return [table.shown(seat)["view"] for seat in table.seats]


@pytest.mark.full
def test_over_http_no_view_of_a_lost_position_is_served(backup: Backup) -> None:
    """The views of every version are asked for, so that they are remembered as rendered."""
    with serving(backup.server.url) as address, serving(backup.server.url) as elsewhere:
        table = Api(address).created(game="montana", seed=4)
        there = SeatedMatch(Api(elsewhere), table.created)
        for _ in range(3):
            table.act(table.shown(0)["to_act"][0])
        backup.take()
        early = table.shown(0)
        for _ in range(4):
            shown = table.shown(0)
            views(table)
            assert table.act(shown["to_act"][0]).status_code == 200
        late = table.shown(0)
        backup.restore()
        tag = {"If-None-Match": f'"{late["version"]}"'}
        seat = table.seats[0]
        eventually(lambda: seat.get(table.path).status_code == 200)
        for query in ("", "?wait=20"):
            refused = problem(seat.get(table.path + query, headers=tag), 409, "match-went-back")
            assert refused["version"] == early["version"]
        assert table.shown(0) == early
        # Another process goes on, differently; the first must not show what it remembers.
        while there.shown(0)["version"] < late["version"]:
            turn = there.shown(0)["to_act"][0]
            assert there.act(turn, -1).status_code == 200
            assert views(table) == views(there)
            assert table.legal(turn) == there.legal(turn)


@pytest.mark.full
@pytest.mark.parametrize("further", [0, 2])
def test_over_http_a_stream_says_that_the_match_went_back(backup: Backup, further: int) -> None:
    """Also where the match has gone on a little before the stream is taken up again."""
    with serving(backup.server.url) as address:
        table = Api(address).created(game="montana", seed=4)
        backup.take()
        early = table.shown(0)
        for _ in range(4):
            assert table.act(table.shown(0)["to_act"][0]).status_code == 200
        late = table.shown(0)
        with stream(table.seats[0], table.path, params={"after": early["version"]}) as opened:
            seen = opened.take(late["version"] - early["version"])
            assert [event["version"] for event in seen][-1] == late["version"]
            backup.restore()
            (problem_event,) = opened.rest()
        assert problem_event["kind"] == "problem"
        assert problem_event["problem"]["type"] == "/problems/match-went-back"
        assert problem_event["problem"]["version"] == early["version"]
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(late["version"])}
        for _ in range(further):
            assert table.act(table.shown(0)["to_act"][0], -1).status_code == 200
        path = f"{table.path}/events"
        problem(table.seats[0].get(path, headers=headers), 409, "match-went-back")
        log = table.seats[0].get(path).json()
        assert log["version"] == table.shown(0)["version"] < late["version"]
        assert [event["version"] for event in log["events"]] == [*range(1, log["version"] + 1)]
