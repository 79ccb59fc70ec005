"""Marks of what is to be looked at: offered, taken, done, and marked anew in between."""

from __future__ import annotations

import time

import pytest

from railhead.service.core.matches import Matches
from railhead.service.store.due_turns import GRACE
from railhead.service.store.keys import lanes_key
from railhead.service.store.reliable_queue import ReliableQueue
from tests.service.conftest import eventually
from tests.stores import store_kind

__all__ = ["store_kind"]

NAMES = [f"{letter * 20} lane" for letter in "abcdefgh"]


@pytest.fixture
def lanes(matches: Matches) -> ReliableQueue:
    return ReliableQueue(matches.store.writer, lanes_key)


def test_what_is_marked_is_offered_once_a_second_until_it_is_taken(lanes: ReliableQueue) -> None:
    for name in NAMES:
        lanes.mark(name)
    time.sleep(0.002)
    assert sorted(name for name, _ in lanes.overdue(100)) == NAMES
    assert lanes.overdue(100) == []
    hold = lanes.take(NAMES[0], 60_000)
    assert hold is not None
    time.sleep(GRACE / 1000 + 0.05)
    assert sorted(name for name, _ in lanes.overdue(100)) == NAMES[1:]


def test_what_is_taken_is_nobody_elses_until_its_time_is_over(lanes: ReliableQueue) -> None:
    name = NAMES[0]
    assert lanes.take(name, 1000) is None
    lanes.mark(name)
    assert lanes.take(name, 60_000)
    assert lanes.take(name, 300) is None
    assert lanes.overdue(10) == []
    lanes.hasten(name)
    assert lanes.take(name, 300) is None, "what is taken is not hastened"
    lanes.mark(name)
    assert lanes.take(name, 300)
    hold = eventually(lambda: lanes.take(name, 60_000))
    assert lanes.done(name, hold)
    assert lanes.take(name, 1000) is None


def test_what_is_marked_anew_meanwhile_is_looked_at_again(lanes: ReliableQueue) -> None:
    name = NAMES[0]
    lanes.mark(name)
    hold = lanes.take(name, 60_000)
    assert hold is not None
    lanes.mark(name)
    assert not lanes.done(name, hold)
    assert lanes.take(name, 1000)
    lanes.mark(name)
    time.sleep(0.002)
    ((_, offered),) = lanes.overdue(10)
    lanes.mark(name)
    lanes.drop([(name, offered)])
    assert lanes.take(name, 1000)


def test_what_waits_for_a_later_time_is_not_taken_before_unless_hastened(
    lanes: ReliableQueue,
) -> None:
    name = NAMES[0]
    lanes.mark(name)
    hold = lanes.take(name, 60_000)
    assert hold is not None
    lanes.again(name, hold, 60_000)
    assert lanes.take(name, 1000) is None
    lanes.hasten(name)
    assert lanes.take(name, 1000)


def test_a_sweep_shares_among_partitions_and_drops_what_concerns_nobody(
    lanes: ReliableQueue,
) -> None:
    for name in NAMES:
        lanes.mark(name)
    time.sleep(0.002)
    few = lanes.overdue(3)
    assert 1 <= len(few) <= 3
    lanes.drop(few)
    time.sleep(GRACE / 1000 + 0.05)
    left = {name for name, _ in lanes.overdue(100)}
    assert left == set(NAMES) - {name for name, _ in few}
