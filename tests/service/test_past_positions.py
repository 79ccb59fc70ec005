"""Looking back is exact and quick, however long a log is and wherever it goes back to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from railhead.games.random import Random
from railhead.service.core.event_rendering import EventRenderer
from railhead.service.core.matches import Matches, open_matches
from railhead.service.errors import IllegalMove, LogFull
from railhead.service.history.past_versions import PastVersions
from railhead.service.model import Match, NewMatch, Seat
from railhead.service.seats.seating import Seating
from railhead.service.settings import Settings
from railhead.service.store.keys import match_key
from railhead.service.store.position_snapshots import MAX_SNAPSHOTS, SNAPSHOT_INTERVAL

GAME = "montana"
ENTRIES = 900
LONG = 170
"""After so many entries without going far back a match goes back to near its beginning."""

Target = Callable[[int, Random], int | None]
"""To which version a match at this one goes back, None where it goes on."""


def now_and_then(version: int, random: Random) -> int | None:
    return version - 95 if version % 100 < 2 and version > 100 else None


def past_every_place(version: int, random: Random) -> int | None:
    """Each time just over a multiple of `EVERY`, to just before it."""
    return version - 3 if version % SNAPSHOT_INTERVAL in (1, 2) and version > 2 else None


def far_and_often(version: int, random: Random) -> int | None:
    return int(random.below(min(version, 80))) if version % 2 else None


@dataclass(frozen=True)
class Moment:
    """What a match was after a commit."""

    version: int
    position: bytes
    opened: dict[int, int]
    status: str
    seats: tuple[Seat, ...]

    @classmethod
    def of(cls, match: Match) -> Moment:
        seats = tuple(match.seats)
        return cls(match.version, match.state.save(), dict(match.opened), match.status, seats)


def played(matches: Matches, target: Target) -> tuple[str, list[Moment]]:
    """A match of at least `ENTRIES` entries, and what it was after each commit.

    A bot is put in for seat 1 in between, and taken out again, which going back does not undo.
    """
    seats = tuple(Seat(number, "human", f"{number}") for number in range(2))
    match = matches.create(NewMatch(GAME, {}, seats, seed=5, undo="any")).match
    random, looking_back, seating = Random(3, 1), PastVersions(matches), Seating(matches)
    moments, goes_on = [Moment.of(match)], 0
    while match.version < ENTRIES:
        to = target(match.version, random)
        if goes_on > LONG:  # it would end
            to = goes_on = int(random.below(SNAPSHOT_INTERVAL // 2))
        if to is None and match.status == "active" and len(moments) % 70 == 0:
            holder = match.seats[1]
            bot = holder.kind == "bot"
            match = (
                seating.take_back(match.record.id, 1, holder)
                if bot
                else seating.hand_to_bot(match.record.id, 1, holder, "random")
            ).match
        elif to is None:
            seat = match.to_act[0]
            legal = match.state.legal_actions(seat)
            chosen = legal[int(random.below(len(legal)))]
            notation = match.game.vocabulary.notation(chosen)
            match = matches.submit(match.record.id, seat, notation, match.version).match
            goes_on += match.version - moments[-1].version
        else:
            match = looking_back.undo(match.record.id, None, to, match.version).match
        moments.append(Moment.of(match))
    return match.record.id, moments


@pytest.fixture
def other(settings: Settings) -> Iterator[Matches]:
    """Another process over the same store, which has seen nothing yet."""
    opened = open_matches(settings)
    yield opened
    opened.close()


def places(matches: Matches, match_id: str) -> int:
    found: int = matches.store.writer.zcard(match_key(match_id, "places"))
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("target", [now_and_then, past_every_place, far_and_often])
def test_every_version_is_what_it_was(matches: Matches, other: Matches, target: Target) -> None:
    match_id, moments = played(matches, target)
    assert places(matches, match_id) >= ENTRIES // SNAPSHOT_INTERVAL - 1, "kept while it was played"
    assert matches.replay(match_id).save() == moments[-1].position, "the log alone says the same"
    for _ in range(2):
        for moment in moments[::7]:
            assert Moment.of(other.match_at(match_id, moment.version)) == moment
        assert 0 < places(matches, match_id) <= MAX_SNAPSHOTS
        other.store.position_snapshots.drop(match_id)  # all of it is made again from the log
    record = other.record(match_id)
    whole = EventRenderer(other.store, other.game, other.past_positions).render(record, 0, ENTRIES)
    other.store.position_snapshots.drop(match_id)
    for after in range(0, ENTRIES - 20, 37):
        telling = EventRenderer(other.store, other.game, other.past_positions)
        assert telling.render(record, after, after + 20) == whole[after : after + 20]


@pytest.mark.full
@pytest.mark.parametrize("target", [now_and_then, past_every_place, far_and_often])
def test_a_late_version_costs_about_what_an_early_one_does(
    matches: Matches, other: Matches, target: Target
) -> None:
    match_id, _ = played(matches, target)

    def cost(first: int) -> float:
        """Processor seconds for some versions from here on."""
        began = time.thread_time()
        for version in range(first, first + SNAPSHOT_INTERVAL, 10):
            other.match_at(match_id, version)
        return time.thread_time() - began

    # In turn, so that what else the machine does meets both; the first look makes the snapshots.
    tries = [(cost(1), cost(ENTRIES - SNAPSHOT_INTERVAL - 1)) for _ in range(20)][1:]
    early, late = map(min, zip(*tries, strict=True))
    # From the beginning it would be eight times as much, and that twice or more where it goes back.
    assert late < 5 * early


def test_a_place_of_another_log_is_not_believed(matches: Matches, other: Matches) -> None:
    match_id, moments = played(matches, now_and_then)
    foreign, _ = played(matches, far_and_often)
    key = match_key(match_id, "places")
    writer = matches.store.writer
    theirs: Any = writer.zrange(match_key(foreign, "places"), 0, -1, withscores=True)
    for stored, version in theirs:
        writer.zremrangebyscore(key, version, version)
        writer.zadd(key, {stored: version})
    assert places(matches, match_id) >= ENTRIES // SNAPSHOT_INTERVAL - 1
    for moment in moments[::40]:
        assert Moment.of(other.match_at(match_id, moment.version)) == moment
    for _, version in theirs:
        other.match_at(match_id, int(version))
    kept: Any = writer.zrange(key, 0, -1)
    assert not {stored for stored, _ in theirs} & set(kept), "they are thrown away"
    record = other.record(match_id)
    with pytest.raises(Exception, match="version 9 of the rules"):
        other.past_positions.at(replace(record, rules_version=9), other.head(match_id).mark, 5)


def test_places_live_and_go_with_their_match(matches: Matches, settings: Settings) -> None:
    match_id, _ = played(matches, now_and_then)
    key, head = match_key(match_id, "places"), match_key(match_id, "head")
    store = matches.store.writer
    assert abs(store.ttl(key) - store.ttl(head)) <= 1
    store.delete(key)
    matches.match_at(match_id, ENTRIES - 10)
    assert store.zcard(key) > 3
    assert abs(store.ttl(key) - store.ttl(head)) <= 1
    matches.delete(match_id)
    assert not store.exists(key)


def test_a_replay_that_was_overtaken_keeps_nothing(matches: Matches) -> None:
    """What was read before the match went on may be of a log that the store has lost."""
    match_id, _ = played(matches, now_and_then)
    record = matches.record(match_id)
    matches.store.position_snapshots.drop(match_id)
    matches.past_positions.at(record, "7 another", ENTRIES - 10)
    assert places(matches, match_id) == 0


def test_a_log_that_is_nearly_full_is_for_playing_to_the_end(settings: Settings) -> None:
    matches = open_matches(replace(settings, log_entries=200))
    seats = tuple(Seat(number, "human", f"{number}") for number in range(2))
    match = matches.create(NewMatch(GAME, {}, seats, seed=5, undo="any")).match
    match_id, looking_back, seating = match.record.id, PastVersions(matches), Seating(matches)

    def act() -> Match:
        seat = match.to_act[0]
        notation = match.game.vocabulary.notation(match.state.legal_actions(seat)[0])
        return matches.submit(match_id, seat, notation, match.version).match

    while match.version < 180:
        match = act()
        if match.version < 180:
            match = looking_back.undo(match_id, None, match.version - 1, match.version).match
    refused: list[Callable[[], Any]] = [
        lambda: looking_back.undo(match_id, None, 0, match.version),
        lambda: seating.hand_to_bot(match_id, 0, match.seats[0], "random"),
        lambda: seating.leave(match_id, 0, match.seats[0]),
    ]
    for change in refused:
        with pytest.raises(LogFull) as told:
            change()
        assert told.value.members == {"limit": 200}
    while match.version < 200:
        match = act()
    with pytest.raises(LogFull):
        act()
    assert matches.match(match_id).version == match.version
    with pytest.raises(IllegalMove):
        matches.submit(match_id, match.to_act[0], "no:move", match.version)
    for number in (0, 1):
        match = seating.resign(match_id, number, match.seats[number], "random").match
    assert match.status == "over"
    matches.close()


def test_how_scores_came_about_is_found_once(matches: Matches, other: Matches) -> None:
    seats = tuple(Seat(number, "human", f"{number}") for number in range(2))
    match = matches.create(NewMatch(GAME, {}, seats, seed=5)).match
    random = Random(3, 1)
    while match.status != "over":
        legal = match.state.legal_actions(match.to_act[0])
        notation = match.game.vocabulary.notation(legal[int(random.below(len(legal)))])
        match = matches.submit(match.record.id, match.to_act[0], notation, match.version).match
    head = matches.head(match.record.id)
    first = matches.event_renderer.scores(match.record, head)
    assert first[-1][1] == match.state.scores()
    began = time.thread_time()
    matches.event_renderer._scores(match.record, head.version)
    replay = time.thread_time() - began
    other.match(match.record.id)
    began = time.thread_time()
    assert other.event_renderer.scores(match.record, head) == first
    assert time.thread_time() - began < replay / 2, "it is kept"
    key = match_key(match.record.id, "scores")
    matches.store.writer.set(key, b'["of other rules", []]')
    assert other.event_renderer.scores(match.record, head) == first
