"""Matches over a real store: deciding, chance, forced moves, idempotency, waiting, listing."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from railhead.games.game import SPECTATOR
from railhead.games.random import Random
from railhead.service import errors
from railhead.service.accounts.tokens import new_token, seat_of_token
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import OWNER, CreationResult, Idempotency, Match, NewMatch, Seat
from railhead.service.settings import Settings
from railhead.service.store.keys import PARTITIONS, index_key, match_key
from tests.service.conftest import eventually
from tests.stores import all_keys, store_kind

__all__ = ["store_kind"]


def humans(count: int = 2) -> list[Seat]:
    return [Seat(number, "human", f"human {number}") for number in range(count)]


def create(matches: Matches, game: str = "veil", count: int = 2, **more: Any) -> CreationResult:
    return matches.create(NewMatch(game, more.pop("options", {}), humans(count), **more))


def any_notation(match: Match, seat: int, random: Random) -> str:
    actions = match.state.legal_actions(seat)
    return match.game.vocabulary.notation(actions[random.below(len(actions))])


def play(matches: Matches, match: Match, seed: int = 1) -> Match:
    """Play at random to the end, whoever is to act."""
    random = Random(seed)
    while match.status == "active":
        seat = match.to_act[random.below(len(match.to_act))]
        notation = any_notation(match, seat, random)
        match = matches.submit(match.record.id, seat, notation, match.version).match
    return match


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["veil", "montana"])
@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("auto_forced", [True, False])
def test_a_match_replays_byte_for_byte(
    matches: Matches, game: str, count: int, auto_forced: bool
) -> None:
    match = play(matches, create(matches, game, count, auto_forced=auto_forced).match)
    stored = matches.match(match.record.id)
    assert stored.state.save() == match.state.save() == matches.replay(match.record.id).save()
    events = matches.events(match.record.id)
    assert [event.version for event in events] == list(range(1, match.version + 1))
    assert any(event.kind == "forced" for event in events) == auto_forced
    assert stored.status == "over"
    assert not stored.to_act


def test_another_process_reads_the_same_match(matches: Matches, settings: Settings) -> None:
    match = create(matches).match
    other = open_matches(settings)
    assert other.match(match.record.id).record == match.record
    assert other.match(match.record.id).opened == match.opened
    other.close()


def test_seeded_matches_repeat_and_others_do_not(matches: Matches) -> None:
    def log_of(seed: int | None) -> list[str]:
        match = play(matches, create(matches, seed=seed).match, seed=3)
        return [event.notation for event in matches.events(match.record.id)]

    assert log_of(7) == log_of(7)
    assert log_of(7) != log_of(8)
    assert log_of(None) != log_of(None)


def test_what_a_seat_sees_of_the_log_is_kept_with_it(matches: Matches) -> None:
    match = create(matches, seed=1).match
    drawn = matches.events(match.record.id)[0]
    assert drawn.notation_for(0) == drawn.notation
    assert drawn.notation_for(1) == drawn.notation_for(SPECTATOR) == "draw:0:?"


def test_forced_moves_go_with_the_commit_that_led_to_them(matches: Matches) -> None:
    random = Random(5)
    for _ in range(20):
        match = create(matches, "montana").match
        while match.status == "active":
            seat = match.to_act[0]
            assert len(match.state.legal_actions(seat)) > 1
            before = match.version
            done = matches.submit(match.record.id, seat, any_notation(match, seat, random), before)
            match = done.match
            assert [e.version for e in done.events] == list(range(before + 1, match.version + 1))
            assert done.events[0].kind == "action"
            assert {e.kind for e in done.events[1:]} <= {"chance", "forced"}
            if any(event.kind == "forced" for event in done.events):
                return
    raise AssertionError("no forced move in 20 matches")


def test_secret_and_simultaneous_decisions_are_never_forced(matches: Matches) -> None:
    for seed in range(10):
        match = play(matches, create(matches, seed=seed).match, seed=seed)
        forced = [e.notation for e in matches.events(match.record.id) if e.kind == "forced"]
        assert not [notation for notation in forced if notation.startswith(("select", "pass"))]


# Refusals, in their order.


def test_refusals_come_in_order(matches: Matches) -> None:
    match = create(matches, "montana").match
    match_id, seat = match.record.id, match.to_act[0]
    with pytest.raises(errors.NoSuchMatch):
        matches.submit("nothing", seat, "x", 0)
    with pytest.raises(errors.NotYourTurn):
        matches.submit(match_id, 1 - seat, "nonsense", 99)
    with pytest.raises(errors.MatchWentBack) as ahead:
        matches.submit(match_id, seat, "nonsense", 99)
    assert ahead.value.members["version"] == match.version
    with pytest.raises(errors.IllegalMove, match="nonsense"):
        matches.submit(match_id, seat, "nonsense", match.version)
    assert matches.match(match_id).version == match.version
    over = play(matches, match)
    with pytest.raises(errors.MatchOver):
        matches.submit(match_id, seat, "nonsense", 99)
    assert matches.match(match_id).version == over.version


def test_an_earlier_decision_is_stale(matches: Matches) -> None:
    match = create(matches, "montana").match
    seat = match.to_act[0]
    notation = any_notation(match, seat, Random(1))
    after = matches.submit(match.record.id, seat, notation, match.version).match
    with pytest.raises((errors.StaleVersion, errors.NotYourTurn)):
        matches.submit(match.record.id, seat, notation, match.version)
    assert matches.match(match.record.id).version == after.version


def test_a_simultaneous_choice_of_another_seat_does_not_make_one_stale(matches: Matches) -> None:
    match = create(matches, count=4).match
    assert list(match.to_act) == [0, 1, 2, 3]
    random = Random(1)
    notations = [any_notation(match, seat, random) for seat in range(4)]
    barrier = threading.Barrier(4)
    failures: list[BaseException] = []

    def submit(seat: int) -> None:
        barrier.wait()
        try:
            matches.submit(match.record.id, seat, notations[seat], match.version)
        except errors.Problem as problem:
            failures.append(problem)

    threads = [threading.Thread(target=submit, args=(seat,)) for seat in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    events = matches.events(match.record.id, match.version)
    assert sorted(e.notation for e in events[:4]) == sorted(notations)
    assert matches.replay(match.record.id).save() == matches.match(match.record.id).state.save()


def test_of_many_submissions_of_one_decision_one_wins(matches: Matches) -> None:
    match = create(matches, "montana").match
    seat = match.to_act[0]
    notation = any_notation(match, seat, Random(1))
    outcomes: list[str] = []

    def submit() -> None:
        try:
            matches.submit(match.record.id, seat, notation, match.version)
            outcomes.append("done")
        except (errors.StaleVersion, errors.NotYourTurn):
            outcomes.append("refused")

    threads = [threading.Thread(target=submit) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done"] + 7 * ["refused"]
    events = matches.events(match.record.id, match.version)
    assert [event.kind for event in events].count("action") == 1


@pytest.mark.parametrize(
    ("new", "field"),
    [
        (NewMatch("veil", {"best": "middle"}, humans()), "options.best"),
        (NewMatch("veil", {"deck": "missing"}, humans()), "options.deck"),
        (NewMatch("veil", {"unknown": 1}, humans()), "options.unknown"),
        (NewMatch("veil", {}, humans(5)), "seats"),
    ],
)
def test_a_match_that_cannot_be_is_refused(matches: Matches, new: NewMatch, field: str) -> None:
    with pytest.raises(errors.InvalidRequest) as refusal:
        matches.create(new)
    assert [error["field"] for error in refusal.value.members["errors"]] == [field]


def test_an_unknown_game_is_refused(matches: Matches) -> None:
    with pytest.raises(errors.UnknownGame):
        matches.create(NewMatch("chess", {}, humans()))


def test_a_match_of_other_rules_is_refused(matches: Matches) -> None:
    match = create(matches).match
    with pytest.raises(errors.RulesChanged):
        matches.game(replace(match.record, game="gone"))
    with pytest.raises(errors.RulesChanged):
        matches._replay(replace(match.record, rules_version=9), [])


# Tokens.


def test_no_command_line_takes_a_token_for_an_option() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert not [token for token in tokens if token.startswith("-")]


def test_tokens_open_their_seat_and_are_stored_as_hashes_only(matches: Matches) -> None:
    created = create(matches)
    record = matches.match(created.match.record.id).record
    given = created.tokens
    tokens = [given.owner, given.spectator, *given.seats.values()]
    opened = [seat_of_token(record, record.seats, token) for token in tokens]
    assert opened == [OWNER, SPECTATOR, 0, 1]
    for other in ("", "x", record.owner_hash):
        assert seat_of_token(record, record.seats, other) is None
    dump = b"".join(
        matches.store.reader.dump(key) or b""
        for key in all_keys(matches.store.reader)
        if not key.startswith(b"due:")
    )
    assert not [token for token in tokens if token.encode() in dump]
    assert min(len(token) for token in tokens) >= 32
    assert len(set(tokens)) == 4


# Idempotency.


def test_a_repeated_action_is_one_action(matches: Matches) -> None:
    match = create(matches, "montana").match
    seat = match.to_act[0]
    notation = any_notation(match, seat, Random(1))
    key = Idempotency(f"{seat} actions", "k", "print")
    first = matches.submit(match.record.id, seat, notation, match.version, key)
    again = matches.submit(match.record.id, seat, notation, match.version, key)
    assert again.events == first.events
    play(matches, again.match)
    later = matches.submit(match.record.id, seat, notation, match.version, key)
    assert later.events == first.events
    assert later.match.version == first.match.version
    assert later.match.state.save() == first.match.state.save()
    assert later.match.opened == first.match.opened
    with pytest.raises(errors.IdempotencyMismatch):
        matches.submit(match.record.id, seat, notation, 0, replace(key, fingerprint="other"))
    other = replace(key, scope="another caller")
    with pytest.raises(errors.MatchOver):
        matches.submit(match.record.id, seat, notation, match.version, other)


def test_simultaneous_repetitions_are_one_action(matches: Matches) -> None:
    match = create(matches, "montana").match
    seat = match.to_act[0]
    notation = any_notation(match, seat, Random(1))
    key = Idempotency("s", "k", "print")
    answers: list[Any] = []
    threads = [
        threading.Thread(
            target=lambda: answers.append(
                matches.submit(match.record.id, seat, notation, match.version, key)
            )
        )
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 6
    assert all(answer.events == answers[0].events for answer in answers)


def test_a_repeated_creation_is_one_match(matches: Matches) -> None:
    key = Idempotency("somebody", "k", "print")
    new = NewMatch("veil", {}, humans())
    first = matches.create(new, key)
    again = matches.create(new, key)
    assert again.match.record == first.match.record
    assert again.tokens.owner == first.tokens.owner
    assert again.tokens.seats == first.tokens.seats
    with pytest.raises(errors.IdempotencyMismatch):
        matches.create(new, replace(key, fingerprint="other"))
    name = match_key(first.match.record.id, "tokens")
    assert 0 < matches.store.reader.ttl(name) <= 600
    matches.store.writer.delete(name)
    late = matches.create(new, key)
    assert late.match.record == first.match.record
    assert not late.tokens.owner
    assert not late.tokens.seats


# Waiting.


def test_waiting_ends_with_a_change_or_in_time(matches: Matches) -> None:
    match = create(matches, "montana").match
    match_id, version = match.record.id, match.version
    assert matches.wait(match_id, version - 1, 5) == version
    began = time.monotonic()
    assert matches.wait(match_id, version, 0.2) is None
    assert time.monotonic() - began >= 0.2
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(matches.wait(match_id, version, 20)))
    waiting.start()
    eventually(lambda: matches.changes._waiting.get(match_id))
    seat = match.to_act[0]
    done = matches.submit(match_id, seat, any_notation(match, seat, Random(1)), version)
    waiting.join(30)
    assert answers == [done.match.version]
    assert not matches.changes._waiting


def test_deleting_wakes_who_waits_and_leaves_nothing(matches: Matches) -> None:
    created = create(matches, visibility="public")
    match = created.match
    refused: list[bool] = []

    def wait() -> None:
        try:
            matches.wait(match.record.id, match.version, 20)
        except errors.NoSuchMatch:
            refused.append(True)

    waiting = threading.Thread(target=wait)
    waiting.start()
    eventually(lambda: matches.changes._waiting.get(match.record.id))
    matches.delete(match.record.id)
    waiting.join(30)
    assert refused == [True]
    assert {key.split(b":")[0] for key in all_keys(matches.store.reader)} == {b"data"}
    with pytest.raises(errors.NoSuchMatch):
        matches.match(match.record.id)
    with pytest.raises(errors.NoSuchMatch):
        matches.submit(match.record.id, 0, "x", 0)
    with pytest.raises(errors.NoSuchMatch):
        matches.delete(match.record.id)


# Listing.


def ids(page: Any) -> list[str]:
    return [match.record.id for match in page.matches]


def test_public_matches_are_listed_by_game_and_status(matches: Matches) -> None:
    create(matches)
    veil = [create(matches, visibility="public").match.record.id for _ in range(5)]
    montana = create(matches, "montana", visibility="public").match.record.id
    play(matches, matches.match(veil[2]))
    assert ids(matches.list_matches(None, None, None, 10)) == [montana, *reversed(veil)]
    assert ids(matches.list_matches("veil", None, None, 10)) == list(reversed(veil))
    assert ids(matches.list_matches("veil", "over", None, 10)) == [veil[2]]
    assert ids(matches.list_matches(None, "over", None, 10)) == [veil[2]]
    assert veil[2] not in ids(matches.list_matches(None, "active", None, 10))
    first = matches.list_matches("veil", None, None, 2)
    second = matches.list_matches("veil", None, first.cursor, 2)
    third = matches.list_matches("veil", None, second.cursor, 2)
    assert ids(first) + ids(second) + ids(third) == list(reversed(veil))
    assert third.cursor is None


def test_a_listing_drops_matches_that_are_gone(matches: Matches) -> None:
    gone = [create(matches, visibility="public").match.record.id for _ in range(6)]
    kept = create(matches, visibility="public").match.record.id
    for match_id in gone:
        matches.store.writer.delete(match_key(match_id, "head"))
    page = matches.list_matches("veil", "active", None, 2)
    assert ids(page) == [kept]
    assert page.cursor is None
    rows = [index_key(partition, "veil", "active") for partition in range(PARTITIONS)]
    assert sum(matches.store.reader.zcard(row) for row in rows) == 1
