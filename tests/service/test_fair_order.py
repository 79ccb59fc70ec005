"""Thinking is shared by who asked for it: who is next, who gives way, and what outlives a loss."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from railhead.service.bots.turns import TurnScheduler
from railhead.service.bots.worker import TurnWorker
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import NewMatch, Seat
from railhead.service.queue.fair_order import MOST_HINTS, ROOT, Asker, exchange_hint
from railhead.service.queue.jobs import TurnQueue, job_id, match_of
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.settings import Settings
from railhead.service.store.keys import match_key
from tests.service.conftest import Processes, eventually, text_of

HEAVY, LIGHT, THIRD = Asker("aaaaaa"), Asker("bbbbbb"), Asker("cccccc")


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    opened = open_matches(settings, TurnScheduler(settings).announce)
    yield opened
    opened.announce = None
    opened.close()


@pytest.fixture
def turns(settings: Settings) -> Iterator[TurnScheduler]:
    opened = TurnScheduler(settings)
    yield opened
    opened.close()


def wait(turns: TurnScheduler, asker: Asker, *names: str) -> None:
    """Let hints wait that came one after the other."""
    for name in names:
        assert turns.order.wait(asker, job_id(name, 1))


def take_hints(turns: TurnScheduler, count: int) -> list[str | None]:
    """The matches of the next hints."""
    return [match_of(exchange_hint(turns.connection, "none_1")) for _ in range(count)]


def match_for(matches: Matches, asker: Asker, *levels: str, game: str = "montana") -> str:
    """The id of a new match that somebody asked for, between bots of these levels."""
    seats = [Seat(number, "bot", level, level) for number, level in enumerate(levels)]
    client = "" if asker.client == "-" else f" {asker.client}"
    new = NewMatch(game, {}, seats, seed=4, asked_by=f"{asker.address}{client}")
    return matches.create(new).match.record.id


def test_one_turn_of_another_comes_before_a_hundred_of_one(turns: TurnScheduler) -> None:
    wait(turns, HEAVY, *(f"heavy{number}" for number in range(100)))
    assert take_hints(turns, 1) == ["heavy0"]
    turns.order.spend(HEAVY, 0.5, 10)
    wait(turns, LIGHT, "light")
    assert take_hints(turns, 3) == ["light", "heavy1", "heavy2"]


def test_those_who_have_had_alike_take_turns_and_nobody_saves_up(turns: TurnScheduler) -> None:
    for _ in range(20):  # while the other wants nothing
        wait(turns, HEAVY, "heavy")
        assert take_hints(turns, 1) == ["heavy"]
        turns.order.spend(HEAVY, 1.0, 10)
    wait(turns, HEAVY, *(f"heavy{number}" for number in range(8)))
    wait(turns, LIGHT, *(f"light{number}" for number in range(8)))
    order = ""
    for _ in range(10):
        (name,) = take_hints(turns, 1)
        assert name is not None
        order += name[0]
        turns.order.spend(HEAVY if name[0] == "h" else LIGHT, 1.0, 10)
    assert min(order.count("h"), order.count("l")) >= 4, order
    assert not {"lll", "hhh"} & {order[at : at + 3] for at in range(8)}, order


def test_the_clients_of_one_address_share_what_it_has(turns: TurnScheduler) -> None:
    for number in range(20):
        wait(turns, Asker(HEAVY.address, f"client{number}"), f"heavy{number}")
    wait(turns, LIGHT, *(f"light{number}" for number in range(20)))
    order = ""
    for _ in range(10):
        (name,) = take_hints(turns, 1)
        assert name is not None
        order += name[0]
        asker = Asker(HEAVY.address, f"client{name[5:]}") if name[0] == "h" else LIGHT
        turns.order.spend(asker, 1.0, 10)
    assert order.count("l") >= 4, order


def test_clients_of_one_address_take_turns_with_each_other(turns: TurnScheduler) -> None:
    one, other = Asker("aaaaaa", "one"), Asker("aaaaaa", "other")
    wait(turns, one, "one0", "one1", "one2")
    assert take_hints(turns, 1) == ["one0"]
    turns.order.spend(one, 1.0, 10)
    wait(turns, other, "other0")
    assert take_hints(turns, 2) == ["other0", "one1"]


def test_a_turn_gives_way_to_who_has_had_less_and_not_to_who_has_had_more(
    turns: TurnScheduler,
) -> None:
    assert not turns.order.spend(HEAVY, 5.0, 10), "nobody waits"
    wait(turns, HEAVY, "heavy")
    assert not turns.order.spend(HEAVY, 5.0, 10), "only its own turns wait"
    wait(turns, LIGHT, "light")
    assert turns.order.spend(HEAVY, 0.2, 10)
    assert take_hints(turns, 1) == ["light"]
    assert not turns.order.spend(LIGHT, 0.2, 0.1), "the other has had far more"


def test_between_equals_a_turn_goes_on_for_as_long_as_it_is_told(turns: TurnScheduler) -> None:
    for asker in (HEAVY, LIGHT):
        turns.order.spend(asker, 10.0, 10)
    wait(turns, HEAVY, "heavy")
    wait(turns, LIGHT, "light")
    assert take_hints(turns, 1) == ["heavy"]
    assert not turns.order.spend(HEAVY, 0.5, 2.0)
    assert turns.order.spend(HEAVY, 2.0, 2.0)


def test_who_has_used_up_an_hour_comes_when_nobody_else_waits(settings: Settings) -> None:
    turns = TurnScheduler(replace(settings, bot_seconds_per_hour=10))
    turns.order.spend(HEAVY, 11.0, 10)
    for asker in (LIGHT, THIRD):
        turns.order.spend(asker, 9.0, 10)
    wait(turns, HEAVY, "heavy0", "heavy1")
    wait(turns, LIGHT, "light0", "light1")
    wait(turns, THIRD, "third")
    first = take_hints(turns, 3)
    assert sorted(map(str, first)) == ["light0", "light1", "third"]
    assert take_hints(turns, 2) == ["heavy0", "heavy1"]
    wait(turns, LIGHT, "light")
    assert turns.order.spend(HEAVY, 0.01, 1e9), "it gives way to whoever waits"
    turns.close()


def test_what_is_put_back_comes_before_others_of_its_asker(
    matches: Matches, turns: TurnScheduler
) -> None:
    matches.announce = None
    record = matches.record(match_for(matches, HEAVY, "easy", "easy"))
    wait(turns, HEAVY, "heavy")
    turns.requeue_first(record.id, record)
    assert take_hints(turns, 2) == [record.id, "heavy"]


def test_only_so_many_hints_of_one_asker_wait(turns: TurnScheduler) -> None:
    for number in range(MOST_HINTS):
        assert turns.order.wait(HEAVY, job_id("heavy", number))
    assert not turns.order.wait(HEAVY, job_id("more", 1))
    assert turns.order.wait(LIGHT, job_id("light", 1))


def test_an_order_that_is_lost_or_spoilt_costs_no_hint(
    matches: Matches, turns: TurnScheduler
) -> None:
    matches.announce = None
    match_id = match_for(matches, HEAVY, "easy", "easy")
    head, record = matches.head(match_id), matches.record(match_id)
    for spoil in ("DEL", "SET"):
        turns.announce(match_id, head.version, record)
        turns.connection.execute_command(spoil, ROOT, *(["x"] if spoil == "SET" else []))
        found = TurnQueue.lpop([turns.queue.key], None, turns.connection)
        assert match_of(text_of(found[1])) == match_id
    turns.announce(match_id, head.version, record)
    assert turns.connection.zcard(ROOT) == 1


def test_hints_that_are_thrown_away_wait_no_longer(turns: TurnScheduler) -> None:
    wait(turns, HEAVY, "heavy")
    turns.queue.discard(10)
    assert exchange_hint(turns.connection, "other_1") == "other_1"


@pytest.mark.full
def test_a_worker_breaks_a_long_turn_off_and_goes_on_with_it_afterwards(matches: Matches) -> None:
    matches.announce = None
    settings = replace(matches.store.settings, bot_budget_factor=0.5)
    worker = TurnWorker(settings, WorkerProcess("here", 1, 1), lambda: False, Heartbeat())
    heavy = match_for(matches, HEAVY, "expert", "expert")
    light = match_for(matches, LIGHT, "easy", "easy")
    before = matches.head(heavy).version
    queue, connection = worker.turns.queue, worker.turns.connection
    worker.turns.announce(light, matches.head(light).version, matches.record(light))
    worker.turns.order.spend(HEAVY, 10.0, 1e9)
    began = time.monotonic()
    worker.play(heavy)
    assert time.monotonic() - began < 2
    assert matches.store.reader.get(match_key(heavy, "lease")) is None
    thoughts = worker._search_cache._kept
    assert [stand[0] for stand in thoughts] == [heavy]
    assert matches.store.due.count_failure(heavy, 0) == 0, "it is no failure"
    order = [match_of(text_of(TurnQueue.lpop([queue.key], None, connection)[1])) for _ in range(2)]
    assert order == [light, heavy]
    worker.play(heavy)
    assert matches.head(heavy).version > before
    assert not thoughts


@pytest.mark.full
def test_an_easy_bot_answers_beside_the_experts_of_another(
    matches: Matches, processes: Processes
) -> None:
    """The share of the time, not a time: the machine may be busy."""
    processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="3")
    heavy = [match_for(matches, HEAVY, "expert", "expert", "expert") for _ in range(10)]
    eventually(lambda: any(matches.store.reader.get(match_key(one, "lease")) for one in heavy))
    for _ in range(3):
        light = match_for(matches, LIGHT, "easy", "easy", game="veil")
        began = time.monotonic()
        eventually(lambda: matches.match(light).status == "over", 30)  # noqa: B023 - at once
        print(f"a whole match in {time.monotonic() - began:.1f} s")
    over = [matches.match(one).status == "over" for one in heavy]
    assert not any(over)
    played = sum(matches.match(one).version for one in heavy)
    eventually(lambda: sum(matches.match(one).version for one in heavy) > played, 60)
