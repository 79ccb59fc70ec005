"""Calls for parts in the store, who takes them up, and who calls: without further processes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from railhead.ai.search.levels import LEVELS, STRONGEST
from railhead.service import QUEUE_PREFIX
from railhead.service.bots import search_helper, search_leader, spare_time
from railhead.service.bots.search_helper import SearchHelper
from railhead.service.bots.search_leader import SearchLeader
from railhead.service.bots.shared_searches import KEPT_SECONDS, SharedSearches
from railhead.service.bots.turns import TurnScheduler
from railhead.service.bots.worker import TurnWorker
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Match, SearchResult, SharedSearch
from railhead.service.queue.jobs import SEARCHES, TURNS, TurnQueue
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.settings import Settings
from railhead.service.store.keys import match_key
from tests.service.conftest import silenced
from tests.service.test_bot_turns import assert_whole, new_match, until_a_bot_acts
from tests.stores import Server, all_keys, server_of, store_kind

__all__ = ["store_kind"]

LEADER = WorkerProcess("here", 1, 1)
QUEUE = f"{QUEUE_PREFIX}:queue:{SEARCHES.queue}"
TURN_QUEUE = f"{QUEUE_PREFIX}:queue:{TURNS.queue}"


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    """Matches whose leases do not run out meanwhile."""
    three = replace(settings, workers_per_turn=3, bot_budget_factor=0.2, lease_seconds=60.0)
    opened = open_matches(three)
    yield opened
    opened.close()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaders call at the beginning of a decision."""
    monkeypatch.setattr(search_leader, "ANNOUNCE_AFTER", 0.0)


class Ending(Heartbeat):
    """Ends a call after so many signs of life, as its leader does, once something can be left."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.call: SharedSearch | None = None
        self.left = 0
        self.found: list[SearchResult] = []
        super().__init__()

    def end(self, call: SharedSearch, after: int) -> None:
        self.call, self.left = call, after
        self.not_before = time.monotonic() + 5 * spare_time.LOOK_SECONDS

    def beat(self) -> None:
        self.left -= 1
        if self.left <= 0 and self.call is not None and time.monotonic() >= self.not_before:
            self.found = self.matches.store.storage(SharedSearches).end(self.call)
            self.call, self.left = None, 0
        super().beat()


def due(matches: Matches, game: str = "montana") -> tuple[Match, str]:
    """A match in which the strongest bot is to act, under our lease, and the mark of its head."""
    match_id = new_match(matches, level=STRONGEST, game=game)
    match = until_a_bot_acts(matches, match_id)
    assert matches.store.due.take_lease(match_id, str(LEADER))
    return match, matches.head(match_id).mark


def called(
    matches: Matches, match: Match, mark: str, before: tuple[str, int] | None = None
) -> SharedSearch:
    call = SharedSearch(match.record.id, mark, str(LEADER), 1, before)
    assert matches.store.storage(SharedSearches).announce(call)
    return call


def searcher(matches: Matches, pulse: Heartbeat | None = None, number: int = 2) -> SearchHelper:
    turns = TurnScheduler(matches.store.settings)
    holder = WorkerProcess("here", number, number)
    return SearchHelper(matches, turns, holder, lambda: False, pulse or Heartbeat())


def worker(matches: Matches, match: Match) -> TurnWorker:
    """The leader of a match, which it has just read."""
    leader = TurnWorker(matches.store.settings, LEADER, lambda: False, Heartbeat())
    assert leader.matches.head(match.record.id).version == match.version
    return leader


def waiting(matches: Matches) -> int:
    return TurnScheduler(matches.store.settings).searches.count


def test_what_is_left_is_kept_until_the_call_is_ended(matches: Matches) -> None:
    match, mark = due(matches)
    store, match_id = matches.store.storage(SharedSearches), match.record.id
    assert store.current(match_id) is None
    call = called(matches, match, mark, before=("3 x", 17))
    assert store.current(match_id) == call
    assert call.version == match.version
    first, second = (
        SearchResult(10, [(1, 10, [0.25, 0.75], 0.5)]),
        SearchResult(20, [(2, 20, [1.5, 2.0], 0.5)]),
    )
    assert store.report(call, "one", second)
    assert store.report(call, "other", first)
    assert store.report(call, "one", first), "in place of what it left before"
    ttl = int(matches.store.reader.ttl(match_key(match_id, "parts")))
    assert KEPT_SECONDS - 10 < ttl <= KEPT_SECONDS
    assert store.end(call) == [first, first]
    assert store.end(call) == []
    assert not store.is_current(call)
    assert not store.report(call, "one", first)
    assert matches.store.reader.exists(match_key(match_id, "parts")) == 0


def test_a_call_stands_as_long_as_its_leader_holds_the_match(matches: Matches) -> None:
    match, mark = due(matches)
    store, due_turns, match_id = (
        matches.store.storage(SharedSearches),
        matches.store.due,
        match.record.id,
    )
    call = called(matches, match, mark)
    assert not store.announce(replace(call, leader="another")), "who has no lease calls nobody"
    assert store.is_current(call)
    assert due_turns.drop_lease(match_id, str(LEADER))
    assert not store.is_current(call)
    assert store.current(match_id) is None
    assert due_turns.take_lease(match_id, "another")
    later = replace(call, leader="another")
    assert store.announce(later)
    assert not store.report(call, "one", SearchResult(1, []))
    assert store.end(call) == [], "it is not the call of this leader any longer"
    assert store.is_current(later)
    matches.delete(match_id)
    assert not store.report(later, "one", SearchResult(1, []))
    assert not [key for key in all_keys(matches.store.reader) if match_id.encode() in key]


def test_a_part_is_searched_until_its_call_is_ended(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_helper, "LOOK_SECONDS", 0.0)
    match, mark = due(matches)
    call = called(matches, match, mark)
    pulse = Ending(matches)
    pulse.end(call, 40)
    searcher(matches, pulse).work(match.record.id, match.version)
    (part,) = pulse.found
    assert part.simulations == sum(visits for _, visits, _, _ in part.counts) > 0
    legal = set(match.state.legal_actions(1))
    assert {action for action, _, _, _ in part.counts} <= legal
    assert pulse.left >= -1, "it stopped at once"
    assert waiting(matches) == 0


@pytest.mark.parametrize("fault", ["ended", "other version", "other head", "no lease", "gone"])
def test_a_part_of_what_is_over_is_not_begun(matches: Matches, fault: str) -> None:
    match, mark = due(matches)
    match_id, version = match.record.id, match.version
    call = SharedSearch(
        match_id, f"{version} nonce" if fault == "other head" else mark, str(LEADER), 1
    )
    assert matches.store.storage(SharedSearches).announce(call)
    if fault == "ended":
        matches.store.storage(SharedSearches).end(call)
    elif fault == "no lease":
        matches.store.due.drop_lease(match_id, str(LEADER))
    elif fault == "gone":
        matches.delete(match_id)
    pulse = Ending(matches)
    searcher(matches, pulse).work(match_id, version + (fault == "other version"))
    assert pulse.left >= -1


def test_a_part_stands_back_and_is_gone_on_with(matches: Matches) -> None:
    match, mark = due(matches)
    match_id, version = match.record.id, match.version
    call = called(matches, match, mark)
    one, other = searcher(matches, number=2), searcher(matches, number=3)
    queue = TurnScheduler(matches.store.settings).connection
    for waits in (TURN_QUEUE, f"{QUEUE_PREFIX}:queue:analyses"):
        queue.rpush(waits, "abc_1")
        for turn in (one, other, one):
            turn.work(match_id, version)
        queue.delete(waits)
    assert waiting(matches) == 6, "each time somebody else may go on"
    mine, theirs = sorted(
        matches.store.storage(SharedSearches).end(call), key=lambda part: -part.simulations
    )
    assert mine.simulations > theirs.simulations > 0, "one value a process, of one tree"
    assert sum(visits for _, visits, _, _ in mine.counts) == mine.simulations


@pytest.mark.full
def test_a_part_goes_on_with_its_tree_for_the_next_decision(matches: Matches) -> None:
    """As far as nothing came between that was not foreseen."""
    match_id = new_match(matches, "bb", level=STRONGEST, game="great_western_trail")
    pulse = Ending(matches)
    helper = searcher(matches, pulse)
    assert matches.store.due.take_lease(match_id, str(LEADER))
    kept = 0
    before: tuple[str, int] | None = None
    for _ in range(12):
        match, mark = matches.match(match_id), matches.head(match_id).mark
        (seat, *_) = match.to_act
        call = SharedSearch(match_id, mark, str(LEADER), seat, before)
        assert matches.store.storage(SharedSearches).announce(call)
        pulse.end(call, 30)
        helper.work(match_id, match.version)
        assert pulse.left <= 0
        (part,) = pulse.found
        visits = sum(one[1] for one in part.counts)
        assert visits >= part.simulations > 0
        kept += visits > part.simulations
        action = max(part.counts, key=lambda one: one[1])[0]
        before = mark, action
        matches.submit(match_id, seat, match.game.vocabulary.notation(action), match.version)
    assert kept, "no decision of a whole turn was foreseen"


def test_a_tree_that_is_too_large_is_left_as_it_is(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, mark = due(matches)
    call = called(matches, match, mark)
    monkeypatch.setattr(search_helper, "MOST_EDGES", 100)
    one = searcher(matches)
    one.work(match.record.id, match.version)
    assert len(one._kept) == 0
    assert matches.store.storage(SharedSearches).end(call)[0].simulations > 0
    assert waiting(matches) == 0


def test_a_search_that_fails_costs_its_part(matches: Matches) -> None:
    match, mark = due(matches, "failing_search")
    call = called(matches, match, mark)
    searcher(matches).work(match.record.id, match.version)
    assert matches.store.storage(SharedSearches).end(call) == []


@pytest.mark.sampled
@pytest.mark.usefixtures("at_once")
def test_the_leader_calls_once_and_merges_what_is_there(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = due(matches)
    likes = match.state.legal_actions(1)[-1]
    left: list[bool] = []
    honest = SearchLeader.announce

    def announce(self: SearchLeader, call: SharedSearch) -> int:
        offered = honest(self, call)
        part = SearchResult(10**6, [(likes, 10**6, [0.0, 10.0**6], 1.0)])
        left.append(self.store.storage(SharedSearches).report(call, "helper", part))
        return offered

    monkeypatch.setattr(SearchLeader, "announce", announce)
    worker(matches, match)._decide(match, 1, {}, lambda: True)
    assert left == [True]
    assert waiting(matches) == 2
    (event, *_) = matches.events(match.record.id, match.version)
    assert event.notation == match.game.vocabulary.notation(likes)
    assert matches.store.storage(SharedSearches).current(match.record.id) is None
    assert_whole(matches, match.record.id)


@pytest.mark.full
@pytest.mark.usefixtures("at_once")
def test_only_the_strongest_level_calls_and_with_one_worker_nobody(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise AssertionError("nobody was to be called")

    for level in LEVELS:
        match_id = new_match(matches, level=level)
        match = until_a_bot_acts(matches, match_id)
        one = worker(matches, match)
        if level == STRONGEST:
            one.search_leader.helpers = 0
        with monkeypatch.context() as patched:
            patched.setattr(SearchLeader, "announce", fail)
            one._decide(match, 1, {}, lambda: True)
        assert matches.match(match_id).version > match.version, level
    assert waiting(matches) == 0
    assert Settings().workers_per_turn == 1


@pytest.mark.sampled
def test_a_decision_that_takes_no_time_calls_nobody(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_leader, "ANNOUNCE_AFTER", 60.0)
    match, _ = due(matches)
    worker(matches, match)._decide(match, 1, {}, lambda: True)
    assert matches.match(match.record.id).version > match.version
    assert waiting(matches) == 0


@pytest.mark.full
@pytest.mark.usefixtures("at_once")
def test_where_enough_parts_wait_nobody_is_called(matches: Matches) -> None:
    queue = TurnScheduler(matches.store.settings).connection
    queue.rpush(QUEUE, *[f"abc_1_{number}p" for number in range(search_leader.MAX_QUEUED)])
    match, _ = due(matches)
    worker(matches, match)._decide(match, 1, {}, lambda: True)
    assert waiting(matches) == search_leader.MAX_QUEUED
    queue.delete(QUEUE)
    assert matches.match(match.record.id).version > match.version


@pytest.mark.full
@pytest.mark.usefixtures("at_once")
def test_a_queue_that_is_silent_costs_the_turn_next_to_nothing(
    settings: Settings, tmp_path: Path
) -> None:
    queue = Server(tmp_path / "queue").start()
    apart = replace(settings, queue_url=queue.url, workers_per_turn=3, bot_budget_factor=0.02)
    matches = open_matches(apart)
    match, mark = due(matches)
    one = worker(matches, match)
    with silenced(queue.url):
        began = time.monotonic()
        one._decide(match, 1, {}, lambda: True)
        call = SharedSearch(match.record.id, mark, str(LEADER), 1)
        assert one.search_leader.announce(call) == 0, "not asked again for a while"
    assert time.monotonic() - began < 5
    assert matches.match(match.record.id).version > match.version
    assert_whole(matches, match.record.id)
    matches.close()
    queue.stop()


def test_parts_lie_beside_their_match(matches: Matches) -> None:
    """On a cluster both are on one server, so that one script may look at the lease too."""
    match, mark = due(matches)
    called(matches, match, mark)
    names = [match_key(match.record.id, part) for part in ("parts", "lease", "head")]
    servers = {str(server_of(matches.store.reader, name)) for name in names}
    assert len(servers) == 1
    assert set(map(str.encode, names)) <= set(all_keys(matches.store.reader))


def test_the_queue_of_parts_is_looked_into_last(matches: Matches) -> None:
    queues = TurnQueue.all_of(TurnScheduler(matches.store.settings).connection)
    assert [queue.name for queue in queues] == ["turns", "analyses", "parts"]
