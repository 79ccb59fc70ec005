"""The queue of trials: how many run, who is next, and what becomes of those who leave."""

from __future__ import annotations

import threading

import pytest

from railhead.service.errors import InvalidData, Overloaded, TooManyTrials
from railhead.service.user_data.validation_queue import (
    ValidationPending,
    ValidationQueue,
    ValidationTicket,
)
from tests.service.conftest import eventually


class Work:
    """Trials that go on until they are let, and the order in which they began."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.let = threading.Semaphore(0)

    def __call__(self, name: str) -> None:
        self.began.append(name)
        assert self.let.acquire(timeout=30)


def asked(
    trials: ValidationQueue, work: Work, caller: str, name: str
) -> tuple[ValidationTicket, threading.Event]:
    """A place in the queue, and what is set when it is woken."""
    woken = threading.Event()
    place = ValidationTicket(caller, woken.set)
    with pytest.raises(ValidationPending):
        place.validate(trials, ("game", name), lambda: work(name))
    return place, woken


def test_the_callers_take_turns() -> None:
    trials, work = ValidationQueue(1, 100, 100), Work()
    for number in range(4):
        asked(trials, work, "heavy", f"heavy {number}")
    eventually(lambda: work.began)
    asked(trials, work, "other", "other")
    asked(trials, work, "third", "third")
    for number in range(6):
        eventually(lambda wanted=number: len(work.began) > wanted)  # type: ignore[misc]
        work.let.release()
    assert {*work.began[1:4]} == {"heavy 1", "other", "third"}
    assert work.began[4:] == ["heavy 2", "heavy 3"]


def test_who_has_none_under_way_goes_before_who_has() -> None:
    trials, work = ValidationQueue(2, 100, 100), Work()
    for number in range(5):
        asked(trials, work, "heavy", f"heavy {number}")
    eventually(lambda: len(work.began) == 2)
    asked(trials, work, "other", "other")
    work.let.release()
    eventually(lambda: len(work.began) == 3)
    assert work.began[2] == "other"
    work.let.release(6)


def test_so_many_run_at_once_and_the_rest_waits() -> None:
    trials, work = ValidationQueue(3, 100, 100), Work()
    woken = [asked(trials, work, "one", str(number))[1] for number in range(5)]
    eventually(lambda: len(work.began) == 3)
    assert not any(event.is_set() for event in woken)
    work.let.release(5)
    assert all(event.wait(30) for event in woken)
    assert len(work.began) == 5


def test_the_same_data_is_tried_once_for_all_who_wait() -> None:
    trials, work = ValidationQueue(1, 100, 100), Work()
    first, second = (asked(trials, work, caller, "same") for caller in ("one", "two"))
    work.let.release()
    for place, woken in (first, second):
        assert woken.wait(30)
        place.validate(trials, ("game", "same"), lambda: pytest.fail("was tried already"))
    assert work.began == ["same"]


def test_what_a_trial_finds_is_told_to_all_who_wait() -> None:
    trials, let = ValidationQueue(1, 100, 100), threading.Event()

    def refusing() -> None:
        let.wait(30)
        raise InvalidData(errors=[{"field": "title", "problem": "is bad", "pointer": "/title"}])

    places = [ValidationTicket(caller) for caller in ("one", "two")]
    found: list[InvalidData] = []

    def ask(place: ValidationTicket) -> None:
        with pytest.raises(InvalidData) as refused:
            place.validate(trials, ("game", "bad"), refusing)
        found.append(refused.value)

    asking = [threading.Thread(target=ask, args=(place,)) for place in places]
    for thread in asking:
        thread.start()
    let.set()
    for thread in asking:
        thread.join(30)
    assert [one.members["errors"][0]["field"] for one in found] == ["title", "title"]


def test_there_is_room_for_so_many_of_each_and_in_all() -> None:
    trials, work = ValidationQueue(1, 3, 2), Work()
    (first, _), *_ = (asked(trials, work, "one", name) for name in ("a", "b"))
    with pytest.raises(TooManyTrials) as own:
        asked(trials, work, "one", "c")
    assert (own.value.members["limit"], own.value.members["retry_after"]) == (2, 4)
    asked(trials, work, "two", "d")
    with pytest.raises(Overloaded) as full:
        asked(trials, work, "two", "e")
    assert (full.value.members["limit"], full.value.members["retry_after"]) == (3, 6)
    first.leave()
    asked(trials, work, "one", "c")
    work.let.release(9)


def test_a_trial_that_nobody_waits_for_is_not_begun() -> None:
    trials, work = ValidationQueue(1, 100, 100), Work()
    asked(trials, work, "one", "a")
    eventually(lambda: work.began)
    left, _ = asked(trials, work, "one", "b")
    _, last = asked(trials, work, "one", "c")
    left.leave()
    left.leave()
    work.let.release(3)
    assert last.wait(30)
    assert work.began == ["a", "c"]


def test_once_all_have_ended_nothing_is_left() -> None:
    trials, work = ValidationQueue(2, 100, 100), Work()
    woken = [asked(trials, work, str(number % 2), str(number))[1] for number in range(6)]
    work.let.release(6)
    assert all(event.wait(30) for event in woken)
    eventually(lambda: trials._threads == 0)
    assert not trials._open
    assert not trials._queues
    assert not trials._tickets
    assert not trials._running
