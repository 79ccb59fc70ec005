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


@pytest.mark.full
def test_what_is_marked_is_offered_once_a_second_until_it_is_taken(lanes: ReliableQueue) -> None:
    for name in NAMES:
        lanes.add(name)
    time.sleep(0.002)
    assert sorted(name for name, _ in lanes.offer_overdue(100)) == NAMES
    assert lanes.offer_overdue(100) == []
    hold = lanes.lease(NAMES[0], 60_000)
    assert hold is not None
    time.sleep(GRACE / 1000 + 0.05)
    assert sorted(name for name, _ in lanes.offer_overdue(100)) == NAMES[1:]


def test_what_is_taken_is_nobody_elses_until_its_time_is_over(lanes: ReliableQueue) -> None:
    name = NAMES[0]
    assert lanes.lease(name, 1000) is None
    lanes.add(name)
    assert lanes.lease(name, 60_000)
    assert lanes.lease(name, 300) is None
    assert lanes.offer_overdue(10) == []
    lanes.hasten(name)
    assert lanes.lease(name, 300) is None, "what is taken is not hastened"
    lanes.add(name)
    assert lanes.lease(name, 300)
    hold = eventually(lambda: lanes.lease(name, 60_000))
    assert lanes.acknowledge(name, hold)
    assert lanes.lease(name, 1000) is None


def test_what_is_marked_anew_meanwhile_is_looked_at_again(lanes: ReliableQueue) -> None:
    name = NAMES[0]
    lanes.add(name)
    hold = lanes.lease(name, 60_000)
    assert hold is not None
    lanes.add(name)
    assert not lanes.acknowledge(name, hold)
    assert lanes.lease(name, 1000)
    lanes.add(name)
    time.sleep(0.002)
    ((_, offered),) = lanes.offer_overdue(10)
    lanes.add(name)
    lanes.acknowledge_all([(name, offered)])
    assert lanes.lease(name, 1000)


def test_what_waits_for_a_later_time_is_not_taken_before_unless_hastened(
    lanes: ReliableQueue,
) -> None:
    name = NAMES[0]
    lanes.add(name)
    hold = lanes.lease(name, 60_000)
    assert hold is not None
    lanes.retry_later(name, hold, 60_000)
    assert lanes.lease(name, 1000) is None
    lanes.hasten(name)
    assert lanes.lease(name, 1000)


def test_a_sweep_shares_among_partitions_and_drops_what_concerns_nobody(
    lanes: ReliableQueue,
) -> None:
    for name in NAMES:
        lanes.add(name)
    time.sleep(0.002)
    few = lanes.offer_overdue(3)
    assert 1 <= len(few) <= 3
    lanes.acknowledge_all(few)
    time.sleep(GRACE / 1000 + 0.05)
    left = {name for name, _ in lanes.offer_overdue(100)}
    assert left == set(NAMES) - {name for name, _ in few}
