"""The counts behind the limits: windows that begin and end."""

from __future__ import annotations

import time

import pytest

from railhead.service.errors import TooManyRequests
from railhead.service.http.rate_limits import RateLimit, Window


def exhaust(limit: RateLimit) -> None:
    for _ in range(4):
        limit.count("a")


def test_several_limits_hold_at_once() -> None:
    limit = RateLimit("action", "3/second;5/hour")
    windows = []
    for _ in range(2):
        with pytest.raises(TooManyRequests) as caught:
            exhaust(limit)
        windows.append(caught.value.members["window"])
        time.sleep(1.01)
    assert windows == [1, 3600]


def test_none_where_none_is_wanted() -> None:
    unlimited = RateLimit("action", "")
    for _ in range(10_000):
        unlimited.count("a")


def test_what_was_counted_is_forgotten_with_its_time() -> None:
    window = Window(1)
    assert [window.count("a")[0] for _ in range(3)] == [1, 2, 3]
    number, left = window.count("b")
    assert (number, 0 < left <= 1) == (1, True)
    time.sleep(1.01)
    assert window.count("a")[0] == 1
    assert window.count("b")[0] == 1
